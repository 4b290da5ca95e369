"""A program's terminal as a value; `sequences.fed` gives the next one.

Law: pure.  A display never changes: bytes of output make another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.term.canvas import BLANK, CODE, Row
from door.term.emulator.brush import Brush
from door.term.emulator.grid import blank_row, shared_row

HISTORY: Final = 200
"""Rows that have left over the upper edge which are remembered."""


AT_FIRST: Final = frozenset({"wrap", "cursor"})
"""The modes in which a terminal begins."""

PLAIN: Final = Brush()


@dataclass(frozen=True, slots=True)
class Saved:
    """What ESC 7 remembers."""

    x: int = 0
    y: int = 0
    brush: Brush = PLAIN


NOWHERE: Final = Saved()


@dataclass(frozen=True, slots=True)
class Display:
    """Columns × rows of cells (see `door.term.canvas`), never to be written to.

    `x`, `y` is the cursor, x == cols where the next character wraps.  `scrolled` rows have left
    over the upper edge so far, the last of them are in `gone`.  `replies` is what the terminal
    answers to the output last fed, `bells` how often that rang.  `modes` are the words of
    `emulator.MODES` and of the character sets that are switched to.
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
    saved: Saved = NOWHERE
    other: tuple[Row, ...] = ()
    scrolled: int = 0
    gone: tuple[Row, ...] = ()
    replies: bytes = b""
    bells: int = 0
    held: bytes = b""
    last: str = ""

    @property
    def cursor(self) -> tuple[int, int] | None:
        """Where the cursor is seen; None where the program hides it."""
        return (min(self.x, self.cols - 1), self.y) if "cursor" in self.modes else None

    def line(self, y: int) -> str:
        """Row `y` as text, blanks at its end cut; below 0 the rows that have left, -1 the last."""
        return text_of(self.cells[y] if y >= 0 else self.gone[y])

    def text(self) -> str:
        """All rows as text."""
        return "\n".join(map(text_of, self.cells))

    def resized(self, cols: int, rows: int) -> Display:
        """The same with another size: rows leave over the upper edge where the cursor must stay."""
        over = max(0, self.y - rows + 1)
        cells = _fitted(self.cells[over:], cols, rows)
        other = _fitted(self.other, cols, rows) if self.other else ()
        x, y, off = min(self.x, cols - 1), self.y - over, self.cells[:over]
        return replace(
            self, cols=cols, rows=rows, cells=cells, other=other, x=x, y=y, top=0, bottom=rows - 1,
            saved=Saved(min(self.saved.x, cols - 1), min(self.saved.y, rows - 1), self.saved.brush),
            scrolled=self.scrolled + over, gone=(*self.gone, *off)[-HISTORY:], replies=b"", bells=0,
        )  # fmt: skip


def blank(cols: int, rows: int, charset: str) -> Display:
    """A display on which nothing has been shown yet; `charset` is "cp437" or "utf-8"."""
    return Display(cols, rows, charset, (shared_row(cols, BLANK),) * rows, bottom=rows - 1)


def text_of(row: Row) -> str:
    """The characters of a row, blanks at its end cut."""
    return "".join([chr(cell & CODE) for cell in row]).rstrip()


def _fitted(cells: Sequence[Row], cols: int, rows: int) -> tuple[Row, ...]:
    kept = [row[:cols] + blank_row(cols - len(row)) for row in cells[:rows]]
    return (*kept, *(blank_row(cols) for _ in range(rows - len(kept))))
