"""Reads the ledger: the standings that a caller sees at a door, the line that closes a month, a caller's
months, and every month's winners.

Guarantees: pure functions of a ledger, for `LiveLedger.read`. The results don't change with it. `options`
are the sysop's for that door.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from door.games.info import ALL, Info, Options
from door.play.books import DAYS, Badge, Books, Daily, Passed, PastDeal, PlaceRow, Runs
from door.play.replay import GameReader
from door.records.daily.rules import Today, offers
from door.records.journal import lines
from door.records.journal.lines import Fields, caller_key, month_before, stamp
from door.records.ledger.callers import RECORD, CountedGame
from door.records.ledger.closed_months import MONTHS_SHOWN, Own, PastMonths
from door.records.ledger.contest import Places, Sum, ladder_rows, top_rows
from door.records.ledger.ledger import Ledger
from door.records.ledger.months import number_of


def ranking_of(info: Info, options: Options) -> str:
    """Return how this door's month is ranked: "total" or "best"."""
    return str(options.get("ranking", info.month.contest))


def among_of(ledger: Ledger, info: Info, options: Options, month: str) -> str:
    """Return which games a month ranks: the sysop's choice. If callers don't choose and no such game was
    played, the sysop has changed it since, and all games count."""
    own = info.among(options)
    return own if info.month.apart or ledger.months.sums_of((month, info.slug, own)) else ALL


def standing_of(ledger: Ledger, info: Info, options: Options, month: str) -> tuple[PlaceRow, ...]:
    """Return a month's top places as of now."""
    return places_of(ledger, info, options, month).rows(top_of(options))


def places_of(ledger: Ledger, info: Info, options: Options, month: str) -> Places:
    """Return a month's places by the sysop's ranking."""
    among = among_of(ledger, info, options, month)
    return ledger.months.places(month, info.slug, ranking_of(info, options), among)


def top_of(options: Options) -> int:
    """Return how many places a closed month has."""
    top = options.get("top", 3)
    return top if isinstance(top, int) else 3


def paid_left(ledger: Ledger, options: Options, slug: str, caller: str, day: str) -> int | None:
    """Return the paid turns left today, None if turns are not limited."""
    limit = options.get("turns_per_day", 0)
    return ledger.turns.paid_turns_left(caller_key(caller), slug, day, limit if isinstance(limit, int) else 0)


def turns_of(
    ledger: Ledger, options: Options, slug: str, caller: str, day: str, waiting: int
) -> tuple[int | None, int]:
    """Return the paid turns left today, None if they are not limited, and the free ones. `waiting` turns are
    used too, but not written yet."""
    paid, free = paid_left(ledger, options, slug, caller, day), ledger.turns.free(caller_key(caller), slug)
    return (None, free) if paid is None else (max(0, paid - waiting), max(0, free - max(0, waiting - paid)))


def next_turn(ledger: Ledger, options: Options, slug: str, caller: str, day: str) -> bool | None:
    """Return True if the next game takes a free turn, False for a paid one, None without a turn. Paid turns
    go first, because they end with the day."""
    left = paid_left(ledger, options, slug, caller, day)
    return False if left is None or left > 0 else ledger.turns.free(caller_key(caller), slug) > 0 or None


def winners_of(ledger: Ledger, info: Info, options: Options, month: str) -> tuple[PlaceRow, ...]:
    """Return a finished month's top places: as declared, or as they will be."""
    if (month, info.slug) in ledger.months.winners:
        return ledger.months.winner_rows(month, info.slug)
    return standing_of(ledger, info, options, month)


class DayBooks(NamedTuple):
    """The part of the day's deal that is the same for all callers.

    `unplayed` is for a caller who has not begun it. `day` has today's places and `top` the first of them,
    `month` the month's, and `before` the month's without today.
    """

    unplayed: Daily
    day: Places
    top: tuple[PlaceRow, ...]
    month: Places
    before: Places


class DoorBooks(NamedTuple):
    """The part of a door's standings that is the same for all callers, until the ledger changes.

    `unplayed` is for a caller who has not played. `deal` is None at doors without a daily deal.
    """

    info: Info
    options: Options
    now: Today
    unplayed: Books
    places: Places
    deal: DayBooks | None


