"""The end of a board: whoever calls while the others are told is refused in a sentence."""

import asyncio
from types import SimpleNamespace
from typing import cast

from effort import PATIENCE

from door.call.roster import Evict
from door.net.guard.nodes import Nodes
from door.net.line import CallLine, Data, Hints, LineEvent
from door.server.app import _part
from door.server.board import RunningBoard
from door.settings.models import LimitSettings


class Caller:
    """A line without a wire: what was sent to it is kept."""

    def __init__(self) -> None:
        self.hints = Hints("telnet", "192.0.2.1")
        self.shown = b""

    async def receive(self) -> LineEvent:
        return Data(b"")

    async def send(self, data: bytes) -> None:
        self.shown += data

    async def hang_up(self) -> None: ...


async def test_a_call_that_comes_while_the_others_part_is_shown_no_screen():
    over = asyncio.Event()

    async def drawn(line: CallLine, node: int) -> None:
        await line.send(b"a screen")
        await over.wait()

    first, late = Caller(), Caller()
    nodes, calls = Nodes(drawn, LimitSettings()), []

    async def call(line: Caller) -> None:
        await nodes.answer(cast(CallLine, line))
        over.set()

    def evict(message: Evict) -> None:
        calls.append(asyncio.create_task(call(late)))

    calls.append(asyncio.create_task(call(first)))
    await asyncio.sleep(0)
    assert first.shown == b"a screen"
    roster = SimpleNamespace(here=lambda: [SimpleNamespace(receive=evict)])
    board = SimpleNamespace(nodes=nodes, services=SimpleNamespace(roster=roster))
    await asyncio.wait_for(_part(cast(RunningBoard, board)), PATIENCE)
    assert late.shown == b"\r\nThe board is closing. Please call again later.\r\n"
