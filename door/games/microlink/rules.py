"""MicroLink Shut The Box: one to four seats, five turns each, on the shared box.

Law: values in, values out; the box itself (doors, dice, what may be shut, when a turn is at
its end) is `games.shutbox.rules` with the variant `MICROLINK`.  Here are the seats, the
turns that pass from one to the next, the totals, and who has won.

One stream of chance serves everybody: two draws a roll, in the order of play, and nothing
else is drawn.  The computer's levels choose without chance, and what they choose is a move
like any other, so that a replay needs the moves alone and knows nothing of levels.

A game always stands at a decision or at its end.  A roll that cannot be matched has no move:
it ends the turn, and the next turn's first roll (which always can be) is already there; the
dead roll is the last step of the turn just filed, for whoever wants to show it.

A game given up scores the turns that were finished, as the scorecard shows them: the doors
of a turn are added when it ends, and the running one has not ended.  It has no winner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from door.games.chance import Chance
from door.games.game import IllegalMove
from door.games.info import Options
from door.games.seating import seat_name
from door.games.shutbox import rules as box_rules
from door.games.shutbox.rules import MICROLINK, QUIT, Step, move_text, tiles_of, total_of
from door.ui.texts import MaybeSaid, tr

MOST_SEATS: Final = 4
TURNS: Final = 5
PERFECT_TURN: Final = 50
PERFECT_GAME: Final = PERFECT_TURN * TURNS
POINTS_A_DOT: Final = 5


@dataclass(frozen=True, slots=True)
class Turn:
    """A finished turn: whose it was (seats count from 0), every roll of it, its points."""

    seat: int
    steps: tuple[Step, ...]
    score: int

    @property
    def shut(self) -> int:
        """The doors that were shut (a mask)."""
        return sum(step.shut for step in self.steps)

    @property
    def doors(self) -> int:
        """How many doors were shut."""
        return self.shut.bit_count()

    @property
    def perfect(self) -> bool:
        """All doors were shut."""
        return self.steps[-1].shut != 0


@dataclass(frozen=True, slots=True)
class Game:
    """The table between two moves.

    `box` is the running turn's (its open doors, its dice), `steps` that turn's rolls so far;
    `turns` are the finished ones in the order of play.  At the end `box` is the last turn's.
    """

    seats: tuple[str, ...]
    box: box_rules.Game
    steps: tuple[Step, ...] = ()
    turns: tuple[Turn, ...] = ()
    given_up: bool = False

    @property
    def over(self) -> bool:
        return self.given_up or len(self.turns) == TURNS * len(self.seats)

    @property
    def seat(self) -> int:
        """Whose turn it is, from 0; at the end of the game, the seat that would come next."""
        return len(self.turns) % len(self.seats)

    @property
    def round(self) -> int:
        """1 to 5: the turn that every seat plays now."""
        return min(len(self.turns) // len(self.seats) + 1, TURNS)

    @property
    def totals(self) -> tuple[int, ...]:
        """Every seat's points, finished turns only."""
        points = [0] * len(self.seats)
        for turn in self.turns:
            points[turn.seat] += turn.score
        return tuple(points)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total, several if tied; none before the end or without one."""
        if not self.over or self.given_up:
            return ()
        totals = self.totals
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def dots(points: int) -> int:
    """How many of a scorecard's 50 dots are filled."""
    return points // POINTS_A_DOT


def new_game(options: Options, seats: Sequence[str], chance: Chance) -> Game:
    """All doors open, the first seat to move with its first roll.  There are no options.

    IllegalMove unless there are one to four seats.
    """
    if not 1 <= len(seats) <= MOST_SEATS:
        raise IllegalMove(tr.microlink.seat_count(most=MOST_SEATS, count=len(seats)))
    return Game(tuple(seats), box_rules.begin(MICROLINK, chance))


def legal(game: Game) -> tuple[str, ...]:
    """The moves that go on with the game; giving up is possible besides."""
    return () if game.over else tuple(move_text(s) for s in box_rules.legal(game.box.open, game.box.total))


