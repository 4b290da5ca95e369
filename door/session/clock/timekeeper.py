"""The time of one call: limits looked at when they are due, notices that pass."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from door.session.call.stack import nowhere
from door.session.clock import limits

NOTICE_TIME: Final = 8.0
TOO_SLOW: Final = "Log-on took too long. Please call again."


@dataclass(frozen=True, slots=True)
class Look:
    """Time to look at the clocks."""


class Timekeeper:
    """Seconds of the loop's own clock.  `post(None, event)` is how its timers reach the loop."""

    def __init__(self, post: Callable[[Any, Any], None]) -> None:
        self._post = post
        self._loop = asyncio.get_running_loop()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._notice = ""
        self._notice_ends = 0.0
        self._logon_ends: float | None = None
        self._held: float | None = None
        self.started = self._loop.time()
        self._clocks = limits.Clocks(self.started, self.started)
        self._key = self.started

    @property
    def clocks(self) -> limits.Clocks:
        """The limits as they stand.  A key only leaves its time: what it means for the clocks is
        worked out when they are looked at."""
        if self._key > self._clocks.last_key:
            self._clocks = limits.touched(self._clocks, self._key)
        return self._clocks

    @clocks.setter
    def clocks(self, clocks: limits.Clocks) -> None:
        self._clocks = clocks
        self._key = clocks.last_key

    @property
    def seconds(self) -> int:
        """How long the call has lasted."""
        return int(self._loop.time() - self.started)

    @property
    def notice(self) -> str:
        """The sentence on the status line, while it stands there."""
        return self._notice if self._notice and self._loop.time() < self._notice_ends else ""

    @property
    def minutes_left(self) -> int | None:
        """Minutes of this call that are left; None without a limit."""
        return self._clocks.minutes_left(self._now())

    @property
    def idle(self) -> float:
        """Seconds since the last key."""
        return self._now() - self.clocks.last_key

    def _now(self) -> float:
        return self._loop.time() if self._held is None else self._held

    @property
    def held(self) -> bool:
        """Whether the limits stand still."""
        return self._held is not None

    def hold(self) -> None:
        """The limits stand still from now on."""
        self._held = self._now()

    def go_on(self) -> None:
        """The limits run again; the time between counts for none of them."""
        if self._held is not None:
            self.clocks = limits.shifted(self.clocks, self._loop.time() - self._held)
            self._held = None
            self._post(None, Look())

    def grant(self, seconds: float) -> None:
        """So much more time for this call, or less."""
        self.clocks = limits.granted(self.clocks, seconds)

    def set(self, idle: float, call: float, logon: float | None) -> None:
        """The limits of this call in seconds, 0 for none; `logon` None where nobody has to log on."""
        self.clocks = replace(self.clocks, idle_limit=idle, call_limit=call)
        self._logon_ends = None if logon is None else self.started + logon
        self.later("clocks", 0, Look())

    def day_until(self, end: float | None) -> None:
        """When the caller's minutes of this day are used up, in loop seconds; None without a limit."""
        self.clocks = limits.day_until(self.clocks, end)

    def admitted(self) -> None:
        """The caller has logged on: the log-on's own limit is over."""
        self._logon_ends = None

    def touched(self) -> None:
        """A key was pressed."""
        self._key = self._now()

    def notify(self, text: str) -> None:
        """Shows a sentence for a while."""
        self._notice, self._notice_ends = text, self._loop.time() + NOTICE_TIME
        self._post(None, Look())
        self.later("notice", NOTICE_TIME + 0.01, Look())

    def look(self, spared: bool = False) -> str:
        """Gives warnings that are due; a sentence if the call is to end, else "".  Who is `spared`
        may be idle."""
        if self.held:
            return ""
        now = self._loop.time()
        if self._logon_ends is not None and now >= self._logon_ends:
            return TOO_SLOW
        clocks = self.clocks
        verdict = limits.check(replace(clocks, idle_limit=0) if spared else clocks, now)
        self.clocks = replace(verdict.clocks, idle_limit=clocks.idle_limit)
        if verdict.hang_up:
            return verdict.hang_up
        if verdict.warning:
            self.notify(verdict.warning)
        again = min(verdict.again, 60.0 if self.clocks.ends or spared else limits.FOREVER)
        if self._logon_ends is not None:
            again = min(again, self._logon_ends - now)
        self.later("clocks", again, Look())
        return ""

    def later(self, name: str, seconds: float, event: Any) -> None:
        """Posts an event to the call after that many seconds; it replaces the last of the name."""
        if old := self._timers.get(name):
            old.cancel()
        self._timers[name] = self._loop.call_later(seconds, self._post, None, event)

    def stop(self) -> None:
        """Cancels every timer for good: nothing is posted any more."""
        for handle in self._timers.values():
            handle.cancel()
        self._post = nowhere
