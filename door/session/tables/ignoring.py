"""Who hears whom: a caller whom another ignores reaches them by no message, challenge or word at a table.

Law: kept in the file of the caller who ignores; a guest's, and of guests, for as long as the call lasts.
The sysop is heard by everybody.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

from door.midend.match.play import AGAIN
from door.midend.match.values import Match, Refusal
from door.records.callers.caller_file import Caller, CallerError
from door.records.journal.lines import Fields, caller_key
from door.session.call.api import Call, Services
from door.session.clock import access
from door.ui.texts import MaybeSaid, Said, tr

MOST: Final = 100
"""Callers whom one ignores."""


def between(call: Call, who: str) -> MaybeSaid:
    """Why nothing that this caller says reaches that one, or ""."""
    if call.who.ignores(who):
        return tr.people.you_ignore(who=who)
    return tr.people.ignores_you(who=who) if ignored_by(call, who) else ""


def ignored_by(call: Call, who: str) -> bool:
    """Whether that caller, who need not be on, ignores this one."""
    services, own = call.services, call.who.handle
    if _is_sysop(services, own):
        return False
    if there := services.roster.of(who):
        return there.who.ignores(own)
    file = services.callers.find(who)
    return bool(file and file.ignores(own))


def _is_sysop(services: Services, handle: str) -> bool:
    file = services.callers.find(handle)
    return bool(file and file.sysop)


def not_heard_yet(call: Call) -> MaybeSaid:
    """Say that other callers do not hear this one until the sysop validates them, or return ""."""
    return tr.logon.write_only_to_sysop() if access.unvalidated(call) else ""


def at_table(call: Call, match: Match, event: Fields) -> None:
    """Refuses words that nobody at the table would hear, and a rematch with who ignores this caller."""
    if event["do"] == "say" and (reason := not_heard_yet(call)):
        raise Refusal(reason)
    others = [match.seats[seat] for seat in match.people if seat != match.seat_of(call.who.handle)]
    deaf = [who for who in others if ignored_by(call, who)]
    again = event["do"] == "offer" and event.get("what") == AGAIN
    if deaf and (again or (event["do"] == "say" and deaf == others)):
        raise Refusal(tr.people.ignores_you(who=deaf[0]))


async def toggle(call: Call, text: str) -> Said:
    """That caller is ignored, or heard again: a sentence.  CallerError says why not."""
    services, own = call.services, call.who
    there, file = services.roster.of(text.strip()), services.callers.find(text.strip())
    who = there.who.handle if there else file.handle if file else text.strip()
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
    if _is_sysop(call.services, who):
        raise CallerError(tr.people.cannot_ignore_sysop(who=who))
    if call.who.caller is not None and len(call.who.caller.ignored) >= MOST:
        raise CallerError(tr.people.too_many_ignored(most=MOST))


def _with(caller: Caller, who: str, ignored: bool) -> Caller:
    others = tuple(name for name in caller.ignored if caller_key(name) != caller_key(who))
    return replace(caller, ignored=(*others, who) if ignored else others)


async def _decline(call: Call, who: str) -> None:
    """The challenges of who is ignored now are gone."""
    hub = call.services.tables
    for match in hub.tables.of(call.who.handle) if call.who.ignores(who) else ():
        if match.stage == "forming" and match.seat_of(call.who.handle) < 0 and match.terms.by == who:
            with suppress(Refusal):
                await hub.tables.do(match.terms.id, {"do": "withdraw"}, match.n)
                name = hub.game(match).info.name()
                hub.notify(who, tr.tables.challenge_declined(who=call.who.handle, game=name))
