"""Large letters and shapes out of half-blocks: two square "pixels" a cell, 80×48 on a screen.

Law: shapes only, cached; what they mean is the caller's of this module.  A background
brighter than 7 would need iCE colours, which not every terminal has, so bright pixels are
always drawn as foreground (▀ ▄ █) and only colours 0-7 ever become a background.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.term.canvas import BLACK, WHITE, Canvas, picture, style

# Each glyph: its width in pixels, then seven rows of bits, the leftmost pixel highest.
BOLD: Final[dict[str, tuple[int, ...]]] = {
    " ": (3, 0, 0, 0, 0, 0, 0, 0),
    "!": (2, 3, 3, 3, 3, 3, 0, 3),
    "'": (2, 3, 3, 2, 0, 0, 0, 0),
    "+": (5, 0, 0x04, 0x04, 0x1F, 0x04, 0x04, 0),
    "-": (4, 0, 0, 0, 0xF, 0, 0, 0),
    ".": (2, 0, 0, 0, 0, 0, 3, 3),
    ":": (2, 0, 3, 3, 0, 3, 3, 0),
    "=": (5, 0, 0, 0x1F, 0, 0x1F, 0, 0),
    "0": (5, 0x0E, 0x1B, 0x1B, 0x1B, 0x1B, 0x1B, 0x0E),
    "1": (5, 0x06, 0x0E, 0x1E, 0x06, 0x06, 0x06, 0x1F),
    "2": (5, 0x0E, 0x1B, 0x03, 0x06, 0x0C, 0x18, 0x1F),
    "3": (5, 0x0E, 0x1B, 0x03, 0x06, 0x03, 0x1B, 0x0E),
    "4": (5, 0x03, 0x07, 0x0F, 0x1B, 0x1F, 0x03, 0x03),
    "5": (5, 0x1F, 0x18, 0x1E, 0x03, 0x03, 0x1B, 0x0E),
    "6": (5, 0x0E, 0x18, 0x1E, 0x1B, 0x1B, 0x1B, 0x0E),
    "7": (5, 0x1F, 0x03, 0x03, 0x06, 0x06, 0x0C, 0x0C),
    "8": (5, 0x0E, 0x1B, 0x1B, 0x0E, 0x1B, 0x1B, 0x0E),
    "9": (5, 0x0E, 0x1B, 0x1B, 0x1B, 0x0F, 0x03, 0x0E),
    "A": (5, 0x0E, 0x1B, 0x1B, 0x1F, 0x1B, 0x1B, 0x1B),
    "B": (5, 0x1E, 0x1B, 0x1B, 0x1E, 0x1B, 0x1B, 0x1E),
    "C": (5, 0x0E, 0x1B, 0x18, 0x18, 0x18, 0x1B, 0x0E),
    "D": (5, 0x1E, 0x1B, 0x1B, 0x1B, 0x1B, 0x1B, 0x1E),
    "E": (5, 0x1F, 0x18, 0x18, 0x1E, 0x18, 0x18, 0x1F),
    "F": (5, 0x1F, 0x18, 0x18, 0x1E, 0x18, 0x18, 0x18),
    "G": (5, 0x0F, 0x18, 0x18, 0x1B, 0x1B, 0x1B, 0x0F),
    "H": (5, 0x1B, 0x1B, 0x1B, 0x1F, 0x1B, 0x1B, 0x1B),
    "I": (4, 0xF, 0x6, 0x6, 0x6, 0x6, 0x6, 0xF),
    "J": (5, 0x03, 0x03, 0x03, 0x03, 0x1B, 0x1B, 0x0E),
    "K": (5, 0x1B, 0x1B, 0x1E, 0x1C, 0x1E, 0x1B, 0x1B),
    "L": (5, 0x18, 0x18, 0x18, 0x18, 0x18, 0x18, 0x1F),
    "M": (7, 0x63, 0x77, 0x7F, 0x6B, 0x63, 0x63, 0x63),
    "N": (6, 0x33, 0x3B, 0x3F, 0x37, 0x33, 0x33, 0x33),
    "O": (5, 0x0E, 0x1B, 0x1B, 0x1B, 0x1B, 0x1B, 0x0E),
    "P": (5, 0x1E, 0x1B, 0x1B, 0x1E, 0x18, 0x18, 0x18),
    "Q": (5, 0x0E, 0x1B, 0x1B, 0x1B, 0x1B, 0x1E, 0x07),
    "R": (5, 0x1E, 0x1B, 0x1B, 0x1E, 0x1E, 0x1B, 0x1B),
    "S": (5, 0x0F, 0x18, 0x18, 0x0E, 0x03, 0x03, 0x1E),
    "T": (6, 0x3F, 0x0C, 0x0C, 0x0C, 0x0C, 0x0C, 0x0C),
    "U": (5, 0x1B, 0x1B, 0x1B, 0x1B, 0x1B, 0x1B, 0x0E),
    "V": (6, 0x33, 0x33, 0x33, 0x33, 0x33, 0x1E, 0x0C),
    "W": (7, 0x63, 0x63, 0x63, 0x6B, 0x7F, 0x77, 0x63),
    "X": (6, 0x33, 0x33, 0x1E, 0x0C, 0x1E, 0x33, 0x33),
    "Y": (6, 0x33, 0x33, 0x1E, 0x0C, 0x0C, 0x0C, 0x0C),
    "Z": (5, 0x1F, 0x03, 0x06, 0x0E, 0x0C, 0x18, 0x1F),
}

# Digits three pixels wide, five high; the one has a serif, so that eleven is no pause sign.
SMALL: Final[dict[str, tuple[int, ...]]] = {
    "-": (2, 0, 0, 3, 0, 0),
    "0": (3, 7, 5, 5, 5, 7),
    "1": (2, 3, 1, 1, 1, 1),
    "2": (3, 7, 1, 7, 4, 7),
    "3": (3, 7, 1, 7, 1, 7),
    "4": (3, 5, 5, 7, 1, 1),
    "5": (3, 7, 4, 7, 1, 7),
    "6": (3, 7, 4, 7, 5, 7),
    "7": (3, 7, 1, 1, 1, 1),
    "8": (3, 7, 5, 7, 5, 7),
    "9": (3, 7, 5, 7, 1, 7),
}


def bitmap(text: str, small: bool = False) -> tuple[str, ...]:
    """`text` as rows of "#" and " ", one pixel between glyphs; what the font lacks is left out."""
    font = SMALL if small else BOLD
    glyphs = [font[char] for char in text.upper() if char in font]
    height = 5 if small else 7
    rows = []
    for row in range(1, height + 1):
        bits = (f"{glyph[row]:0{glyph[0]}b}" for glyph in glyphs)
        rows.append(" ".join(bits).replace("0", " ").replace("1", "#"))
    return tuple(rows)


def fits(text: str, cols: int) -> bool:
    """Whether the large letters have all of it in so many columns."""
    return BOLD.keys() >= set(text.upper()) and len(bitmap(text)[0]) <= cols


def half(top: int, bottom: int, paper: int = BLACK) -> tuple[str, int]:
    """The character and style of a cell whose halves have these colours on this paper."""
    ground = paper & 7
    if top == bottom == BLACK:
        return " ", style(WHITE)
    if top == bottom:
        # a full block hides its paper: said all the same, so that a row keeps one background
        return (" ", style(WHITE, ground)) if top == ground else ("█", style(top, ground))
    if bottom > 7 or (top == ground and top <= 7):
        return "▄", style(bottom, top & 7)
    return "▀", style(top, bottom & 7)


def paint(canvas: Canvas, x: int, y: int, rows: Sequence[str], colours: dict[str, int], paper: int) -> None:
    """Paints pixel rows (two a cell, from the cell (x, y) down); `colours` by their letter.

    A letter without a colour is paper.
    """
    width = max(map(len, rows), default=0)
    pixels = [[colours.get(char, paper) for char in row.ljust(width)] for row in rows]
    if len(pixels) % 2:
        pixels.append([paper] * width)
    for at in range(0, len(pixels), 2):
        for column, (top, bottom) in enumerate(zip(pixels[at], pixels[at + 1], strict=True)):
            char, look = half(top, bottom, paper)
            canvas.put(x + column, y + at // 2, char, look)


@picture
def lettering(text: str, ink: int, small: bool = False, drop: int = 0) -> Canvas:
    """`text` in large letters as a canvas of its own, to be blitted (never drawn upon).

    Bold letters are 7 pixels high (4 rows), small digits 5 (3 rows); `drop` blank pixels
    above shift them down within the cell.
    """
    rows = ("",) * drop + bitmap(text, small)
    canvas = Canvas(max(map(len, rows)), (len(rows) + 1) // 2)
    paint(canvas, 0, 0, rows, {"#": ink}, BLACK)
    return canvas


def figure(number: int, ink: int, plain: bool, small: bool = False, drop: int = 0) -> Canvas:
    """A number in large digits, as `lettering` has them; between brackets, 4 rows high, for ASCII."""
    if not plain:
        return lettering(str(number), ink, small=small, drop=drop)
    canvas = Canvas(len(str(number)) + 4, 4)
    canvas.put(0, 1, f"[ {number} ]", ink)
    return canvas


def signboard(text: str, high: int, low: int, plain: bool = False) -> Canvas:
    """A door's name, 4 rows high, in letters that catch the light from above: their upper half
    `high`, their lower half `low`.  A `plain` one stands in spaced capitals, for ASCII."""
    if plain:
        spaced = " ".join(text).upper()
        canvas = Canvas(len(spaced) + 1, 4)
        canvas.put(0, 1, spaced, WHITE)
        return canvas
    rows = bitmap(text)
    lit = (*rows[:4], *(row.replace("#", "+") for row in rows[4:]))
    canvas = Canvas(len(rows[0]), 4)
    paint(canvas, 0, 0, lit, {"#": high, "+": low}, BLACK)
    return canvas
