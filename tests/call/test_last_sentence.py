"""A call's last sentence: whole, alone on its row, on a terminal that is left as it was."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime

import pytest
from boardroom import PASSWORD, Boardroom, boardroom
from callline import DUMB, SYNCTERM, XTERM, CallDouble

from door.call import refresh
from door.call.loop import Session
from door.features.desk import calls
from door.ui.texts import tr

pytestmark = pytest.mark.files("it is about screens: its records are those of any call")

LONG = "Rude words on the wall, in spite of what was said about it last week."


async def banned(board: Boardroom, there: Session) -> str:
    await calls.RUN["ban"](board.services, "Maggie", there.info(), LONG)
    return f"You are banned from this board: {LONG}"


async def hung_up(board: Boardroom, there: Session) -> str:
    await calls.RUN["hang-up"](board.services, "Maggie", there.info(), "Bed time.")
    return "Bed time."


async def idle(board: Boardroom, there: Session) -> str:
    there.clock.limit(0.001, 0, None)
    return "You have been idle too long."


async def out_of_time(board: Boardroom, there: Session) -> str:
    there.clock.limit(0, 0.001, None)
    return "Your time for this call is up."


async def closed(board: Boardroom, there: Session) -> str:
    board.change("board", hours=("20:00-21:00",))
    board.clock.now = datetime(2026, 11, 10, 21, 0, tzinfo=board.zone)
    there.receive(refresh.Refresh(look=True))
    return "The board closes now. It opens tomorrow at 20:00 (UTC)."


async def called_again(board: Boardroom, there: Session) -> str:
    board.proved_call(there.who.handle)
    return tr.call.logged_on_elsewhere()


Ending = Callable[[Boardroom, Session], Awaitable[str]]


@pytest.mark.parametrize("hints", [XTERM, SYNCTERM, replace(XTERM, size=(132, 50))])
@pytest.mark.parametrize("end", [banned, hung_up, idle, out_of_time, closed, called_again])
async def test_every_involuntary_end_is_told_on_rows_of_its_own(board, end, hints):
    await board.register("Ann")
    line, _ = board.proved_call("Ann", hints)
    await line.shows("Hello, Ann.*press a door's number")
    sentence = await end(board, board.sessions[0])
    await line.closed()
    left_as_it_was(line, sentence)
    assert "press a door's number" not in line.screen, "the keys are no longer valid"


def left_as_it_was(line: CallDouble, sentence: str) -> None:
    """The sentence is all there is at the foot of the screen, and every mode is reset."""
    width, rows = line.terminal.cols, line.screen.split("\n")
    assert rows[-1] == "", "the terminal's own prompt comes on a row of its own"
    foot = [rows[-2]] if len(sentence) < width else rows[-3:-1]
    assert " ".join(foot) == sentence
    assert not line.terminal.cursor_hidden and not line.terminal.ice
    assert {line.terminal.cell(x, len(rows) - 1).back for x in range(width)} == {0}
    assert line.sent.count(b"\x1b[?1000h") == line.sent.count(b"\x1b[?1000l")


async def test_after_the_last_wrong_password_the_end_is_told(board):
    await board.register("Ann")
    board.change("limits", logon_attempts=2)
    line, _ = board.call()
    await line.shows("Your handle")
    await line.press("Ann\rnot it at all\r", "Wrong password\\. If you have lost it")
    line.type("nor is this\r")
    await line.closed()
    left_as_it_was(line, "Wrong password. Goodbye.")


async def test_whoever_leaves_finds_no_keys_below(board):
    line = await board.at_menu("Ann")
    await line.press("g", "Hang up")
    line.type("\r")
    await line.closed()
    assert line.screen.split("\n")[-1] == "" and not line.terminal.cursor_hidden


@pytest.mark.parametrize("key", ["\r", "p", ""], ids=["contest", "practice", "no game"])
async def test_a_game_is_spoken_of_only_where_one_waits(tmp_path, key):
    waits = key == "\r"
    async with boardroom(tmp_path) as board:
        line = await board.at_menu("Ann", fast="on")
        if key:
            await line.press("1", "Enter to play")
            await line.press(key, "to match")
        again, _ = board.proved_call("Ann", DUMB)
        await line.closed()
        left_as_it_was(
            line,
            f"{tr.call.logged_on_elsewhere} Your game continues there."
            if waits
            else tr.call.logged_on_elsewhere(),
        )
        await again.hears("your game is waiting" if waits else "turns left 5")


async def test_in_plain_mode_it_is_a_line_of_its_own_folded_at_words(board):
    await board.register("Ann", PASSWORD)
    line, _ = board.proved_call("Ann", DUMB)
    await line.hears("Main menu command\\? ")
    sentence = await banned(board, board.sessions[0])
    await line.closed()
    lines = line.sent.decode().split("\r\n")
    assert lines[-1] == "" and all(len(text) < 80 for text in lines)
    assert " ".join(" ".join(lines[-3:-1]).split()) == sentence
