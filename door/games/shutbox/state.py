"""What one caller has before them at the box.

Law: a frozen value.  What a replay would restore lives in its `game`; all else is the
caller's side of the table: the cursor, tiles pulled down but not entered, pages, and how far
an animation has come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from door.games.shutbox.coach import box_steps
from door.games.shutbox.rules import Dice, Game, Step
from door.midend.api import Begun, Booked, Setup
from door.midend.books import Books

SHUT_STEPS: Final = 10

Scene = Literal["title", "opening", "rolling", "choosing", "counting", "done"]
Over = Literal["", "help", "standings", "ask", "coach", "daily"]


class Tile(NamedTuple):
    """What a tile on screen answers the mouse with."""

    number: int


class _Fields(NamedTuple):
    """What `State` holds."""

    setup: Setup
    books: Books
    scene: Scene = "title"
    over: Over = ""
    page: int = 0
    begun: Begun | None = None
    booked: Booked | None = None
    game: Game | None = None
    moves: tuple[str, ...] = ()
    cursor: int = 1
    pulled: int = 0
    before: Dice | None = None
    frame: int = 0
    note: str = ""
    asked: int = 0


class State(_Fields):
    """One caller's door.

    `over` is what lies over the scene.  `begun` is the game on screen, `booked` its place on
    the books; `moves` are all of it so far, for the coach.  `cursor` is a tile's number,
    `pulled` the mask of tiles pulled down; `before` the dice of the roll before this one, which lie
    until they tumble; `frame` how far the animation of the scene has
    come.  `note` is the message line; `asked` counts the lines of plain mode, so that a line
    entered twice is answered twice.
    """

    __slots__ = ()

    if not TYPE_CHECKING:

        def _replace(self, **changes: Any) -> State:
            """As every named tuple's, by way of a list: given an iterator, Python 3.11 leaves a tuple
            of this size behind each time, two thousand in all."""
            values = [*map(changes.pop, self._fields, self)]
            if changes:
                raise TypeError(f"no field of a State: {', '.join(changes)}")
            return self._make(values)

    @property
    def still(self) -> bool:
        """Whether nothing shall move by itself."""
        return self.setup.fast or self.setup.plain


def looked_at(state: State) -> tuple[Step, ...]:
    """The rolls that the coach may look back on: a game's that is over, and none before its end."""
    game, begun = state.game, state.begun
    if game is None or begun is None or not game.over or state.scene != "done":
        return ()
    return box_steps(game.variant, begun.chance, state.moves)


def count_steps(game: Game) -> int:
    """The frames in which the bonus is counted up: one a closed tile, and more for a shut box."""
    if not game.tile_bonus and not game.shut_bonus:
        return 0
    return game.closed + (SHUT_STEPS if game.why == "shut" else 0)
