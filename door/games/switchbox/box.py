"""The physics of the box: thirty two-way switches and falling balls.

Law: geometry and physics only.  The rules handle players and points.  A box is two integers, so that the
computer can drop thousands of balls a second.  Bit s of `lean` is 1 if switch s leans right, bit s of `load`
if its platform holds a ball.  Switches are numbered level by level from the top, each level left to right.

Columns run 0..15.  Level r (0..4) has 4 + r switches; its switch i covers columns (4 - r) + 2i and the next
one, so every ball that leaves a level arrives at the next.  A switch that leans left has its platform on the
left and its trigger on the right.

    empty, platform hit   the ball stops there
    empty, trigger hit    the switch flips, the ball falls on in its column
    loaded, either hit    two balls leave, one by each column; the switch is empty, its lean unchanged

The order of balls matters in one drop of eight.  Balls move level by level.  At a loaded switch the ball
that hit it goes first, always on the trigger's side: either it fell there, or it slid over from the full
platform.  Balls move sideways nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

ENTRIES: Final = 8
EXITS: Final = 16
LEVELS: Final = 5
FIRST_ENTRY: Final = 4
SWITCHES: Final = (4, 5, 6, 7, 8)
SWITCH_COUNT: Final = sum(SWITCHES)
BASE: Final = (0, 4, 9, 15, 22)
"""The number of each level's first switch."""

Effect = Literal["stops", "passes", "frees"]


def _switch_at(level: int, column: int) -> tuple[int, int] | None:
    place = column - (FIRST_ENTRY - level)
    return (BASE[level] + place // 2, place % 2) if 0 <= place < 2 * SWITCHES[level] else None


GRID: Final = tuple(tuple(_switch_at(level, c) for c in range(EXITS)) for level in range(LEVELS))
"""GRID[level][column]: the switch there and the side that is hit (0 left, 1 right), or None."""


def _way(column: int, at: tuple[int, int] | None) -> tuple[int, int, int, int]:
    switch, side = at or (0, 0)
    return switch, side, column - side, column - side + 1


_WAYS: Final = tuple(tuple(_way(c, at) for c, at in enumerate(row)) for row in GRID)
"""Like GRID, with the switch's left and right columns added."""


@dataclass(frozen=True, slots=True)
class Box:
    """The switches' leans and loads as bits; see the module's docstring."""

    lean: int
    load: int = 0

    def leans_right(self, switch: int) -> bool:
        return bool(self.lean >> switch & 1)

    def loaded(self, switch: int) -> bool:
        return bool(self.load >> switch & 1)


def new_box(leans: Iterable[int]) -> Box:
    """Return an empty box from thirty leans (0 left, 1 right), top level first, left to right."""
    return Box(sum(lean << switch for switch, lean in enumerate(leans)))


AVALANCHE: Final = 10
"""A ball that sets so many balls rolling, itself included, gets a fanfare."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A ball hits a switch in `column` of `level`, and balls leave by the `leaving` columns.

    `switch` is numbered through the whole box, and `box` is the state just after.  The first of two `leaving`
    columns belongs to the ball that hit, the second to the one set free.
    """

    level: int
    column: int
    switch: int
    leaving: tuple[int, ...]
    box: Box

    @property
    def effect(self) -> Effect:
        return ("stops", "passes", "frees")[len(self.leaving)]


@dataclass(frozen=True, slots=True)
class Fall:
    """A whole drop for display: every hit in order, the box after it, and the exits (1..16)."""

    entry: int
    hits: tuple[Hit, ...]
    box: Box
    exits: tuple[int, ...]

    def level(self, level: int) -> tuple[Hit, ...]:
        """Return the hits of one level (0..4), in order."""
        return tuple(hit for hit in self.hits if hit.level == level)


def drop(
    lean: int, load: int, entry: int, hits: list[Hit] | None = None
) -> tuple[int, int, tuple[int, ...], int]:
    """Drop a ball into `entry` (1..8), and add to `hits`.

    Return the new lean and load, the columns (0..15) of the balls that came out, in order, and the number of
    balls that rolled.  The dropped ball and balls that stopped count, too.
    """
    arrivals, rolled = [entry + FIRST_ENTRY - 1], 1
    for row in _WAYS:
        leaving: list[int] = []
        for column in arrivals:
            switch, side, left, right = row[column]
            right_lean, before = lean >> switch & 1, len(leaving)
            if load >> switch & 1:
                load ^= 1 << switch
                leaving += (left, right) if right_lean else (right, left)
                rolled += 1
            elif side == right_lean:
                load |= 1 << switch
            else:
                lean ^= 1 << switch
                leaving.append(column)
            if hits is not None:
                hits.append(Hit(_WAYS.index(row), column, switch, tuple(leaving[before:]), Box(lean, load)))
        if not leaving:
            return lean, load, (), rolled
        arrivals = leaving
    return lean, load, tuple(arrivals), rolled


def drop_steps(box: Box, entry: int) -> Fall:
    """Drop a ball into `entry` (1..8) hit by hit, for animation and preview."""
    hits: list[Hit] = []
    lean, load, columns, _ = drop(box.lean, box.load, entry, hits)
    return Fall(entry, tuple(hits), Box(lean, load), tuple(column + 1 for column in columns))
