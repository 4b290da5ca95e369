"""The timers of one call, and its clock: its limits, and when to check them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from door.records.callers.caller_file import Caller
from door.ui.texts import MaybeSaid, Said, tr

WARN_AT: Final = (300.0, 180.0, 120.0, 60.0)
"""Seconds before an end at which the caller is warned of it."""

OFTEN: Final = 60.0
"""Maximum seconds between two checks of a caller who may be idle."""

FOREVER: Final = 86_400.0
PUT_OFF: Final = 10.0
"""Seconds by which an end must move before its warnings are given again. A day's end moves by parts of a
second when the caller's file is written."""


class TimeLimit(NamedTuple):
    """Something that ends at a time of the event loop: the call, or a visit to a door.

    At each of `warn_at` seconds before, the caller gets the `warning`, told the `minutes` left. `up`
    is the sentence that ends the call. Without it, somebody else ends the visit.
    """

    name: str
    ends: float
    warn_at: tuple[float, ...] = ()
    warning: Callable[..., Said] | None = None
    up: Callable[[], Said] | None = None


class LimitCheck(NamedTuple):
    """The result of a check: warnings, a reason to hang up, and the seconds to the next check."""

    warnings: tuple[Said, ...] = ()
    hang_up: MaybeSaid = ""
    again: float = FOREVER


