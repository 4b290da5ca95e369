"""A folder of flat files as a store, whose only owner is this process.

Guarantees: the steps of a unit reach the disk in this order, and a start repairs a crash between two of them:

    data/.unit       the whole unit, if anything but the journal has to say what counts
    puts and adds    documents, synced
    lines            one write, synced
    deletes
    data/.unit       deleted

A unit that fails is undone. Documents that the journal decides on (`DocKind.by_journal`) need no `.unit`: a
game without its turn, or with its end in the journal, is swept at the start.
"""

from __future__ import annotations

import itertools
import json
import logging
import os
import threading
from base64 import b64decode
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from zlib import crc32

from door.records.files.disk import (
    OddFile,
    delete_drafts,
    descriptor,
    fingerprint,
    make_folder,
    open_regular,
    read_file,
    replace_file,
    set_aside,
    sync_folder,
    write_all,
)
from door.records.journal.lines import ZERO, JournalLine, reason
from door.records.store import (
    MOST_SAID,
    Change,
    Conflict,
    Doc,
    Forbidden,
    Lease,
    Odd,
    StoreError,
    StoreRefused,
    Unit,
    message_bytes,
    unit_as_json,
)
from door.records.store.kinds import DOC_KINDS, MEGA, Listing, file_of, key_of, listed_key
from door.records.store.tail import JournalTail
from door.ui.texts import tr

# -- open files ------------------------------------------------------------------------------------

LOG: Final = logging.getLogger("door.records")
NOTE: Final = ".unit"
CACHED: Final = 5_000
"""Most documents to cache, each of at most `SMALL` bytes."""

SMALL: Final = 64 * 1024
OPEN: Final = 256
"""Most files to hold open, for pieces that come soon after each other."""


class _Open(NamedTuple):
    """A file to which pieces are added: its descriptor, its size and its document's version."""

    fd: int
    size: int
    version: int


class HeldFiles:
    """The files of a folder. Units wait for each other if they change the same ones."""

    def __init__(self) -> None:
        self._busy = set[Path]()
        self._free = threading.Condition()
        self._left: dict[Path, Callable[[], object]] = {}
        self._cache: OrderedDict[str, tuple[tuple[int, ...], Doc]] = OrderedDict()
        self._open: OrderedDict[Path, _Open] = OrderedDict()

    def get(self, kind: str, path: str) -> Doc | None:
        try:
            sign = fingerprint(os.stat(path))  # noqa: PTH116
        except FileNotFoundError:
            self._cache.pop(path, None)
            return None
        except OSError:
            sign = ()  # reading it says why
        if (held := self._cache.get(path)) and held[0] == sign:
            return held[1]
        doc = self.read(kind, Path(path))
        if doc and len(doc.body) <= SMALL:
            self._cache[path] = sign, doc
            while len(self._cache) > CACHED:
                with suppress(KeyError):
                    self._cache.popitem(last=False)
        return doc

    def read(self, kind: str, path: Path) -> Doc | None:
        try:
            data = read_file(path, DOC_KINDS[kind].most)
        except FileNotFoundError:
            return None
        whole = data[: data.rfind(b"\n") + 1] if DOC_KINDS[kind].torn else data
        return Doc(version_of(whole), whole)

    @contextmanager
    def holding(self, paths: Sequence[Path]) -> Iterator[set[Path]]:
        """Lock these files, and all files with work left to do. Turn the system's errors into the store's."""
        wanted = set(paths)
        with self._free:
            while self._busy & (wanted := wanted | self._left.keys()):
                self._free.wait()
            self._busy |= wanted
        try:
            yield wanted
        except OSError as error:
            raise _refusal(error) from error
        finally:
            with self._free:
                self._busy -= wanted
                self._free.notify_all()

    def append(self, change: Change, path: Path) -> int:
        """Add a piece to a file that stays open; return its new version, or 0 if it can't be added that
        way."""
        if change.do != "add" or not change.version:
            return 0
        held, body = self._open.get(path), change.body
        if held is None:
            doc = self.read(change.kind, path)
            if doc is None or doc.version != change.version or not doc.body.endswith(b"\n"):
                return 0
            held = _Open(open_regular(path, os.O_RDWR | os.O_APPEND), len(doc.body), doc.version)
            self._open[path] = held
            with self._free:
                idle = next((one for one in self._open if one not in self._busy), None)
                if len(self._open) > OPEN and idle:
                    self.forget(idle)
        state = os.fstat(held.fd)
        if held.version != change.version or state.st_size != held.size or not state.st_nlink:
            self.forget(path)
            return 0
        self._cache.pop(str(path), None)
        try:
            write_all(held.fd, body)
        except OSError:
            os.ftruncate(held.fd, held.size)
            raise
        new = (held.size + len(body) + 1) << 32 | crc32(body, held.version & 0xFFFFFFFF)
        self._open[path] = _Open(held.fd, held.size + len(body), new)
        return new

    def finish(self, steps: Iterable[tuple[Path, Callable[[], object]]]) -> None:
        """Take these steps in order. If the disk refuses one, the rest is left for the next write."""
        left: dict[Path, Callable[[], object]] = {}
        for path, step in steps:
            self.forget(path)
            try:
                if not left:
                    step()
                    continue
            except OSError:
                pass
            left[path] = step
        with self._free:
            self._left |= left

    def leave(self, paths: Iterable[Path], step: Callable[[], object]) -> None:
        """Leave a step for the next write: one that changes one of these files waits for it."""
        with self._free:
            self._left |= dict.fromkeys(paths, step)

    def tidy(self, held: set[Path], needed: Callable[[], set[Path]]) -> None:
        """Do what is left of these files in its order, in which a unit's note is last. Raises OSError if the
        disk refuses a file that is `needed` now."""
        refused: OSError | None = None
        for path in filter(held.__contains__, [*self._left]):
            try:
                if refused and path.name == NOTE:
                    raise refused
                self._left[path]()
            except OSError as error:
                if path in needed():
                    raise
                refused = error
                continue
            with self._free:
                del self._left[path]

    def forget(self, path: Path) -> None:
        self._cache.pop(str(path), None)
        if held := self._open.pop(path, None):
            os.close(held.fd)

    def close(self) -> None:
        """Close the files that are open for more pieces."""
        for path in list(self._open):
            self.forget(path)


