"""The bulletin of a door's daily deals, as values: a month added up, and the last day that is laid open.

Law: pure, and from the ledger alone, as the monthly one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from door.games.info import Info, Options
from door.midend.api import Door
from door.midend.books import Row
from door.records.daily.rules import Today, offers
from door.records.journal.lines import month_before
from door.records.ledger.ledger import Ledger


@dataclass(frozen=True, slots=True)
class DailySheet:
    """A month's daily deals at one door.

    `rows` add the days up, `games` counting them; `day` is the newest one laid open, "" for none,
    `seed` its seed in hex and `places` its table.  `playing` have ended today's, where the month
    is still running (`today` is "" else); `final` says that every day is laid open.  `head` is the
    chain's head in hex.  `now` is today's table, for a sheet that hangs nowhere; today counts in its
    `rows`, too.
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
        """What its files' names begin with."""
        return f"{self.info.slug}-{self.month}-daily"


def daily_sheet(ledger: Ledger, info: Info, month: str, now: Today, whole: bool = False) -> DailySheet | None:
    """The sheet of a month as of that day, with today's table where it is to be `whole`; None where nobody
    has played a daily deal in it."""
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
    """Those of the running month, and of the last one while its last day may be open still, for
    every door that offers the deal."""
    today = now.day
    months = [today[:7], *([month_before(today[:7])] if today[8:] in ("01", "02") else [])]
    offered = [door.INFO for slug, door in doors.items() if offers(door.INFO, options[slug])]
    made = (daily_sheet(ledger, info, month, now) for info in offered for month in months)
    return [sheet for sheet in made if sheet]
