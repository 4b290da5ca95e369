"""The effects of a program's output on a display: its state while one chunk is processed.

There is one short method for each effect on the grid; `sequences` maps bytes to methods.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Final

from wcwidth import wcwidth

from door.term.canvas import GREY, SHIFT, Row, style
from door.term.charset import CP437, code_page, printable
from door.term.emulator.display import AT_FIRST, NOWHERE, Brush, Display, Grid, SavedCursor, blank_row, paint

# -- characters ------------------------------------------------------------------------------------

_LINES: Final = dict(zip(map(ord, "`abcdefghijklmnopqrstuvwxyz{|}~+,-.0"),
                         "♦▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·→←↑↓█", strict=True))  # fmt: skip
"""DEC's line drawing set, with the additions in terminfo's linux and vt100 entries."""


class Pen:
    """`charset` is "cp437", "utf-8" or, in files, another name of `code_page`. `modes` say which sets are
    selected and how blink looks.
    """

    __slots__ = ("brush", "charset", "modes")

    def __init__(self, charset: str, modes: set[str], brush: Brush) -> None:
        self.charset, self.modes, self.brush = charset, modes, brush

    @property
    def blank(self) -> int:
        """The cell left by erasing: a blank on the current background."""
        return style(GREY, self.brush.back) << SHIFT | 32

    @property
    def is_dos(self) -> bool:
        """True if control characters without a meaning are CP437 glyphs."""
        return self.charset == "cp437" or "dos" in self.modes

    def cells(self, text: str) -> Row:
        """Return the characters as cells, one column each."""
        base = self.brush.style("ice" in self.modes) << SHIFT
        return array("I", [base | ord(char) for char in text])

    def glyphs(self, run: bytes) -> str:
        """Decode a run of text in the selected character set."""
        if run.isascii():
            text = run.decode("ascii")
            return text.translate(_LINES) if ("g1" if "so" in self.modes else "g0") in self.modes else text
        if self.is_dos:
            return "".join([CP437[byte] for byte in run])
        if self.charset == "utf-8":
            return "".join([_visible(char) for char in run.decode("utf-8", "replace")])
        return "".join([code_page(self.charset)[byte] for byte in run])

    def paint(self, numbers: list[int]) -> None:
        """Apply SGR. 10 and 11 change fonts on IBM PC terminals."""
        self.brush, dos = paint(self.brush, numbers, "dos" in self.modes)
        (self.modes.add if dos else self.modes.discard)("dos")


@lru_cache(maxsize=4096)
def _visible(char: str) -> str:
    """Return the character, "?" per column if it isn't one column wide, or "" for a combining mark."""
    if printable(char) and char != "\N{REPLACEMENT CHARACTER}":
        return char
    if char == "\N{NO-BREAK SPACE}":
        return " "
    return "?" * max(0, wcwidth(char))


# -- the cursor ------------------------------------------------------------------------------------


