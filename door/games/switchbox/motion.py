"""A ball on its way, frame by frame.

Law: frames only show what the rules have already done; skipping them changes nothing.  They
follow from the box before the ball and its entry, so that nothing of them is kept in a state.

Balls move level by level, all of a level at once: one frame above its switches, one below
them, where the switches have turned and set other balls free.  Rows are counted from the
top of the first level, three to a level.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from door.games.switchbox.box import LEVELS, Box, drop_steps
from door.games.switchbox.rules import PASS, QUIT, Game

ROWS_A_LEVEL: Final = 3
BELOW: Final = LEVELS * ROWS_A_LEVEL
"""The row below the last level: the exits."""
STEP_SECONDS: Final = 0.035
REST_SECONDS: Final = 0.2
SCORED_SECONDS: Final = 0.35
TICK: Final = "fall"


class Frame(NamedTuple):
    """The box now, the balls in the air as (column 0..15, row), and whether they have come out."""

    box: Box
    balls: tuple[tuple[int, int], ...]
    out: bool = False
    seconds: float = STEP_SECONDS


@lru_cache(maxsize=128)
def frames(box: Box, entry: int) -> tuple[Frame, ...]:
    """Every frame of a ball dropped into `entry` (1..8)."""
    fall, shown = drop_steps(box, entry), []
    for level in range(LEVELS):
        hits = fall.level(level)
        if not hits:
            break
        top = level * ROWS_A_LEVEL
        shown.append(Frame(box, tuple((hit.column, top - 1) for hit in hits)))
        box = hits[-1].box
        leaving = tuple((column, top + 1) for hit in hits for column in hit.leaving)
        shown.append(Frame(box, leaving))
    if fall.exits:
        shown.append(Frame(box, tuple((way - 1, BELOW - 1) for way in fall.exits)))
    shown.append(Frame(box, (), True, SCORED_SECONDS if fall.exits else REST_SECONDS))
    return tuple(shown)


def falling(before: Game | None, game: Game) -> tuple[Frame, ...]:
    """The frames of the latest move; none where no ball fell."""
    if before is None or game.last is None or game.last.move in (PASS, QUIT):
        return ()
    return frames(before.box, int(game.last.move[-1]))
