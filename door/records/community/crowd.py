"""Callers' answers to the daily puzzles: a document of JSON lines for each month and door.

Guarantees: an answer is one append. Only a caller's first answer to a day's puzzle counts. No standings
depend on them, so a sysop may delete lines and files. All functions wait for the store, so run them in a
thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from door.records.journal.lines import caller_key, stamp
from door.records.part import Part
from door.records.store import Blocking, StoreError
from door.records.store.rows import Row, Rows
from door.term.charset import clean

LOG: Final = logging.getLogger("door.records")
MOVE: Final = 40
"""Most characters of a move."""


class PuzzleAnswer(NamedTuple):
    """A caller's answer to a day's puzzle. The handle is "" if they have left."""

    day: str
    caller: str
    move: str
    right: bool


class Chosen(NamedTuple):
    """A move that callers chose in a puzzle, and how many."""

    move: str
    callers: int
    right: bool


class Solver(NamedTuple):
    """A caller in a month's table: puzzles solved and tried."""

    caller: str
    solved: int
    tried: int


class PuzzleAnswers(Part):
    """The answers."""

    def __init__(self, store: Blocking, now: Callable[[], datetime]) -> None:
        self._store, self._now = store, now

    def add(self, door: str, answer: PuzzleAnswer) -> None:
        """Add an answer, unless the caller has answered before."""
        line = answer._asdict() | {"t": stamp(self._now()), "move": clean(answer.move, MOVE)}
        key = caller_key(answer.caller)

        def refuse(lines: Sequence[Row]) -> str:
            known = (one for one in _answers(lines) if one.day == answer.day)
            return "again" if any(caller_key(one.caller) == key for one in known) else ""

        book = self._book(door, answer.day)
        try:
            book.append(line, refuse)  # type: ignore[arg-type]
        except StoreError as error:
            LOG.error("%s cannot be written: %s", book.name, error)

    def of_month(self, door: str, month: str) -> tuple[PuzzleAnswer, ...]:
        """Return a month's answers at a door, latest last; none if they can't be read."""
        book = self._book(door, month)
        try:
            return tuple(_answers(book.read()))
        except StoreError as error:
            LOG.error("%s cannot be read: %s", book.name, error)
            return ()

    def _book(self, door: str, day: str) -> Rows:
        return Rows(self._store, "puzzle", f"{day[:7]}-{door}")


def choices_of_day(answers: Sequence[PuzzleAnswer], day: str) -> tuple[Chosen, ...]:
    """Return what was chosen that day, the most frequent move first."""
    found: dict[str, Chosen] = {}
    for one in answers:
        if one.day == day:
            known = found.get(one.move, Chosen(one.move, 0, one.right))
            found[one.move] = known._replace(callers=known.callers + 1)
    return tuple(sorted(found.values(), key=lambda one: (-one.callers, not one.right, one.move)))


def solvers(answers: Sequence[PuzzleAnswer]) -> tuple[Solver, ...]:
    """Return a month's table of callers who have solved a puzzle: the most first, then the fewest tries."""
    found: dict[str, Solver] = {}
    for one in answers:
        if one.caller:
            known = found.get(key := caller_key(one.caller), Solver(one.caller, 0, 0))
            found[key] = Solver(one.caller, known.solved + one.right, known.tried + 1)
    table = (one for one in found.values() if one.solved)
    return tuple(sorted(table, key=lambda one: (-one.solved, one.tried, caller_key(one.caller))))


def _answers(lines: Sequence[Row]) -> Iterator[PuzzleAnswer]:
    for line in lines:
        match line:
            case {"day": str(day), "caller": str(who), "move": str(move), "right": bool(right)}:
                yield PuzzleAnswer(day, clean(who, 40), clean(move, MOVE), right)
