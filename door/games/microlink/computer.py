"""The computer at Shut The Box: its levels, and what each of them is worth.

Law: exact arithmetic over the shared rules (`games.shutbox.odds` works the expectations out
once, at the first use), nothing simulated, nothing drawn: every level chooses by its rule
alone, the same doors each time, so that a game with computers replays from its moves.

How good a level is can be said exactly: a turn's expected points under its rule, by the same
recursion that finds the best play.  Ordinary good sense (fewest doors 34.03, largest door
first 33.97) is so near to the best 34.20 that it would make no different opponent; the
levels are a good four points a turn apart, some twenty a game:

    expert    34.1970   the most expected points, exactly
    careful   29.9315   keeps the next roll as likely to be of use as can be, and looks no further;
                        where it sees no difference, low doors go first
    casual    25.2577   likes the doors in the middle
    beginner  20.9018   shuts the lowest doors first
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from door.games.microlink.rules import Game
from door.games.shutbox.odds import ROUNDING, WAYS, best_sets
from door.games.shutbox.rules import MICROLINK, legal, move_text, tiles_of

Choice = Callable[[int, int], int]
"""(open doors, dice total) to the doors to shut, masks; asked only where there are some."""

MIDDLE: Final = 5


class Level(NamedTuple):
    """A way to play: its name in `computer:NAME`, and its rule."""

    name: str
    choose: Choice


# -- the levels' rules ---------------------------------------------------------------------


def _expert(open_doors: int, total: int) -> int:
    """The most expected points; in the one decision where two sets tie, the likelier to shut the box."""
    ranked = best_sets(MICROLINK, open_doors, total)
    best = [shut for shut, worth in ranked if ranked[0][1] - worth < ROUNDING]
    return best[0] if len(best) == 1 else max(best, key=lambda shut: _shuts(open_doors & ~shut))


@lru_cache(maxsize=512)
def _shuts(open_doors: int) -> float:
    """How likely the expert is to shut these doors, before a roll."""
    if not open_doors:
        return 1.0
    rolls = ((total, ways) for total, ways in WAYS.items() if legal(open_doors, total))
    return sum(ways * _shuts(open_doors & ~_expert(open_doors, total)) for total, ways in rolls) / 36


def _careful(open_doors: int, total: int) -> int:
    return max(legal(open_doors, total), key=lambda shut: (usable(open_doors & ~shut), -shut))


def _casual(open_doors: int, total: int) -> int:
    return min(legal(open_doors, total), key=lambda shut: (_from_the_middle(shut), shut))


def _beginner(open_doors: int, total: int) -> int:
    return min(legal(open_doors, total), key=tiles_of)


def usable(open_doors: int) -> int:
    """In how many of 36 the next roll can be matched; 36 when there is nothing left to match."""
    return sum(ways for total, ways in WAYS.items() if legal(open_doors, total)) if open_doors else 36


def _from_the_middle(doors: int) -> float:
    """How far the doors are from door 5 on average."""
    return sum(abs(door - MIDDLE) for door in tiles_of(doors)) / doors.bit_count()


LEVELS: Final = (
    Level("beginner", _beginner),
    Level("casual", _casual),
    Level("careful", _careful),
    Level("expert", _expert),
)
"""Easiest first."""


def level(name: str) -> Level:
    """The level of that name; ValueError names those there are."""
    for one in LEVELS:
        if one.name == name:
            return one
    raise ValueError(f"No computer level {name[:20]!r}: there are {', '.join(one.name for one in LEVELS)}.")


def choose(game: Game, name: str) -> str:
    """The move that the level makes in this game, in its text form; ValueError as for `level`."""
    return move_text(level(name).choose(game.box.open, game.box.total))


def move(position: Game, seat: int, level: str) -> str:
    """The same, as the midend asks for it."""
    return choose(position, level)
