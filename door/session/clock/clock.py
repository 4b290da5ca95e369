"""The clock of one call: idle time, time online, today's minutes, and warnings about closing time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from door.session.clock import limits
from door.session.clock.daily_minutes import DailyMinutes
from door.session.clock.timers import Timers
from door.ui.texts import tr


class HoursTold:
    """A call's warnings about closing time, and its menu at the last check."""

    def __init__(self) -> None:
        self._warned: frozenset[tuple[str, datetime, int]] = frozenset()
        self._menu: int | None = None

    def due(self, what: str, until: datetime, left: float) -> bool:
        """True if a warning is due, `left` seconds before `until`. Each warning is due once."""
        due = {(what, until, m) for m in limits.WARN_AT if left <= m * 60} - self._warned
        self._warned |= due
        return bool(due)

    def other_menu(self, menu: int) -> bool:
        """True if the menu's hash differs from the last check. False the first time."""
        before, self._menu = self._menu, menu
        return before not in (None, menu)


class Clock:
    """A call's time in seconds of the event loop, so that setting the machine's clock has no effect.

    `day` is the caller's minutes of the day if they are limited. `hours` are the warnings about closing
    time.
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
        """The current limits. A key only records its time, and its effect is computed here."""
        if self._key > self._clocks.last_key:
            self._clocks = limits.touched(self._clocks, self._key)
        return self._clocks

    def set(self, clocks: limits.Clocks) -> None:
        self._clocks = clocks
        self._key = clocks.last_key

    @property
    def seconds(self) -> int:
        """The seconds that the call has lasted."""
        return int(self._loop.time() - self.started)

    @property
    def minutes_left(self) -> int | None:
        """The minutes left of this call, or None without a limit."""
        return self._clocks.minutes_left(self._now())

    @property
    def idle(self) -> float:
        """The seconds since the last key."""
        return self._now() - self.clocks.last_key

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
            self.set(limits.shifted(self.clocks, self._loop.time() - self._held))
            self._held = None
            self._timers.look()

    def grant(self, seconds: float) -> None:
        """Extend this call, or shorten it."""
        self.set(limits.granted(self.clocks, seconds))

    def limit(self, idle: float, call: float, logon: float | None) -> None:
        """Set this call's limits in seconds (0 for none). Without a `logon` limit, nobody has to log on."""
        self.set(replace(self.clocks, idle_limit=idle, call_limit=call))
        self._logon_ends = None if logon is None else self.started + logon
        self._timers.later("clocks", 0)

    def day_until(self, end: float | None) -> None:
        """Set the loop time at which today's minutes are used up, or None without a limit."""
        self.set(limits.day_until(self.clocks, end))

    def logged_on(self) -> None:
        """End the limit of the log-on."""
        self._logon_ends = None

    def touched(self) -> None:
        """Record a key press."""
        self._key = self._now()

    def look(self, spared: bool = False) -> limits.Verdict:
        """Check the limits. Return a warning or a reason to end the call. `spared` callers may be idle."""
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
