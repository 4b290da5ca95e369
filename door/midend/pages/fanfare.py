"""A fanfare over the board: a band unrolls with large letters between two pictures, and sparks around them.

Pure. Everything that doesn't move stays the same from frame to frame, so a spark is a few bytes.
"""

from __future__ import annotations

from typing import Final

from door.games.frames import UNROLLED, Frame, Moment
from door.term.canvas import BRIGHT_RED, GREY, WHITE, YELLOW, Canvas
from door.ui.lettering import fits, lettering
from door.ui.screen import COLS, View

ROWS: Final = 8
WIDTH: Final = 58
"""Columns of large letters between the two pictures."""

_SPARKS: Final = ((3, 1), (14, 6), (22, 1), (31, 6), (39, 1), (48, 6), (56, 1), (64, 6), (76, 1))
"""Column and row of each spark on the band."""

_GLOW: Final = ("∙", "+", "*", "+")
"""A spark's glyphs, frame by frame."""


def draw(canvas: Canvas, frame: Frame, accent: int, view: View) -> None:
    """Draw a frame with a moment, over the board's 80 columns."""
    moment = frame.moment
    if moment is None:
        return
    canvas.spots.clear()
    ink, edge = (YELLOW, accent) if moment.art else (BRIGHT_RED, BRIGHT_RED)
    if view.tier != "colour":
        ink = edge = WHITE
    whole = COLS - moment.left
    width = whole * min(frame.at + 1, UNROLLED + 1) // (UNROLLED + 1)
    x, y = moment.left + (whole - width) // 2, moment.row
    canvas.fill(x, y, width, ROWS)
    for row in (y, y + ROWS - 1):
        canvas.put(x, row, "═" * width, edge)
    if frame.at >= UNROLLED:
        _title(canvas, moment, frame.at - UNROLLED, ink, view)


def _title(canvas: Canvas, moment: Moment, at: int, ink: int, view: View) -> None:
    """Draw the title on the unrolled band."""
    x, y, whole = moment.left, moment.row, COLS - moment.left
    title = moment.title()
    letters = lettering(title, ink)
    if view.ascii or not fits(title, min(WIDTH, whole)):
        canvas.centre(y + 3, f"*  *   {' '.join(title)}   *  *", ink, x, whole)
    else:
        fall = 0 if moment.art or at > 1 else -1  # a bust's drop into place
        canvas.blit(letters, x + (whole - letters.cols) // 2, y + 2 + fall)
        if moment.art:
            picture = moment.art(at, view.tier)
            gap = (whole - letters.cols) // 4 - picture.cols // 2
            canvas.blit(picture, x + gap, y + 1)
            canvas.blit(picture, COLS - gap - picture.cols, y + 1)
    for number, (column, row) in enumerate(_SPARKS if moment.art else ()):
        glow = _GLOW[(number + at) % len(_GLOW)]
        canvas.put(x + column, y + row, glow, WHITE if glow == "*" or view.tier != "colour" else GREY)
