"""Large letters and shapes from half-blocks, and pictures made smaller.

A cell is two square pixels, so a screen is 80×48. A background brighter than 7 would need iCE colours, which
not every terminal has. So bright pixels are always foreground (▀ ▄ █), and only colours 0-7 are backgrounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Final

from door.term.canvas import BLACK, CODE, SHIFT, WHITE, Canvas, picture, style
from door.ui.catalogue_file import read

# -- letters ---------------------------------------------------------------------------------------

INKS: Final = {letter: colour for colour, letter in enumerate("kBncRmsgdbGCrMyw")}
"""Colours 0 to 15 by their letter in drawings.  Any other letter draws nothing."""

Font = dict[str, tuple[str, ...]]
"""Each glyph as rows of "#" and " "."""


def _fonts() -> tuple[Font, Font]:
    bold: Font = {}
    small: Font = {}
    for block in Path(__file__).with_name("letters.txt").read_text("utf-8").split("=== ")[1:]:
        head, *rows = block.rstrip().split("\n")
        glyph = head.removeprefix("small ")
        font = bold if glyph == head else small
        font[" " if glyph == "space" else glyph] = tuple(row.replace(".", " ") for row in rows)
    return bold, small


BOLD, SMALL = _fonts()


def bitmap(text: str, small: bool = False) -> tuple[str, ...]:
    """Return `text` as rows of "#" and " ", one pixel between glyphs, without glyphs that the font lacks."""
    font = SMALL if small else BOLD
    glyphs = [font[char] for char in text.upper() if char in font]
    return tuple(" ".join(glyph[row] for glyph in glyphs) for row in range(5 if small else 7))


def fits(text: str, cols: int) -> bool:
    """True if the font has all letters of `text` and they fit the columns."""
    return BOLD.keys() >= set(text.upper()) and len(bitmap(text)[0]) <= cols


@cache
def half(top: int, bottom: int, paper: int = BLACK) -> tuple[str, int]:
    """Return the character and style of a cell whose halves have these colours on this paper."""
    ground = paper & 7
    if top == bottom == BLACK:
        return " ", style(WHITE)
    if top == bottom:
        # a full block hides its paper, but naming it keeps one background along the row
        return (" ", style(WHITE, ground)) if top == ground else ("█", style(top, ground))
    if bottom > 7 or (top == ground and top <= 7):
        return "▄", style(bottom, top & 7)
    return "▀", style(top, bottom & 7)


@cache
def drawings(module: str) -> dict[str, list[str]]:
    """Load the rows of each drawing from pictures.yaml, in the folder of a module's `__file__`."""
    found = read(Path(module).with_name("pictures.yaml").read_text("utf-8"))
    return {name: str(rows).split("\n") for name, rows in found.items()}


@picture
def drawing(module: str, name: str, dark: str = "") -> Canvas:
    """Draw a drawing in its own size.  The letters of `dark` are black."""
    rows = drawings(module)[name]
    canvas = Canvas(max(map(len, rows)), (len(rows) + 1) // 2)
    paint(canvas, 0, 0, rows, {**INKS, **dict.fromkeys(dark, BLACK)}, BLACK)
    return canvas


def paint(
    canvas: Canvas, x: int, y: int, rows: Sequence[str], colours: Mapping[str, int], paper: int
) -> None:
    """Paint pixel rows, two per cell, from the cell (x, y) down. A letter without a colour is paper."""
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
    """Draw `text` in large letters: bold in 4 rows, small digits in 3, shifted down by `drop` pixels."""
    rows = ("",) * drop + bitmap(text, small)
    canvas = Canvas(max(map(len, rows)), (len(rows) + 1) // 2)
    paint(canvas, 0, 0, rows, {"#": ink}, BLACK)
    return canvas


def banner(text: str, ink: int, cols: int, plain: bool, drop: int = 0) -> Canvas:
    """Draw a few words in large letters. Words that are too wide, and `plain` ones for ASCII, are a line."""
    if not plain and fits(text, cols):
        return lettering(text, ink, drop=drop)
    canvas = Canvas(len(text) + 4, 4)
    canvas.put(0, 1, f"* {text} *", ink)
    return canvas


def figure(number: int, ink: int, plain: bool, small: bool = False, drop: int = 0, room: int = 80) -> Canvas:
    """Draw a number in large digits. A `plain` one, for ASCII or too little room, is in brackets."""
    digits, sign = lettering(str(abs(number)), ink, small=small, drop=drop), 3 * (number < 0)
    if plain or sign + digits.cols > room:
        canvas = Canvas(len(str(number)) + 4, 4)
        canvas.put(0, 1, f"[ {number} ]", ink)
        return canvas
    canvas = Canvas(sign + digits.cols, digits.rows)
    canvas.put(0, 1, "▄▄" if sign else "", ink)
    canvas.blit(digits, sign, 0)
    return canvas


def signboard(text: str, high: int, low: int, plain: bool = False) -> Canvas:
    """Draw a door's name, 4 rows high, lit from above: the upper half is `high`, the lower `low`.

    A `plain` one is in spaced capitals, for ASCII.
    """
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


# -- smaller pictures ------------------------------------------------------------------------------
#
# A picture at half or a third of its size: shapes and colours, without letters.

_INK: Final = {
    "█": (1, 1, 1, 1), "▓": (1, 1, 1, 1), "■": (1, 1, 1, 1), "▀": (1, 1, 0, 0), "▄": (0, 0, 1, 1),
    "▌": (1, 0, 1, 0), "▐": (0, 1, 0, 1), "▒": (1, 0, 0, 1),
}  # fmt: skip
"""Which quarters of a cell show its foreground: upper left, upper right, lower left, lower right."""

_PAPER: Final = (0, 0, 0, 0)
_FAINT: Final = 0.7
"""Weight of a black quarter beside a coloured one, because a line is thinner than its background."""


@lru_cache(maxsize=8)
def small(canvas: Canvas, by: int) -> Canvas:
    """Return the picture at one `by`-th of its columns and rows, rounded up.

    Each pixel has the most frequent colour of its area. Both pictures are cached: don't draw on them.
    """
    fine = [line for row in canvas.cells for line in _quarters(row)]
    out = Canvas(-(-canvas.cols // by), -(-canvas.rows // by))
    for x, y in product(range(out.cols), range(out.rows)):
        halves = (_most(fine[at : at + by], 2 * by * x, 2 * by) for at in (2 * by * y, 2 * by * y + by))
        out.put(x, y, *half(*halves))
    return out


def _quarters(row: Sequence[int]) -> Iterator[list[int]]:
    cells = [(cell >> SHIFT, _INK.get(chr(cell & CODE), _PAPER)) for cell in row]
    for at in (0, 2):
        yield [(style if ink else style >> 4) & 15 for style, inks in cells for ink in inks[at : at + 2]]


def _most(lines: Sequence[Sequence[int]], x: int, wide: int) -> int:
    count = Counter(colour for line in lines for colour in line[x : x + wide])
    return max(count, key=lambda colour: count[colour] * (_FAINT if colour == BLACK else 1), default=BLACK)
