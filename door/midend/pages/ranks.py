"""The month on a door's title page: who won the last one, and how this one stands.

Law: pure, like the widgets, and alike at every door; a door gives its edge's colour and the row.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from door.midend.books import Books, Row
from door.term.canvas import GREY, WHITE, YELLOW, Canvas
from door.ui.widgets import cut, month_name, ordinal, panel

ROWS: Final = 8
SHOWN: Final = 5
_COLS: Final = 38
_GOLD: Final = (YELLOW, WHITE, WHITE, GREY, GREY)


def draw_ranks(canvas: Canvas, y: int, books: Books, edge: int) -> None:
    """Two panels side by side, 8 rows from row `y` on an 80-column layout."""
    last, this = month_name(books.last_month, "Last month"), month_name(books.month, "This month")
    won = f"Won by {books.winners[0].caller}." if books.winners else ""
    mine = f"You are {ordinal(books.rank)} with {books.score}." if books.rank else ""
    canvas.blit(_panel(f"{last}: the winners", books.winners[:SHOWN], "Nobody played.", won, edge), 1, y)
    canvas.blit(_panel(f"{this} so far", books.standing[:SHOWN], "No game finished yet.", mine, edge), 41, y)


@lru_cache(maxsize=128)
def _panel(head: str, rows: tuple[Row, ...], nobody: str, below: str, edge: int) -> Canvas:
    """One of the two, 38 columns × 8 rows: places, callers, scores, games, and a line below them."""
    canvas = Canvas(_COLS, ROWS)
    panel(canvas, 0, 0, _COLS, ROWS, head, edge, WHITE)
    if not rows:
        canvas.centre(3, nobody, GREY, 0, _COLS)
    for at, row in enumerate(rows):
        canvas.put(1, 1 + at, _line(row), _GOLD[at])
    canvas.put(4, ROWS - 2, cut(below, _COLS - 6), GREY)
    return canvas


def _line(row: Row) -> str:
    games = f"x{row.games}" if row.games else ""
    return f"{row.place:>2} {cut(row.caller, 20):<20}{row.score:>7} {games:<4}"
