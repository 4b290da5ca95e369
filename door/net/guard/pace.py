"""Callers who have not logged on take turns, where they call from one address.

Law: of one address one thing is done between two looks at everybody else: a connection let in, a call
begun, a piece of what was typed taken.  So a flood of them costs the others one piece at a time,
however many connections bring it; where an address has nothing that waits, nobody waits.  No clock
here: a turn is a pass of the event loop.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from door.records.access.failed_logons import block_of

MOST: Final = 1000
"""Connections of one address that may wait to be let in."""


class Pace:
    """The turns of every address (of IPv6, of every /64)."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[Callable[[], None]]] = {}

    def waiting(self, address: str) -> int:
        """How much of that address's waits for its turn."""
        return len(self._queues.get(block_of(address), ()))

    def when_due(self, address: str, act: Callable[[], None]) -> None:
        """Does it now, or when that address has its turn."""
        block = block_of(address)
        if block in self._queues:
            self._queues[block].append(act)
        else:
            self._queues[block] = deque()
            asyncio.get_running_loop().call_soon(self._next, block)
            act()

    async def turn(self, address: str) -> None:
        """Returns when that address has its turn: at once, or in a later pass."""
        due: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def come() -> None:
            if not due.done():
                due.set_result(None)

        self.when_due(address, come)
        await due

    def _next(self, block: str) -> None:
        queue = self._queues[block]
        if not queue:
            del self._queues[block]
            return
        asyncio.get_running_loop().call_soon(self._next, block)
        queue.popleft()()
