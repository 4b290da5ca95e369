"""A caller at the peg board: where each event goes, and what the keys do outside a row.

Law: keys and clicks change the row in hand (`row`) or what lies over the board (`overlays`);
only an entered row becomes a move (`flow`).  Any event is fine in any state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from door.games.mindbuster import flow
from door.games.mindbuster.card import choice_of
from door.games.mindbuster.flow import begin, frames, skip
from door.games.mindbuster.lines import enter_line
from door.games.mindbuster.overlays import (
    open_eye,
    open_over,
    open_scoring,
    open_tables,
    over_key,
    over_mouse,
)
from door.games.mindbuster.row import MOUSE, refuse, row_key
from door.games.mindbuster.state import Answer, State
from door.midend.api import Begun, Booked, News, Refused, Setup, Thought
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Event, Leave, Tick


def start(setup: Setup) -> Answer:
    """The title page, or the game at once where `setup.straight` asks for it."""
    choice = choice_of(setup.options, setup.prefs, setup.argv)
    state = State(setup, setup.books, choice, choice.worn)
    return begin(state) if setup.straight else (state, ())


def update(state: State, event: Event) -> Answer:
    """The next state and what the session shall do; any event is fine in any state."""
    handler = _EVENTS.get(type(event))
    return handler(state, event) if handler else (state, ())


# -- keys ----------------------------------------------------------------------------------


def _leave(state: State) -> Answer:
    return state, (Leave(),)


def _new(state: State) -> Answer:
    """A new game: one that is under way has to be given up first."""
    if state.scene == "opening":
        return state, ()
    return open_over("again")(state) if state.playing else begin(state)


def _stop(state: State) -> Answer:
    return open_over("ask")(state) if state.playing else _leave(state)


def _quit(state: State) -> Answer:
    return open_over("quit")(state) if state.playing else refuse(state, "There is no game to quit.")


_ANYWHERE: Final[dict[str, Callable[[State], Answer]]] = {
    **dict.fromkeys(("f1", "h", "?"), open_over("help")),
    **dict.fromkeys(("f2", "n"), _new),
    **dict.fromkeys(("f3", "s"), open_over("settings")),
    **dict.fromkeys(("f5", "l"), open_scoring),
    "t": open_tables,
    **dict.fromkeys(("esc", "q"), _stop),
    "ctrl-q": _quit,
    "ctrl-x": _leave,
}
_BETWEEN: Final[dict[str, Callable[[State], Answer]]] = dict.fromkeys(("enter", "p", "y"), begin)
_SCENES: Final[dict[str, dict[str, Callable[[State], Answer]]]] = {
    "title": _BETWEEN,
    "done": {**_BETWEEN, "e": open_eye},
}


def _key(state: State, key: Key) -> Answer:
    """A key in the middle of an animation ends it, and counts for what comes after if it can."""
    if state.over:
        return over_key(state, key)
    if not frames(state):
        return _scene_key(state, key)
    state, effects = skip(state)
    if key.name in ("enter", " ", "esc"):
        return state, effects
    after, more = _scene_key(state, key)
    return after, (*effects, *more)


def _scene_key(state: State, key: Key) -> Answer:
    name = key.name.lower()
    if name in _ANYWHERE:
        return _ANYWHERE[name](state)
    if state.in_hand:
        return row_key(state, key)
    if state.scene == "waiting" and name == "enter" and state.note:
        return replace(state, note=""), flow.think(state)
    action = _SCENES.get(state.scene, {}).get(name)
    return action(state) if action else (state, ())


# -- the mouse ---------------------------------------------------------------------------------


def _mouse(state: State, mouse: Mouse) -> Answer:
    if mouse.action == "press" and isinstance(mouse.target, Key):
        return _key(state, mouse.target)
    if state.over:
        return over_mouse(state, mouse)
    if mouse.action == "press" and frames(state):
        return skip(state)
    act = MOUSE.get(mouse.action)
    return act(state, mouse) if act and state.in_hand else (state, ())


def _line(state: State, line: Line) -> Answer:
    return enter_line(state, line, _key)


_EVENTS: Final[dict[type, Callable[[State, Any], Answer]]] = {
    Key: _key,
    Mouse: _mouse,
    Line: _line,
    Begun: flow.on_begun,
    Refused: flow.on_refused,
    Booked: flow.on_booked,
    Tick: flow.on_tick,
    Thought: flow.on_thought,
    News: flow.on_news,
}
