"""A picture at half or a third of its size, in half-blocks: shapes and colours, without letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from door.term.canvas import BLACK, CODE, SHIFT, Canvas
from door.ui.lettering import half

_INK: Final = {
    "█": (1, 1, 1, 1), "▓": (1, 1, 1, 1), "■": (1, 1, 1, 1), "▀": (1, 1, 0, 0), "▄": (0, 0, 1, 1),
    "▌": (1, 0, 1, 0), "▐": (0, 1, 0, 1), "▒": (1, 0, 0, 1),
}  # fmt: skip
"""Which quarters of a cell show its foreground: upper left, upper right, lower left, lower right."""

_PAPER: Final = (0, 0, 0, 0)
_FAINT: Final = 0.7
"""Weight of a black quarter beside a coloured one, because a line is thinner than its background."""


@lru_cache(maxsize=8)
def small(canvas: Canvas, by: int) -> Canvas:
    """Return the picture at one `by`-th of its columns and rows, rounded up.

    Each pixel has the most frequent colour of its area. Both pictures are cached: don't draw on them.
    """
    fine = [line for row in canvas.cells for line in _quarters(row)]
    out = Canvas(-(-canvas.cols // by), -(-canvas.rows // by))
    for x, y in product(range(out.cols), range(out.rows)):
        halves = (_most(fine[at : at + by], 2 * by * x, 2 * by) for at in (2 * by * y, 2 * by * y + by))
        out.put(x, y, *half(*halves))
    return out


def _quarters(row: Sequence[int]) -> Iterator[list[int]]:
    cells = [(cell >> SHIFT, _INK.get(chr(cell & CODE), _PAPER)) for cell in row]
    for at in (0, 2):
        yield [(style if ink else style >> 4) & 15 for style, inks in cells for ink in inks[at : at + 2]]


def _most(lines: Sequence[Sequence[int]], x: int, wide: int) -> int:
    count = Counter(colour for line in lines for colour in line[x : x + wide])
    return max(count, key=lambda colour: count[colour] * (_FAINT if colour == BLACK else 1), default=BLACK)
