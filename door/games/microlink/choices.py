"""The door's card, its seats and its toggles, which are yes-or-no choices under letters.

Law: values only.  A toggle is a `Choice` that its letter flips at the board.  A letter on the command line
sets the toggle to the opposite of its default for that call, whatever is remembered.  Only there, B means
black and white, and T keeps the game out of the Top Ten.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Final, NamedTuple

from door.games.game import (
    AT_TABLE,
    BLACK_AND_WHITE,
    DEMO,
    NO,
    VALUES,
    YES,
    Act,
    Choice,
    Choose,
    Do,
    Front,
    GamePlan,
    GameView,
    Refuse,
    computer_level,
    level_name,
)
from door.games.info import DAILY, RANKING, TOP, TURNS_PER_DAY, Example, Face, Info, Options, Players
from door.games.keys import Keys
from door.games.microlink.computer import LEVELS
from door.games.microlink.rules import MOST_SEATS, Game
from door.games.seating import seat_name, seat_rows, seats_of
from door.term.canvas import BRIGHT_CYAN, CYAN
from door.ui.texts import Sentence, cache_by_language, tr
from door.ui.widgets import PAGE_COLS, Hint, TextPage, cut, page_of
from door.ui.words import commas

our: Final = tr.microlink
_LEVELS: Final = tuple(level.name for level in LEVELS)
INFO: Final = Info(
    slug="microlink",
    name=our.name,
    tagline=our.tagline,
    accent=BRIGHT_CYAN,
    options=(TURNS_PER_DAY, RANKING, TOP, DAILY),
    daily=True,
    badges=(our.badge_perfect_round,),
    given_up=our.rule_given_up,
    numpad=("m", "yes"),
    face=Face(
        idea=our.idea,
        attract=("computer:expert", "computer:careful"),
        examples=(
            Example(235, "5,2 9,3 7,1 6,4 8", seats=("computer:expert",)),
            Example(194, "9,5,2 8,4,3 6,1 7", seats=("computer:expert",)),
            Example(292, "5,6,3 9,7,8,1 2 4", seats=("computer:expert",)),
        ),
        edge=CYAN,
        credits=(our.credits_source, our.credits_original),
        records=our.key_top_ten,
    ),
    players=Players(seats=(1, MOST_SEATS), computers=_LEVELS, quick=_LEVELS, versus={}, race={}),
)


class Toggle(NamedTuple):
    """A choice: its letter, its word on the keys line (the letter in capitals), and its description."""

    letter: str
    word: Sentence
    label: Sentence
    default: str = NO
    about: Sentence | None = None

    @property
    def hint(self) -> Hint:
        return Hint(self.letter, self.word, self.letter.upper())

    @property
    def help(self) -> str:
        """One or two sentences on the toggle, "" if its label is enough."""
        return self.about() if self.about else ""


PLAY: Final = (
    Toggle("r", our.toggle_roll, our.label_roll_prompt, YES, our.about_roll_prompt),
    Toggle("n", our.toggle_next, our.label_next_prompt, YES, our.about_next_prompt),
    Toggle(DEMO, our.toggle_demo, our.label_demonstration, about=our.about_demo),
    Toggle("f", our.toggle_fast, our.label_fast, about=our.about_fast),
    Toggle("p", our.toggle_pips, our.label_pips, YES, our.about_pips),
    Toggle("k", our.toggle_stuck, our.label_stuck, about=our.about_stuck),
)
"""The original's toggles, in its order."""

MORE: Final = (
    Toggle("m", our.toggle_numpad, our.label_numpad, about=our.about_numpad),
    Toggle(BLACK_AND_WHITE, our.toggle_white, our.label_black_and_white, about=our.about_black_and_white),
)
ALL: Final = (*PLAY, *MORE)
_BY_LETTER: Final = {toggle.letter: toggle for toggle in ALL}
UNSAVED: Final = "t"
"""A choice that only the command line offers: keep the game out of the Top Ten."""


