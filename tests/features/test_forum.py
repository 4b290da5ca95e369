"""The forum on whole calls: threads read and answered, counts of new posts, and the sysop's hand."""

from dataclasses import replace

from boardroom import BEFORE, Boardroom
from callline import DUMB, XTERM, CallDouble

from door.features.every import FEATURES
from door.features.forum.asks import DELETE_THREAD, MOVE_THREAD, POSTS, PostRange
from door.features.forum.handlers import PostCame
from door.records.community.forum import GENERAL, Forum, ForumReader, Unread
from door.ui.screen import No
from door.ui.texts import tr


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
    forum = board.services[Forum]
    assert forum.begin(who, "shutbox", title, texts[:1]) == ""
    id = forum.thread_rows(ForumReader(who))[0].id
    for text in texts[1:]:
        board.clock.on(minutes=2)
        assert forum.post(who, id, (text,)) == ""
    board.clock.on(minutes=2)
    return id


async def test_a_thread_is_begun_read_and_answered_by_keys(board):
    ann, bob = await on(board, "Ann"), await on(board, "Bob")
    board.clock.on(minutes=1)
    await ann.press("a", "Forum.*► General")
    await ann.press("\r", "No threads yet")
    await ann.press("t", "Title:")
    await ann.press("Last night's puzzle\r", 'New thread "Last night\'s puzzle"')
    await ann.press("I chose 9.\r\r", "► Last night's puzzle +Ann +1")
    await bob.press("a", "► General +1 +1")
    await bob.press("n", "Post 1 of 1.*#1 +Ann.*I chose 9")
    await bob.press("e", "> #1 Ann:.*> I chose 9")
    bob.type("So did I.\r\r")
    await ann.shows("Bob has answered in", passing=1)
    await bob.shows("#1 +Ann.*#2 +Bob.*> I chose 9.*So did I")
    await bob.press("q", "► General +1 +Bob|► General +1 +10 Nov")
    await ann.press("n", "#2 +Bob.*So did I")
    await board.loses(ann, "Ann")
    await board.services.writes.settled("Ann")
    ann = await on(board, "Ann")
    assert "new post" not in ann.screen, "what was read as the line dropped isn't new"
    await ann.press("an", "You've read everything")
    await ann.press("\r", "You've read everything")


async def test_a_thread_that_is_gone_is_said_to_be(board):
    await on(board, "Ann")
    session = board.sessions[-1]
    wish = POSTS(PostRange("f" * 16))
    assert await FEATURES.handlers.answer(session, session.stack.top, wish) == No(tr.forum.no_such_thread())


async def test_the_forum_in_plain_mode(board):
    await register(board, "Bob")
    board.clock.on(minutes=1)
    write(board, "Ann", "The puzzle", "I chose 9.", "And you?")
    bob, _ = board.proved_call("Bob", DUMB)
    await bob.hears("2 new posts in 1 thread under Forum")
    await bob.say("a\r", "Forum. 2 new posts.*General, 0 threads.*Shut The Box, 1 thread, 2 new posts")
    await bob.say("n\r", "Thread: The puzzle.*Post 1 of 2. Ann, .*I chose 9")
    await bob.say("\r", "Post 2 of 2. Ann.*And you?")
    await bob.say("r\r", 'Answer to "The puzzle". At most 20 lines.*Line 1:')
    await bob.say("9 too\r\r", "Your post is in the forum.*Thread: The puzzle.*Enter to go on")
    await bob.say("\r", "Post 3 of 3. Bob")
    assert bytes(bob.sent).count(b"Post 2 of") == 1, "a post that was answered isn't read again"


async def test_the_sysop_moves_and_deletes_and_others_cannot(board):
    await register(board, "Sys", sysop=True)
    await register(board, "Ann")
    board.clock.on(minutes=1)
    write(board, "Ann", "Wrong place", "One", "Two")
    sysop = await on(board, "Sys")
    await sysop.press("a\r", "► Wrong place")
    await sysop.press("mgen\r", "Moved to General.*No threads yet|No threads yet.*Moved to General")
    await sysop.press("qn", "#1 +Ann")
    await sysop.press("dy", "#2 +Ann.*Deleted|Deleted.*#2 +Ann")
    ann = await on(board, "Ann")
    await ann.press("a\r", "Forum: General.*► Wrong place.*\\[T\\] New thread +\\[Q\\] Back")
    await ann.press("d", "► Wrong place")
    assert board.services[Forum].thread_rows(ForumReader("Ann"))[0].posts == 1
    await sysop.press("dy", "0 new posts.*General +0")
    await ann.press("\r", "Forum: General.*No threads yet")
    call, id = board.sessions[0], write(board, "Bob", "Spam", "Buy it!")
    moves = [(" gen", GENERAL), ("nowhere", GENERAL), ("shut the box", "shutbox")]
    for effect, areas in [*((MOVE_THREAD((id, to)), [area]) for to, area in moves), (DELETE_THREAD(id), [])]:
        answer = await FEATURES.handlers.answer(call, call.stack.top, effect)
        assert isinstance(answer, No) == ("nowhere" in str(effect))
        assert [row.area for row in board.services[Forum].thread_rows(ForumReader("Ann"))] == areas


async def test_what_a_caller_ignores_or_turns_off_is_not_heard(board):
    for handle in ("Ann", "Bob", "Cyd"):
        await register(board, handle)
    board.callers.change("Cyd", lambda caller: caller.prefer("forum", "off"))
    board.callers.change("Bob", lambda caller: replace(caller, ignored=("Ann",)))
    board.clock.on(minutes=1)
    write(board, "Bob", "Mine", "One")
    write(board, "Ann", "Hers", "Two")
    bob, cyd = await on(board, "Bob"), await on(board, "Cyd")
    assert "new post" not in bob.screen + cyd.screen
    his, hers = board.sessions
    his.answer(PostCame("Ann", "ab" * 8, "Mine", "Bob"))
    assert his.messages.posts == Unread() and not his.messages.notices
    his.answer(PostCame("Cyd", "ab" * 8, "Hers", "Ann"))
    hers.answer(PostCame("Bob", "ab" * 8, "Yours", "Cyd"))
    assert his.messages.posts.posts == 1
    assert not his.messages.notices and not hers.messages.notices
    await bob.press("an", "You've read everything")
    await bob.press("s\r\r", "#1 +Bob.*One")
    await cyd.press("an", "#1 +Bob.*One")
    await cyd.press("r", 'Answer to "Mine"')
    cyd.type("Two\r\r")
    await bob.shows("Cyd has answered in")
    await bob.press("\r", "#2 +Cyd")
    await bob.press("i", "#1 +Bob.*ignoring Cyd")
    await bob.press("q", "► Mine +Bob +1 ")
