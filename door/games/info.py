"""What a door says of itself: its card, and the options a sysop may set.

Law: values only, known before any game.  Whatever a score depends on is a `recorded` option, or a
replay could not find it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from door.ui.texts import Sentence, tr

Value = int | bool | str | tuple[int, ...]
Options = Mapping[str, Value]

GIVEN_UP: Final = tr.play.rule_given_up
ALL: Final = "all"
"""A month's ranking among every game that has a mark, whatever its options."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing the sysop may set in config/doors/<slug>.yaml.

    `recorded` options are part of the rules: where one differs from `default` it stands in
    the journal, and a replay needs it.  Numbers lie in `low`..`high`; texts are one of
    `choices`; a tuple default means a list of `len(default)` numbers.  Where `numbers` are
    given, a number must be one of them.
    """

    name: str
    default: Value
    help: Sentence
    low: int = 0
    high: int = 1_000_000
    choices: tuple[str, ...] = ()
    recorded: bool = True
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Info:
    """A door's card: what menus, settings, tables, the midend and the audit need to know of it.

    `seats` is how many may sit down, from..to; `people` whether several of them may be people at one
    keyboard (not where a seat hides something from another).  `computers` are the levels that may
    sit there, the weakest first; `quick` those that answer at once,
    `once_called` what earlier releases called one of them.
    `daily` offers the daily deal: once a day every caller may play the same one; such a door has
    `DAILY` among its options, and `deal` are those it is played with.  `alike` is what chance
    gives out there: "dice", "cards"; `unit` is what a score counts: "point", "guess".
    `like` names the options in which games of one month must be alike, `mixes` the one by which the sysop
    has all of them count; `apart` says that callers may choose them either way, for games that then have no
    place in the month; `hundredths` says that a game's mark counts hundredths of a `unit`, and `measure`
    what marks that are no plain scores are counted from: "par"; `luck` is the unit of `Game.luck`.
    `missed` is what a day of the deal counts in the month that a caller has not played, where fewer
    is better.  `given_up` says what a game given up is worth, one sentence.
    `feat` is what a game that comes off has brought (`Game.feat`), in the plural: "boxes shut";
    `badges` are what else is worth doing: "a box shut".
    `result` books the status's detail with a finished game.  `attract` are the computers that play
    on a title page nobody touches.  `edge` is the colour of frames.  `credits` name the manual.
    `records` is what its own tables are called on the end page.
    `numpad` is the door's own preference, key and value, by which 4 6 8 2 move where digits else
    choose: it is set for callers whose key set is the numeric keypad, until they choose otherwise.
    `versus` are the options, over the sysop's, of a game that callers play against each other at a table,
    `race` of one that each plays alone with the same chance; None where there is no such thing.
    """

    slug: str
    name: str
    tagline: str
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
    alike: str = "dice"
    unit: str = "point"
    like: tuple[str, ...] = ()
    mixes: str = ""
    apart: bool = False
    hundredths: bool = False
    measure: str = ""
    luck: str = "points"
    missed: int = 0
    given_up: Sentence = GIVEN_UP
    feat: str = ""
    badges: tuple[str, ...] = ()
    result: bool = False
    attract: tuple[str, ...] = ()
    edge: int = 7
    credits: tuple[Sentence, ...] = ()
    records: str = "bulletin"
    numpad: tuple[str, str] | None = None
    versus: Options | None = None
    race: Options | None = None

    def defaults(self) -> dict[str, Value]:
        """Every option's default by name."""
        return {option.name: option.default for option in self.options}

    def recorded(self, options: Options) -> dict[str, Value]:
        """The part of `options` the journal keeps: recorded ones that differ from the default."""
        return {
            o.name: options[o.name]
            for o in self.options
            if o.recorded and o.name in options and options[o.name] != o.default
        }

    def alike_in(self, options: Options) -> str:
        """What games that rank with one of these complete `options` have in common: "holes 4 colours 6",
        "" where every game does."""
        return " ".join(f"{name} {options[name]}" for name in self.like)

    def among(self, options: Options) -> str:
        """Which games the month ranks under the sysop's `options`: `ALL`, or `alike_in`."""
        mixed = options.get(self.mixes)
        return ALL if mixed else self.alike_in({**self.defaults(), **options}) or ALL

    def measured(self, options: Options) -> str:
        """What the month's figures are counted from under the sysop's `options`, "" for plain scores."""
        return self.measure if self.hundredths or options.get(self.mixes) else ""

    def sets_apart(self, among: str) -> bool:
        """Whether a month may rank those games alone, though nobody may have played one for a place in it."""
        names, values = among.split(" ")[::2], among.split(" ")[1::2]
        if not self.apart or tuple(names) != self.like or len(values) != len(names):
            return False
        own = {option.name: range(option.low, option.high + 1) for option in self.options}
        return all(value in map(str, own[name]) for name, value in zip(names, values, strict=True))

    def complete(self, options: Options) -> dict[str, Value]:
        """Defaults with `options` laid over them; KeyError names an option the door lacks."""
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
