"""`door migrate --to WHERE` and `door export-journal DIR`."""

from __future__ import annotations

import argparse
import filecmp
import os
import socket
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

from door.commands import CliCommand, CommandError, path, word
from door.commands.parts.shared import plainly, settings
from door.records.files.disk import make_folder, replace_file
from door.records.files.owner import owning
from door.records.files.plain_yaml import YamlError, parse
from door.records.journal.files import journal_months, lines_since
from door.records.journal.lines import ZERO, JournalLine, RecordsError
from door.records.store import Change, Store, StoreRefused, Unanswered, Unit
from door.records.store.kinds import BOARD_ID, DOC_KINDS, file_of, key_of, listed_key
from door.records.store.opening import FILES, store_of
from door.settings import Settings
from door.settings.forms import STORAGE
from door.settings.text import FROM_FILE, secret
from door.ui.texts import tr


def migrate(args: argparse.Namespace) -> int:
    """Move the records of a stopped board, and say what to do next."""
    chosen = settings(args.board)
    there = args.to
    if there.startswith(FROM_FILE):
        there = secret(args.board, there.removeprefix(FROM_FILE))
    if not STORAGE.fullmatch(there):
        raise CommandError(tr.command.no_store(where=repr(args.to)))
    if there == chosen.board.store:
        raise CommandError(tr.command.same_store())
    with plainly(), owning(chosen.data):
        done, aside = _move_store(chosen, there)
    lines, documents = tr.count.lines(n=done.lines), tr.count.documents(n=done.documents)
    print(tr.command.migrated(lines=lines, documents=documents, head=done.head))
    if aside:
        print(tr.command.migrated_aside(folder=aside))
    print(tr.command.migrated_next())
    return 0


def _move_store(chosen: Settings, there: str) -> tuple[Carried, Path | None]:
    """Move everything. To a database the journal goes through a folder of its own, which is compared."""
    data, host = chosen.data, chosen.board.host
    with ExitStack() as undo:
        source = undo.enter_context(closing(store_of(*chosen.where)))
        _open_store(source)
        if there == FILES:
            done = carry(source, store_of(data))
            source.close()
            (data / BOARD_ID).unlink(missing_ok=True)
            return done, None
        draft = Path(undo.enter_context(tempfile.TemporaryDirectory(dir=data, prefix=".migrate-")))
        target = undo.enter_context(closing(store_of(draft, there, host)))
        _open_store(target)
        done = carry(source, target)
        (draft / BOARD_ID).replace(data / BOARD_ID)
        return done, set_documents_aside(source) if source.never_waits else None


def export_journal(args: argparse.Namespace) -> int:
    """Write the journal's files. From a database they are read anew."""
    chosen = settings(args.board)
    with ExitStack() as undo, plainly():
        data, store, host = chosen.where
        if store != FILES:
            data = Path(undo.enter_context(tempfile.TemporaryDirectory(prefix="door-export-")))
            reader = f"{host or socket.gethostname()}-export-{os.getpid()}"
            _open_store(undo.enter_context(closing(store_of(data, store, reader))))
        files = export(data / "journal", args.folder)
    print(tr.command.exported(files=tr.count.files(n=files), folder=args.folder))
    return 0


def _open_store(store: Store) -> None:
    try:
        store.open()
    except StoreRefused as error:
        raise CommandError(tr.records.database_unusable(why=str(error))) from None


COMMANDS: Final = {
    "migrate": CliCommand(
        tr.usage.migrate, migrate, (word("--to", "WHERE", tr.usage.migrate_to, required=True),),
    ),
    "export-journal": CliCommand(
        tr.usage.export_journal, export_journal,
        (word("folder", "DIR", tr.usage.export_journal_dir, type=path),),
    ),
}  # fmt: skip


# -- what is moved -------------------------------------------------------------------------------


LINES: Final = 500
"""Most lines to write at once."""

MEGABYTE: Final = 1 << 20
"""Documents are written together until they have so many bytes."""

ASIDE: Final = "before-database"
NOTES: Final = frozenset({"clock", "release", "running"})
"""A host's own notes in its data folder. They aren't documents."""


