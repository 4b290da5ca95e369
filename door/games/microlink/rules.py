"""MicroLink Shut The Box: one to four seats, five turns each, on the shared box.

Law: values in, values out.  `games.shutbox.rules` with the variant `MICROLINK` handles the box: doors, dice,
legal sets, the end of a turn.  This module handles seats, turns, totals and winners.

One stream of chance serves every seat, with two draws for each roll in the order of play.  The computer's
levels draw nothing and their choices are ordinary moves, so a replay needs the moves alone.

A game is always at a decision or at its end.  A roll that cannot be matched ends the turn without a move.
The next turn's first roll, which can always be matched, is then already drawn.  The dead roll is the last
step of the finished turn, so it can still be shown.

A game given up scores only the finished turns and has no winner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.games import api
from door.games.shutbox import rules
from door.games.shutbox.rules import MICROLINK, QUIT, BoxGame, Step, move_text, tiles_of, total_of
from door.ui.texts import MaybeSaid, tr

our: Final = tr.microlink
MOST_SEATS: Final = 4
TURNS: Final = 5
PERFECT_TURN: Final = 50
PERFECT_GAME: Final = PERFECT_TURN * TURNS
POINTS_A_DOT: Final = 5


@dataclass(frozen=True, slots=True)
class Turn:
    """A finished turn: its seat (counted from 0), every roll, and its points."""

    seat: int
    steps: tuple[Step, ...]
    score: int

    @property
    def shut(self) -> int:
        return sum(step.shut for step in self.steps)

    @property
    def doors(self) -> int:
        return self.shut.bit_count()

    @property
    def perfect(self) -> bool:
        return self.steps[-1].shut != 0


@dataclass(frozen=True, slots=True)
class LinkGame:
    """The game between two moves.

    `box` has the open doors and the dice of the running turn, or of the last turn at the end.  `steps` are
    that turn's rolls so far.  `turns` are the finished turns in the order of play.
    """

    seats: tuple[str, ...]
    box: BoxGame
    steps: tuple[Step, ...] = ()
    turns: tuple[Turn, ...] = ()
    given_up: bool = False

    @property
    def over(self) -> bool:
        return self.given_up or len(self.turns) == TURNS * len(self.seats)

    @property
    def seat(self) -> int:
        """The seat to play, from 0; at the end of the game, the seat that would come next."""
        return len(self.turns) % len(self.seats)

    @property
    def round(self) -> int:
        """The number of the turn that every seat plays now, 1 to 5."""
        return min(len(self.turns) // len(self.seats) + 1, TURNS)

    @property
    def totals(self) -> tuple[int, ...]:
        points = [0] * len(self.seats)
        for turn in self.turns:
            points[turn.seat] += turn.score
        return tuple(points)

    def turns_of(self, seat: int) -> tuple[Turn, ...]:
        return tuple(turn for turn in self.turns if turn.seat == seat)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total.  Empty before the end, or if the game was given up."""
        if not self.over or self.given_up:
            return ()
        totals = self.totals
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def dots(points: int) -> int:
    """Return how many of a scorecard's 50 dots are filled."""
    return points // POINTS_A_DOT


def new_game(options: api.Options, seats: Sequence[str], chance: api.Chance) -> LinkGame:
    """Return a game with all doors open and the first seat's first roll.  There are no options.

    Raises IllegalMove unless there are one to four seats.
    """
    if not 1 <= len(seats) <= MOST_SEATS:
        raise api.IllegalMove(our.seat_count(most=MOST_SEATS, count=len(seats)))
    return LinkGame(tuple(seats), rules.begin(MICROLINK, chance))


def legal(game: LinkGame) -> tuple[str, ...]:
    """Return the moves that continue the game; giving up is always possible, too."""
    return () if game.over else tuple(move_text(s) for s in rules.legal(game.box.open, game.box.total))


def apply(game: LinkGame, move: str) -> LinkGame:
    """Return the game after `move`: the doors to shut, ascending ("2 6"), or "quit".

    Raises IllegalMove with the reason if the move is refused.
    """
    if game.over:
        raise api.IllegalMove(tr.play.game_over())
    if move == QUIT:
        return replace(game, given_up=True)
    shut = rules.read_move(str(move))
    if reason := refusal(game, shut):
        raise api.IllegalMove(reason)
    box = rules.enter(game.box, shut)
    steps = (*game.steps, Step(game.box.open, game.box.dice, shut))
    if not box.over:
        return replace(game, box=box, steps=steps)
    return _turn_over(game, box, steps)


def refusal(game: LinkGame, chosen: int) -> MaybeSaid:
    """Return the reason why these doors (a mask) cannot be shut now, in one sentence, or ""."""
    if game.over:
        return tr.play.game_over()
    if not chosen:
        return our.no_door_shut()
    if away := chosen & ~game.box.open:
        door = tiles_of(away)[0]
        return our.no_such_door(door=door) if door > MICROLINK.tiles else our.door_already_shut(door=door)
    if total_of(chosen) != game.box.total:
        return our.wrong_sum(sum=total_of(chosen), total=game.box.total)
    return ""


def _turn_over(game: LinkGame, box: BoxGame, steps: tuple[Step, ...]) -> LinkGame:
    """Record the finished turn, and open all doors for the next turn unless the game is over."""
    if box.open:
        steps = (*steps, Step(box.open, box.dice, 0))
    filed = replace(game, box=box, steps=(), turns=(*game.turns, Turn(game.seat, steps, box.score)))
    return filed if filed.over else replace(filed, box=rules.begin(MICROLINK, box.chance))
