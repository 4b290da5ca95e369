"""Draw dice thrown across the board: small while they fly, full size once they lie.

Law: pure.  The game decides where dice fly, without using its own chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from door.term.canvas import WHITE, Canvas, Sprite, picture
from door.ui.screen import Tier

Throw = Sequence[Sequence[tuple[int, int] | None]]
"""Each die's column and row in each picture, None once the die lies."""

_SPUN: Final = (("▄██▄", "▀██▀"), ("█▀▄█", "█▄▀█"))
_SPUN_LINES: Final = (("/##\\", "\\##/"), ("[: ]", "[ :]"))


@picture
def tumbling(at: int, of: Tier) -> Canvas:
    """Draw a die in the air, 4 columns × 2 rows.  It spins from picture to picture."""
    canvas = Canvas(4, 2)
    for y, row in enumerate((_SPUN_LINES if of == "ascii" else _SPUN)[at % 2]):
        canvas.put(0, y, row, WHITE)
    return canvas


def thrown(throw: Throw, at: int, lying: Sequence[Sprite], of: Tier) -> Iterator[Sprite]:
    """Yield the dice of picture `at`.  A die that no longer flies comes from `lying`."""
    for lies, flies in zip(lying, throw[at], strict=True):
        yield Sprite(tumbling(at, of), *flies) if flies else lies
