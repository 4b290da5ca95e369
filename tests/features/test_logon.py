"""Log-on: new callers, wrong passwords, handles that cannot be had, the time it may take."""

import asyncio
import logging
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from boardroom import BEFORE, PASSWORD, boardroom
from boxplay import play_by_keys, play_by_lines
from callline import DUMB, SYNCTERM, XTERM, CallDouble
from effort import PATIENCE
from records_kit import right_password
from store_kit import kept_in

from door.features.callers import handlers
from door.features.every import FEATURES
from door.features.logon.handlers import NewAccounts
from door.pages.api import EnterAsGuest, Register
from door.records.access.bans import Bans
from door.records.access.failed_logons import FailedLogons
from door.records.audit.audit import audit
from door.records.callers.accounts import why_banned
from door.records.callers.caller_file import Caller, CallerError, check_handle
from door.records.callers.logons import LogonGate
from door.records.callers.once import has_only_word, new_word, once
from door.records.community.community import LastCalls
from door.records.community.letters import Letters
from door.records.store import Change, StoreRefused, Unit
from door.ui.screen import No
from door.ui.texts import tr

LOG = "door.call"


async def logged_on(line: CallDouble, handle: str = "Alice") -> None:
    """Answers both questions of a screen's log-on."""
    await line.shows("Your handle")
    await line.press(f"{handle}\r", f"Password for {handle}")
    await line.press(f"{PASSWORD}\r", f"Hello, {handle}")


async def test_a_new_caller_registers_and_plays_a_whole_game_by_keys(board):
    board.options("shutbox", free_turn=False)  # so that a shut box leaves four turns as well
    line, call = board.call()
    await line.shows("Your handle.*NEW")
    await line.press("new\r", "Choose a handle")
    await line.press("Alice\r", "Choose a password")
    await line.press("open sesame\r", "Type it again")
    await line.press("open sesame\r", "Welcome to The Door.*1 of 3.*Shut The Box is door 1 in the main menu")
    await line.press("\r\r", "3 of 3.*OTHER CALLERS")
    await line.press("\r", "Hello, Alice. This is call 1")
    assert board.proved == [1]
    await line.press("s", "Motion in doors")
    await line.press("\x1b[B" * 4 + "\x1b[Dq", "Hello, Alice")
    await line.press("1", "Enter to play")
    line.type("\r")
    game = await play_by_keys(board, line, "Alice")
    assert f"Month {game.score}" in line.screen
    assert "Turns left: 4" in line.screen
    await line.press("qg", f"Finished today: Shut The Box {game.score}")
    line.type("\r")
    await line.closed()
    await call
    assert [line["score"] for line in board.lines("game")] == [game.score]
    assert not audit(board.folder / "data" / "journal", board.doors).faults


async def test_a_new_caller_registers_and_plays_a_whole_game_in_plain_mode(board):
    line, call = board.call()
    await line.shows("Screen reader\\? Type PLAIN")
    await line.say("plain\r", "You are in plain text.*Your handle")
    await line.say("Bob\r", "I don't know Bob. Join the board")
    await line.say("y\r", "Choose a password")
    await line.say("open sesame\r", "Type it again")
    await line.say("open sesame\r", "A First Game.*command\\?")
    said = await line.say("\r\r\r", "main menu.*1 Shut The Box: turns left 5.*command\\?")
    assert "sesame" not in line.sent.decode()
    await line.say("shut the box\r", "November 2026: nobody has a place yet.*Play\\?")
    said = await line.say("\r", "Seal: ([0-9a-f]{4} ){4}")
    score = await play_by_lines(line)
    said = await line.say("n\r\r", f"month {score}, rank 1.*command\\?")
    await line.say("g\r", f"Finished today: Shut The Box {score}.*Hang up")
    line.type("\r")
    await line.closed()
    await call
    plain = line.sent.decode()[line.sent.decode().index("You are in plain text") :]
    assert "\x1b" not in plain, said
    assert [line["score"] for line in board.lines("game")] == [score]


