"""Callers whom the sysop has yet to validate (callers.new: validate): what they may, how they are told."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from boardroom import Boardroom, boardroom
from callline import DUMB, CallDouble

from door.call.stack import Layer
from door.commands.callers import CALLERS
from door.features.bulletins.pages import CROWD
from door.features.chat.pages import SayInChat
from door.features.chat.room import Chat
from door.features.desk.handlers import accounts
from door.features.every import FEATURES
from door.features.messages.asks import Send
from door.features.tables import rules
from door.pages.api import Done
from door.play.api import PuzzleAnswered
from door.records.community.letters import SYSOP, Letters
from door.ui.texts import tr


@pytest.fixture
async def board(tmp_path: Path) -> AsyncIterator[Boardroom]:
    async with boardroom(tmp_path) as board:
        board.change("callers", new="validate")
        await board.register("Sue", fast="on", expert="on", sysop=True)
        yield board


async def joined(board: Boardroom, handle: str = "Zoe") -> CallDouble:
    """A new caller, in plain mode at the menu."""
    line, _ = board.call(DUMB)
    await line.hears("Your handle")
    await line.say(f"{handle}\r", "Join the board")
    await line.say("y\r", "Your games here are practice until the sysop validates you.*Choose a password")
    await line.say("secret1\rsecret1\r", "A First Game.*command\\?")
    await line.say("\r\r\r", "validated you yet, so your games are practice.*Main menu command\\?")
    return line


async def test_what_a_new_caller_plays_is_practice_until_the_sysop_validates_them(board):
    zoe = await joined(board)
    await zoe.say("1\r\r", "This is practice, because the sysop hasn't validated you yet.*Seal: ")
    zoe.type("q\ry\r")
    assert board.lines("turn") == [] and board.callers.get_or_raise("Zoe").unvalidated
    sue, _ = board.proved_call("Sue")
    await sue.shows("1 letter to the sysop under Feedback")
    await sue.press("!", "2 nodes in use, 1 new caller, 1 to validate")
    await sue.press("f", "Zoe +is new and waiting to be validated.*V.* Validate")
    await sue.press("v", "No letters this month.*Zoe has been validated")
    await zoe.hears("You have been validated. Your games count from now on")
    assert not board.callers.get_or_raise("Zoe").unvalidated
    await board.loses(zoe, "Zoe")
    zoe, _ = board.proved_call("Zoe", DUMB)
    assert "validated you" not in await zoe.hears("1 new letter.*Main menu command\\?")
    await zoe.say("1\r\r", "Seal: ")
    assert [line["caller"] for line in board.lines("turn")] == ["Zoe"]


async def test_they_are_told_at_each_call_and_leave_letters_to_the_sysop_alone(board):
    await board.register("Bob")
    await board.loses(await joined(board), "Zoe")
    zoe, _ = board.proved_call("Zoe", DUMB)
    await zoe.hears("The sysop hasn't validated you.*Main menu command\\?")
    refused = "You can write only to the sysop until the sysop validates you"
    await zoe.say("o\ro\rhello\r", refused)
    await zoe.say("\r\r\rm\rn\rbob\r", refused)
    board.clock.on(minutes=2)
    await zoe.say("\x03\r\rf\rWho am I?\r\r", "The sysop has your letter")
    letters = board.services[Letters]
    assert [one.about for one in letters.box(SYSOP)] == ["waits", ""] and letters.box("Bob") == ()
    session = board.sessions[-1]
    why = rules.may_rate(session.services, session.who)
    assert why == "The sysop hasn't validated you yet, so your games are unrated."


async def test_who_is_off_finds_a_letter_and_no_wait_between_two_letters_keeps_it_back(board):
    await board.loses(await joined(board), "Zoe")
    letters = board.services[Letters]
    assert letters.send("Sue", "Zoe", ["Welcome!"]) == ""
    hand = accounts(board.services, "Sue")
    assert hand.validate("zoe") == "Zoe has been validated."
    assert hand.validate("Zoe") == "Zoe has already been validated."
    assert [one.lines[0] for one in letters.box("Zoe")][1:] == [
        "You have been validated. Your games count from now on."
    ]
    assert letters.box(SYSOP) == ()


async def test_the_page_of_a_caller_validates_too_and_an_open_board_asks_nobody(board):
    await board.loses(await joined(board), "Zoe")
    sue, _ = board.proved_call("Sue")
    await sue.shows("press a door's number")
    await sue.press("!c", "Zoe .*not validated")
    await sue.press("fZoe\r\r", "Validated: +no.*V.* Validate")
    screen = await sue.press("v", "Banned: +no\\s+Password:.*Zoe has been validated")
    assert "Validate" not in screen
    await board.register("Al")
    assert not board.callers.get_or_raise("Al").unvalidated and "validate" in CALLERS


async def test_others_hear_nothing_of_them_and_the_sysop_does(board):
    await board.register("Bob", fast="on", expert="on")
    bob, _ = board.proved_call("Bob")
    await bob.shows("Main menu|door's number")
    sue, _ = board.proved_call("Sue")
    await sue.shows("door's number")
    await (await joined(board)).say("chat\r", "Say:")
    zoe, (there, sysop) = board.sessions[-1], board.sessions[:2]
    top = zoe.stack.top
    refused = "You can write only to the sysop until the sysop validates you"
    answer = FEATURES.handlers.answer
    assert refused in (await answer(zoe, top, Send(there.node, "Bob", "Buy it!"))).why
    assert await answer(zoe, top, Send(sysop.node, "Sue", "Who are you?")) == Done(
        tr.people.message_sent(handle="Sue")
    )
    assert refused in rules.may_challenge(zoe, "shutbox", "Bob")
    await answer(zoe, top, SayInChat("Buy it!"))
    assert refused in zoe.messages.notice and board.services[Chat].talk.latest(None) == ()
    assert there.messages.notice == "" and "Zoe says: Who are you?" in sysop.messages.notice


async def test_a_caller_whom_nothing_is_sent_to_reads_why(board):
    line = await joined(board)
    await line.say("settings\r", "Which setting")
    await line.say("outside\r", "The sysop has to validate you first")
    await line.say("feed on\r", "The sysop has to validate you first")


async def test_only_answers_of_callers_whose_games_count_are_among_a_puzzle_s(board):
    board.change("callers", guests=True)
    await joined(board)
    sue, _ = board.proved_call("Sue")
    await sue.shows("door's number")
    guest, _ = board.call(DUMB)
    await guest.hears("or GUEST")
    await guest.say("guest\r", "command\\?")
    answer, shutbox = FEATURES.handlers.answer, Layer(None, None, "", "shutbox")
    for call in board.sessions:
        await answer(call, shutbox, PuzzleAnswered("2026-11-10", call.who.handle, False))
    for call, own in zip(board.sessions, ("", "Sue", ""), strict=True):
        crowds = [
            (await answer(call, shutbox, CROWD(f"shutbox 2026-11-{day}"))).value for day in ("09", "10")
        ]
        assert [crowd.own for crowd in crowds] == ["", own]
        assert [[one.callers for one in crowd.chosen] for crowd in crowds] == [[], [1]]
