"""The coach: what the best choice was at each roll, and what another one cost.

Law: pure, over the shared rules and the exact expectations (`odds`), for every game that
stands on the box: the variant says how it is scored.  It looks back on a box that is over;
whether it may speak is the door's to say, and during a contest game it never may.

A cost is in expected points of the box's final score: the best choice's expectation less
that of the one made.  Luck is no cost, so that the best choices cost nothing in a bad game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from door.games.chance import Chance
from door.games.game import Review, Table
from door.games.remarks import Remark, dearest
from door.games.shutbox.card import variant
from door.games.shutbox.odds import ROUNDING, average, best_sets
from door.games.shutbox.rules import QUIT, Step, Variant, apply, begin, move_text, read_move
from door.ui.widgets import Column, Page, row_text

SHOWN: Final = 0.005
"""Points; what costs less is shown as costing nothing."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One roll looked back on: the tiles chosen, the best (masks), what the choice cost.

    `cost` is in expected points of the box's final score, 0 where the choice was (as good
    as) the best; `choices` is how many there were.
    """

    step: Step
    best: int
    cost: float
    choices: int


def coach(steps: Sequence[Step], variant: Variant) -> tuple[Advice, ...]:
    """Looks back on the rolls of one box, under the scoring of `variant`.

    The roll that could not be matched has nothing to be said about, and is left out.
    """
    return tuple(_advice(step, variant) for step in steps if step.shut)


def _advice(step: Step, variant: Variant) -> Advice:
    ranked = best_sets(variant, step.open, step.total)
    best, most = ranked[0]
    cost = most - dict(ranked)[step.shut]
    if cost < ROUNDING:
        return Advice(step, step.shut, 0.0, len(ranked))
    return Advice(step, best, cost, len(ranked))


def box_steps(variant: Variant, chance: Chance, moves: Sequence[str]) -> tuple[Step, ...]:
    """Every roll of one box (a game of the BBS door), for the coach; IllegalMove as in its rules."""
    game, steps = begin(variant, chance), []
    for move in moves:
        if move != QUIT:
            steps.append(Step(game.open, game.dice, read_move(move)))
        game = apply(game, move)
    if game.why == "stuck":
        steps.append(Step(game.open, game.dice, 0))
    return tuple(steps)


# -- in words ------------------------------------------------------------------------------


def cost_text(advice: Advice) -> str:
    """What a choice cost: "1.25", "√ best", or that there was no other."""
    if advice.choices == 1:
        return "only way"
    return "√ best" if advice.cost < SHOWN else f"{advice.cost:.2f}"


def ending(last: Step) -> str:
    """How the box ended, by its last roll; "" where it was left."""
    if last.shut:
        return "" if last.open & ~last.shut else "The box is shut."
    left = move_text(last.open)
    return f"{last.dice[0]} + {last.dice[1]} = {last.total} could not be made with {left}."


def summary(advice: Sequence[Advice]) -> str:
    """What all the choices cost together, one sentence."""
    cost = sum(one.cost for one in advice)
    return "Every choice was the best." if cost < SHOWN else f"These choices cost {cost:.2f} points."


def look_back(steps: Sequence[Step], variant: Variant, what: str = "tiles") -> tuple[str, ...]:
    """A heading, a row a roll (roll, what stood open, the choice, the best, the cost), the
    box's end and the total cost; `what` the box has. At most 72 columns."""
    columns = (
        Column("roll", 9), Column(f"{what} open", max(2 * variant.tiles - 1, 12) + 3 * (variant.tiles > 9)),
        Column("shut", 8), Column("best", 8), Column("cost", 8, True),
    )  # fmt: skip
    advice = coach(steps, variant)
    rows = [[column.title for column in columns], *map(_cells, advice)]
    lines = [row_text(columns, row).rstrip() for row in rows]
    said = (ending(steps[-1]) if steps else "", summary(advice))
    return (*lines, "", *(line for line in said if line))


def _cells(advice: Advice) -> list[str]:
    step = advice.step
    roll = f"{step.dice[0]} + {step.dice[1]} ={step.total:>2}"
    best = "" if advice.choices == 1 else move_text(advice.best)
    return [roll, move_text(step.open), move_text(step.shut), best, cost_text(advice)]


def told(steps: Sequence[Step], variant: Variant) -> tuple[str, ...]:
    """The same as whole sentences, a line each: for plain mode."""
    advice, lines = coach(steps, variant), []
    for one in advice:
        step = one.step
        lines.append(f"{step.dice[0]} + {step.dice[1]} = {step.total}: you shut {_judged(one)}")
    said = (ending(steps[-1]) if steps else "", summary(advice))
    return (*lines, *(line for line in said if line))


def _judged(one: Advice) -> str:
    """The tiles shut and how good that was: "9, the best."."""
    done = move_text(one.step.shut)
    if one.choices == 1:
        return f"{done}, the only way."
    if one.cost < SHOWN:
        return f"{done}, the best."
    return f"{done}; {move_text(one.best)} was better by {one.cost:.2f} points."


def costs(steps: Sequence[Step], variant: Variant) -> tuple[tuple[float, str], ...]:
    """What each choice cost and a sentence about it, in the order of the moves."""
    return tuple(
        (one.cost if one.cost >= SHOWN else 0, f"Coach: {_judged(one)}") for one in coach(steps, variant)
    )


# -- the coach's page ------------------------------------------------------------------------


def watch(review: Review, step: int) -> tuple[Step, ...]:
    """Every roll of the game; their worths come out of tables that are made once a process."""
    steps = box_steps(variant(review.options), review.chance, review.moves)
    coach(steps, variant(review.options))
    return steps


def pages(parts: tuple[tuple[Step, ...], ...], table: Table, plain: bool) -> tuple[Page, ...]:
    """A row a roll, with the best tiles and what the choice cost; sentences in `plain` mode."""
    box, steps = table.position.variant, parts[0]
    best = f"the best play averages {average(box):.2f}"
    lines = told(steps, box) if plain else look_back(steps, box)
    return (Page(f"The coach on your {table.position.score} points ({best})", lines),)


def remarks(parts: tuple[tuple[Step, ...], ...], tables: Sequence[Table]) -> dict[int, Remark]:
    """What each choice cost."""
    found = costs(parts[0], tables[-1].position.variant) if parts else ()
    return dearest(dict(enumerate(found, start=1)))
