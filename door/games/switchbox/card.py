"""The door's card: its name and the sysop's options."""

from __future__ import annotations

from typing import Final

from door.games.info import DAILY, RANKING, TOP, TURNS_PER_DAY, Info, Option
from door.games.switchbox.rules import FIRST_NAME, LEVELS, OPTIONS
from door.term.canvas import CYAN, YELLOW
from door.ui.texts import tr

our: Final = tr.switchbox
CONTEST_LEVELS: Final = Option(
    "contest_levels", "ladder",
    our.option_contest_levels,
    choices=("same", "stronger", "ladder", "any"), recorded=False,
)  # fmt: skip

INFO: Final = Info(
    slug="switchbox",
    name=our.name,
    tagline=our.tagline,
    accent=YELLOW,
    options=(TURNS_PER_DAY, *OPTIONS, CONTEST_LEVELS, RANKING, TOP, DAILY),
    seats=(1, 2),
    computers=LEVELS,
    quick=LEVELS[:1],
    once_called=(FIRST_NAME,),
    daily=True,
    deal={"solitaire": True, "level": "regular"},
    alike=tr.play.chance_word_box,
    badges=(our.badge_avalanche,),
    given_up=our.rule_given_up,
    result=True,
    edge=CYAN,
    credits=(our.credits_source, our.credits_opponent),
    versus={"solitaire": False},
    race={"solitaire": True, "level": "regular"},
)
