"""The clock of one call: idle time, time on line, the minutes of the day and the hours it was warned of."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from door.session.clock import limits
from door.session.clock.daily_minutes import DailyMinutes
from door.session.clock.timers import Timers
from door.ui.texts import tr


class HoursTold:
    """What a call has been told of the hours: warnings, and what its menu said."""

    def __init__(self) -> None:
        self._warned: frozenset[tuple[str, datetime, int]] = frozenset()
        self._menu: int | None = None

    def due(self, what: str, until: datetime, left: float) -> bool:
        """Whether a warning is due `left` seconds before `until`; each is given once."""
        due = {(what, until, m) for m in limits.WARN_AT if left <= m * 60} - self._warned
        self._warned |= due
        return bool(due)

    def other_menu(self, menu: int) -> bool:
        """Whether the menu, as a hash, is another than at the last look; False at the first."""
        before, self._menu = self._menu, menu
        return before not in (None, menu)


class Clock:
    """Seconds of the loop's own clock, so that a clock that is set costs nobody time.

    `day` are the caller's minutes of the day where they are limited, `hours` the warnings given of
    hours."""

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
        """The limits as they stand.  A key only leaves its time: what it means for the clocks is
        worked out when they are looked at."""
        if self._key > self._clocks.last_key:
            self._clocks = limits.touched(self._clocks, self._key)
        return self._clocks

    def set(self, clocks: limits.Clocks) -> None:
        self._clocks = clocks
        self._key = clocks.last_key

    @property
    def seconds(self) -> int:
        """How long the call has lasted."""
        return int(self._loop.time() - self.started)

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
            self.set(limits.shifted(self.clocks, self._loop.time() - self._held))
            self._held = None
            self._timers.look()

    def grant(self, seconds: float) -> None:
        """So much more time for this call, or less."""
        self.set(limits.granted(self.clocks, seconds))

    def limit(self, idle: float, call: float, logon: float | None) -> None:
        """The limits of this call in seconds, 0 for none; `logon` None where nobody has to log on."""
        self.set(replace(self.clocks, idle_limit=idle, call_limit=call))
        self._logon_ends = None if logon is None else self.started + logon
        self._timers.later("clocks", 0)

    def day_until(self, end: float | None) -> None:
        """When the caller's minutes of this day are used up, in loop seconds; None without a limit."""
        self.set(limits.day_until(self.clocks, end))

    def logged_on(self) -> None:
        """The caller has logged on: the log-on's own limit is over."""
        self._logon_ends = None

    def touched(self) -> None:
        """A key was pressed."""
        self._key = self._now()

    def look(self, spared: bool = False) -> limits.Verdict:
        """What the limits say now: a warning that is due, or why the call ends.  Who is `spared` may
        be idle."""
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
