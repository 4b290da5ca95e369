"""One caller's minutes of one day, over all their calls and past midnight.

Law: what is spent is kept in the caller's file (`online_day`, `online_seconds`), added to by
whoever spends it and read back at once, so that two calls that follow each other, a sysop's
edit and a crash all leave it right to within the minute between two writings.  The day is
the board's; seconds are the loop's own clock, so that a clock that is set costs nobody time.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from door.records.callers.caller_file import Caller, CallerError

if TYPE_CHECKING:
    from door.session.call.loop import Session

LOG = logging.getLogger("door.call")

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


# -- for a session ------------------------------------------------------------------------------


def begin(session: Session) -> None:
    """The caller has logged on: their minutes of today begin to run, where the sysop limits them.

    A guest, of whom nothing is kept, has the day's minutes for each call.
    """
    local = session.line.hints.kind in ("pipe", "local")
    caller = session.caller or Caller(session.handle)
    if session.services.settings().limits.minutes_per_day and not (local or caller.sysop):
        session.meter = start(caller, session.services.now(), asyncio.get_running_loop().time())
        look(session)


def look(session: Session) -> None:
    """Brings the limit up to date, and writes what is owed to the caller's file once a minute."""
    if session.meter is None or session.time.held:
        return
    now = asyncio.get_running_loop().time()
    meter = session.meter = rolled(session.meter, session.services.now(), now)
    minutes = session.services.settings().limits.minutes_per_day
    session.time.day_until(meter.since + minutes * 60 + meter.granted - meter.kept if minutes else None)
    if now - meter.since >= EVERY:
        write(session)


def hold(session: Session) -> None:
    """The limits stand still: what is spent until now is written, and nothing more is."""
    meter = session.meter
    if meter is not None and session.caller is None:  # a guest, of whom nothing is written
        now = asyncio.get_running_loop().time()
        session.meter = replace(meter, kept=meter.spent(now), since=now)
    write(session)
    session.time.hold()


def go_on(session: Session) -> None:
    """The limits run again."""
    if session.meter is not None and session.time.held:
        now = asyncio.get_running_loop().time()
        session.meter = replace(rolled(session.meter, session.services.now(), now), since=now)
    session.time.go_on()


def grant(session: Session, seconds: float) -> None:
    """So much more time for this call, or less: of the call's own limit and of the day's."""
    session.time.grant(seconds)
    if session.meter is not None:
        session.meter = replace(session.meter, granted=session.meter.granted + seconds)
        look(session)


def write(session: Session) -> None:
    """Adds what is owed to the caller's file, aside."""
    if session.meter is None or session.caller is None:
        return
    meter, now = session.meter, asyncio.get_running_loop().time()
    session.meter = replace(meter, kept=meter.spent(now), since=now)
    session.services.writes.add(session.handle, _written(session, meter.day, now - meter.since))


async def _written(session: Session, day: str, seconds: float) -> None:
    """What the file says then is what counts; where it cannot be written the time stays owed."""
    try:
        caller = await session.services.callers.edit(session.handle, lambda c: add(c, day, seconds))
    except CallerError as error:
        LOG.error("caller %r could not be saved: %s", session.handle, error)
        if session.meter is not None and session.meter.day == day:
            meter = session.meter
            session.meter = replace(meter, kept=meter.kept - seconds, since=meter.since - seconds)
        return
    if session.meter is not None and session.meter.day == day:
        session.meter = replace(session.meter, kept=seconds_on(caller, day))
