"""Two screens become the fewest bytes: what the terminal shows now, and what it shall show.

Law: a terminal that shows what was painted last, and is fed `paint(canvas)`, shows `canvas`,
colours and cursor included.  Nothing is ever written to the terminal's bottom-right cell.
Writing the last column leaves the cursor at a place that depends on the terminal (xterm waits
there, CTerm has wrapped): the position is then unknown and the next move is an absolute one.

What keeps it small and fast: rows are compared whole before cells, cells by their looks
(`door.term.ink`), a short gap is written over rather than jumped, blanks are erased where that
is cheaper, strokes are made in the order that costs fewer pens (`door.term.strokes`), and the
cursor takes its cheapest way.  Of what is shown the rows are kept as the canvas has them, or as
another caller's were, so that a caller costs only the rows that nobody shares.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress, count
from operator import is_not
from typing import Final

from door.term.canvas import GREY, SHIFT, Canvas, Row
from door.term.ink import PENS, UNKNOWN, Ink, ink
from door.term.profile import Profile
from door.term.strokes import GAP, TO_THE_END, Stroke, by_pens, strokes

_CLEAR: Final = b"\x1b[2J\x1b[H"
_ERASE: Final = b"\x1b[K"
_HIDE, _SHOW = b"\x1b[?25l", b"\x1b[?25h"
_MOUSE_ON, _MOUSE_OFF = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h", b"\x1b[?1006l\x1b[?1002l\x1b[?1000l"
_ICE_ON, _ICE_OFF = b"\x1b[?33h", b"\x1b[?33l"
_FONT_CP437: Final = b"\x1b[0;0 D"
_BLANK: Final = GREY << SHIFT | 32
_CHEAP: Final = 24  # bytes of pens
_FEW, _MANY = 6, 64  # strokes
_A_MOVE, _A_PAGE = 2, 8  # new rows: at most, at least
_MOST_KNOWN: Final = 256  # rows


_known: dict[int, Row] = {}


def _common(row: Row) -> Row:
    """The row, or one like it that was on somebody's page before: of a menu most rows are alike for
    all callers, though each has one drawn for them."""
    mark = hash(row.tobytes())
    known = _known.get(mark)
    if known is not None and known == row:
        return known
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    _known[mark] = row
    return row


class Painter:
    """One caller's screen: what it shows, and the bytes to make it show something else.

    Works for `profile.cols` × `profile.rows`; a smaller canvas leaves the rest blank, a larger
    one is clipped.  After a resize a new painter is needed.
    """

    __slots__ = ("_at", "_cells", "_cursor", "_ink", "_out", "_pen", "_shown", "profile")

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._ink = ink(profile.charset, profile.colours, profile.ice, profile.aix)
        self._out: list[bytes] = []
        self.forget()

    def forget(self) -> None:
        """What the terminal shows is no longer known: the next `paint` clears and draws it all."""
        self._cells: list[Row] | None = None
        self._at: tuple[int, int] | None = None
        self._cursor: tuple[int, int] | None = None
        self._shown: bool | None = None
        self._pen = UNKNOWN

    @property
    def _ice(self) -> bool:
        """Whether blink is made a bright background; with 256 colours there is no need to."""
        return self.profile.ice and self.profile.colours == "16"

    def opening(self) -> bytes:
        """The bytes that make the terminal ready, before the first `paint`; none in plain mode."""
        profile = self.profile
        if profile.plain:
            return b""
        self.forget()
        self._shown = False
        font = profile.cterm and profile.charset == "cp437"
        wanted = ((font, _FONT_CP437), (self._ice, _ICE_ON), (profile.mouse, _MOUSE_ON))
        return b"".join(code for switch, code in wanted if switch) + _HIDE

    def closing(self) -> bytes:
        """The bytes that undo `opening` and leave the cursor on the last line; none in plain mode."""
        profile = self.profile
        if profile.plain:
            return b""
        self.forget()
        wanted = ((profile.mouse, _MOUSE_OFF), (self._ice, _ICE_OFF))
        undone = b"".join(code for switch, code in wanted if switch)
        return b"\x1b[0m" + undone + _SHOW + b"\x1b[%d;1H" % profile.rows

    def paint(self, canvas: Canvas, above: Sequence[Row] = ()) -> bytes:
        """The bytes that turn what the terminal shows into `canvas`, below the rows `above` where
        there are any; none where nothing changed."""
        cols, rows = self.profile.cols, [*above, *canvas.shared()]
        if canvas.cols != cols or len(rows) != self.profile.rows:
            rows = self._fitted(rows)
        cursor = canvas.cursor
        if cursor and above:
            cursor = (cursor[0], cursor[1] + len(above))
        shown = self._cells if self._cells is not None else self._cleared()
        differ = [y for y in compress(count(), map(is_not, rows, shown)) if rows[y] != shown[y]]
        written: list[Stroke] = []
        ink, ech, corner = self._ink, self.profile.ech, len(rows) - 1
        for y in differ:
            last = cols - (y == corner)
            if len(differ) > _A_MOVE:
                written += strokes(y, rows[y], shown[y], ink, ech, last)
            else:
                written += _usual(y, rows[y].tobytes(), shown[y].tobytes(), ink, ech, last)
        self._draw(written)
        self._cells = list(map(_common, rows)) if len(differ) >= _A_PAGE else rows
        if cursor != self._cursor or self._out:
            self._place(cursor)
        painted = b"".join(self._out)
        self._out.clear()
        return painted

    def _fitted(self, rows: list[Row]) -> list[Row]:
        """The rows cut or filled up to the terminal's size."""
        cols, blank = self.profile.cols, array("I", [_BLANK]) * self.profile.cols
        cut = [
            row if len(row) == cols else row[:cols] + blank[len(row) :] for row in rows[: self.profile.rows]
        ]
        return cut + [blank] * (self.profile.rows - len(cut))

    def _cleared(self) -> list[Row]:
        """Clears the terminal; the blank rows it then shows."""
        self._turn(self._ink.blank[0])
        self._out.append(_CLEAR)
        self._at = (0, 0)
        return [array("I", [_BLANK]) * self.profile.cols] * self.profile.rows

    def _draw(self, strokes: list[Stroke]) -> None:
        """Makes those strokes row by row or, if that is shorter, pen by pen.

        That is tried where pens take many bytes.  A few strokes have nothing to gain; many of them,
        and a screen that was cleared, come from the top for the eye's sake.
        """
        at, pen = self._at, self._pen
        if self._make(strokes) <= _CHEAP or not _FEW < len(strokes) < _MANY or self._cells is None:
            return
        rowwise = b"".join(self._out), self._at, self._pen
        self._out, self._at, self._pen = [], at, pen
        self._make(by_pens(strokes, self._ink, pen))
        if len(rowwise[0]) <= sum(map(len, self._out)):
            painted, self._at, self._pen = rowwise
            self._out = [painted]

    def _make(self, strokes: list[Stroke]) -> int:
        """Writes those strokes, one after the other; the bytes that pens took."""
        looks, turns, out, cols, spent = self._ink.looks, self._ink.turns, self._out, self.profile.cols, 0
        for y, row, start, end in strokes:
            at = self._at
            if at is None or at[1] != y or not 0 <= start - at[0] <= GAP or not self._bridge(row, start):
                self._go(start, y)
            if end < 0:
                spent += self._turn(self._ink.blank[0])
                out.append(_ERASE if end == TO_THE_END else b"\x1b[%dX" % -end)
                continue
            pen = self._pen
            for cell in row[start:end]:
                wanted, glyph = looks[cell]
                if wanted != pen:
                    code, pen = turns[pen << PENS | wanted]
                    spent += len(code)
                    out.append(code + glyph)
                else:
                    out.append(glyph)
            self._pen = pen
            self._at = (end, y) if end < cols else None
        return spent

    def _bridge(self, row: Row, end: int) -> bool:
        """Writes the unchanged cells from the cursor, in the same row, to column end-1, where that is
        no dearer than a jump over them."""
        if self._at is None:
            return False
        start, y = self._at
        looks, turns, pen, glyphs = self._ink.looks, self._ink.turns, self._pen, b""
        for cell in row[start:end]:
            wanted, glyph = looks[cell]
            code, pen = turns[pen << PENS | wanted]
            if code:
                return False
            glyphs += glyph
        if len(glyphs) > len(_forward(end - start)):
            return False
        self._out.append(glyphs)
        self._at, self._pen = (end, y), pen
        return True

    def _turn(self, pen: int) -> int:
        """Switches to that pen; the bytes it took."""
        code, self._pen = self._ink.turns[self._pen << PENS | pen]
        if code:
            self._out.append(code)
        return len(code)

    def _go(self, x: int, y: int) -> None:
        """Moves the terminal's cursor by its cheapest way, or not at all where it is there."""
        if self._at != (x, y):
            self._out.append(_way(self._at, x, y))
            self._at = (x, y)

    def _place(self, cursor: tuple[int, int] | None) -> None:
        """Shows the cursor at its place, or hides it."""
        self._cursor = cursor
        if cursor and 0 <= cursor[0] < self.profile.cols and 0 <= cursor[1] < self.profile.rows:
            self._go(*cursor)
            wanted = True
        else:
            wanted = False
        if self._shown is not wanted:
            self._out.append(_SHOW if wanted else _HIDE)
            self._shown = wanted


