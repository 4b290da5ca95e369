"""One caller's state at any door, as one frozen value.

Values and small steps between them, without drawing or keys. The game's own part is its `Table`. `log` has
the lines for plain mode, the latest last. `said` counts all lines ever, so that two states differ by the
lines between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, Literal, NamedTuple

from door.games.contract import Game
from door.games.frames import Frame
from door.games.game import AT_TABLE, DEMO, YES, Choice, Front, Table, computer_level
from door.games.luck import Dear, Verdict
from door.midend.api import EVERYWHERE, MOTION, PACES, VOICES, Begun, Booked, Setup
from door.midend.books import Books
from door.midend.replay import Puzzle
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
"""Overlays that plain mode has read out completely: the scene's own prompt follows."""
PRACTICE: Final = frozenset(["practice", "demo"])
"""Kinds of game that don't count."""

CHARGED: Final = frozenset(["contest", "free"])
"""Kinds of game that can be left and resumed, one at a time."""


class Again(NamedTuple):
    """A costly choice of a finished game that the caller may make again, or the day's `puzzle`.

    `table` is the game as it was then, `place` its number among the costliest (from 0). `move` is the new
    choice, "" until it is made, and `judged` what that costs.
    """

    table: Table
    place: int
    move: str = ""
    judged: Dear | None = None
    puzzle: Puzzle | None = None


@quick
class State(NamedTuple):
    """One caller's door.

    - `over` is the overlay, `page` its page or row, `field` the text being typed there.
    - `chosen` are the caller's choices, `table` the game, `begun` and `booked` the board's answers about it.
    - `frames` is the animation under way, `at` the frame shown.
    - `past` has the positions before each move of a practice game. `filed`: the end was reported to the
      records.
    - `awaited` is the thought waited for, `thought` one that came during an animation.
    - `parts` are the coach's results so far, `verdict` the final one, `again` a choice being made again.
    - `another` is the kind of game to start once this one is recorded.
    - `beat` holds Enter back for a moment on a new page. `attract`: a demonstration that started by itself.
    - `seated`: callers play with each other. `walled`: the result is on the one-liners' wall.
    - `sealed` is the next game's commitment while its caller is asked for a word.

    `table` and the fields after it are not visible around the board (`around`).
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
        """True if nothing may move by itself."""
        return self.setup.plain or self.chosen.get(MOTION) == "off"


Step = tuple[State, Effects]
Action = Callable[[Game, State], Step]


def table_of(state: State) -> Table:
    """Return the game. There must be one."""
    assert state.table is not None
    return state.table


_TABLE: Final = State._fields.index("table")


def around(state: State) -> tuple[Any, ...]:
    """Return all fields that are visible around the board, for a fast comparison."""
    return state[:_TABLE]


def tabled(state: State, **changes: Any) -> State:
    """Return the state with its table changed."""
    return state._replace(table=table_of(state)._replace(**changes))


def front(state: State) -> Front:
    """Return the part of the state that the game may use before it starts."""
    return Front(state.setup.options, state.setup.caller, state.books.tally, state.chosen)


_MOTION: Final = Choice(MOTION, tr.play.label_motion, ("off", *PACES), EVERYWHERE[MOTION], at_once=True)
_VOICES: Final = Choice(VOICES, tr.play.label_voices, ("on", "off"), EVERYWHERE[VOICES], at_once=True)


def choices(game: Game, state: State) -> tuple[Choice, ...]:
    """Return the choices at the door: the game's own, and those that hold at all doors."""
    voices = (replace(_VOICES, help=tr.play.about_voices()),) if game.info.computers else ()
    return (*game.choices(front(state)), replace(_MOTION, help=tr.play.about_motion()), *voices)


def held(game: Game, state: State) -> dict[str, str]:
    """Return the caller's value of each choice."""
    return {choice.key: choice.held(state.chosen) for choice in choices(game, state)}


def say(state: State, lines: Iterable[str]) -> State:
    """Add lines for plain mode."""
    new = tuple(line for line in lines if line)
    return state._replace(log=(*state.log, *new)[-KEPT:], said=state.said + len(new)) if new else state


def recap(game: Game, table: Table) -> Lines:
    """Return what a caller in plain mode needs to decide. Enter alone repeats it."""
    return game.recap(table) if game.recap is not None else game.say(None, table)


def notice(state: State, text: str, bad: bool = False) -> State:
    """Show a sentence on the message line, and say it in plain mode. "" clears the line."""
    if not text:
        return state._replace(note="", bad=False) if state.note else state
    return say(state._replace(note=text, bad=bad), (text,))


def ring(state: State) -> Effects:
    """Ring the bell, unless the caller has turned sound off at this door."""
    chosen = state.table.choices if state.table is not None else state.chosen
    return () if chosen.get("sound") == "off" else (Bell(),)


def refuse(state: State, why: MaybeSaid) -> Step:
    """Show the reason and ring the bell."""
    return notice(state, why, bad=True), ring(state)


def is_shared(state: State) -> bool:
    """True if others may still play the same dice: a daily deal, until its seed is published."""
    daily, begun = state.books.daily, state.begun
    opened = daily is not None and begun is not None and daily.last_day >= begun.daily
    return table_of(state).shared and not opened


def sitter(game: Game, table: Table, seat: int) -> str:
    """Return the level of the computer that plays for that seat here, or "" for a person or nobody.

    At a table between callers it is always "" for taken seats: their moves come from the table.
    """
    if seat < 0 or (table.kind == AT_TABLE and seat < len(table.seats)):
        return ""
    nobody = game.info.computers[0] if seat and game.info.computers else ""
    level = computer_level(table.seats[seat]) if seat < len(table.seats) else nobody
    if not level and game.info.computers and table.kind in PRACTICE and table.choices.get(DEMO) == YES:
        return game.info.computers[-1]
    return level


def kind_of(begun: Begun) -> str:
    """Return the kind of a game: see `Table.kind`."""
    if not begun.ranked:
        return "demo" if begun.seats and all(map(computer_level, begun.seats)) else "practice"
    return "daily" if begun.daily else "free" if begun.free else "contest"
