"""The timers of one call: whatever is due later comes back to its loop as an event."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

ANSWER: Final = 0.05
"""Seconds that an answer may take before the caller sees what the screen says meanwhile.  Most come within
five milliseconds: what stood there so long nobody read, and its two frames were 0.2 of a log-on's 3.0 ms."""

SPOKEN_ANSWER: Final = 1.0
"""Seconds that an answer may take before plain mode says that it is still to come."""


@dataclass(frozen=True, slots=True)
class Look:
    """Time to look at the limits, the hours and the status line."""


@dataclass(frozen=True, slots=True)
class Late:
    """An answer that the screen on top awaits takes long."""


class Timers:
    """`post(None, event)` is how an event reaches the call's loop; seconds are asyncio's own."""

    def __init__(self, post: Callable[[None, Any], None]) -> None:
        self._post = post
        self._handles: dict[str, asyncio.TimerHandle] = {}

    def look(self) -> None:
        """A `Look` now."""
        self._post(None, Look())

    def later(self, name: str, seconds: float, event: Any = Look()) -> None:
        """Posts an event after that many seconds; it replaces the last of the name."""
        if old := self._handles.get(name):
            old.cancel()
        self._handles[name] = asyncio.get_running_loop().call_later(seconds, self._post, None, event)

    def cancel(self, name: str) -> None:
        """Nothing is posted for that name; it counts as never set."""
        self._handles.pop(name).cancel()

    def waits(self, name: str) -> bool:
        """Whether a timer of that name was set."""
        return name in self._handles

    def stop(self) -> None:
        """Cancels every timer for good: nothing is posted any more."""
        for handle in self._handles.values():
            handle.cancel()
        self._post = lambda layer, event: None


class AnswerWait:
    """Whether what the screen says while it waits is worth a frame yet; `late` once a `Late` has come."""

    def __init__(self, timers: Timers) -> None:
        self._timers, self.late = timers, False

    def awaited(self, busy: bool, spoken: bool) -> bool:
        """True if the answer that a `busy` screen waits for may come any moment; `spoken` in plain mode."""
        timed = self._timers.waits("answer")
        if busy and not timed:
            self._timers.later("answer", SPOKEN_ANSWER if spoken else ANSWER, Late())
        elif timed and not busy:
            self._timers.cancel("answer")
            self.late = False
        return busy and not self.late
