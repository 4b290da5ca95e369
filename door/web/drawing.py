"""The queue of all files that are drawn when somebody asks for them: films, and files to take along."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from typing import Final

from door.net.guard.gate import ConnectRate

WAITING: Final = 8
"""Most files that wait to be drawn."""

PER_MINUTE: Final = 12
"""Files that an address may have drawn in a minute."""


class Drawing:
    """Lets the `workers` draw one file at a time. `spared` addresses, such as a proxy's, have no limit."""

    def __init__(self, workers: Executor, spared: Callable[[str], bool]) -> None:
        self.workers = workers
        self._rate = ConnectRate(lambda: PER_MINUTE, spared)
        self._lock, self._waiting = asyncio.Lock(), 0

    def admits(self, address: str) -> bool:
        """Count a request. Return False if the address has made too many, or too many wait."""
        now = asyncio.get_running_loop().time()
        return self._waiting < WAITING and self._rate.admits(address, now)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until nothing else is drawn."""
        self._waiting += 1
        try:
            async with self._lock:
                yield
        finally:
            self._waiting -= 1
