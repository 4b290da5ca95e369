"""The contract of a game: rules, a board, keys, pictures and sentences.

A game is one `Door` value (`door.games.contract`): pure functions over frozen values.  It never sees a
caller's connection, a journal, a title page, a clock or asyncio.  `door.screens` adds everything around the
board: title, leave, help, practice, daily deal, settings, coach, result and proof, bulletin, plain mode.

Three kinds of data stay apart.  The *position* is the state that a replay restores: `new` makes it from
options, seats and chance, and `apply` from a position and a move's text.  The *board* is the state that a
replay does not restore: a cursor, a half-made choice.  *Choices* are the caller's settings, which the board
remembers.  A `GameView` holds all three for one viewer.

`eyes` is the viewer: a seat, WATCHER, or EVERYBODY after the end.  Nothing hidden from a viewer may leak
into the picture, the text, or the number of bytes sent.

A finished game must stay provable for ever, so a changed rule is a new option whose default is the old rule.
Every move has a text, and `quit` ends any game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from door.games.info import Options
from door.games.record import Course
from door.games.record import IllegalMove as IllegalMove
from door.ui.texts import MaybeSaid, Said, Sentence, tr
from door.ui.widgets import Column
from door.ui.words import Lines

QUIT: Final = "quit"
COMPUTER: Final = "computer:"
WATCHER: Final = -1
EVERYBODY: Final = -2
YES: Final = "yes"
NO: Final = "no"
DEMO: Final = "d"
"""The choice that lets the computer play for this keyboard, in games that don't count."""

BLACK_AND_WHITE: Final = "w"
"""The choice that shows every page of the door in black and white."""

KEY_SET: Final = "keyset"
"""The choice of the caller's keys at all doors: "numbers", "numpad" or "letters"."""

AT_TABLE: Final = "table"
"""The kind of a game between callers on different connections."""

KINDS: Final = {
    "practice": tr.play.kind_practice, "free": tr.play.kind_free_turn, "daily": tr.play.kind_daily,
    AT_TABLE: tr.play.kind_at_table,
}  # fmt: skip
"""The name of each kind of game, except a plain contest, by `GameView.kind`."""

KIND_NAMES: Final = {**KINDS, "contest": tr.play.kind_word_contest, "demo": tr.play.kind_word_demo}
"""The name of every kind of game."""

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


# -- rules -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Status:
    """The status of a position.

    - `scores`: one number for each seat, the caller's first.
    - `movers`: the seats that may act now, in the order they are asked.  Every seat but the last may pass.  A
      mover without a name in the seats is the weakest computer (a daily deal names only the caller).
    - `free_turns`: extra games earned.
    - `used`: bytes of chance consumed.
    - `moved`: the seat that made the last move.  None: the last of the movers before it.
    """

    ended: bool
    scores: tuple[int, ...]
    movers: tuple[int, ...] = (0,)
    free_turns: int = 0
    used: int = 0
    moved: int | None = None

    @property
    def score(self) -> int:
        return self.scores[0]


def mover_of(before: Status, after: Status) -> int:
    """Return the seat that made the move between these two."""
    return before.movers[-1] if after.moved is None else after.moved


class GameView(NamedTuple):
    """One viewer's view of a game: its course so far, and what only this viewer has.

    - `frame`: the current frame of an animation, None at rest.
    - `choices`: the caller's choices in this game.
    - `tally`: the game's own records.
    - `caller`: the caller at this keyboard, "" for a watcher.
    - `let`: the seats that passed on this position.  The first mover not among them is asked.
    """

    course: Course
    board: Any = None
    eyes: int = 0
    frame: Any = None
    choices: Mapping[str, str] = _NOTHING
    tally: Any = None
    caller: str = ""
    let: tuple[int, ...] = ()

    @property
    def position(self) -> Any:
        return self.course.position

    @property
    def before(self) -> Any:
        """The position before the last of the moves, None at the start."""
        return self.course.before

    @property
    def moves(self) -> tuple[str, ...]:
        return self.course.record.moves

    @property
    def options(self) -> Options:
        return self.course.record.options

    @property
    def seats(self) -> tuple[str, ...]:
        return self.course.record.seats

    @property
    def kind(self) -> str:
        return self.course.record.kind

    @property
    def commit(self) -> str:
        return self.course.record.commit

    @property
    def shared(self) -> bool:
        """True if others may still play the same chance.  Until then the coach is silent."""
        return bool(self.course.record.day)


class Front(NamedTuple):
    """A game before it begins: the sysop's complete options, the caller, the game's own records, and the
    caller's choices (remembered texts by key).
    """

    options: Options
    caller: str = ""
    tally: Any = None
    chosen: Mapping[str, str] = _NOTHING


# -- what a key, a click or a line does ------------------------------------------------


class Show(NamedTuple):
    """Change the board.  `note` is for the message line, `lines` are for plain mode.  With `hold`, an Enter
    that is held down or pressed twice does nothing more."""

    board: Any
    note: str = ""
    lines: Lines = ()
    hold: bool = False


class Enter(NamedTuple):
    """Make a move; "" passes to the next seat that may act."""

    move: str


class Refuse(NamedTuple):
    """Refuse the input: show `why` and ring the bell.  `board`, if given, becomes the new board."""

    why: Said
    board: Any = None


class Choose(NamedTuple):
    """Change a choice at the board.  It takes effect at once and is remembered."""

    key: str
    value: str
    note: str = ""


