"""`door callers import`: callers of another board come in with a one-time word, or nothing is done."""

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from effort import share

from door.cli import main
from door.records.callers.caller_file import Caller, CallerError
from door.records.callers.callers import Callers
from door.records.callers.imports import bring, read_rows, sift
from door.records.callers.once import fits_once, has_only_word, new_word, once
from door.records.files.owner import owning
from door.records.store.files import Folder
from door.settings.skeleton import init

NOW = datetime(2026, 11, 28, tzinfo=UTC)
GOOD = "handle,level,last_call\nAnn Lee,20,2024-05-01\nBob,,\n"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    init(tmp_path / "board")
    Callers(Folder(tmp_path / "board" / "data")).add(Caller("Carl"))
    return tmp_path / "board"


def callers(board: Path) -> Callers:
    return Callers(Folder(board / "data"))


def run(board: Path, text: str | bytes, *more: str) -> int:
    file = board / "list.csv"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return main(["callers", "import", str(file), *more, "--board", str(board)])


def test_each_caller_gets_a_word_and_keeps_level_and_last_call(board, capsys):
    assert run(board, GOOD) == 0
    out, err = capsys.readouterr()
    words = dict(line.split(",") for line in out.splitlines())
    assert list(words) == ["Ann Lee", "Bob"]
    assert "Imported 2 callers, left out 0 rows." in err
    ann, bob = callers(board).read("ann lee"), callers(board).read("bob")
    assert (ann.level, ann.last_call, bob.level, bob.last_call) == (20, "2024-05-01T00:00:00.000Z", 10, "")
    assert fits_once(ann, words["Ann Lee"], NOW) and not fits_once(bob, words["Ann Lee"], NOW)
    assert fits_once(ann, words["Ann Lee"].upper().replace("-", " "), NOW)
    file = (board / "data" / "callers" / "Ann Lee.yaml").read_text()
    assert words["Ann Lee"] not in file


def test_a_dry_run_writes_nothing(board, capsys):
    assert run(board, GOOD, "--dry-run") == 0
    out, err = capsys.readouterr()
    assert out == "Ann Lee\nBob\nWould import 2 callers and leave out 0 rows.\n" and not err
    assert callers(board).read("Bob") is None


def test_what_clashes_is_listed_and_left_out(board, capsys):
    text = (
        "Handle,Level,Last call\ncarl,1,\nCar1,1,\nSysop,1,\nshutbox,1,\nx,1,\nDan,99999,\nEve,1,yesterday\n"
    )
    assert run(board, text + "Fay,5,2026/01/02 10:20\nFAY,5,\n\n") == 0
    out, err = capsys.readouterr()
    assert [line.partition(",")[0] for line in out.splitlines()] == ["Fay"]
    told = [line.partition("list.csv, ")[2] for line in err.splitlines() if "list.csv" in line]
    assert [line.partition(":")[0] for line in told] == [f"line {n}" for n in (2, 3, 4, 5, 6, 7, 8, 10)]
    assert "left out 8 rows" in err
    assert callers(board).read("Fay").last_call == "2026-01-02T10:20:00.000Z"
    assert run(board, "handle\nFay\nGil\n") == 0, "the same list again brings only who is missing"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,level\nAnn,1\n", "needs a first line with the columns handle, level, last_call"),
        ("", "needs a first line"),
        ("handle,handle\nAnn,1\n", "needs a first line"),
        ("handle,level\nAnn,1\nBob\n", "line 3 has 1 value for 2 columns. Nothing was imported."),
        ('handle,level\n"Ann,1\n', "Nothing was imported."),
        ("handle\nJos\xe9\n".encode("latin-1"), "is not UTF-8 in line 2. Save it as UTF-8."),
        (GOOD.encode("utf-16"), "is not UTF-8 in line 1"),
        (b"handle\nA\0b\n", "is not UTF-8 in line 1"),
    ],
)
def test_a_file_that_is_no_list_does_nothing(board, capsys, text, said):
    assert run(board, text) == 1
    out, err = capsys.readouterr()
    assert said in err and not out and err.count("\n") == 1
    assert [caller.handle for caller in callers(board).each()] == ["Carl"]


def test_a_missing_file_and_a_board_that_runs(board, capsys):
    assert main(["callers", "import", str(board / "no.csv"), "--board", str(board)]) == 1
    assert "can't be read: No such file or directory." in capsys.readouterr().err
    with owning(board / "data"):
        assert run(board, GOOD, "--dry-run") == 0
        assert run(board, GOOD) == 1
    assert "Stop the board first" in capsys.readouterr().err
    assert callers(board).read("Bob") is None


@pytest.mark.whole("commands")
def test_a_long_list_is_read_in_seconds(board):
    count = share(100_000)
    text = "handle,level,last_call\n" + "".join(f"Caller {n},10,2020-01-01\n" for n in range(count))
    began = time.process_time()
    rows = read_rows(text.encode(), "list.csv")
    found = sift(callers(board), rows, 10, (), "2026-11-28T00:00:00.000Z")
    assert len(rows) == count and len(found.new) + len(found.out) == count
    assert time.process_time() - began < 60, "far more than it takes"
    told: list[str] = []
    written = list(bring(callers(board), found.new[:450], lambda handle, word: told.append(handle)))
    assert written == [200, 400, 450] and len(told) == 450


def test_the_words_are_told_before_their_callers_are_there(board):
    there = callers(board)
    told: list[bool] = []
    list(
        bring(
            there, [Caller("Ann"), Caller("Bob")], lambda handle, word: told.append(bool(there.read(handle)))
        )
    )
    assert told == [False, False]
    with pytest.raises(CallerError, match="0 callers are imported"):
        list(bring(there, [Caller("Dora"), Caller("Bob")], lambda handle, word: None))
    assert there.read("Dora") is None, "all of a batch or none"


def test_a_word_is_long_and_its_hash_is_no_password():
    words = {new_word() for _ in range(100)}
    assert len(words) == 100 and all(len(word) == 19 for word in words)
    assert has_only_word(Caller("A", word=once("abcd"))) and not has_only_word(Caller("A"))
    assert not fits_once(Caller("A"), "", NOW) and not fits_once(Caller("A", password="abcd"), "abcd", NOW)


def test_the_doors_command_tells_what_is_played(board, capsys):

    from door.records.access.played import note

    today = f"{datetime.now(UTC):%Y-%m-%d}"
    for _ in range(3):
        note(Folder(board / "data"), "thieves", "Ann", today, 100)
    assert main(["doors", "--board", str(board)]) == 0
    head, first, *rest = capsys.readouterr().out.splitlines()
    assert head.split()[1:] == ["visits", "minutes", "callers", "came", "back"]
    assert first.split()[-4:] == ["3", "5", "1", "0"] and "Forty Thieves" in first
    assert len(rest) == 4 + 1 + 5
