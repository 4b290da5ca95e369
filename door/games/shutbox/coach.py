"""The coach: what the best choice was at each roll, what another one cost, and what luck the roll was.

Law: pure, over the shared rules and the exact expectations (`odds`), for every game that
stands on the box: the variant says how it is scored.  It looks back on a box that is over;
whether it may speak is the door's to say, and during a contest game it never may.

A cost is in expected points of the box's final score: the best choice's expectation less
that of the one made.  Luck is no cost, so that the best choices cost nothing in a bad game:
it is what the roll made of the box, to the best play, more than it was worth before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from door.games.chance import Chance
from door.games.game import Table
from door.games.luck import SHOWN, Account, Dear, Remark, Review, Verdict, dearest, remarked
from door.games.shutbox.card import variant
from door.games.shutbox.odds import ROUNDING, average, best_sets, end_bonus, worth
from door.games.shutbox.rules import QUIT, Game, Step, Variant, apply, begin, move_text, read_move
from door.ui.texts import tr
from door.ui.widgets import Column, Page, heads, row_text
from door.ui.words import hundredths

GIVEN_UP: Final = tr.shutbox.coach_given_up
TITLE: Final = tr.shutbox.coach_title
COLUMNS: Final = (
    Column(tr.door_heads.roll, 5),
    Column(tr.door_heads.shut, 7),
    Column(tr.door_heads.best, 7),
    Column(tr.door_heads.cost, 7, True),
    Column(tr.door_heads.luck, 6, True),
    Column("", 2),
)

CLEAR: Final = 5.0
"""Points by which a puzzle's best choice is better than any other."""

_SPACED: Final = 9
"""Rolls up to which a blank line is left before what is said of the box's end."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One roll looked back on: the tiles chosen, the best (masks), what the choice cost, the roll's luck.

    `cost` is in expected points of the box's final score, 0 where the choice was (as good
    as) the best; `choices` is how many there were, 0 for the roll that could not be matched.
    """

    step: Step
    best: int
    cost: float
    choices: int
    luck: float

    @property
    def given_up(self) -> bool:
        """Whether the box was left at this roll."""
        return bool(self.choices) and not self.step.shut


def coach(steps: Sequence[Step], variant: Variant) -> tuple[Advice, ...]:
    """Looks back on the rolls of one box, under the scoring of `variant`."""
    return tuple(_advice(step, variant) for step in steps)


def _advice(step: Step, variant: Variant) -> Advice:
    ranked, before = best_sets(variant, step.open, step.total), worth(variant, step.open)
    if not ranked:
        return Advice(step, 0, 0.0, 0, end_bonus(variant, step.open) - before)
    best, most = ranked[0]
    cost = most - dict(ranked).get(step.shut, 0.0)  # a box given up brings nothing more
    best, cost = (step.shut, 0.0) if cost < ROUNDING else (best, cost)
    return Advice(step, best, cost, len(ranked), most - before)


def box_steps(variant: Variant, chance: Chance, moves: Sequence[str]) -> tuple[Step, ...]:
    """Every roll of one box (a game of the BBS door), for the coach; IllegalMove as in its rules."""
    game, steps = begin(variant, chance), []
    for move in moves:
        steps.append(Step(game.open, game.dice, 0 if move == QUIT else read_move(move)))
        game = apply(game, move)
    if game.why == "stuck":
        steps.append(Step(game.open, game.dice, 0))
    return tuple(steps)


def account(advice: Sequence[Advice], score: int, variant: Variant) -> Account:
    """What the score of one box was made of."""
    luck, cost = sum(one.luck for one in advice), sum(one.cost for one in advice)
    return Account(score, average(variant), luck, cost)


def judge(game: Game, move: str) -> Dear:
    """What entering those tiles costs, and the best there."""
    (one,) = coach([Step(game.open, game.dice, read_move(move))], game.variant)
    return Dear(0, move, move_text(one.best), one.cost)


def sharp(game: Game) -> float:
    """By how much the best tiles are better than any others, of three ways at least, where that is clear."""
    return clearly(game, CLEAR)


def clearly(game: Game, clear: float) -> float:
    """The same from `clear` points on."""
    ranked = best_sets(game.variant, game.open, game.total)
    gap = ranked[0][1] - ranked[1][1] if len(ranked) > 2 else 0.0
    return gap if gap >= clear else 0.0


# -- in words ------------------------------------------------------------------------------


def cost_text(advice: Advice) -> str:
    """What a choice cost: "1.25", "√ best", or that there was no other; "" where there was none."""
    if advice.choices < 2 and not advice.given_up:
        return tr.shutbox.coach_one_way() if advice.choices else ""
    return tr.shutbox.coach_mark_best() if advice.cost < SHOWN else f"{advice.cost:.2f}"


