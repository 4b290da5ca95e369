"""A screen: a caller's view as pure functions over a frozen value.

A screen never sees the caller's connection, a file, a clock or asyncio. `update` takes an event and returns
the next state and effects. Effects are data that the call carries out; results that take time come back as a
`Reply`. Each feature has effects and replies of its own. The ones here are for every screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, Protocol, TypeVar, overload

from door.term.canvas import Canvas, Rect
from door.term.keys import Key, Line, Mouse
from door.ui.sentence import MaybeSaid

COLS: Final = 80
ROWS: Final = 23
"""The height that every layout fits: a stock terminal without the call's status line."""

Tier = Literal["colour", "mono", "ascii"]
"""How pictures are drawn: in colours, with shapes and shading, or with lines and numerals."""


class Effect:
    """A screen's request to the call."""

    __slots__ = ()


class Question(Effect):
    """An effect that only asks. If the answer takes long, the caller may leave without it."""

    __slots__ = ()


class Reply:
    """An answer for the screen that asked, or news for it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class No(Reply):
    """A refusal with its reason, one sentence. `final` ends the call. `to` is the effect that was refused."""

    why: MaybeSaid
    final: bool = False
    to: Effect | None = field(default=None, compare=False, repr=False)


A = TypeVar("A")
T = TypeVar("T")


@dataclass(frozen=True, eq=False, slots=True)
class Query(Generic[A, T]):
    """A question that pages put to the board: an argument `A`, and an answer `T` or `No`.

    Compared by identity. `T` is never None, so that `answer_in` can tell an answer from other events.
    """

    name: str

    @overload
    def __call__(self: Query[None, T]) -> Ask[None, T]: ...
    @overload
    def __call__(self, arg: A) -> Ask[A, T]: ...
    def __call__(self, arg: Any = None) -> Ask[Any, T]:
        return Ask(self, arg)

    def answer_in(self, event: object) -> T | None:
        """Return the value if the event is an answer to this query."""
        return event.value if isinstance(event, Answer) and event.query is self else None


@dataclass(frozen=True, slots=True)
class Ask(Question, Generic[A, T]):
    """Ask a query."""

    query: Query[A, T]
    arg: A


@dataclass(frozen=True, slots=True)
class Answer(Reply, Generic[T]):
    """The answer to a query."""

    query: Query[Any, T]
    value: T


@dataclass(frozen=True, eq=False, slots=True)
class Act(Generic[A]):
    """Something that pages have the board do, with an argument `A`. The answer is `Done` or `No`."""

    name: str

    def __call__(self, arg: A) -> DoAct[A]:
        return DoAct(self, arg)


@dataclass(frozen=True, slots=True)
class DoAct(Effect, Generic[A]):
    """Have an act done."""

    act: Act[A]
    arg: A


@dataclass(frozen=True, slots=True)
class Done(Reply):
    """Success, and an optional sentence to show. `changed`: what the page shows may be another now."""

    note: MaybeSaid = ""
    changed: bool = field(default=True, compare=False)


class Snapshot(Reply):
    """News that replaces all earlier news of its kind: a slow call only gets the newest."""

    __slots__ = ()


Event = Key | Mouse | Line | Reply
Effects = tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Wake(Effect):
    """Send `Tick(name)` after that many seconds. A later Wake of the same name replaces it."""

    seconds: float
    name: str = "tick"


@dataclass(frozen=True, slots=True)
class Tick(Reply):
    """A `Wake` is due."""

    name: str


@dataclass(frozen=True, slots=True)
class Bell(Effect):
    """Ring the caller's bell, if they have it on."""


@dataclass(frozen=True, slots=True)
class Leave(Effect):
    """Go back to where the caller came from."""


@dataclass(frozen=True, slots=True)
class Visit(Effect):
    """Open a page of `door.features.every` on top of this screen."""

    page: str
    arg: str = ""


@dataclass(frozen=True, slots=True)
class Took(Effect):
    """The last update has been handled. The next may come."""


@dataclass(frozen=True, slots=True)
class View:
    """The drawing area: columns × rows, and the terminal's abilities.

    `rows` is 23 on a stock 80×24 screen, because the call's status line takes the first. A screen fits its
    layout into 80×23 and may use more. In `mono`, colour alone must not carry meaning. `ascii` means no
    shading; `mouse` that there is one. A smaller picture is centred; `at` is where a game's picture starts,
    column and row, and `zoom` the size at which it is shown, in halves of its own (`door.ui.magnify`). An
    `upright` phone shows a page's words itself, so their rows make room for the picture above them.
    """

    cols: int = COLS
    rows: int = ROWS
    mono: bool = False
    ascii: bool = False
    mouse: bool = False
    at: tuple[int, int] = (0, 0)
    zoom: int = 2
    upright: bool = False

    @property
    def tier(self) -> Tier:
        """How pictures are drawn on this terminal."""
        return "ascii" if self.ascii else "mono" if self.mono else "colour"


class Aside(str):
    """A line that only plain mode needs. Beside a picture with buttons it is left out."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Speech:
    """Plain mode: whole lines about changes, then the prompt.

    The answer to a `secret` prompt is not echoed. Unless `again`, the prompt is not repeated after lines
    that don't answer the caller's input.
    """

    lines: tuple[str, ...] = ()
    prompt: str = ""
    secret: bool = False
    again: bool = True

    @property
    def question(self) -> str:
        """The prompt without the ways to answer it. A window with buttons shows those instead."""
        asked, _, ways = self.prompt.rpartition(" (")
        return asked if asked and ways.endswith(")") else self.prompt


ARROWS: Final = ("left", "up", "down", "right")


@dataclass(frozen=True, slots=True)
class Closeup:
    """The part of a picture that a phone held upright shows. Below it come plain mode's sentences.

    - `rect`: the part of the picture that matters. None if the words say it all.
    - `cursor`: the keys that move something on the picture, such as `ARROWS`.
    - `rare`: keys that only change a setting.
    - `seen`: sentences that matter less, because the picture says the same.
    - `says`: sentences of a box over the picture, where their letters are small.
    - `types`: True if the caller may type a line at any time.
    """

    rect: Rect | None
    cursor: tuple[str, ...] = ()
    rare: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    types: bool = False


class Screen(Protocol):
    """Anything a caller sees: the board's own screens and every door.

    In plain mode `tell` replaces `draw`: it tells the difference between two states (everything if `before`
    is None). A `Line` replaces keys.
    """

    def update(self, state: Any, event: Event) -> tuple[Any, Effects]: ...

    def draw(self, state: Any, view: View) -> Canvas: ...

    def tell(self, before: Any, after: Any) -> Speech: ...
