"""Nothing of a call outlives it, however it ends: its objects go, and no later call does more work."""

import asyncio
import gc
import sys
import weakref
from collections import Counter
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from boardroom import Boardroom, boardroom
from effort import PATIENCE
from wire import BINARY, ECHO, NAWS, SGA, TTYPE, TelnetClient

import door
from door.call.loop import Session
from door.net.guard.nodes import Nodes
from door.net.line import CallLine
from door.net.telnet.server import TelnetListener
from door.settings.models import LimitSettings

CALLS = 12  # a round


class Calls:
    """Runs calls by telnet, and knows which of their objects are still there."""

    def __init__(self, board: Boardroom) -> None:
        self.board = board
        self.left: list[weakref.ref[Any]] = []

    async def run(self, line: CallLine, node: int) -> None:
        session = Session(line, node, self.board.services)
        parts = (session, line, session.stack, session.terminal, session.terminal.view)
        self.left += map(weakref.ref, parts)
        await session.run()

    def alive(self) -> list[Any]:
        return [found for ref in self.left if (found := ref()) is not None]


async def one_call(port: int, handle: str, how: int) -> None:
    """A caller logs on, opens a door and plays, and ends the call in one of four ways."""
    client = TelnetClient({TTYPE, NAWS, SGA, BINARY}, {ECHO, SGA, BINARY}, terms=(b"syncterm",))
    await client.call(port)
    await client.see(b"handle")
    client.send(handle.encode() + b"\r")
    await client.see(b"assword")
    if how == 0:
        client.hang_up()
        return
    client.send(b"open sesame\r")
    await client.see(b"Bulletins")
    if how == 1:
        client.send(b"g\r\r")
        await client.closed()
        return
    client.send(b"1 \r\r6626")
    await client.see(b"Tile Total")
    client.reset() if how == 2 else client.hang_up()


def of_ours() -> Counter[str]:
    """How many objects there are of each kind that a call is made of; a cancelled timer holds nothing,
    and asyncio drops it in its own time."""
    gc.collect()
    things = [
        thing
        for thing in gc.get_objects()
        if not (isinstance(thing, asyncio.TimerHandle) and thing.cancelled())
    ]
    return Counter(kind.__qualname__ for kind in map(type, things) if of_a_call(kind))


def of_a_call(kind: type) -> bool:
    ours = str(kind.__module__).startswith(("door.net", "door.call", "door.features", "telnetlib3"))
    return ours or kind.__name__ in ("Task", "TimerHandle", "Future", "coroutine")


async def test_calls_leave_nothing_behind(tmp_path):
    """Nor anything that only the collector would find, late, while others are held up."""
    async with AsyncExitStack() as stack:
        gc.disable()
        stack.callback(gc.enable)
        board = await stack.enter_async_context(boardroom(tmp_path))
        calls = Calls(board)
        nodes = Nodes(calls.run, LimitSettings(per_address=100))
        listener = TelnetListener("127.0.0.1", 0, nodes.answer)
        _, port = await listener.start()
        stack.push_async_callback(listener.close)
        for number in range(CALLS):
            await board.register(f"Caller {number}", expert="on")
        counts = []
        for _ in range(2):
            async with asyncio.timeout(2 * PATIENCE):
                await asyncio.gather(*(one_call(port, f"Caller {n}", n % 4) for n in range(CALLS)))
                await board.until(lambda: not (nodes.calls or board.tasks or listener.wires), "the end")
            await board.until(lambda: not calls.alive(), "nothing to be left")
            counts.append(of_ours())
        assert len(calls.left) >= 2 * CALLS
        assert not counts[1] - counts[0]


OTHERS = 30
ROOMS = tuple(f"{Path(door.__file__).parent / room}/" for room in ("records", "play", "call", "features"))


@contextmanager
def lines_run():
    """Count the lines of code that the event loop runs in `ROOMS`, by function and in each turn of a loop."""
    count = Counter()

    def note(frame, event, arg):
        if event == "line":
            count[frame.f_code] += 1
        return note

    sys.settrace(lambda frame, event, arg: note if frame.f_code.co_filename.startswith(ROOMS) else None)
    try:
        yield count
    finally:
        sys.settrace(None)


async def play_once(board, handle):
    line = await board.at_menu(handle, fast="on")
    await line.press("1", "Enter to play")
    await line.press("\r", "to match")
    await line.press("qg", "Final score")
    await line.press("q", "Goodbye")
    line.drop()
    await board.until(lambda: not board.tasks)


@pytest.mark.whole("many calls")
async def test_a_call_does_no_more_work_after_many_others(tmp_path):
    """Before we count, tables are full and art is loaded. Pictures don't count: they differ with the dice. A
    busy machine has more timers fall due in one call, but hardly in two."""
    async with boardroom(tmp_path) as board:

        async def counted():
            with lines_run() as count:
                await play_once(board, "Ann")
            return count

        for handle in (*(f"Early {number}" for number in range(12)), "Ann"):
            await play_once(board, handle)
        before = await counted()
        for number in range(OTHERS):
            await play_once(board, f"Late {number}")
        after = await counted() & await counted()
        more = {code.co_qualname: lines for code, lines in (after - before).items() if lines >= OTHERS}
        assert sum(before.values()) > 1000
        assert more == {}