async def test_a_new_caller_who_types_the_new_name_at_once(board):
    line, _ = board.call()
    await line.shows("Your handle")
    await line.press("Carla\r", "I don't know Carla. Join the board")
    await line.press("n", "Your handle")
    await line.press("Carla\ry", "Choose a password")
    await line.press("short\r", "at least 6 characters")
    await line.press("open sesame\ropen saysame\r", "Those passwords don't match")
    await line.press("open sesame\ropen sesame\r", "Plain text")
    await line.say("p", "A First Game.*command")
    await line.say("\r", "It is on now.*command")
    await line.say("\r\r", "1 Shut The Box.*Main menu command")


async def test_the_board_s_own_heads_and_name_are_shown(board):
    board.change("board", name="Rosie's Attic")
    line, _ = board.call()
    await line.shows("Rosie's Attic.*Your handle")
    await line.press("new\rCarla\r", "sign the book once.*Joining Rosie's Attic as Carla.*Choose a password")
    await line.press("open sesame\ropen sesame\r", "Welcome to Rosie's Attic")
    await line.press("\x1b", "Hello, Carla.*Rosie's Attic")


async def test_wrong_passwords_are_counted_slowed_and_hung_up(tmp_path, caplog):
    caplog.set_level(logging.WARNING, LOG)
    async with boardroom(tmp_path) as board:
        await board.register("Alice")
        board.change("limits", logon_attempts=4)
        far = replace(DUMB, address="198.51.100.7")
        waits = []
        line, call = board.call(far)
        line.type("Alice\r")
        for _ in range(3):
            await line.hears("Password for Alice:")
            waits.append(board.services[FailedLogons].wait("Alice", far.address, board.time()).seconds)
            await line.say("wrong one\r", "Wrong password")
        await line.hears("Password for Alice:")
        waits.append(board.services[FailedLogons].wait("Alice", far.address, board.time()).seconds)
        line.type("wrong one\r")
        await line.closed(passing=1)
        await call
        assert line.sent.decode().count("Wrong password") == 4, "the last time, too, it is said"
        assert waits == [0, 0, 0, 1], "two are forgiven, then the board takes its time"
    misses = [record.getMessage() for record in caplog.records]
    assert misses == ["log-on failed node=1 handle='Alice' address=198.51.100.7"] * 4


async def test_who_guesses_at_an_address_s_limit_is_not_let_in(board):
    await board.register("Alice")
    for _ in range(20):
        board.services[FailedLogons].miss("Bob", "198.51.100.7", board.time())
    for answers in (f"Alice\r{PASSWORD}\r", f"new\rDora\r{PASSWORD}\r{PASSWORD}\r"):
        line, _ = board.call(replace(DUMB, address="198.51.100.7"))
        await line.say(answers, "Too many wrong passwords. Please call again later")
        await line.closed()
    assert board.callers.find("Dora") is None


async def test_a_handle_that_nobody_has_is_asked_no_password(board):
    board.change("callers", new="closed")
    line, _ = board.call()
    await line.shows("Your handle")
    await line.press("Nemo\r", "There is no caller called Nemo, and this board isn't taking new callers")
    await line.press("new\r", "isn't taking new callers")


async def test_the_new_user_password_is_checked_when_it_is_typed(board):
    rules = {"new": "password", "new_password": "swordfish"}
    board.change("callers", **rules)
    line, _ = board.call(DUMB)
    await line.say("new\rherring\r", "Wrong new user password.*New user password:")
    await line.say("swordfish\r", "Choose a handle")
    await line.say("Alice\ropen sesame\ropen sesame\r", "main menu")
    assert "herring" not in line.sent.decode()


