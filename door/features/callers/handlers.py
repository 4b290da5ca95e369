"""What callers can learn of each other: who is online, last callers, news, the hall of fame, profiles.

Law: one short function per effect, as in `dispatch`. Disk access runs in a thread. Times are converted to
the board's time zone here, so that pages need no clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from door.call.api import Call, Services
from door.call.feature import Feature
from door.call.handlers import CallOver, Handlers
from door.call.known import shown_time
from door.features.callers.asks import CALLERS, LAST_CALLERS, OPEN, WHO, CallerRow, CallersFound
from door.features.callers.pages import callers, profile
from door.features.settings.handlers import key_name
from door.features.tables.hub import TableHub
from door.pages import api as board
from door.pages.api import Online
from door.pages.page import Page
from door.play.books import DAYS
from door.play.match.values import Refusal
from door.play.next_thing import read_tally
from door.records.callers.caller_file import Caller
from door.records.community.community import LastCall, LastCalls
from door.records.journal.lines import caller_key
from door.records.ledger.standings import (
    History,
    best_places,
    history,
)
from door.ui.texts import Said, again, tr

HANDLERS: Final = Handlers()


@HANDLERS.on(OPEN)
async def _open_to_a_game(call: Call, arg: None) -> Said:
    call.who.open = not call.who.open
    return tr.people.now_open() if call.who.open else tr.people.no_longer_open()


MOST_CALLERS: Final = 200
"""Callers in one answer."""


# -- questions ---------------------------------------------------------------------------


@HANDLERS.on(WHO)
async def _who(call: Call, arg: None) -> tuple[board.Online, ...]:
    rows, unheard = everybody(call.services), call.who.ignored_keys
    return tuple(
        replace(row, ignored=True) if unheard and caller_key(row.handle) in unheard else row for row in rows
    )


@HANDLERS.on(LAST_CALLERS)
async def _last_callers(call: Call, arg: None) -> tuple[LastCall, ...]:
    last = call.services[LastCalls].last_calls
    return await asyncio.to_thread(lambda: shown_calls(call, last()))


@HANDLERS.on(board.PROFILE)
async def _profile(call: Call, handle: str) -> board.CallerProfile:
    services, now = call.services, call.services.now()
    own = handle.casefold() in ("", call.who.handle.casefold())
    find = services.callers.find
    caller = call.who.caller if own else await asyncio.to_thread(find, handle)
    if caller is None and not own:
        raise Refusal(tr.people.no_such_handle(who=handle))
    who, day = caller.handle if caller else call.who.handle, f"{now:%Y-%m-%d}"
    before = services.store.ledger.read(lambda ledger: ledger.play_days.before(DAYS, day))
    chosen = caller.doors if caller else {}
    past = tuple(
        board.DoorPast(
            services.doors[slug].INFO.name(),
            services.doors[slug].INFO.accent,
            history,
            services[TableHub].ladders.of(slug, who),
            read_tally(chosen.get(slug, {})).at(day, before),
        )
        for slug, history in (await pasts(services, who)).items()
    )
    if caller is None:
        return board.CallerProfile(who, 0, "", "", past, ())
    key, years = caller_key(who), calls_for(caller, now)
    return board.CallerProfile(
        who,
        caller.calls,
        shown_time(call, caller.created),
        shown_time(call, call.who.since if own else caller.last_call),
        past,
        tuple((key_name(line), line) for line in caller.keys) if own else (),
        caller.ignored if own else (),
        services.store.ledger.read(lambda ledger: ledger.streaks.days(key, day)),
        tr.people.anniversary(who=who, years=callers.years(years)) if years else "",
        call.who.ignores(who),
    )


def calls_for(caller: Caller, now: datetime) -> int:
    """Return the number of whole years since the caller's registration."""
    try:
        first = datetime.fromisoformat(caller.created).astimezone(now.tzinfo)
    except (ValueError, OverflowError):
        return 0
    return max(0, now.year - first.year - ((now.month, now.day) < (first.month, first.day)))


def birthday(caller: Caller, now: datetime) -> int:
    """Return the number of years if today is the anniversary, else 0."""
    years = calls_for(caller, now)
    return years if years > calls_for(caller, now - timedelta(days=1)) else 0


@HANDLERS.on(CALLERS)
async def _callers(call: Call, part: str) -> CallersFound:
    services, settings = call.services, call.services.settings().doors
    found, count = await asyncio.to_thread(services.callers.latest, part, MOST_CALLERS)
    doors = {slug: (door.INFO, settings[slug].options) for slug, door in services.doors.items()}
    handles, month = [one.handle for one in found], f"{services.now():%Y-%m}"
    places = services.store.ledger.read(lambda ledger: best_places(ledger, doors, month, handles))
    nodes = {one.handle: one.node for one in services.roster.on()}
    return CallersFound(tuple(
        CallerRow(
            one.handle, shown_time(call, one.last_call), one.calls, *places.get(one.handle, (0, "")),
            nodes.get(one.handle, 0),
        )
        for one in sorted(found, key=lambda one: one.handle not in nodes)  # callers online come first
    ), count)  # fmt: skip


async def pasts(services: Services, handle: str) -> dict[str, History]:
    """Return a caller's history, door by door.

    Other work runs between two doors: a year with a thousand callers takes some milliseconds.
    """
    found = {}
    for slug, door in services.doors.items():
        if settings := services.settings().doors.get(slug):
            asked = partial(history, door=door, options=settings.options, caller=handle)
            found[slug] = services.store.ledger.read(asked)
            await asyncio.sleep(0)
    return found


def shown_calls(call: Call, calls: Sequence[LastCall]) -> tuple[LastCall, ...]:
    """Return the calls with the board's time and the doors' names."""
    doors: dict[str, str] = {slug: door.INFO.name() for slug, door in call.services.doors.items()}
    doors |= {slug: door.name for slug, door in call.services.settings().externals.items()}
    return tuple(
        replace(
            one,
            t=shown_time(call, one.t),
            doors=tuple(doors[slug] for slug in one.doors if slug in doors),
        )
        for one in calls
    )


@HANDLERS.when(CallOver)
def _note_last_call(call: Call, end: CallOver) -> None:
    """Add the call to the last callers, unless it is a guest's."""
    if call.who.caller is None:
        return
    minutes = call.clock.seconds // 60
    past = LastCall(call.who.handle, call.who.admitted, call.node, minutes, call.history.doors)
    call.services.keep(asyncio.to_thread(call.services[LastCalls].note_call, past))


PAGES: Final[dict[str, Page[Any]]] = {
    "callers": callers.LAST, "everybody": callers.EVERYBODY, "caller": callers.CALLER,
    "who": callers.WHO_PAGE, "profile": profile.PAGE,
}  # fmt: skip
FEATURE: Final = Feature(
    "callers", (HANDLERS,), PAGES, makes=(lambda services: LastCalls(services.store.journal.store),)
)


def everybody(services: Services) -> tuple[Online, ...]:
    leaving = tr.call.where_leaving()
    return tuple(
        Online(one.node, one.handle, again(one.where) if one.screens else leaving, one.minutes, open=one.open)
        for one in services.roster.on()
    )
