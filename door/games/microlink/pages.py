"""What the coach and the statistics have to say, as pages of text for the screen and for plain mode."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from door.games.microlink.computer import Advice, coach
from door.games.microlink.record import statistics
from door.games.microlink.rules import Turn
from door.games.microlink.state import State, coached, who
from door.games.shutbox.rules import move_text
from door.games.widgets import Column, Page, cell

ROWS_A_PAGE: Final = 12

_COACH: Final = (
    Column("roll", 9), Column("doors open", 17), Column("shut", 8), Column("best", 8),
    Column("cost", 8, True),
)  # fmt: skip
_STATS: Final = (
    Column("", 19), Column("play", 4, True), Column("won", 8, True), Column("mean", 5, True),
    Column("best", 4, True), Column("50s", 3, True), Column("most", 4, True), Column("least", 5, True),
    Column("liked", 5, True), Column("shun", 4, True),
)  # fmt: skip
_LEGEND: Final = (
    "Won: of games against others. 50s: perfect rounds. Most, least: doors",
    "shut in one turn. Liked, shun: the door shut most, and least, often.",
)


def coach_pages(state: State) -> tuple[Page, ...]:
    """A page for every turn that may be looked back on now; none while the coach is silent."""
    game, turns = state.game, coached(state)
    if game is None:
        return ()
    names = [who(game, turn.seat) for turn in turns]
    every = list(game.turns)
    return tuple(
        _coach_page(turn, name, every.index(turn) // len(game.seats) + 1)
        for turn, name in zip(turns, names, strict=True)
    )


@lru_cache(maxsize=128)
def _coach_page(turn: Turn, name: str, number: int) -> Page:
    looked = coach(turn.steps)
    rows = [_line(_COACH, [column.title for column in _COACH]), *map(_advice, looked)]
    last, cost = turn.steps[-1], sum(advice.cost for advice in looked)
    ending = "All doors shut: nothing was left to be done better."
    if not turn.perfect:
        left = move_text(last.open)
        ending = f"{last.dice[0]} + {last.dice[1]} = {last.total} could not be made with {left}."
    said = (
        "Every choice was the best there was." if cost < 0.005 else f"These choices cost {cost:.2f} points."
    )
    return Page(f"Coach: {name}, turn {number}, {turn.score} points", (*rows, "", ending, said))


def _advice(advice: Advice) -> str:
    step = advice.step
    roll = f"{step.dice[0]} + {step.dice[1]} ={step.total:>2}"
    only = advice.choices == 1
    cost = "only way" if only else "√ best" if advice.cost == 0 else f"{advice.cost:.2f}"
    best = "" if only else move_text(advice.best)
    return _line(_COACH, (roll, move_text(step.open), move_text(step.shut), best, cost))


def _line(columns: tuple[Column, ...], texts: Sequence[str], gap: str = "  ") -> str:
    return gap.join(cell(text, column) for text, column in zip(texts, columns, strict=True)).rstrip()


def stats_pages(state: State) -> tuple[Page, ...]:
    """The statistics, `ROWS_A_PAGE` callers and levels a page; the caller's own row leads."""
    rows = statistics(state.books.tally, state.setup.caller)
    if not rows:
        return (Page("Statistics", ("No game has been finished here yet.",)),)
    parts = [rows[at : at + ROWS_A_PAGE] for at in range(0, len(rows), ROWS_A_PAGE)]
    head = _line(_STATS, [column.title for column in _STATS], " ")
    return tuple(
        Page("Statistics", (head, *(_line(_STATS, row, " ") for row in part), "", *_LEGEND)) for part in parts
    )
