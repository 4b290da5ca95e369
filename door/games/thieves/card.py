"""The door's card, and the caller's choices: the look of the cards, the keys, the jokers.

Law: values only.  As in the manual, a caller may choose 0 to 5 jokers.  Such a game takes a turn and enters
the high scores for its number.  It counts in the month only with the sysop's number, unless the sysop ranks
all numbers together.  Practice has its own number of jokers, which never affects a game for a turn.
"""

from __future__ import annotations

from typing import Final

from door.games.game import Choice, Front, GamePlan, MonthPoints, Sheet
from door.games.info import (
    DAILY,
    RANKING,
    TOP,
    TURNS_PER_DAY,
    Example,
    Face,
    Info,
    MonthRules,
    Option,
    Options,
    Players,
)
from door.games.keys import Keys
from door.games.tallies import FinishedGame
from door.games.thieves import tables
from door.games.thieves.rules import MOST_JOKERS, OPTIONS
from door.games.thieves.words import LOOKS
from door.term.canvas import BRIGHT_RED, RED
from door.ui.texts import tr
from door.ui.widgets import TextPage, page_of
from door.ui.words import commas

our: Final = tr.thieves
LOOK: Final = Option(
    "look", "3d", our.option_look,
    choices=("3d", "2d"), recorded=False,
)  # fmt: skip
MEANS: Final = (126, 138, 154, 176, 203, 242)
"""The mean score by the number of jokers, if each card is taken as soon as it fits."""

INFO: Final = Info(
    slug="thieves",
    name=our.name,
    tagline=our.tagline,
    accent=BRIGHT_RED,
    options=(TURNS_PER_DAY, *OPTIONS, LOOK, RANKING, TOP, DAILY),
    daily=True,
    alike=tr.play.chance_word_cards,
    badges=tables.BADGES,
    numpad=("numpad", "on"),
    face=Face(
        idea=our.idea,
        edge=RED,
        examples=(
            Example(
                1430,
                "4,4,4,3,turn,2,1,2,1,3,1,3,turn,turn,turn,turn,5,4,3,5,1,6,2,turn,turn,3,turn,turn,"
                "2,2,4,1,turn,turn,5,7,turn,turn,6,turn,turn,turn,5,5,6,6,6,7,7,7,7",
                41,
            ),
            Example(
                1407,
                "turn,turn,6,1,turn,2,1,1,1,3,4,4,1,3,4,5,turn,6,turn,4,4,2,3,6,5,turn,6,2,7,6,turn,"
                "turn,turn,5,turn,turn,turn,turn,turn,turn,2,turn,2,7,3,7,5,5,7,3,7",
                39,
            ),
        ),
        credits=(our.credits_source, our.credits_history),
    ),
    month=MonthRules(like=("jokers",), mixes="choose_jokers", apart=True, measure=tr.play.measure_mean),
    players=Players(race={}),
)
NUMBERS: Final = tuple(map(str, range(MOST_JOKERS + 1)))
_SWITCH: Final = ("off", "on")
_NO_YES: Final = (tr.play.choice_no, tr.play.choice_yes)


def jokers_of(front: Front) -> int:
    chosen = front.chosen.get("jokers", "")
    return int(chosen) if chosen in NUMBERS else int(str(front.options["jokers"]))


def choices(front: Front) -> tuple[Choice, ...]:
    own, at_will = str(jokers_of(front)), _SWITCH[bool(front.options["turn_at_will"])]
    jokers = int(str(front.options["jokers"]))
    counting = (
        our.month_every_number()
        if front.options["choose_jokers"]
        else our.month_games_with(jokers=tr.count.jokers(n=jokers))
    )
    return (
        Choice("jokers", our.label_jokers, NUMBERS, str(jokers), our.about_jokers(counted=counting)),
        Choice(
            "look", our.label_cards, LOOK.choices, str(front.options["look"]), our.about_look(),
            tuple(LOOKS[look] for look in LOOK.choices), at_once=True,
        ),
        Choice("numpad", our.label_keypad, _SWITCH, "off", our.about_keypad(), _NO_YES, at_once=True),
        Choice(
            "practice_jokers", our.label_practice_jokers, NUMBERS, own, our.about_practice_jokers(),
            practice=True,
        ),
        Choice(
            "at_will", our.label_turn_at_will, _SWITCH, at_will, our.about_turn_at_will(), _NO_YES,
            practice=True,
        ),
    )  # fmt: skip


def plan(front: Front, practice: bool) -> GamePlan:
    if not practice:
        return GamePlan({"jokers": jokers_of(front)})
    held = {row.key: row.value(front.chosen) for row in choices(front)}
    return GamePlan({"jokers": int(held["practice_jokers"]), "turn_at_will": held["at_will"] == "on"})


def about(front: Front) -> str:
    if not tables.read(front.tally)[1]:
        return our.high_scores_unreadable()
    jokers, own = jokers_of(front), int(str(front.options["jokers"]))
    if jokers == own or front.options["choose_jokers"]:
        return our.with_jokers(jokers=tr.count.jokers(n=jokers))
    return our.with_jokers_month_others(jokers=tr.count.jokers(n=jokers), own=own)


def marks(game: FinishedGame) -> MonthPoints:
    return MonthPoints(game.score, game.score - MEANS[int(str(game.options["jokers"]))])


def sheets(front: Front) -> tuple[Sheet, ...]:
    return tables.sheets(front, jokers_of(front))


# -- help ------------------------------------------------------------


def pages(keys: Keys, options: Options, plain: bool) -> tuple[TextPage, ...]:
    game = our.help_game(
        turn=our.help_turn_at_will() if options["turn_at_will"] else our.help_turn_when_stuck()
    )
    points = (our.help_plain_points if plain else our.help_points)()
    pressed = (our.help_plain if plain else our.help_keys)(keys=keys.help(plain))
    jokers = _jokers(int(str(options["jokers"])), bool(options["choose_jokers"]))
    return tuple(map(page_of, (game, points, pressed, jokers)))


def _jokers(jokers: int, choose: bool) -> str:
    means = commas(our.help_month_mean(mean=mean, number=number) for number, mean in enumerate(MEANS))
    month = our.help_month(means=means) if choose else our.help_month_one(jokers=tr.count.jokers(n=jokers))
    return "\n".join((our.help_jokers(jokers=jokers), month, "", our.help_high_scores()))
