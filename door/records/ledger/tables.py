"""What the books say to one caller at one door, and how months are closed.

Law: pure.  The ledger is the only source; `options` are the sysop's for that door.
"""

from __future__ import annotations

from datetime import datetime

from door.games.info import ALL, Info, Options
from door.midend.books import Books, Daily, Row
from door.records.daily.rules import Today
from door.records.journal import lines
from door.records.journal.lines import Fields, caller_key, month_before, stamp
from door.records.ledger.contest import ladder_rows, top_rows
from door.records.ledger.ledger import Ledger
from door.records.ledger.turns import turns_left


def ranking_of(info: Info, options: Options) -> str:
    """What ranks this door's month: "total" or "best"."""
    return str(options.get("ranking", info.contest))


def among_of(ledger: Ledger, info: Info, options: Options, month: str) -> str:
    """The games that a month ranks: those of the sysop's choice, or all where none of them was."""
    own = info.among(options)
    return own if ledger.months.has(month, info.slug, own) else ALL


def standing_of(ledger: Ledger, info: Info, options: Options, month: str) -> tuple[Row, ...]:
    """A month's top places as they are now."""
    among = among_of(ledger, info, options, month)
    places = ledger.months.places(month, info.slug, ranking_of(info, options), among)
    return places.rows(top_of(options))


def top_of(options: Options) -> int:
    """How many places a closed month has."""
    top = options.get("top", 3)
    return top if isinstance(top, int) else 3


def paid_left(ledger: Ledger, options: Options, slug: str, caller: str, day: str) -> int | None:
    """Paid turns left today; None where turns are not limited."""
    limit = options.get("turns_per_day", 0)
    used = ledger.turns.used(caller, slug, day)
    return turns_left(limit if isinstance(limit, int) else 0, used, ledger.turns.granted(caller, slug, day))


def winners_of(ledger: Ledger, info: Info, options: Options, month: str) -> tuple[Row, ...]:
    """A closed month's top places: as declared, or as they will be."""
    if (month, info.slug) in ledger.months.winners:
        return ledger.months.won(month, info.slug)
    return standing_of(ledger, info, options, month)


def books_of(
    ledger: Ledger, info: Info, options: Options, caller: str, day: str, daily: Daily | None = None,
    hours: int = 0, tally: bool = True,
) -> Books:  # fmt: skip
    """The contest and the caller's turns on `day`, with that deal and those `hours`; see `Books`."""
    month = day[:7]
    among = among_of(ledger, info, options, month)
    places = ledger.months.places(month, info.slug, ranking_of(info, options), among)
    place = places.of(caller_key(caller))
    return Books(
        month=month,
        standing=places.top(),
        last_month=month_before(month),
        winners=winners_of(ledger, info, options, month_before(month)),
        ladder=ledger.months.ladder(month_before(month), info.slug),
        rank=place.place if place else 0,
        score=place.score if place else 0,
        rival=places.at(place.place - 1) if place else None,
        turns_left=paid_left(ledger, options, info.slug, caller, day),
        free_turns=ledger.turns.free(caller, info.slug),
        hours=hours,
        tally=ledger.tallies.get(info.slug) if tally else None,
        daily=daily,
    )


def daily_of(ledger: Ledger, info: Info, caller: str, now: Today) -> Daily:
    """The day's deal for one caller; those of days that are still open may go on."""
    today = now.day
    deals, key, slug = ledger.deals, caller_key(caller), info.slug
    deal, mine = deals.days.get(today), deals.of(today, slug, key)
    begun = (deals.of(day, slug, key) for day in {now.open_since, today} if not deals.revealed(day))
    waiting = any(game is not None and game.score is None for game in begun)
    played = mine is not None and mine.score is not None
    day = deals.tables.of_day(today, slug, info.fewer_is_better, missed=info.missed)
    month = deals.tables.of_month(
        today[:7], slug, info.fewer_is_better, "" if played else today, now.open_since, info.missed
    )
    last = deals.last_revealed(today)
    own, in_month = day.of(key), month.of(key)
    return Daily(
        day=today,
        sealed=deal.commit if deal else "",
        late=bool(deal and deal.late),
        may_play=waiting or (mine is None and not deals.revealed(today)),
        waiting=waiting,
        played=played,
        today=day.top() if played else (),
        rank=own.place if own and played else 0,
        score=mine.score if mine and mine.score is not None else 0,
        month=month.top(),
        month_rank=in_month.place if in_month else 0,
        month_score=in_month.score if in_month else 0,
        last_day=last,
        last=deals.tables.of_day(last, slug, info.fewer_is_better, missed=info.missed).top(),
        last_seed=deals.days[last].seed if last else "",
        played_last=deals.of(last, slug, key) is not None,
    )


def winners_line(ledger: Ledger, info: Info, options: Options, month: str, moment: datetime) -> Fields:
    """The line that closes a month."""
    among = among_of(ledger, info, options, month)
    top = top_rows(standing_of(ledger, info, options, month))
    ladder = ladder_rows(ledger.ladder.first(info.slug, ledger.names))
    return lines.winners(stamp(moment), info.slug, month, ranking_of(info, options), top, among, ladder)
