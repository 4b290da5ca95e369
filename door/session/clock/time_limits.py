"""Apply the settings' time limits and the caller's file to a call.

Time spent today is in the caller's file (`online_day`, `online_seconds`). Each call adds to it and reads the
sum back. The value stays right to a minute after later calls, a sysop's edit or a crash.
"""

from __future__ import annotations

import asyncio
import logging

from door.records.callers.caller_file import Caller, CallerError
from door.session.call.api import Call
from door.session.clock.daily_minutes import DailyMinutes, add, seconds_on

LOG = logging.getLogger("door.call")


def begin(call: Call) -> None:
    """Start the caller's minutes of today after the log-on, if the sysop limits them.

    A guest has no file, and gets the day's minutes on each call.
    """
    caller = call.who.caller or Caller(call.who.handle)
    if call.services.settings().limits.minutes_per_day and not (call.who.local or caller.sysop):
        call.clock.day = DailyMinutes(caller, call.services.now(), _now())
        look(call)


def look(call: Call) -> None:
    """Update the limit. Once a minute, write the time owed to the caller's file."""
    day = call.clock.day
    if day is None or call.clock.held:
        return
    minutes = call.services.settings().limits.minutes_per_day
    call.clock.day_until(day.until(minutes, call.services.now(), _now()))
    if day.overdue(_now()):
        write(call)


def hold(call: Call) -> None:
    """Pause the limits after writing the time spent."""
    write(call)
    call.clock.hold()


def go_on(call: Call) -> None:
    """Continue the limits."""
    if call.clock.held and call.clock.day:
        call.clock.day.go_on(call.services.now(), _now())
    call.clock.go_on()


def grant(call: Call, seconds: float) -> None:
    """Extend this call and today's minutes, or shorten them."""
    call.clock.grant(seconds)
    if call.clock.day:
        call.clock.day.grant(seconds)
    look(call)


def write(call: Call) -> None:
    """Write the time owed to the caller's file in the background. Guests have no file."""
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
