"""The door's card: its name and the sysop's options."""

from __future__ import annotations

from typing import Final

from door.games.info import DAILY, RANKING, TOP, TURNS_PER_DAY, Info, Option
from door.games.switchbox.rules import FIRST_NAME, LEVELS, OPTIONS
from door.term.canvas import CYAN, YELLOW
from door.ui.texts import tr

CONTEST_LEVELS: Final = Option(
    "contest_levels", "ladder",
    tr.switchbox.option_contest_levels,
    choices=("same", "stronger", "ladder", "any"), recorded=False,
)  # fmt: skip

INFO: Final = Info(
    slug="switchbox",
    name=tr.switchbox.name,
    tagline=tr.switchbox.tagline,
    accent=YELLOW,
    options=(TURNS_PER_DAY, *OPTIONS, CONTEST_LEVELS, RANKING, TOP, DAILY),
    seats=(1, 2),
    computers=LEVELS,
    quick=LEVELS[:1],
    once_called=(FIRST_NAME,),
    daily=True,
    deal={"solitaire": True, "level": "regular"},
    alike=tr.play.chance_word_box,
    badges=(tr.switchbox.badge_avalanche,),
    given_up=tr.switchbox.rule_given_up,
    result=True,
    edge=CYAN,
    credits=(tr.switchbox.credits_source, tr.switchbox.credits_opponent),
    versus={"solitaire": False},
    race={"solitaire": True, "level": "regular"},
)
