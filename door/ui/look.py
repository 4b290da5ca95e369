"""The board's own look: backdrop, headings and marked rows, shared by all its pages."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from door.term.canvas import BLACK, BLUE, BROWN, GREY, WHITE, YELLOW, Canvas, style
from door.ui.magnify import LARGER, ONCE, TWICE, Growth, magnify
from door.ui.screen import View
from door.ui.widgets import cut, fold
from door.ui.words import capitals

WIDTH: Final = 80
HEIGHT: Final = 23
WIDE: Final = 112
"""Columns from which a page uses more than 80, and the rest of the window is sky."""


@lru_cache(maxsize=256)
def block(view: View, rows: int = HEIGHT, cols: int = WIDTH) -> View:
    """Return the part of the view that a page of that size draws on, at least 80×23."""
    return replace(view, cols=max(WIDTH, min(cols, view.cols)), rows=max(HEIGHT, min(rows, view.rows)))


def top(canvas: Canvas) -> int:
    """Return the first row for text on art. On tall art it is a third of the spare rows down."""
    return 0 if canvas.rows < 30 else (canvas.rows - HEIGHT) // 3


def size_that_fits(view: View, art: Canvas, below: int) -> int:
    """Return the art's largest size, in halves, with room for so many rows below it."""
    if view.ascii:
        return ONCE
    return next(
        (
            size
            for size in (TWICE, LARGER)
            if view.cols >= art.cols * size // ONCE and view.rows >= art.rows * size // ONCE + below
        ),
        ONCE,
    )


@lru_cache(maxsize=32)
def large(art: Canvas, size: int, below: int = 0) -> Canvas:
    """Return the art in that size, with blank rows below. It is cached: don't draw on it."""
    picture = magnify(art, Growth(size))
    canvas = Canvas(picture.cols, picture.rows + below)
    canvas.blit(picture)
    return canvas


def text_column(canvas: Canvas) -> int:
    """Return the first column for text on art."""
    return (canvas.cols - WIDTH) // 2


def backdrop(view: View, art: Canvas | None, title: str, head: int = 0) -> Canvas:
    """Return a canvas of at least 80×23 with the art, or with a plain heading.

    A small window shows the art's first `head` rows. ASCII has no art, and its heading is in spaced
    capitals.
    """
    size = block(view, art.rows, art.cols) if art else block(view)
    canvas = Canvas(size.cols, size.rows)
    if art is not None:
        canvas.blit_centred(art, 0)
        canvas.closeup = (text_column(canvas), top(canvas), WIDTH, head) if head else None
    elif view.ascii and 2 * len(title) < WIDTH:
        canvas.centre(1, capitals(" ".join(title)), style(WHITE))
    else:
        heading(canvas, title)
    return canvas


def heading(canvas: Canvas, title: str, note: str = "", y: int = 0) -> int:
    """Draw a page's title bar at row `y`. Return the first free row."""
    canvas.blit(_heading(title, note, canvas.cols), 0, y)
    return y + 3


@lru_cache(maxsize=256)
def _heading(title: str, note: str, cols: int) -> Canvas:
    bar = Canvas(cols, 3)
    bar.put(1, 0, "▄" * (cols - 2), style(BLUE))
    bar.fill(1, 1, cols - 2, 1, " ", style(WHITE, BLUE))
    for at, shade in enumerate("▓▒░"):
        bar.put(1 + at, 1, shade, style(BLACK, BLUE))
        bar.put(cols - 2 - at, 1, shade, style(BLACK, BLUE))
    bar.put(6, 1, cut(title, cols - 14 - len(note)), style(YELLOW, BLUE))
    bar.right(cols - 7, 1, note, style(GREY, BLUE))
    bar.put(1, 2, "▀" * (cols - 2), style(BLUE))
    return bar


def sentence(canvas: Canvas, x: int, y: int, text: str, rows: int, ink: int, width: int = 0) -> int:
    """Draw a sentence in at most `rows` rows, ending in row `y`. Return its first row.

    A sentence that doesn't fit is cut with a mark. Without a `width`, the canvas is the limit.
    """
    width = width or canvas.cols - x - 2
    shown = fold(text, width, rows)
    if not shown:
        return y
    first = y + 1 - len(shown)
    for at, line in enumerate(shown, first):
        canvas.put(x, at, line.ljust(width) if at < y else line, ink)
    return first


def draw_row(canvas: Canvas, x: int, y: int, here: bool) -> int:
    """Draw a row of 72 columns, marked if `here`. Return its background colour."""
    back = BLUE if here else BLACK
    if here:
        canvas.fill(x, y, 72, 1, " ", style(WHITE, back))
    canvas.put(x, y, "►" if here else " ", style(YELLOW, back))
    return back


def medal(place: int) -> int:
    return {1: YELLOW, 2: WHITE, 3: BROWN}.get(place, GREY)