class Do(NamedTuple):
    """Ask `door.screens` for something: "help", "bulletin", "settings", "leave", "new", "undo", "coach",
    "hint", or "demo", which flips `DEMO` in a game that doesn't count.
    """

    what: str


Act = Show | Enter | Refuse | Choose | Do


# -- what is shown -------------------------------------------------------------------------


VALUES: Final[Mapping[str, Sentence]] = {
    "on": tr.play.choice_on, "off": tr.play.choice_off, YES: tr.play.choice_yes, NO: tr.play.choice_no,
    "slow": tr.play.choice_slow, "normal": tr.play.choice_normal, "quick": tr.play.choice_quick,
}  # fmt: skip
"""The names of values that many settings share."""


GROWS: Final = "grows"


@dataclass(frozen=True, slots=True)
class Choice:
    """A row of the settings.

    `values` are remembered texts, shown as `words` if those are given, else as in `VALUES`.  Without values
    the text is typed, and `check` returns the reason why a text is refused, or "".  `at_once` choices change
    the running game, too; `practice` ones are for practice only.  A choice that `grows` has a default that
    follows the caller's wins, and GROWS is offered as well.  If the choice "sound" is "off",
    the door rings no bell.
    """

    key: str
    label: Sentence | str
    values: tuple[str, ...] = ()
    default: str = ""
    help: Sentence | str = ""
    words: tuple[Sentence | str, ...] = ()
    check: Callable[[str], MaybeSaid] | None = None
    limit: int = 20
    at_once: bool = False
    practice: bool = False
    grows: bool = False

    def value(self, chosen: Mapping[str, str]) -> str:
        """Return the value in force; an invalid one is replaced by the default."""
        text = chosen.get(self.key, self.default)
        return text if not self.values or text in self.values else self.default

    def picked_value(self, chosen: Mapping[str, str]) -> str:
        """Return the value in force, or GROWS."""
        return GROWS if self.grows and chosen.get(self.key) not in self.values else self.value(chosen)

    @property
    def offered_values(self) -> tuple[str, ...]:
        return (GROWS, *self.values) if self.grows else self.values

    @property
    def name(self) -> str:
        """The row's label in the caller's language."""
        return str(self.label)

    def word(self, value: str) -> str:
        """Return a value in the caller's language."""
        if value == GROWS:
            return tr.play.choice_grows(now=self.word(self.default))
        if self.words and value in self.values:
            return str(self.words[self.values.index(value)])
        return str(VALUES.get(value, value))


class GamePlan(NamedTuple):
    """The game that a caller asks for: options that override the sysop's, and the seats, the caller first.
    Without seats the caller plays alone.  A game that is not `ranked` is practice.
    """

    options: Options = _NOTHING
    seats: tuple[str, ...] = ()
    ranked: bool = True


class Sheet(NamedTuple):
    """A page of the game's own records.  `mine` are the highlighted rows; `notes` are lines below.

    `words` says rows and notes in sentences, for plain mode.  Without them it reads the columns.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    mine: tuple[int, ...] = ()
    notes: Lines = ()
    words: Lines = ()


class Ending(NamedTuple):
    """The end of a game: a headline, the parts of the score (label, value), and the same in sentences, the
    last one with the score.  `figure` is the score for large digits; `bell` rings with the page.
    `play_on`: for practice, how the game may be played on: the plan with the same chance, and its first
    moves.  The end page then keeps hidden what was hidden.
    `advice`: a sentence for a caller who lost and has not won yet.
    `described`: the last move's lines in the record already give the result.
    """

    headline: str
    sums: tuple[tuple[str, str], ...]
    lines: Lines
    figure: str = ""
    bell: bool = False
    play_on: tuple[GamePlan, tuple[str, ...]] | None = None
    described: bool = False
    advice: str = ""


class MonthPoints(NamedTuple):
    """A game's points in the month's rankings: `own` among games with the same options (`Info.like`),
    `mixed` among all games.
    """

    own: int
    mixed: int


def level_name(level: str) -> str:
    """Return what the catalogue calls a computer's level. A level that it doesn't know keeps its id."""
    try:
        return Sentence(f"levels.{level}")()
    except KeyError:
        return level


def kind_name(table: GameView) -> str:
    return str(KIND_NAMES.get(table.kind, table.kind))


def computer_level(seat: str) -> str:
    """Return the level of the computer in that seat, "" for a person."""
    return seat.removeprefix(COMPUTER) if seat.startswith(COMPUTER) else ""


def reader(table: GameView) -> int:
    """Return the viewer's seat, also after the end.  It is negative for viewers without a seat, even if
    they watch a replay through the player's eyes.
    """
    if table.eyes != EVERYBODY or not table.caller:
        return table.eyes if table.caller else WATCHER
    if table.kind == AT_TABLE:
        return table.seats.index(table.caller) if table.caller in table.seats else WATCHER
    return 0


def covered(table: GameView) -> bool:
    """True if a page of the game's own covers the table (`Board.start`)."""
    return bool(getattr(table.board, "covers", False))


def speaks(table: GameView) -> bool:
    """True if the message line and the keys may depend on the caller's hand (`Board.start`)."""
    return bool(getattr(table.board, "speaks", False))


def has_hand(table: GameView) -> bool:
    """True if this keyboard plays; only then are a cursor and the game's own keys shown."""
    return table.eyes >= 0 and bool(table.caller)


def elsewhere(table: GameView, seat: int) -> bool:
    """True if that seat's moves aren't made at this keyboard, but by a remote caller or in a replay."""
    return not table.caller or (table.kind == AT_TABLE and reader(table) != seat)
