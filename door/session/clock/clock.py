"""The clock of one call: idle time, time on, today's minutes, and warnings about closing time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from door.session.clock import limits
from door.session.clock.daily_minutes import DailyMinutes
from door.session.clock.timers import Timers
from door.ui.texts import tr


class HoursTold:
    """The warnings about hours that a call has had, and its menu at the last look."""

    def __init__(self) -> None:
        self._warned: frozenset[tuple[str, datetime, int]] = frozenset()
        self._menu: int | None = None

    def due(self, what: str, until: datetime, left: float) -> bool:
        """True if a warning is due `left` seconds before `until`. Each is given once."""
        due = {(what, until, m) for m in limits.WARN_AT if left <= m * 60} - self._warned
        self._warned |= due
        return bool(due)

    def other_menu(self, menu: int) -> bool:
        """True if the menu's hash differs from the last look. False the first time."""
        before, self._menu = self._menu, menu
        return before not in (None, menu)


class Clock:
    """Seconds of the loop's own clock, so that setting the machine's clock costs nobody time.

    `day` holds the caller's minutes of the day if they are limited, `hours` the warnings about hours.
    """

    def __init__(self, timers: Timers) -> None:
        self._timers = timers
        self._loop = asyncio.get_running_loop()
        self._logon_ends: float | None = None
        self._held: float | None = None
        self.started = self._loop.time()
        self._clocks = limits.Clocks(self.started, self.started)
        self._key = self.started
        self.day: DailyMinutes | None = None
        self.hours = HoursTold()

    @property
    def clocks(self) -> limits.Clocks:
        """The current limits. A key only records its time, and the effect on the limits is computed when
        somebody looks.
        """
        if self._key > self._clocks.last_key:
            self._clocks = limits.touched(self._clocks, self._key)
        return self._clocks

    def set(self, clocks: limits.Clocks) -> None:
        self._clocks = clocks
        self._key = clocks.last_key

    @property
    def seconds(self) -> int:
        """Return how long the call has lasted."""
        return int(self._loop.time() - self.started)

    @property
    def minutes_left(self) -> int | None:
        """Return the minutes left of this call, or None without a limit."""
        return self._clocks.minutes_left(self._now())

    @property
    def idle(self) -> float:
        """Return the seconds since the last key."""
        return self._now() - self.clocks.last_key

    def _now(self) -> float:
        return self._loop.time() if self._held is None else self._held

    @property
    def held(self) -> bool:
        """True if the limits are stopped."""
        return self._held is not None

    def hold(self) -> None:
        """Stop the limits."""
        self._held = self._now()

    def go_on(self) -> None:
        """Restart the limits. The time between counts for nothing."""
        if self._held is not None:
            self.set(limits.shifted(self.clocks, self._loop.time() - self._held))
            self._held = None
            self._timers.look()

    def grant(self, seconds: float) -> None:
        """Give this call more time, or less."""
        self.set(limits.granted(self.clocks, seconds))

    def limit(self, idle: float, call: float, logon: float | None) -> None:
        """Set this call's limits in seconds, 0 for none. `logon` is None if nobody has to log on."""
        self.set(replace(self.clocks, idle_limit=idle, call_limit=call))
        self._logon_ends = None if logon is None else self.started + logon
        self._timers.later("clocks", 0)

    def day_until(self, end: float | None) -> None:
        """Set when today's minutes are used up, in loop seconds, or None without a limit."""
        self.set(limits.day_until(self.clocks, end))

    def logged_on(self) -> None:
        """End the log-on's own limit."""
        self._logon_ends = None

    def touched(self) -> None:
        """Record a key press."""
        self._key = self._now()

    def look(self, spared: bool = False) -> limits.Verdict:
        """Check the limits: a warning that is due, or the reason why the call ends. `spared` callers may be
        idle.
        """
        clocks, now = self.clocks, self._loop.time()
        if self.held:
            return limits.Verdict(clocks)
        if self._logon_ends is not None and now >= self._logon_ends:
            return limits.Verdict(clocks, hang_up=tr.hours.logon_too_slow())
        verdict = limits.check(replace(clocks, idle_limit=0) if spared else clocks, now)
        self.set(replace(verdict.clocks, idle_limit=clocks.idle_limit))
        if not verdict.hang_up:
            again = min(verdict.again, 60.0 if clocks.ends or spared else limits.FOREVER)
            if self._logon_ends is not None:
                again = min(again, self._logon_ends - now)
            self._timers.later("clocks", again)
        return verdict
