"""A door's card, and the options that a sysop may set.

Every rule that a score depends on must be a `recorded` option.  Otherwise a replay could not find it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from door.ui.texts import Sentence, tr

Value = int | bool | str | tuple[int, ...]
Options = Mapping[str, Value]

ALL: Final = "all"
"""A month's ranking of all games that have a mark, with any options."""


@dataclass(frozen=True, slots=True)
class Option:
    """A setting in config/doors/<slug>.yaml.

    `recorded` options are part of the rules.  The journal records one that differs from its default, because
    a replay needs it.  Numbers lie in `low`..`high`, and must be one of `numbers` if given.  Texts must be
    one of `choices`.  If the default is a tuple, the value is a list of as many numbers.
    """

    name: str
    default: Value
    help: Sentence
    low: int = 0
    high: int = 1_000_000
    choices: tuple[str, ...] = ()
    recorded: bool = True
    numbers: tuple[int, ...] = ()


class Feat(NamedTuple):
    """An achievement that can make a streak: its name ("Boxes shut"), and the sentence that counts it."""

    name: Sentence
    counted: Sentence


@dataclass(frozen=True, slots=True)
class Example:
    """A recorded game that shows newcomers what the door is about.

    - `seed` of its chance, as a number. `moves`, with a comma between two; the last one is the best moment.
    - `skip`: moves that are made before it is shown.
    - `options` that differ from the defaults. `seats`; default: one caller.
    """

    seed: int
    moves: str
    skip: int = 0
    options: Options = field(default_factory=dict)
    seats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Players:
    """Who may play a door.

    - `seats`: the lowest and the highest number of players.
    - `people`: True if several people may play at one keyboard, so no seat may hide anything.
    - `computers`: the levels that may take a seat, the weakest first; `quick` ones answer at once.
    - `versus`: options that override the sysop's in a game between callers; None if there is no such game.
    - `race`: the same for a race, in which each caller plays alone with the same chance.
    - `hides_codes`: callers who play each other begin with a hidden code, the move "code CODE".
    """

    seats: tuple[int, int] = (1, 1)
    people: bool = True
    computers: tuple[str, ...] = ()
    quick: tuple[str, ...] = ()
    versus: Options | None = None
    race: Options | None = None
    hides_codes: bool = False


@dataclass(frozen=True, slots=True)
class MonthRules:
    """How a month ranks a door's games.

    - `contest`: what the sysop's `ranking` is by default.
    - `like`: names of options.  A month ranks games together if these options are equal.
    - `mixes`: the option with which the sysop ranks all games together.
    - `apart`: callers may choose the `like` options freely.  Games unlike the sysop's then have no place in
      the month.
    - `hundredths`: marks count hundredths of a `unit`.
    - `measure`: the reference that marks are counted from, such as par; None for plain scores.
    """

    contest: Literal["total", "best"] = "total"
    like: tuple[str, ...] = ()
    mixes: str = ""
    apart: bool = False
    hundredths: bool = False
    measure: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Face:
    """What a door's title page shows of it.

    - `idea`: the idea of the game in a sentence of at most 76 characters; default: the tagline.
    - `attract`: the computers that play there while nobody types.
    - `examples`: games that show newcomers what the door is about, each up to its best moment.
    - `credits`: sentences that name the manual.
    - `records`: the end page's name for the door's own tables.
    - `edge`: the colour of frames.
    """

    idea: Sentence | None = None
    attract: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    credits: tuple[Sentence, ...] = ()
    records: Sentence = tr.door_keys.bulletin
    edge: int = 7