def minutes_until(end: float, now: float) -> int:
    """Return the whole minutes left, rounded up, at least 0."""
    return max(0, -int(-(end - now) // 60))


# -- minutes of the day, over all of a caller's calls -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Meter:
    """`kept` seconds of `day` are in the caller's file. It is owed those after `since` (the call's time).

    The caller has `minutes` a day (0 for no limit), and for this day and call the `granted` seconds from the
    sysop.
    """

    day: str
    kept: float
    since: float
    minutes: int = 0
    granted: float = 0.0

    @classmethod
    def start(cls, caller: Caller, moment: datetime, now: float, minutes: int = 0) -> Meter:
        day = moment.date().isoformat()
        return cls(day, seconds_on(caller, day), now, minutes)

    def seconds_used(self, now: float) -> float:
        return self.kept + now - self.since

    @property
    def ends(self) -> float | None:
        """The time at which the day's minutes are used up, None without a limit."""
        return self.since + self.minutes * 60 + self.granted - self.kept if self.minutes else None

    def roll_over(self, moment: datetime, now: float) -> Meter:
        """Move to the new day after midnight. Time since midnight counts for the new day."""
        day = moment.date().isoformat()
        if day <= self.day:
            return self
        midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
        after = moment.timestamp() - midnight.timestamp()
        return Meter(day, 0, max(self.since, now - after), self.minutes)


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
        self._post, self._loop = post, asyncio.get_running_loop()
        self._handles: dict[str, asyncio.TimerHandle] = {}

    def redraw(self) -> None:
        self._post(None, Redraw())

    def check(self) -> None:
        self._post(None, CheckLimits())

    def time(self) -> float:
        return self._loop.time()

    def later(self, name: str, seconds: float, event: Any = CheckLimits()) -> None:
        """Post an event after `seconds`. It replaces an earlier one of that name."""
        if old := self._handles.get(name):
            old.cancel()
        self._handles[name] = self._loop.call_later(seconds, self._post, None, event)

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
    """A call's time in seconds of the event loop, so that setting the machine's clock has no effect, and the
    limits of the call.

    `logon_ends` and `call_ends` are None without a limit. `day` measures the caller's minutes of the day if
    they are limited. `menu` is a hash of the board's menu when it was last shown.
    """

    def __init__(self, timers: Timers) -> None:
        self._timers = timers
        self._held: float | None = None
        self.started = self.last_key = timers.time()
        self.idle_limit = 0.0
        self.logon_ends: float | None = None
        self.call_ends: float | None = None
        self.day: Meter | None = None
        self._warned: dict[str, tuple[float, float]] = {}  # a limit's end and the last of `warn_at`, by name
        self.menu: int | None = None

    @property
    def now(self) -> float:
        """The call's time, which stands still while the limits are paused."""
        return self._timers.time() if self._held is None else self._held

    @property
    def seconds(self) -> int:
        return int(self._timers.time() - self.started)

    @property
    def minutes_left(self) -> int | None:
        """The minutes left of this call, or None without a limit."""
        ends = [limit.ends for limit in self._minutes()]
        return minutes_until(min(ends), self.now) if ends else None

    @property
    def idle(self) -> float:
        return self.now - self.last_key

    @property
    def held(self) -> bool:
        """True while the limits are paused."""
        return self._held is not None

    def hold(self) -> None:
        self._held = self.now

    def go_on(self) -> None:
        """Continue the limits. The pause doesn't count."""
        if self._held is not None:
            pause = self._timers.time() - self._held
            self._held, self.last_key = None, self.last_key + pause
            if self.call_ends is not None:
                self.call_ends += pause
            if self.day:
                self.day = replace(self.day, since=self.day.since + pause)
            self._timers.check()

    def limit(self, idle: float, call: float, logon: float | None) -> None:
        """Set this call's limits in seconds (0 for none). Without a `logon` limit, nobody has to log on."""
        self.idle_limit = idle
        self.call_ends = self.started + call if call else None
        self.logon_ends = None if logon is None else self.started + logon
        self._timers.check()

    def logged_on(self) -> None:
        self.logon_ends = None

    def grant(self, seconds: float) -> None:
        """Extend this call and today's minutes, or shorten them."""
        if self.call_ends is not None:
            self.call_ends += seconds
        if self.day:
            self.day = replace(self.day, granted=self.day.granted + seconds)
        self._timers.check()

    def touch(self) -> None:
        self.last_key = self.now

    def _minutes(self) -> Iterator[TimeLimit]:
        """Yield the limits whose minutes the caller sees."""
        if self.call_ends is not None:
            yield TimeLimit(
                "call", self.call_ends, WARN_AT, tr.hours.left_on_this_call,
                tr.hours.time_up_for_call,
            )  # fmt: skip
        if self.day and self.day.ends is not None:
            yield TimeLimit(
                "day", self.day.ends, WARN_AT, tr.hours.left_today,
                tr.hours.time_up_for_today,
            )  # fmt: skip

    def _limits(self, spared: bool) -> Iterator[TimeLimit]:
        """Yield the call's limits. A `spared` caller may be idle."""
        if self.logon_ends is not None:
            yield TimeLimit("logon", self.logon_ends, up=tr.hours.logon_too_slow)
        if self.idle_limit and not spared:
            yield TimeLimit(
                "idle", self.last_key + self.idle_limit, (min(60.0, self.idle_limit / 2),),
                lambda minutes: tr.hours.idle_warning(), tr.hours.idle_too_long,
            )  # fmt: skip
        yield from self._minutes()

    def check(self, others: Iterable[TimeLimit] = (), spared: bool = False) -> LimitCheck:
        """Check the call's limits and `others`, the nearest first. Each warning is given once."""
        now, again, warnings = self.now, OFTEN if spared else FOREVER, list[Said]()
        if self.held:
            return LimitCheck()
        for limit in sorted([*self._limits(spared), *others], key=lambda limit: limit.ends):
            left = limit.ends - now
            if left <= 0 and limit.up:
                return LimitCheck(hang_up=limit.up())
            ends, last = self._warned.get(limit.name, (limit.ends, FOREVER))
            if limit.ends > ends + PUT_OFF:
                last = FOREVER
            if limit.warning and (due := [mark for mark in limit.warn_at if left <= mark < last]):
                self._warned[limit.name] = limit.ends, min(due)
                minutes = max(1, minutes_until(limit.ends, now))
                warnings.append(limit.warning(minutes=tr.count.minutes(n=minutes)))
            again = min([again, *(left - mark for mark in (*limit.warn_at, 0.0) if mark < left)])
        for limit in self._minutes():  # the minutes left are shown
            again = min(again, (limit.ends - now) % 60 or 60.0)
        return LimitCheck(tuple(warnings), again=max(again, 0.05))
