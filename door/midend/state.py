"""What one caller has before them at any door, as one frozen value.

Law: values and the small steps between them; no drawing, no reading of keys.  The game's own
part is its `Table`; everything else here is what stands around any game.

`log` is what plain mode has to say, the latest last; `said` is how many lines there ever were,
so that two states differ by the lines between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, Literal, NamedTuple

from door.games.frames import Frame
from door.games.game import AT_TABLE, DEMO, YES, Choice, Front, Game, Table, computer_level
from door.games.luck import Dear, Verdict
from door.midend.api import EVERYWHERE, MOTION, PACES, VOICES, Begun, Booked, Setup
from door.midend.books import Books
from door.midend.puzzle import Puzzle
from door.ui.screen import Bell, Effects
from door.ui.texts import MaybeSaid, tr
from door.ui.values import quick
from door.ui.widgets import Field
from door.ui.words import Lines

KEPT: Final = 120

Scene = Literal["title", "opening", "word", "play", "done"]
Over = Literal[
    "", "help", "bulletin", "settings", "daily", "coach", "again", "way", "proof", "leave", "new", "board"
]  # fmt: skip
SAID_AT_ONCE: Final = frozenset(["bulletin", "proof", "coach", "board"])
"""What lies over a scene on screen, and in plain mode has been said whole: the scene's prompt stands."""
PRACTICE: Final = frozenset(["practice", "demo"])
"""The kinds of game that count for nothing."""

CHARGED: Final = frozenset(["contest", "free"])
"""The kinds of which one at a time waits where it was left."""


class Again(NamedTuple):
    """A choice of a game that is over, set before its caller once more: the table as it was then, which of
    the dearest it is (from 0), the move made now, "" while it is asked for, and what that costs; or the day's
    `puzzle`."""

    table: Table
    place: int
    move: str = ""
    judged: Dear | None = None
    puzzle: Puzzle | None = None


@quick
class State(NamedTuple):
    """One caller's door.

    `over` is what lies over the scene, `page` its page or row, `field` the text being typed there.
    `chosen` is what the caller has chosen, `table` the game, `begun` and `booked` its place on the
    books.  `frames` is the motion under way, `at` the frame shown.  `past` are a practice game's
    positions before each move; `filed` says that the books have heard its end.  `awaited` is the
    thought waited for, `thought` one that came while something moved.  `parts` is what the coach
    has seen so far, `verdict` what it makes of all of it, `again` a choice made once more.
    `another` is the kind of game to begin once this one is booked.  `beat` holds ENTER back for a
    moment on a new page.  `attract` marks a demonstration that started by itself.  `seated` says
    that callers play with each other; `sealed` is the commitment of the next game, while its caller
    is asked for a word; `walled` that this game is on the one-liners' wall.  Of `table` and the fields
    below it nothing is seen around the board (`around`).
    """

    setup: Setup
    books: Books
    chosen: Mapping[str, str]
    scene: Scene = "title"
    over: Over = ""
    page: int = 0
    field: Field | None = None
    begun: Begun | None = None
    booked: Booked | None = None
    frames: tuple[Frame, ...] = ()
    past: tuple[Any, ...] = ()
    filed: bool = False
    parts: tuple[Any, ...] = ()
    verdict: Verdict | None = None
    again: Again | None = None
    another: str = ""
    beat: bool = False
    attract: bool = False
    waiting: bool = False
    seated: bool = False
    sealed: str = ""
    walled: bool = False
    note: str = ""
    bad: bool = False
    log: tuple[str, ...] = ()
    said: int = 0
    table: Table | None = None
    at: int = 0
    awaited: str = ""
    thought: str | None = None

    @property
    def still(self) -> bool:
        """Whether nothing shall move by itself."""
        return self.setup.plain or self.chosen.get(MOTION) == "off"


Step = tuple[State, Effects]
Action = Callable[[Game, State], Step]


def table_of(state: State) -> Table:
    """The game, where there is one before the caller."""
    assert state.table is not None
    return state.table


_TABLE: Final = State._fields.index("table")


def around(state: State) -> tuple[Any, ...]:
    """All fields that are seen around the board: compared at once, a key takes 35 µs instead of 37."""
    return state[:_TABLE]


def tabled(state: State, **changes: Any) -> State:
    """The state with those changes at its table."""
    return state._replace(table=table_of(state)._replace(**changes))


def front(state: State) -> Front:
    """What the game is asked about before it begins."""
    return Front(state.setup.options, state.setup.caller, state.books.tally, state.chosen)


_MOTION: Final = Choice(MOTION, tr.play.label_motion, ("off", *PACES), EVERYWHERE[MOTION], at_once=True)
_VOICES: Final = Choice(VOICES, tr.play.label_voices, ("on", "off"), EVERYWHERE[VOICES], at_once=True)


def choices(game: Game, state: State) -> tuple[Choice, ...]:
    """What there is to choose at the door: the game's own, and what holds at all doors."""
    voices = (replace(_VOICES, help=tr.play.about_voices()),) if game.info.computers else ()
    return (*game.choices(front(state)), replace(_MOTION, help=tr.play.about_motion()), *voices)


def held(game: Game, state: State) -> dict[str, str]:
    """What each of the choices holds for this caller."""
    return {choice.key: choice.held(state.chosen) for choice in choices(game, state)}


def say(state: State, lines: Iterable[str]) -> State:
    """The state with more for plain mode to say."""
    new = tuple(line for line in lines if line)
    return state._replace(log=(*state.log, *new)[-KEPT:], said=state.said + len(new)) if new else state


def recap(game: Game, table: Table) -> Lines:
    """What a caller in plain mode needs to know to decide: ENTER alone has it said again."""
    return game.recap(table) if game.recap is not None else game.say(None, table)


def notice(state: State, text: str, bad: bool = False) -> State:
    """A sentence on the message line, and for plain mode to say; "" clears the line."""
    if not text:
        return state._replace(note="", bad=False) if state.note else state
    return say(state._replace(note=text, bad=bad), (text,))


def ring(state: State) -> Effects:
    """The bell, where the caller has not chosen silence for this door."""
    chosen = state.table.choices if state.table is not None else state.chosen
    return () if chosen.get("sound") == "off" else (Bell(),)


def refuse(state: State, why: MaybeSaid) -> Step:
    """The reason in place, and the bell."""
    return notice(state, why, bad=True), ring(state)


def is_shared(state: State) -> bool:
    """Whether others may still play the chance of the game on the table: a daily deal's, until it is
    laid open."""
    daily, begun = state.books.daily, state.begun
    opened = daily is not None and begun is not None and daily.last_day >= begun.daily
    return table_of(state).shared and not opened


def sitter(game: Game, table: Table, seat: int) -> str:
    """The level of the computer that plays for that seat, "" for a person at this keyboard or nobody.
    Whoever is named at a table is not played for here."""
    if seat < 0 or (table.kind == AT_TABLE and seat < len(table.seats)):
        return ""
    nobody = game.info.computers[0] if seat and game.info.computers else ""
    level = computer_level(table.seats[seat]) if seat < len(table.seats) else nobody
    if not level and game.info.computers and table.kind in PRACTICE and table.choices.get(DEMO) == YES:
        return game.info.computers[-1]
    return level


def kind_of(begun: Begun) -> str:
    """What a game counts for: see `Table.kind`."""
    if not begun.ranked:
        return "demo" if begun.seats and all(map(computer_level, begun.seats)) else "practice"
    return "daily" if begun.daily else "free" if begun.free else "contest"
