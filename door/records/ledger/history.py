"""Reads the past from the ledger: a caller's months, and the winners of every month.

Guarantees: pure functions of a ledger, for `LiveLedger.read`. The results don't change with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from door.games.info import Info, Options
from door.midend.api import Door
from door.midend.books import Badge, Row, Runs
from door.records.journal.lines import caller_key
from door.records.ledger.closed import MONTHS_SHOWN, Own, Past
from door.records.ledger.contest import Sum
from door.records.ledger.ledger import Ledger
from door.records.ledger.luck import NOTHING, Made
from door.records.ledger.months import number_of
from door.records.ledger.streaks import RECORD
from door.records.ledger.tables import among_of, ranking_of


@dataclass(frozen=True, slots=True)
class Month:
    """A caller's month at a door, by the door's ranking. `luck` has the parts of its scores, if known."""

    month: str
    place: int
    score: int
    games: int
    luck: Made = NOTHING


@dataclass(frozen=True, slots=True)
class History:
    """A caller at a door: games, best score, the last months (newest first), streaks and badges."""

    slug: str
    games: int = 0
    best: int | None = None
    months: tuple[Month, ...] = ()
    runs: Runs = field(default_factory=dict)
    badges: tuple[Badge, ...] = ()


@dataclass(frozen=True, slots=True)
class Won:
    """A closed month's places at one door."""

    month: str
    slug: str
    rows: tuple[Row, ...]


def history(ledger: Ledger, door: Door, options: Options, caller: str) -> History:
    """Return a caller's history at a door."""
    info, key = door.INFO, caller_key(caller)
    sums, past = _sums(ledger, info, key), ledger.closed.past(key, info.slug)
    if not sums and not past:
        return History(info.slug)
    games = sum(own.games for own in sums.values()) + (past.games if past else 0)
    months = [_month(ledger, info, options, month, key) for month in sums]
    months += [_closed(ledger, info, own) for own in (past.months if past else ())]
    months = sorted(months, key=lambda one: one.month, reverse=True)[:MONTHS_SHOWN]
    shown, badges = tuple(one for one in months if one.place), ledger.streaks.badges(key, info.slug)
    return History(info.slug, games, best_of(ledger, info, caller), shown, _feats(ledger, info, key), badges)


def _month(ledger: Ledger, info: Info, options: Options, month: str, key: str) -> Month:
    """Return a caller's month. Its place is 0 if none of its games ranks."""
    won = ledger.months.winners.get((month, info.slug))
    ranking = won.ranking if won else ranking_of(info, options)
    among = won.among if won else among_of(ledger, info, options, month)
    row = ledger.months.places(month, info.slug, ranking, among).of(key)
    luck = ledger.luck.of(month, info.slug, key)
    return Month(month, row.place, row.score, row.games, luck) if row else Month(month, 0, 0, 0)


def _closed(ledger: Ledger, info: Info, own: Own) -> Month:
    among = ledger.months.winners[own.month, info.slug].among
    score = number_of(ledger.doors, info.slug, among)(own.score)
    return Month(own.month, own.place, score, own.games, own.luck)


def _feats(ledger: Ledger, info: Info, key: str) -> Runs:
    return {info.feat: ledger.streaks.at(key, info.slug)} if info.feat else {}


def runs_of(ledger: Ledger, info: Info, caller: str, day: str) -> Runs:
    """Return all of a caller's streaks that a game at that door may extend, as of that day."""
    key = caller_key(caller)
    return {**ledger.streaks.days(key, day), **_feats(ledger, info, key)}


def best_places(
    ledger: Ledger, doors: Mapping[str, tuple[Info, Options]], month: str, callers: Iterable[str]
) -> dict[str, tuple[int, str]]:
    """Return each caller's best place in the month with the door's name, by handle."""
    found: dict[str, tuple[int, str]] = {}
    for info, options in doors.values():
        among = among_of(ledger, info, options, month)
        places = ledger.months.places(month, info.slug, ranking_of(info, options), among)
        for caller in callers:
            place = places.place(caller_key(caller))
            if place and (caller not in found or place < found[caller][0]):
                found[caller] = place, info.name()
    return found


def passers(
    ledger: Ledger, info: Info, options: Options, month: str, caller: str, since: str
) -> tuple[tuple[str, ...], int]:
    """Return the callers who have passed the caller in that month, best first, and the caller's place now.

    It looks back to `since` (RFC 3339 UTC) or to the caller's own last game, whichever is later.
    """
    key, among = caller_key(caller), among_of(ledger, info, options, month)
    places = ledger.months.places(month, info.slug, ranking_of(info, options), among)
    row, since = places.of(key), max([since, *(game.t for game in ledger.recent.of(key, since))])

    stood = ledger.recent.before(since, info.slug, month, among)
    return places.passers(key, stood), row.place if row else 0


def behind(
    ledger: Ledger, info: Info, options: Options, month: str, first: int, last: int
) -> tuple[str, ...]:
    """Return the callers on those places. A `last` of 0 is the last of all."""
    among = among_of(ledger, info, options, month)
    places = ledger.months.places(month, info.slug, ranking_of(info, options), among)
    return tuple(row.caller for row in places.rows(last or None, first))


def best_of(ledger: Ledger, info: Info, caller: str) -> int | None:
    """Return a caller's best score ever, None before their first game."""
    key = caller_key(caller)
    every: list[Sum | Past] = [*_sums(ledger, info, key).values()]
    if past := ledger.closed.past(key, info.slug):
        every.append(past)
    if info.fewer_is_better:
        return min((own.low for own in every), default=None)
    return max((own.high for own in every), default=None)


def _sums(ledger: Ledger, info: Info, key: str) -> dict[str, Sum]:
    """Return a caller's sums by month, except packed ones."""
    every = ((month, doors.get(info.slug, {}).get(key)) for month, doors in ledger.months.sums.items())
    return {month: own for month, own in every if own is not None}


def hall_of_fame(ledger: Ledger, doors: Mapping[str, Door]) -> tuple[Won, ...]:
    """Return every declared month that has a winner, newest first, then in the order of the doors."""
    order = {slug: at for at, slug in enumerate(doors)}
    won = [
        Won(month, slug, ledger.months.won(month, slug))
        for (month, slug), winners in ledger.months.winners.items()
        if winners.rows and slug in order
    ]
    won.sort(key=lambda one: order[one.slug])
    won.sort(key=lambda one: one.month, reverse=True)
    return tuple(won)


def badges_since(ledger: Ledger, caller: str, t: str, most: int) -> tuple[tuple[str, str, str, int], ...]:
    """Return at most `most` badges that others have earned since `t` (RFC 3339 UTC), latest last.

    Each is the caller, the door, the badge, and a record's score or 0. Only the last days are known.
    """
    key = caller_key(caller)
    others = [
        (who, door, what, score * (what == RECORD))
        for _, who, door, what, score in ledger.recent.badges(t)
        if who != key
    ]
    last = list(dict.fromkeys(reversed(others)))[:most]
    return tuple((ledger.names.get(who, who), *row) for who, *row in reversed(last))


def finished_since(ledger: Ledger, caller: str, t: str) -> tuple[tuple[str, int], ...]:
    """Return the door and the score of the caller's games since `t` (RFC 3339 UTC)."""
    return tuple((game.door, game.score) for game in ledger.recent.of(caller_key(caller), t))