def version_of(body: bytes) -> int:
    """Return a document's version: a document with the same content is the same one."""
    return (len(body) + 1) << 32 | crc32(body)


# -- the store -------------------------------------------------------------------------------------

MOST_NOTED: Final = 256 * MEGA
SYNCS: Final = 32
"""Files to sync at once: the disk takes hardly longer for all of them than for one."""


def _refusal(error: OSError) -> StoreRefused:
    kinds = {OddFile: Odd, PermissionError: Forbidden}
    return next((to for of, to in kinds.items() if isinstance(error, of)), StoreRefused)(reason(error))


class Folder:
    """The folder `data` as a store for threads. Units wait for each other if they change the same files."""

    never_waits, host = True, ""

    def advice(self) -> str:
        return ""

    def __init__(self, data: Path) -> None:
        self.data, self.journal = data, data / "journal"
        self.tail = JournalTail(self.journal)
        self._held = HeldFiles()
        self._fences = itertools.count(1)
        self._leases: dict[str, int] = {}
        self._syncing = ThreadPoolExecutor(SYNCS, "sync")
        self._listings = {
            name: Listing(data / kind.folder, kind.suffix) for name, kind in DOC_KINDS.items() if kind.folds
        }

    # -- reading

    def head(self) -> JournalLine | None:
        with self._held.holding([self.journal]):
            return self.tail.head()

    def get(self, kind: str, key: str) -> Doc | None:
        """Return the document. The same object as before, if nothing has changed."""
        try:
            if not (listing := self._listings.get(kind)):
                return self._held.get(kind, str(file_of(self.data, kind, key)))
            # A known file comes first: listing thousands for each question would hold everybody up.
            if (known := listing.path_of(key)) and (doc := self._held.get(kind, known)):
                return doc
            listing.look()
            found = listing.path_of(key)
            return self._held.get(kind, found) if found and found != known else None
        except OSError as error:
            raise _refusal(error) from error

    def keys(self, kind: str, part: str = "") -> list[str]:
        folder, suffix = self.data / DOC_KINDS[kind].folder, DOC_KINDS[kind].suffix
        try:
            if listing := self._listings.get(kind):
                keys = listing.keys()
                return [key for key in keys if key_of(part) in key] if part else keys
            names = os.listdir(folder)  # noqa: PTH208
        except FileNotFoundError:
            return []
        except OSError as error:
            raise _refusal(error) from error
        found = (name.removesuffix(suffix) for name in names if name.endswith(suffix) and name[0] != ".")
        return sorted(key for key in found if part in key)

    def name(self, kind: str, key: str) -> str:
        listing = self._listings.get(kind)
        return (listing and listing.names.get(key_of(key))) or f"{key}{DOC_KINDS[kind].suffix}"

    def _path(self, kind: str, key: str) -> Path:
        """Return a document's path: that of the file whose name has the key, or of a new one. Raises
        OSError."""
        path = file_of(self.data, kind, key)
        if listing := self._listings.get(kind):
            listing.look()
            return Path(listing.path_of(key) or path)
        return path

    def states(self, kind: str) -> dict[str, Any]:
        suffix, states = DOC_KINDS[kind].suffix, dict[str, Any]()
        try:
            entries = sorted(os.scandir(self.data / DOC_KINDS[kind].folder), key=lambda entry: entry.name)
        except FileNotFoundError:
            return states
        except OSError as error:
            raise _refusal(error) from error
        for entry in entries:
            if entry.name.endswith(suffix) and entry.name[0] != ".":
                with suppress(OSError):
                    states[listed_key(kind, entry.name.removesuffix(suffix))] = fingerprint(entry.stat())
        return states

    # -- other hosts, of which a folder has none

    lock_head = head

    def say(self, message: Mapping[str, Any]) -> None:
        if len(message_bytes(message)) > MOST_SAID:
            raise StoreError(tr.records.message_too_long(most=MOST_SAID))

    def listen(self, heard: Callable[[Mapping[str, Any]], None]) -> None:
        """Nobody says anything."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    # -- names

    def take(self, name: str) -> Lease | None:
        lease = Lease(name, next(self._fences))
        held = self._leases.setdefault(name, lease.fence)  # in one step: other threads take names, too
        return lease if held == lease.fence else None

    def holds(self, lease: Lease) -> bool:
        return self._leases.get(lease.name) == lease.fence

    def release(self, lease: Lease) -> None:
        if self.holds(lease):
            del self._leases[lease.name]

    # -- writing

    def write(self, unit: Unit) -> list[int]:
        names = [file_of(self.data, kind, listed_key(kind, key)) for _, kind, key, *_ in unit.changes]
        # a crash is repaired without the note
        alone = all(DOC_KINDS[kind].by_journal for _, kind, *_ in unit.changes)
        note = [] if alone or len(unit.changes) + bool(unit.lines) == 1 else [self.data / NOTE]
        lines = [self.journal] * bool(unit.lines)
        with self._held.holding([*names, *note, *lines]) as held:
            self._held.tidy(
                held,
                lambda: {*names, *note, *lines, *(self._path(one.kind, one.key) for one in unit.changes)},
            )
            paths = [self._path(change.kind, change.key) for change in unit.changes]
            if unit.unsynced and len(paths) == 1 and (new := self._held.append(unit.changes[0], paths[0])):
                return [new]
            before = [
                self._doc_before(change, path) for change, path in zip(unit.changes, paths, strict=True)
            ]
            if unit.lines:
                end = self.tail.head()
                if (end.hash if end else ZERO) != unit.after:
                    raise Conflict(tr.records.journal_changed())
            undo: list[tuple[Path, Callable[[], object]]] = [
                (path, partial(_delete_note, path)) for path in note
            ]
            try:
                for path in note:
                    replace_file(path, unit_as_json(unit).encode() + b"\n")
                versions = self._put(unit, paths, before, undo)
                if unit.lines:
                    undo.append((self.journal, self.tail.cut_back))
                    self.tail.append(unit.lines)
            except (OSError, StoreError):
                self._held.finish(reversed(undo))
                raise
            deletes = list[tuple[Path, Callable[[], object]]]()
            for path, change in zip(paths, unit.changes, strict=True):
                if change.do == "delete":
                    listing = self._listings.get(change.kind)
                    delete = partial(listing.delete, path.name) if listing else None
                    deletes.append((path, delete or partial(path.unlink, missing_ok=True)))
            self._held.finish([*deletes, *((path, partial(_delete_note, path)) for path in note)])
            for change, path in zip(unit.changes, paths, strict=True):
                if DOC_KINDS[change.kind].folds and change.do == "put":
                    with suppress(OSError):
                        self._held.get(change.kind, str(path))  # so that the event loop needn't read it
            return versions

    def send(self, unit: Unit) -> Future[list[int]]:
        return self._syncing.submit(self.write, unit)

    def set_aside(self, kind: str, key: str) -> str:
        with self._held.holding([file_of(self.data, kind, listed_key(kind, key))]):
            path = self._path(kind, key)
            self._held.forget(path)
            name = set_aside(path).name
            if listing := self._listings.get(kind):
                listing.doubt()
            return name

    def _doc_before(self, change: Change, path: Path) -> Doc | None:
        """Return the document before the change, unless that doesn't matter. Raises Conflict if it doesn't
        have the change's version."""
        if change.do == "delete" and change.version is None:
            return None
        try:
            doc = self._held.read(change.kind, path)
        except OddFile:
            if change.version is not None:
                raise
            return None
        if change.version is not None and (doc.version if doc else 0) != change.version:
            raise Conflict(tr.records.document_changed(key=change.key))
        return doc

    def _put(
        self, unit: Unit, paths: Sequence[Path], docs: Sequence[Doc | None],
        undo: list[tuple[Path, Callable[[], object]]],
    ) -> list[int]:  # fmt: skip
        """Carry out the puts and adds, and note how they are undone; return the documents' new versions."""
        made, folders, versions = list[Path](), set[Path](), list[int]()
        for change, path, before in zip(unit.changes, paths, docs, strict=True):
            self._held.forget(path)
            whole = change.body
            if change.do == "add" and before is not None:
                old, torn = before.body, DOC_KINDS[change.kind].torn
                is_whole = (
                    torn or not old or old.endswith(b"\n")
                )  # else a sysop has left a line without its end
                whole = old + b"\n" * (not is_whole) + whole
                undo.append((path, partial(_cut, path, len(old))))
                _add(path, whole, len(old), unit.unsynced)
            elif change.do != "delete":
                if before is None:
                    make_folder(path.parent)
                listing, may_tear = (
                    self._listings.get(change.kind),
                    unit.unsynced and DOC_KINDS[change.kind].single,
                )
                undo.append((path, partial(_restore, path, before, listing)))
                is_old = before is not None and not may_tear  # a power cut must leave one of the two
                with listing.writing(path.name) if listing else nullcontext():
                    replace_file(path, change.body, lasting=is_old, at_once=False)
                folders.add(path.parent)
                made += [path] * (not is_old)  # an old one is synced already
            versions.append(0 if change.do == "delete" else version_of(whole))
        if not unit.unsynced:
            list(self._syncing.map(_sync, made) if len(made) > 1 else map(_sync, made))
            for folder in folders:
                sync_folder(folder)
        return versions

    def close(self) -> None:
        self._held.close()

    # -- after a crash

    def open(self) -> list[str]:
        notes = list[str]()
        with self._held.holding([self.data / NOTE, self.journal]):
            try:
                notes += self.tail.repair()
                for folder in {kind.folder for kind in DOC_KINDS.values()}:
                    delete_drafts(self.data / folder, ".*.new")
                notes += self._finish_noted()
            except OSError:  # the next unit that has a note or lines would end what the note is about
                _log(notes)
                self._held.leave((self.data / NOTE, self.journal), lambda: _log(self._finish_noted()))
                raise
        return notes

    def _finish_noted(self) -> list[str]:
        """Finish the unit whose note a crash has left; return a sentence if one did."""
        path = self.data / NOTE
        try:
            is_due = self._finish(_unit_in(read_file(path, MOST_NOTED)))
            _delete_note(path)
        except FileNotFoundError:
            return []
        except (ValueError, TypeError, KeyError, OddFile, StoreError):
            return [tr.records.unit_damaged(note=NOTE, kept=set_aside(path).name)]
        return [tr.records.unit_finished() if is_due else tr.records.unit_outdated(note=NOTE)]

    def _finish(self, unit: Unit) -> bool:
        """Do the rest of a unit that a crash has interrupted. Return False if there is nothing left to do.

        The note may be of a finished unit, if a power cut has brought it back. A document that is not the one
        that the unit was decided on was written since, and stays.
        """
        end, hashes = self.tail.head(), [unit.after, *(line.hash for line in unit.lines)]
        last = end.hash if end else ZERO
        if unit.lines and last not in hashes:
            return False  # more lines came behind it
        paths = [self._path(change.kind, change.key) for change in unit.changes]
        docs = [self._held.read(change.kind, path) for change, path in zip(unit.changes, paths, strict=True)]
        steps = list(zip(unit.changes, paths, docs, strict=True))
        are_new = any(_is_newer(change, doc) for change, _, doc in steps)
        for change, path, doc in steps:
            is_due = not are_new if change.version is None else _version(doc) == change.version
            if last == hashes[-1] and unit.lines:  # the documents came before
                continue
            if change.do == "put" and is_due:
                make_folder(path.parent)
                replace_file(path, change.body)
            elif change.do == "add" and is_due:
                self._put(Unit([change]), [path], [doc], [])
        if unit.lines and last != hashes[-1]:
            self.tail.append(unit.lines[hashes.index(last) :])
        for change, path, doc in steps:
            if change.do == "delete" and change.version in (None, _version(doc)):
                path.unlink(missing_ok=True)
        return not are_new


