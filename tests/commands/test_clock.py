"""`door clock`: the ways out when the machine's clock was wrong."""

import asyncio
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from boardroom import Boardroom, boardroom
from served import door, ready_folder, served

from door.cli import main
from door.play.match.values import Proposal
from door.records.clock import KEPT, NOTE, STAND
from door.records.daily.days import Seeds
from door.records.play.lifecycle import GameWish
from door.records.store.files import Folder
from door.screens.doors import find

SHUTBOX, THIEVES, SWITCHBOX = find("shutbox"), find("thieves"), find("switchbox")


def run(folder: Path, *words: str) -> int:
    return main(["clock", *words, "--board", str(folder)])


async def game(board: Boardroom, caller: str, daily: bool = False) -> None:
    begun = await board.store.games.begin(
        board.store.daily if daily else board.store.ranked,
        GameWish("thieves" if daily else "shutbox", caller),
    )
    if not daily:
        board.store.games.add_move(begun.record.id, "quit")
        await board.store.games.finish(begun.record.id)


async def lay(folder: Path, ahead: timedelta) -> tuple[str, str]:
    """A board that ran yesterday, and then with a clock so far ahead; its two tables."""
    async with boardroom(folder, doors=(SHUTBOX, THIEVES, SWITCHBOX)) as board:
        board.clock.now = datetime.now(UTC) - timedelta(hours=1)
        await game(board, "Ann")
        await game(board, "Ann", daily=True)
        first = await table(board)
        board.clock.now += ahead
        await board.store.refresh()
        await board.store.roll_over()
        await game(board, "Bob")
        await board.store.tables.do(first, {"do": "say", "who": "Ann", "text": "happy new year"})
        return first, await table(board)


async def table(board: Boardroom) -> str:
    what = Proposal(door="switchbox", options=SWITCHBOX.INFO.defaults(), clock="7d")
    match = await board.store.tables.open_table("Ann", what)
    await board.store.tables.do(match.terms.id, {"do": "sit", "seat": 1, "who": "Bob"})
    return match.terms.id


def kinds(folder: Path) -> list[str]:
    files = sorted((folder / "data" / "journal").glob("*.jsonl"))
    return [json.loads(line)["kind"] for file in files for line in file.read_text().splitlines()]


def test_a_board_whose_clock_is_right(tmp_path, capsys):
    folder = ready_folder(tmp_path / "board")
    assert run(folder) == 0
    out = capsys.readouterr().out
    assert out.startswith("Machine's clock     20") and "Journal's last line none" in out
    assert "ahead" not in out
    assert run(folder, "believe") == 1 and run(folder, "back", "--yes") == 1
    assert capsys.readouterr().err.splitlines()[0] == "The board does not doubt the clock."


def test_what_a_wrong_clock_has_left_is_taken_out(tmp_path, capsys):
    folder = ready_folder(tmp_path / "board")
    ahead = timedelta(days=1131)
    first, second = asyncio.run(lay(folder, ahead))
    data, today = folder / "data", datetime.now(UTC)
    before = kinds(folder)
    assert {"winners", "reveal"} < set(before)
    assert run(folder) == 0
    assert "The journal is 1131 days ahead of the clock" in capsys.readouterr().out
    assert main(["check", "--board", str(folder)]) == 0
    assert "Warning: the journal is 1131 days ahead of the clock" in capsys.readouterr().out
    assert run(folder, "back") == 1, "a question that nobody can answer"
    assert kinds(folder) == before
    capsys.readouterr()
    assert run(folder, "back", "--yes") == 0
    out = capsys.readouterr().out
    assert "taken out of the journal (1 daily_game, " in out and "2 tables taken back" in out
    assert kinds(folder) == ["turn", "game", "daily", "daily", "daily_turn", "table"]
    for month in (data / "journal").glob(f"*{KEPT}"):
        assert json.loads(month.read_text().splitlines()[0])["t"] > today.isoformat()
    assert (data / "tables" / f"{second}.jsonl{KEPT}").exists()
    assert not (data / "tables" / f"{second}.jsonl").exists()
    assert "happy new year" not in (data / "tables" / f"{first}.jsonl").read_text()
    assert run(folder) == 0
    assert "ahead" not in capsys.readouterr().out
    assert door("audit", "--jobs", "0", board=folder).returncode == 0
    asyncio.run(goes_on(folder))


async def goes_on(folder: Path) -> None:
    """Today's deal has its seed again, and games are of this month."""
    async with boardroom(folder, doors=(SHUTBOX, THIEVES, SWITCHBOX)) as board:
        board.clock.now = datetime.now(UTC)
        assert board.store.days.seed_of(f"{datetime.now(UTC) - timedelta(hours=1):%Y-%m-%d}")
        await game(board, "Bob")
        assert board.lines("game")[-1]["month"] == f"{datetime.now(UTC):%Y-%m}"
        assert len(board.store.tables.of("Ann")) == 1


def test_a_running_board_is_stopped_first(tmp_path, capsys):
    folder = ready_folder(tmp_path / "board")
    asyncio.run(lay(folder, timedelta(days=40)))
    with served(folder) as board:
        board.logged("behind the journal; the board's time waits for it.  `door clock`")
        assert run(folder, "back", "--yes") == 1
    assert capsys.readouterr().err == "The board runs. Stop it first.\n"


def test_a_leap_is_confirmed_and_turns_wait_for_that(tmp_path, capsys):
    folder = ready_folder(tmp_path / "board", "Ann")
    (folder / "data" / "tables").mkdir(parents=True, exist_ok=True)
    then = datetime.now(UTC) - timedelta(days=40)
    alive = folder / "data" / "tables" / ".alive"
    alive.write_text(f"{then:%Y-%m-%dT%H:%M:%S}.000Z")
    os.utime(alive, (then.timestamp(), then.timestamp()))
    turns = ["callers", "turns", "Ann", "shutbox", "1", "--board", str(folder)]
    assert main(turns) == 1
    assert capsys.readouterr().err.endswith("ahead of the board's time; see `door clock` first.\n")
    assert run(folder) == 0
    assert "which does not believe it yet.\nIf the clock is right, run `door clock believe`" in (
        capsys.readouterr().out
    )
    assert json.loads((folder / "data" / NOTE).read_text())["said"] > 0 < STAND
    with served(folder) as board:
        board.logged("40 days ahead of the board's time")
        assert run(folder, "believe") == 0
        board.logged("The clock is believed: the board's time is ")
    assert main(turns) == 0
    assert f"{datetime.now(UTC):%Y-%m-%d}" in capsys.readouterr().out


def test_seeds_are_restored_as_they_were(tmp_path):
    seeds = Seeds(Folder(tmp_path))
    seed, _ = seeds.make("2026-11-26")
    seeds.restore("2026-11-26", seed.hex())
    assert seeds.make("2026-11-26") == (seed, None)
    seeds.delete("2026-11-26")
    assert seeds.make("2026-11-26")[1]
