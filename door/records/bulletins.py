"""Bulletins: what they say, and when the board writes them."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from door.games.info import Info, Options
from door.play.books import PlaceRow
from door.play.replay import GameReader
from door.records.daily.rules import Today, offers, today_at
from door.records.files.disk import replace_if_new
from door.records.journal.files import last_hashes
from door.records.journal.journal import JournalBusy
from door.records.journal.lines import ZERO, Fields, month_before, month_of, reason
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import LiveLedger
from door.records.ledger.standings import ranking_of, standing_of, winners_line
from door.records.store import Unanswered, as_reason
from door.ui.texts import tr

SUFFIXES: Final = ("txt", "asc", "ans")
"""File name endings of a bulletin."""


NEAR: Final = 2_000
"""Most lines from the journal's end among which a bulletin's head is looked for. It is one of the last, since
bulletins follow within seconds."""

_HEAD: Final = re.compile(r"^([0-9a-f]{64})\s*\Z", re.M)


@dataclass(frozen=True, slots=True)
class Bulletin:
    """A door's month. `closed` is True if it is over. `head` is the chain's head in hex. `ladder` has the
    door's best players, as of now or as declared with the month."""

    info: Info
    month: str
    ranking: str
    closed: bool
    rows: tuple[PlaceRow, ...]
    head: str
    ladder: tuple[PlaceRow, ...] = ()

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
    doors: Mapping[str, GameReader],
    options: Mapping[str, Options],
    now: str,
    skip: Collection[str] = (),
) -> list[Bulletin]:
    """Return the bulletins of every month with games and of the running one, for every door. Closed months
    are left out if all of their files are in `skip`."""
    due = []
    for slug, door in doors.items():
        played = {month for month in ledger.months.played_months(slug) if month <= now}
        for month in sorted(played | {now}):
            if month == now or any(f"{slug}-{month}.{kind}" not in skip for kind in SUFFIXES):
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
    rows: tuple[PlaceRow, ...]
    day: str
    seed: str
    places: tuple[PlaceRow, ...]
    today: str
    playing: int
    final: bool
    head: str
    now: tuple[PlaceRow, ...] = ()

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
    ledger: Ledger, doors: Mapping[str, GameReader], options: Mapping[str, Options], now: Today
) -> list[DailySheet]:
    """Return the sheets of the running month, and of the last one while its last day may be open, for every
    door with a daily deal."""
    today = now.day
    months = [today[:7], *([month_before(today[:7])] if today[8:] in ("01", "02") else [])]
    offered = [door.INFO for slug, door in doors.items() if offers(door.INFO, options[slug])]
    made = (daily_sheet(ledger, info, month, now) for info in offered for month in months)
    return [sheet for sheet in made if sheet]


# -- when they are written -----------------------------------------------------------------------


LOG: Final = logging.getLogger("door.records")
Sheet = Bulletin | DailySheet
Forms = Callable[[Sheet], Mapping[str, bytes]]
"""A bulletin's files by the ends of their names."""

HEAD_WAIT: Final = timedelta(seconds=10)
"""How long a bulletin's chain head may lag behind the journal while its rows stay the same."""


