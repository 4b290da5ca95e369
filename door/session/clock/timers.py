"""The timers of one call. Each posts an event to the call's loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

ANSWER: Final = 0.05
"""Seconds an answer may take before the screen says that it waits. Most take five milliseconds."""

SPOKEN_ANSWER: Final = 1.0
"""The same in plain mode."""


@dataclass(frozen=True, slots=True)
class Look:
    """It is time to check the limits, the hours and the status line."""


@dataclass(frozen=True, slots=True)
class Late:
    """The answer that the top screen waits for takes long."""


class Timers:
    """`post(None, event)` sends an event to the call's loop. Times are in seconds."""

    def __init__(self, post: Callable[[None, Any], None]) -> None:
        self._post = post
        self._handles: dict[str, asyncio.TimerHandle] = {}

    def look(self) -> None:
        """Post a `Look` now."""
        self._post(None, Look())

    def later(self, name: str, seconds: float, event: Any = Look()) -> None:
        """Post an event after `seconds`. It replaces an earlier one of that name."""
        if old := self._handles.get(name):
            old.cancel()
        self._handles[name] = asyncio.get_running_loop().call_later(seconds, self._post, None, event)

    def cancel(self, name: str) -> None:
        self._handles.pop(name).cancel()

    def waits(self, name: str) -> bool:
        """True if a timer of that name is set."""
        return name in self._handles

    def stop(self) -> None:
        """Cancel every timer. Nothing is posted any more."""
        for handle in self._handles.values():
            handle.cancel()
        self._post = lambda layer, event: None


class AnswerWait:
    """Decides whether a waiting screen needs a frame yet. `late` is true after a `Late`."""

    def __init__(self, timers: Timers) -> None:
        self._timers, self.late = timers, False

    def awaited(self, busy: bool, spoken: bool) -> bool:
        """True if a `busy` screen's answer is not late yet. `spoken`: the caller uses plain mode."""
        timed = self._timers.waits("answer")
        if busy and not timed:
            self._timers.later("answer", SPOKEN_ANSWER if spoken else ANSWER, Late())
        elif timed and not busy:
            self._timers.cancel("answer")
            self.late = False
        return busy and not self.late
