"""PNG and GIF by Pillow, which is an extra. Raises ImportError if it is not installed."""

from __future__ import annotations

import io
from collections.abc import Iterable
from itertools import chain
from typing import Final

from PIL import Image, PngImagePlugin

from door.export.film import About, Shot
from door.export.pixels import HIGH, PALETTE, WIDE, pixels
from door.term.canvas import Canvas

_COLOURS: Final = bytes(chain.from_iterable(PALETTE))
CARD: Final = (1280, 688)
"""Size of a shared link's picture in pixels: 1.86 to 1, as other sites show it."""

COLS, UPPER = 80, 21
"""Columns and rows of a board that such a picture shows: all but the message and the keys."""

LEAST_SECONDS: Final = 0.02
"""Shortest frame that browsers accept. Some replace shorter ones by a tenth of a second."""


def image(canvas: Canvas) -> Image.Image:
    """Return the canvas in pixels, with the palette of a text-mode screen."""
    made = Image.frombytes("P", (canvas.cols * WIDE, canvas.rows * HIGH), pixels(canvas))
    made.putpalette(_COLOURS)
    return made


def png(canvas: Canvas, about: About) -> bytes:
    """Return one canvas as a PNG."""
    facts = PngImagePlugin.PngInfo()
    for name, text in (("Title", about.title), ("Author", about.author), ("Software", about.by)):
        facts.add_itxt(name, text)
    out = io.BytesIO()
    image(canvas).save(out, "PNG", optimize=True, pnginfo=facts)
    return out.getvalue()


def card(canvas: Canvas) -> bytes:
    """Return the canvas as the picture of a shared link: a PNG of 1280×688 pixels, twice as large as on a
    screen of 80 columns, with black around it."""
    shown = Canvas(min(canvas.cols, COLS), min(canvas.rows, UPPER))
    shown.blit(canvas)
    drawn = image(shown)
    whole = Image.new("P", (CARD[0] // 2, CARD[1] // 2), 0)
    whole.putpalette(_COLOURS)
    whole.paste(drawn, ((whole.width - drawn.width) // 2, (whole.height - drawn.height) // 2))
    out = io.BytesIO()
    whole.resize(CARD, Image.Resampling.NEAREST).save(out, "PNG", optimize=True)
    return out.getvalue()


def gif(shots: Iterable[Shot], about: About) -> bytes:
    """Return a film as a GIF that repeats."""
    every = [*shots]
    times = [round(1000 * max(shot.seconds, LEAST_SECONDS), -1) for shot in every]
    out = io.BytesIO()
    image(every[0].canvas).save(
        out, "GIF", save_all=True, append_images=(image(shot.canvas) for shot in every[1:]),
        duration=[int(time) for time in times], loop=0, comment=f"{about.title}. {about.by}".encode(),
        disposal=1, optimize=False,
    )  # fmt: skip
    return out.getvalue()
