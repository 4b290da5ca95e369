"""The door's card, and what a caller has chosen to play: sizes, opponent, sound, looks.

Law: values and tables.  The sysop's options are what a caller starts with; what they choose
on the settings page is remembered and laid over them, game by game.  Anything remembered
that is no choice (any more) counts as not chosen.  A choice is for the next game, its looks
too: a game wears what was chosen when it came to the table (`Worn`).

The month is ranked by a caller's best single game, fewer guesses first: a sum of guesses
would put whoever plays most at the bottom.  What a size or an opponent makes easier is kept
apart by the door's own tables (`record`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from door.games.info import RANKING, TOP, TURNS_PER_DAY, Info, Options, Value
from door.games.mindbuster.rules import LEVELS, OPTIONS, seats_for
from door.term.canvas import BRIGHT_MAGENTA

ACCENT: Final = BRIGHT_MAGENTA
INFO: Final = Info(
    slug="mindbuster",
    name="MindBuster!",
    tagline="A hidden code, ten guesses, Einstein across the table",
    accent=ACCENT,
    options=(
        TURNS_PER_DAY,
        *OPTIONS,
        replace(RANKING, default="best", help="what ranks the month, fewer first: best game, or sum of all"),
        TOP,
    ),
    fewer_is_better=True,
    contest="best",
    numpad=("keypad", "on"),
)


class Level(NamedTuple):
    """A computer player: its whole name, the short one, and how it plays, in a sentence."""

    name: str
    short: str
    how: str


PLAYERS: Final[dict[str, Level]] = {
    "homer": Level("Homer Simpson", "Homer", "fits his guess to his last row and forgets the rest."),
    "bart": Level("Bart Simpson", "Bart", "remembers his last two rows, when he pays attention."),
    "lisa": Level("Lisa Simpson", "Lisa", "remembers her last three rows."),
    "watson": Level("Dr Watson", "Watson", "forgets nothing; any code that fits will do for him."),
    "holmes": Level("Sherlock Holmes", "Holmes", "thinks of three codes that fit and takes the best."),
    "einstein": Level("Albert Einstein", "Einstein", "weighs every guess there is, and looks ahead."),
}


def player(level: str) -> Level:
    """The computer player of that level; one we do not know has its own word for a name."""
    return PLAYERS.get(level) or Level(level.title(), level.title(), "plays as it likes.")


class Worn(NamedTuple):
    """What a game on the table wears: bells, numbers on its pegs, number keys that move."""

    sound: bool = True
    numbers: bool = False
    keypad: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """What a caller plays next, and how they like it shown; `players` 1 is solo, 2 a duel."""

    holes: int = 4
    colours: int = 6
    players: int = 2
    level: str = "watson"
    sound: bool = True
    numbers: bool = False
    keypad: bool = False

    @property
    def size(self) -> str:
        """Holes × colours, as the tables name it: "4x6"."""
        return size_of(self.holes, self.colours)

    @property
    def worn(self) -> Worn:
        """What the next game is going to wear."""
        return Worn(self.sound, self.numbers, self.keypad)

    @property
    def mode(self) -> str:
        """ "solo", or the level of the duel's computer."""
        return "solo" if self.players == 1 else self.level


def size_of(holes: object, colours: object) -> str:
    """The name of a size in the tables: "4x6"."""
    return f"{holes}x{colours}"


class Setting(NamedTuple):
    """A line of the settings page: its key (also the field of `Choice`), label, choices as text."""

    key: str
    label: str
    choices: tuple[str, ...]
    help: str


_SWITCH: Final = ("off", "on")
SETTINGS: Final = (
    Setting("colours", "Colours", tuple("345678"), "More colours, more codes: harder."),
    Setting("holes", "Holes", tuple("45"), "Four pegs to a code, or five in the expanded game."),
    Setting("players", "Players", ("1", "2"), "1: you break a code alone. 2: a duel, both break codes."),
    Setting("level", "Computer", LEVELS, "How well the computer guesses in a duel."),
    Setting("sound", "Sound", _SWITCH, "A beep for a refusal and when a code is broken."),
    Setting("numbers", "Colour numbers", _SWITCH, "Every peg shows its colour's number."),
    Setting("keypad", "Numpad moves", _SWITCH, "4 6 move and 8 2 change the colour; letters choose colours."),
)
"""All of them hold from the next game on."""


def value_of(choice: Choice, setting: Setting) -> str:
    """What is chosen there, as text."""
    value = getattr(choice, setting.key)
    return _SWITCH[value] if isinstance(value, bool) else str(value)


def chosen(choice: Choice, setting: Setting, text: str) -> Choice:
    """The choice with that setting; a text that is none of its choices changes nothing."""
    if text not in setting.choices:
        return choice
    value: Any = text == "on" if setting.choices is _SWITCH else int(text) if text.isdigit() else text
    return replace(choice, **{setting.key: value})


def next_value(choice: Choice, setting: Setting, step: int) -> str:
    """The neighbouring choice, around the ends."""
    at = setting.choices.index(value_of(choice, setting))
    return setting.choices[(at + step) % len(setting.choices)]


def choice_of(options: Options, prefs: Mapping[str, str], argv: Sequence[str] = ()) -> Choice:
    """The sysop's options, what the caller has chosen over them, and the command line's words.

    Words are "solo", "duel", a size like "5x8", and the computer's levels; others are ignored.
    """
    choice = Choice()
    for setting in SETTINGS:
        if setting.key in options:
            choice = chosen(choice, setting, str(options[setting.key]))
        choice = chosen(choice, setting, str(prefs.get(setting.key, "")))
    for word in argv:
        for key, text in _WORDS.get(word.lower(), ()):
            choice = chosen(choice, BY_KEY[key], text)
    return choice


BY_KEY: Final = {setting.key: setting for setting in SETTINGS}
_WORDS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "solo": (("players", "1"),),
    "duel": (("players", "2"),),
    **{level: (("players", "2"), ("level", level)) for level in LEVELS},
    **{f"{h}x{c}": (("holes", h), ("colours", c)) for h in "45" for c in "345678"},
}


def options_for(choice: Choice) -> dict[str, Value]:
    """What `Begin` asks for; a solo game has no computer to name a level of."""
    level = INFO.defaults()["level"] if choice.players == 1 else choice.level
    return {"holes": choice.holes, "colours": choice.colours, "players": choice.players, "level": level}


def seats_of(choice: Choice, caller: str) -> tuple[str, ...]:
    """The seats of the game that is asked for."""
    return seats_for(options_for(choice), caller)


def level_of(seats: Sequence[str], options: Options) -> str:
    """The level that sits in a duel's second seat."""
    if len(seats) > 1 and seats[1].startswith("computer:"):
        return seats[1].removeprefix("computer:")
    return str(options.get("level", "watson"))
