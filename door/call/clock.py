"""The timers of one call, and its clock: its limits, and when to check them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from door.records.callers.caller_file import Caller
from door.ui.texts import MaybeSaid, tr

WARN_AT: Final = (5, 3, 2, 1)  # minutes left
LEFT: Final = {"call": tr.hours.left_on_this_call, "day": tr.hours.left_today}
UP: Final = {"call": tr.hours.time_up_for_call, "day": tr.hours.time_up_for_today}
OFTEN: Final = 60.0
"""Maximum seconds between two checks of a caller who may be idle."""

FOREVER: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class CallLimits:
    """One call's limits in seconds (0 for none). `warned` holds the warnings already given.

    `logon_ends` and `day_ends` are times, or None without a limit. At `day_ends` the caller's minutes of this
    day are used up.
    """

    started: float
    idle_limit: float = 0
    call_limit: float = 0
    logon_ends: float | None = None
    day_ends: float | None = None
    warned: frozenset[str] = frozenset()

    @property
    def ends(self) -> tuple[tuple[str, float], ...]:
        """The limits, "call" or "day", and the times at which they are reached."""
        call = (("call", self.started + self.call_limit),) if self.call_limit else ()
        return call if self.day_ends is None else (*call, ("day", self.day_ends))

    def minutes_left(self, now: float) -> int | None:
        """Return the whole minutes to the nearest limit, rounded up, or None without limits."""
        ends = self.ends
        return max(0, _minutes(min(end for _, end in ends) - now)) if ends else None

    def day_until(self, end: float | None) -> CallLimits:
        """Set the time at which the day's minutes are used up. A later one repeats the warnings."""
        known = self.day_ends
        later = known is None or end is None or end > known + 60
        return replace(self, day_ends=end, warned=self._without("day-") if later else self.warned)

    def after_pause(self, seconds: float) -> CallLimits:
        """Return the limits after a pause that doesn't count."""
        day_ends = None if self.day_ends is None else self.day_ends + seconds
        return replace(self, started=self.started + seconds, day_ends=day_ends)

    def with_more_time(self, seconds: float) -> CallLimits:
        """Return the limits with more time for this call, or less. Warnings are repeated."""
        if not self.call_limit:
            return self
        call_limit = max(1.0, self.call_limit + seconds)
        return replace(self, call_limit=call_limit, warned=self._without("call-"))

    def _without(self, what: str) -> frozenset[str]:
        """Return the warnings given, except a limit's."""
        return frozenset(name for name in self.warned if not name.startswith(what))

    def check(self, now: float, last_key: float, spared: bool = False) -> LimitCheck:
        """Check all limits. Each warning is given once. A `spared` caller may be idle."""
        warned = self.warned
        warning: MaybeSaid = ""
        again = OFTEN if spared else FOREVER
        if self.logon_ends is not None:
            if now >= self.logon_ends:
                return LimitCheck(self, hang_up=tr.hours.logon_too_slow())
            again = min(again, self.logon_ends - now)
        if self.idle_limit and not spared:
            left, notice = last_key + self.idle_limit - now, min(60.0, self.idle_limit / 2)
            if left <= 0:
                return LimitCheck(self, hang_up=tr.hours.idle_too_long())
            if left > notice:
                warned = warned - {"idle"}
            elif "idle" not in warned:
                warned, warning = warned | {"idle"}, tr.hours.idle_warning()
            again = min(again, left if left <= notice else left - notice)
        for what, end in sorted(self.ends, key=lambda limit: -limit[1]):  # the nearest one's warning wins
            left = end - now
            if left <= 0:
                return LimitCheck(self, hang_up=UP[what]())
            due = {f"{what}-{m}" for m in WARN_AT if left <= m * 60} - warned
            if due:
                warned, warning = warned | due, LEFT[what](minutes=tr.count.minutes(n=_minutes(left)))
            again = min(again, left % 60 or 60.0)  # the minutes left are shown
        return LimitCheck(replace(self, warned=warned), warning, again=max(again, 0.05))


@dataclass(frozen=True, slots=True)
class LimitCheck:
    """The result of a check: a warning, a reason to hang up, and the seconds to the next check."""

    limits: CallLimits
    warning: MaybeSaid = ""
    hang_up: MaybeSaid = ""
    again: float = FOREVER


