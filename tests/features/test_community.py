"""Callers among themselves: the wall, last callers, messages, letters, profiles, guests."""

import asyncio
import base64
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from threading import Event

import pytest
from boxplay import play_by_lines
from callline import DUMB, SYNCTERM
from store_kit import text_of

from door.call.messages import SEND_WAIT
from door.features.callers import handlers
from door.features.callers.handlers import birthday
from door.features.every import FEATURES
from door.features.forum.asks import ANSWER_THREAD, BEGIN_THREAD
from door.features.letters.asks import Delete, Write
from door.features.messages.asks import Send
from door.features.settings import handlers as account
from door.features.settings.pages import CHANNELS, FEED
from door.features.wall.pages import POST
from door.pages.api import ADD_KEY, DROP_KEY, PROFILE, EnterAsGuest
from door.records.callers.caller_file import Caller
from door.records.community.community import LastCall, LastCalls, Wall
from door.ui.screen import No
from door.ui.texts import tr

BLOB = b"\0\0\0\x0bssh-ed25519\0\0\0 " + bytes(32)
KEY = f"ssh-ed25519 {base64.b64encode(BLOB).decode()} alice@home"


async def test_a_line_on_the_wall_by_keys(board):
    alice = await board.at_menu("Alice", fast="on")
    await alice.press("o", "The wall is bare")
    await alice.press("o", "Line:")
    alice.type("snake eyes again\r")
    await alice.shows("Alice, 10 Nov, 20:00.*snake eyes again.*Your line is on the wall")
    await alice.press("otwice\r", "Line: twice.*You can send one a minute. Please wait 60 seconds")
    board.clock.on(minutes=1)
    await alice.press("\r", "Alice, 10 Nov, 20:01.*twice.*Your line is on the wall")
    await alice.press("otwi\x1b", "Write a line")
    await alice.press("q", "Hello, Alice")


async def test_a_line_on_the_wall_in_plain_mode(board):
    alice = await board.at_menu("Alice", DUMB, fast="on")
    await alice.say("one-liners\r", "The wall is bare.*O: Write a line, Enter to go back")
    await alice.say("o\r", "At most 70 characters. Line:")
    await alice.say("snake eyes again\r", "Your line is on the wall.*Alice, 10 Nov, 20:00 snake eyes again")
    await alice.say("\r", "command\\?")


async def test_what_happened_since_the_last_call_comes_before_the_menu(board):
    alice = await board.at_menu("Alice", fast="on")
    await alice.press("oowelcome, all of you\r", "Your line is on the wall")
    await alice.press("q", "Hello")
    await alice.press("1", "Enter to play")
    alice.drop()
    await board.until(lambda: len(board.services[LastCalls].last_calls()) == 1, "the call's line")
    await board.register("Bob", fast="on")
    bob, _ = board.proved_call("Bob")
    await bob.shows("Since your last call.*Alice +10 Nov, 20:00 +1 +0 +Shut The Box.*welcome, all of you")
    await bob.press("\r", "This is call 1")
    await board.loses(bob, "Bob")
    again, _ = board.proved_call("Bob")
    await again.shows("This is call 2")
    assert "Since your last call" not in again.sent.decode(), "there was nothing new"


@pytest.mark.files("on a database the log-on waits for the write")
async def test_a_call_knows_what_the_one_before_it_has_still_to_write(board, monkeypatch):
    await board.register("Alice")
    board.services[Wall].post("Zoe", "hi there")
    disk, change = Event(), board.services.callers.change

    def slow(handle: str, edit: Callable[[Caller], Caller], at_once: bool) -> Caller:
        disk.wait(30)
        return change(handle, edit, at_once)

    monkeypatch.setattr(board.services.callers, "change", slow)
    first, _ = board.proved_call("Alice")
    await first.shows("hi there")
    await board.loses(first, "Alice")
    again, _ = board.proved_call("alice")
    await board.until(lambda: bool(handlers.everybody(board.services)), "the second log-on")
    disk.set()
    await again.shows("Hello, Alice.*This is call 2")
    assert "hi there" not in again.sent.decode(), "they had read it"


