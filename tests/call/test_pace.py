"""Strangers of one address take turns; nobody else waits for them."""

import asyncio
import contextlib
import socket
from dataclasses import replace

from callline import DUMB
from effort import PATIENCE
from wire import EchoBoard

from door.net.guard.gate import AT_ONCE, Pace
from door.net.telnet.server import TelnetListener

CROWD = 30


async def test_one_thing_of_an_address_is_done_in_a_pass_and_others_need_not_wait():
    pace, done = Pace(), []

    async def come(address: str) -> None:
        await pace.wait_turn(address)
        done.append(address)

    crowd = [asyncio.create_task(come("192.0.2.1")) for _ in range(CROWD)]
    crowd += [asyncio.create_task(come(f"2001:db8::{n:x}")) for n in range(CROWD)]
    await asyncio.sleep(0)
    assert done == ["192.0.2.1", "2001:db8::0"], "the first of each has nobody to wait for"
    assert pace.waiting("192.0.2.1") == pace.waiting("2001:db8::ffff") == CROWD - 1
    other = asyncio.create_task(come("198.51.100.1"))
    await asyncio.sleep(0)
    assert done[-1] == "198.51.100.1" and other
    for _ in range(3 * CROWD):
        before = len(done)
        await asyncio.sleep(0)
        assert len(done) - before <= 2
    assert len(done) == 2 * CROWD + 1
    for address in ("192.0.2.1", "2001:db8::0"):
        pace.when_due(address, lambda: done.append("at once"))
    assert done[-2:] == ["at once"] * 2, "nothing of theirs waits any more"
    await asyncio.gather(*crowd)


async def test_of_all_addresses_a_few_things_are_done_in_a_pass_and_none_waits_for_ever():
    pace, done = Pace(), []
    for call in range(2):
        for n in range(CROWD):
            pace.when_due(f"192.0.2.{n}", lambda n=n, call=call: done.append((call, n)))
    assert len(done) == AT_ONCE, "a key is heard before the rest"
    while len(done) < 2 * CROWD:
        before = len(done)
        await asyncio.sleep(0)
        assert before < len(done) <= before + AT_ONCE
    assert {n for _, n in done[:CROWD]} == set(range(CROWD)), "nobody comes twice before all have come"


async def test_who_goes_away_while_waiting_holds_nobody_up():
    pace = Pace()
    waiting = [asyncio.create_task(pace.wait_turn("192.0.2.1")) for _ in range(5)]
    await asyncio.sleep(0)
    for task in waiting[1:4]:
        task.cancel()
    await asyncio.wait_for(waiting[4], PATIENCE)
    assert [task.cancelled() for task in waiting] == [False, True, True, True, False]


async def test_connections_of_one_address_are_let_in_one_in_a_pass():
    listener = TelnetListener("127.0.0.1", 0, EchoBoard().run)
    _, port = await listener.start()
    with contextlib.ExitStack() as stack:
        for _ in range(CROWD):
            stack.enter_context(
                socket.create_connection(("127.0.0.1", port), source_address=("127.0.3.1", 0))
            )
        gone = socket.create_connection(("127.0.0.1", port), source_address=("127.0.3.1", 0))
        gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        gone.close()
        most = 0
        for _ in range(200):
            before = len(listener.wires)
            await asyncio.sleep(0)
            most = max(most, len(listener.wires) - before)
            if len(listener.wires) >= CROWD:
                break
        assert len(listener.wires) >= CROWD and most == 1
    await listener.close()


async def test_sessions_of_one_address_are_shown_one_in_a_pass_until_they_have_logged_on(board):
    await board.register("Alice")
    away = replace(DUMB, address="192.0.2.1")
    lines = [board.call(away)[0] for _ in range(CROWD)]
    known, _ = board.proved_call("Alice", away)
    await asyncio.gather(*(line.hears("Your handle") for line in lines))
    await known.hears("command\\?")

    async def answered() -> list[int]:
        """How many lines were sent something in each pass, until all were."""
        counts, left = [], {line: len(line.sent) for line in (*lines, known)}
        for line in (*lines, known):
            line.type("x\r")
        while left:
            await asyncio.sleep(0)
            fresh = [line for line, size in left.items() if len(line.sent) > size]
            counts.append(sum(line is not known for line in fresh))
            for line in fresh:
                del left[line]
            if known in fresh:
                assert len(left) > CROWD - 5, "who has logged on waits for none of them"
        return counts

    async with asyncio.timeout(PATIENCE):
        assert max(await answered()) == 1
