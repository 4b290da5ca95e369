"""The ledger of a journal that goes on growing, by our lines and by other processes'.

Law: the ledger is folded only from the journal, under the journal's lock, by its writer's
thread; lines that the disk refused are folded ahead and passed over later.  Everybody else
asks through `read`, so that nobody sees it half folded.  The guard is never held while the
disk is waited for, except by the fold itself.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from door.games.api import Door
from door.records.carry import read_ledger
from door.records.journal import START, Journal
from door.records.ledger import Ledger
from door.records.lines import Fields, reason

LOG: Final = logging.getLogger("door.records")
T = TypeVar("T")


class LiveLedger:
    """A ledger that follows `journal`; `cache` is the folder where closed months are kept."""

    def __init__(self, journal: Journal, doors: Mapping[str, Door], cache: Path) -> None:
        self.journal, self.doors, self.cache = journal, doors, cache
        self.version = 0
        self._ledger, self._place = Ledger(doors), START
        self._guard = threading.RLock()
        journal.written, journal.held = self.catch_up, self._count_ahead

    def open(self) -> None:
        """Reads the whole journal; OSError where it cannot be read."""
        with self._guard:
            self._ledger, self._place = read_ledger(self.journal, self.doors, self.cache)
            self._count_ahead(self.journal.waiting)

    def read(self, question: Callable[[Ledger], T]) -> T:
        """Asks the ledger something; the answer must not be a part of it that changes."""
        with self._guard:
            return question(self._ledger)

    async def sync(self) -> None:
        """Takes in what other processes wrote, and writes what waits, if the disk lets us."""
        await self.journal.append(self._nothing_new)

    def _nothing_new(self, moment: object) -> Sequence[Fields]:
        self.catch_up()
        return ()

    def catch_up(self) -> None:
        """Folds every new line; for the journal's writer, under its lock."""
        with self._guard:
            try:
                if self._was_cut():
                    LOG.warning("The journal was cut or replaced under the running board; it is read anew.")
                    self.open()
                for entry, place in self.journal.since(self._place):
                    self._ledger.fold((entry,))
                    self._place = place
                    self.version += 1
            except OSError as error:
                LOG.error("The journal cannot be read: %s.", reason(error))

    def _was_cut(self) -> bool:
        """Whether the file we read last is shorter than what we read; a folder that is gone
        altogether may come back, and what was read of it holds until then."""
        month, offset = self._place
        if not month or not self.journal.folder.is_dir():
            return False
        path = self.journal.path(month)
        return not path.exists() or path.stat().st_size < offset

    def _count_ahead(self, lines: Sequence[Fields]) -> None:
        with self._guard:
            for fields in lines:
                self._ledger.take_ahead(fields)
                self.version += 1
