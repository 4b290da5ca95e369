"""Ignoring callers: their messages, challenges and talk at tables don't reach the caller who ignores them.

Law: it is saved in the caller's file. If a guest ignores or is ignored, it lasts for the call. A sysop can't
be ignored.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

from door.midend.match.play import AGAIN
from door.midend.match.values import Match, Refusal
from door.records.callers.caller_file import Caller, CallerError
from door.records.journal.lines import Fields, caller_key
from door.session.call.api import Call
from door.session.clock import access
from door.ui.texts import MaybeSaid, Said, tr

MOST: Final = 100
"""Callers whom one caller can ignore."""


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


def at_table(call: Call, match: Match, event: Fields) -> None:
    """Refuse talk that nobody at the table would see, and a rematch with a caller who ignores this one."""
    if event["do"] == "say" and (reason := not_heard_yet(call)):
        raise Refusal(reason)
    others = [match.seats[seat] for seat in match.people if seat != match.seat_of(call.who.handle)]
    deaf = [who for who in others if ignored_by(call, who)]
    again = event["do"] == "offer" and event.get("what") == AGAIN
    if deaf and (again or (event["do"] == "say" and deaf == others)):
        raise Refusal(tr.people.ignores_you(who=deaf[0]))


async def toggle(call: Call, text: str) -> Said:
    """Ignore a caller, or stop ignoring them. Return the result as a sentence.

    Raises CallerError with the reason for a refusal.
    """
    services, own = call.services, call.who
    there, file = services.roster.of(text.strip()), await services.callers.look_up(text.strip())
    who = there.handle if there else file.handle if file else text.strip()
    heard = own.ignores(who)
    if reason := services.tables.quotas.ignores.take(own.handle, services.now()):
        raise CallerError(reason)
    if not heard:
        _check(call, who, known=bool(there or file))
    lasting = own.caller is not None and (file is not None or heard)
    if lasting and own.caller is not None:
        own.known(await services.callers.edit(own.handle, lambda caller: _with(caller, who, not heard)))
    if heard or not lasting:
        own.ignore_here(who, not heard)
    await _decline(call, who)
    ignored = tr.people.now_ignored if lasting else tr.people.now_ignored_this_call
    return (tr.people.heard_again if heard else ignored)(who=who)


def _check(call: Call, who: str, known: bool) -> None:
    if caller_key(who) == caller_key(call.who.handle):
        raise CallerError(tr.people.cannot_ignore_yourself())
    if not known:
        raise CallerError(tr.people.no_such_handle(who=who))
    if access.is_sysop_s(call.services, who):
        raise CallerError(tr.people.cannot_ignore_sysop(who=who))
    if call.who.caller is not None and len(call.who.caller.ignored) >= MOST:
        raise CallerError(tr.people.too_many_ignored(most=MOST))


def _with(caller: Caller, who: str, ignored: bool) -> Caller:
    others = tuple(name for name in caller.ignored if caller_key(name) != caller_key(who))
    return replace(caller, ignored=(*others, who) if ignored else others)


async def _decline(call: Call, who: str) -> None:
    hub = call.services.tables
    for match in hub.tables.of(call.who.handle) if call.who.ignores(who) else ():
        if match.stage == "forming" and match.seat_of(call.who.handle) < 0 and match.terms.by == who:
            with suppress(Refusal):
                await hub.tables.do(match.terms.id, {"do": "withdraw"}, match.n)
                name = hub.game(match).info.name()
                hub.notify(who, tr.tables.challenge_declined(who=call.who.handle, game=name))