async def test_wrong_words_for_new_callers_are_wrong_passwords(tmp_path, caplog):
    caplog.set_level(logging.WARNING, LOG)
    async with boardroom(tmp_path) as board:
        rules = {"new": "password", "new_password": "swordfish"}
        board.change("callers", **rules)
        far, failed_logons = replace(DUMB, address="198.51.100.7"), board.services[FailedLogons]
        line, call = board.call(far)
        line.type("Alice\ry\rherring\r")
        for _ in range(2):
            await line.hears("Wrong new user password")
            line.type("herring\r")
        await line.closed()
        await call
        assert failed_logons.wait("NEW", far.address, board.time()).seconds == 1, "the fourth would wait"
        assert failed_logons.wait("Bob", far.address, board.time()).seconds == 1, "and so would a password"
        for _ in range(17):
            failed_logons.miss("NEW", far.address, board.time())
        line, _ = board.call(far)
        await line.say("new\rswordfish\r", "Too many wrong passwords. Please call again later")
        await line.closed()
        assert board.callers.read("Alice") is None
    misses = [record.getMessage() for record in caplog.records]
    assert misses == ["log-on failed node=1 handle='NEW' address=198.51.100.7"] * 3


@pytest.mark.parametrize(
    ("handle", "rule"),
    [
        ("sysop", "is reserved"),
        ("Ghost", "is reserved"),
        ("The command line", "is reserved"),
        ("x", "2 to 20 characters"),
        ("a name much longer than twenty", "2 to 20 characters"),
        ("Ал", "Latin letters"),
        ("two  spaces", "double spaces"),
        ("-dash", "starts with a letter or a digit"),
        ("Alice", "taken"),
        ("aLICE", "taken"),
        ("A1ice", "looks too much like"),
    ],
)
async def test_a_handle_that_cannot_be_had_is_refused_with_the_rule(board, handle, rule):
    await board.register("Alice")
    board.change("callers", reserved=("Ghost",))
    line, _ = board.call(DUMB)
    await line.hears("Your handle")
    await line.say("new\r", "Choose a handle")
    await line.say(f"{handle}\r", rf"{rule}.*Choose a handle")


async def test_bytes_that_are_no_key_and_a_handle_of_escapes(board):
    line, _ = board.call()
    await line.shows("Your handle")
    line.type("\x00\x01\x1b[15;7~\x1b]0;title\x07\x1bP1$r\x1b\\\x1b[999;999R\x9b5n\x02")
    await line.press("Eve\r", "I don't know .*Eve")
    assert "title" not in line.screen


async def test_a_log_on_that_takes_too_long_ends(board):
    line, call = board.call(DUMB)
    await line.hears("Your handle")
    board.pass_time(board.settings.limits.logon_seconds)
    await line.closed()
    await call
    assert "Logging on took too long" in line.sent.decode()
    await board.register("Alice")
    line = await board.at_menu("Alice", DUMB)
    board.pass_time(board.settings.limits.logon_seconds)
    await line.say("w\r", "Who.s online")
    assert line.open, "the limit is the log-on's, not the call's"


async def test_the_name_that_ssh_offers(board):
    line, _ = board.call(replace(XTERM, kind="ssh", handle="newbie"))
    await line.shows(r"Your handle \(or NEW\) \[newbie\]:")
    await line.press("\r", "I don't know newbie")


async def test_a_call_that_drops_while_it_takes_over_is_not_left_on_the_board(board):
    await board.register("Alice")
    slow, first = board.proved_call("Alice")
    await slow.shows("Hello, Alice")
    slow.stall()
    late, second = board.call(DUMB)
    await late.say(f"Alice\r{PASSWORD}\r", "One moment")
    slow.type("w")  # its screen cannot be sent: the call does not end at once
    await board.until(lambda: bool(board.sessions[1].who.handle))
    late.drop()
    await second
    slow.stall(False)
    await asyncio.wait({first, *board.tasks}, timeout=PATIENCE)
    assert handlers.everybody(board.services) == ()


