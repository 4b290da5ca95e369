"""What a coach is given, and what it finds: par, luck and choices, which add up to the score.

Law: pure sums and words.  *Par* is what the best play averages before anything is drawn.  *Luck* is what
chance brought: after each draw, what the position is worth to the best play, less what it was worth
before.  *Choices* are what was lost by them: what the best choice is worth, less the one made.  Where
those worths are exact, score = par + luck - choices, whatever was drawn and chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from door.games.chance import Chance
from door.games.info import Options
from door.ui.texts import tr

SHOWN: Final = 0.005
"""Points; what costs less is shown as costing nothing."""

AGAIN: Final = 3
"""The dearest choices that are marked, and set before the caller once more."""


class Review(NamedTuple):
    """A game that is over, for the coach: all it takes to play it again."""

    options: Options
    seats: tuple[str, ...]
    chance: Chance
    moves: tuple[str, ...]


class Dear(NamedTuple):
    """A choice that cost something: it was made after `at` of the game's moves; the move made, the best one,
    and the cost in the game's points."""

    at: int
    move: str
    best: str
    cost: float


class Account(NamedTuple):
    """What a score was made of, in the game's points: score = par + luck - cost."""

    score: float
    par: float
    luck: float
    cost: float

    @property
    def shown(self) -> tuple[float, float, float]:
        """Par, luck and cost in hundredths that add up to the score: luck is what the others leave."""
        par, cost = round(self.par, 2), round(self.cost, 2)
        return par, round(round(self.score, 2) - par + cost, 2), cost

    def text(self, unit: str = "", par: str = "") -> str:
        """The sum: "104 = par 122.50 - luck 15.25 - choices 3.25"."""
        level, luck, cost = self.shown
        return tr.play.luck_sum(
            score=f"{round(self.score, 2):g}{unit}", par=par or tr.play.luck_par(), level=f"{level:.2f}",
            sign="-" if luck < 0 else "+", luck=f"{abs(luck):.2f}", cost=f"{cost:.2f}",
        )  # fmt: skip

    def said(self, chance: str = "", unit: str = "") -> str:
        """What it comes to, a sentence of at most 72 columns; `chance` in the plural (the dice)."""
        _, luck, cost = self.shown
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
    """How the most was still to be made: after `at` of the game's moves, by these."""

    at: int
    moves: tuple[str, ...]


class Verdict(NamedTuple):
    """What the coach makes of a game: a line of at most 78 columns, the choices to be made once more (the
    dearest first), what the reader's score was made of where that is known, and a way to be looked at."""

    line: str
    dear: tuple[Dear, ...] = ()
    account: Account | None = None
    way: Way | None = None


def lucks(of: Callable[[Review, int], float], seats: Sequence[tuple[Review, int]]) -> tuple[float, ...]:
    """What chance brought each of those seats."""
    return tuple(of(review, seat) for review, seat in seats)


def net(lucks: Sequence[float], me: int) -> float:
    """One's luck less that of the others, on the average where there are several."""
    return lucks[me] - (sum(lucks) - lucks[me]) / (len(lucks) - 1)


def dearest(found: Iterable[Dear]) -> tuple[Dear, ...]:
    """The choices that cost most, at most `AGAIN`; of equal ones the earlier."""
    return tuple(sorted((one for one in found if one.cost >= SHOWN), key=lambda one: -one.cost)[:AGAIN])


class Remark(NamedTuple):
    """What is to be said of one move, a sentence; `marked` ones are jumped to."""

    words: str
    marked: bool = False


def remarked(said: Mapping[Dear, str]) -> dict[int, Remark]:
    """What is said of each choice, by the number of its move from 1; the dearest are marked."""
    marked = dearest(said)
    return {one.at + 1: Remark(words, one in marked) for one, words in said.items()}
