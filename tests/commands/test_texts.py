"""`door texts`, and what `door check` says of texts and of news files."""

from pathlib import Path

import pytest

from door.cli import main
from door.features.news.news_files import MOST_BYTES
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


def test_a_text_is_listed_read_and_put_in_other_words(folder, capsys):
    def texts(*words: str) -> tuple[int, str, str]:
        return said(capsys, "texts", "--board", folder, *words)

    assert texts("get", "logon.board_closed") == (0, "This board isn't taking new callers right now.\n", "")
    told = "logon.board_closed: This board isn't taking new callers right now. -> Zu, {{leider}}.\n"
    assert texts("set", "logon.board_closed", "Zu,", "{{leider}}.") == (0, told, "")
    assert texts("list", "leider") == (0, "* logon.board_closed: Zu, {{leider}}.\n", "")
    assert texts("set", "shutbox.name", "Жук")[0] == 0
    assert texts("get", "logon.boar")[0] == 1 and texts("list", "qqqq")[0] == 1
    assert texts("set", "logon.boar", "x") == (
        1, "", "logon.boar: there is no such text; did you mean logon.board_closed?\n",
    )  # fmt: skip
    assert texts("set", "menu.game_waits", "{handle} waits") == (
        1, "", "menu.game_waits: {handle} is not filled in here; nothing is\n",
    )  # fmt: skip
    assert texts("set", "count.games.one", "{n} Spiel") == (0, "count.games.one: {n} game -> {n} Spiel\n", "")
    assert texts("get", "count.games") == (
        0, "count.games.one: {n} Spiel\ncount.games.other: {n} games\n", "",
    )  # fmt: skip
    assert texts("get", "menu.plain_turns_left.one") == (
        1, "", "menu.plain_turns_left has no form 'one'; it has menu.plain_turns_left.\n",
    )  # fmt: skip
    assert texts("set", "menu.plain_turns_left.one", "one turn left")[0] == 0
    assert texts("get", "menu.plain_turns_left") == (
        0, "menu.plain_turns_left.one: one turn left\nmenu.plain_turns_left.other: turns left {turns}\n", "",
    )  # fmt: skip
    assert texts("set", "menu.title.one", "x")[0] == 1, "nothing is counted there"
    code, out, _ = said(capsys, "check", "--board", folder)
    assert code == 0 and "Texts: 4 sentences of your own." in out
    assert "Warning: config/texts.yaml: shutbox.name: callers on CP437 see ? for Ж, у, к." in out


@pytest.mark.parametrize(("name", "data", "fault"), [
    ("bell.txt", b"ding\x07dong", "contains the control character 0x07"),
    ("big.ans", b"x" * 2_000_000, f"has 2000000 bytes; news has at most {MOST_BYTES}"),
    ("wide.ans", b"x" * 79 + b"\x1b[200C\x1b[999;999Hx\x1b]0;title\x07", ""),
    ("news.doc", b"hello", "is never shown; name it NAME.ans or NAME.txt"),
    ("empty.txt", b"\r\n", "is empty"),
    ("a\x1b[2J.txt", b"\0", "contains the control character 0x00"),
])  # fmt: skip
def test_a_news_file_is_fine_or_refused_in_a_sentence(folder, capsys, name, data, fault):
    (folder / "news").mkdir(exist_ok=True)
    path = folder / "news" / name
    path.write_bytes(data)
    code, out, err = said(capsys, "check", "--board", folder)
    path.unlink()
    shown = f"{folder}/news/{name}".replace("\x1b", "?")
    assert (code, err) == ((1, f"{shown}:1: {fault}\n") if fault else (0, ""))
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
def test_the_character_set_that_was_guessed_is_told(folder, capsys, name, data, guess):
    (folder / "news").mkdir(exist_ok=True)
    path = folder / name
    path.write_bytes(data)
    code, out, err = said(capsys, "check", "--board", folder)
    path.unlink()
    assert (code, err) == (0, "")
    told = [line for line in out.splitlines() if " is read as " in line]
    assert told == ([f"{path} is read as {guess}."] if guess else [])


def test_a_folder_without_a_board_gets_no_texts(tmp_path, capsys):
    assert main(["--board", str(tmp_path), "texts", "set", "menu.hello", "Moin"]) == 1
    assert "isn't a board's folder" in capsys.readouterr().err and not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["menu.hello: {clock} Moin\n", "", "!!!\n", "a: [\n"])
@pytest.mark.parametrize("file", ["texts.yaml", "languages/de.yaml"])
def test_a_mistake_of_yaml_in_a_sentence_is_told_with_its_line(board, door, file, text):
    path = board / "config" / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    _, out, err = door("check")
    assert "Internal fault" not in out + err
    assert not text or f"{file}:1" in out + err
