"""What a caller at the peg board has before them, as one frozen value.

Law: what a replay would restore lives in `game`; the rest is the caller's side of the table:
the row in hand, pages, settings, and how far an animation has come.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from door.games.mindbuster.card import Choice, Worn, level_of, player
from door.games.mindbuster.hand import Hand
from door.games.mindbuster.rules import UNSET, Game
from door.games.mindbuster.thoughts import Eye
from door.midend.api import Begun, Booked, Setup
from door.midend.books import Books
from door.ui.screen import Bell, Effects

Scene = Literal["title", "opening", "code", "guess", "marking", "waiting", "answering", "done"]
Over = Literal["", "help", "tables", "settings", "scoring", "eye", "board", "ask", "quit", "again"]
Answer = tuple["State", Effects]

MINE: Final = 0
THEIRS: Final = 1


class Palette(NamedTuple):
    """A peg of the palette, as the mouse finds it."""

    peg: str


class Hole(NamedTuple):
    """A hole of the row in hand."""

    number: int


class Back(NamedTuple):
    """An earlier row of the caller's."""

    row: int


class Pick(NamedTuple):
    """A value on the settings page."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class State:
    """One caller's door.

    `choice` is what the next game is going to be; `worn` what of it the game on the table, or
    before the first the title page, was given when it came up.
    `over` lies over the scene; `page` is its page, line or row, `side` whose rows it shows.
    `begun` is the game on screen, `booked` its place on the books.  `frame` is how far the
    scene's animation has come.  `mixed` counts random rows, `asked` the lines of plain mode.
    `another` asks for a new game as soon as this one is booked.  `eyes` are what the solver
    has seen so far of the caller's rows and of the computer's.
    """

    setup: Setup
    books: Books
    choice: Choice
    worn: Worn
    scene: Scene = "title"
    over: Over = ""
    page: int = 0
    side: int = MINE
    begun: Begun | None = None
    booked: Booked | None = None
    game: Game | None = None
    hand: Hand = Hand(UNSET * 4)  # noqa: RUF009 - frozen
    frame: int = 0
    mixed: int = 0
    note: str = ""
    asked: int = 0
    another: bool = False
    eyes: tuple[tuple[Eye, ...], tuple[Eye, ...]] = ((), ())

    @property
    def still(self) -> bool:
        """Whether nothing shall move by itself."""
        return self.setup.fast or self.setup.plain

    @property
    def level(self) -> str:
        """The level of the game's computer."""
        if self.begun is None:
            return self.choice.level
        return level_of(self.begun.seats, self.begun.options)

    @property
    def rival(self) -> str:
        """The computer's short name."""
        return player(self.level).short

    @property
    def playing(self) -> bool:
        """Whether a game is under way."""
        return self.game is not None and not self.game.over and self.scene not in ("title", "opening")

    @property
    def seen(self) -> bool:
        """Whether the solver has been through all rows of the side that is shown."""
        return self.game is not None and len(self.eyes[self.side]) == len(rows_of(self.game, self.side))

    @property
    def in_hand(self) -> bool:
        """Whether a row is being made."""
        return self.game is not None and self.scene in ("code", "guess")


def ring(state: State) -> Effects:
    """The bell, where the caller has sound on."""
    return (Bell(),) if state.worn.sound else ()


def rows_of(game: Game, side: int) -> tuple[str, ...]:
    """The caller's guesses, or the computer's."""
    return game.answers if side == THEIRS else game.guesses


def code_of(game: Game, side: int) -> str:
    """The code that these guesses are at."""
    return game.own if side == THEIRS else game.hidden
