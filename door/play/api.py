"""Messages between a door and the call.

A contest game goes: `Begin` → `Begun` (a turn was charged, here is the game's chance) → `SaveMove` for every
move → `Finish` → `Booked` (it is recorded). A call may drop anywhere. The next `Begun` then carries the
moves made so far and `resumed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from door.games.info import Options
from door.games.record import Course, Record
from door.play.books import Books, Passed
from door.play.replay import Puzzle
from door.ui.screen import Act, Effect, Query, Question, Reply, Snapshot
from door.ui.screen import No as No
from door.ui.texts import MaybeSaid

MOTION: Final = "motion"
"""The key of a caller's animation speed at all doors, "off" or one of `PACES`; also the name of its tick."""

VOICES: Final = "voices"
"""The key of a caller's choice at all doors: "on" if the computers talk, or "off"."""

MET: Final = "met"
"""The key of a caller's choice at one door: they have been there before."""

SUGGEST: Final = "suggest"
"""The key of a caller's choice: "on" if the menu and the end of a game suggest a next thing to do."""

EVERYWHERE: Final = {MOTION: "normal", VOICES: "on", SUGGEST: "on"}
"""Choices that hold at all doors, with their defaults."""

PACES: Final = {"quick": 0.5, "normal": 1.0, "slow": 4.0}
"""Factors for the duration of an animation's frames."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The start parameters of a door.

    - `options` are complete. `prefs` are the caller's remembered choices, for this door and for all doors
      (`EVERYWHERE`).
    - `plain` means plain mode, where nothing moves. `waiting`: an interrupted game can be resumed.
    - `straight` starts play at once, without a title page (`door run`, rlogin). `argv` is the command line.
    - `first`: a key pressed on the title page at once, or "".
    - `new`: the caller has not been here before, so a demonstration starts by itself.
    - `may_join`: the caller is a guest, and the board takes new callers.
    - `tables`: T opens the board's tables. `upright`: the caller has a phone, with buttons for keys.
    """

    caller: str
    options: Options
    books: Books = Books()
    prefs: Mapping[str, str] = field(default_factory=dict)
    plain: bool = False
    waiting: bool = False
    straight: bool = False
    argv: tuple[str, ...] = ()
    new: bool = False
    may_join: bool = False
    tables: bool = False
    first: str = ""
    upright: bool = False


# -- answers -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begun(Reply):
    """A game has started or is resumed, with the moves it already has.

    `note` says that a saved game can't be resumed, or that this one can't be saved yet, or is "". The call
    adds the `books`.
    """

    record: Record
    resumed: bool = False
    books: Books = Books()
    note: MaybeSaid = ""


@dataclass(frozen=True, slots=True)
class Sealed(Reply):
    """The next game is sealed, but has not started, so that its caller can give it a word.

    `commit` is its commitment (64 hex digits). Only a `Begin` with that commitment starts the game.
    """

    commit: str


@dataclass(frozen=True, slots=True)
class Booked(Reply):
    """The game is recorded.

    `seed` (64 hex digits) proves it. It is "" for a daily deal, whose seed is published after its day.
    `note` says what could not be saved just now (a full disk), or is "". `told` lists the caller's new
    records and longer streaks, in lines of at most 25 characters. `passed` are the callers passed in the
    month. `mover` waits for this caller's move at a table, or is "".
    `look` is the first part of an exact coach's look at the game, which its proof has found by the way; None
    if it must be asked. `badges` are the ids of those that the game has earned. `score` is its replay's, None
    without one. The call adds the `books` and the `mover`.
    """

    id: str
    seed: str
    books: Books = Books()
    note: MaybeSaid = ""
    told: tuple[str, ...] = ()
    passed: Passed = Passed()
    mover: str = ""
    look: tuple[Any, ...] | None = None
    badges: tuple[str, ...] = ()
    score: int | None = None


@dataclass(frozen=True, slots=True)
class Thought(Reply):
    """The result of a `Think`. A failed one has None as its `value`, and a sentence as its `error`."""

    name: str
    value: Any = None
    error: MaybeSaid = ""


