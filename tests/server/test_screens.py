"""Calls that come while the screens are being loaded."""

import asyncio
import sys
import threading

from callline import CallDouble
from served import ready_folder

from door.server.board import load_screens, open_records, read_settings


class Slow:
    """A loading that goes on when the test says so, and is counted."""

    def __init__(self) -> None:
        self.gate, self.begun, self.times = threading.Event(), threading.Event(), 0

    def __call__(self) -> None:
        self.times += 1
        self.begun.set()
        assert self.gate.wait(10)
        load_screens()


async def test_who_calls_meanwhile_waits_and_then_sees_the_board(tmp_path):
    folder, slow = ready_folder(tmp_path / "board"), Slow()
    async with open_records(folder, read_settings(folder)) as board:
        board.load_screens = slow
        first, second = CallDouble(), CallDouble()
        calls = [asyncio.create_task(board.nodes.answer(line)) for line in (first, second)]
        await asyncio.to_thread(slow.begun.wait, 10)
        assert not first.sent and not second.sent and len(board.nodes.calls) == 2
        slow.gate.set()
        await first.shows("Handle|handle")
        await second.shows("Handle|handle")
        assert slow.times == 1
        for line, call in zip((first, second), calls, strict=True):
            line.drop()
            await call


async def test_who_hangs_up_meanwhile_stops_nobody_else(tmp_path):
    folder, slow = ready_folder(tmp_path / "board"), Slow()
    async with open_records(folder, read_settings(folder)) as board:
        board.load_screens = slow
        gone, stays = (asyncio.create_task(board.load_services()) for _ in range(2))
        await asyncio.to_thread(slow.begun.wait, 10)
        gone.cancel()
        await asyncio.wait([gone])
        slow.gate.set()
        await stays
        await board.load_services()
    assert gone.cancelled() and slow.times == 1 and "door.call.loop" in sys.modules
