"""A call's limits held against the settings in force and the caller's file.

Law: what is spent of the day is kept in the caller's file (`online_day`, `online_seconds`), added to
by whoever spends it and read back at once, so that two calls that follow each other, a sysop's
edit and a crash all leave it right to within the minute between two writings.
"""

from __future__ import annotations

import asyncio
import logging

from door.records.callers.caller_file import Caller, CallerError
from door.session.call.api import Call
from door.session.clock.daily_minutes import DailyMinutes, add, seconds_on

LOG = logging.getLogger("door.call")


def begin(call: Call) -> None:
    """The caller has logged on: their minutes of today begin to run, where the sysop limits them.

    A guest, of whom nothing is kept, has the day's minutes for each call.
    """
    caller = call.who.caller or Caller(call.who.handle)
    if call.services.settings().limits.minutes_per_day and not (call.who.local or caller.sysop):
        call.clock.day = DailyMinutes(caller, call.services.now(), _now())
        look(call)


def look(call: Call) -> None:
    """Brings the limit up to date, and writes what is owed to the caller's file once a minute."""
    day = call.clock.day
    if day is None or call.clock.held:
        return
    minutes = call.services.settings().limits.minutes_per_day
    call.clock.day_until(day.until(minutes, call.services.now(), _now()))
    if day.overdue(_now()):
        write(call)


def hold(call: Call) -> None:
    """The limits stand still: what is spent until now is written, and nothing more is."""
    write(call)
    call.clock.hold()


def go_on(call: Call) -> None:
    """The limits run again."""
    if call.clock.held and call.clock.day:
        call.clock.day.go_on(call.services.now(), _now())
    call.clock.go_on()


def grant(call: Call, seconds: float) -> None:
    """So much more time for this call, or less: of the call's own limit and of the day's."""
    call.clock.grant(seconds)
    if call.clock.day:
        call.clock.day.grant(seconds)
    look(call)


def write(call: Call) -> None:
    """Adds what is owed to the caller's file, aside; of a guest nothing is written."""
    if meter := call.clock.day:
        owed = meter.settle(_now())
        if call.who.caller is not None:
            call.services.writes.add(call.who.handle, _written(call, meter, *owed))


async def _written(call: Call, meter: DailyMinutes, day: str, seconds: float) -> None:
    try:
        caller = await call.services.callers.edit(call.who.handle, lambda c: add(c, day, seconds))
    except CallerError as error:
        LOG.error("caller %r could not be saved: %s", call.who.handle, error)
        meter.owe(day, seconds)
        return
    meter.written(day, seconds_on(caller, day))


def _now() -> float:
    return asyncio.get_running_loop().time()
