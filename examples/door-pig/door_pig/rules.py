"""The rules of Pig, and how the computers play it.

A player throws the die as often as they dare.  A one loses the points of the turn, holding banks them.  The
first with enough points wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from door.games import api
from door.ui.widgets import Column
from door_pig.words import texts

ROLL: Final = "roll"
HOLD: Final = "hold"
TARGET: Final = api.Option("target", 100, texts.option_target, low=20, high=500)
LEVELS: Final = ("careful", "regular", "expert")


class Pig(NamedTuple):
    """A position.  `turn` is at stake for `seat`, `die` is the last throw, `moved` made the last move."""

    chance: api.Chance
    target: int
    scores: tuple[int, int] = (0, 0)
    seat: int = 0
    turn: int = 0
    die: int = 0
    moved: int = 0
    left: bool = False

    @property
    def over(self) -> bool:
        return self.left or max(self.scores) >= self.target


def new(options: api.Options, seats: Sequence[str], chance: api.Chance) -> Pig:
    """Begin a game; the caller throws first."""
    return Pig(chance, int(str(options["target"])))


def apply(pig: Pig, move: str) -> Pig:
    """Throw, hold or give up."""
    if pig.over:
        raise api.IllegalMove(texts.game_is_over())
    if move == api.QUIT:
        return pig._replace(left=True, moved=pig.seat)
    if move == HOLD and pig.turn:
        mine = pig.scores[pig.seat] + pig.turn
        scores = (mine, pig.scores[1]) if pig.seat == 0 else (pig.scores[0], mine)
        return pig._replace(scores=scores, moved=pig.seat, seat=1 - pig.seat, turn=0, die=0)
    if move != ROLL:
        raise api.IllegalMove(texts.nothing_to_hold() if move == HOLD else texts.roll_or_hold())
    face, chance = pig.chance.below(6)
    pig = pig._replace(chance=chance, die=face + 1, moved=pig.seat)
    return pig._replace(turn=0, seat=1 - pig.seat) if face == 0 else pig._replace(turn=pig.turn + face + 1)


def status(pig: Pig) -> api.Status:
    """Return the scores.  A caller who gives up scores nothing."""
    scores = (0, pig.scores[1]) if pig.left else pig.scores
    movers = () if pig.over else (pig.seat,)
    return api.Status(pig.over, scores, movers, used=pig.chance.used, moved=pig.moved)


def computer(pig: Pig, seat: int, level: str) -> str:
    """Return a level's move."""
    mine, other = pig.scores[seat], pig.scores[1 - seat]
    enough = {"careful": 12, "regular": 20}.get(level, 21 + (other - mine) // 8)
    if level == "expert" and max(mine, other) >= pig.target - 29:
        enough = pig.target  # near the end, go for it
    return HOLD if pig.turn >= min(enough, pig.target - mine) else ROLL


class PigCoach(api.Coach):
    """Estimates what a throw is worth: the points that the turn has after it, on average."""

    new, apply, status = staticmethod(new), staticmethod(apply), staticmethod(status)

    def rank(self, position: Pig) -> Sequence[api.Worth]:
        pig, mine = position, position.scores[position.seat]
        hold = (api.Worth(HOLD, mine + pig.turn),) if pig.turn else ()
        if mine + pig.turn >= pig.target:
            return hold
        return (*hold, api.Worth(ROLL, mine + (5 * pig.turn + 20) / 6))

    def columns(self, rows: Sequence[api.CoachRow]) -> tuple[Column, ...]:
        return Column(texts.head_score, 6, True), Column(texts.at_stake, 8, True)

    def cells(self, row: api.CoachRow) -> tuple[object, ...]:
        return row.seen.scores[row.seat], row.seen.turn

    def move_name(self, move: str) -> str:
        return {ROLL: texts.key_roll, HOLD: texts.key_hold}[move]()
