"""The month's contest: sums of games, and places; and the same without luck, at doors whose coach is exact.

Guarantees: pure. The rank is by the sum of a month's games or by the best one. Equal scores rank in the
order they were reached, so places are never shared. Luck is in whole hundredths of a point, so that sums
don't depend on how they are added up.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from heapq import nsmallest
from typing import Any, Final, NamedTuple, TypeVar

from door.games.analysis import Account
from door.play.books import LuckRow, Passed, PlaceRow
from door.records.journal.grammar import RANKINGS

T = TypeVar("T")

TOP: Final = 10
MOST_NEXT: Final = 100
"""Callers whom a game has passed to look at. A first game of the month may pass thousands."""
"""Places in a table."""


class Sum(NamedTuple):
    """A caller's finished games of a month at a door.

    The `_at` numbers are the counts of all games when the total, the highest and the lowest score were
    reached.
    """

    games: int
    total: int
    total_at: int
    high: int
    high_at: int
    low: int
    low_at: int

    def plus(self, score: int, at: int) -> Sum:
        """Return the sum with one more game."""
        high = (score, at) if score > self.high else (self.high, self.high_at)
        low = (score, at) if score < self.low else (self.low, self.low_at)
        return Sum(self.games + 1, self.total + score, at if score else self.total_at, *high, *low)

    def ranking_score(self, ranking: str, fewer: bool) -> tuple[int, int]:
        """Return the score that ranks, and when it was reached."""
        if ranking == "best":
            return (self.low, self.low_at) if fewer else (self.high, self.high_at)
        return self.total, self.total_at


def add_score(known: Sum | None, score: int, at: int) -> Sum:
    """Return the sum with one more game, or of the first one."""
    return known.plus(score, at) if known else Sum(1, score, at, score, at, score, at)


class Places:
    """The places at a door, by a month's sums or its best games. A view of `sums`, by caller's key; `names`
    are the handles to show.

    When low scores win, playing fewer games would always lead, so every game a caller missed adds `missed`
    points. With `lost`, the table stays empty while even its leader did no better than not playing. Scores
    are shown as `number`. `rerank` keeps the order up to date after each game.
    """

    def __init__(
        self, sums: Mapping[str, Sum], names: Mapping[str, str], ranking: str, fewer: bool, missed: int = 0,
        number: type[int] = int, lost: bool = False,
    ) -> None:  # fmt: skip
        self._sums, self._names, self._ranking, self._fewer = sums, names, ranking, fewer
        self._missed, self._number, self._lost = missed, number, lost
        self._order = sorted(self._mark(key, entry) for key, entry in sums.items())

    def rerank(self, key: str, before: Sum | None) -> None:
        """Move a caller whose sum was `before`, None if they had none."""
        if before is not None:
            del self._order[bisect_left(self._order, self._mark(key, before))]
        insort(self._order, self._mark(key, self._sums[key]))

    def rekey(self, old: str, new: str) -> None:
        """Give a caller's row another key, or drop it (""), and drop what the new key had. The sums change
        afterwards."""
        for key in {old, new}:
            if entry := self._sums.get(key):
                del self._order[bisect_left(self._order, self._mark(key, entry))]
        if new and (entry := self._sums.get(old)):
            insort(self._order, self._mark(new, entry))

    def snapshot(self) -> Places:
        """Return a copy that doesn't change, under the callers' keys."""
        now = copy(self)
        vars(now).update(_sums=dict(self._sums), _order=list(self._order), _names={})
        return now

    def clear(self) -> None:
        """Remove everybody, one by one; see `Parcel.clear`."""
        while self._order:
            self._order.pop()

    def of(self, key: str) -> PlaceRow | None:
        entry = self._sums.get(key)
        at = bisect_left(self._order, self._mark(key, entry)) if entry else self._count
        return self._row(at) if at < self._count else None

    def at(self, place: int) -> PlaceRow | None:
        """Return the row of a place, counted from 1; None if it is empty."""
        return self._row(place - 1) if 0 < place <= len(self._order) else None

    def passers(self, key: str, stood: Mapping[str, Sum | None]) -> tuple[str, ...]:
        """Return the handles of callers who have passed that caller since some sums were as in `stood`, the
        best first."""
        own = self._sums.get(key)
        if own is None:
            return ()
        mark = self._mark(key, own)
        passed = sorted(
            now
            for one, old in stood.items()
            if one in self._sums and (now := self._mark(one, self._sums[one])) < mark
            if old is None or self._mark(one, old) > mark
        )
        return tuple(self._names.get(one, one) for *_, one in passed)

    def callers_passed(self, key: str, before: Sum | None) -> Passed:
        """Return the callers whom a caller has passed since their sum was `before` (None: they had none)."""
        own, end = self._sums.get(key), len(self._order)
        if before:
            end = bisect_left(self._order, self._mark(key, before))
        first = bisect_left(self._order, self._mark(key, own)) + 1 if own else end
        keys = tuple(one for *_, one in self._order[first : min(end, first + MOST_NEXT)])
        return Passed(self._names.get(keys[0], keys[0]), keys, end - first) if keys else Passed()

    def neighbour(self, key: str, stood: Mapping[str, Sum | None]) -> PlaceRow | None:
        """Return today's row of the caller who was nearest to that caller, one place above or below, while
        some sums were as in `stood`. None if there was nobody, or the caller had no place."""
        stood = {one: sums for one, sums in stood.items() if one in self._sums}
        own = stood.get(key, self._sums.get(key))
        if own is None:
            return None
        mine = self._mark(key, own)
        at, known = bisect_left(self._order, mine), {key, *stood}
        sides = (range(at - 1, -1, -1), range(at, len(self._order)))
        still = (next((i for i in side if self._order[i][2] not in known), None) for side in sides)
        marks = [self._order[i] for i in still if i is not None]
        marks += [self._mark(one, sums) for one, sums in stood.items() if sums and one != key]
        above = max((mark for mark in marks if mark < mine), default=None)
        below = min((mark for mark in marks if mark > mine), default=None)
        near = min(filter(None, (above, below)), key=lambda mark: abs(mark[0] - mine[0]), default=None)
        return self.of(near[2]) if near else None

    def rows(self, last: int | None = None, first: int = 1) -> tuple[PlaceRow, ...]:
        """Return the rows from one place to another."""
        return tuple(map(self._row, range(self._count)[first - 1 : last]))

    def top(self) -> tuple[PlaceRow, ...]:
        return self.rows(TOP)

    @property
    def _count(self) -> int:
        """The number of callers with a place: 0 if even the leader has lost."""
        return 0 if self._lost and self._order and self._order[0][0] >= 0 else len(self._order)

    def _mark(self, key: str, entry: Sum) -> tuple[int, int, str]:
        """Return the sort key: the score (less is better), when it was reached, and the caller's key."""
        score, at = entry.ranking_score(self._ranking, self._fewer)
        return (score if self._fewer else -score) - self._missed * entry.games, at, key

    def _row(self, at: int) -> PlaceRow:
        score, _, key = self._order[at]
        games = self._sums[key].games
        score += self._missed * games
        return PlaceRow(
            at + 1, self._names.get(key, key), self._number(score if self._fewer else -score), games
        )