def is_on(chosen: Mapping[str, str], letter: str) -> bool:
    """True if a toggle is on.  An invalid value counts as its default."""
    text = chosen.get(letter, "")
    return (text if text in (YES, NO) else _BY_LETTER[letter].default) == YES


def on_of(chosen: Mapping[str, str]) -> frozenset[str]:
    return frozenset(toggle.letter for toggle in ALL if is_on(chosen, toggle.letter))


@cache_by_language
def rows() -> tuple[Choice, ...]:
    """Return the toggles as rows of the settings form."""
    return tuple(
        Choice(
            toggle.letter, toggle.label, (YES, NO), toggle.default, toggle.help,
            at_once=toggle.letter != DEMO, practice=toggle.letter == DEMO,
        )
        for toggle in ALL
    )  # fmt: skip


def flip(table: GameView, toggle: Toggle) -> Act:
    if toggle.letter == DEMO:
        return Refuse(our.no_demo_at_table()) if table.kind == AT_TABLE else Do("demo")
    value = NO if is_on(table.choices, toggle.letter) else YES
    return Choose(toggle.letter, value, our.toggle_flipped(toggle=toggle.label(), value=VALUES[value]()))


ARGV: Final = {
    UNSAVED: {UNSAVED: YES},
    "b": {BLACK_AND_WHITE: YES},
    **{toggle.letter: {toggle.letter: NO if toggle.default == YES else YES} for toggle in PLAY},
}


# -- help ------------------------------------------------------------


def pages(keys: Keys, options: Options, plain: bool) -> tuple[TextPage, ...]:
    pressed = (our.help_plain if plain else our.help_keys)(keys=keys.help(plain))
    toggles = our.help_toggles(rows="\n".join(_toggles(plain)))
    return tuple(map(page_of, (our.help_game(), pressed, toggles, our.help_players())))


def _toggles(plain: bool) -> list[str]:
    rows = [f"{toggle.letter.upper()}  {VALUES[toggle.default]():<3}  {toggle.help}" for toggle in ALL]
    if plain:
        return rows
    return [line for row in rows for line in textwrap.wrap(row, PAGE_COLS, subsequent_indent=" " * 8)]


# -- seats ------------------------------------------------------------


def choices(front: Front) -> tuple[Choice, ...]:
    return (*seat_rows(INFO, front), *rows())


def _counts(front: Front) -> bool:
    return not is_on(front.chosen, DEMO) and UNSAVED not in front.chosen


def plan(front: Front, practice: bool) -> GamePlan:
    ranked = not practice and _counts(front)
    return GamePlan(seats=seats_of(INFO, front, demo=not ranked), ranked=ranked)


def about(front: Front) -> str:
    if is_on(front.chosen, DEMO):
        return our.demo_is_on()
    if not _counts(front):
        return our.practice_not_saved()
    seats = plan(front, False).seats
    if len(seats) == 1:
        return our.you_alone()
    return our.players_seated(seats=commas(map(shortly, seats)))


def shortly(seat: str) -> str:
    """Return a seat's short name: that of a computer's level, or a person's."""
    return level_name(level) if (level := computer_level(seat)) else seat


def _with_number(game: Game, seat: int, name: str) -> str:
    alike = [at for at, other in enumerate(game.seats) if other == game.seats[seat]]
    return name if len(alike) == 1 else f"{name} {alike.index(seat) + 1}"


def short(game: Game, seat: int) -> str:
    """Return the seat's short name in a game; equal computers are numbered."""
    return _with_number(game, seat, shortly(game.seats[seat]))


def fit_name(game: Game, seat: int, room: int) -> str:
    """Return a seat's full name, or the short one if there is too little room."""
    name = who(game, seat)
    return name if len(name) <= room else cut(short(game, seat), room)


def who(game: Game, seat: int) -> str:
    """Return a seat's full name: "computer (expert)" or the person's.  Equal ones are numbered."""
    return _with_number(game, seat, seat_name(game.seats[seat]))
