"""Renames or removes a caller everywhere.

Guarantees: one unit changes the caller's document and all that goes by the handle: saved games, seats in
matches, letters, posts, lists of ignored callers, and what is told outside the board. It has the journal's
line, and is decided again if something else has changed meanwhile.

Earlier releases did this in steps, behind a note. The next start finishes what a kill of theirs has left.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from datetime import datetime
from typing import Final

from door.records.callers.caller_file import parse_caller
from door.records.callers.callers import Callers, written
from door.records.callers.known import spelt
from door.records.community import crowd, forum, letters, subscribers
from door.records.journal import lines
from door.records.journal.decisions import Plan
from door.records.journal.journal import Journal
from door.records.journal.lines import RecordsError
from door.records.play.saves import Saves
from door.records.store import Change, Moved, Odd, Unit
from door.records.tables.table_files import TableFiles
from door.ui.catalogue import tr

NOTE: Final = "renaming"
"""The kind of the note."""

TRIES: Final = 20
"""How often the unit is decided again."""


@dataclass(frozen=True, slots=True)
class _Note:
    """A rename, or a removal (to ""), with an id for the rename's line. An earlier release began it at the
    time `t`, when `since` was the journal's newest month, or ""."""

    caller: str
    to: str
    id: str
    since: str = ""
    t: str = ""


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
        to, old = spelt(to), self.callers.known(name).handle
        self._write(_Note(old, to, secrets.token_hex(8)))
        return old, to

    def remove(self, name: str) -> str:
        old = self.callers.known(name).handle
        self._write(_Note(old, "", ""))
        return old

    def _write(self, note: _Note, is_begun: bool = False) -> None:
        for _ in range(TRIES):
            with suppress(Moved):
                return self._try(note, is_begun)
        raise RecordsError(tr.records.cannot_be_done(reason=tr.records.document_changed(key=note.caller)))

    def _try(self, note: _Note, is_begun: bool) -> None:
        """Write the unit. One that an earlier release began may have its line. Raises Moved."""
        changes, old, to = [*self._own(note, is_begun), *self._others(note, is_begun)], note.caller, note.to
        event = {"do": "rename", "who": old, "to": to} if to else {"do": "remove", "who": old}
        tables = self.tables.changes(event, lines.stamp(self.journal.now()))
        is_booked = is_begun and self._is_on_books(note)

        def plan(now: datetime) -> Plan:
            t = lines.stamp(now)
            line = lines.rename(t, old, to, note.id) if to else lines.remove(t, old)
            ends = [line for table in tables for line in self.tables.lines(table.match, now)]
            return Plan([line] * (not is_booked) + ends, changes + [table.change for table in tables])

        versions = self.journal.decide_now(plan).versions
        self.tables.take(tables, versions[len(changes) :])
        for key in {change.key for change in changes if change.kind == "caller"}:
            self.callers.changed(key)

    def _own(self, note: _Note, is_begun: bool) -> list[Change]:
        """Return the changes of the caller's own document."""
        old, to, store = note.caller, note.to, self.journal.store
        if not is_begun or store.get("caller", old):
            return self.callers.renaming(old, to) if to else self.callers.removing(old)
        if not to or not (doc := store.get("caller", to)):
            return []
        caller = parse_caller(doc.body.decode("utf-8-sig"), to)
        return [written(replace(caller, handle=to), doc.version), Change("delete", "gone", to, None)]

    def _others(self, note: _Note, is_begun: bool) -> Iterator[Change]:
        """Yield the changes of what goes by the handle."""
        old, to, store = note.caller, note.to, self.journal.store
        if is_begun:
            yield Change("delete", NOTE, "", None)
        yield from self.callers.forgetting(old, to)
        yield from crowd.renamed(store, old, to)
        if to:
            yield from self.saves.renamed(old, to, self.slugs)
            for renamed in (letters.renamed, forum.renamed, subscribers.renamed):
                yield from renamed(store, old, to)
        else:
            yield from self.saves.removed(old, self.slugs)
            for removed in (letters.removed, forum.removed, subscribers.removed):
                yield from removed(store, old)

    # -- left by earlier releases

    def finish(self) -> list[str]:
        """Finish a rename or removal that a kill interrupted; return a sentence about it, if any."""
        store = self.journal.store
        try:
            doc = store.get(NOTE, "")
            note = _Note(**json.loads(doc.body)) if doc else None
            if note and not all(isinstance(text, str) for text in astuple(note)):
                raise TypeError
        except (ValueError, TypeError, RecursionError, Odd):
            kept = store.set_aside(NOTE, "")
            return [tr.records.rename_note_damaged(note=store.name(NOTE, ""), kept=kept)]
        if note is None:
            return []
        try:
            self._write(note, is_begun=True)
        except RecordsError:
            if not note.to or not self.callers.taken(note.to, but=note.caller):
                raise
            store.write(Unit([Change("delete", NOTE, "", None)]))
            return [tr.records.rename_given_up(caller=note.caller, to=note.to)]
        if note.to:
            return [tr.records.rename_finished(caller=note.caller, to=note.to)]
        return [tr.records.removal_finished(caller=note.caller)]

    def _is_on_books(self, note: _Note) -> bool:
        found = (entry.fields for entry, _ in self.journal.files.since((note.since, 0)))
        if note.to:
            return any(fields.get("kind") == "rename" and fields.get("id") == note.id for fields in found)
        removals = (fields for fields in found if fields.get("kind") == "remove")
        return any(one.get("caller") == note.caller and str(one.get("t")) >= note.t for one in removals)