def rekey(rows: dict[str, T], old: str, new: str) -> None:
    """Give a row another key, or drop it (""). The row that the new key had is dropped."""
    row = rows.pop(old, None)
    rows.pop(new, None)
    if new and row is not None:
        rows[new] = row


def top_rows(rows: Sequence[PlaceRow]) -> list[dict[str, Any]]:
    """Return rows as a `winners` line has them."""
    return [{"caller": row.caller, "score": int(row.score), "games": row.games} for row in rows]


def ladder_rows(rows: Sequence[PlaceRow]) -> list[dict[str, Any]]:
    """Return a ladder's rows as a `winners` line has them."""
    return [{"caller": row.caller, "rating": row.score, "games": row.games} for row in rows]


def rows_of(top: Any, number: type[int] = int, figure: str = "score") -> tuple[PlaceRow, ...]:
    """Return the rows of a `winners` line, with their scores (or the field `figure`) as `number`. Wrong rows
    are left out."""
    rows: list[PlaceRow] = []
    for item in top if isinstance(top, list) else ():
        match item:
            case {"caller": str(caller), "games": int(games)} if type(item.get(figure)) is type(games) is int:
                rows.append(PlaceRow(len(rows) + 1, caller, number(item[figure]), games))
    return tuple(rows)


# -- without luck --------------------------------------------------------------------------------


