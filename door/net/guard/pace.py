"""Whose turn it is among those who have not logged on.

Law: between two passes of the event loop, which serve everybody's keys, so few things of strangers are
done, one of each address, and none of them waits for ever.  Whoever opens a hundred connections at once
thus waits for themselves, and when 250 call again after a restart the longest wait of a key is 60 ms on a
busy machine where it was 240.  No clock here: a turn is a pass of the event loop.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Final

from door.records.access.failed_logons import block_of

MOST: Final = 1000
"""Connections of one address that may wait to be let in."""

AT_ONCE: Final = 4
"""Things done in a pass, at about a millisecond each."""


class Pace:
    """The turns of every address (of IPv6, of every /64)."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[Callable[[], None]]] = {}  # whose turn comes next, first
        self._served: set[str] = set()  # in this pass

    def waiting(self, address: str) -> int:
        """How much of that address's waits for its turn."""
        return len(self._queues.get(block_of(address), ()))

    def when_due(self, address: str, act: Callable[[], None]) -> None:
        """Does it now, or when that address has its turn."""
        block = block_of(address)
        if len(self._served) >= AT_ONCE or block in self._served or block in self._queues:
            self._queues.setdefault(block, deque()).append(act)
        else:
            self._serve(block, act)

    async def turn(self, address: str) -> None:
        """Returns when that address has its turn: at once, or in a later pass."""
        due: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def come() -> None:
            if not due.done():
                due.set_result(None)

        self.when_due(address, come)
        await due

    def _serve(self, block: str, act: Callable[[], None]) -> None:
        if not self._served:
            asyncio.get_running_loop().call_soon(self._next)
        self._served.add(block)
        act()

    def _next(self) -> None:
        """The next pass: those who wait longest have their turns."""
        self._served.clear()
        for block in [*islice(self._queues, AT_ONCE)]:
            queue = self._queues.pop(block)
            act = queue.popleft()
            if queue:
                self._queues[block] = queue
            self._serve(block, act)
