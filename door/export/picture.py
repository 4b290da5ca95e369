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
