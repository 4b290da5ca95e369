"""The visible state of a game.  Points appear only when a falling ball is out."""

from __future__ import annotations

from typing import NamedTuple

from door.games.game import Table
from door.games.switchbox.motion import Fall, RoundEnd
from door.games.switchbox.rules import Game
from door.games.switchbox.turns import ROUNDS, Pair


class Sight(NamedTuple):
    """The visible state: `round` 0..3, both seats' points and totals, the seat to move (-1 for nobody), the
    goal, and the values of exits 1..16.
    """

    round: int
    points: Pair
    totals: Pair
    mover: int
    goal: int
    values: tuple[int, ...]


def sight(table: Table) -> Sight:
    """Return the visible state; at a round's end, and after the game, the state of the round that ended."""
    game, frame = table.position, table.frame
    if isinstance(frame, Fall) and table.before is not None:
        return _while_falling(table.before, game, frame.out)
    if game.rounds and (isinstance(frame, RoundEnd) or (game.over and not game.given_up)):
        first, second = game.rounds[-1]
        return _of(game, len(game.rounds) - 1, (first.points, second.points), (first.total, second.total), -1)
    stand = game.stand
    mover = -1 if game.over else stand.mover
    return _of(game, min(stand.round, ROUNDS - 1), stand.points, stand.totals, mover)


def _while_falling(before: Game, game: Game, out: bool) -> Sight:
    stand, points = before.stand, before.stand.points
    if out and game.last is not None:
        mine = points[stand.mover] + game.last.gained
        points = (mine, points[1]) if stand.mover == 0 else (points[0], mine)
    return _of(before, stand.round, points, stand.totals, stand.mover)


def _of(game: Game, at: int, points: Pair, totals: Pair, mover: int) -> Sight:
    return Sight(at, points, totals, mover, game.terms.goals[at], game.terms.exits[at])
