"""The audit: does the journal hold together, and does every game on it come out as written?

Law: it needs the journal's files and the rules, nothing else, and changes nothing.  It is as
strict as the journal's own description and no stricter, so that a journal another program
wrote verifies too; it never raises for what a file holds, however hostile, but names the
file, the line and the fault.

Of the chain it shows: a line that was edited, put in, taken out or moved breaks the `prev`
of the line after it.  What it cannot show by itself is a tail that was cut off or written
anew: for that, compare `head` with one that was published earlier.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from door.games.api import Door, IllegalMove, Option, Options
from door.games.chance import Chance, commitment
from door.records.canon import Unreadable, read_line
from door.records.contest import top_rows
from door.records.disk import lock_file
from door.records.journal import journal_months, read_lines
from door.records.ledger import Ledger, caller_key
from door.records.lines import VERSION, ZERO, Fields, RecordsError, digest, is_day, is_month, reason

TIME: Final = re.compile(r"(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}(Z|\+00:00)", re.A)
HEX_64: Final = re.compile(r"[0-9a-fA-F]{64}")
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a line (the first is 1; 0 is the whole file)."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Report:
    """How many lines and games were checked, what was wrong, and the hash of the last line."""

    lines: int
    games: int
    faults: tuple[Fault, ...]
    head: str


@dataclass(frozen=True, slots=True)
class _Turn:
    door: str
    caller: str
    options: Mapping[str, Any]
    commit: str


class _Wrong(Exception):
    """A line breaks a rule; the text is the reason."""


def audit(
    folder: Path, doors: Mapping[str, Door], month: str | None = None, progress: Progress | None = None
) -> Report:
    """Checks the journal in `folder`: the whole chain, and every game or those of one month.

    `progress` hears of bytes done and bytes in all.
    """
    sizes, trouble = _sizes(folder)
    check, faults, done, count = _Check(doors, month), list(trouble), 0, 0
    total, prev = sum(sizes.values()), ZERO
    for path, size in sizes.items():
        for number, raw, whole in _raw_lines(path, size, faults):
            count += 1
            done += len(raw) + 1
            said = [] if whole else ["the line is torn: it does not end with a newline"]
            said += check.line(raw, prev)
            faults += [Fault(path.name, number, text) for text in said]
            prev = digest(raw)
            if progress and count % 256 == 0:
                progress(done, total)
    if progress:
        progress(total, total)
    return Report(count, check.games, tuple(faults), prev)


def head(folder: Path) -> str:
    """The hash of the journal's last whole line; 64 zeros for an empty journal."""
    last = ZERO
    for month in reversed(journal_months(folder)):
        for entry, _ in read_lines(folder / f"{month}.jsonl", month):
            last = entry.hash
        if last != ZERO:
            break
    return last


def find_game(folder: Path, id_prefix: str) -> tuple[Fields, Fields]:
    """The `turn` and `game` lines of the finished game whose id begins so.

    RecordsError when there is none, or more than one.
    """
    turns: dict[str, Fields] = {}
    found: dict[str, tuple[Fields, Fields]] = {}
    for month in journal_months(folder):
        for entry, _ in read_lines(folder / f"{month}.jsonl", month):
            match entry.fields:
                case {"kind": "turn", "id": str(id)} if id.startswith(id_prefix):
                    turns[id] = entry.fields
                case {"kind": "game", "id": str(id)} if id in turns:
                    found.setdefault(id, (turns[id], entry.fields))
    if not found:
        unfinished = " It is not finished yet." if turns else ""
        raise RecordsError(f"There is no finished game {_short(id_prefix)} in the journal.{unfinished}")
    if len(found) > 1 and id_prefix not in found:
        raise RecordsError(f"{len(found)} games begin with {_short(id_prefix)}; give more of the id.")
    return found.get(id_prefix) or next(iter(found.values()))


def _sizes(folder: Path) -> tuple[dict[Path, int], list[Fault]]:
    """The files and how much of each to read: whole lines, even while a board goes on writing."""
    paths = [folder / f"{month}.jsonl" for month in journal_months(folder)]
    try:
        if not paths:
            return {}, []
        with ExitStack() as stack:
            if (folder / ".lock").exists():  # a copy has none, and nobody writes to it
                stack.enter_context(lock_file(folder / ".lock"))
            return {path: path.stat().st_size for path in paths}, []
    except OSError as error:
        return {}, [Fault(folder.name, 0, f"cannot be read: {reason(error)}")]