async def test_choices_made_while_the_disk_is_slow_are_written_together(board, monkeypatch):
    await board.at_menu("Alice", fast="on")
    call, disk, change = board.sessions[0], Event(), board.services.callers.change
    await board.services.writes.settled("Alice")
    written: list[str] = []

    def slow(handle: str, edit: Callable[[Caller], Caller], at_once: bool) -> Caller:
        disk.wait(30)
        written.append(handle)
        return change(handle, edit, at_once)

    monkeypatch.setattr(board.services.callers, "change", slow)
    for at in range(100):
        account.prefer(call, "voices", "off" if at % 2 else "on")
        if at < 2:
            await asyncio.sleep(0)  # the first is on its way to the disk
    disk.set()
    await board.services.writes.settled("Alice")
    assert len(written) == 2 and board.callers.get_or_raise("Alice").prefs["voices"] == "off"


async def test_a_key_of_the_menu_works_from_the_news(board):
    board.services[Wall].post("Zoe", "hi there")
    await board.register("Alice", fast="on")
    alice, _ = board.proved_call("Alice")
    await alice.shows("hi there")
    await alice.press("s", "Motion in doors")
    await alice.press("q", "This is call 1")


async def test_news_in_plain_mode_wait_for_enter_or_a_command_of_the_menu(board):
    board.services[Wall].post("Zoe", "hi there")
    await board.register("Alice")
    alice, _ = board.proved_call("Alice", DUMB)
    said = await alice.hears("Since your last call.*Zoe, 10 Nov, 20:00 hi there.*command.*Enter to go on")
    assert "1 Shut The Box" not in said
    await alice.say("\r", "main menu.*1 Shut The Box.*command\\?")
    await board.loses(alice, "Alice")
    board.clock.on(hours=1)
    board.services[Wall].post("Zoe", "hi again")
    alice, _ = board.proved_call("Alice", DUMB)
    await alice.hears("hi again.*command\\?")
    await alice.say("s\r", "Settings")


async def test_experts_are_not_shown_the_news(board):
    board.services[Wall].post("Zoe", "hi there")
    alice = await board.at_menu("Alice", expert="on", fast="on")
    assert "hi there" not in alice.screen and "a month to be first" not in alice.screen


async def test_last_callers_are_those_who_have_hung_up(board):
    board.services[LastCalls].note_call(
        LastCall("Zoe", "2025-11-10T19:00:00.000Z", 7, 61, ("shutbox", "gone"))
    )
    alice = await board.at_menu("Alice", fast="on")
    await alice.press("l", "Zoe +10 Nov 2025 +1 +61 +Shut The Box")
    assert "Alice   " not in alice.screen.split("Doors", 1)[1]


async def test_nobody_s_profile_is_found(board):
    await board.at_menu("Alice", fast="on")
    session = board.sessions[-1]
    found = await FEATURES.handlers.answer(session, session.stack.top, PROFILE("Zoe"))
    assert found == No(tr.people.no_such_handle(who="Zoe"))


async def test_guests_and_calls_without_a_log_on_are_no_last_callers(board):
    board.change("callers", guests=True)
    stranger, _ = board.call()
    guest, _ = board.call()
    await guest.press("guest\r", "A guest's games are not ranked")
    alice = await board.at_menu("Alice", fast="on")
    for line in (stranger, guest, alice):
        line.drop()
    await board.until(lambda: not board.services.roster.calls(), "the ends")
    await board.until(lambda: bool(board.services[LastCalls].last_calls()), "the line")
    assert [one.handle for one in board.services[LastCalls].last_calls()] == ["Alice"]


async def test_all_callers_with_their_ranks_and_what_everybody_may_know(board):
    await board.register("Zoe")
    zoe = {"created": "2024-11-10T18:00:00.000Z", "last_call": "2025-11-09T18:00:00.000Z", "keys": (KEY,)}
    board.callers.change("Zoe", lambda caller: replace(caller, calls=7, ignored=("Carl",), **zoe))
    bob = await board.at_menu("Bob", DUMB, fast="on")
    await bob.say("1\r\r", "Seal: ")
    await play_by_lines(bob)
    alice = await board.at_menu("Alice", fast="on")
    await alice.press("la", "All callers +2 callers|3 callers")
    await alice.shows("Bob +on node 1 +1 +1st at Shut The Box")
    await alice.shows("Zoe +09 Nov 2025 +7")
    alice.type("\x1b[F\r")
    shown = await alice.shows("Profile: Zoe|Zoe.*Calls: 7.*Zoe has been calling for 2 years.*Shut The Box")
    assert "SHA256" not in shown and "Carl" not in shown, "keys and whom they ignore are their own"
    await alice.press("m", "Letter to Zoe")
    await alice.press("\x1b", "Calls: 7.*Ignore")
    await alice.press("i", "You are now ignoring Zoe")
    await alice.press("q", "All callers +3 callers")
    await alice.press("fbo\r", "1 caller .*Bob")
    assert "Zoe" not in alice.screen


