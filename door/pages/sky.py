"""The night sky around the board's art on a wide screen."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from door.pages.api import Lobby
from door.play.api import MOTION
from door.term.art import sky_shades
from door.term.canvas import BLUE, CYAN, DARK, SHIFT, WHITE, Canvas, style
from door.ui.look import HEIGHT, top
from door.ui.screen import Effects, Wake

SPARSE: Final = 64
"""Cells of a sky for each star."""

MARGIN: Final = 32
"""Columns beside the art that make it an island."""


SECONDS: Final = 2.5
"""Time between two beats of the sky's movement."""

BEATS: Final = 48
"""Beats until the sky comes to rest on a page that is left alone: two minutes."""

TICK: Final = "sky"


def next_beat(lobby: Lobby, beat: int) -> Effects:
    """Return the effect that moves the sky on, unless the caller wants nothing to move."""
    still = lobby.plain or lobby.prefs.get(MOTION) == "off" or beat >= BEATS
    return () if still else (Wake(SECONDS, TICK),)


def twinkle(canvas: Canvas, picture: Canvas, beat: int, x: int = 0) -> None:
    """Let one star of the picture, drawn on the canvas from column x, shine at this beat (none at 0)."""
    stars = _stars_of(picture) if beat else ()
    if not stars:
        return
    at, y = stars[beat * STEP % len(stars)]
    star = picture.cells[y][at]
    if canvas.cells[y][x + at] == star:  # not covered by text
        shown = star >> SHIFT
        canvas.put(x + at, y, "+", shown & ~15 | WHITE)


STEP: Final = 7
"""How far apart, in the picture's own order, the stars are that shine one after another."""


@lru_cache(maxsize=64)
def _stars_of(picture: Canvas) -> tuple[tuple[int, int], ...]:
    """Return the stars with nothing beside them."""
    rows = picture.text().split("\n")
    return tuple(
        (x, y) for y, row in enumerate(rows) for x, char in enumerate(row)
        if char in STARS and not row[max(x - 1, 0) : x].strip() and not row[x + 1 : x + 2].strip()
    )  # fmt: skip


STARS: Final = "·∙+"


def first_row(art: Canvas, rows: int) -> int:
    """Return the art's first row on a screen. Below large art `BELOW` rows stay free."""
    y = top(Canvas(1, rows))
    return y if art.rows <= HEIGHT else max(0, min(y, rows - art.rows - BELOW))


BELOW: Final = 6


@lru_cache(maxsize=16)
def amid_stars(art: Canvas, cols: int, rows: int) -> Canvas:
    """Return the art in a night sky that fills a wide screen, and ends where the art's own sky ends.

    It is cached: don't draw on it.
    """
    sky = Canvas(cols, max(rows, art.rows))
    y, shades = first_row(art, sky.rows), sky_shades(art)
    sky.blit(stars(cols, y + len(shades) if shades else sky.rows))
    sky.blit_centred(art, y)
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