def _raw_lines(path: Path, size: int, faults: list[Fault]) -> Iterator[tuple[int, bytes, bool]]:
    """Line number, bytes without the newline, and whether the newline was there."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                size -= len(line)
                if size < 0:
                    return
                yield number, line.removesuffix(b"\n"), line.endswith(b"\n")
    except OSError as error:
        faults.append(Fault(path.name, 0, f"cannot be read: {reason(error)}"))


class _Check:
    """The state of an audit on its way through the lines."""

    def __init__(self, doors: Mapping[str, Door], month: str | None) -> None:
        self.doors, self.month = doors, month
        self.games = 0
        self._open: dict[str, _Turn] = {}
        self._done: set[str] = set()
        self._ledger = Ledger(doors, asking=False)

    def line(self, raw: bytes, prev: str) -> list[str]:
        """What is wrong with a line that follows the one whose hash is `prev`."""
        try:
            fields = read_line(raw)
        except Unreadable as error:
            return [str(error)]
        said = []
        if fields.get("prev") != prev:
            said.append("the chain is broken: prev is not the hash of the line before")
        for rule in (_check_frame, self._check_kind):
            try:
                rule(fields)
            except _Wrong as wrong:
                said.append(str(wrong))
                break
            except RecursionError:
                said.append("the line is nested too deeply")
                break
        return said

    def _check_kind(self, f: Fields) -> None:
        check = {"turn": self._turn, "game": self._game, "winners": self._winners}.get(f["kind"])
        try:
            if check:
                check(f)
        finally:
            self._ledger.take(f)

    def _turn(self, f: Fields) -> None:
        _need(f, id=str, door=str, caller=str, day=str, free=bool, options=dict, commit=str)
        if f["id"] in self._open or f["id"] in self._done:
            raise _Wrong(f"the id {_short(f['id'])} was used before")
        self._open[f["id"]] = _Turn(f["door"], f["caller"], f["options"], f["commit"])
        if not HEX_64.fullmatch(f["commit"]):
            raise _Wrong("commit is not 64 hexadecimal digits")
        if not is_day(f["day"]) or f["day"] not in _days_around(f["t"]):
            raise _Wrong(f"day {_short(f['day'])} is not the date of t, give or take one")
        door = self._door(f["door"])
        _complete(door, f["options"])

    def _game(self, f: Fields) -> None:
        _need(f, id=str, door=str, caller=str, seats=list, options=dict, seed=str, moves=list, month=str)
        _need(f, score=int)
        turn = self._turn_of(f)
        if not is_month(f["month"]) or f["month"] not in {day[:7] for day in _days_around(f["t"])}:
            raise _Wrong(f"month {_short(f['month'])} is not the month of t, give or take a day")
        if self.month is None or self.month == f["month"]:
            self.games += 1
            self._prove(f, turn)

    def _turn_of(self, f: Fields) -> _Turn:
        turn = self._open.pop(f["id"], None)
        if turn is None:
            before = "is on the books already" if f["id"] in self._done else "has no turn before it"
            raise _Wrong(f"the game {_short(f['id'])} {before}")
        self._done.add(f["id"])
        if turn.door != f["door"]:
            raise _Wrong(f"its turn was taken at another door, {_short(turn.door)}")
        if caller_key(turn.caller) != caller_key(f["caller"]):
            raise _Wrong(f"its turn was another caller's, {_short(turn.caller)}")
        return turn

    def _prove(self, f: Fields, turn: _Turn) -> None:
        """Commitment, players, options, every move, the end and the score."""
        if not HEX_64.fullmatch(f["seed"]):
            raise _Wrong("seed is not 64 hexadecimal digits")
        seed = bytes.fromhex(f["seed"])
        if commitment(seed) != turn.commit.lower():
            raise _Wrong("the seed is not the one its turn committed to")
        if not f["seats"] or not all(isinstance(seat, str) for seat in f["seats"]):
            raise _Wrong("seats is not a list of players")
        if caller_key(f["seats"][0]) != caller_key(f["caller"]):
            raise _Wrong("the first of the seats is not the caller")
        if not all(isinstance(move, str) for move in f["moves"]):
            raise _Wrong("moves is not a list of texts")
        door = self._door(f["door"])
        options = _complete(door, f["options"])
        if f["options"] != turn.options and not _same(door, options, turn.options):
            raise _Wrong("the options are not those of its turn")
        _replay(door, options, tuple(f["seats"]), Chance(seed), tuple(f["moves"]), f["score"])

    def _winners(self, f: Fields) -> None:
        """A line of our own shape must say what the games before it add up to."""
        match f:
            case {
                "door": str(slug),
                "month": month,
                "ranking": "total" | "best" as ranking,
                "top": list(top),
            }:
                if not is_month(month) or slug not in self.doors:
                    return
                rows = self._ledger.standing(month, slug, ranking)
                if top_rows(rows[: len(top)]) != [_place(item) for item in top] or (rows and not top):
                    raise _Wrong(f"these are not the winners of {month}: the games before say otherwise")

    def _door(self, slug: str) -> Door:
        door = self.doors.get(slug)
        if door is None:
            raise _Wrong(f"there is no door {_short(slug)}")
        return door


# -- one rule each -----------------------------------------------------------------------


def _check_frame(f: Fields) -> None:
    """What every line has."""
    if f.get("v") != VERSION or type(f.get("v")) is not int:
        raise _Wrong("v is not 1")
    t, kind = f.get("t"), f.get("kind")
    if not isinstance(t, str) or not TIME.fullmatch(t) or not is_day(t[:10]):
        raise _Wrong("t is no time in UTC with milliseconds")
    if not isinstance(kind, str):
        raise _Wrong("kind is missing")


def _need(f: Fields, **kinds: type) -> None:
    for name, kind in kinds.items():
        if type(f.get(name)) is not kind:
            raise _Wrong(f"{name} {'is missing' if name not in f else 'is not ' + _KINDS[kind]}")


_KINDS: Final = {
    str: "text", int: "a whole number", bool: "true or false", list: "a list", dict: "names and values",
}  # fmt: skip


@lru_cache(maxsize=64)
def _around(day: str) -> tuple[str, ...]:
    middle = date.fromisoformat(day).toordinal()
    return tuple(date.fromordinal(n).isoformat() for n in range(max(middle - 1, 1), middle + 2))


def _days_around(t: str) -> tuple[str, ...]:
    """The dates it may be somewhere on Earth when it is `t` in UTC."""
    return _around(t[:10])


def _complete(door: Door, options: Mapping[str, Any]) -> Options:
    """The game's options laid over the defaults, each of them one the door allows."""
    try:
        full = door.INFO.complete(options)
    except KeyError as error:
        raise _Wrong(f"the door has no option {_short(error.args[0])}") from None
    for option in door.INFO.options:
        if option.recorded and option.name in options and not _allowed(option, full[option.name]):
            raise _Wrong(f"the option {option.name} is not one the door allows")
    return full


