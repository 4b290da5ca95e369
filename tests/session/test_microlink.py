"""MicroLink on a board: the boss's screen and black and white reach the call's own line; a game dropped at
its prompt goes on, the daily deal is five turns alone, and the audit proves them."""

from __future__ import annotations

from pathlib import Path

import pytest
from boardroom import boardroom
from callline import DUMB, SYNCTERM

from door.midend.doors import find
from door.records.audit.audit import audit

MICROLINK = find("microlink")


@pytest.fixture
async def board(tmp_path):
    async with boardroom(tmp_path, doors=(MICROLINK,)) as open_board:
        await open_board.register("Ann", fast="on", expert="on")
        yield open_board


async def at_table(board):
    line, _ = board.proved_call("Ann", SYNCTERM)
    await line.shows("This is call")
    line.type("1")
    await line.shows("Press Enter to play")
    line.type("\r")
    await line.shows("[pP]ress Enter to roll")
    return line


def top(line):
    """The first row of the caller's terminal: its characters and its colours."""
    cells = [line.terminal.cell(x, 0) for x in range(80)]
    return "".join(cell.char for cell in cells).strip(), {(cell.fore, cell.back) for cell in cells}


async def test_the_boss_sees_nothing_of_a_board(board):
    line = await at_table(board)
    assert "Ann" in top(line)[0]
    line.type("b")
    screen = await line.shows(r"C:.LEDGER>")
    assert top(line)[0] == "" and "Help" not in screen and "MicroLink" not in screen
    line.type("ok\r")
    await line.shows("[pP]ress Enter to roll")
    assert "MicroLink Shut The Box" in top(line)[0]


async def test_black_and_white_has_no_colour_anywhere_while_it_is_on(board):
    line = await at_table(board)
    line.type("w")
    await line.shows("Black and white: yes")
    cells = {line.terminal.cell(x, y) for y in range(24) for x in range(80)}
    assert {cell.fore for cell in cells if cell.char != " "} <= {0, 7, 8, 15}
    assert {cell.back for cell in cells} <= {0, 7}
    line.type("w")
    await line.shows("Black and white: no")
    assert (7, 1) in top(line)[1]


async def test_a_game_dropped_in_mid_choice_goes_on_with_the_same_dice(board):
    line = await at_table(board)
    line.type("\r")
    roll = (await line.shows(r"\d \+ \d = \d+")).partition("=")[0][-8:]
    line.drop()
    line, _ = board.proved_call("Ann", SYNCTERM)
    await line.shows("This is call")
    line.type("1")
    await line.shows("A game of yours is waiting")
    line.type("\r")
    screen = await line.shows("Your game goes on with the same dice")
    assert roll.strip() in screen and len(board.lines("turn")) == 1


async def test_the_daily_deal_is_played_alone_and_proved(board, tmp_path: Path):
    board.callers.change("Ann", lambda caller: caller.remember("microlink", "seat2", "expert"))
    line, _ = board.proved_call("Ann", DUMB)
    await line.hears(r"command\?")
    line.type("1\rd\ry\r")
    await line.hears("Doors to shut")
    line.type("q\rg\r")
    await line.hears(r"Game over\. Score: 0")
    line.type("g\r")
    await line.hears("doors to shut")
    line.type("q\rg\r")
    await line.hears(r"Game over\. Score: 0")
    await board.until(lambda: board.lines("game"))
    (game,) = board.lines("game")
    assert game["seats"] == ["Ann", "computer:expert"] and game["result"]["given_up"]
    (deal,) = board.lines("daily_score")
    assert deal["door"] == "microlink" and deal["score"] == 0
    report = audit(tmp_path / "data" / "journal", {"microlink": MICROLINK})
    assert report.faults == () and report.games == 1
