"""A door's own tables: JSON values into which each game's entries are folded.

A game names the entries it adds to its tables, and where its tables hold handles.  The fold, and the tables
under a caller's new handle, follow.  The given values are never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from door.games.chance import chance_for
from door.games.game import IllegalMove
from door.games.info import Info, Value
from door.games.record import Record

Fold = Callable[[Any, Any], Any]
"""Makes a cell's new value from the old one (None before the first) and an entry's value."""

Rename = Callable[[Any, str, str], Any]
"""Makes the same value with a new handle in place of an old one."""

ANY: Final = "*"
"""Any key of a path."""


class FinishedGame:
    """A finished game as the journal has it: a `game` or `match` line with the words given before it.

    The score is the only result to rely on, because the audit checks it.  Everything else follows from seed,
    words and moves, by the rules.
    """

    def __init__(self, line: Mapping[str, Any], info: Info, play: Callable[[Record], Any]) -> None:
        self.line, self._info, self._play = line, info, play

    def having(self, **changed: object) -> FinishedGame:
        """Return the game with other parts of its line."""
        return FinishedGame({**self.line, **changed}, self._info, self._play)

    @property
    def score(self) -> int:
        return int(self.line["score"])

    @property
    def caller(self) -> str:
        return str(self.line["caller"])

    @property
    def month(self) -> str:
        return str(self.line.get("month", ""))

    @property
    def day(self) -> str:
        return str(self.line.get("t", self.month))[:10]

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(map(str, self.line.get("seats") or ()))

    @property
    def moves(self) -> tuple[Any, ...]:
        return tuple(self.line.get("moves", ()))

    @cached_property
    def options(self) -> dict[str, Value]:
        """All options.  Raises KeyError if the line has an unknown one."""
        return self._info.complete(self.line.get("options") or {})

    @cached_property
    def record(self) -> Record:
        """The game.  Raises KeyError if the line has no seed or an unknown option."""
        chance = chance_for(self.line["seed"], self.line.get("words", ()))
        return Record(self.options, self.seats, chance, self.moves, self.line.get("id", ""))

    @cached_property
    def position(self) -> Any:
        """The position after the last move, None if the game can't be played.  Raises KeyError if the line
        lacks a field.
        """
        try:
            return self._play(self.record)
        except (IllegalMove, TypeError, ValueError):
            return None


class TallyEntry(NamedTuple):
    """A value, its cell as a path of keys, and the fold that combines them."""

    path: tuple[str, ...]
    fold: Fold
    value: Any = None


class TallyTables(NamedTuple):
    """A game's tables: the entries of a game, and of a game between callers.

    `handles` are the paths to values that hold handles, each with the function that renames them.
    """

    entries: Callable[[FinishedGame], Iterable[TallyEntry]]
    handles: tuple[tuple[tuple[str, ...], Rename], ...]
    of_match: Callable[[FinishedGame], Iterable[TallyEntry]] = lambda match: ()


# -- folds ---------------------------------------------------------------------------------------


def add(old: Any, value: int) -> int:
    """Count."""
    return int(old or 0) + value


def add_each(old: Any, counts: Mapping[str, int]) -> dict[str, Any]:
    """Count several things by name."""
    old = old or {}
    return {**old, **{name: old.get(name, 0) + count for name, count in counts.items()}}


def top(keep: int, fewer_is_better: bool = False) -> Fold:
    """Return a fold that keeps the best rows by their first cell, the earlier first among equals.  The fold
    takes any number of rows.
    """
    sign = 1 if fewer_is_better else -1

    def fold(old: Any, rows: Iterable[Sequence[Any]]) -> list[Any]:
        return sorted([*(old or ()), *map(list, rows)], key=lambda row: sign * row[0])[:keep]

    return fold


def fold_entries(tables: Any, entries: Iterable[TallyEntry]) -> Any:
    for path, fold, value in entries:
        tables = _put(tables, path, fold, value)
    return tables


def _put(tree: Any, path: Sequence[str], fold: Fold, value: Any) -> Any:
    if not path:
        return fold(tree, value)
    tree = tree or {}
    return {**tree, path[0]: _put(tree.get(path[0]), path[1:], fold, value)}


# -- handles ---------------------------------------------------------------------------------------


def rename_caller(tables: Any, handles: Iterable[tuple[Sequence[str], Rename]], old: str, new: str) -> Any:
    """Return the tables with a caller's old handle replaced by the new one.  Handles are compared
    casefolded, as everywhere on the board.
    """
    for path, rename in handles:
        tables = _rename_at(tables, path, rename, old, new)
    return tables


def _rename_at(tree: Any, path: Sequence[str], rename: Rename, old: str, new: str) -> Any:
    if not path:
        return rename(tree, old, new)
    if not tree:
        return tree
    keys = tree if path[0] == ANY else [key for key in path[:1] if key in tree]
    return {**tree, **{key: _rename_at(tree[key], path[1:], rename, old, new) for key in keys}}


def swap_name(name: Any, old: str, new: str) -> Any:
    """Return the name, or `new` if it is `old`.  Anything but text stays the same."""
    return new if isinstance(name, str) and name.casefold() == old.casefold() else name


def column(at: int) -> Rename:
    """Return a function that renames the handles in a column of rows."""

    def rename(rows: Iterable[Sequence[Any]], old: str, new: str) -> list[list[Any]]:
        return [[*row[:at], swap_name(row[at], old, new), *row[at + 1 :]] for row in rows]

    return rename


def keys(by_handle: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    """Rename the handles that are keys.  A previous value under `new` is dropped."""
    gone = {new.casefold()} - {old.casefold()}
    return {swap_name(name, old, new): of for name, of in by_handle.items() if name.casefold() not in gone}
