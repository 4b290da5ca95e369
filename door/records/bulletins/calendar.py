"""Midnight, the winners of a month, and the bulletins.

Guarantees: the journal decides who has won, so of several processes one declares. A month is declared
again only if games of it were booked afterwards (a full disk, a clock set back). Bulletins are made from
the ledger and can be deleted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from door.games.info import Options
from door.records.bulletins.sheets import Bulletin, DailySheet, bulletins_due, sheets_due
from door.records.daily.rules import today_at
from door.records.files.disk import replace_if_new
from door.records.journal.journal import JournalBusy, JournalError
from door.records.journal.lines import Fields, month_before, month_of, reason
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import LiveLedger
from door.records.ledger.tables import winners_line
from door.ui.catalogue import tr

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

    async def roll_over(self) -> list[str]:
        """Declare the winners of every finished month; return a sentence for each. `owes` is True if it has
        to be tried again."""
        self.owes = False
        if not self.live.read(lambda ledger: self._due(ledger, self.now())):
            return []
        try:
            entries = await self.live.journal.decide(self._declare)
        except JournalError as error:
            self.owes = isinstance(error, JournalBusy)
            said = tr.records.winners_undeclared if self.owes else tr.records.winners_unwritten
            return [said(why=error)]
        faults = await self.write_bulletins([entry.fields["month"] for entry in entries])
        return [self._declared(entry.fields) for entry in entries] + faults

    def _declare(self, moment: datetime) -> list[Fields]:
        return self.live.read(lambda ledger: self._due(ledger, moment))

    def _due(self, ledger: Ledger, moment: datetime) -> list[Fields]:
        doors = self.live.doors
        return [
            winners_line(ledger, doors[slug].INFO, self.options_for(slug), month, moment)
            for month, slug in ledger.months.due(month_of(moment, self.zone))
            if slug in doors
        ]

    def _declared(self, f: Fields) -> str:
        top = self.live.read(lambda ledger: ledger.months.won(f["month"], f["door"]))
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
        return await self._written((), heads=due) if changed or due else []

    async def write_bulletins(self, months: Collection[str] = (), anew: bool = False) -> list[str]:
        """Write missing files, the running month's and the ones of `months`. With `anew` also write last
        month's. Return a sentence if the disk refuses."""
        if anew:
            months = (*months, month_before(month_of(self.now(), self.zone)))
        return await self._written(months, heads=True)

    async def _written(self, months: Collection[str], heads: bool) -> list[str]:
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
