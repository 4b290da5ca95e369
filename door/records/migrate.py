"""Moves a board's records from one store to another, and writes the journal's files elsewhere.

Guarantees: nothing is overwritten. The journal that arrives has the same bytes, which is checked. No board
may run meanwhile.
"""

from __future__ import annotations

import filecmp
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from door.records.files.disk import make_folder, replace_file
from door.records.files.plain_yaml import YamlError, parse
from door.records.journal.files import START, JournalFiles
from door.records.journal.lines import ZERO, RecordsError
from door.records.store import Blocking, Change, Line, Unanswered, Unit
from door.records.store.kinds import KINDS, file_of, key_of, listed_key
from door.ui.catalogue import tr

LINES: Final = 500
"""Most lines to write at once."""

MEGABYTE: Final = 1 << 20
"""Documents are written together until they have so many bytes."""

ASIDE: Final = "before-database"
NOTES: Final = frozenset({"clock", "release", "running"})
"""Notes of a host's own in its data folder, which are no documents."""


class Carried(NamedTuple):
    """How many lines and documents were moved, and the hash of the last line."""

    lines: int
    documents: int
    head: str


def carry(source: Blocking, target: Blocking) -> Carried:
    """Move everything from an open store to another, which has a folder of its own unless its journal is the
    source's. Raises RecordsError."""
    if (target.head() and target.data != source.data) or any(_places(target)):
        raise RecordsError(tr.records.target_not_empty())
    lines, head = 0, ZERO
    for batch in _lines(JournalFiles(source.data / "journal")):
        if target.data != source.data:
            _write(target, Unit(lines=batch, after=head))
        lines, head = lines + len(batch), batch[-1].hash
    documents, changes, size = 0, list[Change](), 0
    for kind, key in _places(source):
        if doc := source.get(kind, key):
            documents += 1
            changes.append(Change("put", kind, _spelled(kind, key, doc.body), 0, doc.body))
            size += len(doc.body)
        if size > MEGABYTE or len(changes) == LINES:
            _write(target, Unit(changes))
            changes, size = [], 0
    if changes:
        _write(target, Unit(changes))
    if lines and not is_same(source.data / "journal", target.data / "journal"):
        raise RecordsError(tr.records.journal_arrived_otherwise())
    return Carried(lines, documents, head)


def set_documents_aside(store: Blocking) -> Path:
    """Move the documents' files to a folder of their own, once a database has them; return it."""
    data = store.data
    aside = next(path for n in range(1, 1000) if not (path := data / f"{ASIDE}-{n}").exists())
    for kind, key in list(_places(store)):
        folder = file_of(data, kind, key).parent
        wanted = listed_key(kind, key) + KINDS[kind].suffix
        for path in [path for path in folder.iterdir() if listed_key(kind, path.name) == wanted]:
            make_folder((aside / path.relative_to(data)).parent)
            path.rename(aside / path.relative_to(data))
    return aside


def export(source: Path, target: Path) -> int:
    """Copy the whole lines of a journal's files to another folder; return how many files there are. Raises
    RecordsError if one is there already, or OSError."""
    files, there = JournalFiles(source), JournalFiles(target)
    for month in files.months():
        if there.path(month).exists():
            raise RecordsError(tr.records.target_has_file(file=there.path(month)))
    make_folder(target)
    for month in files.months():
        data = files.path(month).read_bytes()
        replace_file(there.path(month), data[: data.rfind(b"\n") + 1])
    return len(files.months())


def is_same(one: Path, other: Path) -> bool:
    """True if the journals in both folders have the same bytes."""
    here, there = JournalFiles(one), JournalFiles(other)
    months = here.months()
    return months == there.months() and all(
        filecmp.cmp(here.path(month), there.path(month), shallow=False) for month in months
    )


def _places(store: Blocking) -> Iterator[tuple[str, str]]:
    """Yield the kind and the key of each document."""
    for kind, of in KINDS.items():
        for key in [""] if of.single else store.keys(kind):
            if (of.folder or key not in NOTES) and store.get(kind, key):
                yield kind, key


def _spelled(kind: str, key: str, body: bytes) -> str:
    """Return a key as it is spelled, which for a handle only its document knows: a file has that name."""
    if KINDS[kind].folds:
        with suppress(UnicodeDecodeError, YamlError):
            handle = str(parse(key, body.decode("utf-8-sig")).values.get("handle"))
            return handle if key_of(handle) == key else key
    return key


def _lines(files: JournalFiles) -> Iterator[Sequence[Line]]:
    """Yield the lines, some of one month at a time."""
    batch = list[Line]()
    for entry, _ in files.since(START):
        if batch and (batch[-1].month != entry.month or len(batch) == LINES):
            yield batch
            batch = []
        batch.append(Line(entry.month, entry.raw, entry.hash))
    if batch:
        yield batch


def _write(store: Blocking, unit: Unit) -> None:
    try:
        store.write(unit)
    except Unanswered as slow:
        slow.late.result()
