"""What is shown: canvases of one size, each for some seconds, and what a file says of itself."""

from __future__ import annotations

from typing import NamedTuple

from door.term.canvas import Canvas


class Shot(NamedTuple):
    """A canvas, the seconds it is seen, and a `mark` to jump to, "" for none."""

    canvas: Canvas
    seconds: float
    mark: str = ""


class About(NamedTuple):
    """What a file tells of itself: a title, who played, the program that drew it, and when it was played
    (YYYY-MM-DD)."""

    title: str
    author: str
    by: str
    day: str