async def test_who_has_been_calling_for_whole_years_today_is_told(board):
    for handle, created in (("Zoe", "2024-11-10"), ("Carl", "2024-11-09"), ("Bob", "2025-11-10")):
        await board.register(handle, fast="on")
        born = f"{created}T12:00:00.000Z"
        board.callers.change(handle, lambda caller, born=born: replace(caller, created=born))
        board.services[LastCalls].note_call(LastCall(handle, "2026-11-10T19:00:00.000Z", 7, 61))
    bob, _ = board.proved_call("Bob")
    await bob.shows("You have been calling for a year today. Thank you!")
    await bob.shows("Since your last call.*Zoe has been calling for 2 years\\.")
    assert "Carl has been" not in bob.screen and "Bob has been" not in bob.screen


def test_a_leap_day_s_birthday_is_on_the_first_of_march_of_other_years():
    caller = Caller("Ann", created="2024-02-29T12:00:00.000Z")
    days = [date(2025, 2, 28), date(2025, 3, 1), date(2025, 3, 2), date(2028, 2, 29), date(2028, 3, 1)]
    found = [birthday(caller, datetime(day.year, day.month, day.day, 9, tzinfo=UTC)) for day in days]
    assert found == [0, 1, 0, 4, 0]
    assert birthday(Caller("Bo", created="nonsense"), datetime(2026, 1, 1, tzinfo=UTC)) == 0


async def test_a_message_reaches_another_node_and_spoils_nothing(board):
    alice, bob = await board.at_menu("Alice", fast="on"), await board.at_menu("Bob", fast="on")
    alice.type("1")
    before = (await alice.shows("Enter to play")).split("\n")
    await bob.press("w", "► +1 +Alice +Shut The Box")
    await bob.press("m", "To Alice:")
    await bob.press("good luck\r", "Sent to Alice")
    after = (await alice.shows("► Bob says: good luck")).split("\n")
    assert after[1:] == before[1:], "only the status line has changed"
    await alice.press("q", "1 new message under Messages")
    await alice.press("m", "20:00 +Bob +good luck")
    await alice.press("\r", "20:00 Bob on node 2.*good luck")
    assert "new message" not in await alice.press("qq", "Hello, Alice")


async def test_who_is_online_follows_by_itself(board):
    alice = await board.at_menu("Alice", fast="on")
    carla = await board.at_menu("Carla", DUMB, fast="on")
    await alice.press("w", "► +2 +Carla")
    await carla.say("w\r", "Node: Challenge")
    bob = await board.at_menu("Bob", fast="on")
    await alice.shows("► +2 +Carla.* 3 +Bob +Main Menu", passing=1)
    await carla.hears("Bob is on node 3.*Node: Challenge")
    await alice.press("\x1b[Bm", "To Bob:")
    bob.drop()
    await carla.hears("Bob has left node 3.*Node: Challenge", passing=1)
    await alice.press("are you there\r", "Bob is no longer on node 3")


async def test_a_message_in_plain_mode_is_a_line(board):
    alice = await board.at_menu("Alice", DUMB, fast="on")
    bob = await board.at_menu("Bob", DUMB, fast="on")
    await bob.say("w\r", "Node 1, Alice, Main Menu, 0 minutes.*Node: Challenge")
    await bob.say("9\rm 1\r", "Nobody is on node 9.*At most 200 characters. To Alice:")
    await bob.say("good luck\r", "Sent to Alice.*Node: Challenge")
    await alice.hears("Bob says: good luck.*command\\?")
    await alice.say("messages\r", "20:00 Bob on node 2: good luck.*Enter to go back")


