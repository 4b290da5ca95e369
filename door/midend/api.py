"""What a door says to the call, and what it hears back; what the board asks of a door's records.

A contest game goes:  `Begin` → `Begun` (a turn was charged, here is the game's chance) →
`Moved`, one for every entered move → `Finish` → `Booked` (it is on the books).  A call may
drop anywhere: the next `Begun` then carries the moves made so far and `resumed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from door.games.chance import Chance
from door.games.game import Outcome, Table
from door.games.info import Info, Options
from door.games.luck import Account
from door.midend.books import Books
from door.midend.puzzle import Puzzle
from door.ui.screen import Effect, Effects, Question, Reply, Screen, Snapshot
from door.ui.texts import MaybeSaid, Said, Sentence

MOTION: Final = "motion"
"""How quickly things move: a caller's choice at all doors, "off" or one of `PACES`; the tick they move by."""

VOICES: Final = "voices"
"""Whether the computers say anything: a caller's choice at all doors, "on" or "off"."""

EVERYWHERE: Final = {MOTION: "normal", VOICES: "on"}
"""What a caller chooses for all doors at once, and what holds where nothing was chosen."""

PACES: Final = {"quick": 0.5, "normal": 1.0, "slow": 4.0}
"""How much longer than its game says a frame of a motion is seen."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a door is started with.

    `options` are complete (every one the door declares).  `prefs` are what this caller's
    earlier calls asked to `Remember`, for this door or (`EVERYWHERE`) for all;
    nothing moves in `plain` mode.  `waiting` says that a dropped game waits to be resumed; `straight`
    asks to begin play at once, without a title page (`door run`, rlogin).  `argv`
    are the words of the command line.  `tables` says that T opens the board's tables.  `keys` is
    the caller's key set: "numbers", "numpad" or "letters", which a keys line may name first.
    """

    caller: str
    options: Options
    books: Books = Books()
    prefs: Mapping[str, str] = field(default_factory=dict)
    plain: bool = False
    waiting: bool = False
    straight: bool = False
    argv: tuple[str, ...] = ()
    tables: bool = False
    keys: str = "numbers"


# -- answers -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begun(Reply):
    """A game was begun, or a dropped one goes on: `moves` are those already made.

    `options` and `seats` are the game's own, complete, as they were when it started.
    `free` says that it took a free turn, `ranked` that it counts.  `daily` is the day whose
    deal it is ("YYYY-MM-DD"), "" for any other game.  `word` is what the caller gave to the
    chance.  `note` tells what has become of a game that waited and is not this one, or is "".
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
    word: str = ""
    note: MaybeSaid = ""


@dataclass(frozen=True, slots=True)
class Sealed(Reply):
    """No game yet: the next one is sealed, `commit` is what seals it (64 hex digits), and its caller may
    give it a word; a `Begin` that says so has the game."""

    commit: str


@dataclass(frozen=True, slots=True)
class Refused(Reply):
    """No game: the reason, one sentence."""

    reason: Said
    books: Books = Books()


@dataclass(frozen=True, slots=True)
class Booked(Reply):
    """The game is on the books.  `seed` (64 hex digits) proves it, "" for a daily deal, whose
    seed is shown to all once its day is over; `note` says what the books could not do just
    now (a full disk), or is empty.  `told` is what it has made better or longer of the caller's, lines of at
    most 25 characters; `passed` whom it has passed in the month, best placed first."""

    id: str
    seed: str
    books: Books
    note: MaybeSaid = ""
    told: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Thought(Reply):
    """What a `Think` came to; `value` is None and `error` a sentence where it failed."""

    name: str
    value: Any = None
    error: MaybeSaid = ""


@dataclass(frozen=True, slots=True)
class Past(Reply):
    """A game of the caller's that is over, with its seed, to be looked back on; without one, why not."""

    begun: Begun | None = None
    seed: str = ""
    why: MaybeSaid = ""


@dataclass(frozen=True, slots=True)
class PuzzleFound(Reply):
    """The day's puzzle; without one, why there is none: a sentence."""

    puzzle: Puzzle | None
    why: MaybeSaid = ""


@dataclass(frozen=True, slots=True)
class News(Snapshot):
    """The books have changed (another caller's game, midnight, a month's end), or the sysop has changed
    the `options` of games to come."""

    books: Books
    options: Options | None = None


@dataclass(frozen=True, slots=True)
class Sight(Reply):
    """What those who watch `caller` are shown: sent when they come, and when something has changed; the
    next once this one was `Took`.

    `table` is for a watcher's eyes, None where there is no game, or `why` it cannot be seen.  `talk` is
    what the watchers and the caller have said, (who, text), the last few; `still` says that no move is shown
    moving.
    """

    caller: str
    table: Table | None = None
    watchers: tuple[str, ...] = ()
    talk: tuple[tuple[str, str], ...] = ()
    why: MaybeSaid = ""
    still: bool = False


