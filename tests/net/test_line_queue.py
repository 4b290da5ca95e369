import asyncio

import pytest
from callline import PIPE
from effort import PATIENCE

from door.net.line import FULL, PIECE, Data, HungUp, QueuedLine, Resized, Term, Valve


def quiet() -> None:
    pass


async def test_events_keep_their_order_and_waiting_bytes_are_joined():
    queue = QueuedLine(quiet, quiet, PIPE)
    for event in (Data(b"a"), Data(b""), Data(b"b"), Term("x"), Data(b"c"), Resized(1, 1), Resized(2, 2)):
        queue.put(event)
    queue.end("gone")
    queue.put(Data(b"too late"))
    got = [await queue.receive() for _ in range(6)]
    assert got == [Data(b"ab"), Term("x"), Data(b"c"), Resized(2, 2), HungUp("gone"), HungUp("gone")]


async def test_a_full_inbox_stops_the_wire_once_and_lets_it_go_on_once():
    calls: list[str] = []
    queue = QueuedLine(lambda: calls.append("full"), lambda: calls.append("room"), PIPE)
    for _ in range(4):
        queue.put(Data(bytes(FULL // 2)))
    assert calls == ["full"]
    for _ in range(FULL * 3 // 2 // PIECE):
        assert calls == ["full"]
        await queue.receive()
    assert calls == ["full", "room"]


async def test_many_small_events_fill_it_as_well():
    calls: list[str] = []
    queue = QueuedLine(lambda: calls.append("full"), quiet, PIPE)
    for n in range(FULL):
        queue.put(Term(str(n)))
        if calls:
            break
    assert n < 200


async def test_a_cancelled_receive_loses_nothing():
    queue = QueuedLine(quiet, quiet, PIPE)
    waiting = asyncio.create_task(queue.receive())
    await asyncio.sleep(0)
    queue.put(Data(b"key"))
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await queue.receive() == Data(b"key")


async def test_a_listener_hears_of_everything_and_takes_the_end_once():
    queue = QueuedLine(quiet, quiet, PIPE)
    heard: list[object] = []
    queue.listen(lambda: heard.append(queue.take()))
    queue.put(Data(b"a"))
    queue.put(Term("x"))
    queue.end("gone")
    assert heard == [Data(b"a"), Term("x"), HungUp("gone")]
    assert queue.take() is None
    assert await queue.receive() == HungUp("gone")


async def test_what_is_not_taken_stops_the_wire_although_somebody_listens():
    calls: list[str] = []
    queue = QueuedLine(lambda: calls.append("full"), lambda: calls.append("room"), PIPE)
    queue.listen(quiet)
    queue.put(Data(bytes(FULL + 1)))
    assert calls == ["full"]
    pieces = [queue.take() for _ in range(FULL // PIECE + 1)]
    assert pieces == [Data(bytes(PIECE))] * (FULL // PIECE) + [Data(bytes(1))]
    assert queue.take() is None
    assert calls == ["full", "room"]


async def test_the_valve_opens_when_every_part_has_opened_it():
    valve = Valve(5, quiet)
    valve.shut()
    valve.shut()
    valve.open()
    waiter = asyncio.create_task(valve.passable())
    await asyncio.sleep(0)
    assert not waiter.done()
    valve.open()
    await asyncio.wait_for(waiter, PATIENCE)


async def test_a_valve_shut_too_long_says_so():
    slow = asyncio.Event()
    valve = Valve(0.01, slow.set)
    valve.shut()
    await asyncio.wait_for(slow.wait(), PATIENCE)


async def test_a_broken_valve_holds_nobody():
    valve = Valve(0.01, lambda: pytest.fail("not slow: gone"))
    valve.shut()
    valve.break_open()
    valve.shut()
    await asyncio.wait_for(valve.passable(), PATIENCE)


async def test_a_flood_is_given_out_in_pieces_and_none_of_it_is_lost():
    queue, sent = QueuedLine(lambda: None, lambda: None, PIPE), bytes(range(256)) * 40
    queue.put(Data(sent))
    queue.put(Resized(80, 24))
    taken = b""
    while isinstance(event := queue.take(), Data):
        assert len(event.data) <= PIECE
        taken += event.data
    assert taken == sent and event == Resized(80, 24) and queue.take() is None
