"""The best possible game if the stock were known, exact and fast, and the coach that knows it.

The search is bounded by a number of rounds, not by a clock.  It is used only after a game, never for advice
during one.

The points taken depend only on the heights of the seven stacks, so a deal's best score follows from the set
of heights that can be reached.  Heights (h1 … h7), each 0-5, are one number in base 6 (6^7 = 279,936 of
them).  A set of heights is one big integer with those bits set.  Taking the card at height h of a stack
lowers one digit by one.  For a whole set, that is an `and` with all heights at which the card is exposed,
then a right shift.

Between two turns of the stock a position is (heights, rank of the current card): 14 sets.  They grow by one
more card taken in each round until nothing new appears.  Turning the stock moves the sets in which no card
fits to the set of the turned card; if the stock may be turned at will, it moves all sets.  There are at most
22 cards to turn and 35 to take, so the search covers the whole deal without estimates.

A cleared deal is worth its whole table, a bonus, and another deal.  The next deal's cards don't depend on
how this one was played, so the best of each deal is the best of the whole game.

Players don't know the stock, so the best possible score rates the cards, not the player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import accumulate, compress
from operator import or_
from typing import Any, Final, NamedTuple

from door.games import api
from door.games.thieves.play import letters
from door.games.thieves.rules import (
    CLEAR_BONUS,
    POINTS,
    ROWS,
    STACKS,
    TAKES,
    TURN,
    ThievesGame,
    apply,
    fits,
    legal,
    new_game,
    rank,
)
from door.ui.texts import tr
from door.ui.widgets import TextPage
from door.ui.words import Lines

# -- the best possible game ------------------------------------------------------------------------

BASE: Final = ROWS + 1
STRIDES: Final = tuple(BASE**n for n in range(STACKS))
RANKS: Final = len(POINTS)
UNDER: Final = tuple(tuple(low for low in range(RANKS) if fits(up, low)) for up in range(RANKS))
"""For each rank of a card to be taken, the ranks it may go on."""

BUDGET: Final = 5000
"""The most rounds of a search, about half a millisecond each.  A whole game needs 100 to 1500."""

Sets = list[int]
"""For each rank of the current card, the set of heights reached with it."""


@dataclass(frozen=True, slots=True)
class SolverResult:
    """The best result of a deal from a position on: points of its cards, and the bonus if `cleared`.

    `exact` is False if the budget ran out; more may be possible then.  `moves` lead to the result and end as
    soon as the points are made.  `rounds` is the work done.
    """

    score: int
    cleared: bool
    exact: bool
    moves: tuple[str, ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class _Phase:
    """The time from one turned card to the next: its rank, the heights before, and all heights reached."""

    turned: int
    starts: int
    sets: Sets

    def cleared(self) -> bool:
        return any(reached & 1 for reached in self.sets)


def solve(game: ThievesGame, budget: int = BUDGET) -> SolverResult:
    """Return the best result that `game` can still reach in its present deal, with the stock known.

    The score counts only points still to be made.  `budget` is in rounds.
    """
    table = _DealMasks(game)
    phases, rounds, exact = _explore(table, budget)
    goal = 0 if phases[-1].cleared() else table.poorest(phases)
    points = table.points_left(table.start) - table.points_left(goal)
    moves = _way(table, phases, goal)
    if goal == 0:
        return SolverResult(points + CLEAR_BONUS, True, True, moves, rounds)
    return SolverResult(points, False, exact, moves, rounds)


def solve_game(game: ThievesGame, budget: int = BUDGET) -> tuple[int, bool, tuple[str, ...]]:
    """Return the best final score from `game` on, redeals included, True if it is exact, and the moves.

    The score includes the points already made.  The budget is for all deals together.
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


