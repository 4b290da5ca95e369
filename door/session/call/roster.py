"""Who is on which node: one entry a log-on, and one call a caller."""

from __future__ import annotations

import asyncio
from typing import Final, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from door.ui.texts import MaybeSaid, Said, tr

ELSEWHERE: Final = "taken over"
"""Why a call ends after which another one of the same caller goes on."""


class OnNode(Protocol):
    """A call, as the roster needs it."""

    node: int

    def evict(self, reason: Said, saved: MaybeSaid = "", why: str = "") -> None: ...

    async def wait_closed(self) -> None: ...


C = TypeVar("C", bound=OnNode)


class Roster(Generic[C]):
    """The callers on the board; handles compare case-insensitively."""

    def __init__(self) -> None:
        self._by_handle: dict[str, C] = {}
        self._by_node: dict[int, C] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def enter(self, handle: str, call: C) -> bool:
        """Puts the call on the roster; an earlier one of the same caller ends first.

        True if there was one.  Two calls that log on at the same moment take turns: each
        waits for the one before it, and the last stays.
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
        """The call of a caller who has logged on."""
        return self._by_handle.get(handle.casefold())

    def leave(self, handle: str, call: C) -> None:
        """Takes the call off, unless another has taken its place."""
        if self._by_handle.get(handle.casefold()) is call:
            del self._by_handle[handle.casefold()]

    def on(self) -> tuple[C, ...]:
        """Everybody who has logged on, by node."""
        return tuple(sorted(self._by_handle.values(), key=lambda call: call.node))

    @property
    def count(self) -> int:
        return len(self._by_handle)

    # -- every call, logged on or not ---------------------------------------------------------

    def arrived(self, call: C) -> None:
        """A call has begun on its node."""
        self._by_node[call.node] = call

    def gone(self, call: C) -> None:
        """A call is over, unless the node has another by now."""
        if self._by_node.get(call.node) is call:
            del self._by_node[call.node]

    def calls(self) -> tuple[C, ...]:
        return tuple(self._by_node[node] for node in sorted(self._by_node))

    def call(self, node: int) -> C | None:
        return self._by_node.get(node)
