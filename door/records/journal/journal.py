"""The journal: append-only files of chained lines, one a month, shared by several processes.

Law: every append happens under one lock file, and under it in this order: a torn tail is
cut off and kept aside, the last line's hash is found, all that waits is written in one go,
and the disk is waited for.  Only then does anybody hear that it is done.  If the disk
refuses, the file is cut back to what it was and the lines wait in memory, in order, in
front of the next ones.  Appends that come together share one lock, write and wait.

What is decided under the lock is never decided without it.  While somebody else holds the lock for
too long no line is made: who asks is refused, or their line is made when the lock can be had.  Lines
that waited for the disk are looked over before they are written: another process may have sealed that
day or declared that month since.  The requests of one batch are made one after the other, at one time,
and each sees the lines of those before it.

The disk's work is one thread's; the event loop only waits for it.

A journal's time never goes back, nor does the time that a line is made by, its day and its month.  A
clock set back cannot open a month again, nor give a day's turns twice; it stands still until it has
caught up.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from itertools import chain
from pathlib import Path
from typing import Final

from door.records.journal.files import START, JournalFiles
from door.records.journal.grammar import fault_in
from door.records.journal.lines import Entry, Fields, RecordsError, day_of, encode, reason, stamp
from door.records.journal.waiting import still_due
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")

Make = Callable[[datetime], Sequence[Fields]]


class JournalError(RecordsError):
    """The journal could not be written just now; the lines wait in memory."""


class LineRefused(RecordsError):
    """A line that the journal's own grammar refuses: it is never written, and the audit never sees it."""


class JournalBusy(JournalError):
    """Somebody else holds the lock for too long: nothing was made, and nothing was decided."""


@dataclass(slots=True)
class _Request:
    """Lines to be made under the lock, and who waits for them; `later` where it cannot be had now."""

    make: Make
    later: bool
    done: Future[list[Entry]] = field(default_factory=Future)

    def refuse(self, why: Exception) -> None:
        """Says why not; who asked may have heard before that it must wait."""
        if not self.done.done():
            self.done.set_exception(why)


