"""A program's terminal as a frozen value. `sequences.fed` returns the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.term.canvas import BLANK, CODE, Row
from door.term.emulator.brush import Brush
from door.term.emulator.grid import blank_row, shared_row

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
    """Return the characters of a row without trailing blanks."""
    return "".join([chr(cell & CODE) for cell in row]).rstrip()


def _fit(cells: Sequence[Row], cols: int, rows: int) -> tuple[Row, ...]:
    kept = [row[:cols] + blank_row(cols - len(row)) for row in cells[:rows]]
    return (*kept, *(blank_row(cols) for _ in range(rows - len(kept))))
