"""What stands beside the board where there is room for it: the month so far, today's deal once it is played,
and what the game has to add.

Law: pure.  A game adds a heading and its lines, the latest last (`Game.beside`).  The month takes what it
needs, the game the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.games.game import Game
from door.midend import company
from door.midend.books import Books, Row
from door.midend.pages.result import NOTE_ROW
from door.midend.pages.title import edge_of
from door.midend.state import State
from door.term.canvas import DARK, GREY, WHITE, Canvas
from door.ui.screen import COLS, ROWS, View
from door.ui.widgets import cut, panel, wrap
from door.ui.words import month_name

WIDE: Final = 100
"""Columns from which on it is shown: 80 of the board, a free one, and 19 at least beside it."""

SIDE: Final = COLS + 1
"""The first column of the panels."""

_MOST: Final = 33
_MONTH: Final = 12
_HALF: Final = 6
_TODAY: Final = 4
"""Lines of the month, of the month beside today, and of today."""

_OPEN: Final = frozenset(["", "leave", "new", "board"])

Inked = tuple[str, int]
"""A line and its ink."""

Rows = Sequence[Row]


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


def block(canvas: Canvas, y: int, height: int, heading: str, lines: Sequence[Inked], edge: int) -> int:
    """A panel beside the board in that many rows from `y`, with the last of these lines; the row below it."""
    panel(canvas, SIDE, y, canvas.cols - SIDE, height, heading, edge, WHITE)
    for at, (line, ink) in enumerate(lines[max(len(lines) - height + 2, 0) :], start=y + 1):
        canvas.put(SIDE + 2, at, cut(line, width(canvas)), ink)
    return y + height


def width(canvas: Canvas) -> int:
    """The columns of a line in such a panel."""
    return canvas.cols - SIDE - 4


def joined(game: Game, state: State, board: Canvas, width: int, view: View) -> Canvas:
    """The board's picture of 80×23 with panels on its right, in that many columns."""
    canvas, end, edge = wide(game, state, board, width), upper(game, state), edge_of(game, view)
    y, face = 0, company.aside(game, state, view, canvas.cols - SIDE - 4) if state.scene == "play" else None
    for heading, rows, own, most in _standings(state.books, state.setup.caller, short=face is not None):
        lines = _lines(canvas, rows, own, most, game.info.accent) or [("No game yet.", DARK)]
        y = block(canvas, y, len(lines) + 2, heading, lines, edge)
    if face is not None:
        y = block(canvas, y, face.rows + 2, "", (), edge)
        canvas.blit(face, SIDE + 2, y - 1 - face.rows)
    added(game, state, canvas, y, end - y, edge)
    return canvas


def added(game: Game, state: State, canvas: Canvas, y: int, height: int, edge: int) -> int:
    """What the game has to add in that many rows from `y`, the latest last; the row below it."""
    if game.beside is None:
        return y
    heading, lines = game.beside(company.seen(state))
    return block(canvas, y, height, heading, [(line, GREY) for line in lines] or [("None yet.", DARK)], edge)


def _part(board: Canvas, first: int, end: int) -> Canvas:
    """Its rows first..end-1, with what answers the mouse there."""
    part = Canvas(COLS, end - first, board.shared()[first:end])
    part.spots = [spot._replace(y=spot.y - first) for spot in board.spots if first <= spot.y < end]
    return part


def _standings(books: Books, caller: str, short: bool) -> list[tuple[str, Rows, Rows, int]]:
    """The month's places and today's: what each is called, the first rows, the caller's own below whoever is
    just before them, and for how many lines there is room; where that is `short`, the month's first."""
    daily = books.daily if books.daily and books.daily.played and not short else None
    own = (*filter(None, (books.rival,)), Row(books.rank, caller, books.score))
    standings: list[tuple[str, Rows, Rows, int]] = []
    if books.month:
        name, room = month_name(books.month), _HALF if daily or short else _MONTH
        standings.append((name, books.standing, own if books.rank else (), room))
    if daily:
        mine = (Row(daily.rank, caller, daily.score),) if daily.rank else ()
        standings.append(("Today's deal", daily.today, mine, _TODAY))
    return standings


def _places(rows: Rows, own: Rows, most: int) -> Rows:
    """The first places, at most so many, the last of them the caller's own and the one before it where
    they stand further down."""
    shown = rows[:most]
    if not own or own[-1].place <= len(shown):
        return shown
    by_place = {row.place: row for row in (*rows[: most - len(own)], *own)}
    return [by_place[place] for place in sorted(by_place)]


def _lines(canvas: Canvas, rows: Rows, own: Rows, most: int, accent: int) -> list[Inked]:
    """As many places as have room in that many lines."""
    lines: list[Inked] = []
    for places in range(most, 1, -1):
        shown = _places(rows, own, places)
        figures = max((len(f"{row.place}") for row in shown), default=0)
        lines = [
            (line, accent if own and row.place == own[-1].place else GREY)
            for row in shown
            for line in _told(row, figures, width(canvas))
        ]
        if len(lines) <= most:
            break
    return lines


def _told(row: Row, figures: int, width: int) -> list[str]:
    """A place in that many columns, in two lines where the handle has no room beside the score."""
    name, score = row.caller, f" {row.score}"
    first = width - figures - 1
    if len(name) + len(score) <= first:
        return [f"{row.place:>{figures}} {name:<{first - len(score)}}{score}"]
    name, *rest = wrap(name, first)
    return [
        f"{row.place:>{figures}} {name}",
        f"{cut(' '.join(rest), width - len(score))}{score}".rjust(width),
    ]
