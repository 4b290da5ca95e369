"""The set-up page's words: what each row is called, what it says now, and what it means."""

from __future__ import annotations

from typing import Final

from door.games.switchbox.computer import DESCRIBED
from door.games.switchbox.plan import EXIT_ROWS, FLAGS, boards, exits_name, rows
from door.games.switchbox.state import State
from door.games.switchbox.turns import GIFTS, PASSES
from door.games.switchbox.words import plan_line

LABELS: Final = {
    "against": "Play",
    "level": "Computer's level",
    "first": "First computer",
    "name": "Second person",
    "double_goals": "Doubled goals",
    "exits_1": "Exits, round 1",
    "exits_2": "Exits, round 2",
    "exits_3": "Exits, round 3",
    "exits_4": "Exits, round 4",
    "lowball": "Lowball",
    "limited_passes": "Limited passes",
    "gifts": "Random balls to give",
    "go_on": "Go on after scoring",
    "practice": "Practice game",
}
AGAINST: Final = {
    "computer": "against the computer",
    "person": "two people at this keyboard",
    "solitaire": "solitaire against the box",
    "demo": "computer against computer",
}
_MEANS: Final = {
    "against": "Who sits across from you.",
    "name": "Type the name of whoever plays the second side.",
    "double_goals": "Every goal twice as high: a longer game, less luck in the first balls.",
    "lowball": "The lower grand total wins, so that nobody wants to score.",
    "limited_passes": f"{PASSES} passes each in either half; never two running, never right after a pass.",
    "gifts": f"Each side may {GIFTS} times drop a random ball as the other's turn.",
    "go_on": "A ball that scores keeps the turn until one does not.",
    "practice": "Charged to nobody and on no books; V shows where a ball would go.",
}


def value(state: State, row: str) -> str:
    """What the row says now."""
    plan = state.plan
    if row == "against":
        return AGAINST[plan.against]
    if row in ("level", "first"):
        return plan.level if row == "level" else plan.first
    if row == "name":
        return plan.name
    if row in EXIT_ROWS:
        return " ".join(map(str, plan.exits[EXIT_ROWS.index(row)]))
    on = row in plan.flags if row in FLAGS else plan.practice
    return "yes" if on else "no"


def means(state: State, row: str) -> str:
    """What the row is about, a sentence or two."""
    plan = state.plan
    if row in ("level", "first"):
        level = plan.level if row == "level" else plan.first
        return f"The {level} computer {DESCRIBED[level]}."
    if row in EXIT_ROWS:
        at = EXIT_ROWS.index(row)
        called = exits_name(plan.exits[at], boards(state.setup.options).exits[at], at)
        return f"Exits 1 to 16: {called}. ←→ others, E your own."
    return _MEANS[row]


def setup_lines(state: State) -> tuple[str, ...]:
    """The page for plain mode: a numbered line a row, and what the game counts for."""
    lines = []
    for number, row in enumerate(rows(state.plan), 1):
        lines.append(f"{number}. {LABELS[row]}: {value(state, row) or 'nobody yet'}")
    return (*lines, plan_line(state.plan, state.practice_why))
