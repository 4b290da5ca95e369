"""The journal: what callers ask it to write becomes decisions, then chained lines, and is written as units
with its documents.

Guarantees: a decision is made by a ledger that has counted every line before it. Decisions about the same
thing are made one after the other; decisions about different things share a unit, and don't see each other.
A decision's caller gets an answer once the unit is written. If the disk refuses, nothing has been decided:
a decision that `waits` is kept, and made again, in order, once the disk allows it.

The journal's time never goes back: a clock set back can't open a month again, nor give a day's turns twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from door.records.journal.grammar import fault_in, time_of
from door.records.journal.lines import (
    ZERO,
    Fields,
    JournalLine,
    RecordsError,
    chain_lines,
    decode,
    month_of,
    reason,
    stamp,
)
from door.records.store import (
    Change,
    Conflict,
    Forbidden,
    Odd,
    Store,
    StoreRefused,
    Unanswered,
    Unit,
    as_reason,
)
from door.ui.texts import MaybeSaid, Said, tr

T = TypeVar("T")
# -- decisions -------------------------------------------------------------------------------------


class JournalPlan(NamedTuple):
    """A decision: lines (without `v` and `prev`), and changes of documents, which are written together."""

    lines: Sequence[Fields] = ()
    changes: Sequence[Change] = ()


NOTHING: Final = JournalPlan()

Make = Callable[[datetime], JournalPlan | Sequence[Fields]]
"""Makes a decision at the given time, by the ledger. It may be called again."""


class WrittenLines(NamedTuple):
    """A decision's lines, and the new versions of the documents that it changed."""

    entries: list[JournalLine]
    versions: list[int]


class JournalBusy(RecordsError):
    """The disk refuses, or the ledger can't be read. Nothing was decided."""


class JournalWaits(JournalBusy):
    """The same, but the decision waits. `late` has its answer, if it is ever made."""

    def __init__(self, why: Said, late: Future[WrittenLines]) -> None:
        super().__init__(why)
        self.late = late


ALL: Final = "everything"
Tip = tuple[str, str]
"""The hash and the time of the last line."""


