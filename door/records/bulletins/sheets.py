"""The bulletins as values: a door's month, and its daily deals.

Guarantees: pure, and from the ledger alone. The board draws them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from door.games.info import Info, Options
from door.midend.api import Door
from door.midend.books import Row
from door.records.daily.rules import Today, offers
from door.records.journal.lines import month_before
from door.records.ledger.ledger import Ledger
from door.records.ledger.tables import ranking_of, standing_of

KINDS: Final = ("txt", "asc", "ans")
"""File name endings of a bulletin."""


@dataclass(frozen=True, slots=True)
class Bulletin:
    """A door's month. `closed` is True if it is over. `head` is the chain's head in hex. `ladder` has the
    door's best players, as of now or as declared with the month."""

    info: Info
    month: str
    ranking: str
    closed: bool
    rows: tuple[Row, ...]
    head: str
    ladder: tuple[Row, ...] = ()

    @property
    def stem(self) -> str:
        """The stem of its files' names."""
        return f"{self.info.slug}-{self.month}"


def bulletin(ledger: Ledger, info: Info, options: Options, month: str, now: str) -> Bulletin:
    """Return the bulletin of `month` as of the month `now`: the winners if it is over, else the standings."""
    closed = month < now
    if closed and (won := ledger.months.winners.get((month, info.slug))):
        return Bulletin(info, month, won.ranking, closed, won.rows, won.head, won.ladder)
    rows = standing_of(ledger, info, options, month)
    ladder = () if closed else ledger.ladder.first(info.slug, ledger.names)
    return Bulletin(info, month, ranking_of(info, options), closed, rows, ledger.head, ladder)


def bulletins_due(
    ledger: Ledger,
    doors: Mapping[str, Door],
    options: Mapping[str, Options],
    now: str,
    skip: Collection[str] = (),
) -> list[Bulletin]:
    """Return the bulletins of every month with games and of the running one, for every door. Closed months
    are left out if all of their files are in `skip`."""
    due = []
    for slug, door in doors.items():
        played = {month for month in ledger.months.played(slug) if month <= now}
        for month in sorted(played | {now}):
            if month == now or any(f"{slug}-{month}.{kind}" not in skip for kind in KINDS):
                due.append(bulletin(ledger, door.INFO, options[slug], month, now))
    return due


@dataclass(frozen=True, slots=True)
class DailySheet:
    """A month's daily deals at a door.

    `rows` add the days up, and `games` counts them. `day` is the newest revealed day ("" for none), with
    its `seed` in hex and its `places`. In the running month, `today` is the date and `playing` counts
    callers who have finished today's. `final` says that every day is revealed. `head` is the chain's head
    in hex. `now` is today's table, for a sheet that isn't published; then today counts in `rows`, too.
    """

    info: Info
    month: str
    rows: tuple[Row, ...]
    day: str
    seed: str
    places: tuple[Row, ...]
    today: str
    playing: int
    final: bool
    head: str
    now: tuple[Row, ...] = ()

    @property
    def stem(self) -> str:
        """The stem of its files' names."""
        return f"{self.info.slug}-{self.month}-daily"


def daily_sheet(ledger: Ledger, info: Info, month: str, now: Today, whole: bool = False) -> DailySheet | None:
    """Return the sheet of a month as of that day, or None if nobody has played a daily deal in it. A `whole`
    sheet has today's table."""
    today = now.day
    deals, slug, fewer, missed = ledger.deals, info.slug, info.fewer_is_better, info.missed
    running = month == today[:7]
    of_month = [deal for day, deal in deals.days.items() if day.startswith(month)]
    if not any(slug in deal.options for deal in of_month):
        return None
    day = deals.last_revealed(today if running else f"{month}-99")
    day = day if day.startswith(month) else ""
    open_day = deals.days[today].games if running and today in deals.days else {}
    ended = sum(door == slug and game.score is not None for (door, _), game in open_day.items())
    return DailySheet(
        info, month,
        deals.tables.of_month(
            month, slug, fewer, without="" if whole else today, since=now.open_since, missed=missed
        ).top(),
        day, deals.days[day].seed if day else "",
        deals.tables.of_day(day, slug, fewer, missed=missed).top(),
        today if running else "", ended, not running and all(deal.seed for deal in of_month), ledger.head,
        deals.tables.of_day(today, slug, fewer, missed=missed).top() if whole and running else (),
    )  # fmt: skip


def sheets_due(
    ledger: Ledger, doors: Mapping[str, Door], options: Mapping[str, Options], now: Today
) -> list[DailySheet]:
    """Return the sheets of the running month, and of the last one while its last day may be open, for every
    door with a daily deal."""
    today = now.day
    months = [today[:7], *([month_before(today[:7])] if today[8:] in ("01", "02") else [])]
    offered = [door.INFO for slug, door in doors.items() if offers(door.INFO, options[slug])]
    made = (daily_sheet(ledger, info, month, now) for info in offered for month in months)
    return [sheet for sheet in made if sheet]
