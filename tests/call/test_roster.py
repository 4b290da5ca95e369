"""Calls know each other as values, and do things to each other by messages."""

import asyncio
import pickle

from door.call.refresh import Refresh
from door.call.roster import Evict, Notify, Writes
from door.features.watching.galleries import AskLoneGame
from door.ui.texts import tr


async def test_what_others_know_of_a_call_is_a_value_that_could_be_sent_elsewhere(board):
    line = await board.at_menu("Alice", fast="on")
    roster = board.services.roster
    before = roster.of("alice")
    assert before is not None and before == roster.call(1) and roster.on() == roster.calls() == [before]
    assert (before.handle, before.screens, roster.post.ask_here(1, AskLoneGame())) == ("Alice", ("",), None)
    await line.press("1\r\r", "Tiles to shut|Turns|1 2 3")
    await board.until(lambda: roster.post.ask_here(1, AskLoneGame()) is not None, "a game")
    after, game = roster.call(1), roster.post.ask_here(1, AskLoneGame())
    assert after is not None and game is not None and before.screens == ("",), "a value does not change"
    assert after.screens == ("", game.slug) and game.counts
    for value in (
        after,
        game._replace(course=None),
        Notify(tr.watch.own_game()),
        Evict(tr.refused.board_going_down()),
    ):
        assert pickle.loads(pickle.dumps(value)) == value


async def test_messages_reach_the_call_on_a_node(board):
    ann = await board.at_menu("Ann", fast="on")
    bob = await board.at_menu("Bob", fast="on")
    roster = board.services.roster
    roster.post.send(2, Notify(tr.watch.own_game(), bell=True))
    await bob.shows(tr.watch.own_game())
    roster.post.send_to_all(Notify(tr.watch.game_gone()), but=2)
    await ann.shows(tr.watch.game_gone())
    assert b"\x07" in bob.sent and b"\x07" not in ann.sent
    assert roster.post.ask_here(3, Refresh()) is None and roster.call(3) is None and roster.of("Cy") is None
    roster.post.send(1, Evict(tr.refused.address_banned(), why="banned"))
    await ann.shows(tr.refused.address_banned())
    await board.until(lambda: [one.handle for one in roster.on()] == ["Bob"], "the hang-up")


async def test_a_caller_s_writes_go_one_after_another_and_who_waits_hears_if_there_were_any():
    writes, done = Writes(asyncio.create_task), list[str]()
    free, later = asyncio.Event(), asyncio.Event()

    async def work(name: str, goes_on: asyncio.Event, fails: bool = False) -> None:
        await goes_on.wait()
        done.append(name)
        if fails:
            raise OSError("full")

    assert not await writes.settled("Ann")
    writes.add("Ann", work("first", free, fails=True))
    writes.add("ann", work("second", later))
    assert not await writes.settled("Bob"), "another's writes are not waited for"
    waits = asyncio.create_task(writes.settled("ANN"))
    await asyncio.sleep(0)
    assert not waits.done() and not done
    free.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert done == ["first"]
    both = asyncio.gather(waits, writes.settled("Ann"))
    await asyncio.sleep(0)
    assert not both.done(), "the second is still to come"
    later.set()
    assert await both == [True, True] and done == ["first", "second"]
    await asyncio.sleep(0)
    assert not await writes.settled("Ann"), "what is done is forgotten"
