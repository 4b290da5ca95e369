"""The queue of a call's events: the board's, and the caller's input.

It has no task and no screen. The board's events (answers, ticks, news) come first, so a key never overtakes
the answer it was typed for. The caller's input stays in order. Beyond `BACKLOG` held events the connection
stops reading. Only the newest of several snapshots is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from door.call.stack import Layer
from door.call.terminal import CallTerminal
from door.net.line import CallLine, Data
from door.term.keys import Key, Mouse
from door.ui.screen import Event, Snapshot

ENTER: Final = Key("enter")
REPEATS: Final = 0.7
"""Seconds within which a held key starts to repeat (0.66 on a stock X11)."""

TYPING: Final = 1.5
"""Seconds in which somebody who was typing notices that the page has changed."""

BACKLOG: Final = 48  # held events after which the connection stops reading

Post = tuple[Layer | None, Any]
"""An event, for a screen or for the call itself (None)."""


@dataclass(frozen=True, slots=True)
class Failed:
    """What a game waits for has raised `error`."""

    error: Exception


class EventQueue:
    """The queue of one call. It listens to `line` after `open`."""

    __slots__ = ("_empty", "_held", "_line", "_loop", "_posts", "_typed", "_waiter")

    def __init__(self, line: CallLine) -> None:
        self._line, self._loop = line, asyncio.get_running_loop()
        self._posts: list[Post] = []
        self._held: list[Any] = []  # the next one last
        self._empty = False  # `next` has found nothing, and nothing has arrived since
        self._typed = False  # the connection has input that was not taken yet
        self._waiter: asyncio.Future[None] | None = None

    def open(self, early: Iterable[Any]) -> None:
        """Start to listen. `early` input comes first."""
        self.hold_first(list(early))
        self._line.listen(partial(self._wake, typed=True))

    def post(self, layer: Layer | None, event: Any) -> None:
        """Add an event of the board. A snapshot replaces the older one of its kind."""
        if isinstance(event, Snapshot):
            kind = type(event)
            self._posts = [(to, old) for to, old in self._posts if to is not layer or type(old) is not kind]
        self._posts.append((layer, event))
        self._wake()

    def hold(self, event: Any) -> None:
        """Hold input back, after the input already held."""
        self._held.insert(0, event)

    def hold_first(self, events: list[Any]) -> None:
        """Hold input back, before the input already held."""
        self._held.extend(reversed(events))

    def let_drop(self) -> bytes:
        """Drop the caller's held keys. Return those that are still bytes."""
        dropped = [event for event in self._held if isinstance(event, (Data, Key, Mouse))]
        self._held = [event for event in self._held if not isinstance(event, (Data, Key, Mouse))]
        return b"".join(event.data for event in reversed(dropped) if isinstance(event, Data))

    def decode(self, decoded: Callable[[bytes], list[Any]]) -> list[Any]:
        """Decode the held bytes. Return all held events, the next first."""
        held = list[Any]()
        for event in reversed(self._held):
            held += decoded(event.data) if isinstance(event, Data) else [event]
        self._held = held[::-1]
        return held

    @property
    def holds(self) -> bool:
        return bool(self._held)

    def impatient(self) -> bool:
        return self._typed or self.holds

    def next(self, busy: bool) -> Post | None:
        """Return the next event, or None. While the top screen is `busy`, held input stays held."""
        if self._posts:
            return self._posts.pop(0)
        if self._held and not busy:
            return None, self._held.pop()
        while len(self._held) <= BACKLOG and (event := self._line.take()) is not None:
            if not (self._held or busy) or not isinstance(event, Data):
                return None, event
            self.hold(event)
        self._empty, self._typed = True, False
        return None

    async def wait(self) -> None:
        if not self._empty:
            await asyncio.sleep(0)
            return
        self._waiter = self._loop.create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def _wake(self, typed: bool = False) -> None:
        self._typed = self._typed or typed
        self._empty = False
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class StrayKeys:
    """Keeps keys that were meant for one page from acting on the next one, where Enter may cost a turn.

    Enter may be held down, pressed twice, or pressed as the page changes by itself. A door that has just
    appeared, or has asked for it with `arm`, gets Enter only after the key was released. A page that appeared
    by itself gets no key for a moment.
    """

    def __init__(self, events: EventQueue, terminal: CallTerminal) -> None:
        self._events, self._terminal = events, terminal
        self._loop = asyncio.get_running_loop()
        self._page: int | None = None  # the last Enter was for the layer of this number
        self._until = self._quiet_until = 0.0
        self.waits = False  # what is typed before the next screen is shown must be dropped

    def stops(self, layer: Layer, event: Event) -> bool:
        """True if the screen on top must not get this key."""
        typed = isinstance(event, Key) and not event.name.startswith("ctrl-")
        if typed and self._loop.time() < self._quiet_until:
            return True
        if event != ENTER:
            self._until = 0.0
            return False
        now = self._loop.time()
        stray = bool(layer.slug) and layer.number != self._page and now < self._until
        self._until = now + REPEATS
        if not stray:
            self._page = layer.number  # the layer itself would keep a closed page's data
        return stray

    def arm(self, typing: bool = False) -> None:
        """Note that a page has changed.

        An Enter at this moment was meant for the one before, and so was any key of a caller who was `typing`.
        """
        now = self._loop.time()
        self._page, self._until = None, now + REPEATS
        self._quiet_until = now + TYPING if typing else 0.0

    def drop(self) -> None:
        """Drop what was typed ahead. In plain mode each line has its own prompt, so nothing is dropped."""
        self.waits = False
        if not self._terminal.plain:
            self._terminal.view.hear(self._events.let_drop())
            self._terminal.view.flush()
