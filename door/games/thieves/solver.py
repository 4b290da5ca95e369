"""What a player who knew the stock could have scored: exact, and quick.

Law: pure, bounded, and free of clocks: work is limited by a number of rounds, which whoever
calls `solve` chooses.  It advises nobody during a game; it is asked after one.

The points taken depend only on how high the seven stacks still stand, so the best score of a
deal is a question of which *heights* can be reached.  Heights (h1 … h7), each 0-5, are one
number in base 6 (6^7 = 279,936 of them), and a set of heights is one big integer with those
bits set.  Taking the card at height h of a stack lowers one digit by one: for a whole set,
an `and` with all heights at which that card is exposed, then a shift to the right.

Between two turns of the stock a position is (heights, rank of the current card): 14 sets,
grown round by round (a round is one more card taken) until nothing new appears.  Turning
the stock moves the sets where no card fits (or all of them, where it may be turned at will)
to the set of the card turned.  There are at most 22 cards to turn and 35 to take, so the
whole of a deal is looked at, and nothing is estimated.

A cleared deal is worth its whole table, a bonus, and another deal whose cards do not depend
on how this one was played: best deal by deal is best for the whole game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from typing import Final

from door.games.thieves.rules import CLEAR_BONUS, POINTS, ROWS, STACKS, TURN, Game, apply, fits, rank

BASE: Final = ROWS + 1
STRIDES: Final = tuple(BASE**n for n in range(STACKS))
KINDS: Final = len(POINTS)
UNDER: Final = tuple(tuple(low for low in range(KINDS) if fits(up, low)) for up in range(KINDS))
"""For each rank of a card to be taken, the ranks it may go on."""

BUDGET: Final = 5000
"""Rounds, about half a millisecond each; a deal needs 50 to 250, a whole game 100 to 1500."""

Sets = list[int]
"""For each rank of the current card, the set of heights reached with it."""


@dataclass(frozen=True, slots=True)
class Best:
    """The most a deal allows from some position on: points of its cards, and the bonus if `cleared`.

    `exact` is False where the budget ran out first: more may be possible then.  `moves` lead
    there; they end as soon as the points are made.  `rounds` is the work it took.
    """

    score: int
    cleared: bool
    exact: bool
    moves: tuple[str, ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class _Phase:
    """From one turned card to the next: its rank, the heights it was turned at, all that follows."""

    turned: int
    starts: int
    sets: Sets

    def cleared(self) -> bool:
        return any(reached & 1 for reached in self.sets)


def solve(game: Game, budget: int = BUDGET) -> Best:
    """The most that `game` can still make in its present deal, with the order of the stock known.

    The score counts what is still to be made, not what stands.  `budget` is in rounds.
    """
    table = _Table(game)
    phases, rounds, exact = _explore(table, budget)
    goal = 0 if phases[-1].cleared() else table.poorest(phases)
    points = table.left(table.start) - table.left(goal)
    moves = _way(table, phases, goal)
    if goal == 0:
        return Best(points + CLEAR_BONUS, True, True, moves, rounds)
    return Best(points, False, exact, moves, rounds)


def solve_game(game: Game, budget: int = BUDGET) -> tuple[int, bool, tuple[str, ...]]:
    """The best final score of the whole game from `game` on, redeals included.

    Gives the score (with what stands already), whether it is exact, and the moves.  The
    budget is for all deals together.
    """
    moves: list[str] = []
    while True:
        best = solve(game, budget)
        moves += best.moves
        budget -= best.rounds
        for move in best.moves:
            game = apply(game, move)
        if not best.cleared:
            return game.score, best.exact, tuple(moves)


class _Table:
    """A deal's cards as masks over heights, reckoned once."""

    def __init__(self, game: Game) -> None:
        self.at_will = game.turn_at_will
        self.turns = tuple(rank(card) for card in (game.current, *game.stock))
        self.stacks = tuple(tuple(rank(card) for card in stack) for stack in game.stacks)
        self.start = sum(len(stack) * stride for stack, stride in zip(self.stacks, STRIDES, strict=True))
        self.cards: list[list[tuple[int, int]]] = [[] for _ in range(KINDS)]
        for n, stack in enumerate(self.stacks):
            for height, card in enumerate(stack, 1):
                self.cards[card].append((STRIDES[n], _exposed(n, height)))
        self.movable = [self._movable(low) for low in range(KINDS)]

    def _movable(self, low: int) -> int:
        """The heights at which some card may go on rank `low`."""
        heights = 0
        for up in range(KINDS):
            if fits(up, low):
                for _, exposed in self.cards[up]:
                    heights |= exposed
        return heights

    def turnable(self, sets: Sets) -> int:
        """The heights, of those reached, at which the stock may be turned."""
        heights = 0
        for low, reached in enumerate(sets):
            heights |= reached if self.at_will else _less(reached, self.movable[low])
        return heights

    def left(self, heights: int) -> int:
        """Points of the cards still on the table."""
        tall = (heights // stride % BASE for stride in STRIDES)
        return sum(sum(POINTS[c] for c in stack[:h]) for stack, h in zip(self.stacks, tall, strict=True))

    def poorest(self, phases: list[_Phase]) -> int:
        """Of all heights reached, one that leaves the fewest points on the table."""
        reached = 0
        for phase in phases:
            for heights in phase.sets:
                reached |= heights
        points = [0]
        for stack in self.stacks:
            piles = [sum(POINTS[c] for c in stack[:h]) for h in range(BASE)]
            points = [p + pile for pile in piles for p in points]
        bits = map(int, reversed(f"{reached:b}"))
        return min(compress(range(len(points)), bits), key=points.__getitem__)


@lru_cache(maxsize=STACKS * ROWS)
def _exposed(n: int, height: int) -> int:
    """All heights at which stack `n` (from 0) stands `height` high, as a set."""
    stride = STRIDES[n]
    period = "0" * stride * (ROWS - height) + "1" * stride + "0" * stride * height
    return int(period * BASE ** (STACKS - 1 - n), 2)


def _less(heights: int, others: int) -> int:
    return heights ^ (heights & others)


def _explore(table: _Table, budget: int) -> tuple[list[_Phase], int, bool]:
    """Phase by phase: (phases, rounds used, whether everything that matters was seen)."""
    phases: list[_Phase] = []
    starts, rounds = 1 << table.start, 0
    for turned in table.turns:
        sets, used, whole = _grow(table, turned, starts, budget - rounds)
        rounds += used
        phases.append(_Phase(turned, starts, sets))
        if phases[-1].cleared() or not whole:
            return phases, rounds, whole
        starts = table.turnable(sets)
        if not starts:
            break
    return phases, rounds, True


def _grow(table: _Table, turned: int, starts: int, budget: int) -> tuple[Sets, int, bool]:
    """All that taking cards can reach from `starts` with `turned` as the current card."""
    sets = [0] * KINDS
    sets[turned] = starts
    edge, rounds = {turned: starts}, 0
    while edge:
        if rounds >= budget:
            return sets, rounds, False
        rounds += 1
        edge = _round(table, sets, edge)
        for card, new in edge.items():
            sets[card] |= new
    return sets, rounds, True


def _round(table: _Table, sets: Sets, edge: dict[int, int]) -> dict[int, int]:
    """What one more card taken reaches from the sets of `edge` that was not reached before."""
    found = {}
    for card, places in enumerate(table.cards):
        under = 0
        for low in UNDER[card]:
            under |= edge.get(low, 0)
        if under and places:
            reached = 0
            for stride, exposed in places:
                reached |= (under & exposed) >> stride
            new = _less(reached, sets[card])
            if new:
                found[card] = new
    return found


def _way(table: _Table, phases: list[_Phase], goal: int) -> tuple[str, ...]:
    """The moves that lead to `goal` by the fewest turns of the stock, found from its end."""
    at = next(n for n, phase in enumerate(phases) if _among(phase.sets, goal))
    here, current, moves = goal, _among(phases[at].sets, goal)[0], []
    while True:
        phase = phases[at]
        while current != phase.turned or not phase.starts >> here & 1:
            stack, here, current = _taken(table, phase, here, current)
            moves.append(str(stack + 1))
        if at == 0:
            return tuple(reversed(moves))
        at -= 1
        moves.append(TURN)
        ranks = _among(phases[at].sets, here)
        current = next(low for low in ranks if table.at_will or not table.movable[low] >> here & 1)


def _among(sets: Sets, heights: int) -> list[int]:
    """The ranks whose sets hold these heights."""
    return [card for card, reached in enumerate(sets) if reached >> heights & 1]


def _taken(table: _Table, phase: _Phase, here: int, current: int) -> tuple[int, int, int]:
    """A last take that leads to (here, current): (stack, heights before, rank it was put on)."""
    for n, stack in enumerate(table.stacks):
        height = here // STRIDES[n] % BASE
        if height < len(stack) and stack[height] == current:
            before = here + STRIDES[n]
            for low in UNDER[current]:
                if phase.sets[low] >> before & 1:
                    return n, before, low
    raise AssertionError("a reached position has a way to it")
