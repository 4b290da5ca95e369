"""The record of a game: how it began, and its moves.  The rules make everything else of it.

`positions` is the only loop over a game's moves, and `walk`, `play` and `Course.after` are the only makers of
a `Course`.  So nobody can have a position, the one before it and the moves that don't belong together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple, Protocol

from door.games.chance import Chance
from door.games.info import Options


class IllegalMove(Exception):
    """The rules refuse a move; the text is the reason, which callers may read."""


class Playable(Protocol):
    """The part of a game's rules that makes positions: `door.games.contract.Rules`, or a coach's own."""

    @property
    def new(self) -> Callable[[Options, Sequence[str], Chance], Any]: ...

    @property
    def apply(self) -> Callable[[Any, str], Any]: ...


class Record(NamedTuple):
    """A game: how it began, and its moves.

    - `options` are complete.  `seats` are the players in order, the caller first.
    - `kind`: "contest", "free" (a free turn), "daily", "practice", "demo" or "table".
    - `commit`: the commitment, 64 hex digits.  `words`: the callers' words for the dice.
    - `day`: the day of the daily deal whose chance it has, even in practice; "" for other games.
    """

    options: Options
    seats: tuple[str, ...]
    chance: Chance
    moves: tuple[str, ...] = ()
    id: str = ""
    kind: str = "contest"
    commit: str = ""
    day: str = ""
    words: tuple[str, ...] = ()

    def upto(self, count: int) -> Record:
        """Return the game as it was after so many moves."""
        return self._replace(moves=self.moves[:count])


class Course(NamedTuple):
    """A record that has been played: its last position, and the one before it, None at the start."""

    record: Record
    position: Any
    before: Any = None

    def after(self, rules: Playable, move: str) -> Course:
        """Return the game after one more move.  Raises IllegalMove."""
        record, position = self.record, rules.apply(self.position, move)
        return Course(record._replace(moves=(*record.moves, move)), position, self.position)


def positions(rules: Playable, record: Record) -> Iterator[Any]:
    """Yield the position before the first move and after each.  IllegalMove names an invalid one, from 1."""
    try:
        position = rules.new(record.options, record.seats, record.chance)
    except (KeyError, ValueError, TypeError) as error:
        raise IllegalMove(f"options: {error}") from None
    yield position
    for number, move in enumerate(record.moves, start=1):
        try:
            position = rules.apply(position, move)
        except IllegalMove as why:
            raise IllegalMove(f"move {number}: {why}") from None
        yield position


def steps(rules: Playable, record: Record) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Yield each move with the position before it and the one after."""
    return zip(record.moves, pairwise(positions(rules, record)), strict=False)


def walk(rules: Playable, record: Record) -> Iterator[Course]:
    """Yield the game before its first move and after each."""
    for count, (before, position) in enumerate(pairwise(chain((None,), positions(rules, record)))):
        yield Course(record.upto(count), position, before)


def play(rules: Playable, record: Record) -> Course:
    """Return the game after all its moves."""
    before = position = None
    for after in positions(rules, record):
        before, position = position, after
    return Course(record, position, before)