class _DealMasks:
    """A deal's cards as masks over heights, computed once."""

    def __init__(self, game: ThievesGame) -> None:
        self.at_will = game.turn_at_will
        self.turns = tuple(rank(card) for card in (game.current, *game.stock))
        self.stacks = tuple(tuple(rank(card) for card in stack) for stack in game.stacks)
        self.start = sum(len(stack) * stride for stack, stride in zip(self.stacks, STRIDES, strict=True))
        self.cards: list[list[tuple[int, int]]] = [[] for _ in range(RANKS)]
        for n, stack in enumerate(self.stacks):
            for height, card in enumerate(stack, 1):
                self.cards[card].append((STRIDES[n], _heights_where(n, height)))
        self.movable = [self._movable(low) for low in range(RANKS)]

    def _movable(self, low: int) -> int:
        """Return the heights at which some card may go on rank `low`."""
        ups = (self.cards[up] for up in range(RANKS) if fits(up, low))
        return reduce(or_, (exposed for cards in ups for _, exposed in cards), 0)

    def turnable(self, sets: Sets) -> int:
        """Return the reached heights at which the stock may be turned."""
        heights = 0
        for low, reached in enumerate(sets):
            heights |= reached if self.at_will else _less(reached, self.movable[low])
        return heights

    def points_left(self, heights: int) -> int:
        """Return the points of the cards still on the table."""
        tall = (heights // stride % BASE for stride in STRIDES)
        return sum(sum(POINTS[c] for c in stack[:h]) for stack, h in zip(self.stacks, tall, strict=True))

    def poorest(self, phases: list[_Phase]) -> int:
        """Return the reached heights that leave the fewest points on the table."""
        reached = reduce(or_, (heights for phase in phases for heights in phase.sets))
        points = [0]
        for stack in self.stacks:
            piles = [sum(POINTS[c] for c in stack[:h]) for h in range(BASE)]
            points = [p + pile for pile in piles for p in points]
        bits = map(int, reversed(f"{reached:b}"))
        return min(compress(range(len(points)), bits), key=points.__getitem__)


@lru_cache(maxsize=STACKS * ROWS)
def _heights_where(n: int, height: int) -> int:
    """Return the set of all heights at which stack `n` (from 0) is `height` high."""
    stride = STRIDES[n]
    period = "0" * stride * (ROWS - height) + "1" * stride + "0" * stride * height
    return int(period * BASE ** (STACKS - 1 - n), 2)


def _less(heights: int, others: int) -> int:
    return heights ^ (heights & others)


def _explore(table: _DealMasks, budget: int) -> tuple[list[_Phase], int, bool]:
    """Search phase by phase.  Return the phases, the rounds used, and True if the search was complete."""
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


def _grow(table: _DealMasks, turned: int, starts: int, budget: int) -> tuple[Sets, int, bool]:
    """Return all heights that taking cards can reach from `starts` with `turned` as the current card."""
    sets = [0] * RANKS
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


def _round(table: _DealMasks, sets: Sets, edge: dict[int, int]) -> dict[int, int]:
    """Return the new heights that one more card reaches from the sets of `edge`."""
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


def _way(table: _DealMasks, phases: list[_Phase], goal: int) -> tuple[str, ...]:
    """Return the moves to `goal` with the fewest turns of the stock, traced back from the end."""
    at = next(n for n, phase in enumerate(phases) if _among(phase.sets, goal))
    here, current, moves = goal, _among(phases[at].sets, goal)[0], []
    while True:
        phase = phases[at]
        while current != phase.turned or not phase.starts >> here & 1:
            stack, here, current = _last_take(table, phase, here, current)
            moves.append(str(stack + 1))
        if at == 0:
            return tuple(reversed(moves))
        at -= 1
        moves.append(TURN)
        ranks = _among(phases[at].sets, here)
        current = next(low for low in ranks if table.at_will or not table.movable[low] >> here & 1)


def _among(sets: Sets, heights: int) -> list[int]:
    return [card for card, reached in enumerate(sets) if reached >> heights & 1]


def _last_take(table: _DealMasks, phase: _Phase, here: int, current: int) -> tuple[int, int, int]:
    """Return a take that leads to (here, current): stack, heights before, and the rank below."""
    for n, stack in enumerate(table.stacks):
        height = here // STRIDES[n] % BASE
        if height < len(stack) and stack[height] == current:
            before = here + STRIDES[n]
            for low in UNDER[current]:
                if phase.sets[low] >> before & 1:
                    return n, before, low
    raise AssertionError("a reached position has a way to it")


our: Final = tr.thieves
# -- the coach -------------------------------------------------------------------------------------

LOST: Final = {TURN: our.coach_lost_turning, api.QUIT: our.coach_lost_giving_up}


class BestScore(NamedTuple):
    """The best score of a game.  It is `exact` if nothing better is possible.

    `deals` has the runs of each deal that lead to it.  `way` is the last moment at which it was still
    possible, with the moves from there.
    """

    score: int
    exact: bool
    deals: tuple[Lines, ...]
    way: api.Way | None = None


class CardsCoach(api.Coach):
    """The coach of cards.  It ranks only positions without a stock, because players can't see the stock."""

    clear = 2.0

    def look(self, record: api.Record, step: int) -> tuple[BestScore]:
        """Return the best possible score from the first deal on, and the last moment at which it was
        possible.
        """
        first = new_game(record.options, record.seats, record.chance)
        score, exact, moves = solve_game(first)
        made = tuple(move for move in record.moves if move != api.QUIT)
        way = _last_chance(first, made, score, moves) if exact else None
        return (BestScore(score, exact, runs(first, moves), way),)

    def rank(self, position: ThievesGame) -> Sequence[api.Worth]:
        if position.stock:
            return ()
        worths = []
        for stack in map(str, position.fitting):
            after = apply(position, stack)
            left = solve(after).score if after.deal == position.deal else 0
            worths.append(api.Worth(stack, after.score + left))
        return worths

    def play(self, position: ThievesGame, seat: int, level: str) -> str:
        """Return the first move that goes on: players can't see the stock either."""
        return next(iter(legal(position)), api.QUIT)

    def pages(self, parts: Sequence[Any], table: api.GameView, plain: bool) -> tuple[TextPage, ...]:
        best, made = parts[0][0], table.position.score
        head = (our.coach_possible if best.exact else our.coach_cut_short)(
            score=max(best.score, made), made=made
        )
        first, *others = best.deals or ((),)
        how = (our.coach_this_way(), "", *first) if first else ()
        deals = [TextPage(our.coach_deal(number=at), lines) for at, lines in enumerate(others, 2)]
        return TextPage(our.coach_title(), (head, *_loss_line(best, table), *how)), *deals

    def verdict(self, parts: Sequence[Any], table: api.GameView) -> api.Verdict:
        """Return the best score with every card face up, and the way to it from its last chance."""
        best, made = parts[0][0], table.position.score
        if best.exact and made == best.score:
            return api.Verdict(our.coach_nobody_more(made=made))
        said = our.coach_verdict if best.exact else our.coach_verdict_cut
        return api.Verdict(said(score=max(best.score, made), made=made), way=best.way)

    def remarks(self, parts: Sequence[Any], tables: Sequence[api.GameView]) -> Mapping[int, api.Remark]:
        """Return a remark on each run of cards, at its last card, and on the move that lost the best score.
        The longest runs are marked.
        """
        moves, found, worth, cards, points = tables[-1].moves, dict[int, api.Remark](), dict[int, int](), 0, 0
        for number, move in enumerate(moves, start=1):
            if move not in TAKES:
                cards, points = 0, 0
                continue
            cards += 1
            points += tables[number].position.score - tables[number - 1].position.score
            if number == len(moves) or moves[number] not in TAKES:
                worth[number] = points
                found[number] = api.Remark(
                    our.coach_run(cards=tr.count.cards(n=cards), points=tr.count.points(n=points))
                )
        for number in sorted(worth, key=lambda at: -worth[at])[: api.AGAIN]:
            found[number] = found[number]._replace(marked=worth[number] > 0)
        best = parts[0][0] if parts else None
        if best and best.way and tables[-1].position.score != best.score:
            found[best.way.at + 1] = api.Remark(our.coach_remark(score=best.score), True)
        return found


def _last_chance(first: ThievesGame, made: Sequence[str], score: int, best: Sequence[str]) -> api.Way:
    """Find the last moment at which that score was still possible, by halving: a lost score stays lost.

    A cleared deal has the same worth for everybody, so only the last deal played can have lost anything.
    """
    games = tuple(accumulate(made, apply, initial=first))
    deal = games[-1].deal
    best_games = accumulate(best, apply, initial=first)
    begun = next((at for at, game in enumerate(best_games) if game.deal > deal), None)
    later = None if begun is None else tuple(best[begun:])

    def way(at: int) -> tuple[str, ...] | None:
        found = solve(games[at])
        whole = found.cleared if later is not None else games[at].score + found.score == score
        return (*found.moves, *(later or ())) if whole and found.exact else None

    low, high = next(at for at, game in enumerate(games) if game.deal == deal), len(games)
    moves = way(low) or ()
    while high - low > 1:
        middle = (low + high) // 2
        possible = way(middle)
        low, high, moves = (middle, high, possible) if possible is not None else (low, middle, moves)
    return api.Way(low, moves)


def runs(game: ThievesGame, moves: Sequence[str]) -> tuple[Lines, ...]:
    """Return the moves deal by deal, one line for each run: the stock card, then each stack with the card
    taken from it, like "JC  3:10H 1:9C".
    """
    deals: list[list[tuple[str, list[str]]]] = [[(letters(game.current), [])]]
    for move in moves:
        after = apply(game, move)
        if move == TURN:
            deals[-1].append((letters(after.current), []))
        else:
            deals[-1][-1][1].append(f"{move}:{letters(game.stacks[int(move) - 1][-1])}")
        if after.deal > game.deal:
            deals.append([(letters(after.current), [])])
        game = after
    return tuple(tuple(f"{card:>5}  {' '.join(takes) or '-'}" for card, takes in deal) for deal in deals)


def _loss_line(best: BestScore, table: api.GameView) -> Lines:
    if best.way is None or table.position.score == best.score:
        return ()
    at, moves = best.way.at, table.moves
    move = moves[at] if at < len(moves) else api.QUIT
    lost = LOST[move]() if move in LOST else our.coach_lost_taking(stack=move)
    if at == 0:
        return (our.coach_lost_at_once(lost=lost),)
    return (our.coach_lost_at_move(at=at, moves=len(moves), lost=lost),)


COACH: Final = CardsCoach()
