"""Draw a canvas in pixels: Spleen's 8×16 bitmaps in text-mode colours.

The font is by Frederic Cambus (spleen/LICENSE, BSD 2-Clause), version 2.2.0. Its file has a character per
line: the code point, then sixteen rows of eight pixels in hexadecimal.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from typing import Final

from door.term.attributes import NIGHT, SHADES, VGA
from door.term.canvas import CODE, RICH, SHIFT, UNDERLINE, Canvas, plain_style
from door.term.charset import LOOKALIKE

WIDE: Final = 8
HIGH: Final = 16
_UNDER: Final = 14
"""The pixel row of an underline."""


def _rgb(number: int) -> tuple[int, int, int]:
    """Return red, green, blue of a colour from 16 of the 256: a cube of six steps, then greys."""
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    red, green, blue = (_STEPS[(number - 16) // weight % 6] for weight in (36, 6, 1))
    return red, green, blue


_STEPS: Final = (0, 95, 135, 175, 215, 255)
PALETTE: Final = (*VGA, _rgb(208), *map(_rgb, chain.from_iterable(SHADES)), *NIGHT["rgb"])
"""Red, green, blue of the sixteen colours, of orange, of each colour's three shades, and of the night's."""

ORANGE: Final = 16
_FULL: Final = ord("█")


@cache
def _font() -> dict[int, bytes]:
    text = (files("door.export") / "spleen" / "spleen-8x16.hex").read_text()
    return {int(code, 16): bytes.fromhex(rows) for code, _, rows in map(_split, text.splitlines())}


def _split(line: str) -> tuple[str, str, str]:
    return line.partition(":")


def glyph(char: str) -> bytes:
    """Return a character's sixteen rows, a byte each with the leftmost pixel as its highest bit.

    A character that the font lacks becomes a look-alike, or "?".
    """
    font = _font()
    seen = char
    while ord(seen) not in font and seen in LOOKALIKE:
        seen = LOOKALIKE[seen]
    return font.get(ord(seen), font[ord("?")])


def colours(cell: int) -> tuple[int, int]:
    """Return the numbers in `PALETTE` of a cell's foreground and background."""
    style, fore, back = cell >> SHIFT, cell >> SHIFT & 15, cell >> SHIFT + 4 & 15
    if not style & RICH:
        return fore, back
    if not (shade := style >> 8 & 3):
        return ORANGE, back
    if back or cell & CODE == _FULL:
        return ORANGE + 3 * fore + shade, ORANGE + 3 * back + shade
    return fore, ORANGE + 3 * len(VGA) + shade


def rows_of(cell: int) -> bytes:
    """Return a cell's sixteen rows of foreground pixels."""
    rows = glyph(chr(cell & CODE))
    if plain_style(cell >> SHIFT) & UNDERLINE:
        return rows[:_UNDER] + b"\xff" + rows[_UNDER + 1 :]
    return rows


@lru_cache(maxsize=8192)
def _paint(cell: int) -> tuple[bytes, ...]:
    """Return a cell's rows of eight pixels, a byte each: numbers in `PALETTE`."""
    fore, back = colours(cell)
    return tuple(bytes(fore if row >> 7 - at & 1 else back for at in range(WIDE)) for row in rows_of(cell))


def pixels(canvas: Canvas) -> bytes:
    """Return the canvas row by row, 8×16 pixels per cell, a byte each: numbers in `PALETTE`."""
    return b"".join(
        b"".join(cell[y] for cell in cells) for row in canvas.cells for cells in [[*map(_paint, row)]]
        for y in range(HIGH)
    )  # fmt: skip
