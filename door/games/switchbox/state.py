"""What one caller has before them, as one frozen value, and the questions the screens ask of it.

Law: what a replay would restore lives in `game`; everything else is the caller's side of the
box: the set-up page, the cursor, a preview, how far a ball has fallen on screen.

A move comes from a seat, whoever sits there: `sitter` alone says who that is, so that a seat
could as well be a caller on another node.

`lines` is what plain mode has to say, the latest last; `count` is how many were ever said, so
that two states differ by the lines between them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from door.games.switchbox import record
from door.games.switchbox.plan import COMPUTER, Plan, practice_why
from door.games.switchbox.rules import LEVELS, Game
from door.games.switchbox.turns import ROUNDS, Pair
from door.midend.api import Begun, Booked, Setup
from door.midend.books import Books
from door.ui.screen import Effects
from door.ui.widgets import Field

KEPT: Final = 400

Scene = Literal[
    "title",
    "setup",
    "opening",
    "choosing",
    "falling",
    "landed",
    "thinking",
    "pause",
    "offer",
    "round",
    "done",
]
"""A game goes: opening (the board is asked); then choosing (a person) or thinking (a computer),
falling (the ball is on its way), offer (a random ball may be given away); round (the four
figures at a round's end); done.  A demonstration rests in pause between its balls; landed
is never shown: there the next of these is found."""

Over = Literal["", "help", "tables", "ask"]
IN_PLAY: Final = frozenset(["choosing", "falling", "thinking", "pause", "offer", "round"])


class EntrySpot(NamedTuple):
    """What an entry on screen answers the mouse with."""

    number: int


class RowSpot(NamedTuple):
    """What a row of the set-up page answers the mouse with."""

    row: int


@dataclass(frozen=True, slots=True)
class State:
    """One caller's door.

    `over` is what lies over the scene, `page` its page.  `row` and `field` are the set-up
    page's: the bar, and the exit values being typed.  `known` are the preferences as they
    stand.  `before` is the game before its latest move, `frame` how far that ball has come on
    screen; `made` counts the game's moves, `told` its rounds whose end was shown.
    `refused` marks the note as a refusal, `past` is the note before it.  `declined` says that no
    random ball is given after this move, `rested` that a demonstration has paused.
    """

    setup: Setup
    books: Books
    plan: Plan
    scene: Scene = "title"
    over: Over = ""
    page: int = 0
    row: int = 0
    field: Field | None = None
    known: tuple[tuple[str, str], ...] = ()
    waiting: bool = False
    begun: Begun | None = None
    booked: Booked | None = None
    game: Game | None = None
    before: Game | None = None
    made: int = 0
    told: int = 0
    frame: int = 0
    cursor: int = 4
    preview: bool = False
    declined: bool = False
    rested: bool = False
    awaited: str = ""
    note: str = ""
    past: str = ""
    refused: bool = False
    lines: tuple[str, ...] = ()
    count: int = 0

    @property
    def still(self) -> bool:
        """Whether no ball shall be seen falling."""
        return self.setup.fast or self.setup.plain

    @property
    def ranked(self) -> bool:
        """Whether the game on screen counts."""
        return self.begun is not None and self.begun.ranked

    @property
    def practice_why(self) -> str:
        """Why the planned game would not count, a sentence's end; "" for a contest game."""
        return practice_why(self.plan, self.setup.options, self.beaten)

    @property
    def beaten(self) -> frozenset[str]:
        """The levels that the caller has won against on the books."""
        return record.beaten(self.books.tally, self.setup.caller)

    @property
    def demo(self) -> bool:
        """Whether computers alone play."""
        return self.game is not None and all(sitter(self.game, seat) for seat in (0, 1))


Step = tuple[State, Effects]


def sitter(game: Game, seat: int) -> str:
    """The level of the computer in that seat, "" for a person at this keyboard."""
    name = game.seats[seat]
    if not name.startswith(COMPUTER):
        return ""
    level = name.removeprefix(COMPUTER)
    return level if level in LEVELS else "player"


def say(state: State, lines: Iterable[str]) -> State:
    """The state with more for plain mode to say."""
    new = tuple(line for line in lines if line)
    return replace(state, lines=(*state.lines, *new)[-KEPT:], count=state.count + len(new))


def notice(state: State, text: str, refused: bool = False) -> State:
    """A sentence on the message line, and for plain mode to say."""
    past = state.past if refused or state.refused else state.note
    return say(replace(state, note=text, past=past, refused=refused), (text,))


class Sight(NamedTuple):
    """The game as it is to be shown now: `round` 0..3, both seats' points and totals, who is to
    move (-1 for nobody), the goal, what exits 1..16 are worth, and who has reached the goal
    (-1 for nobody yet)."""

    round: int
    points: Pair
    totals: Pair
    mover: int
    goal: int
    values: tuple[int, ...]
    closer: int


def sight(state: State, game: Game, landed: bool) -> Sight:
    """What a caller may see: before a falling ball has `landed` its points are not there yet.

    While a round's end is shown, the round that ended.
    """
    if state.scene == "falling" and state.before is not None:
        return _while_falling(state.before, game, landed)
    if state.scene in ("round", "done") and game.rounds and (state.scene == "round" or not game.given_up):
        return _ended(game)
    stand = game.stand
    return _of(game, min(stand.round, ROUNDS - 1), stand.points, stand.totals,
               -1 if game.over else stand.mover, stand.closer)  # fmt: skip


def _while_falling(before: Game, game: Game, landed: bool) -> Sight:
    stand, points = before.stand, before.stand.points
    if landed and game.last is not None:
        mine = points[stand.mover] + game.last.gained
        points = (mine, points[1]) if stand.mover == 0 else (points[0], mine)
    return _of(before, stand.round, points, stand.totals, stand.mover, stand.closer)


def _ended(game: Game) -> Sight:
    first, second = game.rounds[-1]
    at = len(game.rounds) - 1
    return _of(game, at, (first.points, second.points), (first.total, second.total), -1, -1)


def _of(game: Game, at: int, points: Pair, totals: Pair, mover: int, closer: int) -> Sight:
    terms = game.terms
    return Sight(at, points, totals, mover, terms.goals[at], terms.exits[at], closer)