@dataclass(slots=True, eq=False)
class Decision:
    """A decision about something: a caller at a door, a match, or `ALL`. None is for mere lines."""

    make: Make
    moment: datetime  # when it was asked for
    about: object = None
    waits: bool = False
    done: Future[WrittenLines] = field(default_factory=Future)
    answer: Future[WrittenLines] = field(default_factory=Future)
    """`done`, until the caller was told that the decision waits; then the `late` of that."""

    heard: asyncio.Future[None] | None = None  # of an event loop that waits for `done`
    refused: MaybeSaid = ""
    """Why its document was refused: the others are written without it."""

    is_made: bool = False
    plan: JournalPlan = NOTHING
    entries: list[JournalLine] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """True if it was made, and there is nothing to write."""
        return self.is_made and not self.entries and not self.plan.changes

    def decide(self, tip: Tip, moment: datetime, month: str) -> Tip:
        """Make the decision and chain its lines behind the last one, in that month's file. Return the last
        line then. If it can't be made, that affects only its caller. A decision that was refused is not made
        again. Raises StoreRefused or Unanswered."""
        self.plan, self.entries, self.is_made = NOTHING, [], False
        if self.answer.done():
            return tip
        prev, t = tip
        try:
            plan, lines = self.make(moment), list[Fields]()
            plan = plan if isinstance(plan, JournalPlan) else JournalPlan(plan)
            for fields in plan.lines:
                line = {"t": stamp(moment), **fields}
                if why := fault_in(line):
                    raise RecordsError(tr.records.line_refused(kind=line["kind"], why=why))
                t = max(t, line["t"])
                if t != line["t"]:  # times never go back; a table still says when play began
                    line = ({"begun": line["t"]} if line["kind"] == "table" else {}) | line | {"t": t}
                lines.append(line)
            entries = chain_lines(lines, prev, month)
        except (StoreRefused, Unanswered):
            raise
        except Exception as error:
            self.refuse(error)
            return tip
        self.plan, self.entries, self.is_made = plan, entries, True
        return (entries[-1].hash, entries[-1].fields["t"]) if entries else tip

    def write_down(self, versions: list[int]) -> None:
        if not self.answer.done():
            self.answer.set_result(WrittenLines(self.entries, versions))

    def refuse(self, why: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(why)

    def put_off(self, why: Said, flight: Future[list[int]] | None = None) -> None:
        """Tell the caller that it waits, once, or refuse it, unless there is nothing to write. It may be
        written by `flight`."""
        if self.is_empty:
            self.write_down([])
        elif not self.waits:
            self.refuse(Unanswered(str(why), flight) if flight else JournalBusy(why))
        elif not self.done.done():
            self.answer = Future()
            self.done.set_exception(JournalWaits(why, self.answer))


def wake(batch: list[Decision]) -> None:
    """Tell the event loop, in one call, which decisions have an answer."""
    if waiting := [one.heard for one in batch if one.heard and one.done.done()]:
        with suppress(RuntimeError):  # the loop has ended
            waiting[0].get_loop().call_soon_threadsafe(_tell_all, waiting)


def _tell_all(waiting: list[asyncio.Future[None]]) -> None:
    for heard in waiting:
        if not heard.done():
            heard.set_result(None)


def together(todo: list[Decision]) -> list[Decision]:
    """Return the first decisions that are about different things."""
    seen = set[object]()
    for count, one in enumerate(todo):
        if one.about in seen or (count and (ALL in (one.about, *seen) or one.refused or todo[0].refused)):
            return todo[:count]
        if one.about is not None:
            seen.add(one.about)
    return list(todo)


LOG: Final = logging.getLogger("door.records")
# -- the journal -----------------------------------------------------------------------------------

FOLDER: Final = "journal"
BEHIND: Final = timedelta(minutes=1)
"""How far the clock may lag behind the journal before we log a warning."""

BEGINNING: Final = datetime.min.replace(tzinfo=UTC)
BEHIND_TOLD: Final = (
    "The clock is %s behind the journal; the board's time waits for it.  `door clock` says what can be done."
)


class JournalFollower:
    """Counts the journal's lines, so that decisions can ask it. This one counts none."""

    is_stale = False
    """True if a line was only half counted. Then only `reread` helps."""

    def count(self, entries: Sequence[JournalLine]) -> None:
        """Count lines that have been written."""

    def follow(self) -> None:
        """Count lines that somebody else has written. Raises OSError."""

    def reread(self) -> None:
        """Count everything in the files again, and nothing else. Raises OSError."""
        self.is_stale = False


TRIES: Final = 3
"""How often to wait for our turn to write."""


class _Flight(NamedTuple):
    """Decisions that a database is writing, as far as we know."""

    batch: list[Decision]
    late: Future[list[int]]


class Journal:
    """The journal of `store`: lines by the board's month in `zone`, at the (aware) times that `clock`
    returns. Set `follower` to have the lines counted."""

    def __init__(self, store: Store, zone: tzinfo, clock: Callable[[], datetime]) -> None:
        self.store, self.folder = store, store.data / FOLDER
        self.zone, self.clock, self.follower = zone, clock, JournalFollower()
        self.trouble: MaybeSaid = ""
        self._asked: deque[Decision] = deque()
        self._is_called = False  # `_drain` is queued, and hasn't begun
        self._waiting: list[Decision] = []
        self._refused: list[Decision] = []  # some twice, or written since
        self._tip: Tip = ZERO, ""
        self._counted = ZERO  # the hash of the last line that was counted
        self._is_tip_written = False
        self._flight: _Flight | None = None
        self.written: Counter[tuple[str, str]] = Counter()
        """Lines that this process has written, by their kind and their door, or ""."""

        self.is_behind_others = False
        """True if another host has written lines."""
        self._last = BEGINNING  # the last line's time
        self._is_behind = False  # by the clock
        self._writer = ThreadPoolExecutor(1, "journal")

    def now(self) -> datetime:
        """Return the clock's time, or the last line's if that is later."""
        return max(self.clock(), self._last)

    @property
    def owes(self) -> bool:
        """True if decisions wait to be written, or lines to be counted."""
        return bool(self._waiting or self._flight) or self.is_behind_others or self.follower.is_stale

    @property
    def waiting(self) -> int:
        """The number of decisions that aren't written yet."""
        return len(self._asked) + len(self._waiting) + (len(self._flight.batch) if self._flight else 0)

    @property
    def refusals(self) -> list[MaybeSaid]:
        """Return a sentence for each document that the system refuses while a decision waits for it."""
        return list(dict.fromkeys(one.refused for one in self._refused if not one.answer.done()))

    async def decide(
        self, lines: Sequence[Fields] | Make, about: object = ALL, waits: bool = False
    ) -> WrittenLines:
        """Decide, and return what was written, once it is. Lines (the journal adds `t`) are written as they
        are; a function decides in the writer's thread. Without lines, count what other hosts have written.

        Raises JournalBusy if nothing could be decided, JournalWaits if it `waits`, and Unanswered if it may
        have been written. Cancelling the caller doesn't cancel the decision.
        """
        heard = asyncio.get_running_loop().create_future()
        decision = self._add_decision(lines, about, waits, heard)
        await heard
        return decision.done.result()

    def decide_now(self, lines: Sequence[Fields] | Make, about: object = ALL) -> WrittenLines:
        """Decide and wait, in a thread."""
        return self._add_decision(lines, about).done.result()

    async def retry(self) -> bool:
        """Make the decisions that wait, if possible; return True if none wait any more."""
        with suppress(JournalBusy):
            await self.decide(())
        return not self.owes

    async def run_alone(self, work: Callable[[], T]) -> T:
        """Do some work in the writer's thread, so that nobody writes to the journal meanwhile."""
        return await asyncio.wrap_future(self._writer.submit(work))

    def repair(self) -> list[str]:
        """Repair the results of a crash; return a sentence for each repair, or why it failed."""
        try:
            notes = self.store.open()
        except StoreRefused as error:
            notes = [self._sentence(error)]
        with suppress(StoreRefused):
            self._look(self.store.head())
            self._counted = self._tip[0]
        return notes

    async def close(self) -> None:
        """Make the decisions that wait, if the disk lets us, and end the writer."""
        if self._waiting and not await self.retry():
            left = tr.count.lines(n=len(self._waiting))
            why = self.trouble or self._waiting[0].refused
            LOG.error("journal: %s could not be written: %s", left, why)
        self._writer.shutdown(wait=False)

    def _add_decision(
        self,
        lines: Sequence[Fields] | Make,
        about: object,
        waits: bool = False,
        heard: asyncio.Future[None] | None = None,
    ) -> Decision:
        is_asking = callable(lines)
        if lines == ():
            self.is_behind_others = True
        make: Make = lines if callable(lines) else lambda moment: lines
        done = Future[WrittenLines]()
        decision = Decision(make, self.now(), about if is_asking else None, waits, done, done, heard)
        self._asked.append(decision)
        if not self._is_called:
            self._is_called = True
            try:
                self._writer.submit(self._drain)
            except RuntimeError:  # closed
                self._is_called = False
                raise
        return decision

    # -- in the writer's thread

    def _drain(self) -> None:
        """Make all decisions that were asked for, those that wait first."""
        self._is_called = False  # before we look: more may come
        todo, self._waiting = self._waiting, []
        self._refused = [one for one in todo if one.refused]
        while self._asked:
            todo.append(self._asked.popleft())
        if flight := self._flight:
            if not flight.late.done():
                self._put_off(todo, self.trouble or self._sentence(StoreRefused("")))
                return
            self._flight, todo = None, self._settle_flight(flight) + todo
        while todo:
            batch = together(todo)
            todo = todo[len(batch) :]
            try:
                if self._waiting:
                    batch = self._hold_those_behind(batch)
                if batch:
                    self._commit(batch)
            except (StoreRefused, Unanswered, OSError) as error:
                self._put_off(batch + todo, self._sentence(error))
                return
            except Exception as error:  # callers would wait for ever
                for decision in batch:
                    decision.refuse(error)
            wake(batch)

    def _put_off(self, todo: list[Decision], why: Said) -> None:
        """Put these off because nothing can be written."""
        self._tell(why)
        self._hold(todo, why)

    def _hold(self, todo: list[Decision], why: Said) -> None:
        """Let those wait that may, and refuse the others. What is being written waits for its answer."""
        done = [*self._waiting, *(self._flight.batch if self._flight else ())]
        left = [one for one in todo if one not in done and not one.answer.done() and not one.is_empty]
        self._waiting += [one for one in left if one.waits]
        for one in todo:
            one.put_off(why, self._flight.late if self._flight and one in self._flight.batch else None)
        wake(todo)

    def _hold_those_behind(self, batch: list[Decision]) -> list[Decision]:
        """Hold decisions about something that waits for its document. Return the others."""
        waiting = {one.about: one.refused for one in self._waiting if one.refused}
        behind = [one for one in batch if one.about is not None and one.about in waiting]
        for one in behind:
            self._hold([one], waiting[one.about])
        return [one for one in batch if one not in behind]

    def _settle_flight(self, flight: _Flight) -> list[Decision]:
        """Count what was written after all, or return the decisions to make again."""
        try:
            versions = flight.late.result()
        except Exception:
            return [one for one in flight.batch if one.waits]
        self._tell("")
        self._count(flight.batch, versions)
        wake(flight.batch)
        return []

    def _commit(self, batch: list[Decision]) -> None:
        """Make decisions and write them as one unit, perhaps after taking our turn, which is lost if a
        connection breaks. Raises StoreRefused, Unanswered or OSError."""
        try:
            for _ in range(TRIES):
                with suppress(Conflict):
                    self._write(batch)
                    return
                self.is_behind_others = False  # before we look: more may come
                self._look(self.store.lock_head())
                self._is_tip_written = True
            self._write(batch)
        except (Conflict, Odd, Forbidden) as error:
            if not isinstance(error, Conflict) and not self._document_of(error):
                raise
            if len(batch) > 1:
                for one in batch:  # a document that has changed, or is refused, affects its decision alone
                    self._commit([one])
            elif isinstance(error, Conflict):
                batch[0].refuse(error)
            else:
                batch[0].refused = why = self._sentence(error)
                self._refused.append(batch[0])
                if not batch[0].done.done():
                    LOG.error("%s", why)
                self._hold(batch, why)

    def _write(self, batch: list[Decision]) -> None:
        """Make decisions and write them as one unit. Raises Conflict, and as `_commit`."""
        self._find_end()
        after, tip, made, changes = self._tip[0], self._tip, list[JournalLine](), list[Change]()
        moments = [max(one.moment, self._last) for one in batch]
        month = month_of(max(moments), self.zone)  # of the file that all of the unit goes into
        for one, moment in zip(batch, moments, strict=True):
            tip = one.decide(tip, moment, month)
            made += one.entries
            changes += one.plan.changes
        versions: list[int] = []
        if made or changes:
            self._is_tip_written = False
            try:
                versions = self.store.write(Unit(changes, made, after))
            except Unanswered as error:
                self._flight = _Flight(batch, error.late)
                error.late.add_done_callback(self._look_after)
                raise
            self._is_tip_written = True
            if self.trouble:
                self._tell("")
        self._count(batch, versions)

    def _look_after(self, late: Future[list[int]]) -> None:
        with suppress(RuntimeError):  # closed
            self._writer.submit(self._drain)

    def _count(self, batch: list[Decision], versions: list[int]) -> None:
        """Have written decisions counted, and answer them."""
        if entries := [entry for one in batch for entry in one.entries]:
            self._look(entries[-1])
        self.follower.count(entries)
        self.written.update((line.fields["kind"], line.fields.get("door", "")) for line in entries)
        self._counted = self._tip[0]
        for one in batch:
            count = len(one.plan.changes)
            one.write_down(versions[:count])
            versions = versions[count:]

    def _find_end(self) -> None:
        """Find the last line, and have the ledger count up to it. Raises StoreRefused or OSError.

        In a database it is our own last one until we hear of others: a unit that comes too late is refused.
        """
        is_behind, self.is_behind_others = self.is_behind_others, False  # before we look: more may come
        if self.store.never_waits or is_behind or not self._is_tip_written:
            self._look(self.store.head())
        if self.follower.is_stale:
            self.follower.reread()
        elif self._tip[0] != self._counted:
            self.follower.follow()
        self._counted = self._tip[0]

    def _look(self, end: JournalLine | None) -> None:
        """Note the last line and its time, and warn if the clock is behind it."""
        t = time_of(end.fields or decode(end.raw)) if end else ""
        self._tip, self._last = (end.hash if end else ZERO, t), datetime.fromisoformat(t) if t else BEGINNING
        behind = self._last - self.clock()
        if behind > BEHIND and not self._is_behind:
            LOG.warning(BEHIND_TOLD, timedelta(seconds=round(behind.total_seconds())))
        self._is_behind = behind > BEHIND

    def _tell(self, trouble: MaybeSaid) -> None:
        """Log `trouble` with writing, and its end (""), once."""
        before, self.trouble = self.trouble, trouble
        if trouble and trouble != before:
            LOG.error("%s", trouble)
        elif before and not trouble:
            LOG.warning("The journal can be written again.")

    def fault(self) -> MaybeSaid:
        """Ask the store; return why nothing can be written now, or ""."""
        try:
            self.store.head()
        except StoreRefused as error:
            return self._sentence(error)
        return self.trouble

    def _sentence(self, error: StoreRefused | Unanswered | OSError) -> Said:
        why = reason(error) if isinstance(error, OSError) else as_reason(error)
        if file := self._document_of(error):
            return tr.records.document_unusable(file=file, reason=why)
        return tr.records.journal_unwritable(folder=FOLDER, reason=why)

    def _document_of(self, error: Exception) -> str:
        """Return the path of the document that the system refuses, "" if it is the journal or the disk."""
        found = getattr(error.__cause__, "filename", None) if isinstance(error, Odd | Forbidden) else None
        path = Path(str(found or self.folder))
        if path.is_relative_to(self.folder) or not path.is_relative_to(self.store.data):
            return ""
        return str(path.relative_to(self.store.data))
