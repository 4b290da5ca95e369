"""A door's card, and the options that a sysop may set.

Every rule that a score depends on must be a `recorded` option, or a replay could not find it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from door.ui.texts import Sentence, tr

Value = int | bool | str | tuple[int, ...]
Options = Mapping[str, Value]

GIVEN_UP: Final = tr.play.rule_given_up
ALL: Final = "all"
"""A month's ranking of all games that have a mark, with any options."""


@dataclass(frozen=True, slots=True)
class Option:
    """A setting in config/doors/<slug>.yaml.

    `recorded` options are part of the rules.  The journal keeps one that differs from its default, because a
    replay needs it.  Numbers lie in `low`..`high`, and must be one of `numbers` if those are given.  Texts
    are one of `choices`.  A tuple as default means a list of as many numbers.
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
    """Something there can be a streak of: its name, such as "Boxes shut", and the sentence that counts it."""

    name: Sentence
    counted: Sentence


@dataclass(frozen=True, slots=True)
class Info:
    """A door's card, for menus, settings, tables, the midend and the audit.

    seats         The lowest and the highest number of players.
    people        True if several people may play at one keyboard, so no seat may hide anything.
    computers     The levels that may take a seat, the weakest first; `quick` ones answer at once.
    once_called   An earlier release's names of a level.
    daily         The door has a daily deal, with `DAILY` among its options; `deal` are the deal's options.
    alike         What chance deals: dice, cards.
    unit          The sentence that counts a score: `tr.count.points`.
    like          Names of options.  The games of a month must be alike in them.
    mixes         The option by which the sysop has all games count together.
    apart         Callers may choose the `like` options freely; other games then have no place in the month.
    hundredths    Marks count hundredths of a `unit`.
    measure       What marks are counted from if they are not plain scores, such as par.
    luck          The unit of luck.
    missed        What a missed day of the daily deal counts in its month, if fewer is better.
    given_up      What a game that was given up is worth, in a sentence.
    feat          What there can be a streak of: boxes shut.
    badges        What else is worth doing: a box shut.
    result        A finished game's line in the journal has the status's detail.
    attract       The computers that play on a title page that nobody touches.
    edge          The colour of frames.
    credits       Sentences that name the manual.
    records       What the end page calls the door's own tables.
    people        True if several people may play at one keyboard, where no seat may hide anything.
                  numeric keypad have it until they choose otherwise.
    versus        The options, over the sysop's, of a game between callers; None if there is no such game.
    race          The same for a race, which each caller plays alone with the same chance.
    """

    slug: str
    name: Sentence
    tagline: Sentence
    accent: int
    options: tuple[Option, ...] = ()
    seats: tuple[int, int] = (1, 1)
    people: bool = True
    computers: tuple[str, ...] = ()
    quick: tuple[str, ...] = ()
    once_called: tuple[str, ...] = ()
    fewer_is_better: bool = False
    contest: Literal["total", "best"] = "total"
    daily: bool = False
    deal: Options = field(default_factory=dict)
    alike: Sentence = tr.play.chance_word_dice
    unit: Sentence = tr.count.points
    like: tuple[str, ...] = ()
    mixes: str = ""
    apart: bool = False
    hundredths: bool = False
    measure: Sentence | None = None
    luck: Sentence = tr.play.luck_unit_points
    missed: int = 0
    given_up: Sentence = GIVEN_UP
    feat: Feat | None = None
    badges: tuple[Sentence, ...] = ()
    result: bool = False
    attract: tuple[str, ...] = ()
    edge: int = 7
    credits: tuple[Sentence, ...] = ()
    records: Sentence = tr.door_keys.bulletin
    numpad: tuple[str, str] | None = None
    versus: Options | None = None
    race: Options | None = None

    def defaults(self) -> dict[str, Value]:
        """Return every option's default by name."""
        return {option.name: option.default for option in self.options}

    def recorded(self, options: Options) -> dict[str, Value]:
        """Return the options that the journal keeps: recorded ones that differ from the default."""
        return {
            o.name: options[o.name]
            for o in self.options
            if o.recorded and o.name in options and options[o.name] != o.default
        }

    def alike_in(self, options: Options) -> str:
        """Return the options that games ranked together share: "holes 4 colours 6", "" if all games are."""
        return " ".join(f"{name} {options[name]}" for name in self.like)

    def among(self, options: Options) -> str:
        """Return the games that the month ranks under the sysop's options: `ALL`, or `alike_in`."""
        mixed = options.get(self.mixes)
        return ALL if mixed else self.alike_in({**self.defaults(), **options}) or ALL

    def measured(self, options: Options) -> Sentence | None:
        """Return what the month's figures are counted from, None for plain scores."""
        return self.measure if self.hundredths or options.get(self.mixes) else None

    def sets_apart(self, among: str) -> bool:
        """True if a month may rank those games alone, even if nobody has played one for a place."""
        names, values = among.split(" ")[::2], among.split(" ")[1::2]
        if not self.apart or tuple(names) != self.like or len(values) != len(names):
            return False
        own = {option.name: range(option.low, option.high + 1) for option in self.options}
        return all(value in map(str, own[name]) for name, value in zip(names, values, strict=True))

    def complete(self, options: Options) -> dict[str, Value]:
        """Return all options, with defaults filled in; KeyError names an option that the door lacks."""
        full = self.defaults()
        for name, value in options.items():
            if name not in full:
                raise KeyError(name)
            full[name] = tuple(value) if isinstance(value, list) else value
        return full


TURNS_PER_DAY: Final = Option(
    "turns_per_day", 5, tr.play.option_turns_per_day,
    high=1000, recorded=False,
)  # fmt: skip
RANKING: Final = Option(
    "ranking", "total", tr.play.option_ranking,
    choices=("total", "best"), recorded=False,
)  # fmt: skip
TOP: Final = Option("top", 3, tr.play.option_top, low=1, high=10, recorded=False)

DAILY: Final = Option(
    "daily", True, tr.play.option_daily,
    recorded=False,
)  # fmt: skip
