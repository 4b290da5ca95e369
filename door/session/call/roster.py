"""The calls by node and by caller, and the pending writes to callers' files.

A caller has only one logged-on call. Their writes keep their order across all of their calls, and finish
independently of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from door.ui.texts import MaybeSaid, Said, tr

ELSEWHERE: Final = "taken over"
"""The reason for the end of a call whose caller has called again."""


class OnNode(Protocol):
    """A call as the roster sees it."""

    node: int

    def evict(self, reason: Said, saved: MaybeSaid = "", why: str = "") -> None: ...

    async def wait_closed(self) -> None: ...


C = TypeVar("C", bound=OnNode)


class Roster(Generic[C]):
    """The callers on the board. Handles compare case-insensitively."""

    def __init__(self) -> None:
        self._by_handle: dict[str, C] = {}
        self._by_node: dict[int, C] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def enter(self, handle: str, call: C) -> bool:
        """Add a call. End the caller's earlier call first, and return True if there was one.

        Two log-ons at the same moment wait for each other, and the last one stays.
        """
        key = handle.casefold()
        async with self._doors.setdefault(key, asyncio.Lock()):
            other = self._by_handle.get(key)
            took_over = other is not None and other is not call
            if other is not None and took_over:
                other.evict(tr.call.logged_on_elsewhere(), tr.call.game_goes_on_there(), ELSEWHERE)
                await other.wait_closed()
            self._by_handle[key] = call
        return took_over

    def of(self, handle: str) -> C | None:
        """Return the call of a logged-on caller."""
        return self._by_handle.get(handle.casefold())

    def leave(self, handle: str, call: C) -> None:
        """Remove the call, unless a new one has replaced it."""
        if self._by_handle.get(handle.casefold()) is call:
            del self._by_handle[handle.casefold()]

    def on(self) -> tuple[C, ...]:
        """Return all logged-on calls, by node."""
        return tuple(sorted(self._by_handle.values(), key=lambda call: call.node))

    @property
    def count(self) -> int:
        return len(self._by_handle)

    # -- all calls, logged on or not ------------------------------------------------------------

    def arrived(self, call: C) -> None:
        """Record a call on its node."""
        self._by_node[call.node] = call

    def gone(self, call: C) -> None:
        """Record the end of a call, unless its node has a new one."""
        if self._by_node.get(call.node) is call:
            del self._by_node[call.node]

    def calls(self) -> tuple[C, ...]:
        return tuple(self._by_node[node] for node in sorted(self._by_node))

    def call(self, node: int) -> C | None:
        return self._by_node.get(node)


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
