"""A month with luck taken out, as lines for the bulletins and the shell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.board.widgets.blocks import PLACE, Lines, head, line
from door.midend.books import LuckRow
from door.term.canvas import GREY, style
from door.ui.texts import tr
from door.ui.widgets import Column, heads, row_text
from door.ui.words import hundredths

TITLE: Final = tr.bulletins.title_luck
_COLUMNS: Final = (
    PLACE,
    Column(tr.heads.caller, 20, bare=True),
    Column(tr.heads.score, 9, True),
    Column(tr.heads.luck, 9, True),
    Column(tr.heads.choices, 9, True),
    Column(tr.heads.games, 5, True),
)
_BRIEF: Final = _COLUMNS[:4]


def lines(rows: Sequence[LuckRow]) -> tuple[str, ...]:
    """Return a heading and a row per caller, at most 78 columns, or nothing if nobody has played."""
    if not rows:
        return ()
    return (heads(_COLUMNS), *(row_text(_COLUMNS, _cells(row)) for row in rows))


def brief(rows: Sequence[LuckRow]) -> Lines:
    """Return the same for a bulletin: place, caller, score and luck."""
    return (head(_BRIEF), *(line(_BRIEF, _cells(row), style(GREY)) for row in rows))


def _cells(row: LuckRow) -> tuple[str, ...]:
    figures = (f"{row.score:.2f}", hundredths(row.luck, "+"), hundredths(-row.cost), f"{row.games}")
    return (f"{row.place}.", row.caller, *figures)
