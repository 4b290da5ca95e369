"""What is to be written, before it is: the stretches of a row that differ, and their order.

Law: pure; where the cursor stands and which pen is in force is the writer's business
(`door.term.cursor`).  A span says what a row shall show, never how it came to differ: spans may
be written in any order, and each of them twice, and the screen is the same.

Most of a picture's bytes that are no glyphs are pens: a row with white dice and a green score
costs two switches.  So there are two orders, row by row and pen by pen, and whoever writes them
takes the shorter.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import compress
from typing import Final, TypeAlias

from door.term.attributes import Attributes
from door.term.canvas import Row

Span: TypeAlias = tuple[int, Row, int, int]
"""A row's number, the row, and the columns start..end-1 that are to be written.  An end below 0:
that many cells from start on are blank and can be erased, or (`TO_THE_END`) all of them."""

TO_THE_END: Final = -1
GAP: Final = 4
"""A longer run of unchanged cells is jumped without weighing it: no jump takes more bytes, and no
erasing of cells does."""
_ERASE_TO_THE_END: Final = 3  # bytes


def spans(y: int, new: Row, old: Row, attributes: Attributes, ech: bool, last: int) -> list[Span]:
    """What turns row `y` from `old` into `new`, left to right; the rows do differ.

    Columns from `last` on are left alone.  `ech`: cells may be erased without being written.
    """
    looks, blank = attributes.looks, attributes.blank
    differs = _differs(new, old)
    changed = [x for x in compress(range(last), differs) if looks[new[x]] != looks[old[x]]]
    if not changed:
        return []
    if attributes.erases and looks[new[changed[-1]]] == blank:
        end = _first_blank(new, len(new), attributes)
        erased = len(changed) - bisect_left(changed, end)
        if erased > _ERASE_TO_THE_END:
            rest: Span = (y, new, changed[-erased], TO_THE_END)
            written = changed[:-erased]
            return [*_runs(y, new, written, attributes, ech), rest] if written else [rest]
    return _runs(y, new, changed, attributes, ech)


def by_pens(spans: list[Span], attributes: Attributes, pen: int) -> list[Span]:
    """The spans in another order: first those of the pen in force, then of one pen after the
    other, row by row each.  Blanks go with what stands beside them."""
    looks, groups, waiting, above = attributes.looks, {pen: list[Span]()}, list[Span](), -1
    for span in spans:
        y, row, start, end = span
        inked = (looks[cell] for cell in row[start : max(end, start)])
        own = next((number for number, glyph in inked if glyph != b" "), None)
        if own is None and y != above:
            waiting.append(span)
            continue
        if own is not None:
            pen, above = own, y
        groups.setdefault(pen, []).extend([*waiting, span])
        waiting = []
    groups[pen] += waiting
    return [span for group in groups.values() for span in group]


def _runs(y: int, row: Row, columns: list[int], attributes: Attributes, ech: bool) -> list[Span]:
    """Those cells of a row as spans; blanks on both sides of a few others that are blank too
    are one span with them."""
    runs: list[Span] = []
    start = last = columns[0]
    for x in columns:
        if x - last > 1 and (x - last > GAP or _first_blank(row, x + 1, attributes) > last):
            if ech and last - start >= GAP:
                runs += _split(y, row, start, last + 1, x, attributes)
            else:
                runs.append((y, row, start, last + 1))
            start = x
        last = x
    runs += (
        _split(y, row, start, last + 1, len(row) + GAP, attributes) if ech else ((y, row, start, last + 1),)
    )
    return runs


def _split(
    y: int, row: Row, start: int, end: int, following: int, attributes: Attributes
) -> tuple[Span, ...]:
    """The cells start..end-1, blanks at their end as a span of its own, if they and the way to the
    column of the following span take less bytes when they are erased than when they are written."""
    if end - start <= GAP or attributes.looks[row[end - 1]] != attributes.blank:
        return ((y, row, start, end),)
    inked = max(start, _first_blank(row, end, attributes))
    if end - inked <= GAP or following - inked <= 2 * GAP:
        return ((y, row, start, end),)
    erased = (y, row, inked, inked - end)
    return ((y, row, start, inked), erased) if inked > start else (erased,)


def _first_blank(row: Row, end: int, attributes: Attributes) -> int:
    """The column from which all cells before `end` are blank; `end` where none is."""
    looks, blank = attributes.looks, attributes.blank
    while end and looks[row[end - 1]] == blank:
        end -= 1
    return end


def _differs(new: Row, old: Row) -> memoryview:
    """A number for each cell up to the last that differs, 0 where both rows are the same: they are compared
    as one number each, in 3.5 µs where cell by cell it is 5 to 10."""
    bits = int.from_bytes(new, "little") ^ int.from_bytes(old, "little")
    cells = bits.bit_length() + 31 >> 5
    return memoryview(bits.to_bytes(4 * cells, "little")).cast("I")
