"""What callers leave on the board: the wall, the last calls, and answers to the daily puzzles (a document of
JSON lines for each month and door).

Guarantees: text is cleaned when it is written and again when it is read, because a sysop may edit the file.
An answer is one append, and only a caller's first answer to a day's puzzle counts. No standings depend on
anything here, so a sysop may delete lines and files. All functions wait for the store, so run them in a
thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final, NamedTuple

from door.records.community.letters import (
    DAY,
    LOG,
    LetterBook,
    for_reader,
    in_english,
    recipe,
    seconds_since,
    texts,
)
from door.records.journal.lines import caller_key, stamp
from door.records.part import Part
from door.records.store import Store, StoreError
from door.records.store.rows import Row, Rows
from door.term.charset import clean
from door.ui.texts import MaybeSaid, tr

# -- answers to puzzles ----------------------------------------------------------------------------

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

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
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


# -- the wall and the last calls -------------------------------------------------------------------

WALL_KEEPS, CALLS_KEPT = 200, 50
MOST_A_DAY: Final = 20
"""Most lines by one caller on the wall in 24 hours."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A line on the wall; `t` is RFC 3339 UTC, here and below."""

    handle: str
    text: str
    t: str


@dataclass(frozen=True, slots=True)
class LastCall:
    """A finished call: when it began, on which node, whole minutes, and the doors opened."""

    handle: str
    t: str
    node: int
    minutes: int
    doors: tuple[str, ...] = ()


class Wall(Part):
    """The callers' one-liners."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._now, self._lines = now, LetterBook(store, "lines", "oneliners", WALL_KEEPS)

    def oneliners(self) -> tuple[Posted, ...]:
        """Return the wall, newest last."""
        return tuple(found for line in self._lines.all() if (found := _wall_line(line)))

    def post(self, handle: str, text: str) -> MaybeSaid:
        """Put a line on the wall; return "" or a sentence why not."""
        kept, said = in_english(text).strip(), recipe(text)
        if not kept:
            return tr.people.wall_line_empty()
        now = self._now()
        line = {"handle": handle, "text": kept} | ({"said": said} if said else {})
        return self._lines.add(line, now, lambda lines: _enough(lines, handle, now))


class LastCalls(Part):
    """The last calls."""

    def __init__(self, store: Store) -> None:
        self._lines = LetterBook(store, "lines", "lastcalls", CALLS_KEPT)

    def last_calls(self) -> tuple[LastCall, ...]:
        """Return the last calls, newest last."""
        return tuple(found for line in self._lines.all() if (found := _call(line)))

    def note_call(self, call: LastCall) -> None:
        try:
            self._lines.append(asdict(call))
        except StoreError as error:
            LOG.error("%s cannot be written: %s", self._lines.name, error)


def _enough(lines: Sequence[Row], handle: str, now: datetime) -> MaybeSaid:
    """Say that the caller has put enough on the wall, or return ""."""
    key = caller_key(handle)
    own = [line for line in lines if caller_key(str(line.get("handle"))) == key]
    ages = [seconds_since(line, now) for line in own]
    count = sum(age is not None and 0 <= age < DAY for age in ages)
    return tr.people.enough_wall_lines(lines=tr.count.lines(n=count)) if count >= MOST_A_DAY else ""


# -- lines as values ------------------------------------------------------------------------


def _wall_line(line: Row) -> Posted | None:
    match line:
        case {"handle": str(handle), "text": str(text), "t": str(t)}:
            return Posted(clean(handle, 40), for_reader(text, line.get("said")), t)
    return None


def _call(line: Row) -> LastCall | None:
    match line:
        case {"handle": str(handle), "t": str(t), "node": int(node), "minutes": int(minutes)}:
            return LastCall(clean(handle, 40), t, node, minutes, texts(line.get("doors")))
    return None
