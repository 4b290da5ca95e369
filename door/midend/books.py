"""Standings as a door shows them: the month, the daily deal, the caller's turns.

Values only, made by the records. A door shows them and uses them only to decide what to offer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from door.ui.values import quick


class Hundredths(int):
    """A score in hundredths that prints as one: -134 is "-1.34"."""

    def __str__(self) -> str:
        return f"{int(self) / 100:+.2f}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec.replace(",", ""))


@dataclass(frozen=True, slots=True)
class Row:
    """One place of a table. `score` follows the table's ranking, `games` is the number of games."""

    place: int
    caller: str
    score: int
    games: int = 1


class LuckRow(NamedTuple):
    """A place of a month without luck: the adjusted `score`, the luck, the cost of choices, the games."""

    place: int
    caller: str
    score: float
    luck: float
    cost: float
    games: int


@quick
class Daily(NamedTuple):
    """The daily deal as this caller sees it.

    - `day` is "YYYY-MM-DD", `sealed` its commitment (64 hex digits, or ""). `late`: it was made on the day
      itself.
    - The caller `may_play` once. `waiting` is their unfinished deal, `played` their finished one.
    - `today` is empty until they have played. `month` adds up the days' scores without today.
    - `rank` and `score` are the caller's today, `month_rank` and `month_score` the month's. A rank of 0 means
      none; a lost deal has none.
    - `last_day` is the latest revealed day, `last_seed` its seed, `last` its table. `played_last`: the caller
      finished that deal.
    """

    day: str
    sealed: str = ""
    late: bool = False
    may_play: bool = False
    waiting: bool = False
    played: bool = False
    today: tuple[Row, ...] = ()
    rank: int = 0
    score: int = 0
    month: tuple[Row, ...] = ()
    month_rank: int = 0
    month_score: int = 0
    last_day: str = ""
    last: tuple[Row, ...] = ()
    last_seed: str = ""
    played_last: bool = False


@quick
class Books(NamedTuple):
    """The month's standing and the caller's turns.

    `month` and `last_month` are "YYYY-MM". `ladder` holds the ratings declared with last month's `winners`.
    `turns_left` is None without a limit, and `free_turns` come on top. `hours` is the time to new turns,
    rounded up, 0 if unknown. `rank` is 0 before the first finished game of the month, `score` the caller's
    standing, `rival` the caller one place above. `tally` is the door's own statistic of all recorded games
    (None before the first). `daily` is None if the door offers no daily deal.
    """

    month: str = ""
    standing: tuple[Row, ...] = ()
    last_month: str = ""
    winners: tuple[Row, ...] = ()
    rank: int = 0
    score: int = 0
    turns_left: int | None = None
    free_turns: int = 0
    hours: int = 0
    tally: Any = None
    daily: Daily | None = None
    ladder: tuple[Row, ...] = ()
    rival: Row | None = None

    @property
    def may_play(self) -> bool:
        """True if a contest game can start now."""
        return self.turns_left is None or self.turns_left > 0 or self.free_turns > 0
