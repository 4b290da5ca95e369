"""The door's card: what it is called, and what the sysop may set."""

from __future__ import annotations

from typing import Final

from door.games.info import RANKING, TOP, TURNS_PER_DAY, Info, Option
from door.games.switchbox.rules import OPTIONS
from door.term.canvas import YELLOW

CONTEST_LEVELS: Final = Option(
    "contest_levels", "ladder",
    "computers a contest game may be played against: same (the level above alone), stronger (it and those "
    "that play better), ladder (also each weaker one until the caller has beaten it once) or any",
    choices=("same", "stronger", "ladder", "any"), recorded=False,
)  # fmt: skip

INFO: Final = Info(
    slug="switchbox",
    name="Switchbox",
    tagline="Thirty switches, eight ways in, and an avalanche waiting",
    accent=YELLOW,
    options=(TURNS_PER_DAY, *OPTIONS, CONTEST_LEVELS, RANKING, TOP),
    seats=(1, 2),
)
