"""The end of the journal's files, written by their folder's owner alone.

Guarantees: an append is one write followed by fsync, or by `sync` later. If that fails the file is truncated
again, and if even that fails, before the next append. A torn line at the end is kept in `*.torn` before it is
cut off. A line is sound if it has its newline and no NUL byte, which a power cut leaves in place of lost
blocks.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from door.records.files.disk import descriptor, is_odd, make_folder, set_aside, sync_folder, write_all
from door.records.journal.files import MARK, PIECE, journal_months, line_ends
from door.records.journal.lines import JournalLine
from door.records.store import Conflict
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")


class JournalTail:
    """The last line of the journal in a journal's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._end: JournalLine | None = None
        self._size = 0  # bytes of its month's file
        self._is_found = False
        self._unsynced = set[Path]()
        self._left: tuple[Path, int] | None = (
            None  # a file that is longer than it should be, and its right size
        )

    def head(self) -> JournalLine | None:
        """Return the last line, for which the files are read the first time."""
        if not self._is_found:
            self._find(LOG.warning)
        return self._end

    def repair(self) -> list[str]:
        """Cut off a torn line, and rename anything that has a month's name but is not a file."""
        notes: list[str] = []
        for month in journal_months(self.folder):
            if is_odd(path := self.folder / f"{month}.jsonl"):
                notes.append(tr.records.no_journal_file(file=path.name, kept=set_aside(path).name))
        self._find(notes.append)
        with descriptor(self.folder / MARK, os.O_WRONLY | os.O_CREAT):  # raises on a read-only disk
            return notes

    def append(self, lines: Sequence[JournalLine], is_synced: bool = True) -> None:
        """Write the lines behind the last one, all to one file. Raises Conflict if the file isn't as we left
        it, or OSError if nothing was written."""
        end, months = self.head(), [line.month for line in lines]
        month = max(end.month, *months) if end else max(months)
        path, blob = self.folder / f"{month}.jsonl", b"".join(line.raw + b"\n" for line in lines)
        if self._left:
            self.cut_back()
        with descriptor(path, os.O_RDWR | os.O_APPEND | os.O_CREAT) as fd:
            size = self._size if end and end.month == month else 0
            if os.fstat(fd).st_size != size:
                self._is_found = False
                raise Conflict(tr.records.journal_changed())
            try:
                write_all(fd, blob)
                if is_synced:
                    os.fsync(fd)
                else:
                    self._unsynced.add(path)
                if size == 0:
                    self.sync()  # `keep_only` looks at the last file only
                    sync_folder(self.folder)
            except OSError:
                self._left = path, size
                with suppress(OSError):
                    self.cut_back()
                raise
        self._end, self._size = lines[-1]._replace(month=month), size + len(blob)

    def sync(self) -> None:
        """Sync what was appended without it. Raises OSError."""
        with suppress(KeyError):  # also if two threads do it
            while path := self._unsynced.pop():
                with descriptor(path, os.O_RDWR) as fd:
                    os.fsync(fd)

    def keep_only(self, lines: Sequence[JournalLine]) -> int:
        """Cut the last file back to where its end differs from these lines of its month; return how many of
        them are gone. A power cut may have damaged blocks that weren't synced."""
        assert self._end
        path = self.folder / f"{self._end.month}.jsonl"
        at = max(0, self._size - sum(len(line.raw) + 1 for line in lines))
        with path.open("rb") as file:
            file.seek(at)
            for count, line in enumerate(lines):
                if file.read(len(line.raw) + 1) != line.raw + b"\n":
                    self._left, self._is_found = (path, at), False
                    self.cut_back()
                    return len(lines) - count
                at += len(line.raw) + 1
        return 0

    def cut_back(self) -> None:
        """Remove what a crash or a failed append has left behind."""
        if self._left:
            path, size = self._left
            with suppress(FileNotFoundError), descriptor(path, os.O_RDWR) as fd:
                if os.fstat(fd).st_size > size:
                    os.ftruncate(fd, size)
                    os.fsync(fd)
            self._left = None

    def _find(self, told: Callable[[str], None]) -> None:
        """Find the last line, and cut off a torn one behind it."""
        make_folder(self.folder)
        self._end = self._left = None
        for month in reversed(journal_months(self.folder)):
            path = self.folder / f"{month}.jsonl"
            with path.open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                begin, end = _last_line(file, size)
                file.seek(begin)
                raw = file.read(max(0, end - begin - 1))
                if end < size:
                    self._left = path, end
                    told(_keep_torn(path, file, end, size))
                    self.cut_back()
            if end:
                self._end, self._size = JournalLine.of(month, raw), end
                break
        self._is_found = True


def _keep_torn(path: Path, file: BinaryIO, start: int, size: int) -> str:
    """Copy a torn line to `*.torn`, with a hole for blocks that never reached the disk; return a sentence."""
    aside = path.with_name(path.name + ".torn")
    if is_odd(aside):
        set_aside(aside)
    with descriptor(aside, os.O_WRONLY | os.O_CREAT) as fd:
        place = os.lseek(fd, 0, os.SEEK_END)
        file.seek(start)
        while data := file.read(PIECE):
            if data != bytes(len(data)):
                os.lseek(fd, place, os.SEEK_SET)
                write_all(fd, data)
            place += len(data)
        os.lseek(fd, place, os.SEEK_SET)
        write_all(fd, b"\n")
        os.fsync(fd)
    return tr.records.torn_line_kept(file=path.name, n=size - start, kept=aside.name)


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