def door_books(ledger: Ledger, info: Info, options: Options, now: Today, hours: int = 0) -> DoorBooks:
    """Build a door's standings for all callers, `hours` before the next day."""
    month, before = now.day[:7], month_before(now.day[:7])
    places = places_of(ledger, info, options, month)
    unplayed = Books(
        month=month,
        standing=places.top(),
        last_month=before,
        winners=winners_of(ledger, info, options, before),
        ladder=ledger.months.ladder(before, info.slug),
        hours=hours,
        day=now.day,
        day_before=ledger.play_days.before(DAYS, now.day),
    )
    deal = _day_books(ledger, info, now) if offers(info, options) else None
    return DoorBooks(info, options, now, unplayed, places, deal)


def _day_books(ledger: Ledger, info: Info, now: Today) -> DayBooks:
    deals, slug, fewer = ledger.deals, info.slug, info.fewer_is_better
    today, last = now.day, deals.last_revealed(now.day)
    deal = deals.days.get(today)
    day = deals.tables.of_day(today, slug, fewer, missed=info.missed)
    month, before = (
        deals.tables.of_month(today[:7], slug, fewer, without, now.open_since, info.missed)
        for without in ("", today)
    )
    unplayed = Daily(
        day=today,
        sealed=deal.commit if deal else "",
        late=bool(deal and deal.late),
        may_play=not deals.revealed(today),
        month=before.top(),
        last_day=last,
        last=deals.tables.of_day(last, slug, fewer, missed=info.missed).top(),
        last_seed=deals.days[last].seed if last else "",
    )
    return DayBooks(unplayed, day, day.top(), month, before)


def books_of(ledger: Ledger, door: DoorBooks, caller: str, tally: bool = True) -> Books:
    """Build a caller's standings, turns and daily deal; see `Books`."""
    slug, key, now = door.info.slug, caller_key(caller), door.now
    place = door.places.of(key)
    return door.unplayed._replace(
        rank=place.place if place else 0,
        score=place.score if place else 0,
        rival=door.places.at(place.place - 1) if place else None,
        turns_left=paid_left(ledger, door.options, slug, caller, now.day),
        free_turns=ledger.turns.free(key, slug),
        tally=ledger.tallies.get(slug) if tally else None,
        daily=_daily_of(ledger, slug, door.deal, key, now) if door.deal else None,
    )


def _daily_of(ledger: Ledger, slug: str, deal: DayBooks, key: str, now: Today) -> Daily:
    """Build a caller's daily deal. Deals of days that are still open may go on."""
    deals, unplayed = ledger.deals, deal.unplayed
    mine = deals.of(now.day, slug, key)
    begun = (deals.of(day, slug, key) for day in {now.open_since, now.day} if not deals.revealed(day))
    waiting = any(game is not None and game.score is None for game in begun)
    played = mine is not None and mine.score is not None
    own, in_month = deal.day.of(key), (deal.month if played else deal.before).of(key)
    return unplayed._replace(
        may_play=waiting or (mine is None and unplayed.may_play),
        waiting=waiting,
        played=played,
        today=deal.top if played else (),
        rank=own.place if own and played else 0,
        score=mine.score if mine and mine.score is not None else 0,
        month=deal.month.top() if played else unplayed.month,
        month_rank=in_month.place if in_month else 0,
        month_score=in_month.score if in_month else 0,
        played_last=deals.of(unplayed.last_day, slug, key) is not None,
    )


def past_days(ledger: Ledger, today: str) -> tuple[str, ...]:
    """Return the revealed days before `today` that the ledger keeps, the latest first."""
    return tuple(
        sorted((day for day in ledger.deals.days if day < today and ledger.deals.revealed(day)), reverse=True)
    )


