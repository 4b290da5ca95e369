"""Compute the fewest bytes that turn one screen into the next.

A terminal that shows the last painted canvas, and gets `paint(canvas)`, shows `canvas` with colours and
cursor. Nothing is ever written to the terminal's bottom-right cell.

It is fast because whole rows are compared before cells, and cells by their looks (`door.term.attributes`).
It is small because short gaps are written over, blanks are erased if that is cheaper, and the stretches that
differ are written in the cheapest order and way (`door.term.cursor`). A painter shares its rows with the
canvas, so a caller only costs memory for rows that nobody else has.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress, count
from operator import is_not
from typing import Final, TypeAlias

from door.term.attributes import UNKNOWN, UNSEEN, Attributes, Ink, attributes
from door.term.canvas import BLANK, Canvas, Row
from door.term.cursor import GAP, TO_THE_END, Span, Writer
from door.term.profile import Profile

Cells: TypeAlias = "Row | memoryview"

Stretch: TypeAlias = tuple[int, int, Ink]
"""Columns start..end-1 to write, and their ink. If end is negative, that many blank cells from start on can
be erased, or all the rest (`TO_THE_END`).
"""

CLEAR: Final = b"\x1b[2J\x1b[H"
_HIDE, _SHOW = b"\x1b[?25l", b"\x1b[?25h"
_MOUSE_ON, _MOUSE_OFF = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h", b"\x1b[?1006l\x1b[?1002l\x1b[?1000l"
_PASTE_ON, _PASTE_OFF = b"\x1b[?2004h", b"\x1b[?2004l"
_ICE_ON, _ICE_OFF = b"\x1b[?33h", b"\x1b[?33l"
_FONT_CP437: Final = b"\x1b[0;0 D"
_LETTERS: Final = b"\x1b[=0u"
"""Turns off kitty's keyboard protocol, which a crashed program may have left on."""
_PAGE: Final = 16  # rows that differ where another page has taken the place of one
_ERASE_TO_THE_END: Final = 3  # bytes


