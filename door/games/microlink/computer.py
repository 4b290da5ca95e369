"""The computer at Shut The Box: its levels and their strength.

Law: exact arithmetic over the shared rules; nothing is simulated or drawn.  Each level always makes the same
choice, so a game with computers replays from its moves.

The strength of a level is its expected points in a turn, computed exactly.  Sensible rules such as fewest
doors (34.03) or largest door first (33.97) come too near the best to be separate opponents.  The levels are
a good four points a turn apart, some twenty a game:

    expert    34.1970   the most expected points, exactly
    careful   29.9315   keeps the next roll as usable as possible; among equals, low doors go first
    casual    25.2577   prefers the doors in the middle
    beginner  20.9018   shuts the lowest doors first
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from door.games.microlink.rules import LinkGame
from door.games.shutbox.computer import ROUNDING, WAYS, best_sets
from door.games.shutbox.rules import MICROLINK, legal, move_text, tiles_of

Choice = Callable[[int, int], int]
"""From the open doors (a mask) and the dice total to the doors to shut (a mask).  At least one set must
match.
"""

MIDDLE: Final = 5


# -- the levels' rules ---------------------------------------------------------------------


def _expert(open_doors: int, total: int) -> int:
    """Choose the most expected points.  In the only tie, choose the set likelier to shut the box."""
    ranked = best_sets(MICROLINK, open_doors, total)
    best = [shut for shut, worth in ranked if ranked[0][1] - worth < ROUNDING]
    return best[0] if len(best) == 1 else max(best, key=lambda shut: _shuts(open_doors & ~shut))


@lru_cache(maxsize=512)
def _shuts(open_doors: int) -> float:
    """Return the expert's probability of shutting all these doors, before a roll."""
    if not open_doors:
        return 1.0
    rolls = ((total, ways) for total, ways in WAYS.items() if legal(open_doors, total))
    return sum(ways * _shuts(open_doors & ~_expert(open_doors, total)) for total, ways in rolls) / 36


def usable(open_doors: int) -> int:
    """Return how many of 36 rolls can be used next; 36 if no door is left."""
    return sum(ways for total, ways in WAYS.items() if legal(open_doors, total)) if open_doors else 36


def _from_the_middle(doors: int) -> float:
    return sum(abs(door - MIDDLE) for door in tiles_of(doors)) / doors.bit_count()


LEVELS: Final[Mapping[str, Choice]] = {
    "beginner": lambda doors, total: min(legal(doors, total), key=tiles_of),
    "casual": lambda doors, total: min(legal(doors, total), key=lambda shut: (_from_the_middle(shut), shut)),
    "careful": lambda doors, total: max(legal(doors, total), key=lambda shut: (usable(doors & ~shut), -shut)),
    "expert": _expert,
}
"""Easiest first."""


def move(game: LinkGame, seat: int, level: str) -> str:
    """Return the level's move.  Raises ValueError with the list of levels if it doesn't exist."""
    if level not in LEVELS:
        raise ValueError(f"No computer level {level[:20]!r}: there are {', '.join(LEVELS)}.")
    return move_text(LEVELS[level](game.box.open, game.box.total))