async def test_a_store_that_refuses_is_no_fault_of_a_handle_and_names_no_file(board, monkeypatch, caplog):
    def refuses(*args: object, **more: object) -> Any:
        raise StoreRefused("no space left on device")

    await board.register("Alice")
    line, _ = board.call(DUMB)
    await line.hears("Your handle")
    board.callers.forget()
    with monkeypatch.context() as away:
        away.setattr(type(board.callers.store), "get", refuses)
        await line.say("Alice\r", str(tr.logon.board_cannot_read()))
    await line.say("NEW\r", "Choose a handle")
    await line.say("Carla\r", "Choose a password")
    await line.say(f"{PASSWORD}\r", "again")
    with monkeypatch.context() as full:
        full.setattr(type(board.callers.store), "write", refuses)
        await line.say(f"{PASSWORD}\r", str(tr.mail.board_cannot_write()))
    assert b"Carla.yaml" not in line.sent and b"no space left" not in line.sent
    assert "no space left on device" in caplog.text


async def test_a_caller_whose_file_is_broken_hears_that_the_sysop_can_help(board, caplog):
    await board.register("Alice")
    kept_in(board.folder / "data").write(Unit([Change("put", "caller", "Alice", None, b"handle: [\n")]))
    board.callers.changed("Alice")
    line, _ = board.call(DUMB)
    await line.hears("Your handle")
    await line.say("Alice\r", str(tr.logon.handle_blocked()))
    assert any("alice.yaml" in message.casefold() for message in caplog.messages)
    gate = board.services[LogonGate]
    assert gate.known("alice") and not gate.known("Bob"), "by SSH it is known, and nothing proves it"
    assert await gate.keys("Alice", "203.0.113.9") == []
    with pytest.raises(CallerError):
        await gate.password("Alice", PASSWORD, "203.0.113.9")


async def test_plain_asked_for_at_the_log_on_is_remembered_and_so_is_ansi(board):
    line, _ = board.call()
    await line.shows("Type PLAIN")
    await line.say("plain\r", "Your handle")
    await line.say("new\rZoe\ropen sesame\ropen sesame\r", "main menu.*command\\?")
    await board.until(lambda: board.callers.find("Zoe").prefs == {"plain": "on"})
    line.drop()
    again, _ = board.proved_call("Zoe")
    await again.hears("main menu.*command\\?")
    again.drop()
    third, _ = board.call(DUMB)
    third.type(f"ansi\rZoe\r{PASSWORD}\r")
    await board.until(lambda: board.callers.find("Zoe").prefs == {"plain": "off"})


@pytest.mark.parametrize("step", [(), ("new",), ("Zoe",), ("Zoe", "y"), ("new", "Zoe", PASSWORD), ("Ann",)])
async def test_plain_is_taken_at_every_question_of_the_log_on(board, step):
    await board.register("Ann")
    line, _ = board.call()
    await line.shows("Type PLAIN")
    for text in step:
        line.type(f"{text}\r")
    session = board.sessions[0]
    await board.until(lambda: bool(session.stack) and not session.stack.busy)
    line.type("plain\r")
    await board.until(lambda: session.terminal.plain)
    asked = {0: "Your handle", 1: "Choose a handle|Join the board|Password for Ann",
             2: "Choose a password", 3: "Type it again"}  # fmt: skip
    await line.hears(f"({asked[len(step)]})[^\r]*: ?|Join the board")
    assert board.callers.find("plain") is None


@pytest.mark.parametrize("name", ["PLAIN", "Ansi", "plain"])
async def test_words_of_the_log_on_are_nobody_s_handle(tmp_path, name):
    assert check_handle(name) == f"The handle {name} is reserved."


