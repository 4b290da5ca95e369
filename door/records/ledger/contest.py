"""The month's contest: what a caller's games add up to, and who stands where.

Law: pure.  Ranked by the sum of a month's games or by the best single one; equal scores
stand in the order in which they were reached, and places are never shared.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final, NamedTuple

from door.midend.books import Row

TOP: Final = 10
"""Places that everybody who asks is shown."""


class Sum(NamedTuple):
    """One caller's finished games of one month at one door.

    The `_at` numbers tell when (counting all games on the books) the total and the highest
    and lowest single score became what they are.
    """

    games: int
    total: int
    total_at: int
    high: int
    high_at: int
    low: int
    low_at: int

    def plus(self, score: int, at: int) -> Sum:
        """With one more game."""
        high = (score, at) if score > self.high else (self.high, self.high_at)
        low = (score, at) if score < self.low else (self.low, self.low_at)
        return Sum(self.games + 1, self.total + score, at if score else self.total_at, *high, *low)

    def ranked(self, ranking: str, fewer: bool) -> tuple[int, int]:
        """The score that ranks, and when it was reached."""
        if ranking == "best":
            return (self.low, self.low_at) if fewer else (self.high, self.high_at)
        return self.total, self.total_at


def summed(known: Sum | None, score: int, at: int) -> Sum:
    """With one more game, or of the first one."""
    return known.plus(score, at) if known else Sum(1, score, at, score, at, score, at)


class Places:
    """Who stands where at a door, in the order of a month's sums or of its best single games.

    A view of `sums`, by caller's key; `names` are how to show them.  Where fewer is better, a sum of
    fewer games would always lead: `missed` is what each game counts that a caller has not played and
    another has (0 for nothing, as in the monthly contest).  `lost` is set where nobody stands first with a
    sum that is worth no more than not to have played.  `number` is what a score is shown as.  When one
    caller's sum has changed, `moved` puts them where they stand now, so that a thousand callers'
    table is not made anew after every game.
    """

    def __init__(
        self, sums: Mapping[str, Sum], names: Mapping[str, str], ranking: str, fewer: bool, missed: int = 0,
        number: type[int] = int, lost: bool = False,
    ) -> None:  # fmt: skip
        self._sums, self._names, self._ranking, self._fewer = sums, names, ranking, fewer
        self._missed, self._number, self._lost = missed, number, lost
        self._order = sorted(self._mark(key, entry) for key, entry in sums.items())

    def moved(self, key: str, before: Sum | None) -> None:
        """That caller's sum is not what it was `before`, None where they had none."""
        if before is not None:
            del self._order[bisect_left(self._order, self._mark(key, before))]
        insort(self._order, self._mark(key, self._sums[key]))

    def still(self) -> Places:
        """As they stand now, under the callers' keys: nothing that happens later moves them."""
        now = copy(self)
        vars(now).update(_sums=dict(self._sums), _order=list(self._order), _names={})
        return now

    def clear(self) -> None:
        """Takes everybody off, one after the other; see `Parcel.clear`."""
        while self._order:
            self._order.pop()

    def of(self, key: str) -> Row | None:
        """One caller's row, None where they have no place."""
        place = self.place(key)
        return self._row(place - 1) if place else None

    def place(self, key: str) -> int:
        """One caller's place, 0 where they have none."""
        entry = self._sums.get(key)
        at = bisect_left(self._order, self._mark(key, entry)) if entry else self._count
        return at + 1 if at < self._count else 0

    def at(self, place: int) -> Row | None:
        """Who stands on that place, counted from 1; None where nobody does."""
        return self._row(place - 1) if 0 < place <= len(self._order) else None

    def passers(self, key: str, stood: Mapping[str, Sum | None]) -> tuple[str, ...]:
        """Who stands above that caller now, but stood below them, or had no place, when the sums of some were
        what they `stood` at; best placed first."""
        own = self._sums.get(key)
        mark = self._mark(key, own) if own else (0, 0, "")
        passed = sorted(
            now
            for one, old in stood.items()
            if own and one in self._sums and (now := self._mark(one, self._sums[one])) < mark
            if old is None or self._mark(one, old) > mark
        )
        return tuple(self._names.get(one, one) for *_, one in passed)

    def rows(self, last: int | None = None, first: int = 1) -> tuple[Row, ...]:
        """Everybody, first place first, or those from one place to another."""
        return tuple(map(self._row, range(self._count)[first - 1 : last]))

    def top(self) -> tuple[Row, ...]:
        """The first `TOP` of them."""
        return self.rows(TOP)

    @property
    def _count(self) -> int:
        """How many have a place: none where even the first has lost."""
        return 0 if self._lost and self._order and self._order[0][0] >= 0 else len(self._order)

    def _mark(self, key: str, entry: Sum) -> tuple[int, int, str]:
        """What orders callers: the score, less first; when it was reached; and whose it is."""
        score, at = entry.ranked(self._ranking, self._fewer)
        return (score if self._fewer else -score) - self._missed * entry.games, at, key

    def _row(self, at: int) -> Row:
        score, _, key = self._order[at]
        games = self._sums[key].games
        score += self._missed * games
        return Row(at + 1, self._names.get(key, key), self._number(score if self._fewer else -score), games)


def top_rows(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Rows as a `winners` line has them."""
    return [{"caller": row.caller, "score": int(row.score), "games": row.games} for row in rows]


def ladder_rows(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Rows of a ladder as a `winners` line has them."""
    return [{"caller": row.caller, "rating": row.score, "games": row.games} for row in rows]


def rows_of(top: Any, number: type[int] = int, figure: str = "score") -> tuple[Row, ...]:
    """The rows of a `winners` line, their scores (or what `figure` names) as `number`; what is not of our
    shape is left out."""
    rows: list[Row] = []
    for item in top if isinstance(top, list) else ():
        match item:
            case {"caller": str(caller), "games": int(games)} if type(item.get(figure)) is type(games) is int:
                rows.append(Row(len(rows) + 1, caller, number(item[figure]), games))
    return tuple(rows)
