"""Luck and choices of the months: what callers' games were made of, where a door's coach is exact.

Law: pure, folded with the ledger and kept with it.  Everything is in hundredths of a point, whole numbers,
so that sums are the same in whatever pieces they are folded.  A game counts where it counts in its month:
not when it is given up, nor once the month is declared.
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
"""First places of a table that are kept up to date: among 41,000 callers they are found in 9 ms, and all
were put in order in 60."""

TABLES_KEPT: Final = 32


class Made(NamedTuple):
    """Games, and their scores, luck and choices added up, in hundredths."""

    games: int = 0
    score: int = 0
    luck: int = 0
    cost: int = 0

    def plus(self, account: Account) -> Made:
        """With one more game."""
        _, luck, cost = account.shown
        score = round(100 * account.score)
        return Made(
            self.games + 1, self.score + score, self.luck + round(100 * luck), self.cost + round(100 * cost)
        )


NOTHING: Final = Made()


def _share(made: Made, ranking: str) -> int:
    """What its figures are divided by: all games count, or one on the average where the best ranks."""
    return 100 * (made.games if ranking == "best" else 1)


def _mark(made: Made, ranking: str) -> float:
    """What orders callers: the score without the luck, less first."""
    return (made.luck - made.score) / _share(made, ranking)


def _moved(
    first: list[tuple[float, str]], was: tuple[float, str] | None, now: tuple[float, str], everybody: bool
) -> None:
    """A caller's mark is another one: `first`, the best marks or `everybody`'s, are so still, or fewer."""
    leads = everybody or (bool(first) and now < first[-1])
    if was and (at := bisect_left(first, was)) < len(first) and first[at] == was:
        del first[at]
    if leads:
        insort(first, now)
        del first[LEADING:]


class Luck:
    """What callers' games were made of, by month, door and caller's key, `packed` those of a month
    at a door that are packed away; `names` are how callers are shown, and belong to the ledger."""

    def __init__(self, names: Mapping[str, str], packed: Callable[[str, str], Mapping[str, Made]]) -> None:
        self.names, self.packed = names, packed
        self.sums: dict[str, dict[str, dict[str, Made]]] = {}
        self._leading: dict[tuple[str, str, str], list[tuple[float, str]]] = {}

    def add(self, month: str, door: str, key: str, account: Account) -> None:
        """One more game of that caller's."""
        callers = self.sums.setdefault(month, {}).setdefault(door, {})
        before = callers.get(key, NOTHING)
        callers[key] = now = before.plus(account)
        for ranking in RANKINGS:
            if (first := self._leading.get((month, door, ranking))) is not None:
                was = (_mark(before, ranking), key) if before != NOTHING else None
                everybody = len(first) == len(callers) - (was is None)
                _moved(first, was, (_mark(now, ranking), key), everybody)

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle; what stood under that is nobody's."""
        self._leading.clear()
        for doors in self.sums.values():
            for callers in doors.values():
                callers.pop(new, None)
                if old in callers:
                    callers[new] = callers.pop(old)

    def bury(self, key: str) -> None:
        """A caller leaves the board."""
        self._leading.clear()
        for doors in self.sums.values():
            for callers in doors.values():
                callers.pop(key, None)

    def of(self, month: str, door: str, key: str) -> Made:
        """What one caller's games of a month were made of."""
        return self.sums.get(month, {}).get(door, {}).get(key, NOTHING)

    def table(self, month: str, door: str, ranking: str) -> tuple[LuckRow, ...]:
        """The first places of a month with the luck taken out: of the sum of all games, or of a game on the
        average where the month is ranked by the best."""
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
        """What a month's games were made of is packed away."""
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
