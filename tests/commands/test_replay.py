"""`door replay ID`: to step through on a terminal, as text elsewhere, and as files."""

import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import game_lines
import pytest
from pty_client import PtyClient

from door import __version__
from door.games.chance import commitment
from door.records.journal.journal import Journal
from door.records.journal.lines import Fields, stamp
from door.records.store.files import Folder
from door.settings.skeleton import init

NOON = datetime(2026, 3, 5, 12, tzinfo=UTC)
SEED = bytes(32)
ROOT = Path(__file__).parent.parent.parent
Run = Callable[..., tuple[int, str, str]]


def put(board: Path, *lines: Fields) -> None:
    Journal(Folder(board / "data"), UTC, lambda: NOON).decide_now(list(lines))


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A board with a game given up, and a folder to write to in which one stands."""
    folder, t = tmp_path / "board", stamp(NOON)
    init(folder)
    (folder / "data" / "journal").mkdir(parents=True)
    turn = game_lines.turn(t, "abc1", "shutbox", "Ann", "2026-03-05", False, {}, commitment(SEED))
    ended = game_lines.game(t, "abc1", "shutbox", "Ann", ["Ann"], {}, SEED.hex(), ["quit"], 0, "2026-03")
    put(folder, turn, ended)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def replay(door: Run) -> Run:
    return partial(door, "replay")


def test_a_match_is_told_seat_by_seat(board, replay):
    t = stamp(NOON)
    put(board, {
        "kind": "table", "t": t, "id": "cc01", "door": "switchbox", "seats": ["Ann", "Bob"], "options": {},
        "clock": "3d", "rated": True, "commit": commitment(SEED), "words": ["hop", ""],
    }, {
        "kind": "match", "t": t, "id": "cc01", "seats": ["Ann", "Bob"], "seed": SEED.hex(),
        "moves": ["1", "2"], "times": [1, 2], "scores": [0, 0], "places": [2, 1], "end": "resigned", "by": 0,
    })  # fmt: skip
    code, out, err = replay("cc")
    assert (code, err) == (0, "") and "Players:    Ann, Bob" in out and "at a table (resigned), 0:0" in out
    assert "Words:      hop, " in out and "Ann: 1; " in out and "Bob: 2; " in out


def test_files_are_named_by_door_and_id_and_never_written_over_unasked(tmp_path, replay):
    code, out, err = replay("abc", "--cast", "--txt", "--ans")
    assert (code, err) == (0, "") and out.count("\n") == 3
    names = {f"shutbox-abc1.{kind}" for kind in ("cast", "txt", "ans")}
    assert names <= {path.name for path in tmp_path.iterdir()}
    (tmp_path / "shutbox-abc1.txt").write_text("mine")
    assert replay("abc", "--txt") == (1, "", "shutbox-abc1.txt exists. Use --force to overwrite it.\n")
    assert (tmp_path / "shutbox-abc1.txt").read_text() == "mine"
    assert replay("abc", "--txt", "--force")[0] == 0
    assert f"Drawn by The Door {__version__}" in (tmp_path / "shutbox-abc1.txt").read_text()


def test_what_a_link_points_to_is_never_written_over(tmp_path, replay):
    mine, link = tmp_path / "mine", tmp_path / "link.txt"
    mine.write_text("mine")
    for target in (mine, tmp_path / "nowhere"):
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        assert replay("abc", "--txt", "-o", "link.txt")[0] == 1 and link.is_symlink()
        assert replay("abc", "--txt", "--force", "-o", "link.txt")[0] == 0
        assert "Drawn by" in link.read_text() and not link.is_symlink()
        assert mine.read_text() == "mine" and not (tmp_path / "nowhere").exists()


def test_what_is_no_file_is_not_replaced_and_no_name_is_not_this_folder(tmp_path, replay):
    os.mkfifo(tmp_path / "pipe")
    assert replay("abc", "--txt", "--force", "-o", "pipe") == (1, "", "pipe is not a file.\n")
    code, out, err = replay("abc", "--txt", "-o", "")
    assert (code, out) == (2, "") and "the name is empty" in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board", "pipe"]


def test_one_name_is_for_one_file_and_a_folder_for_all(tmp_path, replay):
    assert replay("abc", "--cast3", "-o", "game.cast")[0] == 0
    assert (tmp_path / "game.cast").read_text().startswith('{"version": 3')
    code, _, err = replay("abc", "--cast", "--txt", "-o", "both")
    assert code == 1 and err.startswith("-o names one file")
    (tmp_path / "films").mkdir()
    assert replay("abc", "--cast", "--txt", "-o", "films")[0] == 0
    assert {path.name for path in (tmp_path / "films").iterdir()} == {"shutbox-abc1.cast", "shutbox-abc1.txt"}
    code, _, err = replay("abc", "--cast", "-o", "no/such/folder.cast")
    assert code == 1 and err.count("\n") == 1 and "folder.cast" in err


def test_a_dash_is_stdout_and_two_casts_are_not_one_file(tmp_path, replay):
    code, out, _ = replay("abc", "--cast3", "-o", "-")
    assert code == 0 and out.startswith('{"version": 3') and not (tmp_path / "-").exists()
    code, out, err = replay("abc", "--cast", "--cast3")
    assert (code, out) == (1, "") and err == "--cast and --cast3 write the same file. Choose one.\n"
    assert not list(tmp_path.glob("*.cast"))


def test_nothing_of_a_foreign_journal_names_a_file_elsewhere(board, tmp_path, replay):
    t, id, who = stamp(NOON), "../up\x1b[2J", "Z\x1bo"
    put(board, game_lines.game(t, id, "shutbox", who, [who], {}, SEED.hex(), ["quit"], 0, "2026-03"))
    code, out, err = replay("../up", "--txt", "--cast", "--ans", "--png")
    assert (code, err) == (0, "") and "\x1b" not in out
    names = sorted(path.name for path in tmp_path.glob("shutbox-*"))
    assert names == [f"shutbox-___up__2J.{kind}" for kind in ("ans", "cast", "png", "txt")]
    assert b"\x1b" not in (tmp_path / "shutbox-___up__2J.txt").read_bytes()
    assert b"\x1bo" not in b"".join((tmp_path / name).read_bytes() for name in names)


def test_a_size_too_small_for_the_screens_gives_text(tmp_path, replay):
    code, _, err = replay("abc", "--png", "--size", "60x20", "-o", "small.png")
    assert code == 0 and err == "60x20 is too small: screens need 80x24. Writing plain text instead.\n"
    assert not (tmp_path / "small.png").exists() and "Game over" in (tmp_path / "small.txt").read_text()


@pytest.mark.parametrize(
    "words", ["--size 80", "--size 0x0", "--pace 0", "--pace x", "--charset latin1", "--move x"]
)
def test_what_cannot_be_is_wrong_usage_in_a_sentence(replay, words):
    code, out, err = replay("abc", "--png", *words.split())
    assert code == 2 and out == "" and err.count("\n") == 1 and words.split()[1] in err


def test_a_wrong_id_an_open_game_and_a_move_there_is_not_are_sentences(board, replay):
    turn = game_lines.turn(stamp(NOON), "open", "shutbox", "Ann", "2026-03-05", False, {}, commitment(SEED))
    put(board, turn)
    assert replay("abd1", "--cast")[2] == "The journal has no game 'abd1'. The nearest is abc1.\n"
    assert replay("open", "--gif")[2] == "The game open isn't finished yet.\n"
    assert "CP437" in replay("abc1", "--ans", "--charset", "utf-8")[2]
    assert replay("abc1", "--png", "--move", "7")[2] == "The game abc1 has 1 move.\n"


def test_on_a_terminal_it_is_stepped_through(board, monkeypatch):
    monkeypatch.chdir(ROOT)
    client = PtyClient([sys.executable, "-m", "door", "--board", str(board), "replay", "abc"])
    client.see(b"Before move 1 of 1")
    client.type(b" ")
    client.see(b"Game over. Score: 0")
    client.type(b"v")
    client.see(b"PROVED just now")
    client.type(b"\r")
    client.see(b"play")
    client.type(b"q")
    assert client.end() == 0
