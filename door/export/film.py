"""A film: canvases of one size with their durations, and a description."""

from __future__ import annotations

from typing import NamedTuple

from door.term.canvas import Canvas


class Shot(NamedTuple):
    """A canvas, its duration in seconds, and a `mark` to jump to, or ""."""

    canvas: Canvas
    seconds: float
    mark: str = ""


class About(NamedTuple):
    """A file's description: a title, the players, the program that drew it, and the date of the game
    (YYYY-MM-DD).
    """

    title: str
    author: str
    by: str
    day: str
