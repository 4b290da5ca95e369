"""The coach: what a player who knew every card of the stock could have scored, and the moves that do it.

Law: pure, over the exact solver; it looks back on a game that is over.  Whoever plays does not know
the stock: the best possible is no judgement of a game, but it is what the cards held.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from door.games.game import Table
from door.games.luck import Review
from door.games.thieves.rules import TURN, Game, apply, new_game
from door.games.thieves.solver import solve_game
from door.games.thieves.words import letters
from door.ui.widgets import Page
from door.ui.words import Lines


class Best(NamedTuple):
    """The best score of a game, whether nothing better is possible, and how: a list of runs a deal."""

    score: int
    exact: bool
    deals: tuple[Lines, ...]


def watch(review: Review, step: int) -> Best:
    """The best that was possible from the first deal on."""
    first = new_game(review.options, review.seats, review.chance)
    score, exact, moves = solve_game(first)
    return Best(score, exact, told(first, moves))


def told(game: Game, moves: Sequence[str]) -> tuple[Lines, ...]:
    """The moves deal by deal, a run a line: a card off the stock, each stack taken from then with its
    card: "JC  3:10H 1:9C"."""
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


def pages(parts: tuple[Best, ...], table: Table, plain: bool) -> tuple[Page, ...]:
    """What was possible, then how, deal by deal; `plain` mode has all of it in one."""
    best, made = parts[0], table.position.score
    if best.exact:
        head = f"Knowing every card to come, {best.score} was possible; you made {made}."
    else:
        head = f"The search was cut short: {best.score} or more was possible; you made {made}."
    how = ("This way: each card off the stock, then the stacks to take from with their cards.",)
    deals = (Page(f"Deal {number}", runs) for number, runs in enumerate(best.deals, 1))
    return Page("The best possible", (head, *(how if best.deals else ()))), *deals
