"""What happens once to a call, and what others may wait for: its end, and its line's."""

from __future__ import annotations

import asyncio


class Latch:
    """Something that happens once and may be waited for; most of the time nobody does."""

    __slots__ = ("_event", "is_set")

    def __init__(self) -> None:
        self.is_set = False
        self._event: asyncio.Event | None = None

    def set(self) -> None:
        """It has happened."""
        self.is_set = True
        if self._event is not None:
            self._event.set()

    async def wait(self) -> None:
        """Returns once it has happened."""
        if not self.is_set:
            if self._event is None:
                self._event = asyncio.Event()
            await self._event.wait()