@dataclass(frozen=True, slots=True)
class OnWall(Reply):
    """The line is on the wall, or (not `done`) why not: a sentence."""

    note: MaybeSaid
    done: bool


@dataclass(frozen=True, slots=True)
class Unseen(Reply):
    """There is no more to watch: the reason, one sentence."""

    reason: Said


# -- effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin(Effect):
    """Start a game, or resume the one that waits; answered by `Begun`, `Sealed` or `Refused`.

    `options` are choices of the caller's on top of the sysop's; `seats` the players in
    order, the caller first (computers as "computer:LEVEL"), empty for the caller alone.
    An unranked game is charged to nobody and stands on no books.  `daily` asks for the
    day's deal (or the one begun and not ended): it costs no turn, and counts in its own
    tables only.  `sealed` is the commitment that the caller has been shown, `word` what they give to
    the chance since, "" for none.
    """

    options: Options = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    ranked: bool = True
    daily: bool = False
    sealed: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class Moved(Effect):
    """An entered move, in its text form: it is kept before the next screen is shown."""

    move: str


@dataclass(frozen=True, slots=True)
class Finish(Effect):
    """The game has ended with the caller's `score`; answered by `Booked`.

    `result` may hold more for the tables (plain JSON values).
    """

    score: int
    result: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Think(Question):
    """Work `task(*args)` out aside (top-level pure function, picklable); answered by `Thought`."""

    task: Callable[..., Any]
    args: tuple[Any, ...] = ()
    name: str = "think"


@dataclass(frozen=True, slots=True)
class OpenTables(Effect):
    """Open the board's tables of this door over it."""


@dataclass(frozen=True, slots=True)
class AskPast(Question):
    """The caller's game of the last daily deal that is laid open, answered by `Past`."""


@dataclass(frozen=True, slots=True)
class AskPuzzle(Question):
    """The day's puzzle at this door, answered by `PuzzleFound`."""


@dataclass(frozen=True, slots=True)
class ShowReplay(Effect):
    """Open the replay of the finished game with that id over this screen."""

    id: str


@dataclass(frozen=True, slots=True)
class Remark(Effect):
    """Say this to the others who watch, and to a caller who plays alone if they hear them."""

    text: str


@dataclass(frozen=True, slots=True)
class PutOnWall(Effect):
    """Put what a game came to on the one-liners' wall, behind the door's name and the day → `OnWall`."""

    text: str


@dataclass(frozen=True, slots=True)
class Remember(Effect):
    """Keep a preference of this caller for this door."""

    key: str
    value: str


# -- a door --------------------------------------------------------------------------------


class Door(Screen, Protocol):
    """A screen with rules: what the list of doors holds."""

    @property
    def INFO(self) -> Info: ...

    def start(self, setup: Setup) -> tuple[Any, Effects]: ...

    def refused_words(self, setup: Setup) -> str:
        """Why the words of a command line (`setup.argv`) will not do, as a sentence, or ""."""
        ...

    def replay(self, options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]) -> Outcome:
        """Plays the moves from the seed; IllegalMove names the first that the rules refuse.

        `options` are complete (`Info.complete`).  A game that goes on draws exactly what it
        needs, so that the same arguments always give the same outcome.
        """
        ...

    def wrong_choice(
        self, options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str], most: int
    ) -> tuple[int, str]:
        """How many of the computers' first `most` choices were worked out again, and what is wrong with
        the first that is not its level's ("" for none)."""
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

    def tally_match(self, tally: Any, match: Mapping[str, Any]) -> Any:
        """Folds one `match` line into them, as it came to an end: with the `words` of its table, and in
        `seats` the callers' handles as they are now, "" for one who has left the board."""
        ...

    def marks(self, game: Mapping[str, Any]) -> Mapping[str, int]:
        """What a `game` line counts in its month, by what it is ranked among (`Info.among`); empty for a
        game that is lost or given up."""
        ...

    def feat(self, game: Mapping[str, Any]) -> bool | None:
        """Whether the game of a `game` line has come off (`Info.feat`), None where nothing does."""
        ...

    def badges(self, game: Mapping[str, Any]) -> tuple[Sentence, ...]:
        """What a `game` line has done that is worth a badge: "a box shut"."""
        ...

    def account(self, game: Mapping[str, Any]) -> Account | None:
        """What the score of a `game` line was made of, None where no coach can say exactly; raises where it
        cannot be played again."""
        ...

    def renamed(self, tally: Any, caller: str, to: str) -> Any:
        """The door's own tables once `caller` goes by the handle `to` (`games.handles` helps)."""
        ...
