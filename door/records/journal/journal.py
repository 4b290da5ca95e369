"""The journal: decisions become chained lines, which are written together.

Guarantees: a decision is made by a ledger that has counted every earlier line, also of decisions in the same
write. Its caller gets an answer once the lines are on the disk. If the disk refuses them, they count
already, and are written in order as soon as the disk allows.

Decisions that come together share one write and one fsync, in one thread. The journal's time never goes
back: a clock set back can't open a month again, nor give a day's turns twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Final

from door.records.journal.files import JournalFiles, time_of
from door.records.journal.grammar import fault_in
from door.records.journal.lines import (
    ZERO,
    Entry,
    Fields,
    RecordsError,
    chained,
    month_of,
    never_back,
    reason,
    stamp,
)
from door.records.store import Away, Blocking, Line, Moved, Unit
from door.records.store.files import Folder
from door.ui.texts import MaybeSaid, Said, tr

LOG: Final = logging.getLogger("door.records")
BEHIND: Final = timedelta(minutes=1)
"""How far the clock may lag behind the journal before we log a warning."""

BEHIND_TOLD: Final = (
    "The clock is %s behind the journal; the board's time waits for it.  `door clock` says what can be done."
)

Make = Callable[[datetime], Sequence[Fields]]
"""Makes a decision at the given time: the lines to write, without `v` and `prev`."""


class JournalError(RecordsError):
    """The disk refused the decision's lines. They count, and wait in memory."""


class LineRefused(RecordsError):
    """The journal's grammar refuses a line, so it is never written."""


class JournalBusy(JournalError):
    """The ledger can't be read right now. Nothing was decided."""


class Follower:
    """Counts the journal's lines, so that decisions can ask it. This one counts none."""

    is_stale = False
    """True if a line was only half counted. Then only `reread` helps."""

    def count(self, entries: Sequence[Entry]) -> None:
        """Count lines that are written, or wait."""

    def reread(self) -> None:
        """Count everything in the files again, and nothing else. Raises OSError."""
        self.is_stale = False


@dataclass(slots=True, eq=False)
class _Decision:
    """A decision. `entries` are empty until it is made."""

    make: Make
    done: Future[list[Entry]] = field(default_factory=Future)
    entries: list[Entry] = field(default_factory=list)

    def refuse(self, why: Exception) -> None:
        """Answer with an error, unless it has been answered."""
        if not self.done.done():
            self.done.set_exception(why)


