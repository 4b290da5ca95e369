"""The ledger of a journal that grows, by our lines and by other processes'.

Guarantees: only the journal's writer thread adds lines, in the journal's order. Everybody else asks through
`read`, and never sees half a line counted. The guard is never held while the disk is waited for.
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
from door.records.journal.journal import Follower, Journal, JournalError, nothing
from door.records.journal.lines import Entry, reason
from door.records.ledger import ledger_cache
from door.records.ledger.ledger import Ledger
from door.records.ledger.ledger_cache import Folded
from door.records.ledger.months import declared

LOG: Final = logging.getLogger("door.records")
T = TypeVar("T")


class LiveLedger(Follower):
    """The ledger of `journal`; `cache` is the folder that keeps it between starts."""

    def __init__(self, journal: Journal, doors: Mapping[str, Door], cache: Path) -> None:
        self.journal, self.doors, self.cache = journal, doors, cache
        self.version = 0
        self._folded = Folded(Ledger(doors))
        self._ahead: list[Entry] = []  # counted, but not in the files
        self._guard = threading.RLock()
        journal.follower = self

    def read(self, question: Callable[[Ledger], T]) -> T:
        """Ask the ledger; the answer must not be a part of it that changes."""
        with self._guard:
            return question(self._folded.ledger)

    async def sync(self) -> bool:
        """Count what other processes wrote, and write what waits if the disk lets us. Return False if the
        journal is busy, so that the ledger may be out of date."""
        try:
            await self.journal.decide(nothing)
        except JournalError:
            return False
        return True

    def sync_now(self) -> bool:
        """`sync` without an event loop."""
        try:
            self.journal.decide_now(nothing)
        except JournalError as error:
            LOG.error("%s", error)
            return False
        return True

    # -- for the journal's writer

    def reread(self) -> None:
        """Count the whole journal. Raises OSError."""
        folded = ledger_cache.fold(self.journal.files, self.doors, self.cache)
        with self._guard:
            self._folded, self._ahead, self.is_stale = folded, [], False
            self.version += 1

    def follow(self) -> None:
        """Count new lines of other processes. Raises OSError."""
        known = self._folded.place
        if self._was_cut():
            LOG.warning("The journal was cut or replaced under the running board; it is read anew.")
            self.reread()
        elif known != self.journal.store.place:  # don't list the folder at every write
            for entry, place in self.journal.files.since(known):
                if not self._count(self._folded.take, entry, place):
                    return

    def count(self, entries: Sequence[Entry]) -> None:
        """Count lines that are not in the files yet."""
        for entry in entries:
            self._ahead.append(entry)
            if not self._count(self._folded.ledger.fold, (entry,)):
                return

    def wrote(self) -> None:
        """Note that those lines are in the files now."""
        if self._ahead:
            self._folded.place, self._folded.last = self.journal.store.place, len(self._ahead[-1].raw) + 1
            self._folded.fresh += len(self._ahead)
            self._ahead = []

    def _count(self, step: Callable[..., None], *line: object) -> bool:
        """Count a line. If that fails halfway, the ledger has to be read again."""
        with self._guard:
            self.version += 1
            try:
                step(*line)
            except Exception as error:
                LOG.error("A line could not be counted, and the ledger is rebuilt: %r.", error)
                self.is_stale = True
        return not self.is_stale

    def _was_cut(self) -> bool:
        """True if the file we read last is shorter than it was. A missing folder may come back."""
        month, offset = self._folded.place
        if not month:
            return False
        try:
            return self.journal.files.path(month).stat().st_size < offset
        except (FileNotFoundError, NotADirectoryError):
            return self.journal.files.folder.is_dir()

    def put_away(self) -> None:
        """Move declared months from memory to a file of this process, while others ask: for a thread. The
        file has no name, so it is gone with the process."""
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
        """Write the cache for the next start, if it is worth it."""
        with self._guard:
            if not (self._ahead or self.is_stale):
                ledger_cache.keep(self._folded, self.cache)
