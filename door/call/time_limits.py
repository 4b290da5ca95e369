"""Apply the settings' time limits, the caller's file and the hours to a call.

Time spent today is in the caller's file (`online_day`, `online_seconds`). Each call adds to it and reads the
sum back. The value stays right to a minute after later calls, a sysop's edit or a crash.
Closing time works like a time limit: warnings, a farewell, and the game is saved.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import datetime
from typing import Final

from door.call.access import all_doors, level
from door.call.api import Call
from door.call.clock import WARN_AT, Meter, add, seconds_on
from door.call.feature import Features
from door.call.handlers import TakenOut
from door.call.navigation import fresh
from door.call.stack import Layer
from door.records.callers.caller_file import Caller, CallerError
from door.settings import Settings, hours
from door.settings.access import shut, why_barred
from door.ui.texts import Said, tr

LOG = logging.getLogger("door.call")
EVERY: Final = 60.0
"""Seconds between two writes of the caller's file, and at most between two looks at the board's clock."""

SOON: Final = 0.2
"""Seconds until we try again to close a door that waits for an answer."""


def look(call: Call, spared: bool) -> None:
    """Check the limits and the hours. Warn the caller, or end the call. `spared` callers may be idle."""
    follow_day(call)
    look_at_hours(call)
    verdict = call.clock.look(spared)
    if verdict.hang_up:
        call.leave(verdict.hang_up.in_english, verdict.hang_up)
    elif verdict.warning:
        call.messages.notify(verdict.warning)


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
    clock.day = clock.day.roll_over(call.services.now(), _now())
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
        clock.day = replace(clock.day.roll_over(call.services.now(), _now()), since=_now())
    clock.go_on()


def grant(call: Call, seconds: float) -> None:
    """Extend this call and today's minutes, or shorten them."""
    clock = call.clock
    clock.limits = clock.limits.with_more_time(seconds)
    if clock.day:
        clock.day = replace(clock.day, granted=clock.day.granted + seconds)
    follow_day(call)


def write(call: Call) -> None:
    """Write the time owed to the caller's file in the background. Guests have no file."""
    if meter := call.clock.day:
        now = _now()
        call.clock.day = replace(meter, kept=meter.seconds_used(now), since=now)
        if call.who.caller is not None:
            call.services.writes.add(call.who.handle, _write_time(call, meter.day, now - meter.since))


async def _write_time(call: Call, day: str, seconds: float) -> None:
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


# -- closing time -----------------------------------------------------------------------------------


def look_at_hours(call: Call) -> None:
    """Warn before closing time. At closing time, end the call or the visit to a door."""
    settings, now = call.services.settings(), call.services.now()
    again = EVERY
    if call.who.admitted and not call.clock.held:
        own = level(call)
        if own is not None:
            if reason := shut(tr.hours.the_board(), settings.board.hours, now, tr.hours.closes_now):
                call.leave("closed", reason, *_saved_game_note(bool(call.stack.plays)))
                return
            again = min(_close_doors(call, settings, now), _warn_all(call, settings, now))
        _tell_pages(call, settings, own, now)
    if settings.board.hours or any(door.hours for door in all_doors(settings).values()):
        call.timers.later("hours", again)


def _warn_all(call: Call, settings: Settings, now: datetime) -> float:
    """Warn about the board and the doors the caller is in. Return the seconds to the next check."""
    again, doors = EVERY, all_doors(settings)
    inside = [(one.slug, one.where, doors[one.slug].hours) for one in call.stack if one.slug in doors]
    for what, name, texts in [("", tr.hours.the_board_within(), settings.board.hours), *inside]:
        if until := hours.look(texts, now).until:
            again = min(again, _warn(call, what, name, until, now))
    return again


def _warn(call: Call, what: str, name: str, until: datetime, now: datetime) -> float:
    """Give a warning if it is due. Return the seconds to the next check."""
    left = until.timestamp() - now.timestamp()
    due = {(what, until, m) for m in WARN_AT if left <= m * 60} - call.clock.closing
    if due:
        call.clock.closing |= due
        minutes = max(1, -int(-left // 60))
        call.messages.notify(tr.hours.minutes_until_closing(minutes=tr.count.minutes(n=minutes), name=name))
    ahead = [left - m * 60 for m in WARN_AT if left > m * 60]
    return max(0.05, min([*ahead, left], default=EVERY))


def _close_doors(call: Call, settings: Settings, now: datetime) -> float:
    """Take the caller out of a closed door. Return the seconds to the next check.

    If the door waits for an answer, try again soon.
    """
    doors = all_doors(settings)
    for layer in call.stack:
        door = doors.get(layer.slug)
        if door is not None and (reason := shut(layer.where, door.hours, now, tr.hours.closes_now)):
            if layer.busy:
                return SOON
            _take_out(call, layer, reason, *_saved_game_note(bool(layer.game)))
            break
    return EVERY


def _saved_game_note(waits: bool) -> tuple[Said, ...]:
    return (tr.refused.game_saved(),) if waits else ()


def _take_out(call: Call, layer: Layer, *told: Said) -> None:
    """Remove the door and all screens above it. Its game is saved."""
    call.services[Features].tell(call, TakenOut(layer.slug))
    for one in call.stack[call.stack.index(layer) :]:
        call.stack.drop(one)
    if not call.stack:
        call.leave("closed", *told)
        return
    for sentence in told:
        call.messages.notify(sentence)
    call.stack.feed(call.stack.top, fresh(call))


def _tell_pages(call: Call, settings: Settings, own: int | None, now: datetime) -> None:
    """Update a page of the board if a door opens or closes, or the board's name or the day changes."""
    doors = all_doors(settings).items()
    entries = ((slug, door.enabled, why_barred(settings, slug, own, now)) for slug, door in doors)
    menu = hash((settings.board.name, now.date(), *entries))
    before, call.clock.menu = call.clock.menu, menu
    if before not in (None, menu) and call.stack and not call.stack.top.slug:
        call.post(call.stack.top, fresh(call))
