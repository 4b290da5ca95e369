"""Frames show a move picture by picture; moments are worth a fanfare.

The game decides what a frame shows.  The midend times the frames and draws the fanfares.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from door.term.canvas import Canvas
from door.ui.screen import Tier
from door.ui.texts import Sentence


class Moment(NamedTuple):
    """A moment that callers will remember, shown on a band of eight rows from `row`, from column `left` on.

    `title` is in large letters, at most 58 columns of them.  `art(at, tier)` draws the picture at both ends
    of the band, at most 10 columns × 6 rows, `at` counting from 0.  A bust is a moment without art.
    """

    title: Sentence
    row: int
    art: Callable[[int, Tier], Canvas] | None = None
    left: int = 0


class Frame(NamedTuple):
    """A picture of a motion: the `Table.frame` to draw, for so many seconds.

    0 seconds wait for Enter; plain mode waits with `prompt`, or not at all without one.  `bell` rings when
    the frame appears.  The picture `at` of a `moment`'s fanfare lies over it.
    """

    seconds: float
    show: Any
    prompt: str = ""
    bell: bool = False
    moment: Moment | None = None
    at: int = 0


UNROLLED: Final = 3
"""The picture of a fanfare that shows the whole band."""

_BEATS: Final = (*[0.06] * UNROLLED, *[0.13] * 8, 0.5)
_BUST_BEATS: Final = (*[0.06] * UNROLLED, 0.08, 0.08, 0.9)


def fanfare(moment: Moment, show: Any) -> tuple[Frame, ...]:
    """Return a moment's frames over the picture `show`; the first rings the bell, except for a bust."""
    beats = enumerate(_BEATS if moment.art else _BUST_BEATS)
    return tuple(Frame(seconds, show, "", bool(moment.art) and not at, moment, at) for at, seconds in beats)
