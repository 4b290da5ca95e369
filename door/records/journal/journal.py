"""The journal: decisions become chained lines, which are written together.

Guarantees: a decision is made by a ledger that has counted every earlier line, also of decisions in the same
write. Its caller gets an answer once the lines are on the disk. If the disk refuses them, they count
already, and are written in order as soon as the disk allows. If another process has written first, the
decision is made again.

Decisions that come together share one turn, one write and one fsync, in one thread. The journal's time never
goes back: a clock set back can't open a month again, nor give a day's turns twice.
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

from door.records.journal.files import START, JournalFiles
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
from door.records.store import Store
from door.records.store.files import FileStore
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
    """The decision couldn't be written. It waits in memory."""


class LineRefused(RecordsError):
    """The journal's grammar refuses a line, so it is never written."""


class JournalBusy(JournalError):
    """Another process holds the journal for too long, or the ledger can't be read. Nothing was decided."""


class Follower:
    """Counts the journal's lines, so that decisions can ask it. This one counts none."""

    is_stale = False
    """True if a line was only half counted. Then only `reread` helps."""

    def follow(self) -> None:
        """Count new lines in the files."""

    def count(self, entries: Sequence[Entry]) -> None:
        """Count lines that are about to be written, or wait."""

    def wrote(self) -> None:
        """Note that the counted lines are in the files."""

    def reread(self) -> None:
        """Count everything in the files again, and nothing else. Raises OSError."""
        self.is_stale = False


@dataclass(slots=True, eq=False)
class _Decision:
    """A decision. With `later` it is made as soon as possible, otherwise now or not at all. `entries` are
    empty until it is made."""

    make: Make
    later: bool
    done: Future[list[Entry]] = field(default_factory=Future)
    entries: list[Entry] = field(default_factory=list)

    def refuse(self, why: Exception) -> None:
        """Answer with an error, unless it has been answered."""
        if not self.done.done():
            self.done.set_exception(why)