async def test_ansi_is_promised_only_where_it_can_be_had_and_says_why_not(board):
    await board.register("Ann")
    line, _ = board.call(replace(XTERM, size=(40, 20)))
    assert "ANSI" not in await line.hears("You are in plain text.*Your handle")
    await line.say(f"Ann\r{PASSWORD}\r", "main menu.*command\\?")
    await line.say("ansi\r", "Your window is 40x20.*command\\?")
    large, _ = board.call(DUMB)
    await large.hears("Type ANSI.*Your handle")
    page, _ = board.call(replace(DUMB, kind="web", term="page"))
    assert "ANSI" not in await page.hears("You are in plain text.*Your handle")
    await page.say("ansi\r", "always plain text.*Your handle")
    await page.say(f"Ann\r{PASSWORD}\r", "main menu.*command\\?")  # Ann has turned plain off elsewhere
    assert "\x1b" not in await page.say("ansi\r", "always plain text.*command\\?")


async def test_what_was_typed_at_the_log_on_answers_no_page_after_it(board):
    await board.register("Alice")
    line, _ = board.call(SYNCTERM)
    await line.shows("Your handle")
    await line.press("Alice\r", "Password for Alice")
    await line.press(f"{PASSWORD}\r1\r\r", "Hello, Alice")
    await line.press("h", "GETTING ABOUT")


@pytest.mark.parametrize("answer", ["\r", "x\r", "new\r\r"])
async def test_answers_without_end_are_not_sent_back_many_times_over(board, answer):
    """A program that holds Enter down is hung up; what it was sent before is bounded."""
    line, call = board.call(replace(DUMB, address="192.0.2.1"))
    await line.hears("Your handle")
    await line.say(answer * 2000, "Too many answers without logging on. Please call again.")
    await asyncio.wait_for(call, PATIENCE)
    assert len(line.sent) < 10_000


async def test_a_caller_who_mistypes_often_gets_in(board):
    await board.register("Alice")
    line, _ = board.call(DUMB)
    await line.hears("Your handle")
    line.type("\r" * 90)
    await line.say(f"Alice\r{PASSWORD}\r", "Main menu command")


@pytest.mark.parametrize(
    ("rules", "effect", "why"),
    [
        ({}, EnterAsGuest(), tr.logon.no_guests),
        ({"new": "closed"}, Register("Zed", PASSWORD), tr.logon.board_closed),
        ({"new": "password", "new_password": "swordfish"}, Register("Zed", PASSWORD), tr.logon.wrong_invite),
        ({"reserved": ("Zed",)}, Register("Zed", PASSWORD), tr.accounts.handle_reserved),
    ],
)
async def test_what_the_page_has_checked_is_checked_when_it_is_carried_out(board, rules, effect, why):
    line, _ = board.call(DUMB)
    await line.hears("Your handle")
    board.change("callers", **rules)
    (session,) = board.sessions
    answer = await FEATURES.handlers.answer(session, session.stack.top, effect)
    assert isinstance(answer, No) and answer.why == why(**{"handle": "Zed"} if rules.get("reserved") else {})
    assert not board.services.roster.on() and board.callers.find("Zed") is None


STEPS = ("last_calls", "look_up", "enter", "listed")


async def apply_for(line, handle):
    await line.press(f"new\r{handle}\r", "Choose a password")
    await line.press(f"{PASSWORD}\r", "Type it again")
    line.type(f"{PASSWORD}\r")


async def test_a_fault_in_an_application_is_logged_without_what_was_typed(board, monkeypatch, caplog):
    async def fails(*args: Any) -> Any:
        raise LookupError("a fault of ours")

    monkeypatch.setattr(board.services.roster, "enter", fails)
    line, _ = board.call()
    with caplog.at_level(logging.INFO, "door"):
        await apply_for(line, "Zed")
        await line.shows("A fault on the board")
    assert "Register failed" in caplog.text and "LookupError" in caplog.text
    assert PASSWORD not in caplog.text


async def test_who_hangs_up_during_the_log_on_leaves_no_fault_in_the_log(board, monkeypatch, caplog):
    enter = board.services.roster.enter

    async def hangs_up(handle: str, call: Any) -> bool:
        took_over: bool = await enter(handle, call)
        line.drop()
        await call.wait_closed()
        return took_over

    monkeypatch.setattr(board.services.roster, "enter", hangs_up)
    line, call = board.call()
    with caplog.at_level(logging.ERROR, "door"):
        await apply_for(line, "Zed")
        await call
        await board.until(lambda: board.callers.find("Zed"), "the new caller's file")
        await board.until(lambda: not board.services.roster.count, "the end of the log-on")
    assert caplog.text == ""


