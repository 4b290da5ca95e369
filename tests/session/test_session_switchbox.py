"""Switchbox on a board: a win against a weaker computer reaches the tables, once, and proves itself."""

from __future__ import annotations

from pathlib import Path

from boardroom import Boardroom, boardroom
from callline import DUMB, CallDouble

from door.games.switchbox.computer import choose
from door.games.switchbox.rules import Game
from door.games.switchbox.state import State
from door.midend.doors import find
from door.records.audit import audit

switchbox = find("switchbox")


def state_of(board: Boardroom) -> State:
    state = board.sessions[-1].stack.top.state
    assert isinstance(state, State)
    return state


async def dropped(board: Boardroom, line: CallDouble, move: str) -> None:
    """A move is typed, and has been made."""
    made = state_of(board).made
    line.type(f"{move}\r")
    await board.until(lambda: state_of(board).made > made, "the move")


async def test_the_random_computer_is_beaten_on_the_books_once(tmp_path: Path) -> None:
    async with boardroom(tmp_path, doors=(switchbox,)) as board:
        await board.register("Alice")
        line, _ = board.proved_call("Alice", DUMB)
        await line.hears("command\\?")
        line.type("1\r")
        await line.hears(r"A contest game against the computer \(player\).*Play\?")
        line.type("s\r2 random\r\r")
        await line.hears("which entry")
        while True:
            game = state_of(board).game
            assert isinstance(game, Game)
            if game.over:
                break
            await dropped(board, line, choose(game, "skilled"))
        said = await line.hears(r"Alice won.*Game over\. Score: \d+.*again\?")
        assert "Next: practice, against the computer (random): you have beaten this one." in said
        (booked,) = board.lines("game")
        books = board.desk.books("switchbox", "Alice")
        assert books.score == booked["score"] == int(said.split("Score: ")[1].split()[0])
        assert books.turns_left == 4 and booked["options"] == {"level": "random"}
        assert books.tally["levels"]["random"] == {"played": 1, "won": 1, "tied": 0, "by": {"Alice": 1}}
        line.type("\r")
        await line.hears("This game is practice. It does not count.*which entry")
        line.type("t\r")
        await line.hears("Against random: 1 of 1 won by callers, 1 by you; most by Alice \\(1\\)")
        line.type("\rq\rg\r")
        await line.hears("Game over.*again\\?")
        assert len(board.lines("game")) == len(board.lines("turn")) == 1
    report = audit(tmp_path / "data" / "journal", {"switchbox": switchbox})
    assert report.faults == () and report.games == 1
