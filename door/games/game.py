"""What a game is: rules, a board, its keys, its pictures and its sentences.

Law: a game never sees a caller's line, a journal, a turn, a title page, a clock or asyncio.  It is one
`Game` value: pure functions over frozen values, the optional ones with a default.  All that stands around
the board (title, begin, leave, help, practice, daily deal, settings, coach, result and proof, bulletin,
plain mode's prompts) is the midend's (`door.midend`), once for all.

Three kinds of data keep apart.  The *position* is what a replay restores: `new` makes it from options,
seats and chance, `apply` from a position and a move's text.  The *board* is what a replay would not
restore: a cursor, a half-made choice.  *Choices* are what the caller has set and the board remembers.  A
`Table` holds all three for one pair of eyes.

*Eyes* say for whom a picture or a sentence is: a seat, a watcher, or everybody after the end. What those
eyes may not know is not in the picture, the sentence, the bytes or their number.

The law of rules: a game on the books stays provable for ever.  A changed rule is a new option whose default
is the old way.  Every move has a text; `quit` ends any game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from door.games.chance import Chance
from door.games.company import Speaker
from door.games.frames import Frame
from door.games.info import Info, Options
from door.games.tallies import Tables
from door.term.canvas import Canvas, Sprite
from door.term.keys import Key, Mouse
from door.ui.screen import View
from door.ui.texts import MaybeSaid, Said, tr, word
from door.ui.values import quick
from door.ui.widgets import Column, Hint, Page
from door.ui.words import Lines

if TYPE_CHECKING:
    from door.games.coaching import Coach

QUIT: Final = "quit"
COMPUTER: Final = "computer:"
WATCHER: Final = -1
EVERYBODY: Final = -2
YES: Final = "yes"
NO: Final = "no"
DEMO: Final = "d"
"""The choice by which the computer plays for this keyboard, in games that count for nothing."""

BLACK_AND_WHITE: Final = "w"
"""The choice by which every page of the door is in black and white."""

AT_TABLE: Final = "table"
"""The kind of a game that several callers play, each on a line of their own."""

KINDS: Final = {
    "practice": tr.play.kind_practice,
    "free": tr.play.kind_free_turn,
    "daily": tr.play.kind_daily,
    AT_TABLE: tr.play.kind_at_table,
}
"""What is said of a game that is no plain contest, by `Table.kind`."""

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


# -- rules -------------------------------------------------------------------------------


class IllegalMove(Exception):
    """A move the rules refuse; the text is the reason, fit to be shown to the caller."""


@dataclass(frozen=True, slots=True)
class Status:
    """How a position stands.

    `scores` is a number a seat, the caller's first.  `movers` are the seats that may act now, the
    one to be asked first leading: a seat that has another behind it may let it be.  A mover that
    no seat is named for (a daily deal names the caller alone) is the weakest computer.  `free_turns`
    are extra games earned, `used` the stream bytes consumed, `detail` what tables and the journal's
    `result` may need (JSON values).
    """

    over: bool
    scores: tuple[int, ...]
    movers: tuple[int, ...] = (0,)
    free_turns: int = 0
    used: int = 0
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a replay came to: not `over` where the moves stop before the game's end; `free_turns` are the
    extra games it earned, `used` the stream bytes it consumed."""

    score: int
    over: bool
    free_turns: int = 0
    used: int = 0
    detail: Mapping[str, Any] = field(default_factory=dict)


@quick
class Table(NamedTuple):
    """A game as one pair of eyes has it before them.

    `before` is the position before the last of `moves` (None at the start); `frame` what of a
    motion is shown just now, None at rest.  `kind` says what the game is: "contest", "free" (a
    free turn), "daily", "practice", "demo" or "table".  `commit` is the commitment, 64 hex digits.
    `choices` are the caller's, as they hold for this game; `keys` their key set; `tally` the
    game's own records; `caller` whose keyboard it is, "" for a watcher.  `let` are the seats that
    have let this position pass: whoever of the movers is not among them is asked.  `shared` says that
    others may still play the same chance: the coach is silent until they have.
    """

    position: Any
    board: Any = None
    eyes: int = 0
    options: Options = _NOTHING
    seats: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    before: Any = None
    frame: Any = None
    kind: str = "contest"
    commit: str = ""
    choices: Mapping[str, str] = _NOTHING
    keys: str = "numbers"
    tally: Any = None
    caller: str = ""
    let: tuple[int, ...] = ()
    shared: bool = False


class Front(NamedTuple):
    """What a game is asked about before it begins: the sysop's complete options, the caller, the game's own
    records, and what the caller has chosen (remembered texts by key)."""

    options: Options
    caller: str = ""
    tally: Any = None
    chosen: Mapping[str, str] = _NOTHING


# -- what a key, a click or a line comes to ------------------------------------------------


class Show(NamedTuple):
    """The board is another one; a sentence for the message line, and more for plain mode to say.  `hold`
    keeps the ENTER that brought it, held down or pressed twice, from doing anything more."""

    board: Any
    note: str = ""
    lines: Lines = ()
    hold: bool = False


