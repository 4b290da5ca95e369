"""Calls that commands hand over, on a board in this process."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from effort import PATIENCE
from served import open_board, ready_folder

from door.call.roster import CallInfo
from door.features.tables.hub import TableHub
from door.net.control import Peer
from door.net.control_wire import BadMessage
from door.records.community.letters import Letters
from door.server import handed
from door.server.board import RunningBoard, read_settings

DROP = {
    "kind": "DOOR32.SYS", "alias": "Alice", "bbs": "VERT", "node": 3, "seconds": 3600, "ansi": False,
    "cols": None, "rows": None, "charset": "", "note": "",
}  # fmt: skip


@asynccontextmanager
async def visiting(board: RunningBoard) -> AsyncIterator[CallInfo]:
    """A visitor is in a door, until their host hangs up."""
    ours, theirs = socket.socketpair()
    line, caller = socket.socketpair()
    for one in (ours, line):
        one.setblocking(False)
    peer = Peer(ours)
    peer.descriptors.append(os.dup(line.fileno()))
    request = {"do": "run", "slug": "shutbox", "drop": DROP, "socket": True}
    running = asyncio.create_task(handed.call(board, request, peer))
    try:
        for _ in range(3000):
            if call := board.services.roster.of("Alice@VERT"):
                break
            await asyncio.sleep(0.01)
        assert call
        yield call
    finally:
        theirs.close()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(running, return_exceptions=True)
        peer.close()
        for one in (line, caller):
            one.close()


async def test_paces_hold_over_two_calls(tmp_path):
    folder, now = ready_folder(tmp_path), datetime.now(UTC)
    async with open_board(folder, read_settings(folder)) as board:
        async with visiting(board) as first:
            tables = board.services[TableHub].quotas
            for pace, most in ((tables.opens, 6), (tables.acts, 15), (tables.talk, 600)):
                assert [pace.take("Alice@VERT", now) for _ in range(most)] == [""] * most
            letters = board.services[Letters]
            for number in range(20):
                await asyncio.to_thread(letters.send, "Alice@VERT", f"Caller {number}", ["Hello."])
        async with visiting(board) as second:
            assert second is not first
            tables = board.services[TableHub].quotas
            for pace in (tables.opens, tables.acts, tables.talk):
                assert pace.take("Alice@VERT", now) != ""
            letters = board.services[Letters]
            assert await asyncio.to_thread(letters.send, "Alice@VERT", "Bo", ["Hello."]) != ""


async def test_a_request_that_is_none_is_refused(tmp_path):
    folder = ready_folder(tmp_path)
    odd: list[dict[str, object]] = [
        {"do": "run", "slug": 7}, {"do": "run", "slug": "shutbox", "drop": {**DROP, "node": "3"}},
        {"do": "run", "slug": "shutbox", "drop": DROP}, {"do": "play", "slug": ""},
        {"do": "play", "slug": "", "argv": []}, {"do": "page", "page": ["watch"]},
        {"do": "page", "page": "watch", "node": 1}, {"do": "page", "page": "replay", "arg": "x"},
    ]  # fmt: skip
    async with open_board(folder, read_settings(folder)) as board:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        peer = Peer(ours)
        for request in odd:
            try:
                await handed.call(board, request, peer)
            except BadMessage as error:
                assert str(error).endswith(".")
            else:
                raise AssertionError(request)
        peer.close()
        theirs.close()
