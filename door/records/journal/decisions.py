"""Decisions: what callers ask the journal to write, from their making to their answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from door.records.journal.grammar import fault_in
from door.records.journal.lines import Fields, JournalLine, RecordsError, chain_lines, never_back, stamp
from door.records.store import Change, StoreRefused, Unanswered
from door.ui.texts import Said, tr


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


class LineRefused(RecordsError):
    """The journal's grammar refuses a line, so it is never written."""


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
    heard: asyncio.Future[None] | None = None  # of an event loop that waits for `done`
    late: Future[WrittenLines] | None = None
    is_made: bool = False
    plan: JournalPlan = NOTHING
    entries: list[JournalLine] = field(default_factory=list)

    @property
    def answer(self) -> Future[WrittenLines]:
        """Where the answer goes: `late`, if the caller was told that the decision waits."""
        return self.late or self.done

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
            plan = self.make(moment)
            plan = plan if isinstance(plan, JournalPlan) else JournalPlan(plan)
            lines: list[Fields] = [{"t": stamp(moment), **fields} for fields in plan.lines]
            for fields in lines:
                if why := fault_in(fields):
                    raise LineRefused(tr.records.line_refused(kind=fields["kind"], why=why))
            entries = chain_lines(never_back(lines, t), prev, month)
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
            self.late = Future()
            self.done.set_exception(JournalWaits(why, self.late))


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
        if one.about in seen or (ALL in (one.about, *seen) and count):
            return todo[:count]
        if one.about is not None:
            seen.add(one.about)
    return list(todo)
