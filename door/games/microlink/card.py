"""The door's card: its name, the sysop's options, and the seats."""

from __future__ import annotations

from typing import Final

from door.games.info import DAILY, RANKING, TOP, TURNS_PER_DAY, Info
from door.games.microlink.computer import LEVELS
from door.games.microlink.rules import MOST_SEATS
from door.term.canvas import BRIGHT_CYAN, CYAN
from door.ui.texts import tr

our: Final = tr.microlink
_LEVELS: Final = tuple(level.name for level in LEVELS)
INFO: Final = Info(
    slug="microlink",
    name=our.name,
    tagline=our.tagline,
    accent=BRIGHT_CYAN,
    options=(TURNS_PER_DAY, RANKING, TOP, DAILY),
    seats=(1, MOST_SEATS),
    computers=_LEVELS,
    quick=_LEVELS,
    daily=True,
    badges=(our.badge_perfect_round,),
    given_up=our.rule_given_up,
    result=True,
    attract=("computer:expert", "computer:careful"),
    edge=CYAN,
    credits=(our.credits_source, our.credits_original),
    records=our.key_top_ten,
    numpad=("m", "yes"),
    versus={},
    race={},
)