def past_deal(ledger: Ledger, info: Info, day: str, caller: str) -> PastDeal:
    """Return how a revealed day ended at a door. Reads that day's games once, and keeps no table."""
    deal, key, sign = ledger.deals.days.get(day), caller_key(caller), 1 if info.fewer_is_better else -1
    games = (
        [
            (sign * game.score, game.at, whose)
            for whose, game in deal.at(info.slug)
            if deal.counts(game, True) and game.score is not None
        ]
        if deal
        else []
    )
    if not games:
        return PastDeal(day)
    first, lost = min(games), info.missed if info.fewer_is_better else 0
    own = next((game for game in games if game[2] == key), None)
    return PastDeal(
        day,
        PlaceRow(1, ledger.names.get(first[2], first[2]), sign * first[0]) if first[0] < lost else None,
        len(games),
        sign * own[0] if own else None,
        1 + sum(game < own for game in games) if own and own[0] < lost else 0,
    )


def winners_line(ledger: Ledger, info: Info, options: Options, month: str, moment: datetime) -> Fields:
    among = among_of(ledger, info, options, month)
    top = top_rows(standing_of(ledger, info, options, month))
    ladder = ladder_rows(ledger.ladder.first(info.slug, ledger.names))
    return lines.winners(stamp(moment), info.slug, month, ranking_of(info, options), top, among, ladder)


# -- the past ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class History:
    """A caller at a door: games, best score, the last months (newest first), streaks and badges."""

    slug: str
    games: int = 0
    best: int | None = None
    months: tuple[Own, ...] = ()
    runs: Runs = field(default_factory=dict)
    badges: tuple[Badge, ...] = ()


@dataclass(frozen=True, slots=True)
class Won:
    """A closed month's places at one door."""

    month: str
    slug: str
    rows: tuple[PlaceRow, ...]


def history(ledger: Ledger, door: GameReader, options: Options, caller: str) -> History:
    info, key = door.INFO, caller_key(caller)
    sums, past = _sums(ledger, info, key), ledger.closed.past(key, info.slug)
    if not sums and not past:
        return History(info.slug)
    games = sum(own.games for own in sums.values()) + (past.games if past else 0)
    months = [_month(ledger, info, options, month, key) for month in sums]
    months += [_closed_month(ledger, info, own) for own in (past.months if past else ())]
    months = sorted(months, key=lambda one: one.month, reverse=True)[:MONTHS_SHOWN]
    shown, badges = tuple(one for one in months if one.place), ledger.streaks.badges(key, info.slug)
    runs = {info.feat: ledger.streaks.at(key, info.slug)} if info.feat else {}
    return History(info.slug, games, best_of(ledger, info, caller), shown, runs, badges)


def _places(ledger: Ledger, info: Info, options: Options, month: str) -> Places:
    """Return a month's places by the ranking that it was closed with, or by the one in force."""
    won = ledger.months.winners.get((month, info.slug))
    ranking = won.ranking if won else ranking_of(info, options)
    among = won.among if won else among_of(ledger, info, options, month)
    return ledger.months.places(month, info.slug, ranking, among)


def finish(
    ledger: Ledger, info: Info, options: Options, month: str, caller: str
) -> tuple[PlaceRow, PlaceRow | None] | None:
    """Return the caller's row in that month and the row above it, or None without a place."""
    places = _places(ledger, info, options, month)
    row = places.of(caller_key(caller))
    return (row, places.at(row.place - 1)) if row else None


def _month(ledger: Ledger, info: Info, options: Options, month: str, key: str) -> Own:
    """Return a caller's month. Its place is 0 if none of its games ranks."""
    row = _places(ledger, info, options, month).of(key)
    luck = ledger.luck.of(month, info.slug, key)
    return Own(month, row.place, row.score, row.games, luck) if row else Own(month, 0, 0, 0)


def _closed_month(ledger: Ledger, info: Info, own: Own) -> Own:
    among = ledger.months.winners[own.month, info.slug].among
    return own._replace(score=number_of(ledger.doors, info.slug, among)(own.score))


def runs_of(ledger: Ledger, info: Info, caller: str, day: str) -> Runs:
    """Return all of a caller's streaks that a game at that door may extend, as of that day."""
    key = caller_key(caller)
    own = {info.feat: ledger.streaks.at(key, info.slug)} if info.feat else {}
    return {**ledger.streaks.days(key, day), **own}


