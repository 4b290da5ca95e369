"""Who is on which node: one entry a log-on, and one call a caller."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, Protocol
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from door.board.api import Note, Online
    from door.session.call.loop import Session

TAKEN_OVER: Final = "You have logged on from another place; this call ends."
GOES_ON: Final = "Your game goes on there."


class OnNode(Protocol):
    """A session, as the roster needs it."""

    node: int

    @property
    def online(self) -> Online: ...

    def news(self) -> None: ...

    def follow(self) -> None: ...

    def hear(self, note: Note) -> bool: ...

    def evict(self, reason: str, saved: str = "") -> None: ...

    async def ended(self) -> None: ...


class Roster:
    """The callers on the board; handles compare case-insensitively."""

    def __init__(self) -> None:
        self._by_handle: dict[str, OnNode] = {}
        self._by_node: dict[int, Session] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def enter(self, handle: str, session: OnNode) -> bool:
        """Puts the session on the roster; an earlier call of the same caller ends first.

        True if there was one.  Two calls that log on at the same moment take turns: each
        waits for the one before it, and the last stays.
        """
        key = handle.casefold()
        async with self._doors.setdefault(key, asyncio.Lock()):
            other = self._by_handle.get(key)
            took_over = other is not None and other is not session
            if other is not None and took_over:
                other.evict(TAKEN_OVER, GOES_ON)
                await other.ended()
            self._by_handle[key] = session
        return took_over

    def leave(self, handle: str, session: OnNode) -> None:
        """Takes the session off, unless another has taken its place."""
        if self._by_handle.get(handle.casefold()) is session:
            del self._by_handle[handle.casefold()]

    def online(self) -> tuple[Online, ...]:
        """Everybody who is on, by node."""
        return tuple(sorted((s.online for s in self._by_handle.values()), key=lambda o: o.node))

    @property
    def count(self) -> int:
        """How many are on."""
        return len(self._by_handle)

    def sessions(self) -> tuple[OnNode, ...]:
        """The sessions themselves."""
        return tuple(self._by_handle.values())

    # -- every call, logged on or not ---------------------------------------------------------

    def arrived(self, session: Session) -> None:
        """A call has begun on its node."""
        self._by_node[session.node] = session

    def gone(self, session: Session) -> None:
        """A call is over, unless the node has another by now."""
        if self._by_node.get(session.node) is session:
            del self._by_node[session.node]

    def calls(self) -> tuple[Session, ...]:
        """Every call, by node."""
        return tuple(self._by_node[node] for node in sorted(self._by_node))

    def call(self, node: int) -> Session | None:
        """The call on a node."""
        return self._by_node.get(node)