def ending(advice: Sequence[Advice]) -> str:
    """How the box ended, by its last roll."""
    step = advice[-1].step
    if step.shut:
        return tr.shutbox.coach_box_shut()
    left, roll = move_text(step.open), f"{step.dice[0]} + {step.dice[1]} = {step.total}"
    if advice[-1].given_up:
        return GIVEN_UP(roll=roll, left=left)
    return tr.shutbox.coach_no_match(roll=roll, left=left)


def look_back(
    steps: Sequence[Step], variant: Variant, score: int, marked: Sequence[int], left: str = ""
) -> tuple[str, ...]:
    """What the score was made of, a heading, a row a roll (roll, what stood open, the choice, the best, the
    cost, the luck; those `marked`, the dearest first, are numbered) and the box's end; `left` heads what was
    open.  At most 72 columns."""
    width = max(2 * variant.tiles - 1, 12) + 3 * (variant.tiles > 9)
    columns = (COLUMNS[0], Column(left or tr.shutbox.coach_tiles_open(), width), *COLUMNS[1:])
    advice = coach(steps, variant)
    marks = {at: f"◄{place}" for place, at in enumerate(marked, 1)}
    head = heads(columns).rstrip()
    rows = [row_text(columns, (*_cells(one), marks.get(at, ""))).rstrip() for at, one in enumerate(advice)]
    made = account(advice, score, variant)
    blank = ("",) * (len(rows) <= _SPACED)
    return (made.said(), made.text(), *blank, head, *rows, *blank, ending(advice))


def _cells(advice: Advice) -> list[str]:
    step = advice.step
    shut = move_text(step.shut) if step.shut else tr.shutbox.coach_gave_up() if advice.given_up else "-"
    best = "" if advice.choices < 2 else move_text(advice.best)
    return [
        f"{step.dice[0]} + {step.dice[1]}", move_text(step.open), shut, best, cost_text(advice),
        f"{advice.luck:+.{2 if abs(advice.luck) < 100 else 0}f}",
    ]  # fmt: skip


def told(steps: Sequence[Step], variant: Variant, score: int) -> tuple[str, ...]:
    """The same as whole sentences, a line each: for plain mode."""
    advice = coach(steps, variant)
    made = account(advice, score, variant)
    return (made.said(), f"{made.text()}.", *map(_told, advice), ending(advice))


def _told(one: Advice) -> str:
    step = one.step
    roll, luck = f"{step.dice[0]} + {step.dice[1]} = {step.total}", hundredths(one.luck, "+")
    return (
        tr.shutbox.coach_line(roll=roll, luck=luck, judged=_judged(one))
        if step.shut
        else tr.shutbox.coach_last_roll(roll=roll, luck=luck)
    )


def _judged(one: Advice) -> str:
    """The tiles shut and how good that was: "9, the best."."""
    done = move_text(one.step.shut)
    if one.choices == 1:
        return tr.shutbox.coach_only_way(done=done)
    if one.cost < SHOWN:
        return tr.shutbox.coach_the_best(done=done)
    return tr.shutbox.coach_better(done=done, best=move_text(one.best), cost=f"{one.cost:.2f}")


def choices(advice: Sequence[Advice], first: int = 0) -> Mapping[Dear, str]:
    """Each choice of one box, whose rolls are moves `first` and on, with a sentence about it; leaving the box
    is none."""
    return {
        Dear(at, move_text(one.step.shut), move_text(one.best), one.cost): tr.shutbox.coach_remark(
            judged=_judged(one)
        )
        for at, one in enumerate(advice, first)
        if one.step.shut
    }


# -- the coach's page ------------------------------------------------------------------------


def watch(review: Review, step: int) -> tuple[Step, ...]:
    """Every roll of the game."""
    return box_steps(variant(review.options), review.chance, review.moves)


def pages(parts: tuple[tuple[Step, ...], ...], table: Table, plain: bool) -> tuple[Page, ...]:
    """A row a roll, with the best tiles and what the choice cost; sentences in `plain` mode."""
    box, steps, score = table.position.variant, parts[0], table.position.score
    best = tr.shutbox.coach_averages(average=f"{average(box):.2f}")
    marked = [one.at for one in dearest(choices(coach(steps, box)))]
    lines = told(steps, box, score) if plain else look_back(steps, box, score, marked)
    return (Page(TITLE(score=score, best=best), lines),)


def accounted(review: Review, score: int) -> Account:
    """What a finished game's score was made of."""
    box = variant(review.options)
    return account(coach(watch(review, 0), box), score, box)


def luck(review: Review, seat: int) -> float:
    """What the dice brought."""
    return accounted(review, 0).luck


def verdict(parts: tuple[tuple[Step, ...], ...], table: Table) -> Verdict:
    """What the score was made of, and the dearest choices."""
    box = table.position.variant
    advice = coach(parts[0], box)
    made = account(advice, table.position.score, box)
    return Verdict(made.said(), dearest(choices(advice)), made)


def remarks(parts: tuple[tuple[Step, ...], ...], tables: Sequence[Table]) -> dict[int, Remark]:
    """What each choice cost."""
    box = tables[-1].position.variant
    return remarked(choices(coach(parts[0], box))) if parts else {}