class Journal:
    """What is written to `files`, the folder `journal/`: its lines by the board's month in `zone`, at
    the times that `clock` gives (aware ones).

    Set `written`, `ahead` and `changed` to be called in the writer's thread: `written` when there may be
    new lines in the files (still under the lock), `ahead` with lines that count before they are written
    (the rest of their batch is made, or the disk refused them), `changed` when the queue of waiting lines
    was edited.
    """

    def __init__(
        self, folder: Path, zone: tzinfo, clock: Callable[[], datetime], patience: float = 10.0
    ) -> None:
        self.files = JournalFiles(folder, zone, clock)
        self.zone, self.now, self.patience = zone, self.files.now, patience
        self.waiting: list[Fields] = []
        self.trouble = ""
        self.written: Callable[[], None] = lambda: None
        self.ahead: Callable[[Sequence[Fields]], None] = lambda lines: None
        self.changed: Callable[[], None] = lambda: None
        self._requests: deque[_Request] = deque()
        self._writer = ThreadPoolExecutor(1, "journal")
        self._unmade: list[_Request] = []
        self._since = START

    @property
    def owes(self) -> bool:
        """Whether something was asked for that is not written yet."""
        return bool(self.waiting or self._unmade)

    async def append(self, lines: Sequence[Fields] | Make, later: bool = False) -> list[Entry]:
        """Puts lines on the books (the journal adds `t`), and comes back when they are there to stay.

        A function is called under the lock, with the time, in the writer's thread: what it
        reads of the journal then is the truth.  JournalError tells what the disk refused;
        the lines wait in memory.  JournalBusy tells that the lock could not be had: lines that are
        made already are written later, a function is called `later` or not at all.  A caller
        who is cancelled does not cancel the writing.
        """
        request = _Request(_maker(lines), later or not callable(lines))
        self._requests.append(request)
        self._writer.submit(self._drain)
        return await asyncio.shield(asyncio.wrap_future(request.done))

    async def retry(self) -> bool:
        """Tries again to write what waits; whether nothing waits any more."""
        with suppress(JournalError):
            await self.append(lambda moment: ())
        return not self.owes

    def append_now(self, lines: Sequence[Fields] | Make) -> list[Entry]:
        """`append` for a program that has no event loop; what the disk refuses does not wait."""
        request = _Request(_maker(lines), later=False)
        self._commit([request], keep=False)
        return request.done.result()

    def repair(self) -> list[str]:
        """Cuts off a torn tail; a sentence for each thing done, or for why it could not be."""
        notes: list[str] = []
        try:
            with self.files.locked(self.patience):
                self.files.set_odd_aside(notes.append)
                self.files.find_end(notes.append)
        except OSError as error:
            return [*notes, self._sentence(error)]
        return notes

    async def close(self) -> None:
        """Writes what waits, if the disk lets it, and ends the writer."""
        if not await self.retry():
            left = len(self.waiting) + len(self._unmade)
            LOG.error("journal: %s could not be written: %s", tr.count.lines(n=left), self.trouble)
        self._writer.shutdown(wait=False)

    # -- under the lock, in the writer's thread

    def _drain(self) -> None:
        batch = []
        while self._requests:
            batch.append(self._requests.popleft())
        if not batch:  # an earlier one took them all
            return
        try:
            self._commit(batch, keep=True)
        except Exception as error:  # whoever waits must hear of it, or would wait for ever
            for request in batch:
                request.refuse(error)

    def _commit(self, batch: list[_Request], keep: bool) -> None:
        """Writes what waits and what the batch asks for, and answers the batch when the lock is free."""
        with ExitStack() as stack:
            trouble = self._lock(stack)
            if trouble and (isinstance(trouble, TimeoutError) or not keep):
                self._refuse(batch, trouble, keep)
                return
            batch, self._unmade = [*self._unmade, *batch], []
            made = self._make(batch)
            entries, trouble = self._written([*self.waiting, *chain(*made)], trouble)
        self._settle_up(batch, made, entries, trouble, keep)

    def _make(self, batch: list[_Request]) -> list[list[Fields]]:
        """Each request's lines.  The last one's do not count yet: nobody after them needs to see them."""
        if len(batch) > 1 and self.files.is_locked:
            self._follow()  # lines of other processes come before ours
        moment, made = self.now(), list[list[Fields]]()
        for request in batch:
            if made and made[-1]:
                self.ahead(made[-1])
            made.append(_made(request, moment))
        return made

    def _lock(self, stack: ExitStack) -> OSError | None:
        """Takes the lock and finds the journal's end, or what keeps us from it."""
        try:
            stack.enter_context(self.files.locked(self.patience))
            self.waiting = self.waiting[self.files.settle_doubt() :]
            self.files.find_end(LOG.warning)
            self._look_over()
        except OSError as error:
            return error
        return None

    def _refuse(self, batch: list[_Request], trouble: OSError, keep: bool) -> None:
        """Without the lock no line is made."""
        said = self._sentence(trouble)
        if keep:
            self._tell(said)
        for request in batch:
            if request.later and keep:
                self._unmade.append(request)
            request.refuse(JournalBusy(said))

    def _written(self, lines: list[Fields], trouble: OSError | None) -> tuple[list[Entry], OSError | None]:
        """The lines on the books, or what keeps them from there."""
        if trouble is not None or not lines:
            return [], trouble
        try:
            entries = self.files.write(lines)
        except OSError as error:
            return [], error
        self._follow()
        return entries, None

    def _follow(self) -> None:
        """Have new lines counted.  If that fails they are written all the same."""
        try:
            self.written()
        except Exception:
            LOG.exception("journal: lines are written, but cannot be counted yet")

    def _settle_up(
        self, batch: list[_Request], made: list[list[Fields]], entries: list[Entry], trouble: OSError | None,
        keep: bool,
    ) -> None:  # fmt: skip
        """Holds what the disk refused, and answers everybody."""
        lines, at = [*self.waiting, *chain(*made)], len(self.waiting)
        if trouble and keep:
            self.ahead(made[-1])
        if trouble and not self.waiting:
            self._since = self.files.end_place
        if keep or not trouble:
            self.waiting = lines if trouble else []
        self._tell(self._sentence(trouble) if trouble else "")
        for request, own in zip(batch, made, strict=True):
            if own and not entries:
                request.refuse(JournalError(self.trouble))
            elif not request.done.done():
                request.done.set_result(entries[at : at + len(own)])
            at += len(own)

    def _look_over(self) -> None:
        """Lines wait that another process may have made idle since."""
        others = [entry.fields for entry, _ in self.files.since(self._since)] if self.waiting else []
        if others and self.files.end:
            due = still_due(self.waiting, others, self.files.end.t, day_of(self.now(), self.zone))
            self._since = self.files.end_place
            if due != self.waiting:
                waited = tr.count.lines(n=len(self.waiting))
                LOG.warning("Not written, since another process has decided it: %s.", waited)
                self.waiting = due
                self.changed()

    def _tell(self, trouble: str) -> None:
        """Notes what keeps lines from being written, "" for nothing; the log is told of what is new."""
        before, self.trouble = self.trouble, trouble
        if trouble and trouble != before:
            waiting = len(self.waiting) + len(self._unmade)
            LOG.error("%s%s", trouble, f" Lines that wait in memory: {waiting}." if waiting else "")
        elif before and not trouble:
            LOG.warning("The journal can be written again; nothing waits.")

    def _sentence(self, error: OSError) -> str:
        return f"The journal in {self.files.folder.name}/ cannot be written: {reason(error)}."


def _maker(lines: Sequence[Fields] | Make) -> Make:
    if callable(lines):
        return lines
    return lambda moment: lines


def _made(request: _Request, moment: datetime) -> list[Fields]:
    """The request's lines; one that cannot be made is its own asker's trouble only."""
    try:
        lines: list[Fields] = [{"t": stamp(moment), **fields} for fields in request.make(moment)]
        for fields in lines:
            encode(fields)
            if why := fault_in(fields):
                raise LineRefused(f"a {fields['kind']} line is refused: {why}.")
    except Exception as error:
        if request.done.done():
            LOG.error("a line that waited cannot be made: %s", error)
        request.refuse(error)
        return []
    return lines