class Painter:
    """One caller's screen: its contents, and the bytes to change them.

    It works for `profile.cols` × `profile.rows`. A smaller canvas leaves the rest blank, a larger one is
    clipped. After a resize a new painter is needed.
    """

    __slots__ = ("_attributes", "_cells", "_cursor", "_pastes", "_shown", "_writer", "profile")

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._attributes = attributes(profile)
        self._writer = Writer(self._attributes, profile.cols)
        self._pastes = False  # whether the terminal marks what is pasted
        self.forget()

    def forget(self) -> None:
        """Forget the terminal's contents. The next `paint` clears it and draws everything."""
        self._cells: list[Row] | None = None
        self._cursor: tuple[int, int] | None = None
        self._shown: bool | None = None
        self._writer.at, self._writer.pen = None, UNKNOWN

    @property
    def _ice(self) -> bool:
        """True if blink must be turned into a bright background. With 256 colours it never is."""
        return self.profile.ice and self.profile.colours == "16"

    def opening(self) -> bytes:
        """Return the bytes that prepare the terminal before the first `paint`, empty in plain mode."""
        profile = self.profile
        if profile.plain:
            return b""
        self.forget()
        self._shown = False
        font = profile.cterm and profile.charset == "cp437"
        wanted = (
            *((profile.aix, _LETTERS), (font, _FONT_CP437)),
            *((self._ice, _ICE_ON), (profile.mouse, _MOUSE_ON)),
        )
        return b"".join(code for switch, code in wanted if switch) + _HIDE

    def closing(self) -> bytes:
        """Return the bytes that undo `opening` and leave the cursor on the last line, empty in plain mode."""
        profile = self.profile
        if profile.plain:
            return b""
        self.forget()
        wanted = ((profile.mouse, _MOUSE_OFF), (self._ice, _ICE_OFF), (profile.aix, _PASTE_OFF))
        self._pastes = False
        undone = b"".join(code for switch, code in wanted if switch)
        return b"\x1b[0m" + undone + _SHOW + b"\x1b[%d;1H" % profile.rows

    def paint(self, canvas: Canvas, above: Sequence[Row] = ()) -> bytes:
        """Return the bytes that change the screen to `canvas`, drawn below the rows `above` if there are
        any.
        """
        cols, rows = self.profile.cols, [*above, *canvas.share_rows()]
        if canvas.cols != cols or len(rows) != self.profile.rows:
            rows = self._fit(rows)
        cursor = canvas.cursor
        if cursor and above:
            cursor = (cursor[0], cursor[1] + len(above))
        writer, shown = self._writer, self._cells if self._cells is not None else self._clear()
        others = compress(count(), map(is_not, rows, shown))  # 1 µs; row by row 3
        differ = [y for y in others if rows[y] != shown[y]]
        if len(differ) >= _PAGE:
            self._draw_page(rows, shown, differ)
        elif differ:
            writer.draw(self._spans(rows, shown, differ))
        self._cells = rows
        if cursor != self._cursor or writer.out:
            self._show_cursor(cursor)
        if bool(canvas.field) != self._pastes and self.profile.aix:
            writer.out.append(_PASTE_ON if canvas.field else _PASTE_OFF)
            self._pastes = bool(canvas.field)
        return writer.take()

    def _spans(self, rows: list[Row], shown: list[Row], differ: list[int]) -> list[Span]:
        """Return the spans that turn the shown rows into the new ones."""
        written: list[Span] = []
        cols, corner = self.profile.cols, len(rows) - 1
        for y in differ:
            written += spans(y, rows[y], shown[y], self._attributes, self.profile.ech, cols - (y == corner))
        return written

    def _draw_page(self, rows: list[Row], shown: list[Row], differ: list[int]) -> None:
        """Draw the rows from the top, with bytes cached for other callers."""
        writer, cols, ech, corner = self._writer, self.profile.cols, self.profile.ech, len(rows) - 1
        for y in differ:
            out, writer.at, writer.pen = _row_bytes(
                y, rows[y].tobytes(), shown[y].tobytes(), cols - (y == corner), self._attributes, ech,
                writer.at, writer.pen,
            )  # fmt: skip
            writer.out.append(out)

    def _fit(self, rows: list[Row]) -> list[Row]:
        """Cut or fill the rows to the terminal's size."""
        cols, blank = self.profile.cols, array("I", [BLANK]) * self.profile.cols
        cut = [
            row if len(row) == cols else row[:cols] + blank[len(row) :] for row in rows[: self.profile.rows]
        ]
        return cut + [blank] * (self.profile.rows - len(cut))

    def _clear(self) -> list[Row]:
        """Clear the terminal. Return its rows, which are blank if that is how it erases."""
        self._writer.turn(self._attributes.blank[0])
        self._writer.out.append(CLEAR)
        self._writer.at = (0, 0)
        cell = BLANK if self._attributes.erases else UNSEEN
        return [array("I", [cell]) * self.profile.cols] * self.profile.rows

    def _show_cursor(self, cursor: tuple[int, int] | None) -> None:
        self._cursor = cursor
        if cursor and 0 <= cursor[0] < self.profile.cols and 0 <= cursor[1] < self.profile.rows:
            self._writer.go(*cursor)
            wanted = True
        else:
            wanted = False
        if self._shown is not wanted:
            self._writer.out.append(_SHOW if wanted else _HIDE)
            self._shown = wanted


@lru_cache(maxsize=1024)
def _row_bytes(
    y: int, new: bytes, old: bytes, last: int, attributes: Attributes, ech: bool,
    at: tuple[int, int] | None, pen: int,
) -> tuple[bytes, tuple[int, int] | None, int]:  # fmt: skip
    """Return the bytes that turn the cells of row `y` from `old` into `new`, for a cursor and a pen before
    and after.

    Cached, because all callers see the same pages.
    """
    cells = array("I", new)
    writer = Writer(attributes, len(cells), at, pen)
    writer.make(spans(y, cells, array("I", old), attributes, ech, last))
    return writer.take(), writer.at, writer.pen


