"""A folder as a store: the journal's files, written by one process at a time.

Guarantees: an append is one write followed by fsync. If that fails the file is truncated again, and if even
that fails, the next turn finds out what is there. A torn line at the end is kept in `*.torn` before it is cut
off. A line is sound if it has its newline and no NUL byte, which a power cut leaves in place of lost blocks.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from door.records.files.disk import is_odd, lock_file, make_folder, opened, set_aside, sync_folder, write_all
from door.records.journal.files import PIECE, START, JournalFiles, Place, line_ends, time_of
from door.records.journal.lines import ZERO, Entry, digest
from door.records.store import Moved
from door.ui.catalogue import tr

LOG: Final = logging.getLogger("door.records")


@dataclass(frozen=True, slots=True)
class End:
    """The last line: its file and that file's size, its hash and its time ("" if it isn't valid)."""

    path: Path
    size: int
    hash: str
    t: str

    @property
    def place(self) -> Place:
        """The place behind it."""
        return self.path.stem, self.size


class FileStore:
    """Keeps the journal in the folder of `files`. A turn is waited for `patience` seconds."""

    def __init__(self, files: JournalFiles, patience: float = 10.0) -> None:
        self.files, self.patience = files, patience
        self.end: End | None = None
        self._newest = ""  # the month that the next line can't be before
        self._has_turn = False

    @property
    def place(self) -> Place:
        """The place behind the last line."""
        return self.end.place if self.end else START

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Lock the journal and find its end."""
        with self._locked():
            self.end = self._found(LOG.warning)
            yield

    @contextmanager
    def _locked(self) -> Iterator[None]:
        if self.end is None:  # don't remake a folder that vanishes while we run
            make_folder(self.files.folder)
        with lock_file(self.files.folder / ".lock", self.patience):
            self._has_turn = True
            try:
                yield
            finally:
                self._has_turn = False

    def repair(self) -> list[str]:
        """Cut off a torn line, and rename anything that has a month's name but is not a file."""
        notes: list[str] = []
        with self._locked():
            for path in map(self.files.path, self.files.months()):
                if is_odd(path):
                    notes.append(tr.records.no_journal_file(file=path.name, kept=set_aside(path).name))
            self.end = self._found(notes.append)
        return notes

    def append(self, entries: Sequence[Entry], after: str) -> None:
        """Write the entries, all to one file."""
        with nullcontext() if self._has_turn else self.turn():
            if (self.end.hash if self.end else ZERO) != after:
                raise Moved(tr.records.journal_changed())
            path = self.files.path(max(self._newest, *(entry.month for entry in entries)))
            blob = b"".join(entry.raw + b"\n" for entry in entries)
            with opened(path, os.O_RDWR | os.O_APPEND | os.O_CREAT) as fd:
                size = os.fstat(fd).st_size
                try:
                    write_all(fd, blob)
                    os.fsync(fd)
                except OSError:
                    with suppress(OSError):
                        os.ftruncate(fd, size)
                    raise
            if size == 0:
                sync_folder(self.files.folder)
            self.end = _end_of(path, size + len(blob), entries[-1].raw)

    def _found(self, told: Callable[[str], None]) -> End | None:
        self._newest = ""
        for month in reversed(self.files.months()):
            self._newest, path = month, self.files.path(month)
            size = path.stat().st_size
            if self.end and (path, size) == (self.end.path, self.end.size):
                return self.end
            if end := _sound_end(path, size, told):
                return end
        self._newest = ""
        return None


def _end_of(path: Path, size: int, raw: bytes) -> End:
    return End(path, size, digest(raw), time_of(raw))


def _sound_end(path: Path, size: int, told: Callable[[str], None]) -> End | None:
    """Cut off a torn line; return the last sound line, or None."""
    with path.open("rb+") as file:
        begin, end = _last_line(file, size)
        if end < size:
            told(_keep_torn(path, file, end, size))
            file.truncate(end)
            os.fsync(file.fileno())
        file.seek(begin)
        raw = file.read(max(0, end - begin - 1))
    return _end_of(path, end, raw) if end else None


def _keep_torn(path: Path, file: BinaryIO, start: int, size: int) -> str:
    """Copy a torn line to `*.torn`, with a hole for blocks that never reached the disk; return a sentence."""
    aside = path.with_name(path.name + ".torn")
    if is_odd(aside):
        set_aside(aside)
    with opened(aside, os.O_WRONLY | os.O_CREAT) as fd:
        place = os.lseek(fd, 0, os.SEEK_END)
        file.seek(start)
        while data := file.read(min(PIECE, size - file.tell())):
            if data != bytes(len(data)):
                os.lseek(fd, place, os.SEEK_SET)
                write_all(fd, data)
            place += len(data)
        os.lseek(fd, place, os.SEEK_SET)
        write_all(fd, b"\n")
        os.fsync(fd)
    return tr.records.torn_line_kept(file=path.name, bytes=size - start, kept=aside.name)


def _last_line(file: BinaryIO, size: int) -> tuple[int, int]:
    """Return where the last sound line begins and ends; (0, 0) without one."""
    ends = line_ends(file, size)
    end = next(ends)
    for begin in ends:
        if not _has_nul(file, begin, end):
            return begin, end
        end = begin
    return 0, 0


def _has_nul(file: BinaryIO, begin: int, end: int) -> bool:
    file.seek(begin)
    while begin < end:
        data = file.read(min(PIECE, end - begin))
        if not data or b"\0" in data:
            return True
        begin += len(data)
    return False
