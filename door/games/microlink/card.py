"""The door's card: what it is called, and what the sysop may set."""

from __future__ import annotations

from typing import Final

from door.games.info import RANKING, TOP, TURNS_PER_DAY, Info
from door.games.microlink.rules import MOST_SEATS
from door.term.canvas import BRIGHT_CYAN

INFO: Final = Info(
    slug="microlink",
    name="MicroLink Shut The Box",
    tagline="Nine doors, five turns, up to four at one keyboard",
    accent=BRIGHT_CYAN,
    options=(TURNS_PER_DAY, RANKING, TOP),
    seats=(1, MOST_SEATS),
    numpad=("m", "yes"),
)
