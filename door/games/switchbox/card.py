"""The door's card: its name and the sysop's options."""

from __future__ import annotations

from typing import Final

from door.games.game import level_name
from door.games.info import DAILY, RANKING, TOP, TURNS_PER_DAY, Example, Face, Info, Option, Options, Players
from door.games.keys import Keys
from door.games.switchbox.computer import DESCRIBED
from door.games.switchbox.rules import LEVELS, OPTIONS
from door.term.canvas import CYAN, YELLOW
from door.ui.texts import tr
from door.ui.widgets import TextPage, page_of, wrap

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
    daily=True,
    deal={"solitaire": True, "level": "regular"},
    alike=tr.play.chance_word_box,
    badges=(our.badge_avalanche,),
    given_up=our.rule_given_up,
    face=Face(
        idea=our.idea,
        examples=(
            Example(
                178,
                "+6,+4,+3,1,+6,7,+3,+6,+5,+5,+7,+2,+8,+6,+8,+2,+8,+5,+5,+4,7",
                16,
                {"solitaire": True, "level": "regular"},
            ),
            Example(
                354,
                "+5,+8,+4,+8,+8,+5,3,+3,+5,+1,+8,+8,+6,2,+4,1,+1,+5,+8,+4,+6,7",
                17,
                {"solitaire": True, "level": "regular"},
            ),
            Example(
                233,
                "+6,+6,+3,+3,+8,+7,3,+8,+6,1,+5,3,+6,3,+7,7,+5,+5,+1,+7,+4,+5,+8,1",
                19,
                {"solitaire": True, "level": "regular"},
            ),
        ),
        edge=CYAN,
        credits=(our.credits_source, our.credits_opponent),
    ),
    players=Players(
        seats=(1, 2),
        computers=LEVELS,
        quick=LEVELS[:1],
        versus={"solitaire": False},
        race={"solitaire": True, "level": "regular"},
    ),
)


# -- help ------------------------------------------------------------


AGAINST: Final = {
    "same": our.help_against_same, "stronger": our.help_against_stronger, "ladder": our.help_against_ladder,
    "any": our.help_against_any,
}  # fmt: skip


def pages(keys: Keys, options: Options, plain: bool = False) -> tuple[TextPage, ...]:
    level, contest = str(options["level"]), str(options["contest_levels"])
    arrow = () if plain else (our.help_arrow(),)
    rounds = "\n\n".join((our.help_rounds(), *arrow))
    pressed = (our.help_plain if plain else our.help_keys)(keys=keys.help(plain))
    texts = (
        our.help_box(), our.help_balls(), rounds, our.help_figures(), pressed, _computers(level, contest),
        our.help_solitaire(), our.help_variants(),
    )  # fmt: skip
    return tuple(map(page_of, texts))


def _computers(level: str, contest: str) -> str:
    told = our.help_contest(against=AGAINST[contest](level=level_name(level)))
    rows = "\n".join(f"{level_name(name):<12}{how()}" for name, how in DESCRIBED.items())
    return our.help_computer(rows=rows, contest="\n".join(wrap(told, 70)))
