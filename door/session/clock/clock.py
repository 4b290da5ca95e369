"""The clock of one call: its limits, and when to check them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from door.session.clock.limits import Limits, Meter, Verdict
from door.session.clock.timers import Timers


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
        self.limits = Limits(self.started, self.started)
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
        return self._now() - self.limits.last_key

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
            self.limits = self.limits.shifted(self._loop.time() - self._held)
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
        self.limits = self.limits.touched(self._now())

    def look(self, spared: bool = False) -> Verdict:
        """Check the limits. Return a warning or a reason to end the call. `spared` callers may be idle."""
        if self.held:
            return Verdict(self.limits)
        verdict = self.limits.check(self._loop.time(), spared)
        self.limits = verdict.limits
        if not verdict.hang_up:
            self._timers.later("clocks", verdict.again)
        return verdict
