"""What calls still have to write into their callers' files, beside the calls.

Law: one caller's writing goes in the order it was asked for, over all of their calls, so that a
call that follows another at once finds what the one before it left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Writes:
    """The board's; `keep` runs a task to its end.  Handles compare case-insensitively."""

    def __init__(self, keep: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]) -> None:
        self._keep = keep
        self._last: dict[str, asyncio.Task[Any]] = {}

    def add(self, handle: str, work: Coroutine[Any, Any, object]) -> None:
        """Has `work` done, after all that was added before it for that caller."""
        key = handle.casefold()
        task = self._last[key] = self._keep(_after(self._last.get(key), work))
        task.add_done_callback(lambda done: self._forget(key, done))

    async def settled(self, handle: str) -> bool:
        """Waits until all that was added for that caller is done; whether there was anything."""
        if last := self._last.get(handle.casefold()):
            await asyncio.wait([last])
        return last is not None

    def _forget(self, key: str, done: asyncio.Task[Any]) -> None:
        if self._last.get(key) is done:
            del self._last[key]


async def _after(before: asyncio.Task[Any] | None, work: Coroutine[Any, Any, object]) -> None:
    if before is not None:
        await asyncio.wait([before])
    await work
