"""The door's card, and what a caller may choose: the look of the cards, the keys, the jokers.

Law: values only.  A caller may set 0 to 5 jokers for a game, as the manual has it: it takes a turn and enters
the high scores of its number, and counts in the month only with the sysop's number, unless that mixes them.
The jokers of practice are a choice of their own: nothing chosen for practice is played for a turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from door.games.game import Choice, Front, Marks, Plan, Sheet
from door.games.info import DAILY, RANKING, TOP, TURNS_PER_DAY, Info, Option
from door.games.thieves import tables
from door.games.thieves.rules import MOST_JOKERS, OPTIONS
from door.term.canvas import BRIGHT_RED, RED
from door.ui.texts import Text
from door.ui.words import counted

JOKERS_HELP: Final = Text("How many are in the first pack. The month counts {counted}.")
ALL_COUNT: Final = Text("every number")
ONE_COUNTS: Final = Text("games with {jokers}")
LOOK_HELP: Final = Text("3D is lit and casts a shadow. L at the table changes it too.")
KEYPAD_HELP: Final = Text(
    "4 and 6 move the cursor, or take from their stacks. K at the table changes it too."
)
PRACTICE_HELP: Final = Text("How many are in the first pack.")
AT_WILL_HELP: Final = Text("Whether it may be turned while a card fits.")
WITH: Final = Text("With {jokers}.")
WITH_OTHERS: Final = Text("With {jokers}; the month counts games with {own}.")

LOOK: Final = Option(
    "look", "3d", "how cards are drawn for callers who have not chosen: 3d, lit and casting a shadow, or 2d",
    choices=("3d", "2d"), recorded=False,
)  # fmt: skip
MEANS: Final = (126, 138, 154, 176, 203, 242)
"""The mean score of a game by the jokers it starts with, each card taken as soon as it fits."""

INFO: Final = Info(
    slug="thieves",
    name="Forty Thieves",
    tagline="Seven stacks, one stock, and jokers that steal anything",
    accent=BRIGHT_RED,
    options=(TURNS_PER_DAY, *OPTIONS, LOOK, RANKING, TOP, DAILY),
    daily=True,
    alike="cards",
    edge=RED,
    like=("jokers",),
    mixes="choose_jokers",
    apart=True,
    measure="mean",
    badges=tables.BADGES,
    credits=(
        Text("Recreated from the manual of Forty Thieves, which Graham West wrote for RISC OS in 1994."),
        Text("He had played Thieves and Kings, by Paul DeWolfe, under Windows 3.1."),
    ),
    numpad=("numpad", "on"),
    race={},
)
NUMBERS: Final = tuple(map(str, range(MOST_JOKERS + 1)))
_SWITCH: Final = ("off", "on")


def jokers_of(front: Front) -> int:
    """The jokers that the next game for a turn is dealt with."""
    chosen = front.chosen.get("jokers", "")
    return int(chosen) if chosen in NUMBERS else int(str(front.options["jokers"]))


def choices(front: Front) -> tuple[Choice, ...]:
    """The rows of the settings."""
    own, at_will = str(jokers_of(front)), _SWITCH[bool(front.options["turn_at_will"])]
    jokers = int(str(front.options["jokers"]))
    counting = ALL_COUNT() if front.options["choose_jokers"] else ONE_COUNTS(jokers=counted(jokers, "joker"))
    return (
        Choice("jokers", "Jokers", NUMBERS, str(jokers), JOKERS_HELP(counted=counting)),
        Choice("look", "Cards", LOOK.choices, str(front.options["look"]),
               LOOK_HELP(), ("3D", "2D"), at_once=True),
        Choice("numpad", "Keypad moves", _SWITCH, "off",
               KEYPAD_HELP(),
               ("no", "yes"), at_once=True),
        Choice("practice_jokers", "Jokers in practice", NUMBERS, own, PRACTICE_HELP(),
               practice=True),
        Choice("at_will", "Turn the stock at will", _SWITCH, at_will,
               AT_WILL_HELP(), ("no", "yes"), practice=True),
    )  # fmt: skip


def plan(front: Front, practice: bool) -> Plan:
    """A game for a turn has the caller's jokers, practice all that is chosen for it."""
    if not practice:
        return Plan({"jokers": jokers_of(front)})
    held = {row.key: row.held(front.chosen) for row in choices(front)}
    return Plan({"jokers": int(held["practice_jokers"]), "turn_at_will": held["at_will"] == "on"})


def about(front: Front) -> str:
    """The jokers of the next game, or that the high scores cannot be read."""
    if not tables.read(front.tally)[1]:
        return tables.UNREADABLE()
    jokers, own = jokers_of(front), int(str(front.options["jokers"]))
    if jokers == own or front.options["choose_jokers"]:
        return WITH(jokers=counted(jokers, "joker"))
    return WITH_OTHERS(jokers=counted(jokers, "joker"), own=own)


def marks(game: Mapping[str, Any]) -> Marks:
    """Points; among games of any jokers, points less the mean of these jokers."""
    score = int(game["score"])
    return Marks(score, score - MEANS[int(game["options"].get("jokers", tables.JOKERS))])


def sheets(front: Front) -> tuple[Sheet, ...]:
    """The six tables of high scores, the next game's first."""
    return tables.sheets(front, jokers_of(front))