def _log(notes: Iterable[str]) -> None:
    """Log repairs that no start reports, because the disk refused something."""
    for note in notes:
        LOG.warning("%s", note)


def _delete_note(path: Path) -> None:
    """Delete the note of a unit that is done, or undone, for good."""
    path.unlink(missing_ok=True)
    with suppress(OSError):
        sync_folder(path.parent)


def _version(doc: Doc | None) -> int:
    return doc.version if doc else 0


def _is_newer(change: Change, doc: Doc | None) -> bool:
    """True if a put was decided on another document, and makes another one."""
    is_known = change.version is None or _version(doc) in (change.version, version_of(change.body))
    return change.do == "put" and not is_known


def _add(path: Path, whole: bytes, size: int, unsynced: bool) -> None:
    """Make a file's content `whole`, of which it has so many bytes, perhaps with a torn piece behind them.
    Raises OSError."""
    fd = open_regular(path, os.O_RDWR | os.O_APPEND)
    try:
        if os.fstat(fd).st_size > size:
            os.ftruncate(fd, size)
        write_all(fd, whole[size:])
        if not unsynced:
            os.fsync(fd)
    finally:
        os.close(fd)


def _sync(path: Path) -> None:
    with descriptor(path, os.O_RDONLY) as fd:
        os.fsync(fd)


def _cut(path: Path, size: int) -> None:
    with suppress(FileNotFoundError), descriptor(path, os.O_RDWR) as fd:
        if os.fstat(fd).st_size > size:
            os.ftruncate(fd, size)


def _restore(path: Path, doc: Doc | None, listing: Listing | None) -> None:
    if doc is not None:
        replace_file(path, doc.body)
    elif listing:
        listing.delete(path.name)
    else:
        path.unlink(missing_ok=True)


def _unit_in(data: bytes) -> Unit:
    """Parse a note. Raises ValueError, TypeError or KeyError if it is damaged."""
    tree = json.loads(data)
    changes = [
        Change(do, kind, key, version, b64decode(body)) for do, kind, key, version, body in tree["changes"]
    ]
    lines = [JournalLine.of(month, b64decode(raw)) for month, raw, *_ in tree["lines"]]
    return Unit(changes, lines, str(tree["after"]))
