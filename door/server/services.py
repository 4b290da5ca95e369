"""Puts together what every call needs, and begins calls.

It is loaded with the screens, so import it once they are loaded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from door.call.api import LOG_ON, CallStart, Services, parts
from door.call.bus import CallBus
from door.call.loop import Session
from door.call.roster import Roster, Writes
from door.features.every import FEATURES
from door.features.tables.hub import TableHub
from door.net.line import CallLine
from door.notify.happenings import Happenings
from door.notify.outside import Outside
from door.records.community.community import Community
from door.records.daily.rules import DailyAddresses
from door.server.records import Records
from door.settings import Settings
from door.settings.access import goes_straight
from door.web.takeaway import Takeaway


def services(
    records: Records,
    settings: Callable[[], Settings],
    proved: Callable[[int], None],
    reload: Callable[[], None],
    takeaway: Takeaway,
) -> Services:
    """Return a board's services. `settings` returns the current settings; the others are its own methods."""
    keep, store = records.tasks.keep, records.store.journal.store
    roster = Roster(CallBus(store))
    outside = Outside(store, settings, records.now, keep)
    made = Services(
        settings=settings,
        doors=records.doors,
        store=records.store,
        callers=records.callers,
        failed_logons=records.failed_logons,
        bans=records.bans,
        roster=roster,
        now=records.now,
        keep=keep,
        writes=Writes(keep),
        proved=proved,
        workers=records.workers,
        community=Community(
            store, records.now, lambda: settings().callers.letter_days, lambda: settings().callers.forum_days
        ),
        features=FEATURES,
        parts=parts(
            takeaway,
            outside,
            Happenings(records.store, records.callers, settings, records.now),
            DailyAddresses(),
            records.log,
        ),
        reload=reload,
        pace=records.gate.pace,
    )
    connect(made)
    return made


def connect(services: Services) -> None:
    """Make the features' parts, and join the other hosts. Let notices outside ask who is on the board."""
    services.features.join(services)
    services[Outside].is_on = lambda handle: services.roster.of(handle) is not None
    services[Outside].waits = partial(_waits, services)


async def _waits(services: Services, handle: str, table: str) -> bool:
    """True if that table, or with "" an unread letter, waits for the caller. Banned callers are not told."""
    caller = await asyncio.to_thread(services.callers.find, handle)
    if caller is None or caller.banned:
        return False
    if table:
        return services[TableHub].waiting.waits(handle, table)
    return await asyncio.to_thread(services.community.letters.unread, handle) > 0


def session_for(services: Services, line: CallLine, node: int) -> Session:
    """Return a call that begins at the log-on, or straight in the door that it asks for."""
    hints, settings = line.hints, services.settings()
    if hints.kind == "rlogin":
        door = settings.doors.get(hints.door) or settings.externals.get(hints.door)
        is_straight = hints.proved and door is not None and door.enabled
    else:
        is_straight = goes_straight(settings, hints.door)
    return Session(line, node, services, CallStart(slug=hints.door, straight=True) if is_straight else LOG_ON)
