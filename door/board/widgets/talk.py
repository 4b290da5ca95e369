"""Draw a page where callers talk: their lines, and the line being typed. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.board.widgets import look
from door.term.canvas import BRIGHT_CYAN, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.ui.screen import View
from door.ui.widgets import Field, Hint, cut, draw_field, keys_line, wrap
from door.ui.words import Talk

WIDTH: Final = look.WIDTH - 4


def draw(
    view: View, title: str, said: Talk, me: str, hints: Sequence[Hint], field: Field | None,
    note: str, above: str = "",
) -> Canvas:  # fmt: skip
    """Draw a sentence (`above`), the latest lines that fit, a `note`, and the line that `me` types.

    Without a `field` nothing can be typed.
    """
    rows = [(line, style(YELLOW)) for line in wrap(above, WIDTH)]
    for who, text in said:
        ink = style(WHITE if who == me else BRIGHT_CYAN)
        pieces = wrap(f"{who}: {text}", WIDTH - 2)
        rows += [(("  " if at else "") + piece, ink) for at, piece in enumerate(pieces)]
    size = look.block(view, 9 + len(rows))
    canvas = Canvas(size.cols, size.rows)
    y, left, foot = look.heading(canvas, title) + 1, 2, canvas.rows - 4
    for at, (text, ink) in enumerate(rows[-(canvas.rows - y - 5) :]):
        canvas.put(left, y + at, text, ink)
    canvas.put(left, foot - 1, "─" * WIDTH, style(DARK))
    canvas.put(left, foot, cut(note, WIDTH), style(YELLOW if field is None else GREY))
    if field is not None:
        x = canvas.put(left, foot + 1, f"{me}: ", style(YELLOW))
        draw_field(canvas, x, foot + 1, left + WIDTH - x, field)
    keys_line(canvas, hints)
    return canvas
