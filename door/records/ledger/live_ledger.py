"""The ledger of a journal that goes on growing, by our lines and by other processes'.

Law: the ledger is folded only from the journal, under the journal's lock, by its writer's
thread; lines that the disk refused are folded ahead and passed over later.  Everybody else
asks through `read`, and never sees a line half folded.  The guard is never held while the
disk is waited for, nor for longer than one line or one copy takes.

What a start believed of the cache is compared with the journal when the board is up
(`compare`); where it was wrong, the journal is read anew and the tables change.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from door.midend.api import Door
from door.records.journal.journal import Journal, JournalError
from door.records.journal.lines import Fields, reason
from door.records.ledger import ledger_cache
from door.records.ledger.ledger import Ledger
from door.records.ledger.ledger_cache import Folded

LOG: Final = logging.getLogger("door.records")
AT_ONCE: Final = 32_000_000
"""Bytes that a start compares before anybody waits for it; more of them are compared later."""

OFTEN: Final = 5_000
"""New lines after which a running board keeps its ledger anew."""

CHANGED: Final = "The journal is not what it was when its tables were kept; it is read anew."
T = TypeVar("T")


class LiveLedger:
    """A ledger that follows `journal`; `cache` is the folder where it is kept between starts."""

    def __init__(self, journal: Journal, doors: Mapping[str, Door], cache: Path) -> None:
        self.journal, self.doors, self.cache = journal, doors, cache
        self.version = 0
        self._folded = Folded(Ledger(doors))
        self._guard = threading.RLock()
        self._keeping, self._comparing = threading.Lock(), asyncio.Lock()
        self._closed = threading.Event()
        journal.written, journal.held, journal.changed = self.catch_up, self._count_ahead, self._anew

    def open(self) -> None:
        """Reads the whole journal; OSError where it cannot be read."""
        folded = ledger_cache.fold(self.journal, self.doors, self.cache)
        if sum(part.size for part in folded.doubts) <= AT_ONCE:
            sure = ledger_cache.compared(self.journal, folded.doubts)
            if sure is None:
                LOG.warning(CHANGED)
                folded = ledger_cache.fold(self.journal, self.doors)
            else:
                folded.settle(sure)
        self._begin(folded)

    def _begin(self, folded: Folded) -> None:
        with self._guard:
            self._folded = folded
            self._count_ahead(self.journal.waiting)
            self.version += 1

    def read(self, question: Callable[[Ledger], T]) -> T:
        """Asks the ledger something; the answer must not be a part of it that changes."""
        with self._guard:
            return question(self._folded.ledger)

    async def sync(self) -> bool:
        """Takes in what other processes wrote, and writes what waits, if the disk lets us; whether
        it was done under the lock, so that the ledger is the truth."""
        locked = False

        def look(moment: object) -> Sequence[Fields]:
            nonlocal locked
            locked = self.journal.is_locked
            return self.nothing_new(moment)

        await self.journal.append(look, "pass")
        return locked

    def catch_up_now(self) -> bool:
        """`sync` where there is no loop yet."""
        try:
            self.journal.append_now(self.nothing_new)
        except JournalError as error:
            LOG.error("%s", error)
            return False
        return True

    def nothing_new(self, moment: object) -> Sequence[Fields]:
        """For `append`: no line of ours, but everybody else's."""
        self.catch_up()
        return ()

    def catch_up(self) -> None:
        """Folds every new line; for the journal's writer, under its lock."""
        try:
            if self._was_cut():
                LOG.warning("The journal was cut or replaced under the running board; it is read anew.")
                self.open()
            for entry, _ in self.journal.since(self._folded.place):
                with self._guard:
                    self._folded.take(entry)
                    self.version += 1
        except OSError as error:
            LOG.error("The journal cannot be read: %s.", reason(error))

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
        if not month or not self.journal.folder.is_dir():
            return False
        path = self.journal.path(month)
        return not path.exists() or path.stat().st_size < offset

    def _count_ahead(self, lines: Sequence[Fields]) -> None:
        with self._guard:
            for fields in lines:
                self._folded.ledger.take_ahead(fields)
                self.version += 1

    # -- between two starts

    @property
    def wants_comparing(self) -> bool:
        """Whether something is in doubt and nobody looks into it yet."""
        return bool(self._folded.doubts) and not self._comparing.locked()

    async def compare(self) -> None:
        """Finds out whether what a start believed is true, and reads the journal anew if not;
        nothing to do where there is no doubt, or no more once the ledger is closed."""
        async with self._comparing:
            if not self._folded.doubts or await self._is_true(self._folded):
                return
            LOG.warning(CHANGED)
            try:
                fresh = await asyncio.to_thread(
                    ledger_cache.fold, self.journal, self.doors, stop=self._closed.is_set
                )
            except OSError as error:
                LOG.error("The journal cannot be read: %s.", reason(error))
                return

            def begin(moment: object) -> Sequence[Fields]:
                self._begin(fresh)
                return self.nothing_new(moment)

            if not self._closed.is_set():
                await self.journal.append(begin, "pass")

    async def _is_true(self, folded: Folded) -> bool:
        """Whether the journal has what is in doubt; there is no doubt then any more."""
        sure = await asyncio.to_thread(
            ledger_cache.compared, self.journal, folded.doubts, self._closed.is_set
        )
        if sure is None:
            return False
        with self._guard:
            folded.settle(sure)
        return True

    def keep(self, least: int = OFTEN) -> None:
        """Keeps the ledger for the next start, where that is worth it: where `least` lines are
        new and nothing is in doubt.  Takes its time; another thread's work."""
        if not self._keeping.acquire(blocking=False):
            return
        try:
            with self._guard:
                folded = self._folded
                if folded.fresh < least or folded.doubts or folded.ledger.is_ahead:
                    return
                folded.fresh, copied = 0, folded.copy()
            ledger_cache.keep(self.journal, copied, self.cache)
            with self._guard:
                folded.settle(copied.closed)
        finally:
            self._keeping.release()

    def closing(self) -> None:
        """Nothing is compared any more."""
        self._closed.set()
