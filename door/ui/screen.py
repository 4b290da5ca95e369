"""A screen: what a caller sees, as pure functions over a frozen value.

Law: a screen sees values and gives values, never the caller's line, a file, a clock or asyncio.
`update` takes an event and gives the next state and effects; effects are data that the call
carries out, and whatever takes time comes back as a `Reply`.  Each feature has effects and
replies of its own; here are those that every screen may use.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from door.term.canvas import Canvas, Sprite
from door.term.keys import Key, Line, Mouse

COLS: Final = 80
ROWS: Final = 23
"""What every layout fits: a stock terminal, less the call's status line."""

Tier = Literal["colour", "mono", "ascii"]
"""What pictures are drawn in: colours; shapes and shading; lines and numerals."""


class Effect:
    """What a screen asks of the call."""

    __slots__ = ()


class Question(Effect):
    """An effect that only asks.  If the answer takes long, the caller may leave without it."""

    __slots__ = ()


class Reply:
    """What comes back to the screen that asked, or news for it."""

    __slots__ = ()


class Snapshot(Reply):
    """News that says all there is to know of something: only the newest waits for a call that is slow."""

    __slots__ = ()


Event = Key | Mouse | Line | Reply
Effects = tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Wake(Effect):
    """Send `Tick(name)` after that many seconds; a later Wake of the same name replaces it."""

    seconds: float
    name: str = "tick"


@dataclass(frozen=True, slots=True)
class Tick(Reply):
    """A `Wake` has come due."""

    name: str


@dataclass(frozen=True, slots=True)
class Bell(Effect):
    """Ring the caller's bell, if they have it on."""


@dataclass(frozen=True, slots=True)
class Leave(Effect):
    """Back to where the caller came from."""


@dataclass(frozen=True, slots=True)
class Took(Effect):
    """What was last sent has been taken in: the next may come."""


@dataclass(frozen=True, slots=True)
class View:
    """What there is to draw on: columns × rows, and what the terminal can show.

    `rows` is 23 on a stock 80×24 screen, since the call's status line takes the first; a screen
    fits its layout into 80×23 and may use more.  In `mono` colour alone must not carry meaning.
    `ascii` asks for no shading tricks; `mouse` says that there is one.  A screen may draw less than
    all of it, which then stands in the middle; `at` is where a game's picture begins, column and row.
    """

    cols: int = COLS
    rows: int = ROWS
    mono: bool = False
    ascii: bool = False
    mouse: bool = False
    at: tuple[int, int] = (0, 0)

    @property
    def tier(self) -> Tier:
        """What pictures are drawn in on it."""
        return "ascii" if self.ascii else "mono" if self.mono else "colour"


@dataclass(frozen=True, slots=True)
class Speech:
    """Plain mode: whole lines that say what changed, then the prompt that asks.

    A `secret` prompt's answer is not echoed.  Unless `again`, the same prompt is not repeated after lines
    that answer nothing the caller has entered.
    """

    lines: tuple[str, ...] = ()
    prompt: str = ""
    secret: bool = False
    again: bool = True


class Screen(Protocol):
    """Anything a caller sees: the board's own screens and every door.

    In plain mode `tell` takes `draw`'s place: it says the difference between two states
    (all of it when `before` is None), and a `Line` takes the place of keys.
    """

    def update(self, state: Any, event: Event) -> tuple[Any, Effects]: ...

    def draw(self, state: Any, view: View) -> Canvas: ...

    def tell(self, before: Any, after: Any) -> Speech: ...


class Moving(Screen, Protocol):
    """A screen on which pictures move over one that stays, and is drawn once for all of them."""

    def rested(self, state: Any, before: Any, view: View) -> Any:
        """The state without what moves, so that its picture with the `sprites` over it is the state's own;
        `before` itself, another's, where that looks the same; None where there is no such thing."""

    def sprites(self, state: Any, view: View) -> Iterable[Sprite]:
        """What moves, the uppermost last, where it is on the whole screen."""
        ...
