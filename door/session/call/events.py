"""What a call has still to hear: what the board posts to it, and what its caller does.

Law: no screen here, and no task of its own: the call's one task takes out what the line and the
board put in.  What the board posts (answers, ticks, news) is heard first, so that a key never
overtakes the answer it was typed for.  Of what the caller does nothing overtakes what is held
back.  Bounded: beyond `BACKLOG` events held back, more is left on the line, which stops reading; of
snapshots only the newest waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from door.net.line import CallLine, Data
from door.session.call.stack import Layer
from door.term.keys import Key, Mouse
from door.ui.screen import Snapshot

BACKLOG: Final = 48  # events held back before the line is left to wait, too

Post = tuple[Layer | None, Any]
"""An event, for a screen or (None) for the call itself."""


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Failed:
    """Carrying an effect out went wrong in a way that is our fault."""

    error: Exception


class EventQueue:
    """One call's; `line` is listened to from `open` on."""

    __slots__ = ("_at_once", "_empty", "_held", "_line", "_loop", "_posts", "_typed", "_waiter")

    def __init__(self, line: CallLine) -> None:
        self._line, self._loop = line, asyncio.get_running_loop()
        self._posts: list[Post] = []
        self._held: list[Any] = []  # the next one last
        self._empty = False  # `next` has found nothing, and nothing has come since
        self._typed = False  # something has come by the line that was not taken yet
        self._waiter: asyncio.Future[None] | None = None
        self._at_once: Callable[[], bool] = _never  # while somebody waits

    def open(self, early: Iterable[Any]) -> None:
        """Begins to listen; `early` came before and is heard first."""
        self.hold_first(list(early))
        self._line.listen(self._came)

    def post(self, layer: Layer | None, event: Any) -> None:
        """Something of the board's own; a snapshot replaces an older one that has not been heard."""
        if isinstance(event, Snapshot):
            kind = type(event)
            self._posts = [(to, old) for to, old in self._posts if to is not layer or type(old) is not kind]
        self._posts.append((layer, event))
        self._arrived()

    def hold(self, event: Any) -> None:
        """Something the caller did has to wait, behind all that waits already."""
        self._held.insert(0, event)

    def hold_first(self, events: list[Any]) -> None:
        """What the caller did has to wait, before all that waits already."""
        self._held.extend(reversed(events))

    def let_drop(self) -> bytes:
        """Gives up what the caller typed and is held back; the part of it that is bytes yet."""
        dropped = [event for event in self._held if isinstance(event, (Data, Key, Mouse))]
        self._held = [event for event in self._held if not isinstance(event, (Data, Key, Mouse))]
        return b"".join(event.data for event in reversed(dropped) if isinstance(event, Data))

    def decode(self, decoded: Callable[[bytes], list[Any]]) -> list[Any]:
        """Decode the bytes that are held back; return all that is, the next one first."""
        held = list[Any]()
        for event in reversed(self._held):
            held += decoded(event.data) if isinstance(event, Data) else [event]
        self._held = held[::-1]
        return held

    @property
    def holds(self) -> bool:
        """Whether anything is held back."""
        return bool(self._held)

    def impatient(self) -> bool:
        """Whether the caller has done something that is still to be heard."""
        return self._typed or self.holds

    @property
    def quiet(self) -> bool:
        """Whether all has been heard that could be."""
        return self._empty

    @property
    def waited_for(self) -> bool:
        """Whether all has been heard, and whoever hears it waits for more."""
        return self._empty and self._waiter is not None

    def next(self, busy: bool) -> Post | None:
        """The next event to be heard, None where there is none now; while the screen on top is
        `busy`, what is held back stays so."""
        if self._posts:
            return self._posts.pop(0)
        if self._held and not busy:
            return None, self._held.pop()
        while len(self._held) <= BACKLOG and (event := self._line.take()) is not None:
            if not self._held or not isinstance(event, Data):
                return None, event
            self.hold(event)
        self._empty, self._typed = True, False
        return None

    async def wait(self, at_once: Callable[[], bool] = _never) -> None:
        """Lets others go on; returns when `next` may have something.  What comes by the line meanwhile is
        taken by `at_once()`, unless that says False."""
        if not self._empty:
            await asyncio.sleep(0)
            return
        self._waiter, self._at_once = self._loop.create_future(), at_once
        try:
            await self._waiter
        finally:
            self._waiter, self._at_once = None, _never

    def _came(self) -> None:
        self._typed = True
        waits = self.waited_for and self._waiter is not None and not self._waiter.done()
        self._empty = False
        if not (waits and self._at_once()):
            self._arrived()

    def _arrived(self) -> None:
        self._empty = False
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
