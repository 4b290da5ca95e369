"""Turn spans into bytes, tracking a terminal's cursor and the pen in force.

A span says what a row will show, not what it showed before. Spans may be written in any order, even twice,
with the same result. Most bytes of a picture that are not glyphs change pens: a row with white dice and a
green score costs two switches. So there are two orders, row by row and pen by pen, and the writer takes the
shorter one.

The bytes depend only on the spans, the cursor's position and the pen. After the last column the cursor's
position depends on the terminal (xterm waits there, CTerm has wrapped), so the next move is an absolute one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from door.term.attributes import PENS, UNKNOWN, Attributes, Ink
from door.term.canvas import Row

Span: TypeAlias = tuple[int, Row, int, int, Ink]
"""A row's number, the row, and one of its stretches."""

TO_THE_END: Final = -1
GAP: Final = 4
"""A longer run of unchanged cells is always jumped over, because no jump and no erase takes more bytes."""
_ERASE: Final = b"\x1b[K"
_CHEAP: Final = 24  # bytes of pens
_FEW, _MANY = 6, 64  # spans


class Writer:
    """Draws for one terminal of `cols` columns.

    `at` is the cursor's column and row, or None if unknown; `pen` is the pen in force; `out` collects bytes
    until `take` takes them.
    """

    __slots__ = ("_attributes", "_cols", "at", "out", "pen")

    def __init__(
        self, attributes: Attributes, cols: int, at: tuple[int, int] | None = None, pen: int = UNKNOWN
    ) -> None:
        self._attributes, self._cols, self.at, self.pen = attributes, cols, at, pen
        self.out: list[bytes] = []

    def take(self) -> bytes:
        out = b"".join(self.out)
        self.out.clear()
        return out

    def draw(self, spans: list[Span]) -> None:
        """Write the spans row by row or, if that is shorter, pen by pen.

        Pen by pen is only tried if pens take many bytes. It gains nothing for a few spans, or for spans with
        several pens each. A screen that was just cleared is drawn from the top, because that looks better.
        """
        at, pen, before = self.at, self.pen, len(self.out)
        spent, count = self.make(spans)
        if spent <= _CHEAP or not _FEW < len(spans) < _MANY or count > len(spans) or before:
            return
        rowwise = self.out, self.at, self.pen
        self.out, self.at, self.pen = [], at, pen
        self.make(by_pens(spans, pen))
        if sum(map(len, rowwise[0])) <= sum(map(len, self.out)):
            self.out, self.at, self.pen = rowwise

    def make(self, spans: list[Span]) -> tuple[int, int]:
        """Write the spans in order. Return the bytes spent on changing pens, and the number of changes."""
        turns, blank = self._attributes.turns, self._attributes.blank[0]
        at, pen, out, spent, count = self.at, self.pen, self.out, 0, 0
        for y, row, start, end, ink in spans:
            if at != (start, y):
                bridge = b""
                if at and at[1] == y and at[0] < start <= at[0] + GAP:
                    bridge = _bridge(row[at[0] : start].tobytes(), pen, self._attributes)
                out.append(bridge or _way(at, start, y))
            at = (start, y)
            if end < 0:
                code, pen = turns[pen << PENS | blank]
                spent += len(code)
                out.append(code + (_ERASE if end == TO_THE_END else b"\x1b[%dX" % -end))
                continue
            data, pen, pens, switches = ink[pen]
            spent, count = spent + pens, count + switches
            out.append(data)
            at = (end, y) if end < self._cols else None
        self.at, self.pen = at, pen
        return spent, count

    def turn(self, pen: int) -> None:
        code, self.pen = self._attributes.turns[self.pen << PENS | pen]
        self.out.append(code)

    def go(self, x: int, y: int) -> None:
        """Move the terminal's cursor in the cheapest way."""
        if self.at != (x, y):
            self.out.append(_way(self.at, x, y))
            self.at = (x, y)


def by_pens(spans: list[Span], pen: int) -> list[Span]:
    """Reorder the spans: first those in the current pen, then one pen after the other, row by row.

    Blanks stay with their neighbours.
    """
    groups, waiting, above = {pen: list[Span]()}, list[Span](), -1
    for span in spans:
        y, own = span[0], span[4].own
        if own is None and y != above:
            waiting.append(span)
            continue
        if own is not None:
            pen, above = own, y
        groups.setdefault(pen, []).extend([*waiting, span])
        waiting = []
    groups[pen] += waiting
    return [span for group in groups.values() for span in group]


@lru_cache(maxsize=2048)
def _bridge(cells: bytes, pen: int, attributes: Attributes) -> bytes:
    """Return the unchanged glyphs before a span if writing them costs no more than jumping over them, else
    nothing.
    """
    looks = attributes.inked(cells).looks
    if any(wanted != pen and attributes.turns[pen << PENS | wanted][0] for wanted, _ in looks):
        return b""
    glyphs = b"".join([glyphs for _, glyphs in looks])
    return glyphs if len(glyphs) <= len(_forward(len(cells) // 4)) else b""


@lru_cache(maxsize=8192)  # 0.1 µs instead of 1.2; a frame of motion goes about twenty times
def _way(at: tuple[int, int] | None, x: int, y: int) -> bytes:
    """Return the shortest bytes that move the cursor from `at` (None if unknown) to column x, row y.

    Never use a bare CR or LF, because telnet and some terminals change them.
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
    return _forward(columns) if columns > 0 else _back(-columns)


def _forward(columns: int) -> bytes:
    return b"\x1b[%sC" % _count(columns)


def _back(columns: int) -> bytes:
    return b"\b" * columns if columns < 4 else b"\x1b[%sD" % _count(columns)


def _count(number: int) -> bytes:
    return b"%d" % number if number > 1 else b""
