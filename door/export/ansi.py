""".ans: one canvas as ANSI art in code page 437, with its SAUCE record."""

from __future__ import annotations

from functools import lru_cache

from door.export.film import About
from door.term.art import write_art
from door.term.canvas import BLINK, CODE, SHIFT, Canvas, plain_style
from door.term.charset import CP437, CP437_CTERM, encode
from door.term.sauce import Sauce


def ans(canvas: Canvas, about: About) -> bytes:
    """Return the canvas as a .ans file. Missing characters become look-alikes, and nothing blinks.

    Raises ArtError if the canvas is too large.
    """
    kept = Canvas(canvas.cols, canvas.rows)
    for y, row in enumerate(canvas.cells):
        line = kept.writable(y)
        for x, cell in enumerate(row):
            line[x] = (plain_style(cell >> SHIFT) & ~BLINK) << SHIFT | _own(cell & CODE)
    day = about.day.replace("-", "")
    return write_art(kept, Sauce(about.title, about.author, "", day, comments=(about.by,)))


@lru_cache(maxsize=4096)
def _own(code: int) -> int:
    """Return the CP437 version of a character."""
    return ord(CP437[encode(chr(code), CP437_CTERM)[0]])
