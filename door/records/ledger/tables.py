"""Builds the standings that a caller sees at a door, and the line that closes a month.

Guarantees: pure, and from the ledger alone. `options` are the sysop's for that door.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from door.games.info import ALL, Info, Options
from door.midend.books import Books, Daily, Row
from door.records.daily.rules import Today, offers
from door.records.journal import lines
from door.records.journal.lines import Fields, caller_key, month_before, stamp
from door.records.ledger.contest import Places, ladder_rows, top_rows
from door.records.ledger.ledger import Ledger
from door.records.ledger.turns import turns_left


def ranking_of(info: Info, options: Options) -> str:
    """Return how this door's month is ranked: "total" or "best"."""
    return str(options.get("ranking", info.contest))


def among_of(ledger: Ledger, info: Info, options: Options, month: str) -> str:
    """Return which games a month ranks: the sysop's choice. If callers don't choose and no such game was
    played, the sysop has changed it since, and all games count."""
    own = info.among(options)
    return own if info.apart or ledger.months.has(month, info.slug, own) else ALL


def standing_of(ledger: Ledger, info: Info, options: Options, month: str) -> tuple[Row, ...]:
    """Return a month's top places as of now."""
    among = among_of(ledger, info, options, month)
    places = ledger.months.places(month, info.slug, ranking_of(info, options), among)
    return places.rows(top_of(options))


def top_of(options: Options) -> int:
    """Return how many places a closed month has."""
    top = options.get("top", 3)
    return top if isinstance(top, int) else 3


def paid_left(ledger: Ledger, options: Options, slug: str, caller: str, day: str) -> int | None:
    """Return the paid turns left today, None if turns are not limited."""
    limit = options.get("turns_per_day", 0)
    used = ledger.turns.used(caller, slug, day)
    return turns_left(limit if isinstance(limit, int) else 0, used, ledger.turns.granted(caller, slug, day))


def winners_of(ledger: Ledger, info: Info, options: Options, month: str) -> tuple[Row, ...]:
    """Return a finished month's top places: as declared, or as they will be."""
    if (month, info.slug) in ledger.months.winners:
        return ledger.months.won(month, info.slug)
    return standing_of(ledger, info, options, month)


class DayBooks(NamedTuple):
    """The part of the day's deal that is the same for all callers.

    `unplayed` is for a caller who has not begun it. `day` has today's places and `top` the first of them,
    `month` the month's, and `before` the month's without today.
    """

    unplayed: Daily
    day: Places
    top: tuple[Row, ...]
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
    among = among_of(ledger, info, options, month)
    places = ledger.months.places(month, info.slug, ranking_of(info, options), among)
    unplayed = Books(
        month=month,
        standing=places.top(),
        last_month=before,
        winners=winners_of(ledger, info, options, before),
        ladder=ledger.months.ladder(before, info.slug),
        hours=hours,
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
        free_turns=ledger.turns.free(caller, slug),
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


def winners_line(ledger: Ledger, info: Info, options: Options, month: str, moment: datetime) -> Fields:
    """Return the line that closes a month."""
    among = among_of(ledger, info, options, month)
    top = top_rows(standing_of(ledger, info, options, month))
    ladder = ladder_rows(ledger.ladder.first(info.slug, ledger.names))
    return lines.winners(stamp(moment), info.slug, month, ranking_of(info, options), top, among, ladder)
