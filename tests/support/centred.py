"""Whether a larger terminal shows what a stock one does, in the middle."""

import re
from typing import Final

from door.term.canvas import CODE, SHIFT, Canvas

BLANK: Final = 0
_COUNTED: Final = re.compile(r"\d+(-\d+)? of \d+ *$")  # how much of a long page is to be seen


def missing(small: Canvas, large: Canvas) -> list[str]:
    """The rows of a small screen that the large one does not show in the same order, centred, with
    the same colours and nothing beside them.

    The keys in the last row stay out of it, with what tells how much of a long page is to be seen.
    """
    left = (large.cols - small.cols) // 2
    before, after = [BLANK] * left, [BLANK] * (large.cols - small.cols - left)
    there, gone = [_looks(row) for row in large.cells[:-1]], []
    for row in map(_looks, small.cells[:-1]):
        whole = [*before, *row, *after]
        if any(row) and whole in there:
            del there[: there.index(whole) + 1]
        elif any(row):
            gone.append("".join(chr(cell & CODE or 32) for cell in row).strip())
    return gone


def _looks(row: list[int]) -> list[int]:
    """A row as it is seen: of a blank, only what it stands on."""
    told = _COUNTED.search("".join(chr(cell & CODE) for cell in row))
    seen = [cell if at < (told.start() if told else len(row)) else BLANK for at, cell in enumerate(row)]
    return [cell if cell & CODE not in (0, 32) else cell >> SHIFT + 4 & 15 for cell in seen]
