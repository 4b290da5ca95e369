"""Frames: how a move looks, picture by picture, and the moments of a game that are worth a fanfare.

Law: values; what a frame shows is its game's own, the midend times them and draws the fanfares.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from door.term.canvas import Canvas
from door.ui.screen import Tier
from door.ui.texts import Sentence


class Moment(NamedTuple):
    """Something that a caller will remember of a game: `title` in large letters (at most 58 columns of
    them), on a band of eight rows from `row`, from column `left` on; `art(at, tier)` is the picture at both
    its ends, at most 10 columns × 6 rows, `at` counting from 0.  A bust, which has none, is one, too."""

    title: Sentence
    row: int
    art: Callable[[int, Tier], Canvas] | None = None
    left: int = 0


class Frame(NamedTuple):
    """One picture of a motion: `show` is the `Table.frame` to draw, for `seconds`; 0 waits for ENTER,
    with `prompt` for plain mode, which does not wait where there is none.  `bell` rings as it comes.
    Over it lies the fanfare of a `moment`, its picture `at` (`fanfare`)."""

    seconds: float
    show: Any
    prompt: str = ""
    bell: bool = False
    moment: Moment | None = None
    at: int = 0


UNROLLED: Final = 3
"""The picture of a fanfare on which its band is all there."""

_BEATS: Final = (*[0.06] * UNROLLED, *[0.13] * 8, 0.5)
_BUST_BEATS: Final = (*[0.06] * UNROLLED, 0.08, 0.08, 0.9)


def fanfare(moment: Moment, show: Any) -> tuple[Frame, ...]:
    """A moment's frames, over what `show` has drawn; the bell with the first, but for a bust."""
    beats = enumerate(_BEATS if moment.art else _BUST_BEATS)
    return tuple(Frame(seconds, show, "", bool(moment.art) and not at, moment, at) for at, seconds in beats)