class Calendar:
    """The months of a board. Bulletins go to `folder`, and `forms` draws them."""

    def __init__(
        self, folder: Path, live: LiveLedger, options_for: Callable[[str], Options], forms: Forms
    ) -> None:
        self.folder, self.live, self.options_for, self.forms = folder, live, options_for, forms
        self.zone, self.now = live.journal.zone, live.journal.now
        self.owes = False
        self._hung: dict[str, Sheet] = {}  # the written sheets, by their stems
        self._head_waits: datetime | None = None  # since when a new head waits

    def missing_head(self) -> list[str]:
        """Return a warning if the journal's end lacks the lines whose hashes are on the newest month's
        bulletins: somebody has copied half of a folder, or cut the journal. Raises OSError."""
        sheets = sorted(self.folder.glob("*-????-??.txt"), key=lambda path: path.stem[-7:])
        newest = [sheet for sheet in sheets if sheet.stem[-7:] == sheets[-1].stem[-7:]]
        heads = {head[0] for sheet in newest if (head := _HEAD.findall(sheet.read_text("utf-8", "replace")))}
        heads.discard(ZERO)
        journal = self.folder.parent / "journal"
        if not heads or any(one in heads for one in last_hashes(journal, NEAR)):
            return []
        return [tr.records.head_missing(folder=journal.name, head=min(heads))]

    async def roll_over(self) -> list[str]:
        """Declare the winners of every finished month; return a sentence for each. `owes` is True if it has
        to be tried again."""
        self.owes = False
        if not self._due(self.now()):
            return []
        try:
            entries = (await self.live.journal.decide(self._due)).entries
        except (JournalBusy, Unanswered) as error:
            self.owes = True
            return [tr.records.winners_undeclared(why=as_reason(error))]
        faults = await self.write_bulletins([entry.fields["month"] for entry in entries])
        return [self._winner_line(entry.fields) for entry in entries] + faults

    def _due(self, moment: datetime) -> list[Fields]:
        """Return the lines that declare the winners of finished months."""
        doors, month_now = self.live.doors, month_of(moment, self.zone)
        return self.live.read(lambda ledger: [
            winners_line(ledger, doors[slug].INFO, self.options_for(slug), month, moment)
            for month, slug in ledger.months.due(month_now)
            if slug in doors
        ])  # fmt: skip

    def _winner_line(self, f: Fields) -> str:
        top = self.live.read(lambda ledger: ledger.months.winner_rows(f["month"], f["door"]))
        if not top:
            return tr.records.nobody_won(month=f["month"], door=f["door"])
        who, score = top[0].caller, top[0].score
        return tr.records.month_won(month=f["month"], door=f["door"], caller=who, score=score)

    async def follow(self, changed: bool) -> list[str]:
        """Write the bulletins that have changed; return a sentence if the disk refuses. To be called once a
        second.

        New rows are written at once. A new chain head alone is written once nothing more has `changed`, or
        after `HEAD_WAIT`.
        """
        waits = self._head_waits
        due = waits is not None and (not changed or self.now() >= waits + HEAD_WAIT)
        return await self._write_bulletins((), heads=due) if changed or due else []

    async def write_bulletins(self, months: Collection[str] = (), anew: bool = False) -> list[str]:
        """Write missing files, the running month's and the ones of `months`. With `anew` also write last
        month's. Return a sentence if the disk refuses."""
        if anew:
            months = (*months, month_before(month_of(self.now(), self.zone)))
        return await self._write_bulletins(months, heads=True)

    async def _write_bulletins(self, months: Collection[str], heads: bool) -> list[str]:
        try:
            refused = await asyncio.to_thread(self._write, months, heads)
        except OSError as error:
            refused = error
        return (
            [tr.records.folder_unwritable(folder=self.folder.name, reason=reason(refused))] if refused else []
        )

    def _write(self, months: Collection[str], heads: bool) -> OSError | None:
        """Write bulletins that have changed; without `heads` only if their rows have. A file that the disk
        refuses doesn't stop the others. Return the first refusal."""
        waited, self._head_waits = self._head_waits, None  # don't retry a failing disk each second
        now, doors = month_of(self.now(), self.zone), self.live.doors
        options = {slug: self.options_for(slug) for slug in doors}
        skip = {p.name for p in self.folder.iterdir() if not any(month in p.name for month in months)}
        today = today_at(self.now(), self.zone)
        due: list[Sheet] = [
            *self.live.read(lambda ledger: bulletins_due(ledger, doors, options, now, skip)),
            *self.live.read(lambda ledger: sheets_due(ledger, doors, options, today)),
        ]
        waiting, refused = False, None
        for sheet in due:
            hung = self._hung.get(sheet.stem)
            if not heads and hung is not None and replace(sheet, head=hung.head) == hung:
                waiting = waiting or sheet != hung
                continue
            try:
                for kind, data in self.forms(sheet).items():
                    replace_if_new(self.folder / f"{sheet.stem}.{kind}", data)
            except OSError as error:
                refused = refused or error
                continue
            except Exception:  # retried when its rows change
                LOG.exception("%s/%s cannot be drawn", self.folder.name, sheet.stem)
            self._hung[sheet.stem] = sheet
        if waiting:
            self._head_waits = waited or self.now()
        return refused
