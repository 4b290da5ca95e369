"""Find the stretches of a row that differ, and put them in order.

A span says what a row will show, not what it showed before. Spans may be written in any order, even twice,
with the same result. The cursor and the pen are the writer's business (`door.term.cursor`).

Most bytes of a picture that are not glyphs change pens: a row with white dice and a green score costs two
switches. So there are two orders, row by row and pen by pen, and the writer takes the shorter one.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import Final, TypeAlias

from door.term.attributes import Attributes, Ink
from door.term.canvas import Row

Cells: TypeAlias = "Row | memoryview"

Stretch: TypeAlias = tuple[int, int, Ink]
"""Columns start..end-1 to write, and their ink. If end is negative, that many blank cells from start on can
be erased, or all the rest (`TO_THE_END`).
"""

Span: TypeAlias = tuple[int, Row, int, int, Ink]
"""A row's number, the row, and one of its stretches."""

TO_THE_END: Final = -1
GAP: Final = 4
"""A longer run of unchanged cells is always jumped over, because no jump and no erase takes more bytes."""
_ERASE_TO_THE_END: Final = 3  # bytes


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
