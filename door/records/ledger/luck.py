"""Luck and choices of a month's games, at doors whose coach is exact.

Guarantees: pure, and counted and cached with the ledger. All values are whole hundredths of a point, so
that sums don't depend on how they are added up. A game counts if it counts in its month: not if it is
given up, nor once the month is declared.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Mapping
from heapq import nsmallest
from typing import Any, Final, NamedTuple

from door.games.luck import Account
from door.midend.books import LuckRow
from door.records.journal.grammar import RANKINGS

SHOWN: Final = 10
LEADING: Final = 200
"""Places of a table that are kept sorted. All 41,000 would take 60 ms."""

TABLES_KEPT: Final = 32


class Made(NamedTuple):
    """The number of games, and the sums of scores, luck and choices in hundredths."""

    games: int = 0
    score: int = 0
    luck: int = 0
    cost: int = 0

    def plus(self, account: Account) -> Made:
        """Return the sums with one more game."""
        _, luck, cost = account.shown
        score = round(100 * account.score)
        return Made(
            self.games + 1, self.score + score, self.luck + round(100 * luck), self.cost + round(100 * cost)
        )


NOTHING: Final = Made()


def _share(made: Made, ranking: str) -> int:
    """Return the divisor of the figures: the number of games if the best one ranks, else 1."""
    return 100 * (made.games if ranking == "best" else 1)


def _mark(made: Made, ranking: str) -> float:
    """Return the sort key: the score without the luck, less first."""
    return (made.luck - made.score) / _share(made, ranking)


def _moved(
    first: list[tuple[float, str]], was: tuple[float, str] | None, now: tuple[float, str], everybody: bool
) -> None:
    """Move a caller in `first`, the sorted best marks (or `everybody`'s)."""
    leads = everybody or (bool(first) and now < first[-1])
    if was and (at := bisect_left(first, was)) < len(first) and first[at] == was:
        del first[at]
    if leads:
        insort(first, now)
        del first[LEADING:]


class Luck:
    """Sums by month, door and caller's key. `packed` returns a closed month's sums at a door, and `names`
    are the handles to show."""

    def __init__(self, names: Mapping[str, str], packed: Callable[[str, str], Mapping[str, Made]]) -> None:
        self.names, self.packed = names, packed
        self.sums: dict[str, dict[str, dict[str, Made]]] = {}
        self._leading: dict[tuple[str, str, str], list[tuple[float, str]]] = {}

    def add(self, month: str, door: str, key: str, account: Account) -> None:
        """Add a caller's game."""
        callers = self.sums.setdefault(month, {}).setdefault(door, {})
        before = callers.get(key, NOTHING)
        callers[key] = now = before.plus(account)
        for ranking in RANKINGS:
            if (first := self._leading.get((month, door, ranking))) is not None:
                was = (_mark(before, ranking), key) if before != NOTHING else None
                everybody = len(first) == len(callers) - (was is None)
                _moved(first, was, (_mark(now, ranking), key), everybody)

    def move(self, old: str, new: str) -> None:
        """Give a caller's sums another key. Data that the new key had is dropped."""
        self._leading.clear()
        for doors in self.sums.values():
            for callers in doors.values():
                callers.pop(new, None)
                if old in callers:
                    callers[new] = callers.pop(old)

    def bury(self, key: str) -> None:
        """Forget a removed caller."""
        self._leading.clear()
        for doors in self.sums.values():
            for callers in doors.values():
                callers.pop(key, None)

    def of(self, month: str, door: str, key: str) -> Made:
        """Return a caller's sums of a month."""
        return self.sums.get(month, {}).get(door, {}).get(key, NOTHING)

    def table(self, month: str, door: str, ranking: str) -> tuple[LuckRow, ...]:
        """Return the first places of a month without luck: by the sum of all games, or by the average if the
        best game ranks."""
        own, asked = self.sums.get(month, {}).get(door), (month, door, ranking)
        sums = self.packed(month, door) if own is None else own
        first = self._leading.get(asked, [])
        if len(first) < min(SHOWN, len(sums)):
            if len(self._leading) >= TABLES_KEPT:
                self._leading.clear()
            marks = ((_mark(made, ranking), key) for key, made in sums.items())
            self._leading[asked] = first = nsmallest(LEADING, marks)
        return tuple(
            self._row(place, key, sums[key], _share(sums[key], ranking))
            for place, (_, key) in enumerate(first[:SHOWN], 1)
        )

    def _row(self, place: int, key: str, made: Made, share: int) -> LuckRow:
        figures = ((made.score - made.luck) / share, made.luck / share, made.cost / share)
        return LuckRow(place, self.names.get(key, key), *figures, made.games)

    def drop(self, month: str, door: str) -> None:
        """Forget a month that is packed."""
        self._leading.clear()
        self.sums.get(month, {}).pop(door, {})
        if not self.sums.get(month):
            self.sums.pop(month, None)

    # -- kept between two starts

    def to_json(self) -> Any:
        return self.sums

    def load(self, kept: Any) -> None:
        for month, doors in kept.items():
            self.sums[month] = {
                door: {key: Made._make(made) for key, made in callers.items()}
                for door, callers in doors.items()
            }
