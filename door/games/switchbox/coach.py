"""The coach: what the searching computer would have dropped, and what the caller's drops cost.

Law: pure; it plays the game again and looks at each of the caller's own drops (not passes, nor balls
that fell at random).  It sees `DEPTH` balls ahead, no further: an estimate, and marked as one.

A cost is in points of the lead in grand totals: what the best drop leads to, less what the one made
does, both sides playing their best as far as is seen.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.game import Table
from door.games.luck import Review
from door.games.switchbox.computer import judged
from door.games.switchbox.rules import apply, new_game
from door.ui.widgets import Column, Page, row_text
from door.ui.words import Lines, counted

DEPTH: Final = 4
CHUNK: Final = 8
"""Moves looked at in one step, both sides' counted."""
SHOWN: Final = 12
_COLUMNS: Final = (
    Column("round", 5, True), Column("move", 5, True), Column("drop", 5, True), Column("best", 5, True),
    Column("cost", 7, True),
)  # fmt: skip


class Advice(NamedTuple):
    """A drop looked back on: the round 1..4, the number of the move from 1, the entry, the best move,
    and what the entry cost (0 where it was as good as the best)."""

    round: int
    move: int
    drop: str
    best: str
    cost: float


def steps(table: Table) -> int:
    """How many parts the game is looked at in."""
    return max(1, -(-len(table.moves) // CHUNK))


def watch(review: Review, step: int) -> tuple[Advice, ...]:
    """The caller's own drops among the moves of that part."""
    game = new_game(review.options, review.seats, review.chance)
    found = []
    for number, move in enumerate(review.moves[: CHUNK * (step + 1)]):
        stand = game.stand
        if number >= CHUNK * step and stand.mover == 0 and move in tuple("12345678"):
            best, cost = judged(game.terms, stand, int(move), DEPTH)
            found.append(Advice(stand.round + 1, number + 1, move, best if cost else move, cost))
        game = apply(game, move)
    return tuple(found)


def pages(parts: tuple[tuple[Advice, ...], ...], table: Table, plain: bool) -> tuple[Page, ...]:
    """A row a drop; in `plain` mode those that cost something, as sentences."""
    advice = [one for part in parts for one in part]
    title = f"The coach: an estimate, {DEPTH} balls ahead"
    if plain:
        return (Page(title, (*(_told(one) for one in advice if one.cost), *_summary(advice))),)
    rows = [_row(one) for one in advice]
    shown = [rows[at : at + SHOWN] for at in range(0, len(rows), SHOWN)] or [[]]
    head = row_text(_COLUMNS, [column.title for column in _COLUMNS])
    return tuple(Page(title, (head, *lines, "", *_summary(advice))) for lines in shown)


def _row(one: Advice) -> str:
    cost = f"{one.cost:.0f}" if one.cost else "√ best"
    return row_text(_COLUMNS, (one.round, one.move, one.drop, one.best, cost))


def _told(one: Advice) -> str:
    what = "passing" if one.best == "-" else one.best
    return f"Round {one.round}, move {one.move}: you dropped {one.drop}; {what} was better by {one.cost:.0f}."


def _summary(advice: list[Advice]) -> Lines:
    """What the drops cost in all, and what that means."""
    if not advice:
        return ("No drop of yours to look back on.",)
    best, cost = sum(not one.cost for one in advice), sum(one.cost for one in advice)
    lost = f"the others cost {cost:.0f} points of the lead" if cost else "none cost anything"
    were = "was" if best == 1 else "were"
    return (f"{best} of {counted(len(advice), 'drop')} {were} the best; {lost}.",)
