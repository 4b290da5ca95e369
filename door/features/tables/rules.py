"""The board's rules for tables: guests, sysops, levels, addresses, and rated games per day.

They apply when a table is opened and when a seat is taken. Each refusal is one sentence.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from door.call import access
from door.call.api import Call, Services
from door.call.handlers import need
from door.call.identity import Identity
from door.call.roster import CallInfo
from door.features.tables.hub import TableHub
from door.features.tables.presence import Presence
from door.games.game import computer_level
from door.net.guard.nodes import within
from door.play.match.events import AGAIN, may_abort, may_seat_computer
from door.play.match.values import Match, Refusal, is_live
from door.play.match.view import GRACE
from door.records.access.failed_logons import block_of
from door.records.journal.lines import Fields, caller_key, day_of
from door.records.ledger.ladder import Rating
from door.screens.pages.word import WORD
from door.screens.seat.menu import SAY_WIDTH
from door.term.charset import clean
from door.ui.texts import MaybeSaid, tr

MOST: Final = 40
"""Tables at which a caller can sit."""


def may_play(call: Call, slug: str) -> MaybeSaid:
    """Return the reason why the caller can't play that game at a table, or ""."""
    if not call.services.settings().tables.enabled:
        return tr.tables.tables_closed()
    own = call.who.handle
    sits = [match for match in call.services[TableHub].tables.of(own) if match.seat_of(own) >= 0]
    if len(sits) >= MOST:
        return tr.tables.too_many_tables(tables=tr.count.tables(n=MOST))
    return access.may_enter(call, slug) or access.why_no_new_game(call, slug)


def may_open(call: Call) -> MaybeSaid:
    """Return the reason why the caller can't open a table now, or "".

    Tables opened before this process started count too, because with `door run` each call is a process.
    """
    hub, own = call.services[TableHub], call.who.handle
    before = [match.terms for match in hub.tables.all() if caller_key(match.terms.by) == caller_key(own)]
    hub.quotas.opens.know(own, (datetime.fromisoformat(terms.t) for terms in before))
    return hub.quotas.opens.why_not(own, call.services.now())


def may_sit(call: Call, match: Match) -> MaybeSaid:
    """Return the reason why the caller can't take a seat there, or ""."""
    if reason := may_play(call, match.terms.door) or clock_for(call, match.terms.clock):
        return reason
    for who in (match.seats[seat] for seat in match.people):
        if access.ignored_by(call, who):
            return tr.people.ignores_you(who=who)
    reason = may_rate(call.services, call.who) if match.terms.rated else ""
    for seat in match.people if match.terms.rated else ():
        reason = reason or near(call, match.seats[seat])
    return tr.tables.table_is_rated(why=reason) if reason else ""


def is_pressed(call: Call) -> bool:
    """True if the caller's own clock runs in a live game."""
    own = call.who.handle
    played = (match for match in call.services[TableHub].tables.of(own) if match.stage == "play")
    return any(
        is_live(match.clock) and not match.adjourned and match.seat_of(own) in match.playing
        for match in played
    )


def fitting(call: Call, slug: str, race: bool, clock: str) -> list[Match]:
    """Return the rated tables for two with that clock and a seat for this caller, nearest rating first."""
    services, own = call.services, call.who.handle
    ladder = services.store.ledger.read(lambda ledger: ledger.ladder)

    def rating(who: str) -> float:
        strength = ladder.strength(slug, who)
        return strength.rating.rating if strength else Rating().rating

    found = [
        match for match in services[TableHub].tables.all()
        if match.stage == "forming" and not match.terms.to and "" in match.seats and match.terms.rated
        and (match.terms.door, match.terms.race, match.terms.clock) == (slug, race, clock)
        and len(match.seats) == 2 and match.seat_of(own) < 0
        and (services.roster.of(match.terms.by) or not is_live(clock)) and not may_sit(call, match)
    ]  # fmt: skip
    return sorted(found, key=lambda match: abs(rating(match.terms.by) - rating(own)))


def clock_for(call: Call, clock: str) -> MaybeSaid:
    """Return the reason why the caller can't play with that clock, or ""."""
    return tr.tables.guests_live_only() if call.who.caller is None and not is_live(clock) else ""


def may_rate(services: Services, who: Identity | CallInfo) -> MaybeSaid:
    """Return the reason why this caller's games are not rated now, or ""."""
    if reason := _never_rated(services, who):
        return reason
    most = services.settings().tables.per_day
    used_up = rated_left(services, who) == 0
    return tr.tables.rated_games_used(games=tr.count.rated_games(n=most)) if used_up else ""


def _never_rated(services: Services, who: Identity | CallInfo) -> MaybeSaid:
    """Return the reason why this caller's games are never rated, or ""."""
    if who.caller is None:
        return tr.tables.guests_unrated()
    level, unvalidated = access.standing(services, who)
    if unvalidated:
        return tr.logon.unrated_not_validated()
    return tr.tables.sysops_unrated() if level is None else ""


def rates_again(services: Services, match: Match) -> bool:
    """True if a rematch would be rated, judging by the players who are online."""
    calls = (services.roster.of(match.seats[seat]) for seat in match.people)
    return match.terms.rated and not any(may_rate(services, call) for call in calls if call)


