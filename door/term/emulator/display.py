"""A program's terminal as a frozen value, with its cells and colours. `sequences.fed` returns the next one.

Rows from the display before are copied when they are first written to, so earlier displays never change.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from door.term.attributes import ANSI_ORDER, VGA
from door.term.canvas import BLANK, BLINK, CODE, GREY, UNDERLINE, Row, style

# -- cells -----------------------------------------------------------------------------------------


def blank_row(cols: int, cell: int = BLANK) -> Row:
    return array("I", [cell]) * cols


@lru_cache(maxsize=256)
def shared_row(cols: int, cell: int) -> Row:
    """Return a cached row of that cell. Never write to it."""
    return blank_row(cols, cell)


class Grid:
    """Columns × rows of cells. `top`..`bottom` is the scrolling region.

    `off` collects the rows that scrolled off, oldest first. Callers must pass coordinates inside the grid.
    """

    __slots__ = ("_own", "bottom", "cells", "cols", "off", "rows", "top")

    def __init__(self, cols: int, rows: int, cells: Sequence[Row], top: int, bottom: int) -> None:
        self.cols, self.rows = cols, rows
        self.cells = list(cells)
        self.top, self.bottom = top, bottom
        self.off: list[Row] = []
        self._own: set[int] = set()

    def put(self, x: int, y: int, cells: Row) -> None:
        self._row(y)[x : x + len(cells)] = cells

    def insert(self, x: int, y: int, cells: Row) -> None:
        """Insert cells at column `x` and shift the rest of the row right."""
        row = self._row(y)
        row[x:] = (cells + row[x:])[: self.cols - x]

    def delete(self, x: int, y: int, count: int, blank: int) -> None:
        """Delete cells at column `x` and shift the rest of the row left."""
        row = self._row(y)
        rest = row[x + count :]
        row[x:] = rest + blank_row(self.cols - x - len(rest), blank)

    def erase(self, x: int, y: int, end: int, blank: int) -> None:
        """Fill columns x..end-1 of row `y` with `blank`."""
        if x == 0 and end >= self.cols:
            self.cells[y] = self._new(blank)
        elif x < end:
            self._row(y)[x:end] = blank_row(min(end, self.cols) - x, blank)

    def up(self, first: int, count: int, blank: int, keep: bool = False) -> None:
        """Scroll rows `first`..`bottom` up. `keep` collects the rows that scroll off."""
        for _ in range(min(count, self.bottom - first + 1)):
            gone = self.cells.pop(first)
            if keep and first == 0:
                self.off.append(gone)
            self.cells.insert(self.bottom, self._new(blank))

    def down(self, first: int, count: int, blank: int) -> None:
        for _ in range(min(count, self.bottom - first + 1)):
            self.cells.pop(self.bottom)
            self.cells.insert(first, self._new(blank))

    def clear(self, blank: int = BLANK) -> None:
        self.cells = [self._new(blank) for _ in range(self.rows)]

    def _row(self, y: int) -> Row:
        """Return row `y` for writing."""
        row = self.cells[y]
        if id(row) not in self._own:
            row = self.cells[y] = row[:]
            self._own.add(id(row))
        return row

    def _new(self, blank: int) -> Row:
        """Return an empty row, shared until it is written to."""
        row = shared_row(self.cols, blank)
        self._own.discard(id(row))
        return row


# -- colours ---------------------------------------------------------------------------------------


class Brush(NamedTuple):
    """Colours and attributes in force. Bold does not brighten an `exact` foreground."""

    fore: int = GREY
    back: int = 0
    bold: bool = False
    blink: bool = False
    under: bool = False
    reverse: bool = False
    exact: bool = False

    def style(self, ice: bool) -> int:
        """Return the canvas style. With `ice`, blink means a bright background."""
        fore = self.fore | 8 if self.bold and not self.exact else self.fore
        back = self.back | 8 if self.blink and ice else self.back
        if self.reverse:
            fore, back = back, fore
        return style(fore, back, (BLINK if self.blink and not ice else 0) | (UNDERLINE if self.under else 0))


_SGR: Final[dict[int, dict[str, Any]]] = {
    **{0: Brush()._asdict(), 1: {"bold": True}, 2: {"bold": False}, 22: {"bold": False}},
    **{4: {"under": True}, 24: {"under": False}, 7: {"reverse": True}, 27: {"reverse": False}},
    **{5: {"blink": True}, 6: {"blink": True}, 25: {"blink": False}},
    **{39: {"fore": GREY, "exact": False}, 49: {"back": 0}},
    **{30 + n: {"fore": ANSI_ORDER[n], "exact": False} for n in range(8)},
    **{40 + n: {"back": ANSI_ORDER[n]} for n in range(8)},
    **{90 + n: {"fore": ANSI_ORDER[n] + 8, "exact": False} for n in range(8)},
    **{100 + n: {"back": ANSI_ORDER[n] + 8} for n in range(8)},
}


_FONTS: Final = {0: False, 10: False, 11: True, 12: True}


def paint(brush: Brush, numbers: list[int], dos: bool) -> tuple[Brush, bool]:
    """Apply SGR numbers in order (an empty list means 0). Return the brush, and True if the IBM PC's font
    is on.

    38, 48 and 58 also consume the numbers after them. 58 is the colour of an underline, which a canvas
    lacks.
    """
    rest = iter(numbers or [0])
    for number in rest:
        if number in (38, 48, 58):
            colour = _extended_colour(rest)
            brush = brush if colour is None or number == 58 else with_colour(brush, colour, number == 38)
        else:
            brush, dos = brush._replace(**_SGR.get(number, {})), _FONTS.get(number, dos)
    return brush, dos


def with_colour(brush: Brush, colour: int, fore: bool) -> Brush:
    """Return the brush with that canvas colour as its foreground or background."""
    return brush._replace(fore=colour, exact=True) if fore else brush._replace(back=colour)


def _extended_colour(rest: Iterator[int]) -> int | None:
    """Return the colour after 38 or 48: ``5;n`` or ``2;r;g;b``."""
    kind = next(rest, 0)
    if kind == 5:
        return _of_256(next(rest, 0))
    if kind == 2:
        return nearest(next(rest, 0), next(rest, 0), next(rest, 0))
    return None


@lru_cache(maxsize=1024)  # 14 µs a colour, and a picture in 24 bits has thousands of cells in few colours
def nearest(red: int, green: int, blue: int) -> int:
    return min(
        range(16), key=lambda n: sum((a - b) ** 2 for a, b in zip(VGA[n], (red, green, blue), strict=True))
    )


def _of_256(number: int) -> int:
    """Return the canvas colour nearest to one of xterm's 256."""
    if number < 16:
        return ANSI_ORDER[number & 7] | number & 8
    if number < 232:
        cube = number - 16
        steps = (0, 95, 135, 175, 215, 255)
        return nearest(steps[cube // 36], steps[cube // 6 % 6], steps[cube % 6])
    return nearest(*(8 + 10 * min(number - 232, 23),) * 3)


# -- the display -----------------------------------------------------------------------------------

HISTORY: Final = 200
"""Scrolled-off rows to remember."""


AT_FIRST: Final = frozenset({"wrap", "cursor"})
"""A terminal's initial modes."""

PLAIN: Final = Brush()


@dataclass(frozen=True, slots=True)
class SavedCursor:
    """The state that ESC 7 saves."""

    x: int = 0
    y: int = 0
    brush: Brush = PLAIN


NOWHERE: Final = SavedCursor()


@dataclass(frozen=True, slots=True)
class Display:
    """Columns × rows of cells (see `door.term.canvas`). Never write to them.

    `x`, `y` is the cursor; x == cols if the next character wraps. `scrolled` counts the rows that have
    scrolled off, and `gone` holds the last of them. `replies` is the terminal's answer to the latest output,
    `bells` the number of bells in it. `modes` are names from `emulator.MODES` and of selected character
    sets.
    """

    cols: int
    rows: int
    charset: str
    cells: tuple[Row, ...]
    x: int = 0
    y: int = 0
    brush: Brush = PLAIN
    modes: frozenset[str] = AT_FIRST
    top: int = 0
    bottom: int = 0
    saved: SavedCursor = NOWHERE
    other: tuple[Row, ...] = ()
    scrolled: int = 0
    gone: tuple[Row, ...] = ()
    replies: bytes = b""
    bells: int = 0
    held: bytes = b""
    last: str = ""

    @property
    def cursor(self) -> tuple[int, int] | None:
        """The visible cursor, or None if the program hides it."""
        return (min(self.x, self.cols - 1), self.y) if "cursor" in self.modes else None

    def line(self, y: int) -> str:
        """Return row `y` as text. Negative rows have scrolled off; -1 is the last of them."""
        return text_of(self.cells[y] if y >= 0 else self.gone[y])

    def text(self) -> str:
        return "\n".join(map(text_of, self.cells))

    def resize(self, cols: int, rows: int) -> Display:
        """Return the display in another size. If needed, rows scroll off so that the cursor stays visible."""
        over = max(0, self.y - rows + 1)
        cells = _fit(self.cells[over:], cols, rows)
        other = _fit(self.other, cols, rows) if self.other else ()
        x, y, off = min(self.x, cols - 1), self.y - over, self.cells[:over]
        return replace(
            self, cols=cols, rows=rows, cells=cells, other=other, x=x, y=y, top=0, bottom=rows - 1,
            saved=SavedCursor(min(self.saved.x, cols - 1), min(self.saved.y, rows - 1), self.saved.brush),
            scrolled=self.scrolled + over, gone=(*self.gone, *off)[-HISTORY:], replies=b"", bells=0,
        )  # fmt: skip


def blank(cols: int, rows: int, charset: str) -> Display:
    """Return an empty display. `charset` is "cp437" or "utf-8"."""
    return Display(cols, rows, charset, (shared_row(cols, BLANK),) * rows, bottom=rows - 1)


def text_of(row: Row) -> str:
    return "".join([chr(cell & CODE) for cell in row]).rstrip()


def _fit(cells: Sequence[Row], cols: int, rows: int) -> tuple[Row, ...]:
    kept = [row[:cols] + blank_row(cols - len(row)) for row in cells[:rows]]
    return (*kept, *(blank_row(cols) for _ in range(rows - len(kept))))
