"""The forum on whole calls: threads read and answered, counts of new posts, and the sysop's hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from boardroom import BEFORE, Boardroom, boardroom
from callline import DUMB, XTERM, CallDouble

from door.records.community.forum import Reader


async def register(board: Boardroom, handle: str, **about: bool) -> None:
    """A caller who was here before the forum's first post."""
    await board.register(handle, fast="on", expert="on")
    board.callers.change(handle, lambda caller: replace(caller, created=BEFORE, **about))


async def on(board: Boardroom, handle: str, plain: bool = False) -> CallDouble:
    """A caller at the menu."""
    if board.callers.find(handle) is None:
        await register(board, handle)
    line, _ = board.proved_call(handle, DUMB if plain else XTERM)
    await (line.hears("main menu.*command\\?") if plain else line.shows("press a door's number"))
    return line


def write(board: Boardroom, who: str, title: str, *texts: str) -> str:
    """A thread that was written on earlier calls."""
    forum = board.services.community.forum
    assert forum.begin(who, "shutbox", title, texts[:1]) == ""
    id = forum.listed(Reader(who))[0].id
    for text in texts[1:]:
        board.clock.on(minutes=2)
        assert forum.post(who, id, (text,)) == ""
    board.clock.on(minutes=2)
    return id


async def test_a_thread_is_begun_read_and_answered_by_keys(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        ann, bob = await on(board, "Ann"), await on(board, "Bob")
        board.clock.on(minutes=1)
        ann.type("a")
        await ann.shows("Forum.*► General")
        ann.type("\r")
        await ann.shows("No threads yet")
        ann.type("t")
        await ann.shows("Title:")
        ann.type("Last night's puzzle\r")
        await ann.shows('New thread "Last night\'s puzzle"')
        ann.type("I chose 9.\r\r")
        await ann.shows("► Last night's puzzle +Ann +1")
        bob.type("a")
        await bob.shows("► General +1 +1")
        bob.type("n")
        await bob.shows("Post 1 of 1.*#1 +Ann.*I chose 9")
        bob.type("e")
        await bob.shows("> #1 Ann:.*> I chose 9")
        bob.type("So did I.\r\r")
        await ann.shows("Bob has answered in")
        await bob.shows("#1 +Ann.*#2 +Bob.*> I chose 9.*So did I")
        bob.type("q")
        await bob.shows("► General +1 +Bob|► General +1 +10 Nov")
        ann.type("n")
        await ann.shows("#2 +Bob.*So did I")
        ann.type("\r")
        await ann.shows("You've read everything")


async def test_the_forum_in_plain_mode(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        await register(board, "Bob")
        board.clock.on(minutes=1)
        write(board, "Ann", "The puzzle", "I chose 9.", "And you?")
        bob, _ = board.proved_call("Bob", DUMB)
        await bob.hears("2 new posts in 1 thread. Press A to read")
        bob.type("a\r")
        await bob.hears("Forum. 2 new posts.*General, 0 threads.*Shut The Box, 1 thread, 2 new posts")
        bob.type("n\r")
        await bob.hears("Thread: The puzzle.*Post 1 of 2. Ann, .*I chose 9")
        bob.type("\r")
        await bob.hears("Post 2 of 2. Ann.*And you?")
        bob.type("r\r")
        await bob.hears('Answer to "The puzzle". At most 20 lines.*Line 1:')
        bob.type("9 too\r\r")
        await bob.hears("Your post is in the forum.*Thread: The puzzle.*Enter to go on")
        bob.type("\r")
        await bob.hears("Post 3 of 3. Bob")
        assert bytes(bob.sent).count(b"Post 2 of") == 1, "a post that was answered isn't read again"


async def test_the_sysop_moves_and_deletes_and_others_cannot(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        await register(board, "Sys", sysop=True)
        await register(board, "Ann")
        board.clock.on(minutes=1)
        write(board, "Ann", "Wrong place", "One", "Two")
        sysop = await on(board, "Sys")
        sysop.type("a\r")
        await sysop.shows("► Wrong place")
        sysop.type("mgen\r")
        await sysop.shows("Moved to General.*No threads yet|No threads yet.*Moved to General")
        sysop.type("qn")
        await sysop.shows("#1 +Ann")
        sysop.type("dy")
        await sysop.shows("#2 +Ann.*Deleted|Deleted.*#2 +Ann")
        ann = await on(board, "Ann")
        ann.type("a\r")
        await ann.shows("Forum: General.*► Wrong place.*\\[T\\] New thread +\\[Q\\] Back")
        ann.type("d")
        await ann.shows("► Wrong place")
        assert board.services.community.forum.listed(Reader("Ann"))[0].posts == 1
        sysop.type("dy")
        await sysop.shows("0 new posts.*General +0")
        ann.type("\r")
        await ann.shows("Forum: General.*No threads yet")


async def test_what_a_caller_ignores_or_turns_off_is_not_heard(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        for handle in ("Ann", "Bob", "Cyd"):
            await register(board, handle)
        board.callers.change("Cyd", lambda caller: caller.prefer("forum", "off"))
        board.callers.change("Bob", lambda caller: replace(caller, ignored=("Ann",)))
        board.clock.on(minutes=1)
        write(board, "Bob", "Mine", "One")
        write(board, "Ann", "Hers", "Two")
        bob, cyd = await on(board, "Bob"), await on(board, "Cyd")
        assert "new post" not in bob.screen + cyd.screen
        bob.type("an")
        await bob.shows("You've read everything")
        bob.type("s\r\r")
        await bob.shows("#1 +Bob.*One")
        cyd.type("an")
        await cyd.shows("#1 +Bob.*One")
        cyd.type("r")
        await cyd.shows('Answer to "Mine"')
        cyd.type("Two\r\r")
        await bob.shows("Cyd has answered in")
        bob.type("\r")
        await bob.shows("#2 +Cyd")
        bob.type("i")
        await bob.shows("#1 +Bob.*ignoring Cyd")
        bob.type("q")
        await bob.shows("► Mine +Bob +1 ")
