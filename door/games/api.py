"""What a door is: one constant and a few pure functions.

Law: a door sees values and gives values.  It never sees the caller's line, the journal, a
configuration file, a clock or asyncio.  Its state is a frozen value; `update` takes an
event and gives the next state and effects; effects are data that the session carries out,
and whatever takes time comes back as another event.

A contest game goes:  `Begin` → `Begun` (a turn was charged, here is the game's chance) →
`Moved`, one for every entered move → `Finish` → `Booked` (it is on the books).  A call may
drop anywhere: the next `Begun` then carries the moves made so far and `resumed`.

A door is a module (or package) with the names of the `Door` protocol; `catalogue.py` lists
them.  Its card and its options are described in `card.py`, what it may show of the contest in
`books.py`; both are to be had here.  Start from `games/blank`; README.md in this folder is the guide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from door.games.books import Books as Books
from door.games.books import Daily as Daily
from door.games.books import Row as Row
from door.games.card import DAILY as DAILY
from door.games.card import RANKING as RANKING
from door.games.card import TOP as TOP
from door.games.card import TURNS_PER_DAY as TURNS_PER_DAY
from door.games.card import Info as Info
from door.games.card import Option as Option
from door.games.card import Options as Options
from door.games.card import Value as Value
from door.games.chance import Chance
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse

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


# -- what a door is started with -------------------------------------------------------


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
