"""Whether a larger terminal shows what a stock one does, in the middle."""

from __future__ import annotations

import re
from typing import Final

from terminal import Seen, Terminal

Looks = tuple[Seen, ...]
BLANK: Final = Seen(" ", 7, 0)
_COUNTED: Final = re.compile(r"\d+(-\d+)? of \d+ *$")  # how much of a long page is to be seen


def missing(small: Terminal, large: Terminal, first: int = 1) -> list[str]:
    """The rows of a small screen that the large one does not show in the same order, centred, with
    the same colours and nothing beside them.

    What is above row `first` (the status line) and the keys in the last row stay out of it, with
    what tells how much of a long page is to be seen.
    """
    left = (large.cols - small.cols) // 2
    before, after = (BLANK,) * left, (BLANK,) * (large.cols - small.cols - left)
    there, gone = [_looks(large, y) for y in range(first, large.rows - 1)], []
    for row in (_looks(small, y) for y in range(first, small.rows - 1)):
        whole = (*before, *row, *after)
        if all(cell == BLANK for cell in row):
            continue
        if whole in there:
            del there[: there.index(whole) + 1]
        else:
            gone.append("".join(cell.char for cell in row).strip())
    return gone


def _looks(terminal: Terminal, y: int) -> Looks:
    """A row as it is seen: of a blank, what it would be written in is not."""
    row = [terminal.cell(x, y) for x in range(terminal.cols)]
    told = _COUNTED.search("".join(cell.char for cell in row))
    uncounted = row[: told.start()] + [BLANK] * (len(row) - told.start()) if told else row
    return tuple(cell._replace(fore=7) if cell.char == " " else cell for cell in uncounted)
