"""The journal's files on the disk: read by anybody, written by whoever holds their lock.

Law: all that is written is one write, and the disk is waited for; where it refuses, the file is cut back
to what it was, or is in doubt until the next who locks finds out.  A line's `t` is that of the line
before it where the clock says less, and so is the board's time (`now`).
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Final

from door.records.files.disk import lock_file, make_folder, opened, set_aside, sync_folder, write_all
from door.records.journal.lines import ZERO, Entry, Fields, chained, month_of
from door.records.journal.tail import Doubt, Tail, journal_months, odd_months, read_lines, sound_end, tail_of
from door.records.journal.waiting import never_back

LOG: Final = logging.getLogger("door.records")
BEHIND: Final = timedelta(minutes=1)
"""How far a clock may be behind the journal before the log is told."""

BEHIND_TOLD: Final = (
    "The clock is %s behind the journal; the board's time waits for it.  `door clock` says what can be done."
)

Place = tuple[str, int]
"""A month's file, and a byte of it."""

START: Final[Place] = ("", 0)


class JournalFiles:
    """The folder `journal/`, its files by the board's month in `zone`; `clock` gives aware times.

    `end` is the last line as far as is known, `is_locked` whether we hold the lock: who makes lines
    does without it where the folder is gone.
    """

    def __init__(self, folder: Path, zone: tzinfo, clock: Callable[[], datetime]) -> None:
        self.folder, self.zone, self.clock = folder, zone, clock
        self.end: Tail | None = None
        self.is_locked = False
        self._newest = ""  # the month of the last line when the end was found
        self._doubt: Doubt | None = None
        self._latest: datetime | None = None
        self._stands_still = False

    def now(self) -> datetime:
        """The board's time: the clock's, or the last line's where that is later."""
        moment, latest = self.clock(), self._latest
        return moment if latest is None or moment >= latest else latest

    # -- reading

    def months(self) -> list[str]:
        """The months that have a file, oldest first."""
        return journal_months(self.folder)

    def path(self, month: str) -> Path:
        """A month's file."""
        return self.folder / f"{month}.jsonl"

    def since(self, place: Place) -> Iterator[tuple[Entry, Place]]:
        """Every whole line after `place` (START for all), each with the place that follows it."""
        for month in self.months():
            if month >= place[0]:
                offset = place[1] if month == place[0] else 0
                for entry, after in read_lines(self.path(month), month, offset):
                    yield entry, (month, after)

    @property
    def end_place(self) -> Place:
        """The place behind the last line."""
        return (self.end.path.stem, self.end.size) if self.end else START

    # -- writing

    @contextmanager
    def locked(self, patience: float) -> Iterator[None]:
        """Holds the lock; OSError where it cannot be had, TimeoutError where somebody holds it longer
        than `patience` seconds."""
        if self.end is None:  # a folder that vanishes under a running board is not begun anew
            make_folder(self.folder)
        with lock_file(self.folder / ".lock", patience):
            self.is_locked = True
            try:
                yield
            finally:
                self.is_locked = False

    def settle_doubt(self) -> int:
        """Cuts off what a failing disk left, if it can be; else those lines are written after all, and
        how many they are."""
        count = self._doubt.blob.count(b"\n") if self._doubt and self._doubt.is_written() else 0
        self._doubt = None
        return count

    def set_odd_aside(self, told: Callable[[str], None]) -> None:
        """Rename what has a month's name and is not a file: no line was ever written there."""
        for path in odd_months(self.folder):
            told(f"{path.name} is not a file; it was kept as {set_aside(path).name}.")

    def find_end(self, told: Callable[[str], None]) -> None:
        """The journal's end, found anew where it has changed; torn lines are cut off and `told` of."""
        self.end = self._found(told)
        self._keep_time()

    def _found(self, told: Callable[[str], None]) -> Tail | None:
        self._newest = ""
        for month in reversed(self.months()):
            self._newest, path = month, self.path(month)
            size = path.stat().st_size
            if self.end and (path, size) == (self.end.path, self.end.size):
                return self.end
            if found := sound_end(path, size, told):
                return found
        self._newest = ""
        return None

    def write(self, lines: Sequence[Fields]) -> list[Entry]:
        """Puts all lines behind the end that was found under this lock, and waits for the disk; OSError
        leaves the file as it was."""
        lines = never_back(lines, self.end.t if self.end else "")
        month = max(month_of(self.now(), self.zone), self._newest)
        entries = chained(lines, self.end.hash if self.end else ZERO, month)
        blob = b"".join(entry.raw + b"\n" for entry in entries)
        path = self.path(month)
        with opened(path, os.O_RDWR | os.O_APPEND | os.O_CREAT) as fd:
            size = os.fstat(fd).st_size
            try:
                write_all(fd, blob)
                os.fsync(fd)
            except OSError:
                self._doubt = Doubt(path, size, blob).unless_cut(fd)
                raise
        if size == 0:
            sync_folder(self.folder)
        self.end = tail_of(path, size + len(blob), entries[-1].raw)
        self._keep_time()
        return entries

    def _keep_time(self) -> None:
        """Takes note of the last line's time; the log is told when the clock is behind it."""
        self._latest = self.end.moment if self.end else None
        behind = self._latest - self.clock() if self._latest else timedelta()
        if behind > BEHIND and not self._stands_still:
            LOG.warning(BEHIND_TOLD, timedelta(seconds=round(behind.total_seconds())))
        self._stands_still = behind > BEHIND
