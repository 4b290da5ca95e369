"""Letters, messages answered from anywhere, Chat and paging the sysop, on whole calls."""

from dataclasses import replace

import pytest
from boardroom import Boardroom, boardroom
from callline import DUMB, XTERM, CallDouble

from door.features.chat.room import Chat
from door.features.every import FEATURES
from door.features.letters.asks import PAGE_SYSOP
from door.records.community.letters import MOST, SYSOP, Letters
from door.records.store import Unit
from door.ui.screen import No
from door.ui.texts import tr


async def on(board: Boardroom, handle: str, plain: bool = False) -> CallDouble:
    """A caller at the menu."""
    if board.callers.find(handle) is None:
        await board.register(handle, fast="on", expert="on")
    line, _ = board.proved_call(handle, DUMB if plain else XTERM)
    await (line.hears("main menu.*command\\?") if plain else line.shows("press a door's number"))
    return line


async def test_a_letter_waits_for_who_is_off_and_is_answered_by_one_key(board):
    ann = await on(board, "Ann")
    await board.register("Bob", fast="on", expert="on")
    await ann.press("mn", "To whom \\(SYSOP for the sysop\\):")
    await ann.press("bob\r", "Letter to Bob")
    await ann.press("Shall we play on Friday?\r\r", "Your letter is in Bob's mailbox")
    await board.loses(ann, "Ann")
    bob, _ = board.proved_call("Bob")
    await bob.shows("\\+1 mail.*1 new letter under Messages")
    await bob.press("m", "► 10 Nov, 20:00 +Ann +New: Shall we play on Friday")
    await bob.press("\r", "Ann, 10 Nov, 20:00.*Shall we play on Friday")
    await bob.press("r", "Letter to Ann")
    await bob.press("Yes.\r\r", "in Ann's mailbox")
    await bob.press("\rdy\r", "Deleted.*|You have no letters, and no messages on this call")
    assert board.services[Letters].box("Bob") == ()
    await bob.press("q", "Bob +│ +Node 2 +│ +Main Menu")
    assert board.services[Letters].unread("Ann") == 1


async def test_a_letter_in_plain_mode(board):
    bob = await on(board, "Bob", plain=True)
    ann = await on(board, "Ann", plain=True)
    await ann.say("messages\rn\r", "You have no letters, and no messages on this call.*To whom")
    await ann.say("bob\r", "Letter to Bob. At most 20 lines.*Line 1:")
    await ann.say("Hello\r\r", "in Bob's mailbox")
    await bob.hears("Ann has left you a letter. It is under Messages")
    await bob.say("m\r", "1. New: Ann, 10 Nov, 20:00: Hello.*Number: Read")
    await bob.say("1\r", "Ann, 10 Nov, 20:00 +Hello.*R: Reply, D: Delete")
    bob.type("\r")
    assert "New:" not in await bob.hears("1. Ann, 10 Nov, 20:00: Hello.*Number: Read"), "told once"
    await bob.say("d 1\ry\r", "Delete it\\? \\(Y/N\\):.*Deleted.*Enter to go back")


@pytest.mark.parametrize(
    ("to", "why"),
    [("Zoe", "Nobody here is called Zoe"), ("ann", "You can't write to yourself"),
     ("Carl", "Carl isn't taking your messages")],
)  # fmt: skip
async def test_who_cannot_be_written_to_is_said_at_once_and_what_was_typed_stays(board, to, why):
    await board.register("Carl")
    board.callers.change("Carl", lambda caller: replace(caller, ignored=("Ann",)))
    ann = await on(board, "Ann")
    await ann.press(f"mn{to}\r", f"To whom.*{to}.*{why}")


@pytest.mark.parametrize(("to", "why"), [("Dora", "Dora's mailbox is full"), ("Eve", "wait 60 seconds")])
async def test_a_letter_that_cannot_be_sent_says_why_and_keeps_what_was_typed(board, to, why):
    for handle in ("Dora", "Eve"):
        await board.register(handle)
    letters = board.services[Letters]
    for at in range(MOST):
        assert letters.send(f"C{at}", "Dora", ["Hello"]) == ""
    assert letters.send("Ann", "Eve", ["Hello"]) == ""
    ann = await on(board, "Ann")
    await ann.press(f"mn{to}\r", f"Letter to {to}")
    await ann.press("How are you?\r\r", f"How are you\\?.*{why}")
    assert [one.lines for one in letters.drafts("Ann")] == [("How are you?",)]


async def test_a_letter_refused_at_its_end_is_kept(board):
    await board.register("Bob")
    ann = await on(board, "Ann")
    await ann.press("mnbob\r", "Letter to Bob")
    ann.type("Dear Bob,\r")
    board.callers.store.write(Unit(board.callers.removing("Bob")))
    await ann.press("\r", "Dear Bob,.*Nobody here is called Bob")