class Carried(NamedTuple):
    """How many lines and documents were moved, and the hash of the last line."""

    lines: int
    documents: int
    head: str


def carry(source: Store, target: Store) -> Carried:
    """Move everything from an open store to another, which has a folder of its own unless its journal is the
    source's. Nothing is overwritten, and the journal that arrives has the same bytes. No board may run
    meanwhile. Raises RecordsError."""
    if (target.head() and target.data != source.data) or any(_doc_keys(target)):
        raise RecordsError(tr.records.target_not_empty())
    lines, head = 0, ZERO
    for batch in _lines(source.data / "journal"):
        if target.data != source.data:
            _write(target, Unit(lines=batch, after=head))
        lines, head = lines + len(batch), batch[-1].hash
    documents, changes, size = 0, list[Change](), 0
    for kind, key in _doc_keys(source):
        if doc := source.get(kind, key):
            documents += 1
            changes.append(Change("put", kind, _spell_key(kind, key, doc.body), 0, doc.body))
            size += len(doc.body)
        if size > MEGABYTE or len(changes) == LINES:
            _write(target, Unit(changes))
            changes, size = [], 0
    if changes:
        _write(target, Unit(changes))
    if lines and not is_same(source.data / "journal", target.data / "journal"):
        raise RecordsError(tr.records.journal_arrived_otherwise())
    return Carried(lines, documents, head)


def set_documents_aside(store: Store) -> Path:
    """Move the documents' files to a folder of their own, once a database has them; return it."""
    data = store.data
    aside = next(path for n in range(1, 1000) if not (path := data / f"{ASIDE}-{n}").exists())
    for kind, key in list(_doc_keys(store)):
        folder = file_of(data, kind, key).parent
        wanted = listed_key(kind, key) + DOC_KINDS[kind].suffix
        for path in [path for path in folder.iterdir() if listed_key(kind, path.name) == wanted]:
            make_folder((aside / path.relative_to(data)).parent)
            path.rename(aside / path.relative_to(data))
    return aside


def export(source: Path, target: Path) -> int:
    """Copy the whole lines of a journal's files to a folder that is new or empty. Return how many files there
    are. Raises RecordsError, or OSError."""
    if target.exists() and any(target.iterdir()):
        raise RecordsError(tr.records.folder_has_files(folder=target))
    with ExitStack() as undo:
        paths = [source / f"{month}.jsonl" for month in journal_months(source)]
        files = [undo.enter_context(path.open("rb")) for path in paths]  # before there is a folder
        make_folder(target)
        for path, file in zip(paths, files, strict=True):
            data = file.read()
            replace_file(target / path.name, data[: data.rfind(b"\n") + 1])
    return len(paths)


def is_same(one: Path, other: Path) -> bool:
    """True if the journals in both folders have the same bytes."""
    names = [f"{month}.jsonl" for month in journal_months(one)]
    return journal_months(one) == journal_months(other) and all(
        filecmp.cmp(one / name, other / name, shallow=False) for name in names
    )


def _doc_keys(store: Store) -> Iterator[tuple[str, str]]:
    """Yield the kind and the key of each document. Host keys stay where they are."""
    for kind, of in DOC_KINDS.items():
        for key in [""] if of.single else store.keys(kind):
            if kind != "key" and (of.folder or key not in NOTES) and store.get(kind, key):
                yield kind, key


def _spell_key(kind: str, key: str, body: bytes) -> str:
    """Return a key as it is spelled, which for a handle only its document knows: a file has that name."""
    if DOC_KINDS[kind].folds:
        with suppress(UnicodeDecodeError, YamlError):
            handle = str(parse(key, body.decode("utf-8-sig")).values.get("handle"))
            return handle if key_of(handle) == key else key
    return key


def _lines(folder: Path) -> Iterator[Sequence[JournalLine]]:
    """Yield the lines, some of one month at a time."""
    batch = list[JournalLine]()
    for entry, _ in lines_since(folder):
        if batch and (batch[-1].month != entry.month or len(batch) == LINES):
            yield batch
            batch = []
        batch.append(entry)
    if batch:
        yield batch


def _write(store: Store, unit: Unit) -> None:
    try:
        store.write(unit)
    except Unanswered as slow:
        slow.late.result()
