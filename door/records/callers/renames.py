"""Renames or removes a caller everywhere.

Guarantees: one unit changes the caller's document and all that goes by the handle: saved games, seats in
matches, letters, posts, lists of ignored callers, and what is told outside the board. It has the journal's
line, and is decided again if something else has changed meanwhile.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from door.records.callers.callers import Callers
from door.records.callers.known import spelt
from door.records.community.signed import signature_changes
from door.records.journal import lines
from door.records.journal.decisions import JournalPlan
from door.records.journal.journal import Journal
from door.records.journal.lines import RecordsError
from door.records.play.saves import Saves
from door.records.store import Change, Conflict
from door.records.tables.table_files import TableFiles
from door.ui.catalogue import tr

TRIES: Final = 20
"""How often the unit is decided again."""


@dataclass(frozen=True, slots=True)
class Renames:
    """Renames and removes callers.

    `slugs` are the doors whose saved games move along, `tables` the board's matches. All errors are
    RecordsErrors, one sentence each. Then nothing has changed.
    """

    callers: Callers
    journal: Journal
    saves: Saves
    slugs: Sequence[str]
    tables: TableFiles

    def rename(self, name: str, to: str) -> tuple[str, str]:
        """Rename a caller. Return the handles before and after."""
        to, old = spelt(to), self.callers.get_or_raise(name).handle
        self._write(old, to)
        return old, to

    def remove(self, name: str) -> str:
        old = self.callers.get_or_raise(name).handle
        self._write(old, "")
        return old

    def _write(self, old: str, to: str) -> None:
        for _ in range(TRIES):
            with suppress(Conflict):
                return self._try(old, to)
        raise RecordsError(tr.records.cannot_be_done(reason=tr.records.document_changed(key=old)))

    def _try(self, old: str, to: str) -> None:
        """Write the unit. Raises Moved."""
        own = self.callers.renaming(old, to) if to else self.callers.removing(old)
        changes = [*own, *self._others(old, to)]
        event = {"do": "rename", "who": old, "to": to} if to else {"do": "remove", "who": old}
        tables = self.tables.changes(event, lines.stamp(self.journal.now()))
        id = secrets.token_hex(8)

        def plan(now: datetime) -> JournalPlan:
            t = lines.stamp(now)
            line = lines.rename(t, old, to, id) if to else lines.remove(t, old)
            ends = [line for table in tables for line in self.tables.lines(table.match, now)]
            return JournalPlan([line, *ends], changes + [table.change for table in tables])

        versions = self.journal.decide_now(plan).versions
        self.tables.take(tables, versions[len(changes) :])
        for key in {change.key for change in changes if change.kind == "caller"}:
            self.callers.changed(key)

    def _others(self, old: str, to: str) -> Iterator[Change]:
        """Yield the changes of what goes by the handle."""
        yield from self.callers.forgetting(old, to)
        yield from signature_changes(self.journal.store, old, to)
        saves = self.saves
        yield from saves.rename_changes(old, to, self.slugs) if to else saves.removal_changes(old, self.slugs)
