"""What draws on a program's terminal: a display's state while one chunk of output is taken in.

Law: one short method for each thing that output can do; `door.term.emulator.sequences` decides
which bytes do it.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Final

from wcwidth import wcwidth

from door.term.canvas import GREY, SHIFT, style
from door.term.charset import CP437, printable
from door.term.emulator.ansi import Brush, painted
from door.term.emulator.display import AT_FIRST, Display, Saved
from door.term.emulator.grid import BLANK, Grid, blank_row

_LINES: Final = dict(zip(map(ord, "`abcdefghijklmnopqrstuvwxyz{|}~+,-.0"),
                         "♦▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·→←↑↓█", strict=True))  # fmt: skip
"""The DEC line drawing set, and what linux and vt100 entries of terminfo add to it."""


class Emulator:
    """What draws: a display's state while one chunk of output is taken in."""

    __slots__ = (
        "base", "bells", "blank", "brush", "charset", "grid", "last", "modes", "other", "replies", "saved",
        "x", "y",
    )  # fmt: skip

    def __init__(self, was: Display) -> None:
        self.charset = was.charset
        self.grid = Grid(was.cols, was.rows, was.cells, was.top, was.bottom)
        self.x, self.y, self.brush, self.saved = was.x, was.y, was.brush, was.saved
        self.modes, self.other = set(was.modes), was.other
        self.replies, self.bells, self.last = b"", 0, was.last
        self._ink()

    # -- text

    def write(self, text: str) -> None:
        """Characters at the cursor, one column each."""
        if not text:
            return
        self.last = text[-1]
        base, grid = self.base, self.grid
        cells = array("I", [base | ord(char) for char in text])
        at = 0
        while at < len(cells):
            if self.x >= grid.cols:
                self._wrap()
            part = cells[at : at + grid.cols - self.x]
            (grid.insert if "insert" in self.modes else grid.put)(self.x, self.y, part)
            self.x, at = self.x + len(part), at + len(part)

    def _wrap(self) -> None:
        if "wrap" in self.modes:
            self.x = 0
            self.line_feed()
        else:
            self.x = self.grid.cols - 1

    def glyphs(self, run: bytes) -> str:
        """The characters of a run of text in the character set that is in force."""
        modes = self.modes
        if ("g1" if "so" in modes else "g0") in modes:
            return run.decode("latin-1").translate(_LINES) if run.isascii() else self._decoded(run)
        return self._decoded(run)

    def _decoded(self, run: bytes) -> str:
        if run.isascii():
            return run.decode("ascii")
        if self.charset == "cp437" or "dos" in self.modes:
            return "".join([CP437[byte] for byte in run])
        return "".join([_shown(char) for char in run.decode("utf-8", "replace")])

    @property
    def is_dos(self) -> bool:
        """Whether control characters without a meaning are the glyphs of CP437."""
        return self.charset == "cp437" or "dos" in self.modes

    def _ink(self) -> None:
        """After a change of attributes: what characters are ored with, and what is left where something
        is erased, a blank on the background in force."""
        self.base = self.brush.style("ice" in self.modes) << SHIFT
        self.blank = style(GREY, self.brush.back) << SHIFT | 32

    # -- the cursor

    def go(self, x: int, y: int) -> None:
        """The cursor to column x, row y of the screen, or as near as that can be."""
        self.x, self.y = max(0, min(x, self.grid.cols - 1)), max(0, min(y, self.grid.rows - 1))

    def at(self, x: int, y: int) -> None:
        """The cursor to column x, row y of the screen, or of the region where that is the origin."""
        grid = self.grid
        if "origin" in self.modes:
            self.go(x, min(grid.top + max(0, y), grid.bottom))
        else:
            self.go(x, y)

    def step(self, count: int) -> None:
        """The cursor down (or up) by rows; the region's edge stops one that is within."""
        grid, y = self.grid, self.y + count
        if count < 0:
            self.go(self.x, max(y, grid.top if self.y >= grid.top else 0))
        else:
            self.go(self.x, min(y, grid.bottom if self.y <= grid.bottom else grid.rows - 1))

    def line_feed(self) -> None:
        """One row down, scrolling at the region's lower edge."""
        grid = self.grid
        if self.y == grid.bottom:
            grid.up(grid.top, 1, self.blank, keep=not self.other)
        elif self.y < grid.rows - 1:
            self.y += 1

    def line_back(self) -> None:
        """One row up, scrolling at the region's upper edge."""
        if self.y == self.grid.top:
            self.grid.down(self.grid.top, 1, self.blank)
        elif self.y > 0:
            self.y -= 1

    def save(self) -> None:
        self.saved = Saved(self.x, self.y, self.brush)

    def restore(self) -> None:
        self.x, self.y, self.brush = self.saved.x, self.saved.y, self.saved.brush
        self._ink()

    def reset(self) -> None:
        """As the terminal began, but for what has scrolled off."""
        grid = self.grid
        grid.top, grid.bottom, self.x, self.y = 0, grid.rows - 1, 0, 0
        self.brush, self.saved, self.modes, self.other = Brush(), Saved(), set(AT_FIRST), ()
        grid.clear()
        self._ink()

    # -- attributes, modes, erasing

    def paint(self, numbers: list[int]) -> None:
        """SGR; 10 and 11 change fonts on terminals of the IBM PC's kind."""
        if 11 in numbers or 12 in numbers:
            self.modes.add("dos")
        elif not numbers or 10 in numbers or 0 in numbers:
            self.modes.discard("dos")
        self.brush = painted(self.brush, numbers)
        self._ink()

    def switch(self, word: str, on: bool) -> None:
        """Sets or resets a mode."""
        (self.modes.add if on else self.modes.discard)(word)
        self._ink()
        if word == "origin":
            self.at(0, 0)

    def other_screen(self, on: bool, saving: bool) -> None:
        """To the screen that programs of the whole window use, and back to what was there before."""
        if on == bool(self.other):
            return
        if on:
            if saving:
                self.save()
            self.other = tuple(self.grid.cells)
            self.grid.clear(self.blank)
        else:
            self.grid.cells, self.other = list(self.other), ()
            if saving:
                self.restore()

    def align(self) -> None:
        """DECALN: the screen full of E."""
        self.grid.clear(BLANK - 32 + ord("E"))

    def erase_screen(self, which: int) -> None:
        """ED: 0 from the cursor on, 1 up to it, 2 all; ANSI.SYS then goes home, which BBS programs expect."""
        grid, blank = self.grid, self.blank
        x = min(self.x, grid.cols - 1)
        if which == 0:
            grid.erase(x, self.y, grid.cols, blank)
        elif which == 1:
            grid.erase(0, self.y, x + 1, blank)
        whole = {0: range(self.y + 1, grid.rows), 1: range(self.y), 2: range(grid.rows)}.get(which, range(0))
        for y in whole:
            grid.erase(0, y, grid.cols, blank)
        if which == 2 and self.charset == "cp437":
            self.go(0, 0)

    def erase_line(self, which: int) -> None:
        """EL: 0 from the cursor on, 1 up to it, 2 all."""
        cols, x = self.grid.cols, min(self.x, self.grid.cols - 1)
        start, end = {0: (x, cols), 1: (0, x + 1), 2: (0, cols)}.get(which, (0, 0))
        if end:
            self.grid.erase(start, self.y, end, self.blank)

    def region(self, top: int, bottom: int) -> None:
        """DECSTBM, rows from 1, `bottom` 0 for the last; the cursor goes home."""
        bottom = min(bottom or self.grid.rows, self.grid.rows)
        if top < bottom:
            self.grid.top, self.grid.bottom = top - 1, bottom - 1
            self.at(0, 0)

    def rows_within(self, count: int, open: bool) -> None:
        """IL and DL: rows go in, or out, at the cursor's, within the region."""
        grid = self.grid
        if grid.top <= self.y <= grid.bottom:
            (grid.down if open else grid.up)(self.y, count, self.blank)
            self.x = 0

    def answer(self, numbers: list[int]) -> None:
        """DSR: 5 whether all is well, 6 where the cursor is."""
        if numbers[:1] == [5]:
            self.replies += b"\x1b[0n"
        elif numbers[:1] == [6]:
            self.replies += b"\x1b[%d;%dR" % (self.y + 1, min(self.x, self.grid.cols - 1) + 1)

    def name(self, numbers: list[int]) -> None:
        """DA: a vt100 with advanced video."""
        if numbers in ([], [0]):
            self.replies += b"\x1b[?1;2c"

    def repeat(self, count: int) -> None:
        """REP: the last character again."""
        self.write(self.last * min(count, self.grid.cols * self.grid.rows))

    def edit(self, count: int, open: bool) -> None:
        """ICH and DCH: cells go in, or out, at the cursor."""
        x, grid = min(self.x, self.grid.cols - 1), self.grid
        count = min(count, grid.cols - x)
        if open:
            grid.insert(x, self.y, blank_row(count, self.blank))
        else:
            grid.delete(x, self.y, count, self.blank)
        self.x = x

    def erase_cells(self, count: int) -> None:
        """ECH."""
        x = min(self.x, self.grid.cols - 1)
        self.grid.erase(x, self.y, min(x + count, self.grid.cols), self.blank)

    # -- controls

    def bell(self) -> None:
        self.bells += 1

    def back(self) -> None:
        self.x = max(0, min(self.x, self.grid.cols - 1) - 1)

    def tab(self, count: int = 1) -> None:
        """To a column that is a multiple of 8, `count` of them on (or back)."""
        self.go((min(self.x, self.grid.cols - 1) + (0 if count > 0 else 7)) // 8 * 8 + 8 * count, self.y)

    def line_start(self) -> None:
        self.x = 0

    def form_feed(self) -> None:
        """A clear screen on ANSI.SYS, a line feed elsewhere."""
        if self.charset == "cp437":
            self.grid.clear(self.blank)
            self.go(0, 0)
        else:
            self.line_feed()

    def next_line(self) -> None:
        self.x = 0
        self.line_feed()

    def steps(self, count: int) -> None:
        """Down (or up) by rows, to the row's start."""
        self.x = 0
        self.step(count)


@lru_cache(maxsize=4096)
def _shown(char: str) -> str:
    """The character, "?" in as many columns where it has no look of one column, nothing for a mark."""
    if printable(char) and char != "\N{REPLACEMENT CHARACTER}":
        return char
    if char == "\N{NO-BREAK SPACE}":
        return " "
    return "?" * max(0, wcwidth(char))