@pytest.mark.parametrize("step", STEPS)
async def test_a_log_on_that_fails_half_way_is_undone_and_another_caller_may_log_on(
    board, monkeypatch, caplog, step
):
    await board.register("Ann")
    await board.register("Bob")
    services = board.services

    def fails(*args: Any) -> Any:
        raise StoreRefused("the database does not answer")

    async def later(*args: Any) -> Any:
        return fails()

    if step == "look_up":  # the file is read again because it was being written

        async def settled(handle: str) -> bool:
            return True

        monkeypatch.setattr(services.writes, "settled", settled)
    owner, fault = {
        "last_calls": (services[LastCalls], fails), "look_up": (services.callers, later),
        "enter": (services.roster, later), "listed": (services[Letters], fails),
    }[step]  # fmt: skip
    monkeypatch.setattr(owner, "box" if step == "listed" else step, fault)
    line, call = board.call()
    await line.shows("Your handle")
    await line.press("Ann\r", "Password for Ann")
    with caplog.at_level(logging.ERROR, LOG):
        await line.press(f"{PASSWORD}\r", "can't log you on right now")
    assert "Ann" in caplog.text and "the database does not answer" in caplog.text
    known = board.sessions[0].info()
    assert not services.roster.on() and (known.handle, known.admitted, known.caller) == ("", "", None)
    assert board.proved == [] and not board.sessions[0].who.unsaved
    line.type("\x14")  # the tables are for callers who are on the board
    await line.press("\x1b", "Your handle")
    monkeypatch.undo()
    await logged_on(line, "Bob")
    assert [on.handle for on in services.roster.on()] == ["Bob"]
    line.drop()
    await call
    assert not services.roster.count and board.callers.find("Ann").calls == 0


async def test_a_caller_whom_the_line_has_proved_reads_why_a_log_on_fails(board, monkeypatch):
    await board.register("Ann")

    def fails() -> Any:
        raise StoreRefused("the database does not answer")

    monkeypatch.setattr(board.services[LastCalls], "last_calls", fails)
    line, call = board.proved_call("Ann")
    await line.shows("can't log you on right now")
    await call
    assert not board.services.roster.count


async def test_a_feature_that_fails_as_a_call_begins_and_ends_stops_nobody(board, monkeypatch, caplog):
    def fails(call: Any, happened: Any) -> None:
        raise ZeroDivisionError

    for each in FEATURES.handlers.happenings.values():
        each.insert(0, fails)
    try:
        line = await board.at_menu("Ann")
        line.drop()
        await board.until(lambda: board.sessions[0].over, "the end of the call")
    finally:
        for each in FEATURES.handlers.happenings.values():
            each.remove(fails)
    assert not board.services.roster.count
    await board.until(lambda: len(board.services[LastCalls].last_calls()) == 1, "the other features' work")
    assert "LoggedOn" in caplog.text and "CallOver" in caplog.text and "ZeroDivisionError" in caplog.text


async def test_a_banned_caller_reads_the_reason_however_they_prove_who_they_are(board):
    await board.register("Alice")
    board.callers.change("Alice", lambda caller: replace(caller, banned="rude"))
    reason = str(why_banned("rude"))
    by_password, _ = board.call(DUMB)
    await by_password.say(f"Alice\r{PASSWORD}\r", reason)
    proved, call = board.proved_call("Alice", DUMB)
    await proved.hears(reason)
    await call
    assert not board.services.roster.of("Alice")
    word = new_word()
    board.callers.change("Alice", lambda caller: replace(caller, word=once(word)))
    by_word, _ = board.call(DUMB)
    await by_word.say(f"Alice\r{word}\r", reason)