class Enter(NamedTuple):
    """This move is made; "" lets the moment pass to whoever may act next."""

    move: str


class Refuse(NamedTuple):
    """It cannot be, and why, with the bell; `board` is the board from then on, None as it was."""

    why: Said
    board: Any = None


class Choose(NamedTuple):
    """A choice flipped at the board: it holds at once and is remembered; a sentence about it."""

    key: str
    value: str
    note: str = ""


class Do(NamedTuple):
    """Something of the midend's by a key of the game's own: "help", "bulletin", "settings", "leave",
    "new", "undo", "coach", "hint", or "demo" (`DEMO` is flipped, in a game that counts for nothing)."""

    what: str


Act = Show | Enter | Refuse | Choose | Do


# -- what is shown -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """One row of the settings: what a caller may choose, as data.

    `values` are remembered texts, read as `words` where those are given; none of them means that
    the text is typed, and `check` gives why it cannot be, or "".  `default` holds until something
    is chosen.  `at_once` holds for the game under way too; `practice` is for practice alone.
    Where the choice "sound" is "off", the door rings no bell.
    """

    key: str
    label: str
    values: tuple[str, ...] = ()
    default: str = ""
    help: str = ""
    words: tuple[str, ...] = ()
    check: Callable[[str], MaybeSaid] | None = None
    limit: int = 20
    at_once: bool = False
    practice: bool = False

    def held(self, chosen: Mapping[str, str]) -> str:
        """The value in force, of what has been chosen by key."""
        text = chosen.get(self.key, self.default)
        return text if not self.values or text in self.values else self.default

    @property
    def name(self) -> str:
        """How the row reads."""
        return word(self.label)

    def word(self, value: str) -> str:
        """How a value reads."""
        return word(self.words[self.values.index(value)] if self.words and value in self.values else value)


class Plan(NamedTuple):
    """The game a caller asks for: options on top of the sysop's, and the seats, the caller first
    (none: the caller alone).  One that is not `ranked` is practice, whatever was asked for."""

    options: Options = _NOTHING
    seats: tuple[str, ...] = ()
    ranked: bool = True


class Sheet(NamedTuple):
    """One table of the game's own records.  `mine` are the rows to stand out; `notes` are lines below."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    mine: tuple[int, ...] = ()
    notes: Lines = ()


class Ending(NamedTuple):
    """What a game came to: a headline, the parts of the score (label, value), and all of it as
    sentences, the last one as `over_line` has it.  `figure` is the score as it is shown large; `bell`
    rings as it comes."""

    headline: str
    sums: tuple[tuple[str, str], ...]
    lines: Lines
    figure: str = ""
    bell: bool = False


