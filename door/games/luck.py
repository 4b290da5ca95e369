"""Values that a coach works with: costly choices, and the account of a score.

See `door.games.coaching` for par, luck and cost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from door.games.record import Record
from door.ui.texts import Sentence, tr

SHOWN: Final = 0.005
"""Points; a smaller cost is shown as zero."""

AGAIN: Final = 3
"""The number of costly choices that are marked and can be retried."""


class Dear(NamedTuple):
    """A costly choice, made after `at` moves: the move, the best one, and the cost in points.

    `costs` are those of all moves there, if they were asked for, the best move first.
    """

    at: int
    move: str
    best: str
    cost: float
    costs: tuple[tuple[str, float], ...] = ()


class Account(NamedTuple):
    """The parts of a score, in the game's points: score = par + luck - cost."""

    score: float
    par: float
    luck: float
    cost: float

    @property
    def rounded_parts(self) -> tuple[float, float, float]:
        """Par, luck and cost, rounded to hundredths so that they add up to the score."""
        par, cost = round(self.par, 2), round(self.cost, 2)
        return par, round(round(self.score, 2) - par + cost, 2), cost

    def text(self, counted: Sentence | None = None, par: str = "") -> str:
        """Return the sum: "104 = par 122.50 - luck 15.25 - choices 3.25"."""
        level, luck, cost = self.rounded_parts
        score = f"{round(self.score, 2):g}"
        return tr.play.luck_sum(
            score=counted(score=score) if counted else score, par=par or tr.play.luck_par(),
            level=f"{level:.2f}",
            sign="-" if luck < 0 else "+", luck=f"{abs(luck):.2f}", cost=f"{cost:.2f}",
        )  # fmt: skip

    def sentence(self, chance: str = "", unit: str = "") -> str:
        """Return the account as a sentence of at most 72 columns; `chance` is in the plural (the dice)."""
        _, luck, cost = self.rounded_parts
        chance, unit = chance or tr.play.chance_dice(), unit or tr.play.luck_unit_points()
        if not cost:
            return (tr.play.luck_nothing_lost if luck < 0 else tr.play.luck_nothing_lost_plural)(
                chance=chance
            )
        brought = (
            tr.play.luck_cost_you(luck=f"{-luck:.2f}")
            if luck < 0
            else tr.play.luck_brought_you(luck=f"{luck:.2f}")
        )
        return tr.play.luck_choices_cost(cost=f"{cost:.2f}", unit=unit, chance=chance, brought=brought)


class Way(NamedTuple):
    """The moves that still led to the best score after `at` moves."""

    at: int
    moves: tuple[str, ...]


class Verdict(NamedTuple):
    """The coach's verdict on a game.

    - `line`: at most 78 columns.
    - `dear`: the choices to retry, the costliest first.
    - `account`: the account of the reader's score, if known.
    - `way`: a way to the best score.
    """

    line: str
    dear: tuple[Dear, ...] = ()
    account: Account | None = None
    way: Way | None = None


def lucks(of: Callable[[Record, int], float], seats: Sequence[tuple[Record, int]]) -> tuple[float, ...]:
    """Return the luck of each of those seats."""
    return tuple(of(record, seat) for record, seat in seats)


def net(lucks: Sequence[float], me: int) -> float:
    """Return a player's luck minus the average luck of the others."""
    return lucks[me] - (sum(lucks) - lucks[me]) / (len(lucks) - 1)


class Remark(NamedTuple):
    """A sentence on a move.  A replay can jump to `marked` ones."""

    words: str
    marked: bool = False
