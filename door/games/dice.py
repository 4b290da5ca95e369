"""Dice on their way over the felt, as any game may throw them: small while they fly, then each lies.

Law: pure; where they fly is the game's, and nothing of it comes from its chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from door.term.canvas import WHITE, Canvas, Sprite, picture
from door.ui.screen import Tier

Throw = Sequence[Sequence[tuple[int, int] | None]]
"""The dice's column and row in each picture, None once a die lies."""

_SPUN: Final = (("▄██▄", "▀██▀"), ("█▀▄█", "█▄▀█"))
_SPUN_LINES: Final = (("/##\\", "\\##/"), ("[: ]", "[ :]"))


@picture
def tumbling(at: int, of: Tier) -> Canvas:
    """Draw a die in the air, 4 columns × 2 rows; it turns from picture to picture."""
    canvas = Canvas(4, 2)
    for y, row in enumerate((_SPUN_LINES if of == "ascii" else _SPUN)[at % 2]):
        canvas.put(0, y, row, WHITE)
    return canvas


def thrown(throw: Throw, at: int, lying: Sequence[Sprite], of: Tier) -> Iterator[Sprite]:
    """Return the dice in that picture; a die that lies is one of `lying`."""
    for lies, flies in zip(lying, throw[at], strict=True):
        yield Sprite(tumbling(at, of), *flies) if flies else lies
