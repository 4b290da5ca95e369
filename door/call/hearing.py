"""Who hears whom: callers ignore callers, and a caller whom the sysop has yet to validate is not heard."""

from __future__ import annotations

from door.call import access
from door.call.api import Call
from door.ui.texts import MaybeSaid, tr


def between(call: Call, who: str) -> MaybeSaid:
    """Return a sentence if one of the two callers ignores the other, else ""."""
    if call.who.ignores(who):
        return tr.people.you_ignore(who=who)
    return tr.people.ignores_you(who=who) if ignored_by(call, who) else ""


def ignored_by(call: Call, who: str) -> bool:
    """True if `who` ignores this caller, whether `who` is online or not."""
    services, own = call.services, call.who.handle
    if access.is_sysop_s(services, own):
        return False
    if there := services.roster.of(who):
        return there.ignores(own)
    file = services.callers.remembered(who)
    return bool(file and file.ignores(own))


def not_heard_yet(call: Call) -> MaybeSaid:
    """Return a sentence if others can't hear this caller until the sysop validates them, else ""."""
    return tr.logon.write_only_to_sysop() if access.unvalidated(call) else ""


def leaves_nothing(call: Call) -> MaybeSaid:
    """Return the reason why the caller can't write anything that others read, or ""."""
    return not_heard_yet(call) if call.who.caller else tr.people.guests_can_only_read()


async def turn_to_say(call: Call) -> bool:
    """Wait for the caller's turn to say something. False if nobody would hear it, which they are told."""
    if reason := not_heard_yet(call):
        call.messages.notify(reason)
        return False
    await call.messages.turn_to_send()
    call.messages.sent()
    return True