def rated_left(services: Services, who: Identity | CallInfo) -> int | None:
    """Return the number of rated games the caller can still start today.

    Return None without a limit, and if their games are never rated.
    """
    most, handle = services.settings().tables.per_day, who.handle
    if not most or _never_rated(services, who):
        return None
    day = day_of(services.now(), services.settings().zone)
    used = services.store.ledger.read(lambda ledger: ledger.ladder.used(handle, day))
    forming = [
        match for match in services[TableHub].tables.of(handle)
        if match.stage == "forming" and match.terms.rated and match.seat_of(handle) >= 0
    ]  # fmt: skip
    return max(0, most - used - len(forming))


def near(call: Call, who: str) -> MaybeSaid:
    """Return the reason if a game with that caller isn't rated (they share an address), or ""."""
    services = call.services
    there, file = services.roster.of(who), services.callers.recall(who)
    address = there.address if there else file.address if file else ""
    trusted = services.settings().limits.trusted
    if not address or block_of(address) != block_of(call.who.address) or within(address, trusted):
        return ""
    return tr.tables.same_address_unrated(who=who)


def may_challenge(call: Call, slug: str, who: str) -> MaybeSaid:
    """Return the reason why this caller can't challenge `who` to that game, or ""."""
    services = call.services
    there, file = services.roster.of(who), services.callers.recall(who)
    if there is None and file is None:
        return tr.people.no_such_handle(who=who)
    if reason := access.not_heard_yet(call):
        return reason
    if reason := access.between(call, there.handle if there else file.handle if file else who):
        return reason
    if not there.takes_messages if there else file and file.prefs.get("messages") == "off":
        return tr.people.not_taking_messages(handle=who)
    level = (
        access.standing(services, there)[0] if there else None if file is None or file.sysop else file.level
    )
    door = services.settings().doors[slug]
    return tr.tables.may_not_enter_door(who=who) if level is not None and level < door.access_level else ""


LONGEST: Final = 200
"""Characters of a move."""


def as_asked(presence: Presence, match: Match, caller: str, event: Mapping[str, Any]) -> Fields:
    """Return the event for a caller's request. Raises Refusal."""
    seat, do = match.seat_of(caller), str(event.get("do"))
    if seat < 0 or (match.stage != "over" and seat in match.left and do != "say"):
        raise Refusal(tr.match.you_do_not_play_here())
    opened, together = match.seats[seat] == match.terms.by, presence.has_all(match)
    own: dict[str, Any] = {"do": do, "seat": seat}
    match do:
        case "stand" | "let" | "resign":
            return own
        case "abort":
            need(may_abort(match, seat), tr.tables.too_late_to_abort)
            return own
        case "withdraw":
            need(opened, tr.tables.only_opener_withdraws)
            return own
        case "move":
            return own | {"move": str(event.get("move"))[:LONGEST]}
        case "hide":
            return own | {"code": str(event.get("code"))[:LONGEST], "salt": secrets.token_hex(16)}
        case "word":
            return own | {"text": clean(str(event.get("text", "")), WORD).strip()}
        case "say":
            text = clean(str(event.get("text", "")), SAY_WIDTH).strip()
            need(text, tr.tables.nothing_to_say)
            return {"do": do, "who": match.seats[seat], "text": text}
        case "offer":
            what = str(event.get("what"))
            agreed = what == AGAIN and all(match.offers[at] == AGAIN for at in match.people if at != seat)
            if agreed and is_live(match.agreed):  # the rematch starts at once
                need(set(match.people) <= set(presence.here(match)), tr.tables.not_everybody_here)
            return own | {"what": what}
        case "decline":
            return own | {"what": str(event.get("what"))}
        case "adjourn":
            need(is_live(match.clock) and not together, tr.tables.everybody_is_here)
            return {"do": do}
        case "go":
            need(together, tr.tables.not_everybody_here)
            return {"do": do}
        case "claim":
            away = [at for at in match.needed_seats if at != seat and presence.absent(match, at) >= GRACE]
            wanted = event.get("seat", seat)
            chosen = [at for at in away if wanted in (at, seat)]
            need(chosen, tr.tables.not_away_long_enough)
            return {"do": do, "seat": chosen[0]}
        case "sit":  # a computer
            who = str(event.get("who"))
            need(opened and computer_level(who), tr.tables.only_the_board_does_that)
            need(may_seat_computer(match), tr.tables.rated_needs_two)
            return {"do": do, "seat": event.get("seat"), "who": who}
    raise Refusal(tr.tables.only_the_board_does_that())


def may_say(call: Call, match: Match, event: Fields) -> None:
    """Refuse talk that nobody at the table would see, and a rematch with a caller who ignores this one."""
    if event["do"] == "say" and (reason := access.not_heard_yet(call)):
        raise Refusal(reason)
    others = [match.seats[seat] for seat in match.people if seat != match.seat_of(call.who.handle)]
    deaf = [who for who in others if access.ignored_by(call, who)]
    again = event["do"] == "offer" and event.get("what") == AGAIN
    if deaf and (again or (event["do"] == "say" and deaf == others)):
        raise Refusal(tr.people.ignores_you(who=deaf[0]))
