"""Hours and access levels: who may use the board, and which doors.

Each question is answered from the settings in force, the board's clock and the caller's file, so a sysop's
change applies at once. Hours and levels never apply to sysops, the board's console (`door play`) or another
board's menu (`door run`). Levels and `enabled` are checked on the way into a door, never inside.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime

from door.call.api import Call, Services
from door.call.faults import DoorFaults
from door.call.identity import Identity
from door.call.roster import CallInfo
from door.net.guard.nodes import within
from door.records.trail import CONSOLE
from door.settings import DoorSettings, Settings
from door.settings.access import why_barred, why_closed
from door.settings.doors import ExternalFile
from door.ui.texts import MaybeSaid, tr


def level(call: Call) -> int | None:
    """Return the access level in the caller's file, or None if levels don't apply."""
    return standing(call.services, call.who)[0]


def unvalidated(call: Call) -> bool:
    return standing(call.services, call.who)[1]


def standing(services: Services, who: Identity | CallInfo) -> tuple[int | None, bool]:
    """Return `level` and `unvalidated`, reading the file once."""
    rules = services.settings().callers
    file = services.callers.recall(who.handle, who.caller) if who.caller else None
    caller, trial = file or who.caller, bool(file and file.unvalidated)
    if who.own_rules:
        return None, trial
    if who.guest:
        return rules.guest_level, trial
    if caller is None:
        return rules.new_level, trial
    return None if caller.sysop else caller.level, trial


def inside(services: Services, slug: str) -> int:
    """Return the number of calls that would have to leave if that door (or the board, "") closed now."""
    there = (one for one in services.roster.on() if not slug or slug in one.screens)
    return sum(standing(services, one)[0] is not None for one in there)


def turned_away(call: Call, handle: str) -> MaybeSaid:
    """Return the reason why that caller can't log on now, or ""."""
    services = call.services
    if call.who.own_rules:
        return ""
    reason = why_closed(services.settings(), services.now())
    caller = services.callers.recall(handle) if reason and not call.who.guest else None
    return "" if caller is not None and caller.sysop else reason


def may_enter(call: Call, slug: str) -> MaybeSaid:
    """Return the reason why the caller can't enter that door now, or ""."""
    settings, now = call.services.settings(), call.services.now()
    door = all_doors(settings).get(slug)
    if not call.who.own_rules and not (door and door.enabled):
        return tr.hours.door_closed_by_sysop()
    return why_barred(settings, slug, level(call), now)


def why_no_new_game(call: Call, slug: str) -> MaybeSaid:
    """Return the reason why no new game begins at that door now, or ""."""
    is_closed = call.services[DoorFaults].is_closed(slug, asyncio.get_running_loop().time())
    return tr.play.door_has_faults(door=call.services.doors[slug].INFO.name()) if is_closed else ""


def note_fault(call: Call, slug: str) -> None:
    """Count a fault of that door's game. Addresses that many callers share are not compared."""
    who, limits = call.who, call.services.settings().limits
    handle = "" if who.guest else who.handle
    address = "" if within(who.address, limits.trusted) else who.address
    call.services[DoorFaults].note(slug, handle, address, asyncio.get_running_loop().time())


def all_doors(settings: Settings) -> Mapping[str, DoorSettings | ExternalFile]:
    return {**settings.doors, **settings.externals}


# -- sysops ----------------------------------------------------------------------------------


def is_sysop(call: Call) -> bool:
    """True if the call is a console of the board's own account, or a sysop's by their file as it is now."""
    return call.who.console or (call.who.caller is not None and is_sysop_s(call.services, call.who.handle))


def sysops_only(call: Call) -> MaybeSaid:
    """Return the reason why this call can't do a sysop's work, or "".

    On an unencrypted line from another machine, anybody on the way can read the password.
    """
    if not is_sysop(call):
        return tr.sysop.sysops_only()
    if call.who.private or call.services.settings().sysop.unencrypted:
        return ""
    return tr.sysop.line_unencrypted()


def is_sysop_s(services: Services, handle: str) -> bool:
    """True if the caller is a sysop, by their file as it is now."""
    there = services.roster.of(handle)
    file = services.callers.recall(handle, there.caller if there else None)
    return bool(file and file.sysop)


def name_of(call: Call) -> str:
    return CONSOLE if call.who.console else call.who.handle


def is_shown(settings: Settings, slug: str, level: int | None, now: datetime) -> bool:
    """True if callers of that level see the door, even if it is closed."""
    hidden = settings.board.closed_doors == "hidden" and why_barred(settings, slug, level, now)
    return settings.doors[slug].enabled and not hidden


def between(call: Call, who: str) -> MaybeSaid:
    """Return a sentence if one of the two callers ignores the other, else ""."""
    if call.who.ignores(who):
        return tr.people.you_ignore(who=who)
    return tr.people.ignores_you(who=who) if ignored_by(call, who) else ""


def ignored_by(call: Call, who: str) -> bool:
    """True if `who` ignores this caller, whether `who` is online or not."""
    services, own = call.services, call.who.handle
    if is_sysop_s(services, own):
        return False
    if there := services.roster.of(who):
        return there.ignores(own)
    file = services.callers.recall(who)
    return bool(file and file.ignores(own))


def not_heard_yet(call: Call) -> MaybeSaid:
    """Return a sentence if others can't hear this caller until the sysop validates them, else ""."""
    return tr.logon.write_only_to_sysop() if standing(call.services, call.who)[1] else ""


def leaves_nothing(call: Call) -> MaybeSaid:
    """Return the reason why the caller can't write anything that others read, or ""."""
    return not_heard_yet(call) if call.who.caller else tr.people.guests_can_only_read()


async def turn_to_say(call: Call) -> bool:
    """Wait for the caller's turn to say something. If nobody would hear it, notify them and return False."""
    if reason := not_heard_yet(call):
        call.messages.notify(reason)
        return False
    await call.messages.take_turn()
    return True
