"""The coach: what a player who knew every card of the stock could have scored, and the moves that do it.

Law: pure, over the exact solver; it looks back on a game that is over.  Whoever plays does not know
the stock: the best possible is no judgement of a game, but it is what the cards held.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from door.games.game import Review, Table
from door.games.thieves.rules import TURN, Game, apply, new_game
from door.games.thieves.solver import solve_game
from door.games.thieves.words import letters
from door.ui.widgets import Page, wrap

ROWS: Final = 15
COLS: Final = 72


class Best(NamedTuple):
    """The best score of a game, whether nothing better is possible, and the moves, a text a deal."""

    score: int
    exact: bool
    deals: tuple[str, ...]


def watch(review: Review, step: int) -> Best:
    """The best that was possible from the first deal on."""
    first = new_game(review.options, review.seats, review.chance)
    score, exact, moves = solve_game(first)
    return Best(score, exact, told(first, moves))


def told(game: Game, moves: Sequence[str]) -> tuple[str, ...]:
    """The moves as a text for each deal, a card behind the key that takes or turns it: "3:9H 0:JC"."""
    steps = []
    for move in moves:
        after = apply(game, move)
        steps.append((game.deal, f"{'0' if move == TURN else move}:{letters(_moved(game, move, after))}"))
        game = after
    by_deal = groupby(steps, key=lambda step: step[0])
    return tuple(f"Deal {deal}: {' '.join(text for _, text in texts)}" for deal, texts in by_deal)


def _moved(before: Game, move: str, after: Game) -> int:
    """The card that was taken or turned."""
    return after.current if move == TURN else before.stacks[int(move) - 1][-1]


def pages(parts: tuple[Best, ...], table: Table, plain: bool) -> tuple[Page, ...]:
    """What was possible, and how; `plain` mode has it all in one."""
    best, made = parts[0], table.position.score
    if best.exact:
        head = f"Knowing every card to come, {best.score} was possible; you made {made}."
    else:
        head = f"The search was cut short: {best.score} or more was possible; you made {made}."
    how = ("This way: a stack and its card, 0 for the next card of the stock.",) if best.deals else ()
    lines = [head, *how]
    for deal in best.deals:
        lines += ["", *wrap(deal, COLS)]
    step = len(lines) if plain else ROWS
    return tuple(Page("The best possible", tuple(lines[at : at + step])) for at in range(0, len(lines), step))