LEADING: Final = 200
"""Places of a table that are kept sorted. All 41,000 would take 60 ms."""

TABLES_KEPT: Final = 32


class ChoiceSums(NamedTuple):
    """The number of games, and the sums of scores, luck and choices in hundredths."""

    games: int = 0
    score: int = 0
    luck: int = 0
    cost: int = 0

    def plus(self, account: Account) -> ChoiceSums:
        """Return the sums with one more game."""
        _, luck, cost = account.rounded_parts
        score = round(100 * account.score)
        return ChoiceSums(
            self.games + 1, self.score + score, self.luck + round(100 * luck), self.cost + round(100 * cost)
        )


NOTHING: Final = ChoiceSums()


def _share(made: ChoiceSums, ranking: str) -> int:
    """Return the divisor of the figures: the number of games if the best one ranks, else 1."""
    return 100 * (made.games if ranking == "best" else 1)


def _mark(made: ChoiceSums, ranking: str) -> float:
    """Return the sort key: the score without the luck, less first."""
    return (made.luck - made.score) / _share(made, ranking)


_Mark = tuple[float, str]


def _move_mark(first: list[_Mark], was: _Mark | None, now: _Mark | None) -> None:
    """Move a caller in `first`, the sorted best marks. None stands for no mark."""
    last = first[-1:]
    if was and (at := bisect_left(first, was)) < len(first) and first[at] == was:
        del first[at]
    if now and [now] < last:
        insort(first, now)
        del first[LEADING:]


class Luck:
    """Sums by month, door and caller's key. `packed` returns a closed month's sums at a door, and `names`
    are the handles to show."""

    def __init__(
        self, names: Mapping[str, str], packed: Callable[[str, str], Mapping[str, ChoiceSums]]
    ) -> None:
        self.names, self.packed = names, packed
        self.sums: dict[str, dict[str, dict[str, ChoiceSums]]] = {}
        self._leading: dict[tuple[str, str, str], list[tuple[float, str]]] = {}

    def add(self, month: str, door: str, key: str, account: Account) -> None:
        callers = self.sums.setdefault(month, {}).setdefault(door, {})
        before = callers.get(key, NOTHING)
        callers[key] = now = before.plus(account)
        for ranking in RANKINGS:
            if (first := self._leading.get((month, door, ranking))) is not None:
                was = (_mark(before, ranking), key) if before != NOTHING else None
                _move_mark(first, was, (_mark(now, ranking), key))

    def move(self, old: str, new: str) -> None:
        """Give a caller's sums another key, or drop them (""). Data that the new key had is dropped."""
        for (month, door, ranking), first in list(self._leading.items()):
            callers = self.sums.get(month, {}).get(door)
            if callers is None:  # it is packed
                del self._leading[month, door, ranking]
                continue
            for key, now in ((new, ""), (old, new)):
                if made := callers.get(key):
                    mark = _mark(made, ranking)
                    _move_mark(first, (mark, key), (mark, now) if now else None)
        for doors in self.sums.values():
            for callers in doors.values():
                rekey(callers, old, new)

    def bury(self, key: str) -> None:
        self.move(key, "")

    def of(self, month: str, door: str, key: str) -> ChoiceSums:
        return self.sums.get(month, {}).get(door, {}).get(key, NOTHING)

    def table(self, month: str, door: str, ranking: str) -> tuple[LuckRow, ...]:
        """Return the first places of a month without luck: by the sum of all games, or by the average if the
        best game ranks."""
        own, asked = self.sums.get(month, {}).get(door), (month, door, ranking)
        sums = self.packed(month, door) if own is None else own
        first = self._leading.get(asked, [])
        if len(first) < min(TOP, len(sums)):
            if len(self._leading) >= TABLES_KEPT:
                self._leading.clear()
            marks = ((_mark(made, ranking), key) for key, made in sums.items())
            self._leading[asked] = first = nsmallest(LEADING, marks)
        return tuple(
            self._row(place, key, sums[key], _share(sums[key], ranking))
            for place, (_, key) in enumerate(first[:TOP], 1)
        )

    def _row(self, place: int, key: str, made: ChoiceSums, share: int) -> LuckRow:
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
                door: {key: ChoiceSums._make(made) for key, made in callers.items()}
                for door, callers in doors.items()
            }