# -- the stretches of a row that differ -----------------------------------------------------------


def spans(y: int, new: Row, old: Row, attributes: Attributes, ech: bool, last: int) -> list[Span]:
    """Return the spans that turn row `y` from `old` into `new`, left to right. The rows must differ.

    Columns from `last` on are left alone. `ech`: the terminal can erase cells without moving the cursor.
    """
    # As one number each they are compared in 2 µs; cell by cell it is 5 to 10.
    bits = int.from_bytes(new, "little") ^ int.from_bytes(old, "little")
    first, end = (bits & -bits).bit_length() - 1 >> 5, min(bits.bit_length() + 31 >> 5, last)
    if first >= end:
        return []
    after, before, blank = new[first:end], old[first:end], attributes.blank
    bare = attributes.erases and attributes.looks[after[-1]] == blank
    bare = bare and _first_blank(new, len(new), attributes) < end
    return [
        (y, new, first + start, stop if stop < 0 else first + stop, ink)
        for start, stop, ink in _stretches(after.tobytes(), before.tobytes(), bare, attributes, ech)
    ]


@lru_cache(maxsize=4096)
def _stretches(
    after: bytes, before: bytes, bare: bool, attributes: Attributes, ech: bool
) -> tuple[Stretch, ...]:
    """Return the stretches that turn cells from `before` into `after`, with columns relative to the first
    cell.

    `bare`: the rest of the row is blank.
    """
    new, old = memoryview(after).cast("I"), memoryview(before).cast("I")
    looks, inked = attributes.looks, attributes.inked
    pairs = zip(new, old, strict=True)
    changed = [x for x, (cell, was) in enumerate(pairs) if cell != was and looks[cell] != looks[was]]
    if not changed:
        return ()
    runs: list[tuple[int, int]] = []
    if bare:
        erased = len(changed) - bisect_left(changed, _first_blank(new, len(new), attributes))
        if erased > _ERASE_TO_THE_END:
            runs, changed = [(changed[-erased], TO_THE_END)], changed[:-erased]
    if changed:
        runs = [*_runs(new, changed, attributes, ech), *runs]
    return tuple([(start, end, inked(after[4 * start : 4 * max(start, end)])) for start, end in runs])


def _runs(cells: Cells, columns: list[int], attributes: Attributes, ech: bool) -> list[tuple[int, int]]:
    """Group columns into runs of (start, end). Short blank gaps between blanks join them into one run."""
    runs: list[tuple[int, int]] = []
    start = last = columns[0]
    for x in columns:
        if x - last > 1 and (x - last > GAP or _first_blank(cells, x + 1, attributes) > last):
            if ech and last - start >= GAP:
                runs += _split(cells, start, last + 1, x, attributes)
            else:
                runs.append((start, last + 1))
            start = x
        last = x
    following = last + 1 + 3 * GAP  # far away: the row's end, or cells that stay
    return runs + (_split(cells, start, last + 1, following, attributes) if ech else [(start, last + 1)])


def _split(
    cells: Cells, start: int, end: int, following: int, attributes: Attributes
) -> list[tuple[int, int]]:
    """Split trailing blanks from cells start..end-1 if erasing them costs fewer bytes than writing them."""
    if end - start <= GAP or attributes.looks[cells[end - 1]] != attributes.blank:
        return [(start, end)]
    inked = max(start, _first_blank(cells, end, attributes))
    if end - inked <= GAP or following - inked <= 2 * GAP:
        return [(start, end)]
    erased = (inked, inked - end)
    return [(start, inked), erased] if inked > start else [erased]


def _first_blank(cells: Cells, end: int, attributes: Attributes) -> int:
    """Return the column from which all cells before `end` are blank, or `end`."""
    looks, blank = attributes.looks, attributes.blank
    while end and looks[cells[end - 1]] == blank:
        end -= 1
    return end