async def test_letters_follow_a_rename_and_go_with_their_caller(tmp_path):
    from door.features.desk.handlers import accounts

    async with boardroom(tmp_path) as board:
        for handle in ("Ann", "Bob"):
            await board.register(handle)
        letters = board.services[Letters]
        assert letters.send("Ann", "Bob", ["one"]) == letters.send("Bob", "Ann", ["two"]) == ""
        assert letters.send("Bob", SYSOP, ["three"]) == ""
        hand = accounts(board.services, "Sysop")
        hand.rename("Bob", "Robert")
        assert letters.box("Bob") == () and [one.handle for one in letters.box("Robert")] == ["Ann"]
        assert [one.handle for one in (*letters.box("Ann"), *letters.box(SYSOP))] == ["Robert", "Robert"]
        hand.remove("Robert")
        assert letters.box("Robert") == () and not (tmp_path / "data" / "letters" / "robert.jsonl").exists()
        assert letters.unread("Ann") == 1, "what they wrote stays"


async def test_the_sysop_s_letters_are_counted_answered_and_deleted_at_the_desk(board):
    await board.register("Sue", fast="on", expert="on", sysop=True)
    board.services[Letters].send("Al", SYSOP, ["Hello"])
    sue = await on(board, "Sue")
    await sue.shows("1 letter to the sysop under Feedback")
    await sue.press("fdy\r", "Deleted")
    await sue.press("q!", "1 node in use")
    line, _ = board.call()
    await line.shows("Your handle")
    await line.press("Zoe\r", "y/n|Y/N")
    await line.press("y\rsecret1\rsecret1\r", "Welcome")
    await sue.shows("2 nodes in use, 1 new caller.*Letters \\(1\\)", passing=1)
    await sue.press("f", "Zoe +has joined the board")
    await sue.press("r", "Letter to Zoe")
    sue.type("Welcome!\r\r\r")
    await line.shows("Sue has left you a letter")
    await sue.press("dy\r", "No letters this month or last")
    await sue.press("q", "2 nodes in use  .*Letters {3}| Letters *\n")


async def test_a_message_is_answered_from_anywhere_and_what_was_there_waits(board):
    ann, bob = await on(board, "Ann"), await on(board, "Bob")
    await ann.press("1", "Enter to play")
    await bob.press("wm", "To Ann:")
    rung = ann.sent.count(b"\x07")
    bob.type("w" * 99 + " " + "v" * 100 + "\r")
    await ann.shows("► Bob says:.*w{20}.*v{20}.*Ctrl-R to\\s+answer")
    assert ann.sent.count(b"\x07") == rung + 1
    await ann.press("\x12", "Bob on node 2.*w{70}.*v{40}.*To Bob:")
    await ann.press("later\r", "Enter to play")
    await bob.shows("Ann says: later")
    await bob.press("\x12\x1b", "Who's online")
    await board.loses(bob, "Bob")
    await ann.press("\x12", "To Bob:")
    await ann.press("Still there?\r", "To Bob: Still there\\?.*Bob has hung up", passing=1)


async def test_nobody_to_answer_is_said(board):
    ann = await on(board, "Ann", plain=True)
    await ann.say("/r\r", "Nobody has written to you on this call")
    bob = await on(board, "Bob", plain=True)
    bob.type("w\rm 1\rhello\r")
    await ann.hears("Bob says: hello +\\(/r to answer\\)")
    await ann.say("\r/r\r", "Bob on node 2 hello.*At most 200 characters. To Bob:")
    ann.type("hi\r")
    await bob.hears("Ann says: hi")
    await ann.hears("Sent to Bob")


# -- Chat and pages


async def test_what_is_said_in_chat_is_heard_by_all_who_are_there(board):
    ann, bob = await on(board, "Ann"), await on(board, "Bob", plain=True)
    await ann.press("c", "Nobody else is here yet")
    await ann.press("anybody?\r", "Ann: anybody\\?")
    await bob.hears("Ann is in Chat .C.*command\\?")
    await bob.say("chat\r", "Chat\\. Type /q to leave.*Here with you: Ann\\..*Ann: anybody\\?.*Say:")
    await ann.shows("Here with you: Bob")
    bob.type("Hello \x9b31mAnn\r")
    await ann.shows("Bob: Hello 31mAnn")
    await bob.say("/who\r", "Here with you: Ann")
    await board.loses(ann, "Ann")
    await bob.hears("Ann has left")
    await bob.say("/q\r", "command\\?")
    assert board.services[Chat].talk.latest(None) == () and not board.services[Chat].readers


async def test_who_is_ignored_is_not_heard_in_chat(board):
    await board.register("Bob", fast="on", expert="on")
    board.callers.change("Bob", lambda caller: replace(caller, ignored=("Ann",)))
    ann, bob, carl, dot = [await on(board, handle) for handle in ("Ann", "Bob", "Carl", "Dot")]
    await dot.press("w", "Who's online")
    await ann.press("c", "Nobody else is here yet")
    await carl.shows("Ann is in Chat")
    await dot.press("q", "press a door's number")
    for line in (bob, carl):
        line.type("c")
    await bob.shows("Here with you: Carl\\.")
    ann.type("hello?\r")
    await carl.shows("Ann: hello\\?")
    carl.type("hello Ann\r")
    await bob.shows("Carl: hello Ann")
    assert "hello?" not in bob.screen
    for line in (ann, bob, carl):
        await line.press("\x1b", "press a door's number")
    await ann.press("c", "Nobody else is here yet")
    told = [[str(one.sentence) for one in session.messages.notices] for session in board.sessions]
    assert told == [[], [], ["Ann is in Chat (C)."], []], (
        "once in five minutes, at the menu, and not to those who ignore her"
    )