class Marks(NamedTuple):
    """What a game is worth in its month: `own` among games like it (`Info.like`), `mixed` among all."""

    own: int
    mixed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """All a game is to the rest of the house.

    rules      `new(options, seats, chance)` (IllegalMove, ValueError or KeyError where there is no such
               game), `apply(position, move)` (IllegalMove), `status`; `describe(before, move, after)`:
               lines for a reader of the record, who is told the ending's lines after them, or not
               where they say it all (`end_described`)
    board      `board(table)`: the board at a new position (`table.board` is the one before);
               `key`, `click`, `line`: what the caller's hand means; None where it means nothing (for an
               empty line, as where it is refused, the `recap` is said);
               `covered`: whether a page of the game's own lies over the table: then nothing moves,
               every key is the game's, and no message or keys line is laid over its picture
    pictures   `draw(table, view)`: 80×23, the last two rows left blank (or the whole view, where a
               page of the game's own covers all of it);
               `sign(front, view)`: the title's, 80 columns × at most 10 rows (default: the name, large);
               `last(table, view)`: the end page's upper twelve rows (default: `draw`'s);
               `beside(table)`: what a wide screen shows beside the board under the month's standing: a
               heading, and lines of at most 15 columns, the latest last; `upper` rows of the picture
               stand beside that, those below in the middle of both;
               `company(seen, table)`: the computer whose face and words join the picture of `table`, and
               what it says of what has been seen; `frames(before, after)`: how the last move looks,
               moments of it with a `fanfare`; before is None at the start;
               `moving(table, view)`: what moves, by itself or under the caller's hand, lies over `draw`'s
               picture, above row `upper`, and `rested(table)` is the table without it, equal for all that
               differ in nothing else: the rest is drawn once for all of them (None: this one is drawn whole)
    sentences  `brief(table)`: how it stands, or what it came to, in signs and words, at most 39 characters;
               `say(before, after)`: what plain mode says (all of it where before is None); `recap`: what
               ENTER alone says again (default: all of it); `prompt`: what it asks; `message`: what stands on
               the message line where there is no note;
               `hints`: the keys line (none: the game draws the last row itself); `looking`: its own keys
               while the board is looked at after the end; `ending`; `help(options, plain)`
    around     `rest(table)`: how a game that is over may be played on, for practice: as which game (options
               and seats of the same chance) and after which moves; its end page keeps hidden what was;
               `choices`, `plan(front, practice)`, `about`: what ENTER plays, in a line;
               `words(argv, front)`: choices by the command line, and words it does not know; `sheets`: its
               own records, from `tables`: what each game adds to them (default: games, and the best ever);
               `marks`: a finished game's worth in its month (default: its score); `feat`: if it came off;
               `badges`: what it earned
    players    `computer(position, seat, level)`: a move, "" to let it be; picklable; `might(position, seat,
               level, move)`: whether it may have made that move, however little time it had: one for each
               way it ever chose, the oldest first (default: what `computer` says); `whose(movers, move)`:
               which of the movers makes it; `hides(options, code)`: why callers who begin with "code CODE"
               cannot hide that code ("" where they can)
    coach      what the game knows about good moves, if anything (`door.games.coaching`)
    record     `free_turns(options, moves)` needs no dice
    """

    info: Info
    new: Callable[[Options, Sequence[str], Chance], Any]
    apply: Callable[[Any, str], Any]
    status: Callable[[Any], Status]
    key: Callable[[Table, Key], Act | None]
    draw: Callable[[Table, View], Canvas]
    say: Callable[[Table | None, Table], Lines]
    prompt: Callable[[Table], str]
    hints: Callable[[Table], tuple[Hint, ...]] = lambda table: ()
    describe: Callable[[Any, str, Any], Lines] = lambda before, move, after: (
        (tr.play.plain_move(move=move),) * bool(move)
    )
    end_described: bool = False
    ending: Callable[[Table], Ending] | None = None
    sign: Callable[[Front, View], Canvas] | None = None
    message: Callable[[Table], str] = lambda table: ""
    looking: Callable[[Table], tuple[Hint, ...]] = lambda table: ()
    help: Callable[[Options, bool], tuple[Page, ...]] = lambda options, plain: ()
    board: Callable[[Table], Any] = lambda table: None
    covered: Callable[[Table], bool] = lambda table: False
    click: Callable[[Table, Mouse], Act | None] = lambda table, mouse: None
    line: Callable[[Table, str], Act | None] = lambda table, text: None
    recap: Callable[[Table], Lines] | None = None
    last: Callable[[Table, View], Canvas] | None = None
    beside: Callable[[Table], tuple[str, Lines]] | None = None
    company: Callable[[Table, Table], Speaker | None] = lambda seen, table: None
    brief: Callable[[Table], str] = lambda table: ""
    upper: int = 21
    frames: Callable[[Table | None, Table], tuple[Frame, ...]] = lambda before, after: ()
    rest: Callable[[Table], tuple[Plan, tuple[str, ...]] | None] = lambda table: None
    moving: Callable[[Table, View], tuple[Sprite, ...]] = lambda table, view: ()
    rested: Callable[[Table], Table | None] = lambda table: None
    choices: Callable[[Front], tuple[Choice, ...]] = lambda front: ()
    plan: Callable[[Front, bool], Plan] = lambda front, practice: Plan()
    about: Callable[[Front], str] = lambda front: ""
    words: Callable[[Sequence[str], Front], tuple[dict[str, str], Lines]] | None = None
    sheets: Callable[[Front], tuple[Sheet, ...]] = lambda front: ()
    tables: Tables | None = None
    marks: Callable[[Mapping[str, Any]], Marks | None] | None = None
    feat: Callable[[Mapping[str, Any]], bool] | None = None
    badges: Callable[[Mapping[str, Any]], tuple[str, ...]] = lambda game: ()
    computer: Callable[[Any, int, str], str] | None = None
    might: tuple[Callable[[Any, int, str, str], bool], ...] = ()
    whose: Callable[[Sequence[int], str], int] = lambda movers, move: movers[-1]
    hides: Callable[[Options, str], MaybeSaid] | None = None
    coach: Coach | None = None
    free_turns: Callable[[Options, Sequence[str]], int] = lambda options, moves: 0

    def __post_init__(self) -> None:
        if self.info.daily and self.info.seats[0] > 1:
            raise ValueError(f"{self.info.slug}: a daily deal is one caller's, so seats must begin at 1")


def computer_level(seat: str) -> str:
    """The level of the computer that sits there, "" for a person."""
    return seat.removeprefix(COMPUTER) if seat.startswith(COMPUTER) else ""


def reader(table: Table) -> int:
    """The seat of whoever looks, after the end too, when the eyes are everybody's; below 0 for one who sits
    in none, even where a replay has the player's eyes."""
    if table.eyes != EVERYBODY or not table.caller:
        return table.eyes if table.caller else WATCHER
    if table.kind == AT_TABLE:
        return table.seats.index(table.caller) if table.caller in table.seats else WATCHER
    return 0


def has_hand(table: Table) -> bool:
    """Whether this keyboard plays: nobody else is shown a cursor, or the game's own keys."""
    return table.eyes >= 0 and bool(table.caller)


def elsewhere(table: Table, seat: int) -> bool:
    """Whether the moves of that seat are not made at this keyboard: by another caller, or in a replay."""
    return not table.caller or (table.kind == AT_TABLE and reader(table) != seat)
