"""The ledger of a journal that goes on growing, by our lines and by other processes'.

Law: the ledger is folded only from the journal, under the journal's lock, by its writer's
thread; lines that count before they are written are folded ahead and passed over later.  Everybody else
asks through `read`, and never sees a line half folded.  The guard is never held while the
disk is waited for, nor for longer than one line takes.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Final, TypeVar

from door.midend.api import Door
from door.records.journal.journal import Journal, JournalError
from door.records.journal.lines import Fields, reason
from door.records.ledger import ledger_cache
from door.records.ledger.ledger import Ledger
from door.records.ledger.ledger_cache import Folded
from door.records.ledger.months import declared
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")
T = TypeVar("T")


class LiveLedger:
    """A ledger that follows `journal`; `cache` is the folder where it is kept between starts."""

    def __init__(self, journal: Journal, doors: Mapping[str, Door], cache: Path) -> None:
        self.journal, self.doors, self.cache = journal, doors, cache
        self.version = 0
        self._folded, self._is_stale = Folded(Ledger(doors)), False
        self._guard = threading.RLock()
        journal.written, journal.ahead, journal.changed = self.catch_up, self._count_ahead, self._anew

    def open(self) -> None:
        """Reads the whole journal; OSError where it cannot be read."""
        self._read(self.journal.waiting)

    def _read(self, ahead: Sequence[Fields]) -> None:
        folded = ledger_cache.fold(self.journal.files, self.doors, self.cache)
        folded.ledger.take_ahead(ahead)
        with self._guard:
            self._folded, self._is_stale = folded, False
            self.version += 1

    def read(self, question: Callable[[Ledger], T]) -> T:
        """Asks the ledger something; the answer must not be a part of it that changes."""
        with self._guard:
            return question(self._folded.ledger)

    async def sync(self) -> bool:
        """Takes in what other processes wrote, and writes what waits, if the disk lets us; whether
        it was done under the lock, so that the ledger is the truth."""
        try:
            await self.journal.append(self.nothing_new)
        except JournalError:
            return False
        return True

    def sync_now(self) -> bool:
        """`sync` where there is no loop yet."""
        try:
            self.journal.append_now(self.nothing_new)
        except JournalError as error:
            LOG.error("%s", error)
            return False
        return True

    def nothing_new(self, moment: object) -> Sequence[Fields]:
        """For `append`: no line of ours, but everybody else's."""
        self.catch_up_locked()
        return ()

    def catch_up_locked(self) -> None:
        """Where something is decided for everybody: all lines taken in, under the journal's lock and
        never without.  JournalError where we do not have it."""
        if not self.journal.files.is_locked:
            raise JournalError(self.journal.trouble or "The journal cannot be locked; it is tried again.")
        self.catch_up()

    def catch_up(self) -> None:
        """Folds every new line; for the journal's writer, under its lock.  JournalError if a line was folded
        halfway and the ledger cannot be rebuilt."""
        try:
            if self._was_cut():
                LOG.warning("The journal was cut or replaced under the running board; it is read anew.")
                self._rebuild()
            elif not self._is_stale:
                self._fold_new()
            ledger = self._folded.ledger
            if self._is_stale or (ledger.disordered and not ledger.is_ahead):
                self._rebuild()
        except OSError as error:
            LOG.error("The journal cannot be read: %s.", reason(error))
            if self._is_stale:
                raise JournalError(tr.play.records_busy()) from None

    def _fold_new(self) -> None:
        files, known = self.journal.files, self._folded.place
        # Without news the folder is not listed: 0.06 ms with ten years of files.
        for entry, place in files.since(known) if known != files.end_place else ():
            with self._guard:
                try:
                    self._folded.take(entry, place)
                except Exception as error:
                    self._distrust(error)
                    return
                self.version += 1

    def _distrust(self, error: Exception) -> None:
        """A line was folded halfway: the next to catch up rebuilds the ledger."""
        LOG.error("A line could not be counted, and the ledger is rebuilt: %r.", error)
        self._is_stale = True

    def _rebuild(self) -> None:
        self._read(list(self._folded.ledger.ahead.values()))

    def _anew(self) -> None:
        """What was counted ahead is not what will be written: everything is counted again."""
        try:
            self.open()
        except OSError as error:
            LOG.error("The journal cannot be read: %s.", reason(error))

    def _was_cut(self) -> bool:
        """Whether the file we read last is shorter than what we read; a folder that is gone
        altogether may come back, and what was read of it holds until then."""
        month, offset = self._folded.place
        if not month:
            return False
        try:
            return self.journal.files.path(month).stat().st_size < offset
        except (FileNotFoundError, NotADirectoryError):
            return self.journal.files.folder.is_dir()

    def _count_ahead(self, lines: Sequence[Fields]) -> None:
        with self._guard:
            try:
                self._folded.ledger.take_ahead(lines)
            except Exception as error:
                self._distrust(error)
            self.version += 1

    def put_away(self) -> None:
        """The months that were declared leave the memory for the disk, while others ask: for a thread.  The
        file is only this process's, and gone with it."""
        ledger, path = self._folded.ledger, self.cache / f"books.{token_hex(4)}"
        if not self.read(lambda ledger: declared(ledger.months)):
            return
        try:
            ledger_cache.put_away(ledger, path, self._guard)
        except OSError as error:
            LOG.warning("Last month stays in memory: %s.", reason(error))
        finally:
            with suppress(OSError):
                path.unlink()

    def keep(self) -> None:
        """Keeps the ledger for the next start, where that is worth it; once nothing is written any more."""
        with self._guard:
            ledger_cache.keep(self._folded, self.cache)
