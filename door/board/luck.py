"""A month with the luck taken out, as lines: for the bulletins and the shell.

Law: pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.board.widgets import pager
from door.midend.books import LuckRow
from door.term.canvas import GREY, style
from door.ui.texts import Text
from door.ui.widgets import Column, heads, row_text

TITLE: Final = Text("Luck taken out")
BY_SUM: Final = Text(
    "The sum of all games, less what luck brought: what the best play averages, less choices."
)
BY_BEST: Final = Text(
    "A game on the average, less what luck brought: what the best play averages, less choices."
)
_COLUMNS: Final = (
    pager.PLACE, Column("Caller", 20, bare=True), Column("Score", 9, True), Column("Luck", 9, True),
    Column("Choices", 9, True), Column("Games", 5, True),
)  # fmt: skip
_BRIEF: Final = _COLUMNS[:4]


def lines(rows: Sequence[LuckRow]) -> tuple[str, ...]:
    """A heading and a row a caller, at most 78 columns; none where nobody has played."""
    if not rows:
        return ()
    return (heads(_COLUMNS), *(row_text(_COLUMNS, _cells(row)) for row in rows))


def brief(rows: Sequence[LuckRow]) -> pager.Lines:
    """The same for a bulletin: place, caller, score and luck."""
    return (pager.head(_BRIEF), *(pager.row(_BRIEF, _cells(row), style(GREY)) for row in rows))


def _cells(row: LuckRow) -> tuple[str, ...]:
    figures = (f"{row.score:.2f}", f"{row.luck:+.2f}", f"{-row.cost:.2f}", f"{row.games}")
    return (f"{row.place}.", row.caller, *figures)
