"""What is on the books, as a door may show it: the contest, the day's deal, the caller's turns.

Law: values only, made by the records; a door shows them and decides nothing by them but what it
offers the caller.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from door.ui.values import quick


class Hundredths(int):
    """A score in hundredths, which reads as one: -134 is "-1.34"."""

    def __str__(self) -> str:
        return f"{int(self) / 100:+.2f}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec.replace(",", ""))


@dataclass(frozen=True, slots=True)
class Row:
    """One place of a table; `score` by the table's ranking, `games` how many made it."""

    place: int
    caller: str
    score: int
    games: int = 1


class LuckRow(NamedTuple):
    """One place of a month with the luck taken out, in points: the `score` so, the `luck` there was, what
    choices cost, and how many games made it."""

    place: int
    caller: str
    score: float
    luck: float
    cost: float
    games: int


@quick
class Daily(NamedTuple):
    """The day's deal, the same for every caller, as it stands for this one.

    `day` is "YYYY-MM-DD"; `sealed` the day's commitment (64 hex digits, "" where there is
    none), `late` says that it was made on the day itself.  The caller `may_play` once;
    `waiting` is a deal of theirs begun and not ended, `played` one that has ended.  `today`
    stays empty until then, and `month` (the sums of its days' scores) leaves today out.
    `rank` and `score` are the caller's own today, `month_rank` and `month_score` the month's; a rank is 0
    where there is no place: nobody stands first with a deal that was lost.
    `last_day` is the last day whose `last_seed` was revealed, `last` its table, `played_last` whether the
    caller ended that day's deal.
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
    """The contest as it stands when a door is shown it, and the caller's turns.

    `month` and `last_month` are "YYYY-MM"; `ladder` are the first ratings as declared with the `winners`
    of the last.  `turns_left` is None where turns are not limited; `free_turns` come on top of it;
    `hours` are those until the day's new ones, begun ones counted, 0 where nobody has said.  `rank` is 0
    before the first finished game of the month, `score` the caller's own standing, `rival` whoever stands
    one place above.  `tally` is whatever
    the door's own `tally` has made of every game on the books (None before the first).  `daily` is None
    where the door offers no daily deal.
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
        """Whether a contest game can be started now."""
        return self.turns_left is None or self.turns_left > 0 or self.free_turns > 0
