"""Renames or removes a caller everywhere: their file, the journal, games and matches. All or none.

Guarantees: a note, `callers/.renaming.json`, is written first and deleted last. Each step may be repeated:

    the note                       who, the new handle ("" for a removal), and an id for the rename's line
    the caller's file              renamed, with the old handle reserved in removed/; or moved to removed/
    the journal's line             unless the journal has it already
    everything else                saved games, seats in matches, letters, posts, lists of ignored callers,
                                   and what is told outside the board
    the note                       deleted

A kill between two steps leaves the note. The next start, or the sysop's next command about callers, does the
rest. Only one rename or removal runs at a time.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Final

from door.records.callers.caller_folder import restore
from door.records.callers.callers import Caller, Callers
from door.records.community import crowd, forum, letters, subscribers
from door.records.files.disk import OddFile, make_folder, read_file, replace_file, set_aside
from door.records.journal import lines
from door.records.journal.journal import Journal
from door.records.journal.lines import RecordsError, caller_key, reason
from door.records.play.saves import Saves
from door.records.store import Change, Unit
from door.records.tables.table_files import TableFiles
from door.ui.catalogue import tr

NOTE: Final = ".renaming.json"
LARGEST: Final = 10_000
"""Bytes."""

_ONE_AT_A_TIME: Final = Lock()


@dataclass(frozen=True, slots=True)
class _Note:
    """A rename or removal that began at the time `t`. `since` is the journal's newest month then, or ""."""

    caller: str
    to: str
    id: str
    since: str
    t: str = ""


def _renaming(note: _Note, caller: Caller) -> Caller:
    """Return the caller with the other's new handle among those they ignore, or without a removed caller."""
    old = caller_key(note.caller)
    ignored = (note.to if caller_key(name) == old else name for name in caller.ignored)
    return replace(caller, ignored=tuple(filter(None, ignored)))


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
        """Rename a caller. Return the handles before and after.

        If the file or the journal can't be written, nothing changes. If even undoing fails, the rename is
        finished later.
        """
        with self._one_at_a_time():
            self._finish()
            try:
                self.callers.rename(name, to, self._begin)
                note = self._read()
                self._book(note)
            except RecordsError:
                self._take_back()
                raise
            self._end(note)
        return note.caller, note.to

    def remove(self, name: str) -> str:
        """Remove a caller; return their handle. Nothing changes if the file or journal can't be written."""
        with self._one_at_a_time():
            self._finish()
            caller = self.callers.known(name)
            self._begin(caller, "")
            try:
                self.callers.remove(caller.handle)
                note = self._read()
                self._book(note)
            except RecordsError:
                self._take_back()
                raise
            self._end(note)
        return caller.handle

    def _begin(self, caller: Caller, to: str) -> None:
        since = next(reversed(self.journal.files.months()), "")
        note = _Note(caller.handle, to, secrets.token_hex(8), since, lines.stamp(self.journal.now()))
        replace_file(self._path, json.dumps(asdict(note)).encode() + b"\n")

    def _take_back(self) -> None:
        if self._path.exists():
            note = self._read()
            if note.to:
                self.callers.give_name(note.to, note.caller, reserving=False)
            else:
                restore(self.callers.files, note.caller)
            self._path.unlink()

    def finish(self) -> list[str]:
        """Finish a rename or removal that a kill interrupted; return a sentence about it, if any."""
        try:
            if not self._path.exists():
                return []
        except OSError as error:
            raise RecordsError(tr.records.callers_unreadable(reason=reason(error))) from None
        with self._one_at_a_time():
            return self._finish()

    def _finish(self) -> list[str]:
        """Do the same, under the lock."""
        try:
            note = self._read()
        except FileNotFoundError:
            return []
        except (ValueError, TypeError, RecursionError, OddFile):
            kept = set_aside(self._path).name
            return [tr.records.rename_note_damaged(note=NOTE, kept=kept)]
        if not note.to:
            return self._finish_removal(note)
        if not self.callers.give_name(note.caller, note.to):
            self._path.unlink()
            return [tr.records.rename_given_up(caller=note.caller, to=note.to)]
        if not self._is_on_books(note):
            self._book(note)
        self._end(note)
        return [tr.records.rename_finished(caller=note.caller, to=note.to)]

    def _finish_removal(self, note: _Note) -> list[str]:
        if not self.callers.gone(note.caller):
            self.callers.remove(note.caller)
        if not self._is_on_books(note):
            self._book(note)
        self._end(note)
        return [tr.records.removal_finished(caller=note.caller)]

    def _book(self, note: _Note) -> None:
        def made(now: datetime) -> list[lines.Fields]:
            t = lines.stamp(now)
            to = note.to
            return [lines.rename(t, note.caller, to, note.id) if to else lines.remove(t, note.caller)]

        self.journal.decide_now(made)

    def _end(self, note: _Note) -> None:
        old, to, store = note.caller, note.to, self.journal.store
        t = lambda: lines.stamp(self.journal.now())  # noqa: E731
        if to:
            self._write(self.saves.renamed(old, to, self.slugs))
            self.tables.rename(old, to, t)
            for renamed in (letters.renamed, forum.renamed, crowd.renamed, subscribers.renamed):
                self._write(renamed(store, old, to))
        else:
            self._write(self.saves.removed(old, self.slugs))
            self.tables.remove(old, t)
            for removed in (letters.removed, forum.removed, subscribers.removed):
                self._write(removed(store, old))
            self._write(crowd.renamed(store, old, ""))
        for caller in self.callers.each():
            if caller.ignores(note.caller):
                self.callers.change(caller.handle, partial(_renaming, note))
        self._path.unlink()

    def _write(self, changes: Iterator[Change]) -> None:
        if all_of_them := list(changes):
            self.journal.store.write(Unit(all_of_them))

    def _is_on_books(self, note: _Note) -> bool:
        found = (entry.fields for entry, _ in self.journal.files.since((note.since, 0)))
        if note.to:
            return any(fields.get("kind") == "rename" and fields.get("id") == note.id for fields in found)
        removals = (fields for fields in found if fields.get("kind") == "remove")
        return any(one.get("caller") == note.caller and str(one.get("t")) >= note.t for one in removals)

    def _read(self) -> _Note:
        note = _Note(**json.loads(read_file(self._path, LARGEST)))
        if not all(isinstance(text, str) for text in astuple(note)):
            raise TypeError
        return note

    @property
    def _path(self) -> Path:
        return self.callers.folder / NOTE

    @contextmanager
    def _one_at_a_time(self) -> Iterator[None]:
        """Hold the lock, and turn the system's errors into sentences."""
        try:
            make_folder(self.callers.folder)
            with _ONE_AT_A_TIME:
                yield
        except OSError as error:
            raise RecordsError(tr.records.cannot_be_done(reason=reason(error))) from None
