"""What the coach and the statistics have to say, as pages of text for the screen and for plain mode."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from door.games.microlink.record import statistics
from door.games.microlink.rules import Turn
from door.games.microlink.state import State, coached, who
from door.games.shutbox.coach import look_back
from door.games.shutbox.rules import MICROLINK
from door.ui.widgets import Column, Page, cell

ROWS_A_PAGE: Final = 12

_STATS: Final = (
    Column("", 20), Column("play", 4, True), Column("won", 8, True), Column("mean", 5, True),
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
    numbers = [at for at, turn in enumerate(game.turns) if any(turn is one for one in turns)]
    return tuple(
        _coach_page(turn, name, number // len(game.seats) + 1)
        for turn, name, number in zip(turns, names, numbers, strict=True)
    )


@lru_cache(maxsize=128)
def _coach_page(turn: Turn, name: str, number: int) -> Page:
    return Page(
        f"Coach: {name}, turn {number}, {turn.score} points", look_back(turn.steps, MICROLINK, "doors")
    )


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