async def test_messages_are_clean_and_not_a_flood(board):
    began = board.time()
    alice, bob = await board.at_menu("Alice", fast="on"), await board.at_menu("Bob", DUMB, fast="on")
    bob.type("w\rm 1\r" + "\x9b31m" + "b" * 65 + "\r")
    await bob.hears("At most 200 characters. To Alice:.*Sent to Alice")
    await alice.shows(r"Bob says: *\n +31mb{65}")
    assert [note.text for note in board.sessions[0].messages.inbox] == ["31m" + "b" * 65]
    assert board.sessions[1].messages.silent_until >= began + SEND_WAIT
    board.sessions[1].messages.silent_until = board.time() + 0.2
    await bob.say("m 1\r" + "c" * 201 + "\r" + "c" * 200 + "\r", "To Alice.*To Alice.*Sent to Alice")
    assert board.time() >= board.sessions[1].messages.silent_until - 3
    assert [note.text for note in board.sessions[0].messages.inbox][1:] == ["c" * 200], (
        "it waited, and was not lost"
    )
    (here, _), (first, second) = board.sessions, board.sessions[0].messages.inbox
    await FEATURES.handlers.answer(here, here.stack.top, Delete(first))
    assert here.messages.inbox == (second,)


async def test_a_caller_may_take_no_messages(board):
    await board.at_menu("Alice", messages="off", fast="on")
    bob = await board.at_menu("Bob", fast="on")
    await bob.press("wm", "To Alice:")
    await bob.press("Hello?\r", "To Alice: Hello\\?.*Alice isn't taking messages")
    await bob.press("\x1b", "Challenge.*Write")
    await bob.press("\x1b[Bm", "That is you")


async def test_somebody_who_is_gone_gets_no_message(board):
    alice, bob = await board.at_menu("Alice", fast="on"), await board.at_menu("Bob", fast="on")
    await bob.press("wm", "To Alice:")
    call = board.sessions[1]
    for node, text, why in ((1, " \x1b", tr.mail.letter_empty()), (2, "hi", "Alice is no longer on node 2.")):
        assert await FEATURES.handlers.answer(call, call.stack.top, Send(node, "Alice", text)) == No(why)
    await board.loses(alice, "Alice")
    await bob.press("are you there\r", "Alice is no longer on node 1")


async def test_a_letter_to_the_sysop(board):
    alice = await board.at_menu("Alice", fast="on")
    await board.register("Bo", fast="on", expert="on", sysop=True)
    bo, _ = board.proved_call("Bo")
    await bo.shows("press a door's number")
    await alice.press("f", "Feedback to Sysop")
    alice.type("Dear sysop,\rthe dise")
    await alice.press("\x7f\x7fce are fine.\r", "the dice are fine")
    await alice.press("\r", "The sysop has your letter")
    await bo.shows("Alice has left a letter for the sysop")
    await alice.press("\r", "Hello, Alice")
    await board.register("Carla", sysop=True)
    carla, _ = board.proved_call("Carla")
    await carla.shows("1 letter to the sysop under Feedback")
    await carla.press("f", "Letters to the sysop.*10 Nov, 20:00 +Alice +Dear sysop,")
    await carla.press("\r", "Alice, 10 Nov, 20:00.*Dear sysop,.*the dice are fine")


async def test_a_letter_in_plain_mode(board):
    alice = await board.at_menu("Alice", DUMB, fast="on")
    await alice.say("feedback\r", "empty line sends it.*Line 1:")
    await alice.say("one\rtwo\r\r", "Line 3:.*The sysop has your letter.*Enter to go back")
    assert json.loads(text_of(board.folder / "data", "feedback", "2026-11"))["lines"] == ["one", "two"]
    await alice.say("\rf\rthree\r\r", "You can send one a minute. Please wait 60 seconds.*Line 2:")
    board.clock.on(minutes=1)
    await alice.say("\r", "The sysop has your letter.*Enter to go back")
    await alice.say("\rf\rnever mind\rq\r", "Line 2:.*Throw this letter away\\? \\(Y/N\\)")
    await alice.say("n\r" + "x" * 1500 + "\r", "Line 2:")
    await alice.say("q\ry\r", "command\\?")
    assert len(text_of(board.folder / "data", "feedback", "2026-11").splitlines()) == 2


async def test_a_profile_tells_what_is_on_the_books(board):
    alice = await board.at_menu("Alice", DUMB, fast="on")
    await alice.say("1\r\r", "Seal: ")
    score = await play_by_lines(alice)
    await alice.say("n\r", "command\\?")
    said = await alice.say("p\r", "Enter to go back")
    assert f"Shut The Box: 1 game finished, best {score}" in said
    assert f"November 2026: {score} in 1 game, 1st place" in said
    assert "Calls: 1" in said


