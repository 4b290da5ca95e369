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
from functools import lru_cache
from typing import Final, TypeAlias

from door.term.attributes import Attributes, Ink
from door.term.canvas import Row

Cells: TypeAlias = "Row | memoryview"

Stretch: TypeAlias = tuple[int, int, Ink]
"""The columns start..end-1 of some cells that are to be written, and their ink.  An end below 0: that many
cells from start on are blank and can be erased, or (`TO_THE_END`) all of them."""

Span: TypeAlias = tuple[int, Row, int, int, Ink]
"""A row's number, the row, and one of its stretches."""

TO_THE_END: Final = -1
GAP: Final = 4
"""A longer run of unchanged cells is jumped without weighing it: no jump takes more bytes, and no
erasing of cells does."""
_ERASE_TO_THE_END: Final = 3  # bytes


def spans(y: int, new: Row, old: Row, attributes: Attributes, ech: bool, last: int) -> list[Span]:
    """What turns row `y` from `old` into `new`, left to right; the rows do differ.

    Columns from `last` on are left alone.  `ech`: cells may be erased without being written.
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
    """The spans in another order: first those of the pen in force, then of one pen after the
    other, row by row each.  Blanks go with what stands beside them."""
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


# A frame of MicroLink's dice is drawn in 50 µs instead of 94, for whomever they roll.  Of twice as many 5 %
# more are found again, for 4 MB.
@lru_cache(maxsize=4096)
def _stretches(
    after: bytes, before: bytes, bare: bool, attributes: Attributes, ech: bool
) -> tuple[Stretch, ...]:
    """What turns some cells from `before` into `after`, by columns from the first of them; `bare`: all that
    follows on their row is blank."""
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
    """Those columns as runs, start and end; blanks on both sides of a few others that are blank too
    are one run with them."""
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
    """The cells start..end-1, blanks at their end as a run of its own, if they and the way to the
    column of the following run take less bytes when they are erased than when they are written."""
    if end - start <= GAP or attributes.looks[cells[end - 1]] != attributes.blank:
        return [(start, end)]
    inked = max(start, _first_blank(cells, end, attributes))
    if end - inked <= GAP or following - inked <= 2 * GAP:
        return [(start, end)]
    erased = (inked, inked - end)
    return [(start, inked), erased] if inked > start else [erased]


def _first_blank(cells: Cells, end: int, attributes: Attributes) -> int:
    """The column from which all cells before `end` are blank; `end` where none is."""
    looks, blank = attributes.looks, attributes.blank
    while end and looks[cells[end - 1]] == blank:
        end -= 1
    return end
