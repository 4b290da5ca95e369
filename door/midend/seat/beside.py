"""What stands beside the board of a table where there is room: who sits there, and what they say.

Law: pure.
"""

from __future__ import annotations

from door.games.game import Game
from door.midend.match.clocks import is_live, time_left
from door.midend.match.words import digits, name
from door.midend.pages.beside import upper, wide
from door.midend.pages.title import edge_of
from door.midend.seat.state import Seat, dropped
from door.term.canvas import DARK, GREY, WHITE, Canvas
from door.ui.screen import COLS, View
from door.ui.widgets import cut, panel, wrap
from door.ui.words import Talk


def joined(game: Game, seat: Seat, board: Canvas, width: int, view: View) -> Canvas:
    """The board's picture of 80×23 with panels of that width on its right: the seats, the game's own, the
    talk."""
    canvas, edge = wide(game, seat.state, board, width), edge_of(game, view)
    y = len(seat.match.seats) + 2
    panel(canvas, COLS, 0, width, y, "The table", edge, WHITE)
    for at in range(len(seat.match.seats)):
        _seat(game, seat, canvas, at, width)
    talk(canvas, y, upper(game, seat.state), width, (*seat.match.talk, *seat.followed.aside), edge)
    return canvas


def talk(canvas: Canvas, y: int, end: int, width: int, said: Talk, edge: int) -> None:
    """A panel in the rows y..end-1 with what was said last."""
    panel(canvas, COLS, y, width, end - y, "Talk: T", edge, WHITE)
    lines = [line for who, text in said for line in wrap(f"{who}: {text}", width - 4)]
    for at, line in enumerate(lines[-(end - y - 2) :]):
        canvas.put(COLS + 2, y + 1 + at, line, GREY)
    if not said:
        canvas.put(COLS + 2, y + 1, cut("Nothing said yet.", width - 4), DARK)


def _seat(game: Game, seat: Seat, canvas: Canvas, at: int, width: int) -> None:
    """A seat's line: a mark for whose move it is, the name, the rating, a live clock."""
    match, y = seat.match, 1 + at
    rating = seat.followed.ratings[at] if at < len(seat.followed.ratings) else ""
    left = time_left(match, at, seat.ms) if is_live(match.clock) else None
    right = " ".join(filter(None, (rating, digits(left) if left is not None else "", _line(seat, at))))
    ink = game.info.accent if at == seat.me else GREY
    canvas.put(COLS + 1, y, "►" if at in match.movers else " ", WHITE)
    canvas.put(COLS + 2, y, cut(name(match, at), width - 5 - len(right)), ink)
    canvas.right(COLS + width - 2, y, right, WHITE)


def _line(seat: Seat, at: int) -> str:
    """Whether the caller who sits there is here."""
    if at == seat.me or at not in seat.match.people:
        return ""
    return "gone" if at in dropped(seat) else "here" if at in seat.followed.present else "away"
