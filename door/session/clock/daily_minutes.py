"""One caller's minutes of one day, over all their calls and past midnight.

It has no clock and no file: the board's time (`moment`) and the loop time (`now`) are passed in. Time spent
is owed to the caller's file until it is written. After that, the file's value counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from door.records.callers.caller_file import Caller

EVERY: Final = 60.0
"""Seconds between two writes during a call."""


@dataclass(frozen=True, slots=True)
class Meter:
    """`kept` seconds of `day` are in the caller's file. Seconds since `since` (loop time) are owed to it.

    `granted` are extra seconds from the sysop, for this day and call.
    """

    day: str
    kept: float
    since: float
    granted: float = 0.0

    def spent(self, now: float) -> float:
        """Return the seconds of the day already used."""
        return self.kept + now - self.since


def seconds_on(caller: Caller, day: str) -> int:
    """Return the seconds that the caller's file has for that day."""
    return caller.online_seconds if caller.online_day == day else 0


def add(caller: Caller, day: str, seconds: float) -> Caller:
    """Return the caller with more seconds spent that day. A day older than the file's changes nothing."""
    if day < caller.online_day:
        return caller
    return replace(caller, online_day=day, online_seconds=seconds_on(caller, day) + round(seconds))


def start(caller: Caller, moment: datetime, now: float) -> Meter:
    """Return the meter of a call that starts at `moment` (board's clock) and `now` (loop time)."""
    day = moment.date().isoformat()
    return Meter(day, seconds_on(caller, day), now)


def rolled(meter: Meter, moment: datetime, now: float) -> Meter:
    """Return the meter, moved to the new day after midnight. Time since midnight counts for the new day."""
    day = moment.date().isoformat()
    if day <= meter.day:
        return meter
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    after = max(0.0, moment.timestamp() - midnight.timestamp())
    return Meter(day, 0, max(meter.since, now - after))


class DailyMinutes:
    """The meter of a call, for a caller whose minutes per day are limited."""

    def __init__(self, caller: Caller, moment: datetime, now: float) -> None:
        self.meter = start(caller, moment, now)

    def until(self, minutes: int, moment: datetime, now: float) -> float | None:
        """Return the loop time at which `minutes` of the day are used up, or None without a limit."""
        meter = self.meter = rolled(self.meter, moment, now)
        return meter.since + minutes * 60 + meter.granted - meter.kept if minutes else None

    def overdue(self, now: float) -> bool:
        """True if it is time to write the seconds owed."""
        return now - self.meter.since >= EVERY

    def settle(self, now: float) -> tuple[str, float]:
        """Return the day and the seconds owed, and count them as written."""
        day, seconds = self.meter.day, now - self.meter.since
        self.meter = replace(self.meter, kept=self.meter.spent(now), since=now)
        return day, seconds

    def written(self, day: str, kept: float) -> None:
        """Use the file's seconds of that day."""
        if self.meter.day == day:
            self.meter = replace(self.meter, kept=kept)

    def owe(self, day: str, seconds: float) -> None:
        """Owe the seconds again, because the file can't be written."""
        meter = self.meter
        if meter.day == day:
            self.meter = replace(meter, kept=meter.kept - seconds, since=meter.since - seconds)

    def go_on(self, moment: datetime, now: float) -> None:
        """Skip the time since the last `settle`."""
        self.meter = replace(rolled(self.meter, moment, now), since=now)

    def grant(self, seconds: float) -> None:
        """Extend this day's minutes for this call, or shorten them."""
        self.meter = replace(self.meter, granted=self.meter.granted + seconds)