def apply(game: Game, move: str) -> Game:
    """The game after `move`: the doors to shut, ascending ("2 6"), or "quit".

    IllegalMove says why it is refused.
    """
    if game.over:
        raise IllegalMove(tr.play.game_over())
    if move == QUIT:
        return replace(game, given_up=True)
    shut = box_rules.read_move(str(move))
    if reason := refusal(game, shut):
        raise IllegalMove(reason)
    box = box_rules.enter(game.box, shut)
    steps = (*game.steps, Step(game.box.open, game.box.dice, shut))
    if not box.over:
        return replace(game, box=box, steps=steps)
    return _turn_over(game, box, steps)


def refusal(game: Game, chosen: int) -> MaybeSaid:
    """Why these doors (a mask) cannot be shut now, one sentence; "" where they can."""
    if game.over:
        return tr.play.game_over()
    if not chosen:
        return tr.microlink.no_door_shut()
    if away := chosen & ~game.box.open:
        door = tiles_of(away)[0]
        return (
            tr.microlink.no_such_door(door=door)
            if door > MICROLINK.tiles
            else tr.microlink.door_already_shut(door=door)
        )
    if total_of(chosen) != game.box.total:
        return tr.microlink.wrong_sum(sum=total_of(chosen), total=game.box.total)
    return ""


def _turn_over(game: Game, box: box_rules.Game, steps: tuple[Step, ...]) -> Game:
    """Files the finished turn and opens all doors for the next, if there is one."""
    if box.open:
        steps = (*steps, Step(box.open, box.dice, 0))
    filed = replace(game, box=box, steps=(), turns=(*game.turns, Turn(game.seat, steps, box.score)))
    return filed if filed.over else replace(filed, box=box_rules.begin(MICROLINK, box.chance))


def summary(game: Game) -> dict[str, Any]:
    """A game in plain JSON values, for tables and statistics: a list a seat.

    `totals`; `turns`, the points of each finished turn; `doors`, how many it shut; `shut`, how
    often each door 1 to 9 was shut; `perfect`, how many turns shut them all; `winners`, seat
    numbers from 0; `given_up`.
    """
    mine = [[turn for turn in game.turns if turn.seat == seat] for seat in range(len(game.seats))]
    return {
        "totals": list(game.totals),
        "turns": [[turn.score for turn in turns] for turns in mine],
        "doors": [[turn.doors for turn in turns] for turns in mine],
        "shut": [_each_door(turns) for turns in mine],
        "perfect": [sum(turn.perfect for turn in turns) for turns in mine],
        "winners": list(game.winners),
        "given_up": game.given_up,
    }


def _each_door(turns: Sequence[Turn]) -> list[int]:
    """How often each door was shut in these turns, door 1 first."""
    shut = [turn.shut for turn in turns]
    return [sum(doors >> at & 1 for doors in shut) for at in range(MICROLINK.tiles)]


def play(options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]) -> Game:
    """The game after all these moves; IllegalMove says why one is refused."""
    game = new_game(options, seats, chance)
    for move in moves:
        game = apply(game, move)
    return game


def told(move: str, before: Game, after: Game) -> tuple[str, ...]:
    """The doors of a move, and how the turn ended, a plain line each."""
    who, (first, second) = seat_name(before.seats[before.seat]), before.box.dice
    line = tr.microlink.move_line(
        turn=before.round, who=who, roll=f"{first} + {second} = {before.box.total}", move=move
    )
    ended = len(after.turns) > len(before.turns)
    return (line, _turn_told(after.turns[-1], after.totals)) if ended else (line,)


def _turn_told(turn: Turn, totals: tuple[int, ...]) -> str:
    last = turn.steps[-1]
    why = (
        tr.microlink.all_doors_shut()
        if turn.perfect
        else tr.microlink.roll_cannot_be_used(roll=f"{last.dice[0]} + {last.dice[1]}")
    )
    return tr.microlink.turn_ended(why=why, score=turn.score, total=totals[turn.seat])
