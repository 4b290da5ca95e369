"""Who may sit down where: guests, sysops, levels, addresses, and how many games a day are rated.

Law: asked anew when a table is opened and when a seat is taken.  Every refusal is one sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from door.board.logon import UNRATED
from door.midend.match.clocks import is_live
from door.midend.match.values import Match
from door.net.guard.nodes import within
from door.records.access.failed_logons import block_of
from door.records.journal.lines import day_of
from door.session.call.api import Call
from door.session.clock import access
from door.session.tables import ignoring
from door.ui.texts import Text
from door.ui.words import counted

SHUT: Final = Text("The sysop has closed the tables to new games.")
GUESTS: Final = Text("Guests play unrated.")
GUESTS_LIVE: Final = Text("Guests play by minutes and seconds only: they are gone when they hang up.")
SYSOPS: Final = Text("A sysop's games are unrated.")
USED: Final = Text("You have begun your {games} for today.")
SAME_ADDRESS: Final = Text("You and {who} call from the same address: such games are unrated.")
RATED: Final = Text("This table is rated. {why}")
NOT_THERE: Final = Text("{who} may not enter this door.")
TOO_MANY: Final = Text("You sit at {tables} already: end one of those games first.")
MOST: Final = 40
"""Tables that one caller may sit at."""


def may_play(call: Call, slug: str) -> str:
    """Why the caller may not play that game at a table just now, or ""."""
    if not call.services.settings().tables.enabled:
        return SHUT()
    sits = [match for match in call.services.tables.tables.of(call.who.handle) if _sits(match, call)]
    if len(sits) >= MOST:
        return TOO_MANY(tables=counted(MOST, "table"))
    return access.may_enter(call, slug)


def may_sit(call: Call, match: Match) -> str:
    """Why the caller may not take a seat there, or ""."""
    if reason := may_play(call, match.terms.door) or clock_for(call, match.terms.clock):
        return reason
    for who in (match.seats[seat] for seat in match.people):
        if ignoring.ignored_by(call, who):
            return ignoring.THEY_IGNORE(who=who)
    reason = may_rate(call) if match.terms.rated else ""
    for seat in match.people if match.terms.rated else ():
        reason = reason or near(call, match.seats[seat])
    return RATED(why=reason) if reason else ""


def clock_for(call: Call, clock: str) -> str:
    """Why the caller cannot play by that clock, or ""."""
    return GUESTS_LIVE() if call.who.caller is None and not is_live(clock) else ""


def may_rate(call: Call) -> str:
    """Why no game of this caller's is rated just now, or ""."""
    if call.who.caller is None:
        return GUESTS()
    if access.unvalidated(call):
        return UNRATED()
    if access.level(call) is None:
        return SYSOPS()
    return USED(games=counted(_most(call), "rated game")) if rated_left(call) == 0 else ""


def rates_again(online: Callable[[str], Call | None], match: Match) -> bool:
    """Whether another game of the same would be rated: by those at it who are `online`."""
    calls = (online(match.seats[seat]) for seat in match.people)
    return match.terms.rated and not any(may_rate(call) for call in calls if call)


def rated_left(call: Call) -> int | None:
    """Rated games that the caller may still begin today; None without a limit."""
    services, handle = call.services, call.who.handle
    if not _most(call):
        return None
    day = day_of(services.now(), services.settings().zone)
    used = services.store.ledger.read(lambda ledger: ledger.ladder.used(handle, day))
    forming = [
        match for match in services.tables.tables.of(handle)
        if match.stage == "forming" and match.terms.rated and _sits(match, call)
    ]  # fmt: skip
    return max(0, _most(call) - used - len(forming))


def _most(call: Call) -> int:
    return call.services.settings().tables.per_day


def _sits(match: Match, call: Call) -> bool:
    return match.seat_of(call.who.handle) >= 0


def near(call: Call, who: str) -> str:
    """Why a game with that caller is not rated: both call from one address; or ""."""
    services = call.services
    there, file = services.roster.of(who), services.callers.find(who)
    address = there.who.address if there else file.address if file else ""
    trusted = services.settings().limits.trusted
    if not address or block_of(address) != block_of(call.who.address) or within(address, trusted):
        return ""
    return SAME_ADDRESS(who=who)


def may_challenge(call: Call, slug: str, who: str) -> str:
    """Why this caller cannot challenge that one to that game, or ""."""
    services = call.services
    there, file = services.roster.of(who), services.callers.find(who)
    if there is None and file is None:
        return ignoring.NOBODY(who=who)
    if reason := ignoring.not_heard_yet(call):
        return reason
    if reason := ignoring.between(call, there.who.handle if there else file.handle if file else who):
        return reason
    level = access.level(there) if there else None if file is None or file.sysop else file.level
    door = services.settings().doors[slug]
    return NOT_THERE(who=who) if level is not None and level < door.access_level else ""
