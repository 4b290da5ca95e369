"""The coach: what the searching computer would have dropped, and what a person's drops cost.

Law: pure; it plays the game again and looks at each drop that somebody chose (not passes, nor balls
that fell at random).  It sees `DEPTH` balls ahead, no further: an estimate, and marked as one.

A cost is in points of the lead in grand totals: what the best drop leads to, less what the one made
does, both sides playing their best as far as is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from door.games.game import Table, computer_level, reader
from door.games.luck import Dear, Remark, Review, Verdict, dearest, remarked
from door.games.switchbox.computer import PASSED, judged
from door.games.switchbox.rules import PASS, Game, apply, new_game
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column, Page, heads, row_text

TITLE: Final = tr.switchbox.coach_title

DEPTH: Final = 4
CLEAR: Final = 20
"""Points of the lead by which a puzzle's best drop is better than any other."""

CHUNK: Final = 8
"""Moves looked at in one step, both sides' counted."""
SHOWN: Final = 12
_COLUMNS: Final = (
    Column(tr.door_heads.round, 5, True),
    Column(tr.door_heads.move, 5, True),
    Column(tr.door_heads.drop, 5, True),
    Column(tr.door_heads.best, 5, True),
    Column(tr.door_heads.cost, 7, True),
    Column("", 2),
)


class Advice(NamedTuple):
    """A drop looked back on: the round 1..4, the number of the move from 1, the entry, the best move,
    what the entry cost (0 where it was as good as the best), and whose it was."""

    round: int
    move: int
    drop: str
    best: str
    cost: float
    seat: int = 0


def steps(table: Table) -> int:
    """How many parts the game is looked at in."""
    return max(1, -(-len(table.moves) // CHUNK))


def watch(review: Review, step: int) -> tuple[Advice, ...]:
    """The drops of persons among the moves of that part."""
    game = new_game(review.options, review.seats, review.chance)
    found = []
    for number, move in enumerate(review.moves[: CHUNK * (step + 1)]):
        stand = game.stand
        person = not any(map(computer_level, game.seats[stand.mover : stand.mover + 1]))
        if number >= CHUNK * step and person and move in tuple("12345678"):
            best, cost = judged(game.terms, stand, int(move), DEPTH)
            found.append(Advice(stand.round + 1, number + 1, move, best if cost else move, cost, stand.mover))
        game = apply(game, move)
    return tuple(found)


def judge(game: Game, move: str) -> Dear:
    """What a move costs, and the best there; ValueError for one that nobody chooses."""
    entry = PASSED if move == PASS else int(move.removeprefix("+"))
    best, cost = judged(game.terms, game.stand, entry, DEPTH)
    return Dear(0, move, best, cost)


def sharp(game: Game) -> float:
    """By how much the best drop is better than any other, as far as is seen, where that is clear; 0 where a
    pass is the best."""
    judgements = [judged(game.terms, game.stand, entry, DEPTH) for entry in range(1, 9)]
    costs = sorted(cost for _, cost in judgements)
    return costs[1] if costs[0] == 0 and costs[1] >= CLEAR else 0.0


def _own(parts: tuple[tuple[Advice, ...], ...], table: Table) -> list[Advice]:
    """The reader's drops."""
    return [one for part in parts for one in part if one.seat == max(reader(table), 0)]


def verdict(parts: tuple[tuple[Advice, ...], ...], table: Table) -> Verdict:
    """What the drops cost, as an estimate, and the dearest."""
    advice = _own(parts, table)
    return Verdict(
        tr.switchbox.coach_estimate(said=_summary(advice, tr.switchbox.coach_rest_cost)), _dearest(advice)
    )


def _dearest(advice: list[Advice]) -> tuple[Dear, ...]:
    return dearest(map(_dear, advice))


def _dear(one: Advice) -> Dear:
    return Dear(one.move - 1, one.drop, one.best, one.cost)


def pages(parts: tuple[tuple[Advice, ...], ...], table: Table, plain: bool) -> tuple[Page, ...]:
    """What the drops cost, and a row a drop, the dearest numbered; in `plain` mode those that cost something,
    as sentences."""
    advice = _own(parts, table)
    title = TITLE(depth=DEPTH)
    if plain:
        return (Page(title, (_summary(advice), *(_told(one) for one in advice if one.cost))),)
    marks = {one.at: f"◄{place}" for place, one in enumerate(_dearest(advice), 1)}
    rows = [_row(one, marks.get(one.move - 1, "")) for one in advice]
    shown = [rows[at : at + SHOWN] for at in range(0, len(rows), SHOWN)] or [[]]
    head = heads(_COLUMNS)
    return tuple(Page(title, (_summary(advice), "", head, *lines)) for lines in shown)


def _row(one: Advice, mark: str) -> str:
    cost = f"{one.cost:.0f}" if one.cost else tr.switchbox.coach_mark_best()
    return row_text(_COLUMNS, (one.round, one.move, one.drop, one.best, cost, mark))


def _told(one: Advice) -> str:
    what = tr.switchbox.coach_passing() if one.best == "-" else one.best
    return tr.switchbox.coach_better(
        round=one.round, move=one.move, drop=one.drop, best=what, cost=f"{one.cost:.0f}"
    )


def _summary(advice: list[Advice], rest: Sentence = tr.switchbox.coach_rest_cost_lead) -> str:
    """What the drops cost in all, and what that means."""
    if not advice:
        return tr.switchbox.coach_no_drop()
    best, cost = sum(not one.cost for one in advice), sum(one.cost for one in advice)
    lost = rest(cost=tr.count.points(n=round(cost))) if cost else tr.switchbox.coach_none_cost()
    was = tr.switchbox.coach_one_the_best if 1 in (best, len(advice)) else tr.switchbox.coach_some_the_best
    return was(best=best, drops=tr.count.drops(n=len(advice)), lost=lost)


def remarks(parts: tuple[tuple[Advice, ...], ...], tables: Sequence[Table]) -> dict[int, Remark]:
    """What each drop of a person's cost."""
    return remarked({_dear(one): _remark(one) for part in parts for one in part})


def _remark(one: Advice) -> str:
    if not one.cost:
        return tr.switchbox.coach_remark_best(drop=one.drop, depth=DEPTH)
    what = tr.switchbox.coach_passing() if one.best == PASS else one.best
    return tr.switchbox.coach_remark(drop=one.drop, best=what, cost=f"{one.cost:.0f}", depth=DEPTH)