class Cursor:
    """Column `x` of row `y`. `x` equals the grid's width if the next character wraps."""

    __slots__ = ("grid", "modes", "x", "y")

    def __init__(self, grid: Grid, modes: set[str], x: int, y: int) -> None:
        self.grid, self.modes, self.x, self.y = grid, modes, x, y

    @property
    def column(self) -> int:
        return min(self.x, self.grid.cols - 1)

    def go(self, x: int, y: int) -> None:
        """Move to column x, row y of the screen, clipped to it."""
        self.x, self.y = max(0, min(x, self.grid.cols - 1)), max(0, min(y, self.grid.rows - 1))

    def at(self, x: int, y: int) -> None:
        """Move to column x, row y of the screen, or of the scrolling region in origin mode."""
        grid = self.grid
        self.go(x, min(grid.top + max(0, y), grid.bottom) if "origin" in self.modes else y)

    def across(self, count: int) -> None:
        self.go(self.column + count, self.y)

    def down(self, count: int) -> None:
        """Move down, or up if negative. A cursor inside the region stops at its edge."""
        grid, y = self.grid, self.y + count
        if count < 0:
            self.go(self.x, max(y, grid.top if self.y >= grid.top else 0))
        else:
            self.go(self.x, min(y, grid.bottom if self.y <= grid.bottom else grid.rows - 1))

    def tab(self, count: int) -> None:
        """Move forward (or back) by `count` tab stops of 8 columns."""
        self.go((self.column + (0 if count > 0 else 7)) // 8 * 8 + 8 * count, self.y)


# -- effects ---------------------------------------------------------------------------------------

_OTHER_SCREEN: Final = frozenset({"?47", "?1047", "?1049"})
MODES: Final = {
    **{"4": "insert", "?1": "keys", "?6": "origin", "?7": "wrap", "?25": "cursor", "?33": "ice"},
    **{"?1000": "mouse", "?1002": "mouse", "?1003": "mouse", "?1006": "sgr-mouse"},
}


class Emulator:
    """The mutable state. `modes` are the modes in force, which cursor and pen also read.

    In the mode "at-once", of files from DOS, a full row wraps before the next character comes.
    """

    __slots__ = ("bells", "cursor", "grid", "last", "modes", "other", "pen", "replies", "saved")

    def __init__(self, was: Display) -> None:
        self.modes, self.other, self.saved = set(was.modes), was.other, was.saved
        self.grid = Grid(was.cols, was.rows, was.cells, was.top, was.bottom)
        self.cursor = Cursor(self.grid, self.modes, was.x, was.y)
        self.pen = Pen(was.charset, self.modes, was.brush)
        self.replies, self.bells, self.last = b"", 0, was.last

    # -- text and lines

    def write(self, text: str) -> None:
        """Write characters at the cursor, one column each."""
        if not text:
            return
        self.last = text[-1]
        cursor, grid, cells, at = self.cursor, self.grid, self.pen.cells(text), 0
        while at < len(cells):
            if cursor.x >= grid.cols and "wrap" in self.modes:
                self.next_line()
            cursor.x = cursor.column
            part = cells[at : at + grid.cols - cursor.x]
            (grid.insert if "insert" in self.modes else grid.put)(cursor.x, cursor.y, part)
            cursor.x, at = cursor.x + len(part), at + len(part)
        if cursor.x >= grid.cols and "at-once" in self.modes:
            self.next_line()

    def repeat(self, count: int) -> None:
        """REP: repeat the last character."""
        self.write(self.last * min(count, self.grid.cols * self.grid.rows))

    def line_feed(self) -> None:
        """Move down one row, scrolling at the region's lower edge."""
        if self.cursor.y == self.grid.bottom:
            self.scroll(1)
        elif self.cursor.y < self.grid.rows - 1:
            self.cursor.y += 1

    def line_back(self) -> None:
        """Move up one row, scrolling at the region's upper edge."""
        if self.cursor.y == self.grid.top:
            self.grid.down(self.grid.top, 1, self.pen.blank)
        elif self.cursor.y > 0:
            self.cursor.y -= 1

    def next_line(self) -> None:
        self.cursor.x = 0
        self.line_feed()

    def scroll(self, count: int) -> None:
        """Scroll the region up. Rows that leave the main screen are remembered."""
        self.grid.up(self.grid.top, count, self.pen.blank, keep=not self.other)

    def form_feed(self) -> None:
        """Clear the screen on ANSI.SYS; elsewhere, feed a line."""
        if self.pen.charset == "cp437":
            self.clear(self.pen.blank)
        else:
            self.line_feed()

    # -- what is in force

    def save(self) -> None:
        self.saved = SavedCursor(self.cursor.x, self.cursor.y, self.pen.brush)

    def restore(self) -> None:
        self.cursor.x, self.cursor.y, self.pen.brush = self.saved.x, self.saved.y, self.saved.brush

    def reset(self) -> None:
        """Reset the terminal, but keep the scrolled-off rows."""
        self.modes.clear()
        self.modes.update(AT_FIRST)
        self.grid.top, self.grid.bottom = 0, self.grid.rows - 1
        self.pen.brush, self.saved, self.other = Brush(), NOWHERE, ()
        self.clear(self.pen.blank)

    def switch(self, mode: str, on: bool) -> None:
        """Set or reset a mode by number, with ? for a private one. Unknown modes are ignored."""
        if mode in _OTHER_SCREEN:
            self._other_screen(on, mode == "?1049")
        elif mode in MODES:
            self.turn(MODES[mode], on)
            if mode == "?6":
                self.cursor.at(0, 0)

    def turn(self, word: str, on: bool) -> None:
        (self.modes.add if on else self.modes.discard)(word)

    def _other_screen(self, on: bool, saving: bool) -> None:
        """Switch to the alternate screen, or back to the saved main screen."""
        if on == bool(self.other):
            return
        if on:
            if saving:
                self.save()
            self.other = tuple(self.grid.cells)
            self.grid.clear(self.pen.blank)
        else:
            self.grid.cells, self.other = list(self.other), ()
            if saving:
                self.restore()

    def region(self, top: int, bottom: int) -> None:
        """DECSTBM: set the scrolling region. Rows count from 1, `bottom` 0 is the last. The cursor goes
        home.
        """
        bottom = min(bottom or self.grid.rows, self.grid.rows)
        if top < bottom:
            self.grid.top, self.grid.bottom = top - 1, bottom - 1
            self.cursor.at(0, 0)

    # -- erasing and editing

    def clear(self, blank: int) -> None:
        """Fill the screen with `blank`. The cursor goes home."""
        self.grid.clear(blank)
        self.cursor.go(0, 0)

    def erase_screen(self, which: int) -> None:
        """ED: erase 0 from the cursor on, 1 up to it, 2 everything. On ANSI.SYS, 2 also goes home."""
        y, rows = self.cursor.y, self.grid.rows
        self.erase_line(which)
        for row in {0: range(y + 1, rows), 1: range(y), 2: range(rows)}.get(which, range(0)):
            self.grid.erase(0, row, self.grid.cols, self.pen.blank)
        if which == 2 and self.pen.charset == "cp437":
            self.cursor.go(0, 0)

    def erase_line(self, which: int) -> None:
        """EL: erase 0 from the cursor on, 1 up to it, 2 the whole line."""
        cols, x = self.grid.cols, self.cursor.column
        start, end = {0: (x, cols), 1: (0, x + 1), 2: (0, cols)}.get(which, (0, 0))
        self.grid.erase(start, self.cursor.y, end, self.pen.blank)

    def edit(self, count: int, open: bool) -> None:
        """ICH and DCH: insert or delete cells at the cursor."""
        x, y, grid = self.cursor.column, self.cursor.y, self.grid
        count = min(count, grid.cols - x)
        if open:
            grid.insert(x, y, blank_row(count, self.pen.blank))
        else:
            grid.delete(x, y, count, self.pen.blank)
        self.cursor.x = x

    def rows_within(self, count: int, open: bool) -> None:
        """IL and DL: insert or delete rows at the cursor, within the region."""
        grid, y = self.grid, self.cursor.y
        if grid.top <= y <= grid.bottom:
            (grid.down if open else grid.up)(y, count, self.pen.blank)
            self.cursor.x = 0
