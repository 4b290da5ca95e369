"""Puts together what every call needs, and begins calls.

It is loaded with the screens, so import it once they are loaded.
"""

from __future__ import annotations

from collections.abc import Callable

from door.call.api import LOG_ON, CallStart, Services, Upkeep, Workers, parts
from door.call.bus import CallBus
from door.call.faults import DoorFaults
from door.call.loop import Session
from door.call.roster import Roster, Writes
from door.features.every import FEATURES
from door.net.line import CallLine
from door.server.records import Records
from door.settings import Settings
from door.settings.access import goes_straight
from door.web.takeaway import Takeaway


def services(
    records: Records,
    settings: Callable[[], Settings],
    proved: Callable[[int], None],
    reload: Callable[[str], None],
    takeaway: Takeaway,
    unheard: dict[str, str],
    for_commands: bool,
) -> Services:
    """Return a board's services, with the parts of all features. `settings` returns the current settings; the
    others are for `Upkeep`."""
    keep = records.tasks.keep
    made = Services(
        settings=settings,
        doors=records.doors,
        store=records.store,
        callers=records.callers,
        roster=Roster(CallBus(records.store.journal.store)),
        now=records.now,
        keep=keep,
        writes=Writes(keep),
        parts=parts(
            FEATURES,
            Upkeep(proved, reload, records.gate.pace, unheard, for_commands),
            Workers(records.workers),
            DoorFaults(),
            records.failed_logons,
            records.logons,
            records.bans,
            records.log,
            takeaway,
        ),
    )
    FEATURES.join(made)
    return made


def session_for(services: Services, line: CallLine, node: int) -> Session:
    """Return a call that begins at the log-on, or straight in the door that it asks for."""
    hints, settings = line.hints, services.settings()
    if hints.kind == "rlogin":
        door = settings.doors.get(hints.door) or settings.externals.get(hints.door)
        is_straight = hints.proved and door is not None and door.enabled
    else:
        is_straight = goes_straight(settings, hints.door)
    return Session(line, node, services, CallStart(slug=hints.door, straight=True) if is_straight else LOG_ON)
