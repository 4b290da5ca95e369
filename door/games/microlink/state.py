"""What one caller has before them, as one frozen value, and the questions the screens ask of it.

Law: what a replay would restore lives in `game`; everything else is the caller's side of the
table: toggles, the door pointed at, doors shut but not entered, pages, animation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from door.games.microlink import seating
from door.games.microlink.boss import Dos
from door.games.microlink.rules import Game, Turn, level_of, spoken
from door.games.microlink.seating import Seating
from door.games.microlink.toggles import DEMO, Toggles
from door.games.shutbox.rules import MICROLINK, Dice, all_tiles
from door.midend.api import Begun, Booked, Setup
from door.midend.books import Books
from door.ui.screen import Effects

Scene = Literal[
    "title",
    "seating",
    "opening",
    "ready",
    "rolling",
    "choosing",
    "watching",
    "stuck",
    "turn",
    "closing",
    "done",
]
"""A game goes: opening (the board is asked), then for each turn ready (press Return to roll),
rolling, choosing (a person) or watching (a computer), … stuck (can't use this roll), turn (its
end); done.  In `closing` a demonstration that was broken off is being put away."""

Over = Literal["", "help", "scores", "ten", "stats", "coach", "boss", "ask", "demo"]
IN_PLAY: Final = frozenset(["ready", "rolling", "choosing", "watching", "stuck", "turn"])
SHUT_BOX: Final = all_tiles(MICROLINK.tiles)


class DoorSpot(NamedTuple):
    """What a door on screen answers the mouse with."""

    number: int


class SeatSpot(NamedTuple):
    """What a row of the set-up page answers the mouse with: `part` is "row", "kind" or "remove"."""

    row: int
    part: str


@dataclass(frozen=True, slots=True)
class State:
    """One caller's door.

    `over` is what lies over the scene, `page` its page.  `filed` says that the turn on screen
    is the last of those that ended, not the running one.  `at` is the door pointed at,
    `chosen` the mask of doors shut since the last roll, `frame` how far the animation has come.
    `idle` marks the demonstration that the title page starts by itself; `back` says that a
    contest game waits behind the demonstration.  `saved` is False for a call whose games are
    not to count.  `asked` counts plain mode's lines, so that one entered twice is answered twice.
    """

    setup: Setup
    books: Books
    on: Toggles
    seating: Seating
    scene: Scene = "title"
    over: Over = ""
    page: int = 0
    begun: Begun | None = None
    booked: Booked | None = None
    game: Game | None = None
    filed: bool = False
    at: int = 5
    chosen: int = 0
    frame: int = 0
    note: str = ""
    asked: int = 0
    dos: Dos | None = None
    waiting: bool = False
    saved: bool = True
    idle: bool = False
    back: bool = False

    @property
    def lit(self) -> bool:
        """Whether the flashing arrow shows just now."""
        return self.over != "scores" or self.page % 2 == 0

    @property
    def still(self) -> bool:
        """Whether nothing shall move by itself."""
        return self.setup.plain or self.setup.fast or "f" in self.on

    @property
    def demo(self) -> bool:
        """Whether the computer plays for everybody."""
        return self.idle or DEMO in self.on

    @property
    def ranked(self) -> bool:
        """Whether the game on screen counts."""
        return self.begun is not None and self.begun.ranked

    @property
    def wants_rank(self) -> bool:
        """Whether a game begun now shall count, as far as toggles say."""
        return self.saved and not self.demo


Answer = tuple[State, Effects]


class Sight(NamedTuple):
    """The table as it is to be shown: whose turn, the doors still open, the dice (None before
    the roll), every seat's points, the points of this turn so far."""

    seat: int
    round: int
    open: int
    dice: Dice | None
    totals: tuple[int, ...]
    points: int


def sight(state: State, game: Game) -> Sight:
    """What a caller may see now: the running turn, or the ended one while that is shown."""
    if state.filed and game.turns:
        return _filed(state, game, game.turns[-1])
    dice = None if state.scene == "ready" else game.box.dice
    open_doors = SHUT_BOX if state.scene == "ready" else game.box.open
    return Sight(game.seat, game.round, open_doors, dice, game.totals, game.box.points)


def _filed(state: State, game: Game, turn: Turn) -> Sight:
    last, seats = turn.steps[-1], len(game.seats)
    totals = list(game.totals)
    if state.scene in ("rolling", "stuck"):
        totals[turn.seat] -= turn.score
    played = (len(game.turns) - 1) // seats + 1
    return Sight(turn.seat, played, last.open & ~last.shut, last.dice, tuple(totals), turn.score)


def by_computer(state: State, game: Game, seat: int) -> bool:
    """Whether that seat's moves are the computer's."""
    return state.demo or bool(level_of(game.seats[seat]))


def level_for(game: Game, known: tuple[str, ...], seat: int) -> str:
    """The level that plays for a seat: its own, or the best for a person's in a demonstration."""
    level = level_of(game.seats[seat])
    return level if level in known else known[-1]


def counts(state: State) -> bool:
    """Whether a game begun now would be a contest game."""
    return state.wants_rank and seating.counts(state.seating, state.setup.caller)


def coached(state: State) -> tuple[Turn, ...]:
    """The turns the coach may look back on now: none in a contest game before its end.

    At the end of a turn only that one; after the game, every turn of a person (the caller's
    own in a contest game), or all of a demonstration's.
    """
    game = state.game
    if game is None or (state.ranked and state.scene != "done"):
        return ()
    if state.scene == "turn":
        return game.turns[-1:]
    if state.scene != "done":
        return ()
    if state.ranked:
        return tuple(turn for turn in game.turns if turn.seat == 0)
    people = tuple(turn for turn in game.turns if not level_of(game.seats[turn.seat]))
    return people or game.turns


def short(game: Game, seat: int) -> str:
    """A seat's name where there is little room: a computer's level, a person's name."""
    return level_of(game.seats[seat]) or game.seats[seat]


def who(game: Game, seat: int) -> str:
    """A seat's name as it is said; computers that are alike are numbered."""
    name = spoken(game.seats[seat])
    alike = [at for at, other in enumerate(game.seats) if other == game.seats[seat]]
    return name if len(alike) == 1 else f"{name} {alike.index(seat) + 1}"