async def test_the_sysop_hears_a_page_at_once_and_in_the_letters(board, caplog):
    await board.register("Sue", fast="on", expert="on", sysop=True)
    ann, sue = await on(board, "Ann"), await on(board, "Sue")
    await sue.press("!", "2 nodes in use")
    await ann.press("y", "Why:")
    call = board.sessions[0]
    assert await FEATURES.handlers.answer(call, call.stack.top, PAGE_SYSOP(" \x1b")) == No(
        tr.mail.letter_empty()
    )
    await ann.press("My game has gone\r", "The sysop has been paged")
    await sue.shows("Ann on node 1 pages you: My game has gone")
    await sue.shows("\n +Ann pages the sysop: My game has gone.*Letters \\(1\\)", passing=1)
    assert [one.about for one in board.services[Letters].box(SYSOP)] == ["page"]
    assert "page node=1 caller='Ann' address=127.0.0.1 text='My game has gone'" in caplog.text
    await ann.press("qyonce more\r", "Why: once more.*You can send one a minute. Please wait 60 seconds")


async def test_outside_the_hours_the_sysop_is_not_paged(board):
    board.change("board", page_hours=("09:00-17:00",))
    ann = await on(board, "Ann", plain=True)
    refused = "You can page the sysop again tomorrow at 09:00, or write a letter with Feedback"
    await ann.say("y\rhelp\r", f"{refused}.*Why:")
    assert board.services[Letters].box(SYSOP) == ()
    board.clock.on(hours=14)
    await ann.say("help\r", "The sysop isn't on right now. Your line waits with the letters")


async def test_a_letter_on_which_the_line_drops_waits_for_the_next_call(board):
    await board.register("Bob")
    letters = board.services[Letters]
    ann = await on(board, "Ann")
    await ann.press("mnbob\r", "Letter to Bob")
    await ann.press("Dear Bob,\rhow ar", "how ar")
    await board.loses(ann, "Ann")
    ann, _ = board.proved_call("Ann")
    await ann.shows("Your letter to Bob isn't finished. It is under Messages")
    await ann.press("m", "Unfinished.*► 10 Nov, 20:00 +To Bob +Dear Bob,")
    await ann.press("\r", "what you had written when your last call ended|Dear Bob,\\s+► how ar")
    await ann.press("e you?\r\r", "in Bob's mailbox")
    assert [one.lines for one in letters.box("Bob")] == [("Dear Bob,", "how are you?")]
    assert letters.drafts("Ann") == ()
    await ann.press("\r", "You have no letters, and no messages on this call")


async def test_a_draft_in_plain_mode_is_read_out_and_thrown_away(board):
    letters = board.services[Letters]
    ann = await on(board, "Ann", plain=True)
    await ann.say("f\rThe dice are fine.\r", "Line 2:")
    await board.loses(ann, "Ann")
    await board.until(lambda: bool(letters.drafts("Ann")), "the draft")
    ann, _ = board.proved_call("Ann", DUMB)
    await ann.hears("Your letter to the sysop isn't finished.*Main menu command\\?")
    await ann.say("m\r", "Unfinished: 1. To the sysop, 10 Nov, 20:00: The dice are fine")
    await ann.say("1\r", "what you had written.*The dice are fine.*Line 2:")
    await ann.say("q\ry\r", "You have no letters, and no messages on this call")
    assert letters.drafts("Ann") == () == letters.box(SYSOP)
    await ann.say("\rf\r", "Line 1:")


async def test_drafts_follow_renames_and_one_to_each_is_kept(tmp_path):
    from door.features.desk.handlers import accounts

    async with boardroom(tmp_path) as board:
        for handle in ("Ann", "Bob"):
            await board.register(handle)
        letters = board.services[Letters]
        for to, text in (("Bob", "one"), ("bob", "two"), (SYSOP, "three")):
            assert letters.keep_draft("Ann", to, [text]) == ""
        assert [(one.handle, one.lines) for one in letters.drafts("Ann")] == [
            ("bob", ("two",)), (SYSOP, ("three",))
        ]  # fmt: skip
        hand = accounts(board.services, "Sysop")
        hand.rename("Bob", "Robert")
        hand.rename("Ann", "Anna")
        assert [one.handle for one in letters.drafts("Anna")] == ["Robert", SYSOP]
        board.clock.on(days=61)
        letters.sweep()
        assert letters.drafts("Anna") == ()
        letters.keep_draft("Anna", SYSOP, ["x"])
        hand.remove("Anna")
        assert letters.drafts("Anna") == ()
