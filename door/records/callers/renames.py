"""Renames or removes a caller everywhere: their file, the journal, games and matches.

Guarantees: one unit changes the caller's file and all that goes by the handle, and writes the journal's line,
with a note of what isn't in the unit: the seats in matches. These may be given again. After a kill the next
start, or the sysop's next command about callers, does that, and deletes the note.
Only one rename or removal runs at a time.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, astuple, dataclass, replace
from datetime import datetime
from functools import partial
from threading import Lock
from typing import Final

from door.records.callers.caller_file import parse_caller
from door.records.callers.callers import Callers, spelt, written
from door.records.community import crowd, forum, letters, subscribers
from door.records.journal import lines
from door.records.journal.journal import Journal, Plan
from door.records.journal.lines import RecordsError, reason
from door.records.play.saves import Saves
from door.records.store import Change, Moved, Odd, Unit
from door.records.tables.table_files import TableFiles
from door.ui.catalogue import tr

_ONE_AT_A_TIME: Final = Lock()


@dataclass(frozen=True, slots=True)
class _Note:
    """A rename, or a removal (to ""). One of an earlier release began at the time `t`, when `since` was the
    journal's newest month, or "", and may lack its line."""

    caller: str
    to: str
    id: str
    since: str = ""
    t: str = ""


@dataclass(frozen=True, slots=True)
class Renames:
    """Renames and removes callers.

    `slugs` are the doors whose saved games move along, `tables` the board's matches. All errors are
    RecordsErrors, one sentence each.
    """

    callers: Callers
    journal: Journal
    saves: Saves
    slugs: Sequence[str]
    tables: TableFiles

    def rename(self, name: str, to: str) -> tuple[str, str]:
        """Rename a caller. Return the handles before and after."""
        return self._done(name, spelt(to))

    def remove(self, name: str) -> str:
        """Remove a caller; return their handle."""
        return self._done(name, "")[0]

    def _done(self, name: str, to: str) -> tuple[str, str]:
        with self._one_at_a_time():
            self._finish()
            note = _Note(self.callers.known(name).handle, to, secrets.token_hex(8))
            self._book(note)
            self._end(note)
        return note.caller, note.to

    def finish(self) -> list[str]:
        """Finish a rename or removal that a kill interrupted; return a sentence about it, if any."""
        with self._one_at_a_time():
            return self._finish()

    def _book(self, note: _Note) -> None:
        """Write the unit. Raises RecordsError; then nothing has changed."""

        def plan(changes: Sequence[Change], now: datetime) -> Plan:
            t, to = lines.stamp(now), note.to
            return Plan(
                [lines.rename(t, note.caller, to, note.id) if to else lines.remove(t, note.caller)], changes
            )

        while True:
            changes = [*self._moving(note), *self._else(note)]
            with suppress(Moved):  # one of the callers may have changed meanwhile
                self.journal.decide_now(partial(plan, changes))
                for key in {change.key for change in changes if change.kind == "caller"}:
                    self.callers.changed(key)
                return

    def _moving(self, note: _Note) -> list[Change]:
        """Return the changes of the caller's own document."""
        if not note.to:
            return [] if note.t and self.callers.gone(note.caller) else self.callers.removing(note.caller)
        doc = self.journal.store.get("caller", note.to)
        if note.t and doc and not self.journal.store.get("caller", note.caller):
            caller = parse_caller(doc.body.decode("utf-8-sig"), note.to)
            free = Change("delete", "gone", note.to, None)
            return [written(replace(caller, handle=note.to), doc.version), free]
        return self.callers.renaming(note.caller, note.to)

    def _else(self, note: _Note) -> Iterator[Change]:
        yield Change("put", "renaming", "", None, json.dumps(asdict(note)).encode() + b"\n")
        old, to, store = note.caller, note.to, self.journal.store
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

    def _finish(self) -> list[str]:
        """Do what is left, under the lock."""
        store = self.journal.store
        try:
            doc = store.get("renaming", "")
            note = _Note(**json.loads(doc.body)) if doc else None
            if note and not all(isinstance(text, str) for text in astuple(note)):
                raise TypeError
        except (ValueError, TypeError, RecursionError, Odd):
            kept = store.set_aside("renaming", "")
            return [tr.records.rename_note_damaged(note=store.name("renaming", ""), kept=kept)]
        if note is None:
            return []
        if note.t and not self._is_on_books(note):
            try:
                self._book(note)
            except RecordsError:
                if not note.to or not self.callers.taken(note.to, but=note.caller):
                    raise
                store.write(Unit([Change("delete", "renaming", "", None)]))
                return [tr.records.rename_given_up(caller=note.caller, to=note.to)]
        self._end(note)
        if note.to:
            return [tr.records.rename_finished(caller=note.caller, to=note.to)]
        return [tr.records.removal_finished(caller=note.caller)]

    def _end(self, note: _Note) -> None:
        def t() -> str:
            return lines.stamp(self.journal.now())

        if note.to:
            self.tables.rename(note.caller, note.to, t)
        else:
            self.tables.remove(note.caller, t)
        self.journal.store.write(Unit([Change("delete", "renaming", "", None)]))

    def _is_on_books(self, note: _Note) -> bool:
        found = (entry.fields for entry, _ in self.journal.files.since((note.since, 0)))
        if note.to:
            return any(fields.get("kind") == "rename" and fields.get("id") == note.id for fields in found)
        removals = (fields for fields in found if fields.get("kind") == "remove")
        return any(one.get("caller") == note.caller and str(one.get("t")) >= note.t for one in removals)

    @contextmanager
    def _one_at_a_time(self) -> Iterator[None]:
        """Hold the lock, and turn the system's errors into sentences."""
        try:
            with _ONE_AT_A_TIME:
                yield
        except OSError as error:
            raise RecordsError(tr.records.cannot_be_done(reason=reason(error))) from None