async def test_a_banned_address_reads_one_sentence_at_each_question(board):
    await board.register("Alice")
    board.change("callers", new="password", new_password="please", guests=True)
    gate, address = board.services[LogonGate], "203.0.113.9"
    line, _ = board.call(replace(DUMB, address=address))
    await line.hears("Your handle")
    board.services[Bans].ban(address, None, "Sysop")

    async def right() -> bool:
        return True

    tries = [
        gate.password("Alice", PASSWORD, address), gate.prove("NEW", address, right, tr.logon.wrong_invite),
        gate.wait_turn("", address),
    ]  # fmt: skip
    reasons = await asyncio.gather(*tries, return_exceptions=True)
    assert [str(reason) for reason in reasons] == [str(tr.refused.address_banned())] * 3
    assert await gate.keys("Alice", address) == []
    (session,) = board.sessions
    answer = await FEATURES.handlers.answer(session, session.stack.top, EnterAsGuest())
    assert isinstance(answer, No) and (answer.why, answer.final) == (tr.refused.address_banned(), True)
    assert not board.services[FailedLogons].strikes(board.time()), "what isn't checked isn't counted"


async def test_a_one_time_word_lets_a_caller_choose_a_password_and_is_gone(board):
    word = new_word()
    board.callers.add(Caller("Alice", word=once(word), last_call=BEFORE))
    line, _ = board.call()
    await line.shows("Your handle")
    await line.press("Alice\r", "Password for Alice")
    await line.press("a guess at it\r", "password")
    await line.press(f"{word.upper()}\r", "That was your one-time word.*|Choose a password")
    line.drop()  # before a password is chosen, the word stays
    line, _ = board.call()
    await line.shows("Your handle")
    await line.press("Alice\r", "Password for Alice")
    await line.press(f"{word}\r", "Choose a password")
    await line.press("short\r", "at least 6 characters")
    await line.press("open sesame\r", "Type it again")
    await line.press("open sesame\r", "Hello, Alice|LAST CALLERS|Since your last call")
    assert not has_only_word(board.callers.read("Alice"))
    assert not await right_password(board.callers, "Alice", word)
    assert await right_password(board.callers, "Alice", "open sesame")


async def test_a_one_time_word_is_for_the_boards_own_page(board):
    word = new_word()
    board.callers.add(Caller("Alice", word=once(word)))
    assert board.services[LogonGate].known("Alice") is False, "SSH leads to the log-on page"


async def test_an_address_opens_a_few_accounts_an_hour_and_others_are_not_kept_out(board):
    far = replace(DUMB, address="198.51.100.7")
    for n in range(5):
        line, _ = board.call(far)
        await line.say(f"new\rNewcomer{n}\ropen sesame\ropen sesame\r", "main menu")
        line.drop()
    line, _ = board.call(far)
    await line.say("new\rOnemore\ropen sesame\ropen sesame\r", "too many new accounts")
    assert board.callers.find("Onemore") is None
    line, _ = board.call(replace(DUMB, address="198.51.101.7"))
    await line.say("new\rElsewhere\ropen sesame\ropen sesame\r", "main menu")
    board.clock.on(hours=1, minutes=1)
    line, _ = board.call(far)
    await line.say("new\rLater\ropen sesame\ropen sesame\r", "main menu")


async def test_a_network_of_ipv6_addresses_counts_as_one(board):
    for n in range(6):
        line, _ = board.call(replace(DUMB, address=f"2001:db8::{n:x}"))
        refused = "too many new accounts" if n == 5 else "main menu"
        await line.say(f"new\rNewcomer{n}\ropen sesame\ropen sesame\r", refused)
        line.drop()


def test_addresses_that_many_share_have_no_limit_of_their_own_but_the_board_has():
    accounts, now = NewAccounts(), datetime(2026, 11, 28, tzinfo=UTC)
    for _ in range(100):
        assert not accounts.take("", now)
    assert accounts.take("", now) and accounts.take("203.0.113.1", now)
