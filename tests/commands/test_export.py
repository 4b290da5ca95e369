"""`door callers export` gives a caller everything that the board keeps of them, and nobody's secrets."""

import json
import stat
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from served import door, ready_folder

from door.cli import main
from door.records.callers.callers import Callers
from door.records.callers.once import new_word, once
from door.records.community.letters import Letters
from door.records.community.subscribers import OutsideNotice, Subscribers
from door.records.store.files import Folder


def now() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A board whose Ann was called Anna, has played, written, and keeps secrets."""
    folder = ready_folder(tmp_path / "board", "Anna", "Bob")
    played = door("play", "shutbox", "--plain", "--caller", "Anna", board=folder, text="\nquit\ny\ng\nn\n")
    assert played.returncode == 0
    assert main(["--board", str(folder), "callers", "rename", "Anna", "Ann"]) == 0
    store = Folder(folder / "data")
    letters = Letters(store, now)
    letters.send("Ann", "Bob", ("Hello Bob, it's me.",))
    letters.send("Bob", "Ann", ("Hello Ann.",))
    letters.send("Bob", "Bob", ("Nobody's business.",))
    subscribers = Subscribers(store)
    subscribers.look()
    one = subscribers.change(
        "Ann",
        lambda own: own.__class__(
            "Ann", own.id, feed="secret-feed", mail="ann@example.org", off="secret-off"
        ),
    )
    subscribers.write_down(OutsideNotice(one.id, "2026-11-28T12:00:00.000Z", ["x"]))
    return folder


def exported(board: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    capsys.readouterr()
    assert main(["--board", str(board), "callers", "export", "ann"]) == 0
    made: dict[str, object] = json.loads(capsys.readouterr().out)
    return made


def test_it_has_file_letters_notices_and_games_under_every_handle(board, capsys):
    made = exported(board, capsys)
    text = json.dumps(made)
    assert made["handle"] == "Ann" and '"level": 10' in text
    assert "Hello Bob, it's me." in text and "Hello Ann." in text and "Nobody's business" not in text
    assert "ann@example.org" in text and '"to"' in text
    journal = made["journal"]
    assert isinstance(journal, list)
    assert [line["kind"] for line in journal] == ["turn", "game", "rename"]
    assert {line["caller"] for line in journal} == {"Anna"}


def test_no_secret_is_in_it(board, capsys):
    word = new_word()
    callers = Callers(Folder(board / "data"))
    caller = callers.change("Ann", lambda caller: replace(caller, word=once(word)))
    text = json.dumps(exported(board, capsys))
    for secret in (caller.password, caller.word, "secret-feed", "secret-off", "argon2", word):
        assert secret and secret not in text


def test_a_file_is_for_its_owner_alone_and_never_replaced(board, tmp_path, capsys):
    path = tmp_path / "ann.json"
    assert main(["--board", str(board), "callers", "export", "Ann", str(path)]) == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and json.loads(path.read_text())["handle"] == "Ann"
    assert main(["--board", str(board), "callers", "export", "Bob", str(path)]) == 1
    assert str(path) in capsys.readouterr().err and json.loads(path.read_text())["handle"] == "Ann"


def test_nobody_is_a_sentence(board, capsys):
    assert main(["--board", str(board), "callers", "export", "Nobody"]) == 1
    assert "Nobody" in capsys.readouterr().err


def test_a_removal_says_what_stays_and_why(board, capsys):
    assert main(["--board", str(board), "callers", "remove", "Ann"]) == 0
    said = capsys.readouterr().out
    assert "stay in the journal" in said and "proves" in said and "backup" in said
