"""`door tables`: listed and ended, while a board runs or not."""

import asyncio
from pathlib import Path

import pytest
from boardroom import boardroom
from served import ready_folder

from door.cli import main
from door.play.match.values import Proposal
from door.screens.doors import find

SWITCHBOX = find("switchbox")


async def laid(folder: Path, *, alone: bool = False) -> str:
    """A rated table of Ann's, at which Bob sits too where she is not `alone`."""
    async with boardroom(folder, doors=(SWITCHBOX,)) as board:
        tables = board.store.tables
        what = Proposal(door="switchbox", options=SWITCHBOX.INFO.defaults(), clock="3d", rated=True)
        match = await tables.open_table("Ann", what)
        if not alone:
            await tables.do(match.terms.id, {"do": "sit", "seat": 1, "who": "Bob"})
        return match.terms.id


def run(folder: Path, *words: str) -> int:
    return main(["tables", *words, "--board", str(folder)])


def test_no_table(tmp_path, capsys):
    assert run(ready_folder(tmp_path / "board")) == 0
    assert capsys.readouterr() == ("No tables are open.\n", "")


def test_a_table_is_listed_and_ended(tmp_path, capsys):
    folder = ready_folder(tmp_path / "board")
    id = asyncio.run(laid(folder))
    (folder / "data" / "tables" / ".alive").write_text("2026-11-10T21:00:00.000Z")
    for words in ((), ("list",)):
        assert run(folder, *words) == 0
        head, row = capsys.readouterr().out.splitlines()
        assert head.split()[:3] == ["id", "door", "seats"]
        assert row.split()[:7] == [id, "switchbox", "Ann,", "Bob", "rated", "3d", "2026-11-10"]
        assert row.endswith("Ann to move, 2 days 23 hours"), "clocks stand still while the board is down"
    assert run(folder, "end", id[:6], "--why", "Ann has moved away") == 0
    assert capsys.readouterr().out == f"Table {id} of Ann and Bob has ended. This game was aborted.\n"
    assert run(folder) == 0
    assert capsys.readouterr().out == "No tables are open.\n"
    assert run(folder, "end", id, "--why", "again") == 1
    assert capsys.readouterr().err == "This game is over.\n"
    assert asyncio.run(read(folder, id)) == ("aborted", ("Sysop", "Ann has moved away"), 0)
    assert main(["audit", "--board", str(folder), "--jobs", "0"]) == 0


async def read(folder: Path, id: str) -> tuple[str, tuple[str, str], int]:
    """How it ended, what was said last, and Ann's rated games."""
    async with boardroom(folder, doors=(SWITCHBOX,)) as board:
        match = board.store.tables.get(id)
        assert match is not None
        assert [line["end"] for line in board.lines("match")] == ["aborted"]
        games = board.store.ledger.read(lambda ledger: ledger.ladder.strength("switchbox", "Ann"))
        return match.end, match.talk[-1], games.games if games else 0


def test_one_that_has_not_begun_leaves_no_line(tmp_path, capsys):
    folder = ready_folder(tmp_path / "board")
    id = asyncio.run(laid(folder, alone=True))
    assert run(folder, "end", id, "--why", "nobody came") == 0
    assert "This table was withdrawn" in capsys.readouterr().out
    assert not list((folder / "data" / "journal").glob("*.jsonl"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("end", "ffff", "--why", "x"), "No table's id starts with 'ffff'"),
        (("end", "", "--why", "x"), "No table's id starts with ''"),
        (("end", "{id}", "--why", " "), "Give a reason of at most 70 characters."),
        (("end", "{id}", "--why", "x" * 71), "Give a reason of at most 70 characters."),
    ],
)
def test_what_cannot_be_ended(tmp_path, words, said, capsys):
    folder = ready_folder(tmp_path / "board")
    id = asyncio.run(laid(folder))
    assert run(folder, *(word.format(id=id) for word in words)) == 1
    assert said in capsys.readouterr().err


def test_a_broken_file_is_told_of_and_the_others_are_listed(tmp_path, capsys):
    folder = ready_folder(tmp_path / "board")
    id = asyncio.run(laid(folder))
    (folder / "data" / "tables" / "0bad.jsonl").write_text("{}\n")
    assert run(folder) == 0
    out, err = capsys.readouterr()
    assert id in out and err == "tables/0bad.jsonl is not a table.\n"


def test_a_folder_that_cannot_be_read_is_named(tmp_path, capsys):
    data = ready_folder(tmp_path / "board") / "data"
    data.mkdir(exist_ok=True)
    (data / "tables").write_text("no folder")
    assert run(data.parent) == 1
    assert capsys.readouterr().err == f"{data}/tables cannot be read or written: not a directory.\n"
