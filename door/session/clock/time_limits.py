"""Apply the settings' time limits and the caller's file to a call.

Time spent today is in the caller's file (`online_day`, `online_seconds`). Each call adds to it and reads the
sum back. The value stays right to a minute after later calls, a sysop's edit or a crash.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Final

from door.records.callers.caller_file import Caller, CallerError
from door.session.call.api import Call
from door.session.clock.limits import Meter, add, seconds_on

LOG = logging.getLogger("door.call")
EVERY: Final = 60.0
"""Seconds between two writes of the caller's file during a call."""


def begin(call: Call) -> None:
    """Start the caller's minutes of today after the log-on, if the sysop limits them.

    A guest has no file, and gets the day's minutes on each call.
    """
    caller = call.who.caller or Caller(call.who.handle)
    if call.services.settings().limits.minutes_per_day and not (call.who.local or caller.sysop):
        call.clock.day = Meter.start(caller, call.services.now(), _now())
        follow_day(call)


def follow_day(call: Call) -> None:
    """Update the limit. Once a minute, write the time owed to the caller's file."""
    clock = call.clock
    if clock.day is None or clock.held:
        return
    clock.day = clock.day.rolled(call.services.now(), _now())
    minutes = call.services.settings().limits.minutes_per_day
    clock.limits = clock.limits.day_until(clock.day.until(minutes))
    if _now() - clock.day.since >= EVERY:
        write(call)


def hold(call: Call) -> None:
    """Pause the limits after writing the time spent."""
    write(call)
    call.clock.hold()


def go_on(call: Call) -> None:
    """Continue the limits. Time since the last write doesn't count."""
    clock = call.clock
    if clock.held and clock.day:
        clock.day = replace(clock.day.rolled(call.services.now(), _now()), since=_now())
    clock.go_on()


def grant(call: Call, seconds: float) -> None:
    """Extend this call and today's minutes, or shorten them."""
    clock = call.clock
    clock.limits = clock.limits.granted(seconds)
    if clock.day:
        clock.day = replace(clock.day, granted=clock.day.granted + seconds)
    follow_day(call)


def write(call: Call) -> None:
    """Write the time owed to the caller's file in the background. Guests have no file."""
    if meter := call.clock.day:
        now = _now()
        call.clock.day = replace(meter, kept=meter.spent(now), since=now)
        if call.who.caller is not None:
            call.services.writes.add(call.who.handle, _written(call, meter.day, now - meter.since))


async def _written(call: Call, day: str, seconds: float) -> None:
    try:
        caller = await call.services.callers.edit(call.who.handle, lambda c: add(c, day, seconds))
    except CallerError as error:
        LOG.error("caller %r could not be saved: %s", call.who.handle, error)
        caller = None
    meter = call.clock.day
    if meter is None or meter.day != day:
        return
    if caller is None:  # the seconds are owed again
        call.clock.day = replace(meter, kept=meter.kept - seconds, since=meter.since - seconds)
    else:
        call.clock.day = replace(meter, kept=seconds_on(caller, day))


def _now() -> float:
    return asyncio.get_running_loop().time()
