"""The timers of one call, and its clock: its limits, and when to check them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from door.session.clock.limits import Limits, Meter, Verdict

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

    def stop(self) -> None:
        """Cancel every timer. Nothing is posted any more."""
        for handle in self._handles.values():
            handle.cancel()
        self._post = lambda layer, event: None


class AnswerWait:
    """Decides whether a waiting screen needs a frame yet. `late` is true after a `Late`."""

    def __init__(self, timers: Timers) -> None:
        self._timers, self.late, self.timed = timers, False, False

    def awaited(self, busy: bool, spoken: bool) -> bool:
        """True if a `busy` screen's answer is not late yet. `spoken`: the caller uses plain mode."""
        if busy and not self.timed:
            self._timers.later("answer", SPOKEN_ANSWER if spoken else ANSWER, Late())
        elif self.timed and not busy:
            self._timers.cancel("answer")
            self.late = False
        self.timed = busy
        return busy and not self.late


class Clock:
    """A call's time in seconds of the event loop, so that setting the machine's clock has no effect.

    `day` measures the caller's minutes of the day if they are limited. `closing` are the warnings given about
    closing time. `menu` is a hash of the board's menu when it was last shown.
    """

    def __init__(self, timers: Timers) -> None:
        self._timers = timers
        self._loop = asyncio.get_running_loop()
        self._held: float | None = None
        self.started = self._loop.time()
        self.last_key = self.started
        self.limits = Limits(self.started)
        self.day: Meter | None = None
        self.closing: frozenset[tuple[str, datetime, int]] = frozenset()
        self.menu: int | None = None

    @property
    def seconds(self) -> int:
        """The seconds that the call has lasted."""
        return int(self._loop.time() - self.started)

    @property
    def minutes_left(self) -> int | None:
        """The minutes left of this call, or None without a limit."""
        return self.limits.minutes_left(self._now())

    @property
    def idle(self) -> float:
        """The seconds since the last key."""
        return self._now() - self.last_key

    def _now(self) -> float:
        return self._loop.time() if self._held is None else self._held

    @property
    def held(self) -> bool:
        """True while the limits are paused."""
        return self._held is not None

    def hold(self) -> None:
        """Pause the limits."""
        self._held = self._now()

    def go_on(self) -> None:
        """Continue the limits. The pause doesn't count."""
        if self._held is not None:
            pause = self._loop.time() - self._held
            self.limits, self.last_key = self.limits.shifted(pause), self.last_key + pause
            self._held = None
            self._timers.look()

    def limit(self, idle: float, call: float, logon: float | None) -> None:
        """Set this call's limits in seconds (0 for none). Without a `logon` limit, nobody has to log on."""
        logon_ends = None if logon is None else self.started + logon
        self.limits = replace(self.limits, idle_limit=idle, call_limit=call, logon_ends=logon_ends)
        self._timers.later("clocks", 0)

    def logged_on(self) -> None:
        """End the limit of the log-on."""
        self.limits = replace(self.limits, logon_ends=None)

    def touched(self) -> None:
        """Record a key press."""
        self.last_key = self._loop.time() if self._held is None else self._held

    def look(self, spared: bool = False) -> Verdict:
        """Check the limits. Return a warning or a reason to end the call. `spared` callers may be idle."""
        if self.held:
            return Verdict(self.limits)
        verdict = self.limits.check(self._loop.time(), self.last_key, spared)
        self.limits = verdict.limits
        if not verdict.hang_up:
            self._timers.later("clocks", verdict.again)
        return verdict
