"""`door texts`, and what `door check` says of texts and of news files."""

from pathlib import Path

import pytest

from door.board.art.news_files import MOST_BYTES
from door.cli import main
from door.term.sauce import Sauce


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    board = tmp_path_factory.mktemp("texts") / "board"
    assert main(["init", str(board)]) == 0
    return board


def said(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_a_text_is_listed_read_and_put_in_other_words(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def texts(*words: str) -> tuple[int, str, str]:
        return said(capsys, "texts", "--board", folder, *words)

    assert texts("get", "logon.closed") == (0, "This board takes no new callers at present.\n", "")
    told = "logon.closed: This board takes no new callers at present. -> Zu, {{leider}}.\n"
    assert texts("set", "logon.closed", "Zu,", "{{leider}}.") == (0, told, "")
    assert texts("list", "leider") == (0, "* logon.closed: Zu, {{leider}}.\n", "")
    assert texts("set", "words.Shut The Box", "Жук")[0] == 0
    assert texts("get", "logon.clos")[0] == 1 and texts("list", "qqqq")[0] == 1
    assert texts("set", "logon.clos", "x") == (
        1, "", "logon.clos: there is no such text; did you mean logon.closed?\n",
    )  # fmt: skip
    code, out, err = texts("set", "menu.chats", "{handle} is in Chat.")
    assert (code, out) == (1, "") and err.endswith(
        "texts.yaml:3: menu.chats: {handle} is not filled in here; it may have {who} and {key}\n"
    ), err
    code, out, _ = said(capsys, "check", "--board", folder)
    assert code == 0 and "Texts: 2 sentences of your own." in out
    assert "Warning: config/texts.yaml: words.Shut The Box: callers on CP437 see ? for Ж, у, к." in out


@pytest.mark.parametrize(("name", "data", "fault"), [
    ("bell.txt", b"ding\x07dong", "has a control character, 0x07; a .txt file has none"),
    ("big.ans", b"x" * 2_000_000, f"has 2000000 bytes; news has at most {MOST_BYTES}"),
    ("wide.ans", b"x" * 79 + b"\x1b[200C\x1b[999;999Hx\x1b]0;title\x07", ""),
    ("news.doc", b"hello", "is never shown: name it NAME.ans or NAME.txt"),
    ("empty.txt", b"\r\n", "is empty"),
    ("a\x1b[2J.txt", b"\0", "has a control character, 0x00; a .txt file has none"),
])  # fmt: skip
def test_a_news_file_is_fine_or_refused_in_a_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes, fault: str
) -> None:
    (folder / "news").mkdir(exist_ok=True)
    path = folder / "news" / name
    path.write_bytes(data)
    code, out, err = said(capsys, "check", "--board", folder)
    path.unlink()
    shown = f"{folder}/news/{name}".replace("\x1b", "?")
    assert (code, err) == ((1, f"{shown}:1: (file): {fault}\n") if fault else (0, ""))
    assert "\x1b" not in out


AMIGA = b"\x1a" + Sauce(font="Amiga Topaz 2+").record()


@pytest.mark.parametrize(("name", "data", "guess"), [
    ("news/a.ans", "▄█▀ Grüße".encode(), "UTF-8"),
    ("news/a.ans", "▄█▀ Grüße".encode("cp437"), ""),
    ("news/a.ans", "¯ Grüße".encode("latin-1") + AMIGA, "Latin-1"),
    ("news/a.txt", "Grüße".encode(), "UTF-8"),
    ("news/a.txt", "Grüße".encode("cp437"), "CP437"),
    ("news/a.txt", b"Hello", ""),
    ("ansi_art/menu.asc", "▄█▀".encode(), "UTF-8"),
    ("ansi_art/menu.utf8ans", "▄█▀".encode(), ""),
    ("ansi_art/menu.132x37.ans", "¯ Grüße".encode("latin-1") + AMIGA, "Latin-1"),
])  # fmt: skip
def test_the_character_set_that_was_guessed_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes, guess: str
) -> None:
    (folder / "news").mkdir(exist_ok=True)
    path = folder / name
    path.write_bytes(data)
    code, out, err = said(capsys, "check", "--board", folder)
    path.unlink()
    assert (code, err) == (0, "")
    told = [line for line in out.splitlines() if " is read as " in line]
    assert told == ([f"{path} is read as {guess}."] if guess else [])
