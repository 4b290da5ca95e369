"""Luck and choices of the months: what callers' games were made of, where a door's coach is exact.

Law: pure, folded with the ledger and kept with it.  Everything is in hundredths of a point, whole numbers,
so that sums are the same in whatever pieces they are folded.  A game counts where it counts in its month:
not when it is given up, nor once the month is declared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from door.games.luck import Account
from door.midend.books import LuckRow

SHOWN: Final = 10


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


class Luck:
    """What callers' games were made of, by month, door and caller's key, `packed` those of a month
    at a door that are packed away; `names` are how callers are shown, and belong to the ledger."""

    def __init__(self, names: Mapping[str, str], packed: Callable[[str, str], Mapping[str, Made]]) -> None:
        self.names, self.packed = names, packed
        self.sums: dict[str, dict[str, dict[str, Made]]] = {}
        self._rows: dict[tuple[str, str, str], tuple[LuckRow, ...]] = {}

    def add(self, month: str, door: str, key: str, account: Account) -> None:
        """One more game of that caller's."""
        callers = self.sums.setdefault(month, {}).setdefault(door, {})
        callers[key] = callers.get(key, NOTHING).plus(account)
        self._rows.clear()

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle; what stood under that is nobody's."""
        self._rows.clear()
        for doors in self.sums.values():
            for callers in doors.values():
                callers.pop(new, None)
                if old in callers:
                    callers[new] = callers.pop(old)

    def bury(self, key: str) -> None:
        """A caller leaves the board."""
        self._rows.clear()
        for doors in self.sums.values():
            for callers in doors.values():
                callers.pop(key, None)

    def of(self, month: str, door: str, key: str) -> Made:
        """What one caller's games of a month were made of."""
        return self.sums.get(month, {}).get(door, {}).get(key, NOTHING)

    def table(self, month: str, door: str, ranking: str) -> tuple[LuckRow, ...]:
        """The first places of a month with the luck taken out: of the sum of all games, or of a game on the
        average where the month is ranked by the best."""
        if (month, door, ranking) not in self._rows:
            self._rows[month, door, ranking] = self._table(month, door, ranking)
        return self._rows[month, door, ranking]

    def _table(self, month: str, door: str, ranking: str) -> tuple[LuckRow, ...]:
        rows = []
        sums = self.sums.get(month, {}).get(door)
        for key, made in (self.packed(month, door) if sums is None else sums).items():
            share = 100 * (made.games if ranking == "best" else 1)
            figures = ((made.score - made.luck) / share, made.luck / share, made.cost / share)
            rows.append(LuckRow(0, self.names.get(key, key), *figures, made.games))
        rows.sort(key=lambda row: (-row.score, row.caller))
        return tuple(row._replace(place=place) for place, row in enumerate(rows[:SHOWN], 1))

    def take_out(self, month: str, door: str) -> dict[str, Made]:
        """What a month's games were made of, which is not kept here any more."""
        self._rows.clear()
        made = self.sums.get(month, {}).pop(door, {})
        if not self.sums.get(month):
            self.sums.pop(month, None)
        return made

    # -- kept between two starts

    def to_json(self) -> Any:
        return self.sums

    def load(self, kept: Any) -> None:
        for month, doors in kept.items():
            self.sums[month] = {
                door: {key: Made._make(made) for key, made in callers.items()}
                for door, callers in doors.items()
            }
