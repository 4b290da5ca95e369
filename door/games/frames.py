"""Frames show a move picture by picture; moments get a fanfare, and dice fly across the board.

The game decides what a frame shows.  `door.screens` times the frames and draws the fanfares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from door.term.canvas import WHITE, Canvas, Sprite, picture
from door.ui.lettering import drawing
from door.ui.screen import Tier
from door.ui.texts import Sentence


class Moment(NamedTuple):
    """A memorable moment, shown on a band of eight rows from `row`, starting at column `left`.

    `title` is in large letters, at most 58 columns wide.  `art(at, tier)` draws the picture at both ends of
    the band, at most 10 columns × 6 rows; `at` counts from 0.  A bust is a moment without art.
    """

    title: Sentence
    row: int
    art: Callable[[int, Tier], Canvas] | None = None
    left: int = 0


class Frame(NamedTuple):
    """One picture of an animation: draw `show` as `Table.frame` for so many seconds.

    0 seconds wait for Enter.  Plain mode waits with `prompt`, and doesn't wait without one.  `bell` rings
    when the frame appears.  Picture `at` of a `moment`'s fanfare covers part of it.
    """

    seconds: float
    show: Any
    prompt: str = ""
    bell: bool = False
    moment: Moment | None = None
    at: int = 0


def film(module: str, *names: str, dark: str = "") -> Callable[[int, Tier], Canvas]:
    """Return a moment's art: the drawings of these names, one after the other.  Without colours, the letters
    of `dark` are black.
    """
    return lambda at, of: drawing(module, names[min(at, len(names) - 1)], "" if of == "colour" else dark)


UNROLLED: Final = 3
"""The picture of a fanfare in which the whole band is visible."""

_BEATS: Final = (*[0.06] * UNROLLED, *[0.13] * 8, 0.5)
_BUST_BEATS: Final = (*[0.06] * UNROLLED, 0.08, 0.08, 0.9)


def fanfare(moment: Moment, show: Any) -> tuple[Frame, ...]:
    """Return a moment's frames over the picture `show`; the first rings the bell, except for a bust."""
    beats = enumerate(_BEATS if moment.art else _BUST_BEATS)
    return tuple(Frame(seconds, show, "", bool(moment.art) and not at, moment, at) for at, seconds in beats)


# -- dice ----------------------------------------------------------------------------------

Throw = Sequence[Sequence[tuple[int, int] | None]]
"""Each die's column and row in each picture, None once the die lies."""

_SPUN: Final = (("▄██▄", "▀██▀"), ("█▀▄█", "█▄▀█"))
_SPUN_LINES: Final = (("/##\\", "\\##/"), ("[: ]", "[ :]"))


@picture
def tumbling(at: int, of: Tier) -> Canvas:
    """Draw a die in the air, 4 columns × 2 rows.  It spins from picture to picture."""
    canvas = Canvas(4, 2)
    canvas.put_lines(0, 0, (_SPUN_LINES if of == "ascii" else _SPUN)[at % 2], WHITE)
    return canvas


def flying_dice(throw: Throw, at: int, lying: Sequence[Sprite], of: Tier) -> Iterator[Sprite]:
    """Yield the dice of picture `at`.  A die that no longer flies comes from `lying`."""
    for lies, flies in zip(lying, throw[at], strict=True):
        yield Sprite(tumbling(at, of), *flies) if flies else lies