def _allowed(option: Option, value: Any) -> bool:
    if type(value) is not type(option.default):
        return False
    if isinstance(value, tuple):
        fits = len(value) == len(option.default)  # type: ignore[arg-type]  # both are tuples here
        return fits and all(type(n) is int and option.low <= n <= option.high for n in value)
    if isinstance(value, str):
        return not option.choices or value in option.choices
    return isinstance(value, bool) or option.low <= value <= option.high


def _same(door: Door, options: Options, others: Mapping[str, Any]) -> bool:
    return door.INFO.recorded(options) == door.INFO.recorded(_complete(door, others))


def _replay(
    door: Door, options: Options, seats: tuple[str, ...], chance: Chance, moves: tuple[str, ...], score: int
) -> None:
    try:
        outcome = door.replay(options, seats, chance, moves)
    except IllegalMove as error:
        raise _Wrong(f"a move is refused: {_plain(str(error))}") from None
    except Exception as error:  # whatever a hostile line makes the rules trip over is a fault of the line
        raise _Wrong(f"it cannot be replayed ({type(error).__name__})") from None
    if not outcome.over:
        raise _Wrong("the moves stop before the game's end")
    if outcome.score != score:
        raise _Wrong(f"the score is written as {str(score)[:20]}, the replay gives {outcome.score}")


def _place(item: Any) -> Any:
    """The part of a winners' place that is ours to check."""
    return {name: item.get(name) for name in ("caller", "score", "games")} if isinstance(item, dict) else item


def _short(text: object) -> str:
    """A text from the file, fit for a sentence."""
    shown = str(text)
    return ascii(shown if len(shown) <= 40 else shown[:37] + "...")


def _plain(text: str) -> str:
    return ascii(text[:200])[1:-1]
