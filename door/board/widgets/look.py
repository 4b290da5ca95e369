"""The board's own look: backdrop, headings and fields that all its pages share."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from door.term.canvas import BLACK, BLUE, BROWN, GREY, WHITE, YELLOW, Canvas, style
from door.ui.screen import View

WIDTH: Final = 80
HEIGHT: Final = 23
ACCENT: Final = YELLOW

MOMENT: Final = "One moment ..."
GO_BACK: Final = "Enter to go back."
UNCHANGED: Final = "Nothing was changed."
"""What pages of all kinds say."""


def top(view: View) -> int:
    """The row where art begins: the first, on a tall screen about a third of what is free."""
    return 0 if view.rows < 30 else (view.rows - HEIGHT) // 3


def backdrop(view: View, art: Canvas | None, title: str) -> Canvas:
    """A canvas of the view's size with the art in the middle, or a plain heading without.

    Art that is taller than a screen of 80×24, drawn for a larger one, begins as far up as it must.
    """
    canvas = Canvas(view.cols, view.rows)
    if art is None:
        heading(canvas, title)
    else:
        y = top(view) if art.rows <= HEIGHT else max(0, min(top(view), view.rows - art.rows))
        canvas.blit(art, (view.cols - art.cols) // 2, y)
    return canvas


def heading(canvas: Canvas, title: str, note: str = "") -> int:
    """A page's title over two rows; the first free row."""
    left = (canvas.cols - WIDTH) // 2
    canvas.blit(_heading(title, note), left, 0)
    return 3


@lru_cache(maxsize=256)
def _heading(title: str, note: str) -> Canvas:
    bar = Canvas(WIDTH, 3)
    bar.put(1, 0, "▄" * (WIDTH - 2), style(BLUE))
    bar.fill(1, 1, WIDTH - 2, 1, " ", style(WHITE, BLUE))
    for at, shade in enumerate("▓▒░"):
        bar.put(1 + at, 1, shade, style(BLACK, BLUE))
        bar.put(WIDTH - 2 - at, 1, shade, style(BLACK, BLUE))
    bar.put(6, 1, title, style(YELLOW, BLUE))
    bar.right(WIDTH - 7, 1, note, style(GREY, BLUE))
    bar.put(1, 2, "▀" * (WIDTH - 2), style(BLUE))
    return bar


def medal(place: int) -> int:
    """The colour of a place in a table."""
    return {1: YELLOW, 2: WHITE, 3: BROWN}.get(place, GREY)
