"""One caller's minutes of one day, over all their calls and past midnight.

Law: no clock and no file here; the board's time (`moment`) and the loop's seconds (`now`) are handed
in.  What is spent is owed to the caller's file until it was written there, and what the file says
then is what counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from door.records.callers.caller_file import Caller

EVERY: Final = 60.0
"""Seconds of a call between two writings."""


@dataclass(frozen=True, slots=True)
class Meter:
    """`kept` seconds of `day` are in the caller's file; those since `since` (loop) are owed to it.
    `granted` are the sysop's, on top of the day's minutes, for this day and call."""

    day: str
    kept: float
    since: float
    granted: float = 0.0

    def spent(self, now: float) -> float:
        """Seconds of the day that are gone."""
        return self.kept + now - self.since


def seconds_on(caller: Caller, day: str) -> int:
    """What the caller's file says of that day."""
    return caller.online_seconds if caller.online_day == day else 0


def add(caller: Caller, day: str, seconds: float) -> Caller:
    """The caller with so much more spent of that day; a day before the file's is over and changes nothing."""
    if day < caller.online_day:
        return caller
    return replace(caller, online_day=day, online_seconds=seconds_on(caller, day) + round(seconds))


def start(caller: Caller, moment: datetime, now: float) -> Meter:
    """The meter of a call that begins at `moment` by the board's clock, `now` by the loop's."""
    day = moment.date().isoformat()
    return Meter(day, seconds_on(caller, day), now)


def rolled(meter: Meter, moment: datetime, now: float) -> Meter:
    """The meter, on the new day once midnight has passed: what came after it counts for that one."""
    day = moment.date().isoformat()
    if day <= meter.day:
        return meter
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    after = max(0.0, moment.timestamp() - midnight.timestamp())
    return Meter(day, 0, max(meter.since, now - after))


class DailyMinutes:
    """One call's meter, where the caller's day has a limit."""

    def __init__(self, caller: Caller, moment: datetime, now: float) -> None:
        self.meter = start(caller, moment, now)

    def until(self, minutes: int, moment: datetime, now: float) -> float | None:
        """When so many minutes of the day are used up, in loop seconds; None without a limit."""
        meter = self.meter = rolled(self.meter, moment, now)
        return meter.since + minutes * 60 + meter.granted - meter.kept if minutes else None

    def overdue(self, now: float) -> bool:
        """Whether it is time to write what is owed."""
        return now - self.meter.since >= EVERY

    def settle(self, now: float) -> tuple[str, float]:
        """The day and the seconds owed to the file, from now on taken for written."""
        day, seconds = self.meter.day, now - self.meter.since
        self.meter = replace(self.meter, kept=self.meter.spent(now), since=now)
        return day, seconds

    def written(self, day: str, kept: float) -> None:
        """The file says so many seconds of that day."""
        if self.meter.day == day:
            self.meter = replace(self.meter, kept=kept)

    def owe(self, day: str, seconds: float) -> None:
        """The file could not be written: the seconds are owed again."""
        meter = self.meter
        if meter.day == day:
            self.meter = replace(meter, kept=meter.kept - seconds, since=meter.since - seconds)

    def go_on(self, moment: datetime, now: float) -> None:
        """The time between the last `settle` and now counts for nothing."""
        self.meter = replace(rolled(self.meter, moment, now), since=now)

    def grant(self, seconds: float) -> None:
        """So much more of this day for this call, or less."""
        self.meter = replace(self.meter, granted=self.meter.granted + seconds)
