"""What a door is: one constant and a few pure functions.

Law: a door sees values and gives values.  It never sees the caller's line, the journal, a
configuration file, a clock or asyncio.  Its state is a frozen value; `update` takes an
event and gives the next state and effects; effects are data that the session carries out,
and whatever takes time comes back as another event.

A contest game goes:  `Begin` → `Begun` (a turn was charged, here is the game's chance) →
`Moved`, one for every entered move → `Finish` → `Booked` (it is on the books).  A call may
drop anywhere: the next `Begun` then carries the moves made so far and `resumed`.

A door is a module (or package) with the names of the `Door` protocol; `catalogue.py` lists
them.  Start from `games/blank`; README.md in this folder is the guide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from door.games.chance import Chance
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse

Value = int | bool | str | tuple[int, ...]
Options = Mapping[str, Value]


# -- what a door says of itself --------------------------------------------------------


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
    help: str
    low: int = 0
    high: int = 1_000_000
    choices: tuple[str, ...] = ()
    recorded: bool = True
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Info:
    """A door's card: what menus, settings, tables and the audit need to know of it.

    `daily` offers the daily deal: once a day every caller may play the same one; such a door has
    `DAILY` among its options.  `numpad` is the door's own preference, key and value, by which
    4 6 8 2 move where digits else choose: it is set for callers whose key set is the numeric
    keypad, until they choose otherwise in the door.
    """

    slug: str
    name: str
    tagline: str
    accent: int
    options: tuple[Option, ...] = ()
    seats: tuple[int, int] = (1, 1)
    fewer_is_better: bool = False
    contest: Literal["total", "best"] = "total"
    daily: bool = False
    numpad: tuple[str, str] | None = None

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

    def complete(self, options: Options) -> dict[str, Value]:
        """Defaults with `options` laid over them; KeyError names an option the door lacks."""
        full = self.defaults()
        for name, value in options.items():
            if name not in full:
                raise KeyError(name)
            full[name] = tuple(value) if isinstance(value, list) else value
        return full


TURNS_PER_DAY: Final = Option(
    "turns_per_day", 5, "games a caller may start each day, by the board's time zone; 0 is no limit",
    high=1000, recorded=False,
)  # fmt: skip
RANKING: Final = Option(
    "ranking", "total", "what ranks the month: the sum of all games, or the best single game",
    choices=("total", "best"), recorded=False,
)  # fmt: skip
TOP: Final = Option("top", 3, "places in the monthly bulletin", low=1, high=10, recorded=False)

DAILY: Final = Option(
    "daily", True, "whether the door offers the daily deal: once a day the same game for every caller",
    recorded=False,
)  # fmt: skip


# -- rules: what the audit replays -----------------------------------------------------


class IllegalMove(Exception):
    """A move the rules refuse; the text is the reason, fit to be shown to the caller."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a replay came to.  `over` is False when the moves stop before the game's end.

    `free_turns` are the extra games it earned; `used` the stream bytes it consumed.
    """

    score: int
    over: bool
    free_turns: int = 0
    used: int = 0
    detail: Mapping[str, Any] = field(default_factory=dict)


# -- what is on the books, as a door may show it ---------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """One place of a table; `score` by the table's ranking, `games` how many made it."""

    place: int
    caller: str
    score: int
    games: int = 1


@dataclass(frozen=True, slots=True)
class Daily:
    """The day's deal, the same for every caller, as it stands for this one.

    `day` is "YYYY-MM-DD"; `sealed` the day's commitment (64 hex digits, "" where there is
    none), `late` says that it was made on the day itself.  The caller `may_play` once;
    `waiting` is a deal of theirs begun and not ended, `played` one that has ended.  `today`
    stays empty until then, and `month` (the sums of its days' scores) leaves today out.
    `rank` and `score` are the caller's own today, `month_rank` and `month_score` the month's.
    `last_day` is the last day whose `last_seed` was revealed, `last` its table.
    """

    day: str
    sealed: str = ""
    late: bool = False
    may_play: bool = False
    waiting: bool = False
    played: bool = False
    today: tuple[Row, ...] = ()
    rank: int = 0
    score: int = 0
    month: tuple[Row, ...] = ()
    month_rank: int = 0
    month_score: int = 0
    last_day: str = ""
    last: tuple[Row, ...] = ()
    last_seed: str = ""


@dataclass(frozen=True, slots=True)
class Books:
    """The contest as it stands when a door is shown it, and the caller's turns.

    `month` and `last_month` are "YYYY-MM".  `turns_left` is None where turns are not
    limited; `free_turns` come on top of it.  `rank` is 0 before the first finished game of
    the month, `score` the caller's own standing.  `tally` is whatever the door's own
    `tally` has made of every game on the books (None before the first).  `daily` is None
    where the door offers no daily deal.
    """

    month: str = ""
    standing: tuple[Row, ...] = ()
    last_month: str = ""
    winners: tuple[Row, ...] = ()
    rank: int = 0
    score: int = 0
    turns_left: int | None = None
    free_turns: int = 0
    tally: Any = None
    daily: Daily | None = None

    @property
    def may_play(self) -> bool:
        """Whether a contest game can be started now."""
        return self.turns_left is None or self.turns_left > 0 or self.free_turns > 0


@dataclass(frozen=True, slots=True)
class Setup:
    """What a door is started with.

    `options` are complete (every one the door declares).  `prefs` are what this caller's
    earlier calls asked to `Remember` for this door.  `fast` asks for no animation (always
    so in plain mode); `waiting` says that a dropped game waits to be resumed; `straight`
    asks to begin play at once, without a title page (`door play`, `door run`).  `argv`
    are the toggles of the command line.  `keys` is the caller's key set: "numbers", "numpad" or
    "letters", which a keys line may name first.
    """

    caller: str
    options: Options
    books: Books = Books()
    prefs: Mapping[str, str] = field(default_factory=dict)
    fast: bool = False
    plain: bool = False
    waiting: bool = False
    straight: bool = False
    argv: tuple[str, ...] = ()
    keys: str = "numbers"


