"""Pictures at one and a half times or twice their size, for windows that have the room.

Blocks and shades grow, lines of frames grow and still join, and text keeps its size. At twice the size each
cell becomes four. At one and a half times, cells are taken in pairs, and between the two of a pair is one
that has the neighbouring half of each. Quadrants draw its corners, so two colours stay exact. Terminals
without them get the nearest block. A row is enlarged once for each way in which its texts line up with those
above and below.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from door.term.canvas import BLACK, CODE, GREY, ORANGE, RICH, SHIFT, Canvas, Row, Spot, plain_style

ONCE: Final = 2
LARGER: Final = 3
TWICE: Final = 4
"""Sizes, in halves of the picture's own."""

_BLOCKS: Final = {
    ord(char): tuple(map(ord, four))
    for char, four in {
        " ": "    ", "█": "████", "▀": "██  ", "▄": "  ██", "▌": "█ █ ", "▐": " █ █",
        "▘": "█   ", "▝": " █  ", "▖": "  █ ", "▗": "   █", "▚": "█  █", "▞": " ██ ",
        "▛": "███ ", "▜": "██ █", "▙": "█ ██", "▟": " ███",
        "░": "░░░░", "▒": "▒▒▒▒", "▓": "▓▓▓▓", "■": "▄▖▀▘", "▲": "▲▲  ", "▼": "▼▼  ",
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
_LEFTWARDS: Final = frozenset(map(ord, "─═┘┴┐┤┬┼╜╨╢╥╫╖╝╩╛╧╗╣╦╬╕╡╤╪"))
_UPWARDS: Final = frozenset(map(ord, "│║┘┤╛╡└├┴┼╝╣╜╢╚╠╩╬╘╞╧╪╙╟╨╫"))
"""Characters of frames that are continued to the left and upwards."""

_LOWER_LEFT: Final = frozenset(map(ord, "└╚╘╙"))
_LOWER_RIGHT: Final = frozenset(map(ord, "┘╝╛╜"))

_SPACE, _FULL = ord(" "), ord("█")
_LINES: Final = frozenset(map(ord, "─═"))
_PIXELS: Final = frozenset(map(ord, " █▀▄▌▐▘▝▖▗▚▞▛▜▙▟"))
_SHADES: Final = frozenset(map(ord, "░▒▓"))
_ALIKE: Final = _SHADES | frozenset(map(ord, " █▲▼"))
"""Characters that have the same between two of them."""
_BLOCK: Final = {tuple(part == _FULL for part in _BLOCKS[code]): chr(code) for code in _PIXELS}
"""Each block by the quarters that it fills."""

_DOT: Final = ord("·")
_BAR: Final = frozenset((ord("■"), _DOT))
_SHORTEST_BAR: Final = 6
"""Marks that are a bar or its scale, if there are so many in a row. A bar grows with the picture."""


class _Piece(NamedTuple):
    """Text, or a bar, in columns start..end-1 of a row."""

    start: int
    end: int
    is_bar: bool = False


class Growth(NamedTuple):
    """How a picture grows: its size in halves, and the first column and row that begin a pair (0 or 1)."""

    size: int = ONCE
    x: int = 0
    y: int = 0

    def column(self, x: int) -> int:
        """Return where a column begins in the enlarged picture."""
        return (x * self.size + (self.size & ~self.x & 1)) // ONCE

    def row(self, y: int) -> int:
        """Return where a row begins in the enlarged picture."""
        return (y * self.size + (self.size & ~self.y & 1)) // ONCE

    def length(self, cells: int) -> int:
        """Return how many columns or rows so many become, if they are all of the picture."""
        return cells * self.size // ONCE


_DOUBLE: Final = Growth(TWICE)


def magnify(canvas: Canvas, grid: Growth = _DOUBLE) -> Canvas:
    """Return the picture in that size, with its spots."""
    every = [cells.tobytes() for cells in canvas.cells]
    sides = [_sides(*three) for three in zip([b"", *every], every, [*every[1:], b""], strict=False)]
    if grid.size == TWICE:
        rows = [row for cells, side in zip(every, sides, strict=True) for row in _double(cells, side)]
    else:
        rows = _rows_between(every, sides, grid)
    large = Canvas(grid.length(canvas.cols), grid.length(canvas.rows), rows)
    large.spots = [
        Spot(x := grid.column(s.x), y := grid.row(s.y),
             grid.column(s.x + s.w) - x, grid.row(s.y + s.h) - y, s.target, s.label)
        for s in canvas.spots
    ]  # fmt: skip
    return large


@lru_cache(maxsize=2048)  # 2.6 KB for a board's row
def _double(cells: bytes, sides: tuple[int, ...]) -> tuple[Row, Row]:
    """Return the two rows that a row becomes. They are shared: don't write to them."""
    upper, lower = array("I"), array("I")
    for cell in _without_text(cells):
        code = cell & CODE
        inked, paper = cell & ~CODE, cell & ~CODE
        if code != _FULL and not _back(cell):  # what is drawn on a night sky isn't shaded
            inked = plain_style(cell >> SHIFT) << SHIFT
        one, two, three, low = ((inked if part == _FULL else paper) | part for part in _BLOCKS[code])
        upper.extend((one, two))
        lower.extend((three, low))
    for start, end, paper in _lower_edges(cells):
        for x in range(2 * start, 2 * end):
            if lower[x] & CODE == _SPACE:
                lower[x] = paper
    _put_words(upper, cells, _DOUBLE, sides)
    return upper, lower


# -- one and a half times ------------------------------------------------------------------------


def _rows_between(every: list[bytes], sides: list[tuple[int, ...]], grid: Growth) -> list[Row]:
    rows = list[Row]()
    for y, cells in enumerate(every):
        rows.append(_widen(cells, grid.x, sides[y]))
        if y % 2 == grid.y and y + 1 < len(every):
            rows.append(_widen_between(cells, every[y + 1], grid.x))
    return rows[: grid.length(len(every))]


@lru_cache(maxsize=2048)  # 2 KB for a board's row
def _widen(cells: bytes, first: int, sides: tuple[int, ...] = ()) -> Row:
    """Return a row with a column in each pair's middle. It is shared: don't write to it."""
    wide, bare, grid = array("I"), _without_text(cells), Growth(LARGER, first)
    for x, cell in enumerate(bare):
        wide.append(cell)
        if x % 2 == first and x + 1 < len(bare):
            wide.append(_between(cell, bare[x + 1], upright=False))
    wide.extend(wide[-1:] * (grid.length(len(bare)) - len(wide)))
    _put_words(wide, cells, grid, sides)
    return wide


@lru_cache(maxsize=2048)
def _widen_between(upper: bytes, lower: bytes, first: int) -> Row:
    """Return the row between two, widened. It is shared: don't write to it."""
    above = _without_text(upper)
    for start, end, paper in _lower_edges(upper):
        for x in range(start, end):
            if _BLOCKS[above[x] & CODE][2] == _SPACE:
                above[x] = paper
    pairs = zip(above, _without_text(lower), strict=True)
    return _widen(array("I", [_between(*pair, upright=True) for pair in pairs]).tobytes(), first)


def _lower_edges(cells: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the columns start..end-1 of each frame's lower edge in a row, and the blank outside of it, which
    is also what comes below: the frame's background ends with its line.
    """
    row, start = array("I", cells), -1
    for x, cell in enumerate(row):
        if cell & CODE in _LOWER_LEFT:
            start = x
        elif cell & CODE in _LOWER_RIGHT and start >= 0:
            outside = row[start - 1] if start else GREY << SHIFT
            yield start, x + 1, outside & ~CODE | _SPACE
            start = -1


@lru_cache(maxsize=8192)
def _between(one: int, other: int, upright: bool) -> int:
    """Return the cell between a cell and the one to its right, or if `upright` the one below.

    It has the block that comes nearest to the halves of both. Of two equally near, it is the lighter one.
    """
    codes = one & CODE, other & CODE
    if one == other and codes[0] in _ALIKE:
        return one
    onwards, back = (2, _UPWARDS) if upright else (1, _LEFTWARDS)
    if codes[0] not in _PIXELS and (line := _BLOCKS[codes[0]][onwards]) != _SPACE and codes[1] in back:
        return one & ~CODE | line
    for cell in (one, other):
        if cell & CODE in _SHADES:
            return cell
    (_, a, b, c), (d, e, f, _) = _quarters(one), _quarters(other)
    quarters = (b, c, d, e) if upright else (a, d, c, f)
    inks = set(quarters)
    papers = {paper for paper in inks if paper & 15 <= GREY} or {BLACK}  # no paper is bright
    made = {
        _cell(_BLOCK[tuple(colour == ink or colour not in (paper, rest) for colour in quarters)], ink, paper)
        for ink in inks
        for paper in papers
        for rest in (*inks, None)
    }
    cell = min(made, key=lambda cell: (_distance(cell, quarters), cell))
    if cell >> SHIFT & RICH:  # orange has no shade
        return cell
    shade = next(
        (_shade(near) for near in (one, other) if _shade(near) and _is_dark(near) == _is_dark(cell)), 0
    )
    return cell | shade << SHIFT


def _quarters(cell: int) -> tuple[int, int, int, int]:
    """Return the colours of a cell's quarters, ORANGE too. A line or a letter is its paper."""
    style = cell >> SHIFT
    fore, paper = ORANGE if style & RICH and not _shade(cell) else style & 15, style >> 4 & 15
    parts = _BLOCKS[cell & CODE] if cell & CODE in _PIXELS else (_SPACE,) * 4
    first, second, third, last = (fore if part == _FULL else paper for part in parts)
    return first, second, third, last


def _distance(cell: int, quarters: tuple[int, ...]) -> tuple[int, int]:
    found = _quarters(cell)
    wrong = sum(one != other for one, other in zip(found, quarters, strict=True))
    ink, paper = cell >> SHIFT & 15, _back(cell)
    odd = cell & CODE != _FULL and (not ink or paper > GREY >= ink)  # the lighter colour is the ink
    return wrong, odd - sum(_LIGHT[colour & 15] for colour in found)


_LIGHT: Final = (0, 2, 4, 6, 3, 4, 5, 8, 6, 5, 8, 10, 7, 9, 12, 14)
"""How light each colour is."""


def _cell(block: str, ink: int, paper: int) -> int:
    if not ink:
        block, ink = (" ", GREY) if block == "█" else (block, ink)
    return (ink | (paper & 15) << 4) << SHIFT | ord(block)


def _shade(cell: int) -> int:
    """Return the flags of a cell's shade, or 0."""
    flags = cell >> SHIFT & ~0xFF
    return flags if flags & RICH and flags != RICH else 0


def _is_dark(cell: int) -> bool:
    """True if a shade of this cell is its background's, the night's."""
    return not _back(cell) and cell & CODE != _FULL


# -- text ------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def _sides(above: bytes, cells: bytes, below: bytes) -> tuple[int, ...]:
    """Return the columns where a text of a row lines up with one of another length above or below.

    A column is where both begin, or ~column where both end.
    """
    sides = {
        word.start if word.start == near.start else ~word.end
        for word in _words(cells)
        for near in _words(above) + _words(below)
        if (word.start == near.start) != (word.end == near.end)
    }
    return tuple(sides)


def _without_text(cells: bytes) -> Row:
    """Return the row with blanks in place of texts and bars."""
    row = array(
        "I", (cell if cell & CODE in _BLOCKS else cell & ~CODE | _SPACE for cell in array("I", cells))
    )
    for start, end, is_bar in _words(cells):
        if is_bar:
            row[start:end] = array("I", (cell & ~CODE | _SPACE for cell in row[start:end]))
    return row


def _put_words(wide: Row, cells: bytes, grid: Growth, sides: tuple[int, ...]) -> None:
    """Put a row's texts into what it has become. They line up with their neighbours as before.

    Other texts keep to the side that they were nearer to. In a frame's edge the line goes on until close to
    the text. A bar fills its place.
    """
    row = array("I", cells)
    for start, end, is_bar in _words(cells):
        text, first, last = row[start:end], grid.column(start), min(grid.column(end), len(wide))
        spare = last - first - len(text)
        if is_bar:
            wide[first:last] = array(
                "I", (text[x * len(text) // (last - first)] for x in range(last - first))
            )
            continue
        if _in_line(row, start, end):
            left, right = grid.column(start - 2), grid.column(end + 1)
            edge = row[start - 2 : start - 1] * (first - 1 - left) + row[start - 1 : end + 1]
            wide[left:right] = edge + row[end + 1 : end + 2] * (right - left - len(edge))
            continue
        before, after = _blanks(row, start - 1, -1), _blanks(row, end, 1)
        if start in sides:
            halves = 0
        elif ~end in sides:
            halves = 2
        elif abs(before - after) <= min(before, after, 1):
            halves = 1
        else:
            halves = 0 if before < after else 2
        left = first + spare * halves // 2
        wide[left : left + len(text)] = text


def _in_line(row: Row, start: int, end: int) -> bool:
    """True if a line is on both sides of a text, each after one blank."""
    if start < 2 or end + 2 > len(row):
        return False
    edges = (row[start - 2] & CODE, row[end + 1] & CODE)
    return row[start - 1] & CODE == row[end] & CODE == _SPACE and all(edge in _LINES for edge in edges)


@lru_cache(maxsize=4096)
def _words(cells: bytes) -> tuple[_Piece, ...]:
    """Return the texts and bars of a row. A single blank on the same background doesn't end a text."""
    row, found = array("I", cells), list[_Piece]()
    for is_mark, group in groupby(range(len(row)), lambda x: row[x] & CODE in _BAR):
        columns = list(group)
        if is_mark and len(columns) >= _SHORTEST_BAR:
            found.append(_Piece(columns[0], columns[-1] + 1, is_bar=True))
            continue
        for x in columns:
            if row[x] & CODE in _BLOCKS:
                continue
            start, end, is_bar = found[-1] if found else _Piece(0, -2)
            joined = end == x and (end > start + 1 or row[start] & CODE != _DOT)  # a star touches no text
            gap = end == x - 1 and row[end] & CODE == _SPACE and _back(row[end]) == _back(row[x])
            if not is_bar and (joined or gap):
                found[-1] = _Piece(start, x + 1)
            else:
                found.append(_Piece(x, x + 1))
    return tuple(found)


def _blanks(row: Row, x: int, by: int) -> int:
    """Return how many blanks on the text's background follow from column x."""
    count, back = 0, _back(row[x - by])
    while 0 <= x < len(row) and row[x] & CODE == _SPACE and _back(row[x]) == back:
        count, x = count + 1, x + by
    return count


def _back(cell: int) -> int:
    return cell >> SHIFT + 4 & 15
