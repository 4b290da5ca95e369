"""Whether all that is written on a canvas is there to be read: none of it lost beyond an edge, none against
a border."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

from door.term.canvas import Canvas

_AGAINST: Final = re.compile(r"[│║][\w»]|[\w»][│║]")


@contextmanager
def lost_text() -> Iterator[list[str]]:
    """What is written over a canvas's edge meanwhile, as (text and place) told in words."""
    lost: list[str] = []
    put = Canvas.put

    def watched(self: Canvas, x: int, y: int, text: str, style: int = 7) -> int:
        shown = text[max(-x, 0) : max(self.cols - x, 0)] if 0 <= y < self.rows else ""
        if shown.strip() != text.strip():
            lost.append(f"{text!r} at {x}, {y} of {self.cols}x{self.rows}")
        return put(self, x, y, text, style)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "put", watched)
        yield lost


def against_borders(text: str) -> list[str]:
    """The rows in which a word stands directly at a border."""
    return [row for row in text.split("\n") if _AGAINST.search(row)]
