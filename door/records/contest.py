"""The month's contest: what a caller's games add up to, and who stands where.

Law: pure.  Ranked by the sum of a month's games or by the best single one; equal scores
stand in the order in which they were reached, and places are never shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from door.games.api import Row


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
        return Sum(
            self.games + 1,
            self.total + score,
            at if score else self.total_at,
            score if score > self.high else self.high,
            at if score > self.high else self.high_at,
            score if score < self.low else self.low,
            at if score < self.low else self.low_at,
        )

    def ranked(self, ranking: str, fewer: bool) -> tuple[int, int]:
        """The score that ranks, and when it was reached."""
        if ranking == "best":
            return (self.low, self.low_at) if fewer else (self.high, self.high_at)
        return self.total, self.total_at


def first(score: int, at: int) -> Sum:
    """The sum of a single game."""
    return Sum(1, score, at, score, at, score, at)


def table(sums: Mapping[str, Sum], names: Mapping[str, str], ranking: str, fewer: bool) -> tuple[Row, ...]:
    """Everybody in the order of their places; `sums` by caller's key, `names` how to show them."""
    keyed = [(*entry.ranked(ranking, fewer), key, entry.games) for key, entry in sums.items()]
    keyed.sort(key=lambda row: (row[0] if fewer else -row[0], row[1]))
    return tuple(
        Row(place, names.get(key, key), score, games)
        for place, (score, _, key, games) in enumerate(keyed, start=1)
    )


def top_rows(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Rows as a `winners` line has them."""
    return [{"caller": row.caller, "score": row.score, "games": row.games} for row in rows]


def rows_of(top: Any) -> tuple[Row, ...]:
    """The rows of a `winners` line; what is not of our shape is left out."""
    rows: list[Row] = []
    for item in top if isinstance(top, list) else ():
        match item:
            case {"caller": str(caller), "score": int(score), "games": int(games)}:
                rows.append(Row(len(rows) + 1, caller, score, games))
    return tuple(rows)