class PastGame(NamedTuple):
    """A finished game of the caller's with its seed, to look back on."""

    record: Record
    seed: str


PUZZLE: Final[Query[str, Puzzle]] = Query("puzzle")
"""The day's puzzle at a door, by its slug."""

PAST: Final[Query[str, PastGame]] = Query("past")
"""The caller's game of the latest published daily deal at a door."""


@dataclass(frozen=True, slots=True)
class PlayPast(Reply):
    """The caller has chosen a past day in the archive of daily deals."""

    day: str


PUT_ON_WALL: Final[Act[tuple[str, str]]] = Act("put-on-wall")
"""Put a game's result, after its door's slug, on the one-liners' wall, with door and day."""


@dataclass(frozen=True, slots=True)
class News(Snapshot):
    """The standings have changed (another caller's game, midnight, the end of a month), or the sysop has
    changed the `options` for new games.
    """

    books: Books
    options: Options | None = None


@dataclass(frozen=True, slots=True)
class Sight(Reply):
    """The watchers' view of `caller`'s game.

    Sent when they come, and after every change once the last one was `Took`.

    `course` is the game so far, or None if there isn't one or (`why`) it can't be seen. `talk` has the
    last lines of the watchers and the caller as (who, text), and `said` those that are new to this watcher.
    `still` means that the move is not animated.
    """

    caller: str
    course: Course | None = None
    watchers: tuple[str, ...] = ()
    talk: tuple[tuple[str, str], ...] = ()
    why: MaybeSaid = ""
    still: bool = False
    said: tuple[tuple[str, str], ...] = ()


# -- effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin(Effect):
    """Start a game, or resume the interrupted one. Answered by `Begun`, `Sealed` or `No`.

    - `options` are the caller's choices on top of the sysop's.
    - `seats` are the players in order, the caller first (computers as "computer:LEVEL"), or empty for the
      caller alone.
    - Without `ranked` it costs no turn and is not recorded.
    - `daily` asks for the day's deal, or the caller's unfinished one. It costs no turn and counts in its own
      tables only.
    - `sealed` is the commitment that the caller has seen, `word` their word for the dice, or "".
    - `past` is the day of a revealed deal, which anybody may play again. It is not recorded.
    """

    options: Options = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    ranked: bool = True
    daily: bool = False
    sealed: str = ""
    word: str = ""
    past: str = ""


@dataclass(frozen=True, slots=True)
class SaveMove(Effect):
    """A move in its text form. It is saved before the next screen appears."""

    move: str


@dataclass(frozen=True, slots=True)
class Finish(Effect):
    """The game has ended. Answered by `Booked`."""


@dataclass(frozen=True, slots=True)
class Think(Question):
    """Run `task(*args)` in the background (a pure, picklable top-level function). Answered by `Thought`."""

    task: Callable[..., Any]
    args: tuple[Any, ...] = ()
    name: str = "think"


@dataclass(frozen=True, slots=True)
class FreshEnter(Effect):
    """Ignore Enter until the key has been released. A held or repeated key must not act on this page too.

    `typing`: the page appeared by itself, while the caller may have been typing. All keys are ignored for a
    moment.
    """

    typing: bool = False


NEXT_MOVE: Final = "next"
"""The argument of the tables' page that opens the first game in which it is the caller's move."""


@dataclass(frozen=True, slots=True)
class OpenTables(Effect):
    """Open the board's tables for this door over this screen."""


@dataclass(frozen=True, slots=True)
class SayToWatchers(Effect):
    """Say this to the other watchers, and to players who have their watchers' talk on."""

    text: str


@dataclass(frozen=True, slots=True)
class PuzzleAnswered(Effect):
    """Record what the caller chose in the day's puzzle."""

    day: str
    move: str
    right: bool


@dataclass(frozen=True, slots=True)
class Remember(Effect):
    """Save and apply a preference of this caller: at this door, or for the whole board (`EVERYWHERE`)."""

    key: str
    value: str
