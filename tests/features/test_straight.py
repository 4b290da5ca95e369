"""Straight into a door: guests without a question, callers as themselves, and what else may come of it."""

from dataclasses import replace

import pytest
from boardroom import PASSWORD, Boardroom
from boxplay import play_by_lines
from callline import DUMB, XTERM, CallDouble
from public_keys import key_line

from door.call.api import CallStart
from door.records.access.failed_logons import FailedLogons
from door.records.access.played import tally
from door.records.callers.caller_file import CallerError
from door.server.services import session_for
from door.settings.access import goes_straight
from door.settings.doors import ExternalFile

STRAIGHT = CallStart(slug="shutbox", straight=True)
SSH = replace(XTERM, kind="ssh", door="shutbox")


async def gives_up(line: CallDouble) -> None:
    await line.press("q", "End this game")
    await line.press("g", "Practice:")


def words(line: CallDouble) -> str:
    return " ".join(line.screen.split())


def of_board(board: Boardroom, hints=SSH) -> CallStart:
    """How the board begins a call with those hints."""
    line, call = board.call(hints)
    call.cancel()
    return session_for(board.services, line, 9).plan


async def test_a_guest_plays_at_once_and_reads_how_to_keep_a_name(board):
    board.change("callers", guests=True)
    began = board.time()
    line, call = board.call(SSH, STRAIGHT)
    await line.shows(r"\d \+ \d = \d+")
    assert not board.lines("turn"), "a guest's game is practice"
    await gives_up(line)
    assert "call as NEW" in words(line)
    line.type("q")
    await line.closed()
    await call
    assert not board.lines("game")
    await board.until(lambda: not board.tasks, "the visit's note")
    month = f"{board.clock():%Y-%m}"
    visits = tally(board.store.journal.store, month, "shutbox")
    assert visits[::2] == (1, 1) and visits.seconds <= board.time() - began


async def test_and_in_plain_mode(board):
    board.change("callers", guests=True)
    line, _ = board.call(replace(DUMB, kind="ssh", door="shutbox"), STRAIGHT)
    await play_by_lines(line)
    assert "NEW at the log-on" in line.sent.decode()


async def test_a_board_that_takes_nobody_new_does_not_offer_it(board):
    board.change("callers", guests=True, new="closed")
    line, _ = board.call(SSH, STRAIGHT)
    await gives_up(line)
    assert "call as NEW" not in words(line)


async def test_without_guests_the_log_on_comes_first_and_then_the_door(board):
    await board.register("Alice", fast="on")
    line, _ = board.call(SSH, STRAIGHT)
    await line.shows("doesn.t take guests")
    await line.press("Alice\r", "Password for Alice")
    await line.press(f"{PASSWORD}\r", r"\d \+ \d = \d+")
    assert [turn["caller"] for turn in board.lines("turn")] == ["Alice"]


async def test_a_caller_with_a_proved_key_plays_as_themselves(board):
    await board.register("Alice", fast="on")
    line, _ = board.call(replace(SSH, handle="Alice", proved=True), STRAIGHT)
    await line.shows(r"\d \+ \d = \d+")
    assert [turn["caller"] for turn in board.lines("turn")] == ["Alice"]


async def test_guests_limits_hold(board):
    board.change("callers", guests=True, guest_level=5)
    board.change_door("shutbox", access_level=6)
    line, _ = board.call(SSH, STRAIGHT)
    await line.shows("Your handle.*level 6")
    await board.register("Alice", fast="on")
    await line.press("Alice\r", "Password for Alice")
    await line.press(f"{PASSWORD}\r", r"\d \+ \d = \d+")
    assert [turn["caller"] for turn in board.lines("turn")] == ["Alice"], "who logs on is no guest any more"
    for _ in range(30):
        board.services[FailedLogons].miss("", SSH.address, board.time())
    line, _ = board.call(SSH, STRAIGHT)
    await line.shows("Too many wrong passwords")


async def test_an_external_door_takes_guests_only_if_its_file_says_so(board, monkeypatch):
    monkeypatch.setattr("door.call.messages.NOTICE_TIME", 0.05)
    board.change("callers", guests=True)
    toy = ExternalFile(name="The Toy", command=("/bin/sh", "-c", "printf 'a toy'; cat"))
    board.settings = replace(board.settings, externals={"toy": toy})
    line, _ = board.call(SSH, CallStart(slug="toy", straight=True))
    await line.shows("Your handle.*Guests can.t enter this door")
    board.settings = replace(board.settings, externals={"toy": toy.model_copy(update={"guests": True})})
    line, call = board.call(SSH, CallStart(slug="toy", straight=True))
    await line.shows("a toy")
    line.type("\x1a\x1a")
    await line.closed()
    await call


@pytest.mark.parametrize(
    "named, yes", [(("all",), True), (("shutbox",), True), (("thieves",), False), ((), False)]
)
async def test_the_sysop_names_the_doors(board, named, yes):
    board.change("callers", straight=named)
    assert goes_straight(board.settings, "shutbox") is yes
    assert (of_board(board).slug == "shutbox") is yes
    assert of_board(board, replace(SSH, door="chess")).slug == ""


async def test_a_closed_door_and_a_name_that_is_no_door_lead_to_the_log_on(board):
    board.change_door("shutbox", enabled=False)
    assert of_board(board).slug == ""
    assert of_board(board, replace(SSH, kind="rlogin")).slug == "", "a board's visitor has proved itself"


async def test_nobody_registers_as_a_door(board):
    line, _ = board.call()
    await line.shows("Your handle")
    await line.press("new\r", "Choose a handle")
    await line.press("ShutBox\r", "reserved")


async def test_a_key_leads_to_its_caller_whatever_happens_to_them(board):
    await board.register("Alice")
    await board.register("Bob")
    line, blob = key_line()
    board.callers.add_key("Alice", line)
    assert board.callers.holder(blob).handle == "Alice"
    board.callers.add_key("Bob", line)
    assert board.callers.holder(blob).handle == "Alice", "the first one keeps it"
    board.callers.change("Alice", lambda caller: replace(caller, keys=()))
    assert board.callers.holder(blob) is None
    board.callers.note_holder("Bob", blob)
    assert board.callers.holder(blob).handle == "Bob"
    board.callers.note_holder("Alice", blob)
    assert board.callers.holder(blob).handle == "Bob", "Alice hasn't that key"
    with pytest.raises(CallerError):
        board.callers.add_key("Alice", "no key")
