"""What stands beside the board where there is room for it: the month so far, and what the game has to add.

Law: pure.  A game adds a heading and its lines, the latest last (`Game.beside`).
"""

from __future__ import annotations

from typing import Final

from door.games.game import Game, Table
from door.midend.books import Books
from door.midend.pages.result import NOTE_ROW
from door.midend.pages.title import edge_of
from door.midend.state import State, table_of
from door.term.canvas import DARK, GREY, WHITE, Canvas
from door.ui.screen import COLS, ROWS, View
from door.ui.widgets import cut, month_name, ordinal, panel

WIDE: Final = 100
"""Columns from which on it is shown: 80 of the board, and 20 at least beside it."""

_MOST: Final = 32
_PLACES: Final = 10
_OPEN: Final = frozenset(["", "leave", "new", "board"])


def room(game: Game, state: State, view: View) -> int:
    """The columns beside the picture: none on a narrow screen, nor beside a page that is no board."""
    table = state.table
    if view.cols < WIDE or table is None or state.scene not in ("play", "done") or state.over not in _OPEN:
        return 0
    return 0 if game.covered(table) else min(view.cols - COLS, _MOST)


def wide(game: Game, state: State, board: Canvas, width: int) -> Canvas:
    """The board's picture of 80×23 with that many columns more on its right; the messages and the keys
    below stand in the middle of both."""
    canvas, end = Canvas(COLS + width, ROWS), upper(game, state)
    canvas.blit(_part(board, 0, end))
    canvas.blit(_part(board, end, ROWS), width // 2, end)
    canvas.cursor, canvas.field, canvas.above = board.cursor, board.field, board.above
    return canvas


def upper(game: Game, state: State) -> int:
    """How many rows of the picture stand above the messages and the keys."""
    return NOTE_ROW if state.scene == "done" and not state.over else game.upper


def joined(game: Game, state: State, board: Canvas, width: int, view: View) -> Canvas:
    """The board's picture of 80×23 with a panel of that width on its right."""
    canvas, end = wide(game, state, board, width), upper(game, state)
    edge = edge_of(game, view)
    panel(canvas, COLS, 0, width, _PLACES + 4, month_name(state.books.month, "This month"), edge, WHITE)
    _month(canvas, state, width, game.info.accent)
    if game.beside is not None:
        heading, lines = game.beside(_seen(state, table_of(state)))
        y = _PLACES + 4
        panel(canvas, COLS, y, width, end - y, heading, edge, WHITE)
        for at, line in enumerate(lines[-(end - 2 - y) :]):
            canvas.put(COLS + 2, y + 1 + at, cut(line, width - 4), GREY)
    return canvas


def _part(board: Canvas, first: int, end: int) -> Canvas:
    """Its rows first..end-1, with what answers the mouse there."""
    part = Canvas(COLS, end - first, board.shared()[first:end])
    part.spots = [spot._replace(y=spot.y - first) for spot in board.spots if first <= spot.y < end]
    return part


def _seen(state: State, table: Table) -> Table:
    """The table as far as it has been shown: the one before a move that is under way."""
    if table.before is None or not state.frames or not state.frames[state.at].seconds:
        return table
    return table._replace(position=table.before, moves=table.moves[:-1])


def _month(canvas: Canvas, state: State, width: int, accent: int) -> None:
    books, rows = state.books, state.books.standing[:_PLACES]
    most = max((len(f"{row.score}") for row in rows), default=0)
    room = width - 8 - most
    for at, row in enumerate(rows):
        ink = accent if row.place == books.rank else GREY
        line = f"{row.place:>2} {cut(row.caller, room):<{room}} {row.score:>{most}}"
        canvas.put(COLS + 2, 1 + at, line, ink)
    if not books.standing:
        canvas.put(COLS + 2, 1, cut("No game yet.", width - 4), DARK)
    canvas.put(COLS + 2, _PLACES + 2, cut(_mine(books), width - 4), accent)


def _mine(books: Books) -> str:
    return f"You: {ordinal(books.rank)}, {books.score}" if books.rank else ""
