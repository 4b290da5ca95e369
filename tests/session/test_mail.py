"""Letters, messages answered from anywhere, Chat and paging the sysop, on whole calls."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from boardroom import Boardroom, boardroom
from callline import DUMB, XTERM, CallDouble

from door.records.community.letters import MOST, SYSOP
from door.records.store import Unit


async def on(board: Boardroom, handle: str, plain: bool = False) -> CallDouble:
    """A caller at the menu."""
    if board.callers.find(handle) is None:
        await board.register(handle, fast="on", expert="on")
    line, _ = board.proved_call(handle, DUMB if plain else XTERM)
    await (line.hears("main menu.*command\\?") if plain else line.shows("press a door's number"))
    return line


async def gone(board: Boardroom, line: CallDouble, handle: str) -> None:
    line.drop()
    await board.until(lambda: board.services.roster.of(handle) is None, "the hang-up")


async def test_a_letter_waits_for_who_is_off_and_is_answered_by_one_key(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        ann = await on(board, "Ann")
        await board.register("Bob", fast="on", expert="on")
        ann.type("mn")
        await ann.shows("To whom \\(SYSOP for the sysop\\):")
        ann.type("bob\r")
        await ann.shows("Letter to Bob")
        ann.type("Shall we play on Friday?\r\r")
        await ann.shows("Your letter is in Bob's mailbox")
        await gone(board, ann, "Ann")
        bob, _ = board.proved_call("Bob")
        await bob.shows("\\+1 mail.*1 new letter. Press M")
        bob.type("m")
        await bob.shows("► 10 Nov, 20:00 +Ann +New: Shall we play on Friday")
        bob.type("\r")
        await bob.shows("Ann, 10 Nov, 20:00.*Shall we play on Friday")
        bob.type("r")
        await bob.shows("Letter to Ann")
        bob.type("Yes.\r\r")
        await bob.shows("in Ann's mailbox")
        bob.type("\rdy\r")
        await bob.shows("Deleted.*|You have no letters, and no messages on this call")
        assert board.services.community.letters.box("Bob") == ()
        bob.type("q")
        await bob.shows("Bob +│ +Node 2 +│ +Main Menu")
        assert board.services.community.letters.unread("Ann") == 1


async def test_a_letter_in_plain_mode(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        bob = await on(board, "Bob", plain=True)
        ann = await on(board, "Ann", plain=True)
        ann.type("messages\rn\r")
        await ann.hears("You have no letters, and no messages on this call.*To whom")
        ann.type("bob\r")
        await ann.hears("Letter to Bob. At most 20 lines.*Line 1:")
        ann.type("Hello\r\r")
        await ann.hears("in Bob's mailbox")
        await bob.hears("Ann has left you a letter. Press M in the main menu to read it")
        bob.type("m\r")
        await bob.hears("1. New: Ann, 10 Nov, 20:00: Hello.*Number: Read")
        bob.type("1\r")
        await bob.hears("Ann, 10 Nov, 20:00 +Hello.*R: Reply, D: Delete")
        bob.type("\r")
        assert "New:" not in await bob.hears("1. Ann, 10 Nov, 20:00: Hello.*Number: Read"), "told once"
        bob.type("d 1\ry\r")
        await bob.hears("Delete it\\? \\(Y/N\\):.*Deleted.*Enter to go back")


@pytest.mark.parametrize(
    ("to", "why"),
    [("Zoe", "Nobody here is called Zoe"), ("ann", "You can't write to yourself"),
     ("Carl", "Carl isn't taking your messages"), ("Dora", "Dora's mailbox is full"),
     ("Eve", "wait 60 seconds")],
)  # fmt: skip
async def test_a_letter_that_cannot_be_sent_says_why_and_keeps_what_was_typed(
    tmp_path: Path, to: str, why: str
) -> None:
    async with boardroom(tmp_path) as board:
        for handle in ("Carl", "Dora", "Eve"):
            await board.register(handle)
        board.callers.change("Carl", lambda caller: replace(caller, ignored=("Ann",)))
        letters = board.services.community.letters
        for at in range(MOST):
            assert letters.send(f"C{at}", "Dora", ["Hello"]) == ""
        assert letters.send("Ann", "Eve", ["Hello"]) == ""
        ann = await on(board, "Ann")
        ann.type(f"mn{to}\r")
        await ann.shows(f"To whom.*{to}.*{why}")


async def test_a_letter_refused_at_its_end_is_kept(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        await board.register("Bob")
        ann = await on(board, "Ann")
        ann.type("mnbob\r")
        await ann.shows("Letter to Bob")
        ann.type("Dear Bob,\r")
        board.callers.store.write(Unit(board.callers.removing("Bob")))
        ann.type("\r")
        await ann.shows("Dear Bob,.*Nobody here is called Bob")


async def test_letters_follow_a_rename_and_go_with_their_caller(tmp_path: Path) -> None:
    from door.session.sysop.desk import accounts

    async with boardroom(tmp_path) as board:
        for handle in ("Ann", "Bob"):
            await board.register(handle)
        letters = board.services.community.letters
        assert letters.send("Ann", "Bob", ["one"]) == letters.send("Bob", "Ann", ["two"]) == ""
        assert letters.send("Bob", SYSOP, ["three"]) == ""
        hand = accounts(board.services, "Sysop")
        hand.rename("Bob", "Robert")
        assert letters.box("Bob") == () and [one.handle for one in letters.box("Robert")] == ["Ann"]
        assert [one.handle for one in (*letters.box("Ann"), *letters.box(SYSOP))] == ["Robert", "Robert"]
        hand.remove("Robert")
        assert letters.box("Robert") == () and not (tmp_path / "data" / "letters" / "robert.jsonl").exists()
        assert letters.unread("Ann") == 1, "what they wrote stays"


async def test_the_sysop_s_letters_are_counted_answered_and_deleted_at_the_desk(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        await board.register("Sue", fast="on", expert="on")
        board.callers.change("Sue", lambda caller: replace(caller, sysop=True))
        board.services.community.letters.send("Al", SYSOP, ["Hello"])
        sue = await on(board, "Sue")
        await sue.shows("1 letter to the sysop. Press F to read")
        sue.type("fdy\r")
        await sue.shows("Deleted")
        sue.type("q!")
        await sue.shows("1 node in use")
        line, _ = board.call()
        await line.shows("Your handle")
        line.type("Zoe\r")
        await line.shows("y/n|Y/N")
        line.type("y\rsecret1\rsecret1\r")
        await line.shows("Welcome")
        await sue.shows("2 nodes in use, 1 new caller.*Letters \\(1\\)")
        sue.type("f")
        await sue.shows("Zoe +has joined the board")
        sue.type("r")
        await sue.shows("Letter to Zoe")
        sue.type("Welcome!\r\r\r")
        await line.shows("Sue has left you a letter")
        sue.type("dy\r")
        await sue.shows("No letters this month or last")
        sue.type("q")
        await sue.shows("2 nodes in use  .*Letters {3}| Letters *\n")


async def test_a_message_is_answered_from_anywhere_and_what_was_there_waits(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        ann, bob = await on(board, "Ann"), await on(board, "Bob")
        ann.type("1")
        await ann.shows("Enter to play")
        bob.type("wm")
        await bob.shows("To Ann:")
        rung = ann.sent.count(b"\x07")
        bob.type("w" * 99 + " " + "v" * 100 + "\r")
        await ann.shows("► Bob says:.*w{20}.*v{20}.*Ctrl-R to\\s+answer")
        assert ann.sent.count(b"\x07") == rung + 1
        ann.type("\x12")
        await ann.shows("Bob on node 2.*w{70}.*v{40}.*To Bob:")
        ann.type("later\r")
        await ann.shows("Enter to play")
        await bob.shows("Ann says: later")
        bob.type("\x12\x1b")
        await bob.shows("Who's online")
        await gone(board, bob, "Bob")
        ann.type("\x12")
        await ann.shows("Bob has hung up")
        assert "To Bob" not in ann.screen


async def test_nobody_to_answer_is_said(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        ann = await on(board, "Ann", plain=True)
        ann.type("/r\r")
        await ann.hears("Nobody has written to you on this call")
        bob = await on(board, "Bob", plain=True)
        bob.type("w\rm 1\rhello\r")
        await ann.hears("Bob says: hello +\\(/r to answer\\)")
        ann.type("\r/r\r")
        await ann.hears("Bob on node 2 hello.*At most 200 characters. To Bob:")
        ann.type("hi\r")
        await bob.hears("Ann says: hi")
        await ann.hears("Sent to Bob")


# -- Chat and pages


async def test_what_is_said_in_chat_is_heard_by_all_who_are_there(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        ann, bob = await on(board, "Ann"), await on(board, "Bob", plain=True)
        ann.type("c")
        await ann.shows("Nobody else is here yet")
        ann.type("anybody?\r")
        await ann.shows("Ann: anybody\\?")
        await bob.hears("Ann is in Chat. Press C to join.*command\\?")
        bob.type("chat\r")
        await bob.hears("Chat\\. Type /q to leave.*Here with you: Ann\\..*Ann: anybody\\?.*Say:")
        await ann.shows("Here with you: Bob")
        bob.type("Hello \x9b31mAnn\r")
        await ann.shows("Bob: Hello 31mAnn")
        bob.type("/who\r")
        await bob.hears("Here with you: Ann")
        await gone(board, ann, "Ann")
        await bob.hears("Ann has left")
        bob.type("/q\r")
        await bob.hears("command\\?")
        assert board.services.chat.talk == () and not board.services.chat.here


async def test_who_is_ignored_is_not_heard_in_chat(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        await board.register("Bob", fast="on", expert="on")
        board.callers.change("Bob", lambda caller: replace(caller, ignored=("Ann",)))
        ann, bob, carl = [await on(board, handle) for handle in ("Ann", "Bob", "Carl")]
        for line in (ann, bob, carl):
            line.type("c")
        await bob.shows("Here with you: Carl\\.")
        ann.type("hello?\r")
        await carl.shows("Ann: hello\\?")
        carl.type("hello Ann\r")
        await bob.shows("Carl: hello Ann")
        assert "hello?" not in bob.screen


async def test_the_sysop_hears_a_page_at_once_and_in_the_letters(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with boardroom(tmp_path) as board:
        await board.register("Sue", fast="on", expert="on")
        board.callers.change("Sue", lambda caller: replace(caller, sysop=True))
        ann, sue = await on(board, "Ann"), await on(board, "Sue")
        sue.type("!")
        await sue.shows("2 nodes in use")
        ann.type("y")
        await ann.shows("Why:")
        ann.type("My game has gone\r")
        await ann.shows("The sysop has been paged")
        await sue.shows("Ann on node 1 pages you: My game has gone")
        await sue.shows("\n +Ann pages the sysop: My game has gone.*Letters \\(1\\)")
        assert [one.about for one in board.services.community.letters.box(SYSOP)] == ["page"]
        assert "page node=1 caller='Ann' address=127.0.0.1 text='My game has gone'" in caplog.text
        ann.type("qy")
        await ann.shows("You can send one a minute. Please wait 60 seconds")
        assert "Why:" not in ann.screen


async def test_outside_the_hours_the_sysop_is_not_paged(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        hours = board.settings.board.model_copy(update={"page_hours": ("09:00-17:00",)})
        board.settings = replace(board.settings, board=hours)
        ann = await on(board, "Ann", plain=True)
        ann.type("y\r")
        await ann.hears("You can page the sysop again tomorrow at 09:00. Press F to write a letter.*go back")
        assert board.services.community.letters.box(SYSOP) == ()
        board.clock.on(hours=14)
        ann.type("\ry\rhelp\r")
        await ann.hears("The sysop isn't on right now. Your line waits with the letters")


async def test_a_letter_on_which_the_line_drops_waits_for_the_next_call(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        await board.register("Bob")
        letters = board.services.community.letters
        ann = await on(board, "Ann")
        ann.type("mnbob\r")
        await ann.shows("Letter to Bob")
        ann.type("Dear Bob,\rhow ar")
        await ann.shows("how ar")
        await gone(board, ann, "Ann")
        ann, _ = board.proved_call("Ann")
        await ann.shows("Your letter to Bob isn't finished. Press M in the main menu to go on")
        ann.type("m")
        await ann.shows("Unfinished.*► 10 Nov, 20:00 +To Bob +Dear Bob,")
        ann.type("\r")
        await ann.shows("what you had written when your last call ended|Dear Bob,\\s+► how ar")
        ann.type("e you?\r\r")
        await ann.shows("in Bob's mailbox")
        assert [one.lines for one in letters.box("Bob")] == [("Dear Bob,", "how are you?")]
        assert letters.drafts("Ann") == ()
        ann.type("\r")
        await ann.shows("You have no letters, and no messages on this call")


async def test_a_draft_in_plain_mode_is_read_out_and_thrown_away(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        letters = board.services.community.letters
        ann = await on(board, "Ann", plain=True)
        ann.type("f\rThe dice are fine.\r")
        await ann.hears("Line 2:")
        await gone(board, ann, "Ann")
        await board.until(lambda: bool(letters.drafts("Ann")), "the draft")
        ann, _ = board.proved_call("Ann", DUMB)
        await ann.hears("Your letter to the sysop isn't finished.*Main menu command\\?")
        ann.type("m\r")
        await ann.hears("Unfinished: 1. To the sysop, 10 Nov, 20:00: The dice are fine")
        ann.type("1\r")
        await ann.hears("what you had written.*The dice are fine.*Line 2:")
        ann.type("q\ry\r")
        await ann.hears("You have no letters, and no messages on this call")
        assert letters.drafts("Ann") == () == letters.box(SYSOP)
        ann.type("\rf\r")
        await ann.hears("Line 1:")


async def test_drafts_follow_renames_and_one_to_each_is_kept(tmp_path: Path) -> None:
    from door.session.sysop.desk import accounts

    async with boardroom(tmp_path) as board:
        for handle in ("Ann", "Bob"):
            await board.register(handle)
        letters = board.services.community.letters
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
