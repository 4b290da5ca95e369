"""The mutable cells of an emulator, within one chunk of output.

Rows from the display before are copied when they are first written to, so earlier displays never change.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from door.term.canvas import BLANK, Row


def blank_row(cols: int, cell: int = BLANK) -> Row:
    """Return a row that repeats one cell."""
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
        """Write cells to row `y` from column `x` on."""
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
        """Scroll rows `first`..`bottom` down."""
        for _ in range(min(count, self.bottom - first + 1)):
            self.cells.pop(self.bottom)
            self.cells.insert(first, self._new(blank))

    def clear(self, blank: int = BLANK) -> None:
        """Fill every cell with `blank`."""
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
