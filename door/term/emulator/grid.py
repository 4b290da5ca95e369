"""The cells of an emulator while bytes are being shown: writing, moving, scrolling.

Law: this is the one place with cells that change, and only within one chunk of output.  Rows
that came from the display before are copied when they are first written to, so that what a
screen was shown stays as it was.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from door.term.canvas import BLANK, Row


def blank_row(cols: int, cell: int = BLANK) -> Row:
    """A row of one and the same cell."""
    return array("I", [cell]) * cols


@lru_cache(maxsize=256)
def shared_row(cols: int, cell: int) -> Row:
    """The one row of that cell which all have, not to be written to."""
    return blank_row(cols, cell)


class Grid:
    """Columns × rows of cells; `top`..`bottom` is the region that scrolls.

    `off` collects the rows that have left over the upper edge, oldest first.  Coordinates are
    the caller's duty: within the grid, from 0.
    """

    __slots__ = ("_own", "bottom", "cells", "cols", "off", "rows", "top")

    def __init__(self, cols: int, rows: int, cells: Sequence[Row], top: int, bottom: int) -> None:
        self.cols, self.rows = cols, rows
        self.cells = list(cells)
        self.top, self.bottom = top, bottom
        self.off: list[Row] = []
        self._own: set[int] = set()

    def put(self, x: int, y: int, cells: Row) -> None:
        """Lays cells over row `y` from column `x` on."""
        self._row(y)[x : x + len(cells)] = cells

    def insert(self, x: int, y: int, cells: Row) -> None:
        """Cells go in at column `x`; what was there moves right, and off the end."""
        row = self._row(y)
        row[x:] = (cells + row[x:])[: self.cols - x]

    def delete(self, x: int, y: int, count: int, blank: int) -> None:
        """Cells go at column `x`; what was right of them closes up."""
        row = self._row(y)
        rest = row[x + count :]
        row[x:] = rest + blank_row(self.cols - x - len(rest), blank)

    def erase(self, x: int, y: int, end: int, blank: int) -> None:
        """Columns x..end-1 of row `y` become `blank`."""
        if x == 0 and end >= self.cols:
            self.cells[y] = self._new(blank)
        elif x < end:
            self._row(y)[x:end] = blank_row(min(end, self.cols) - x, blank)

    def up(self, first: int, count: int, blank: int, keep: bool = False) -> None:
        """Rows `first`..`bottom` move up; `keep` collects those that leave over the upper edge."""
        for _ in range(min(count, self.bottom - first + 1)):
            gone = self.cells.pop(first)
            if keep and first == 0:
                self.off.append(gone)
            self.cells.insert(self.bottom, self._new(blank))

    def down(self, first: int, count: int, blank: int) -> None:
        """Rows `first`..`bottom` move down."""
        for _ in range(min(count, self.bottom - first + 1)):
            self.cells.pop(self.bottom)
            self.cells.insert(first, self._new(blank))

    def clear(self, blank: int = BLANK) -> None:
        """Every cell becomes `blank`."""
        self.cells = [self._new(blank) for _ in range(self.rows)]

    def _row(self, y: int) -> Row:
        """Row `y`, to be written to."""
        row = self.cells[y]
        if id(row) not in self._own:
            row = self.cells[y] = row[:]
            self._own.add(id(row))
        return row

    def _new(self, blank: int) -> Row:
        """An empty row, shared until it is written to; its number may have been an own row's before."""
        row = shared_row(self.cols, blank)
        self._own.discard(id(row))
        return row
