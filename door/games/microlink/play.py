"""A caller at the door: what each event makes of the state.

Law: each event goes to those who know it: keys and mouse to `hands`, lines to `lines`; here
are the board's answers and the ticks.  Any event is fine in any state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from door.games.microlink import seating, table, toggles
from door.games.microlink.hands import FLASH_SECONDS, click, demonstrate, press, sit_down
from door.games.microlink.lines import enter_line
from door.games.microlink.state import Answer, State
from door.midend.api import Begun, Booked, News, Refused, Setup, Thought
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Bell, Event, Leave, Tick, Wake

IDLE_SECONDS: Final = 90.0
FLASHES: Final = 40  # then the arrow stands still


def start(setup: Setup) -> Answer:
    """The title page, or the game at once where `setup.straight` asks for it."""
    wanted = toggles.read(setup.prefs, setup.argv)
    seats = seating.seated(setup.caller, setup.prefs.get("seats", ""), practice=not wanted.saved)
    state = State(
        setup, setup.books, wanted.on, seats, note=wanted.note, waiting=setup.waiting, saved=wanted.saved
    )
    return sit_down(state) if setup.straight else (state, _idle(state))


def update(state: State, event: Event) -> Answer:
    """The next state and what the session shall do; any event is fine in any state."""
    handler = _EVENTS.get(type(event))
    if handler is None:
        return state, ()
    after, effects = handler(state, event)
    came = after.scene == "title" and state.scene != "title"
    stirred = came or isinstance(event, (Key, Mouse))
    return after, (*effects, *_idle(after)) if stirred and Leave() not in effects else effects


def _idle(state: State) -> tuple[Wake, ...]:
    """A title page that nobody touches starts a demonstration."""
    quiet = state.scene == "title" and not state.over and not state.setup.plain
    return (Wake(IDLE_SECONDS, "idle"),) if quiet else ()


# -- the board answers -----------------------------------------------------------------------------


def _begun(state: State, begun: Begun) -> Answer:
    told = state.note if state.scene == "opening" else ""
    after, effects = table.begun(state, begun)
    return (replace(after, note=f"{told} {after.note}".strip()) if told else after), effects


def _refused(state: State, refused: Refused) -> Answer:
    after = replace(state, scene="title", books=refused.books, note=refused.reason, idle=False, back=False)
    return after, () if state.idle else (Bell(),)


def _booked(state: State, booked: Booked) -> Answer:
    state = replace(state, booked=booked, books=booked.books, note=booked.note or state.note)
    return table.went_away(state) if state.scene == "closing" else (state, ())


def _news(state: State, news: News) -> Answer:
    return replace(state, books=news.books), ()


def _thought(state: State, thought: Thought) -> Answer:
    return state, ()


# -- what moves by itself --------------------------------------------------------------------------


def _tick(state: State, tick: Tick) -> Answer:
    if tick.name == "flash" and state.over == "scores" and state.page < FLASHES:
        return replace(state, page=state.page + 1), (Wake(FLASH_SECONDS, "flash"),)
    if tick.name == "idle" and state.scene == "title" and not state.over and not state.setup.plain:
        return demonstrate(replace(state, idle=True, note=""), ("computer:expert", "computer:careful"))
    if tick.name == table.GO and not state.over and table.pause_of(state) is not None:
        return table.flow(*table.move_on(state))
    return state, ()


_EVENTS: Final[dict[type, Callable[[State, Any], Answer]]] = {
    Key: press,
    Mouse: click,
    Line: enter_line,
    Begun: _begun,
    Refused: _refused,
    Booked: _booked,
    Tick: _tick,
    Thought: _thought,
    News: _news,
}
