"""Pictures at twice their size, for windows that have the room.

Blocks and shades become four of their kind, lines of frames grow, and text keeps its size. A row depends on
nothing but itself, so each different row is doubled once.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Final, NamedTuple

from door.term.canvas import CODE, SHIFT, Canvas, Row, Spot, plain_style

BY: Final = 2

_BLOCKS: Final = {
    ord(char): tuple(map(ord, four))
    for char, four in {
        " ": "    ", "█": "████", "▀": "██  ", "▄": "  ██", "▌": "█ █ ", "▐": " █ █",
        "░": "░░░░", "▒": "▒▒▒▒", "▓": "▓▓▓▓", "■": "■■  ", "▲": "▲▲  ", "▼": "▼▼  ",
    }.items()
}  # fmt: skip
"""Each character's four cells: upper left, upper right, lower left, lower right."""

_FRAMES: Final = {
    ("─", " "): "─└┴╙╨", ("═", " "): "═╚╩╘╧", (" ", "│"): "│┐┤╕╡", (" ", "║"): "║╗╣╖╢", (" ", " "): "┘╝╛╜",
    ("─", "│"): "┌├┬┼", ("═", "║"): "╔╠╦╬", ("═", "│"): "╒╞╤╪", ("─", "║"): "╓╟╥╫",
}  # fmt: skip
"""Characters of frames, by the lines that continue them to the right and downwards."""

_BLOCKS.update(
    {
        ord(char): (ord(char), ord(right), ord(below), ord(" "))
        for (right, below), chars in _FRAMES.items()
        for char in chars
    }
)
_SPACE, _FULL = ord(" "), ord("█")


class _Piece(NamedTuple):
    """Text in columns start..end-1 of a row."""

    start: int
    end: int


def magnify(canvas: Canvas) -> Canvas:
    """Return the picture at twice its columns and rows, with its spots."""
    rows = [row for cells in canvas.cells for row in _double(cells.tobytes())]
    large = Canvas(BY * canvas.cols, BY * canvas.rows, rows)
    large.spots = [Spot(BY * s.x, BY * s.y, BY * s.w, BY * s.h, s.target, s.label) for s in canvas.spots]
    return large


@lru_cache(maxsize=2048)  # 2.6 KB for a board's row
def _double(cells: bytes) -> tuple[Row, Row]:
    """Return the two rows that a row becomes. They are shared: don't write to them."""
    row = array("I", cells)
    upper, lower = array("I"), array("I")
    for cell in row:
        code = cell & CODE
        inked, paper = cell & ~CODE, cell & ~CODE
        if code != _FULL and not _back(cell):  # what is drawn on a night sky isn't shaded
            inked = plain_style(cell >> SHIFT) << SHIFT
        four = _BLOCKS.get(code, (_SPACE,) * 4)
        one, two, three, low = ((inked if part == _FULL else paper) | part for part in four)
        upper.extend((one, two))
        lower.extend((three, low))
    for start, end in _words(row):
        text = row[start:end]
        left = _first_column(row, start, end)
        upper[left : left + len(text)] = text
    return upper, lower


def _words(row: Row) -> list[_Piece]:
    """Return the texts of a row. A single blank on the same background doesn't end one."""
    found: list[_Piece] = []
    for x, cell in enumerate(row):
        if cell & CODE in _BLOCKS:
            continue
        start, end = found[-1] if found else (0, -2)
        gap = end == x - 1 and row[end] & CODE == _SPACE and _back(row[end]) == _back(cell)
        if end == x or gap:
            found[-1] = _Piece(start, x + 1)
        else:
            found.append(_Piece(x, x + 1))
    return found


def _first_column(row: Row, start: int, end: int) -> int:
    """Return where a text begins in the doubled row: it keeps to the side that it was nearer to."""
    before, after, length = _blanks(row, start - 1, -1), _blanks(row, end, 1), end - start
    if before < after:
        return BY * start
    return BY * start + (length if after < before else length // BY)


def _blanks(row: Row, x: int, by: int) -> int:
    """Return how many blanks on the text's background follow from column x."""
    count, back = 0, _back(row[x - by])
    while 0 <= x < len(row) and row[x] & CODE == _SPACE and _back(row[x]) == back:
        count, x = count + 1, x + by
    return count


def _back(cell: int) -> int:
    return cell >> SHIFT + 4 & 15
