"""A screen as a grid of cells. A canvas contains no bytes and no escape sequences.

A door draws a whole canvas each time, and `door.term.diff` turns two canvases into the fewest bytes.

A cell is one unsigned int, ``style << 21 | code point``. A style is eleven bits: ``foreground | background
<< 4 | BLINK | UNDERLINE | RICH``, with colours 0-15 in the order of the palette below. With RICH the other
two flags are a shade, so such a cell neither blinks nor is underlined. Rows are ``array('I')``, which take
8 KB per screen instead of 54 KB and compare in C.

Rows are copied on write: a copy of a canvas, a full-width picture and a painter's memory share the same
rows. Ask for `writable` before you write to `cells` yourself. Draw what is needed again and again as a
`picture`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial, wraps
from typing import Any, Final, Literal, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

Row: TypeAlias = "array[int]"
P = ParamSpec("P")
T = TypeVar("T")

COLS: Final = 80
ROWS: Final = 24

BLACK, BLUE, GREEN, CYAN, RED, MAGENTA, BROWN, GREY = range(8)
DARK, BRIGHT_BLUE, BRIGHT_GREEN, BRIGHT_CYAN, BRIGHT_RED, BRIGHT_MAGENTA, YELLOW, WHITE = range(8, 16)
BLINK: Final = 1 << 8
UNDERLINE: Final = 1 << 9
RICH: Final = 1 << 10
ORANGE: Final = BROWN | RICH
"""A foreground colour that terminals with sixteen colours show as brown."""

DEEP, SOFT, LIGHT = (RICH | number << 8 for number in (1, 2, 3))
"""Shades of both of a cell's colours, from dark to light (`door.term.attributes.SHADES`). Terminals with
sixteen colours show the plain ones."""

SHIFT: Final = 21
CODE: Final = (1 << SHIFT) - 1
_BACK: Final = 15 << SHIFT + 4
_FULL: Final = ord("█")
_FLAGS: Final = (BLINK | UNDERLINE | RICH) << SHIFT
BLANK: Final = GREY << SHIFT | 32
"""The cell of an empty canvas: a blank, grey on black."""


def style(fore: int, back: int = BLACK, flags: int = 0) -> int:
    """Combine colours 0-15 (`fore` may be ORANGE), and a shade or the flags BLINK and UNDERLINE."""
    return fore | back << 4 | flags


def plain_style(style: int) -> int:
    """Return the style as sixteen colours show it: without a shade."""
    return style & 0xFF if style & RICH else style


Rect: TypeAlias = tuple[int, int, int, int]
"""A rectangle of cells: column, row, width, height."""


class Spot(NamedTuple):
    """A rectangle that answers the mouse: columns x..x+w-1, rows y..y+h-1.

    `label` is what a phone's button says if that isn't the text in the rectangle.
    """

    x: int
    y: int
    w: int
    h: int
    target: object
    label: str = ""


# name: top-left, top, top-right, side, bottom-left, bottom-right, bottom
BORDERS: Final[dict[str, tuple[str, ...]]] = {
    "single": ("┌", "─", "┐", "│", "└", "┘", "─"),
    "double": ("╔", "═", "╗", "║", "╚", "╝", "═"),
    "double-top": ("╒", "═", "╕", "│", "╘", "╛", "═"),
}


Above = Literal["line", "grey", "blank"]
Typed = Literal["", "text", "secret"]
"""The kind of input field on a canvas: none, text, or a password that is not shown."""


class Canvas:
    """A grid `cols` columns × `rows` rows, the cursor, and the places that answer the mouse.

    Drawing is clipped to the grid and never raises. `cursor` is the terminal cursor's place (x, y), or None
    to hide it. `field` is the kind of input at the cursor. `above` says how to draw the status line above
    the canvas: normally, in black and white, or blank. `origin` is the place from which sprites count.
    """

    __slots__ = ("_owned", "above", "cells", "closeup", "cols", "cursor", "field", "origin", "rows", "spots")

    def __init__(self, cols: int = COLS, rows: int = ROWS, cells: list[Row] | None = None) -> None:
        self.cols, self.rows = cols, rows
        self.cells = [array("I", [BLANK]) * cols] * rows if cells is None else cells
        self._owned = bytearray(rows)  # whether this canvas alone has the row
        self.cursor: tuple[int, int] | None = None
        self.above: Above = "line"
        self.field: Typed = ""
        self.closeup: Rect | None = None  # what a small window shows
        self.origin = (0, 0)
        self.spots: list[Spot] = []

    def share_rows(self) -> list[Row]:
        """Return a list of the current rows. Later drawing copies them instead of changing them."""
        self._owned = bytearray(self.rows)
        return self.cells[:]

    def writable(self, y: int) -> Row:
        """Return row y for writing, copied first if another canvas shares it."""
        if not self._owned[y]:
            self.cells[y] = self.cells[y][:]
            self._owned[y] = 1
        return self.cells[y]

    def strip(self, y: int, rows: Sequence[Row]) -> None:
        """Replace the rows from y on. `rows` must be as wide as the canvas and fit; they may be shared."""
        self.cells[y : y + len(rows)] = rows
        self._owned[y : y + len(rows)] = bytes(len(rows))

    def copy(self) -> Canvas:
        """Return an independent canvas with the same cells, cursor, field and spots."""
        other = Canvas(self.cols, self.rows, self.share_rows())
        other.cursor, other.field, other.spots = self.cursor, self.field, self.spots[:]
        other.above, other.origin, other.closeup = self.above, self.origin, self.closeup
        return other

    def put(self, x: int, y: int, text: str, style: int = GREY) -> int:
        """Write `text` (one line, width-1 characters) from column x of row y. Return the column after it."""
        end = x + len(text)
        if not 0 <= y < self.rows or x >= self.cols or end <= 0:
            return end
        if x < 0:
            text, x = text[-x:], 0
        if end > self.cols:
            text = text[: self.cols - x]
        row = self.cells[y] if self._owned[y] else self.writable(y)
        row[x : x + len(text)] = _ink(text, style)
        return end

    def centre(self, y: int, text: str, style: int = GREY, x: int = 0, w: int | None = None) -> int:
        """Write `text` in the middle of columns x..x+w-1 (the whole row by default)."""
        width = self.cols - x if w is None else w
        return self.put(x + (width - len(text)) // 2, y, text, style)

    def right(self, x: int, y: int, text: str, style: int) -> int:
        """Write `text` so that it ends at column x."""
        return self.put(x - len(text) + 1, y, text, style)

    def put_lines(self, x: int, y: int, lines: Iterable[str], style: int = GREY) -> None:
        """Write lines below each other, from column x of row y on."""
        for row, line in enumerate(lines, y):
            self.put(x, row, line, style)

    def fill(self, x: int, y: int, w: int, h: int, char: str = " ", style: int = GREY) -> None:
        text = char * w
        for row in range(max(y, 0), min(y + h, self.rows)):
            self.put(x, row, text, style)

    def tint(self, x: int, y: int, w: int, h: int, style: int) -> None:
        """Change the style of the rectangle's cells and keep their characters."""
        base = style << SHIFT
        left, right = max(x, 0), min(x + w, self.cols)
        for at in range(max(y, 0), min(y + h, self.rows)):
            row = self.writable(at)
            row[left:right] = array("I", [base | cell & CODE for cell in row[left:right]])

    def shade(self, x: int, y: int, w: int, shades: Sequence[int], night: bool = False) -> None:
        """Give the coloured cells of each row from y on a shade, 0 for none, in columns x..x+w-1.

        A cell on black is coloured if it is a full block. With `night` all the others on black get the shade
        instead. Cells that blink, are underlined or have a shade keep their style.
        """
        left, right = max(x, 0), min(x + w, self.cols)
        for at, shade in enumerate(shades, y):
            if shade and 0 <= at < self.rows:
                row, flag = self.writable(at), shade << SHIFT
                row[left:right] = array("I", [
                    cell | flag if not cell & _FLAGS and is_night(cell) is night else cell
                    for cell in row[left:right]
                ])  # fmt: skip

    def grey(self) -> Canvas:
        """Return a copy in black and white: bright text stays bright, coloured backgrounds become grey."""
        other = self.copy()
        other.cells = [
            array("I", [_grey(cell >> SHIFT) << SHIFT | cell & CODE for cell in row]) for row in self.cells
        ]
        if self.above == "line":
            other.above = "grey"
        return other

    def box(self, x: int, y: int, w: int, h: int, style: int = GREY, border: str = "single") -> None:
        """Draw one of `BORDERS`. The inside stays as it is."""
        left, top, right, side, low_left, low_right, bottom = BORDERS[border]
        self.put(x, y, left + top * (w - 2) + right, style)
        for row in range(y + 1, y + h - 1):
            self.put(x, row, side, style)
            self.put(x + w - 1, row, side, style)
        self.put(x, y + h - 1, low_left + bottom * (w - 2) + low_right, style)

    def blit(self, other: Canvas, x: int = 0, y: int = 0) -> None:
        """Draw `other` over this canvas, its top-left cell at (x, y), and add its spots."""
        left, right = max(x, 0), min(x + other.cols, self.cols)
        first, end = max(y, 0), min(y + other.rows, self.rows)
        if left == 0 and right == self.cols and first < end:
            whole = right == other.cols
            rows = other.share_rows()[first - y : end - y]
            self.strip(first, rows if whole else [row[-x : right - x] for row in rows])
        elif left < right:
            for at in range(first, end):
                row = other.cells[at - y]
                self.writable(at)[left:right] = (
                    row if right - left == other.cols else row[left - x : right - x]
                )
        if other.spots:
            self.spots += [Spot(s.x + x, s.y + y, s.w, s.h, s.target, s.label) for s in other.spots]

    def blit_centred(self, other: Canvas, y: int, x: int = 0, w: int | None = None) -> None:
        """Draw `other` in the middle of columns x..x+w-1 (the whole row by default), from row y on."""
        width = self.cols - x if w is None else w
        self.blit(other, x + (width - other.cols) // 2, y)

    def hot(self, x: int, y: int, w: int, h: int, target: object, label: str = "") -> None:
        """Make a rectangle clickable.

        If `target` is a `Key`, a click is delivered as that key. Anything else arrives as the `target` of a
        `Mouse`. If spots overlap, the last one added wins.
        """
        self.spots.append(Spot(x, y, w, h, target, label))

    def at(self, x: int, y: int) -> object:
        return target_at(self.spots, x, y)

    def text(self) -> str:
        """Return the characters without colours, one line per row, trailing blanks removed."""
        return "\n".join("".join(chr(cell & CODE) for cell in row).rstrip() for row in self.cells)


class Sprite(NamedTuple):
    """A small picture and the column and row at which it is drawn over another."""

    picture: Canvas
    x: int
    y: int


def cut(text: str, width: int) -> str:
    """Cut `text` to at most `width` columns. A cut text ends with »."""
    return text if len(text) <= width else text[: width - 1] + "»" if width > 0 else ""


def target_at(spots: Sequence[Spot], x: int, y: int) -> object:
    """Return the target of the topmost spot at (x, y), or None."""
    for spot in reversed(spots):
        if spot.x <= x < spot.x + spot.w and spot.y <= y < spot.y + spot.h:
            return spot.target
    return None


def is_night(cell: int) -> bool:
    """True if the cell is on black, and no full block."""
    return not cell & _BACK and cell & CODE != _FULL


def _grey(style: int) -> int:
    style = plain_style(style)
    flags, back, fore = style & (BLINK | UNDERLINE), style >> 4 & 15, style & 15
    if back:
        return flags | GREY << 4
    return flags | (fore if fore in (BLACK, DARK) else WHITE if fore > DARK else GREY)


@lru_cache(maxsize=2048)  # 0.07 µs instead of 0.5 to 3; a screen puts ten to thirty texts, mostly the same
def _ink(text: str, style: int) -> Row:
    base = style << SHIFT
    return array("I", [base | ord(char) for char in text])


# -- pictures that are drawn once ---------------------------------------------------------------


PICTURES: Final = 4096
"""Pictures to cache, shared by all doors and callers. A full page takes 9 KB."""


@lru_cache(maxsize=PICTURES)
def _draw(draw: Callable[..., Any], *args: Any, **named: Any) -> Any:
    return draw(*args, **named)


def picture(draw: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function so that it draws each picture once.

    Its arguments must be hashable and determine the picture. Never draw on the result; copy or blit it.
    """
    return cast(Callable[P, T], wraps(draw)(partial(_draw, draw)))


@picture
def letter_picture(text: str, ink: int, rows: int = 1) -> Canvas:
    """Return a picture that repeats a text in each of `rows` rows."""
    canvas = Canvas(len(text), rows)
    canvas.put_lines(0, 0, [text] * rows, ink)
    return canvas