def _minutes(seconds: float) -> int:
    return -int(-seconds // 60)


# -- minutes of the day, over all of a caller's calls -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Meter:
    """`kept` seconds of `day` are in the caller's file. Seconds since `since` (loop time) are owed to it.

    `granted` are extra seconds from the sysop, for this day and call.
    """

    day: str
    kept: float
    since: float
    granted: float = 0.0

    @classmethod
    def start(cls, caller: Caller, moment: datetime, now: float) -> Meter:
        day = moment.date().isoformat()
        return cls(day, seconds_on(caller, day), now)

    def seconds_used(self, now: float) -> float:
        return self.kept + now - self.since

    def until(self, minutes: int) -> float | None:
        """Return the loop time at which `minutes` of the day are used up, or None without a limit."""
        return self.since + minutes * 60 + self.granted - self.kept if minutes else None

    def roll_over(self, moment: datetime, now: float) -> Meter:
        """Move to the new day after midnight. Time since midnight counts for the new day."""
        day = moment.date().isoformat()
        if day <= self.day:
            return self
        midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
        after = max(0.0, moment.timestamp() - midnight.timestamp())
        return Meter(day, 0, max(self.since, now - after))


def seconds_on(caller: Caller, day: str) -> int:
    """Return the seconds that the caller's file has for that day."""
    return caller.online_seconds if caller.online_day == day else 0


def add(caller: Caller, day: str, seconds: float) -> Caller:
    """Return the caller with more seconds spent that day. A day older than the file's changes nothing."""
    if day < caller.online_day:
        return caller
    return replace(caller, online_day=day, online_seconds=seconds_on(caller, day) + round(seconds))


# -- the clock of a call ----------------------------------------------------------------------------

ANSWER: Final = 0.05
"""Seconds an answer may take before the screen says that it waits. Most take five milliseconds."""

SPOKEN_ANSWER: Final = 1.0
"""The same in plain mode."""


@dataclass(frozen=True, slots=True)
class CheckLimits:
    """It is time to check the limits and the hours."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """Something beside the screen has changed, such as the status line."""


@dataclass(frozen=True, slots=True)
class Late:
    """The answer that the top screen waits for takes long."""


class Timers:
    """`post(None, event)` sends an event to the call's loop. Times are in seconds."""

    def __init__(self, post: Callable[[None, Any], None]) -> None:
        self._post = post
        self._handles: dict[str, asyncio.TimerHandle] = {}

    def redraw(self) -> None:
        self._post(None, Redraw())

    def check(self) -> None:
        self._post(None, CheckLimits())

    def later(self, name: str, seconds: float, event: Any = CheckLimits()) -> None:
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
        self.limits = CallLimits(self.started)
        self.day: Meter | None = None
        self.closing: frozenset[tuple[str, datetime, int]] = frozenset()
        self.menu: int | None = None

    @property
    def seconds(self) -> int:
        return int(self._loop.time() - self.started)

    @property
    def minutes_left(self) -> int | None:
        """The minutes left of this call, or None without a limit."""
        return self.limits.minutes_left(self._now())

    @property
    def idle(self) -> float:
        return self._now() - self.last_key

    def _now(self) -> float:
        return self._loop.time() if self._held is None else self._held

    @property
    def held(self) -> bool:
        """True while the limits are paused."""
        return self._held is not None

    def hold(self) -> None:
        self._held = self._now()

    def go_on(self) -> None:
        """Continue the limits. The pause doesn't count."""
        if self._held is not None:
            pause = self._loop.time() - self._held
            self.limits, self.last_key = self.limits.after_pause(pause), self.last_key + pause
            self._held = None
            self._timers.check()

    def limit(self, idle: float, call: float, logon: float | None) -> None:
        """Set this call's limits in seconds (0 for none). Without a `logon` limit, nobody has to log on."""
        logon_ends = None if logon is None else self.started + logon
        self.limits = replace(self.limits, idle_limit=idle, call_limit=call, logon_ends=logon_ends)
        self._timers.later("clocks", 0)

    def logged_on(self) -> None:
        self.limits = replace(self.limits, logon_ends=None)

    def touch(self) -> None:
        self.last_key = self._loop.time() if self._held is None else self._held

    def look(self, spared: bool = False) -> LimitCheck:
        """Check the limits. Return a warning or a reason to end the call. `spared` callers may be idle."""
        if self.held:
            return LimitCheck(self.limits)
        verdict = self.limits.check(self._loop.time(), self.last_key, spared)
        self.limits = verdict.limits
        if not verdict.hang_up:
            self._timers.later("clocks", verdict.again)
        return verdict