def best_places(
    ledger: Ledger, doors: Mapping[str, tuple[Info, Options]], month: str, callers: Iterable[str]
) -> dict[str, tuple[int, str]]:
    """Return each caller's best place in the month with the door's name, by handle."""
    found: dict[str, tuple[int, str]] = {}
    keys = {caller: caller_key(caller) for caller in callers}
    for info, options in doors.values():
        places = places_of(ledger, info, options, month)
        for caller, key in keys.items():
            row = places.of(key)
            if row and (caller not in found or row.place < found[caller][0]):
                found[caller] = row.place, info.name()
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


class Rival(NamedTuple):
    """A caller near another one (`own`) in the month of a door, and their games since a time."""

    slug: str
    row: PlaceRow
    own: PlaceRow
    games: int


def rival_of(
    ledger: Ledger, doors: Mapping[str, tuple[Info, Options]], month: str, caller: str, since: str
) -> Rival | None:
    """Return the caller who was next to this one at `since` (RFC 3339 UTC), at the door that this one has
    played most in the month. Nothing is stored, so renames and removals need no care."""
    key = caller_key(caller)
    played = []
    for slug, (info, options) in doors.items():
        places = _places(ledger, info, options, month)
        if own := places.of(key):
            played.append((own.games, slug, own, places))
    if not played:
        return None
    _, slug, own, places = max(played, key=lambda one: one[0])
    info, options = doors[slug]
    stood = ledger.recent.before(since, slug, month, among_of(ledger, info, options, month))
    row = places.neighbour(key, stood)
    if row is None:
        return None
    games = ledger.recent.of(caller_key(row.caller), since)
    return Rival(slug, row, own, sum((game.door, game.month) == (slug, month) for game in games))


def passed_callers(ledger: Ledger, info: Info, options: Options, caller: str, game: CountedGame) -> Passed:
    """Return whom a caller has passed by a game of theirs in its month (`Places.callers_passed`)."""
    among = among_of(ledger, info, options, game.month)
    if among not in game.before:
        return Passed()
    places = ledger.months.places(game.month, info.slug, ranking_of(info, options), among)
    return places.callers_passed(caller_key(caller), game.before[among])


def best_of(ledger: Ledger, info: Info, caller: str) -> int | None:
    """Return a caller's best score ever, None before their first game."""
    key = caller_key(caller)
    every: list[Sum | PastMonths] = [*_sums(ledger, info, key).values()]
    if past := ledger.closed.past(key, info.slug):
        every.append(past)
    if info.fewer_is_better:
        return min((own.low for own in every), default=None)
    return max((own.high for own in every), default=None)


def _sums(ledger: Ledger, info: Info, key: str) -> dict[str, Sum]:
    """Return a caller's sums by month, except packed ones."""
    every = ((month, doors.get(info.slug, {}).get(key)) for month, doors in ledger.months.sums.items())
    return {month: own for month, own in every if own is not None}


def hall_of_fame(ledger: Ledger, doors: Mapping[str, GameReader]) -> tuple[Won, ...]:
    """Return every declared month that has a winner, newest first, then in the order of the doors."""
    order = {slug: at for at, slug in enumerate(doors)}
    won = [
        Won(month, slug, ledger.months.winner_rows(month, slug))
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


class BestEver(NamedTuple):
    """The best game ever at a door, when it was finished, and by whom."""

    t: str
    caller: str
    slug: str
    score: int


def latest_records(ledger: Ledger) -> tuple[BestEver, ...]:
    """Return the records of the last days, earliest first."""
    return tuple(
        BestEver(t, ledger.names.get(who, who), door, score)
        for t, who, door, what, score in ledger.recent.badges("")
        if what == RECORD
    )


def finished_since(ledger: Ledger, caller: str, t: str) -> tuple[tuple[str, int], ...]:
    """Return the door and the score of the caller's games since `t` (RFC 3339 UTC)."""
    return tuple((game.door, game.score) for game in ledger.recent.of(caller_key(caller), t))
