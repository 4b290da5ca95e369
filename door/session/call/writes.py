"""Pending writes to callers' files, which finish independently of the calls.

A caller's writes keep their order across all of their calls, so a second call finds the first one's changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Writes:
    """The board's writes. `keep` finishes a task. Handles compare case-insensitively."""

    def __init__(self, keep: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]) -> None:
        self._keep = keep
        self._last: dict[str, asyncio.Task[Any]] = {}

    def add(self, handle: str, work: Coroutine[Any, Any, object]) -> None:
        """Run `work` after everything added earlier for that caller."""
        key = handle.casefold()
        task = self._last[key] = self._keep(_after(self._last.get(key), work))
        task.add_done_callback(lambda done: self._forget(key, done))

    async def settled(self, handle: str) -> bool:
        """Wait until everything for that caller is done. True if anything was pending."""
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