@lru_cache(maxsize=128)
def _usual(y: int, new: bytes, old: bytes, ink: Ink, ech: bool, last: int) -> tuple[Stroke, ...]:
    """The strokes between two rows, kept: many callers move the same cursor over equal rows."""
    return tuple(strokes(y, array("I", new), array("I", old), ink, ech, last))


@lru_cache(maxsize=4096)
def _way(at: tuple[int, int] | None, x: int, y: int) -> bytes:
    """The shortest bytes that bring the cursor from `at` (None: anywhere) to column x, row y.

    Never a bare CR or LF: telnet and some terminals make something else of them.
    """
    away = b"\x1b[%d;%dH" % (y + 1, x + 1) if x else b"\x1b[%sH" % _count(y + 1)
    if at is None:
        return away
    near = _along(x - at[0])
    if down := y - at[1]:
        near = b"\x1b[%s%s" % (_count(abs(down)), b"B" if down > 0 else b"A") + near
    if down == 1 and at[0] > x:
        near = min(near, b"\r\n" + _along(x), key=len)
    return near if len(near) <= len(away) else away


def _along(columns: int) -> bytes:
    """The way along a row: forward, back, or none."""
    return _forward(columns) if columns > 0 else _back(-columns)


def _forward(columns: int) -> bytes:
    return b"\x1b[%sC" % _count(columns)


def _back(columns: int) -> bytes:
    return b"\b" * columns if columns < 4 else b"\x1b[%sD" % _count(columns)


def _count(number: int) -> bytes:
    return b"%d" % number if number > 1 else b""
