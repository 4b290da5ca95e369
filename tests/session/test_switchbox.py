"""Switchbox on a board: a weaker computer is beaten on the books once; a daily deal, dropped and proved."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from boardroom import Boardroom, boardroom
from callline import DUMB, CallDouble

from door.games.game import Table
from door.games.switchbox.computer import choose
from door.games.switchbox.motion import RoundEnd
from door.games.switchbox.rules import Game
from door.midend.doors import find
from door.records.audit.audit import audit

switchbox = find("switchbox")


def table_of(board: Boardroom) -> Table:
    table = board.state.table
    assert table is not None
    return table


async def typed(board: Boardroom, line: CallDouble, text: str) -> None:
    """A line is typed, and the table is another, all computers having answered."""
    shown = table_of(board)
    line.type(f"{text}\r")
    await board.until(lambda: table_of(board) is not shown and not board.state.awaited, "the next table")


async def played(board: Boardroom, line: CallDouble, balls: int = 1000) -> None:
    """So many of the caller's balls, well chosen, or the game to its end; round ends are read."""
    while board.state.scene == "play" and balls:
        game = table_of(board).position
        assert isinstance(game, Game)
        if isinstance(table_of(board).frame, RoundEnd):
            await typed(board, line, "")
        else:
            await typed(board, line, choose(game, "skilled"))
            balls -= 1


async def at_the_title(board: Boardroom) -> CallDouble:
    await board.register("Alice")
    line, _ = board.proved_call("Alice", DUMB)
    await line.hears("command\\?")
    line.type("1\r")
    await line.hears(r"Enter: against the regular computer\..*Play\?")
    return line


async def test_the_random_computer_is_beaten_on_the_books_once(tmp_path: Path) -> None:
    async with boardroom(tmp_path, doors=(switchbox,)) as board:
        line = await at_the_title(board)
        line.type("s\rseat2 random\r\r")
        await line.hears(r"Seat 2: computer: random\..*Play\?")
        line.type("\r")
        await line.hears("which entry")
        await played(board, line)
        said = await line.hears(r"Alice won.*Game over\. Score: \d+.*This month: .*again\?")
        (booked,) = board.lines("game")
        books = board.store.books("switchbox", "Alice")
        assert books.score == booked["score"] == int(said.split("Score: ")[1].split()[0])
        assert books.turns_left == 4 and booked["options"] == {"level": "random"}
        assert booked["seats"] == ["Alice", "computer:random"]
        assert books.tally["levels"]["random"] == {"played": 1, "won": 1, "tied": 0, "by": {"Alice": 1}}
        line.type("y\r")
        await line.hears("Alice against the computer \\(regular\\).*which entry")
        line.type("b\r")
        await line.hears("against random, played 1, won 1, tied 0, you won 1, most won by Alice \\(1\\)")
        line.type("\rq\rg\r")
        await line.hears("Game over.*This month: .*again\\?")
        assert len(board.lines("game")) == len(board.lines("turn")) == 2
        assert board.lines("game")[1]["options"] == {}, "the usual game, whatever its level is called"
    report = audit(tmp_path / "data" / "journal", {"switchbox": switchbox})
    assert report.faults == () and report.games == 2


async def test_a_daily_deal_is_dropped_goes_on_and_is_proved_the_next_day(tmp_path: Path) -> None:
    async with boardroom(tmp_path, doors=(switchbox,)) as board:
        line = await at_the_title(board)
        line.type("d\ry\r")
        await line.hears("Alice against the box.*The box: a random ball.*which entry")
        await played(board, line, 1)
        moves = table_of(board).moves
        line.type("q\rl\r")
        await line.hears("command\\?")
        line.type("1\r")
        await line.hears("Daily deal: your game is waiting.*Play\\?")
        line.type("d\ry\r")
        await line.hears("Your game goes on with the same box.*which entry")
        assert table_of(board).moves[: len(moves)] == moves
        await played(board, line)
        said = await line.hears(r"Game over\. Score: -?\d+.*Today.*Enter to go on.*day's table.*?\):")
        assert "shown tomorrow" in said and board.lines("turn") == board.lines("game") == []
        (score,) = board.lines("daily_score")
        board.clock.now = datetime(2026, 11, 11, 1, 0, tzinfo=board.zone)
        await board.store.refresh()
        (game,) = board.lines("daily_game")
        assert game["seats"] == ["Alice"] and game["options"] == {"solitaire": True}
        assert game["score"] == score["score"]
    report = audit(tmp_path / "data" / "journal", {"switchbox": switchbox})
    assert report.faults == () and report.games == 1