class Journal:
    """The journal in `folder`: lines by the board's month in `zone`, at the (aware) times that `clock`
    returns. Set `follower` to have the lines counted."""

    def __init__(
        self, folder: Path, zone: tzinfo, clock: Callable[[], datetime], patience: float = 10.0
    ) -> None:
        self.files = JournalFiles(folder)
        self.store: Store = FileStore(self.files, patience)
        self.zone, self.clock, self.follower = zone, clock, Follower()
        self.trouble: MaybeSaid = ""
        self._asked: deque[_Decision] = deque()
        self._waiting: list[_Decision] = []
        self._since = START  # the end of the files when the first waiting line was made
        self._uncounted: list[Entry] = []
        self._tip = ZERO, ""  # hash and time of the last line, written or waiting
        self._latest: datetime | None = None
        self._is_behind = False
        self._writer = ThreadPoolExecutor(1, "journal")

    @property
    def owes(self) -> bool:
        """True if a decision waits to be written."""
        return bool(self._waiting)

    def now(self) -> datetime:
        """Return the board's time: the clock's, or the last line's if that is later."""
        moment, latest = self.clock(), self._latest
        return moment if latest is None or moment >= latest else latest

    async def decide(self, lines: Sequence[Fields] | Make, later: bool = False) -> list[Entry]:
        """Decide on lines (the journal adds `t`); return them once they are on the disk.

        A function decides in the writer's thread, and may be called again. Raises JournalError if the disk
        refuses the lines, which then wait, and JournalBusy if nothing could be decided: given lines, and
        decisions that may come `later`, wait then too. Cancelling the caller doesn't cancel the decision.
        """
        decision = _decision(lines, later)
        self._asked.append(decision)
        self._writer.submit(self._drain)
        return await asyncio.shield(asyncio.wrap_future(decision.done))

    async def retry(self) -> bool:
        """Try again to write waiting lines; return True if none wait any more."""
        with suppress(JournalError):
            await self.decide(nothing)
        return not self.owes

    def decide_now(self, lines: Sequence[Fields] | Make) -> list[Entry]:
        """Decide and wait, in a thread. If the lines can't be written they don't wait."""
        decision = _decision(lines)
        self._writer.submit(self._commit, [decision], keep=False).result()
        return decision.done.result()

    def repair(self) -> list[str]:
        """Repair the results of a crash; return a sentence for each repair, or why it failed."""
        try:
            return self.store.repair()
        except OSError as error:
            return [self._sentence(error)]

    async def close(self) -> None:
        """Write waiting lines, if the disk lets us, and end the writer."""
        if not await self.retry():
            LOG.error("journal: %s could not be written: %s", tr.count.lines(n=self._left), self.trouble)
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
            self._uncounted, self.follower.is_stale = [], True
            for decision in batch:
                decision.refuse(error)

    def _commit(self, batch: list[_Decision], keep: bool) -> None:
        """Make and write the waiting decisions and the batch. Answer the batch after releasing the turn."""
        try:
            with self.store.turn():
                self._settle()
                trouble, has_turn = self._decide(batch, keep), True
        except OSError as error:
            if isinstance(error, TimeoutError) or self.follower.is_stale or not keep:
                self._refuse(batch, self._sentence(error), keep)
                return
            trouble, has_turn = self._decide(batch, keep, error), False
        told: MaybeSaid = self._sentence(trouble) if trouble else ""
        self._tell(told)
        for one in batch:
            if told and (one.entries or not has_turn):
                one.refuse(JournalError(told))
            elif not one.done.done():
                one.done.set_result(one.entries)

    def _settle(self) -> None:
        """Count every line in the files. If another process wrote before our waiting lines, their decisions
        are made again."""
        ahead = self._ahead()
        if ahead and ahead[0].fields["prev"] != self._end[0]:
            self.follower.is_stale = True
            self._drop({entry.hash for entry, _ in self.files.since(self._since)})
            ahead = self._ahead()
            if ahead and ahead[0].fields["prev"] != self._end[0]:
                LOG.warning("Another process has written to the journal; what waited is decided again.")
                for one in self._waiting:
                    one.entries = []
                ahead = []
        else:
            self.follower.follow()
        if self.follower.is_stale:
            self.follower.reread()
            self._uncounted = ahead
        self._since = self.store.place
        self._tip = (ahead[-1].hash, ahead[-1].fields["t"]) if ahead else self._end

    def _drop(self, written: set[str]) -> None:
        """Forget waiting lines that a disk kept although it refused them."""
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            rest = [entry for entry in one.entries if entry.hash not in written]
            if rest or not one.entries:
                one.entries = rest
                self._waiting.append(one)

    def _decide(self, batch: list[_Decision], keep: bool, trouble: OSError | None = None) -> OSError | None:
        """Make each decision with a ledger that has counted the ones before. Write all lines, unless there
        is `trouble`.

        Lines that can't be written wait. The batch's only wait if we `keep` it.
        """
        decisions = [*self._waiting, *batch]
        self._keep_time()
        moment = self.now()
        for one in decisions:
            if not one.entries:
                self._count()
                one.entries = self._made(one, moment)
                self._uncounted += one.entries
        self._keep_time()
        entries = [entry for one in decisions for entry in one.entries]
        try:
            if entries and not trouble:
                self.store.append(entries, after=self._end[0])
        except OSError as error:
            trouble = error
            if not keep:  # they are counted, and won't be written
                decisions, self.follower.is_stale = self._waiting, True
        self._waiting = [one for one in decisions if trouble and one.entries]
        self._count()
        if not trouble:
            self.follower.wrote()
        return trouble

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
            if decision.done.done():
                LOG.error("a line that waited cannot be made: %s", error)
            decision.refuse(error)
            return []
        if entries:
            self._tip = entries[-1].hash, entries[-1].fields["t"]
        return entries

    def _refuse(self, batch: list[_Decision], why: Said, keep: bool) -> None:
        """Decide nothing, while another process may be writing or the ledger can't be read."""
        if keep:
            self._waiting += [one for one in batch if one.later]
            self._tell(why)
        for one in batch:
            one.refuse(JournalBusy(why))

    def _count(self) -> None:
        lines, self._uncounted = self._uncounted, []
        self.follower.count(lines)

    def _ahead(self) -> list[Entry]:
        """Return the lines that wait."""
        return [entry for one in self._waiting for entry in one.entries]

    @property
    def _end(self) -> tuple[str, str]:
        """The hash and the time of the last line in the files."""
        return (self.store.end.hash, self.store.end.t) if self.store.end else (ZERO, "")

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
            LOG.error("%s%s", trouble, f" Lines that wait in memory: {self._left}." if self._waiting else "")
        elif before and not trouble:
            LOG.warning("The journal can be written again; nothing waits.")

    @property
    def _left(self) -> int:
        """The number of lines that wait, as far as they are made."""
        return sum(len(one.entries) or 1 for one in self._waiting)

    def _sentence(self, error: OSError) -> Said:
        return tr.records.journal_unwritable(folder=self.files.folder.name, reason=reason(error))


def nothing(moment: datetime) -> Sequence[Fields]:
    """Decide on no lines, only to count lines of the sysop's commands."""
    return ()


def _decision(lines: Sequence[Fields] | Make, later: bool = False) -> _Decision:
    return _Decision(lines, later) if callable(lines) else _Decision(lambda moment: lines, later=True)