async def test_ssh_keys_are_added_and_removed_from_the_profile(board):
    alice = await board.at_menu("Alice", fast="on")
    await alice.press("p", "none: you log on by password")
    await alice.press("k", "Paste an OpenSSH public key")
    await alice.press(f"{KEY}\r", "1\\. ssh-ed25519 SHA256:.*Key added")
    assert board.callers.find("Alice").keys == (KEY,)
    await alice.press("kssh-rsa nonsense\r", "doesn't match the type it names")
    await alice.press("\x03kssh-rsa schlüssel\r", "not an OpenSSH public key")
    await alice.press("\x03d2\r", "You have no key 2")
    await alice.press("d1\r", "Key removed")
    await alice.shows("none: you log on by password")
    assert board.callers.find("Alice").keys == ()


async def test_the_hall_of_fame_is_behind_the_bulletins(board):
    alice = await board.at_menu("Alice", DUMB, fast="on")
    await alice.say("1\r\r", "Seal: ")
    score = await play_by_lines(alice)
    board.clock.on(days=30)
    await board.store.roll_over()
    await alice.say("n\rb\r", "H: Hall of fame")
    await alice.say("h\r", f"Hall of fame: November 2026 Shut The Box 1. Alice, Score {score}, 1 game")
    screen = await board.at_menu("Bob", expert="on", fast="on")
    await screen.press("bh", f"Hall of fame: November 2026.*1. Alice +{score} +in 1 game")


async def test_a_guest_plays_without_turns_or_rank_and_nothing_is_remembered(tmp_path, board):
    board.change("callers", guests=True)
    line, call = board.call(DUMB)
    await line.hears("or GUEST")
    await line.say("guest\r", "You are a guest, so your games aren't kept.*main menu.*command\\?")
    await line.say("1\r\r", "Seal: ")
    score = await play_by_lines(line)
    (session,) = board.sessions
    writes = (
        BEGIN_THREAD(("general", "Tea", ("Milk?",))),
        ANSWER_THREAD(("ab" * 8, ("Tea.",))),
        Write(("Hi",)),
    )
    for does in (ADD_KEY(KEY), DROP_KEY(KEY), FEED(True), CHANNELS(None), POST("hello"), *writes):
        answer = await FEATURES.handlers.answer(session, session.stack.top, does)
        assert isinstance(answer, No) and answer.why == tr.people.guests_can_only_read()
    await line.say("n\rp\r\ro\ro\rhello\r\r\rg\r\r", "nothing is remembered.*Guests can only read here")
    await line.hears(f"Finished today: Shut The Box {score}")
    await line.closed()
    await call
    assert board.lines("turn") == board.lines("game") == []
    assert list(board.callers.each()) == [] and board.services[LastCalls].last_calls() == ()
    assert not list((tmp_path / "data" / "saves").glob("*"))


async def test_two_guests_at_once_do_not_push_each_other_out(board):
    board.change("callers", guests=True)
    lines = [board.call(SYNCTERM)[0] for _ in range(2)]
    for at, line in enumerate(lines, start=1):
        await line.shows("or GUEST")
        await line.press("GUEST\r", f"Hello, Guest #{at}|Guest #{at} .*Main Menu")
    assert [one.handle for one in handlers.everybody(board.services)] == ["Guest #1", "Guest #2"]


async def test_no_guests_where_the_sysop_lets_none_in(board):
    line, _ = board.call()
    assert "GUEST" not in await line.shows("Your handle")
    await line.press("guest\r", "reserved")
    assert not handlers.everybody(board.services)


@pytest.mark.parametrize("handle", ["Guest #1", "guest #1"])
async def test_nobody_can_be_called_as_a_guest_is(board, handle):
    assert board.callers.check_handle(handle)
    line, _ = board.call()
    await line.shows("Your handle")
    await line.press(f"{handle}\r", "A handle can have")


async def test_a_guest_who_is_not_let_in_is_none(board):
    board.change("callers", guests=True)
    line, _ = board.call(DUMB)
    await line.hears("or GUEST")
    session = board.sessions[0]
    board.change("board", hours=("01:00-02:00",))
    answer = await FEATURES.handlers.answer(session, session.stack.top, EnterAsGuest())
    assert isinstance(answer, No) and answer.final
    assert not session.who.guest and session.messages.notices == ()
