"""Apply the settings' time limits, the caller's file and the hours to a call.

Time spent today is in the caller's file (`online_day`, `online_seconds`). Each call adds to it and reads the
sum back. The value stays right to a minute after later calls, a sysop's edit or a crash.
Closing time works like a time limit: warnings, a farewell, and the game is saved.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from door.call.access import all_doors, is_sysop, level
from door.call.api import Call
from door.call.clock import FOREVER, WARN_AT, Meter, TimeLimit, add, seconds_on
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


def check(call: Call) -> None:
    """Check the limits and the hours. Warn the caller, or end the call. A sysop may be idle at the desk."""
    if call.clock.held:
        return  # until the limits go on
    follow_day(call)
    settings, now, again, closing = call.services.settings(), call.services.now(), FOREVER, list[TimeLimit]()
    if call.who.admitted:
        if settings.board.hours or any(door.hours for door in all_doors(settings).values()):
            again = EVERY
        own = level(call)
        if own is not None:
            if reason := shut(tr.hours.the_board(), settings.board.hours, now, tr.hours.closes_now):
                call.leave("closed", reason, *_saved_game_note(bool(call.stack.plays)))
                return
            again = min(again, _close_doors(call, settings, now))
            closing = list(_closing(call, settings, now))
        _tell_pages(call, settings, own, now)
    spared = any(map(call.services[Features].spares, call.stack)) and is_sysop(call)
    found = call.clock.check(closing, spared)
    if found.hang_up:
        call.leave(found.hang_up.in_english, found.hang_up)
        return
    for warning in found.warnings:
        call.messages.notify(warning)
    call.timers.later("clocks", min(again, found.again))


def begin(call: Call) -> None:
    """Start the caller's minutes of today after the log-on, if the sysop limits them, and check all limits.

    A guest has no file, and gets the day's minutes on each call.
    """
    caller = call.who.caller or Caller(call.who.handle)
    minutes = call.services.settings().limits.minutes_per_day
    if minutes and not (call.who.local or caller.sysop):
        call.clock.day = Meter.start(caller, call.services.now(), call.clock.now, minutes)
    check(call)


def follow_day(call: Call) -> None:
    """Update the limit. Once a minute, write the time owed to the caller's file."""
    clock = call.clock
    if clock.day is None:
        return
    minutes = call.services.settings().limits.minutes_per_day
    clock.day = replace(clock.day.roll_over(call.services.now(), clock.now), minutes=minutes)
    if clock.now - clock.day.since >= EVERY:
        write(call)


def write(call: Call) -> None:
    """Write the time owed to the caller's file in the background. Guests have no file."""
    if meter := call.clock.day:
        now = call.clock.now
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


# -- closing time -----------------------------------------------------------------------------------


def _closing(call: Call, settings: Settings, now: datetime) -> Iterator[TimeLimit]:
    """Yield when the board closes, and the doors that the caller is in."""
    doors = all_doors(settings)
    inside = [(one.slug, one.where, doors[one.slug].hours) for one in call.stack if one.slug in doors]
    for slug, name, texts in [("", tr.hours.the_board_within(), settings.board.hours), *inside]:
        if until := hours.look(texts, now).until:
            ends = call.clock.now + until.timestamp() - now.timestamp()
            yield TimeLimit(
                f"hours {slug}", ends, WARN_AT, partial(tr.hours.minutes_until_closing, name=name)
            )


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
    return FOREVER


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