@dataclass(frozen=True, slots=True)
class Info:
    """A door's card, for menus, settings, tables, screens and the audit.

    - `options`: the door's own. The card adds the options of all doors: turns a day, the month's ranking and
      places, and the daily deal.
    - `daily`: the door has a daily deal; `deal` holds the deal's options.
    - `alike`: what chance deals, such as dice or cards.
    - `unit`: the sentence that counts a score, such as `tr.count.points`. `luck`: the unit of luck.
    - `missed`: the figure for a missed day of the daily deal, if fewer is better.
    - `given_up`: a sentence on the worth of a game that was given up.
    - `feat`: the achievement that streaks count, such as shut boxes.
    - `badges`: other achievements, such as a shut box.
    - `numpad`: the choice (key, value) for callers who prefer the numeric keypad, until they choose
      otherwise. A phone with buttons doesn't show it.
    - `package`: the installed package that the door comes from, such as "door-pig 0.1.0". The board sets it.
    """

    slug: str
    name: Sentence
    tagline: Sentence
    accent: int
    options: tuple[Option, ...] = ()
    players: Players = Players()
    month: MonthRules = MonthRules()
    face: Face = Face()
    fewer_is_better: bool = False
    daily: bool = False
    deal: Options = field(default_factory=dict)
    alike: Sentence = tr.play.chance_word_dice
    unit: Sentence = tr.count.points
    luck: Sentence = tr.play.luck_unit_points
    missed: int = 0
    given_up: Sentence = tr.play.rule_given_up
    feat: Feat | None = None
    badges: tuple[Sentence, ...] = ()
    numpad: tuple[str, str] | None = None
    package: str = ""

    def __post_init__(self) -> None:
        """Add the options of all doors to the door's own."""
        shared = TURNS_PER_DAY, replace(RANKING, default=self.month.contest), TOP, *(DAILY,) * self.daily
        own = {option.name for option in self.options}
        first, *last = (option if option.name not in own else None for option in shared)
        every = filter(None, (first, *self.options, *last))
        object.__setattr__(self, "options", tuple(every))

    def defaults(self) -> dict[str, Value]:
        """Return every option's default by name."""
        return {option.name: option.default for option in self.options}

    def journal_options(self, options: Options) -> dict[str, Value]:
        """Return the options that the journal keeps: recorded ones that differ from the default."""
        return {
            o.name: options[o.name]
            for o in self.options
            if o.recorded and o.name in options and options[o.name] != o.default
        }

    def alike_in(self, options: Options) -> str:
        """Return the options that games ranked together share, such as "holes 4 colours 6", or ""."""
        return " ".join(f"{name} {options[name]}" for name in self.month.like)

    def among(self, options: Options) -> str:
        """Return the games that the month ranks under the sysop's options: `ALL`, or `alike_in`."""
        mixed = options.get(self.month.mixes)
        return ALL if mixed else self.alike_in({**self.defaults(), **options}) or ALL

    def measure_in(self, options: Options) -> Sentence | None:
        """Return the reference that the month's figures are counted from, None for plain scores."""
        return self.month.measure if self.month.hundredths or options.get(self.month.mixes) else None

    def sets_apart(self, among: str) -> bool:
        """True if a month may rank those games separately, even if nobody has played one for a place."""
        names, values = among.split(" ")[::2], among.split(" ")[1::2]
        if not self.month.apart or tuple(names) != self.month.like or len(values) != len(names):
            return False
        own = {option.name: range(option.low, option.high + 1) for option in self.options}
        return all(value in map(str, own[name]) for name, value in zip(names, values, strict=True))

    def complete(self, options: Options) -> dict[str, Value]:
        """Return all options, with defaults filled in.  Raises KeyError for an unknown option."""
        full = self.defaults()
        for name, value in options.items():
            if name not in full:
                raise KeyError(name)
            full[name] = tuple(value) if isinstance(value, list) else value
        return full


FREE_TURN: Final = "free_turn"
"""The name of an option that grants another game for each feat (`Info.feat`)."""

TURNS_PER_DAY: Final = Option("turns_per_day", 5, tr.play.option_turns_per_day, high=1000, recorded=False)
RANKING: Final = Option("ranking", "total", tr.play.option_ranking, choices=("total", "best"), recorded=False)
TOP: Final = Option("top", 3, tr.play.option_top, low=1, high=10, recorded=False)

DAILY: Final = Option("daily", True, tr.play.option_daily, recorded=False)
