"""The night sky around the board's art on a wide screen."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from door.term.art import sky_shades
from door.term.canvas import BLUE, CYAN, DARK, Canvas, style
from door.ui.look import top

SPARSE: Final = 64
"""Cells of a sky for each star."""

MARGIN: Final = 32
"""Columns beside the art that make it an island."""


@lru_cache(maxsize=16)
def amid_stars(art: Canvas, cols: int, rows: int) -> Canvas:
    """Return the art in a night sky that fills a wide screen, and ends where the art's own sky ends.

    It is cached: don't draw on it.
    """
    sky = Canvas(cols, max(rows, art.rows))
    y, shades = top(sky), sky_shades(art)
    sky.blit(stars(cols, y + len(shades) if shades else sky.rows))
    sky.blit(art, (cols - art.cols) // 2, y)
    sky.shade(0, y, cols, shades, night=True)
    return sky


@lru_cache(maxsize=16)
def stars(cols: int, rows: int) -> Canvas:
    """Return a black sky with stars. It is cached: don't draw on it."""
    sky, random = Canvas(cols, rows), Random(cols)
    for _ in range(cols * rows // SPARSE):
        at, ink = (random.randrange(cols - 1), random.randrange(rows)), random.choice((BLUE, CYAN, DARK))
        sky.put(*at, random.choice("···∙+"), style(ink))
    return sky