# -- events ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begun:
    """A game was begun, or a dropped one goes on: `moves` are those already made.

    `options` and `seats` are the game's own, complete, as they were when it started.
    `free` says that it took a free turn, `ranked` that it counts.  `daily` is the day whose
    deal it is ("YYYY-MM-DD"), "" for any other game.
    """

    id: str
    chance: Chance
    commit: str
    options: Options
    seats: tuple[str, ...]
    moves: tuple[str, ...] = ()
    free: bool = False
    ranked: bool = True
    resumed: bool = False
    books: Books = Books()
    daily: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """No game: the reason, one sentence."""

    reason: str
    books: Books = Books()


@dataclass(frozen=True, slots=True)
class Booked:
    """The game is on the books.  `seed` (64 hex digits) proves it, "" for a daily deal, whose
    seed is shown to all once its day is over; `note` says what the books could not do just
    now (a full disk), or is empty."""

    id: str
    seed: str
    books: Books
    note: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """A `Wake` has come due."""

    name: str


@dataclass(frozen=True, slots=True)
class Thought:
    """What a `Think` came to; `value` is None and `error` a sentence where it failed."""

    name: str
    value: Any = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class News:
    """The books have changed (another caller's game, midnight, a month's end)."""

    books: Books


Event = Key | Mouse | Line | Begun | Refused | Booked | Tick | Thought | News


# -- effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin:
    """Start a game, or resume the one that waits; answered by `Begun` or `Refused`.

    `options` are choices of the caller's on top of the sysop's; `seats` the players in
    order, the caller first (computers as "computer:LEVEL"), empty for the caller alone.
    An unranked game is charged to nobody and stands on no books.  `daily` asks for the
    day's deal (or the one begun and not ended): it costs no turn, and counts in its own
    tables only.
    """

    options: Options = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    ranked: bool = True
    daily: bool = False


@dataclass(frozen=True, slots=True)
class Moved:
    """An entered move, in its text form: it is kept before the next screen is shown."""

    move: str


@dataclass(frozen=True, slots=True)
class Finish:
    """The game has ended with the caller's `score`; answered by `Booked`.

    `result` may hold more for the tables (plain JSON values).
    """

    score: int
    result: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Wake:
    """Send `Tick(name)` after that many seconds; a later Wake of the same name replaces it."""

    seconds: float
    name: str = "tick"


@dataclass(frozen=True, slots=True)
class Think:
    """Work `task(*args)` out aside (top-level pure function, picklable); answered by `Thought`."""

    task: Callable[..., Any]
    args: tuple[Any, ...] = ()
    name: str = "think"


@dataclass(frozen=True, slots=True)
class Bell:
    """Ring the caller's bell, if they have it on."""


@dataclass(frozen=True, slots=True)
class Remember:
    """Keep a preference of this caller for this door."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Back to where the caller came from."""


Effect = Begin | Moved | Finish | Wake | Think | Bell | Remember | Leave
Effects = tuple[Effect, ...]


# -- views -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class View:
    """What there is to draw on: columns × rows, and what the terminal can show.

    `rows` is 23 on a stock 80×24 screen, since the session's status line takes the first;
    a door fits its layout into 80×23 and may use more.  In `mono` colour alone must not
    carry meaning.  `ascii` asks for no shading tricks; `mouse` says that there is one.
    """

    cols: int = 80
    rows: int = 23
    mono: bool = False
    ascii: bool = False
    mouse: bool = False


@dataclass(frozen=True, slots=True)
class Speech:
    """Plain mode: whole lines that say what changed, then the prompt that asks.

    A `secret` prompt's answer is not echoed.
    """

    lines: tuple[str, ...] = ()
    prompt: str = ""
    secret: bool = False


class Screen(Protocol):
    """Anything a caller sees: the board's own screens and every door.

    In plain mode `tell` takes `draw`'s place: it says the difference between two states
    (all of it when `before` is None), and a `Line` takes the place of keys.
    """

    def update(self, state: Any, event: Event) -> tuple[Any, Effects]: ...

    def draw(self, state: Any, view: View) -> Canvas: ...

    def tell(self, before: Any, after: Any) -> Speech: ...


class Door(Screen, Protocol):
    """A screen with rules: what the catalogue lists."""

    @property
    def INFO(self) -> Info: ...

    def start(self, setup: Setup) -> tuple[Any, Effects]: ...

    def replay(self, options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]) -> Outcome:
        """Plays the moves from the seed; IllegalMove names the first that the rules refuse.

        `options` are complete (`Info.complete`).  A game that goes on draws exactly what it
        needs, so that the same arguments always give the same outcome.
        """
        ...

    def free_turns(self, options: Options, moves: Sequence[str]) -> int:
        """The extra games a finished game with these moves earned: cheap, no dice needed."""
        ...

    def narrate(
        self, options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]
    ) -> tuple[str, ...]:
        """The finished game move by move, a plain line each (`door replay`)."""
        ...

    def tally(self, tally: Any, game: Mapping[str, Any]) -> Any:
        """Folds one `game` line of the journal into the door's own tables (JSON values only).

        `tally` is None for the first; the given value is never changed.
        """
        ...

    def renamed(self, tally: Any, caller: str, to: str) -> Any:
        """The door's own tables once `caller` goes by the handle `to` (`games.handles` helps)."""
        ...