class Journal:
    """The journal in `folder`: lines by the board's month in `zone`, at the (aware) times that `clock`
    returns. Set `follower` to have the lines counted."""

    def __init__(self, folder: Path, zone: tzinfo, clock: Callable[[], datetime]) -> None:
        self.files = JournalFiles(folder)
        self.store: Blocking = Folder(folder.parent)
        self.zone, self.clock, self.follower = zone, clock, Follower()
        self.trouble: MaybeSaid = ""
        self._asked: deque[_Decision] = deque()
        self._waiting: list[Entry] = []  # counted, but not written
        self._tip = ZERO, ""  # hash and time of the last line, written or waiting
        self._latest: datetime | None = None
        self._is_behind = False
        self._writer = ThreadPoolExecutor(1, "journal")

    @property
    def owes(self) -> bool:
        """True if lines wait to be written, or the ledger to be read again."""
        return bool(self._waiting) or self.follower.is_stale

    def now(self) -> datetime:
        """Return the board's time: the clock's, or the last line's if that is later."""
        moment, latest = self.clock(), self._latest
        return moment if latest is None or moment >= latest else latest

    async def decide(self, lines: Sequence[Fields] | Make) -> list[Entry]:
        """Decide on lines (the journal adds `t`); return them once they are on the disk.

        A function decides in the writer's thread, and may be called again. Raises JournalError if the disk
        refuses the lines, which then wait, and JournalBusy if nothing could be decided. Cancelling the caller
        doesn't cancel the decision.
        """
        decision = _decision(lines)
        self._asked.append(decision)
        self._writer.submit(self._drain)
        return await asyncio.shield(asyncio.wrap_future(decision.done))

    async def retry(self) -> bool:
        """Try again to write waiting lines; return True if none wait any more."""
        with suppress(JournalBusy):
            await self.decide(())
        return not self.owes

    def decide_now(self, lines: Sequence[Fields] | Make) -> list[Entry]:
        """Decide and wait, in a thread. If the lines can't be written they don't wait."""
        decision = _decision(lines)
        self._writer.submit(self._commit, [decision], keep=False).result()
        return decision.done.result()

    def repair(self) -> list[str]:
        """Repair the results of a crash; return a sentence for each repair, or why it failed."""
        try:
            notes = self.store.open()
        except Away as error:
            notes = [self._sentence(error)]
        with suppress(Away, OSError):
            self._find_end()
        return notes

    async def close(self) -> None:
        """Write waiting lines, if the disk lets us, and end the writer."""
        if self._waiting and not await self.retry():
            left = tr.count.lines(n=len(self._waiting))
            LOG.error("journal: %s could not be written: %s", left, self.trouble)
        self._writer.shutdown(wait=False)

    # -- in the writer's thread

    def _drain(self) -> None:
        batch = []
        while self._asked:
            batch.append(self._asked.popleft())
        if not batch:  # an earlier call took them all
            return
        try:
            self._commit(batch, keep=True)
        except Exception as error:  # callers would wait for ever
            self.follower.is_stale = True
            for decision in batch:
                decision.refuse(error)

    def _commit(self, batch: list[_Decision], keep: bool) -> None:
        """Make the batch's decisions, write their lines behind those that wait, and answer."""
        try:
            self._find_end()
            try:
                trouble = self._decide(batch, keep)
            except Moved:
                LOG.warning("The journal was changed under the running board; it is read anew.")
                self._waiting, self.follower.is_stale = [], True
                self._find_end()
                trouble = self._decide(batch, keep)
        except (Away, OSError) as error:
            for one in batch:
                one.refuse(JournalBusy(self._sentence(error)))
            return
        told: MaybeSaid = self._sentence(trouble) if trouble else ""
        self._tell(told)
        for one in batch:
            if told and one.entries:
                one.refuse(JournalError(told))
            elif not one.done.done():
                one.done.set_result(one.entries)

    def _find_end(self) -> None:
        """Find the last line. Read the ledger again if it is stale. Raises OSError."""
        if self.follower.is_stale:
            self.follower.reread()
            self.follower.count(self._waiting)
        if self._waiting:
            self._tip = self._waiting[-1].hash, self._waiting[-1].fields["t"]
        else:
            end = self.store.head()
            self._tip = (end.hash, time_of(end.raw)) if end else (ZERO, "")
        self._keep_time()

    def _decide(self, batch: list[_Decision], keep: bool) -> Away | None:
        """Make each decision with a ledger that has counted the ones before. Write all lines; return the
        disk's error if it refuses them. Then they wait, if we `keep` them."""
        moment, made = self.now(), list[Entry]()
        for one in batch:
            one.entries = self._made(one, moment)
            made += one.entries
            if keep:
                self.follower.count(one.entries)
        self._keep_time()
        entries = self._waiting + made
        try:
            if entries:
                lines = [Line.of(entry.month, entry.raw) for entry in entries]
                self.store.write(Unit(lines=lines, after=entries[0].fields["prev"]))
        except Away as error:
            if keep:
                self._waiting = entries
            return error
        self._waiting = []
        if not keep:
            self.follower.count(made)
        return None

    def _made(self, decision: _Decision, moment: datetime) -> list[Entry]:
        """Return the decision's lines, or none if it can't be made. That affects only its caller."""
        prev, t = self._tip
        try:
            lines: list[Fields] = [{"t": stamp(moment), **fields} for fields in decision.make(moment)]
            for fields in lines:
                if why := fault_in(fields):
                    raise LineRefused(tr.records.line_refused(kind=fields["kind"], why=why))
            entries = chained(never_back(lines, t), prev, month_of(moment, self.zone))
        except Exception as error:
            decision.refuse(error)
            return []
        if entries:
            self._tip = entries[-1].hash, entries[-1].fields["t"]
        return entries

    def _keep_time(self) -> None:
        """Note the last line's time, and warn if the clock is behind it."""
        t = self._tip[1]
        self._latest = datetime.fromisoformat(t) if t else None
        behind = self._latest - self.clock() if self._latest else timedelta()
        if behind > BEHIND and not self._is_behind:
            LOG.warning(BEHIND_TOLD, timedelta(seconds=round(behind.total_seconds())))
        self._is_behind = behind > BEHIND

    def _tell(self, trouble: MaybeSaid) -> None:
        """Log `trouble` with writing, and its end (""), once."""
        before, self.trouble = self.trouble, trouble
        if trouble and trouble != before:
            count = len(self._waiting)
            LOG.error("%s%s", trouble, f" Lines that wait in memory: {count}." if count else "")
        elif before and not trouble:
            LOG.warning("The journal can be written again; nothing waits.")

    def _sentence(self, error: Away | OSError) -> Said:
        why = reason(error) if isinstance(error, OSError) else str(error)
        return tr.records.journal_unwritable(folder=self.files.folder.name, reason=why)


def _decision(lines: Sequence[Fields] | Make) -> _Decision:
    return _Decision(lines if callable(lines) else lambda moment: lines)
