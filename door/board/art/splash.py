"""A door's title art, shown briefly on the way in. Any key continues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from door.board.api import Lobby
from door.board.widgets import look
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Effects, Event, Leave, Speech, Tick, View, Wake
from door.ui.texts import tr
from door.ui.widgets import Hint, keys_line

KEYS: Final = (Hint("enter", tr.keys.go_on),)
TITLE: Final = tr.logon.title_splash
SECONDS: Final = 4.0


@dataclass(frozen=True, slots=True)
class State:
    """If `art` is missing, the page closes at once."""

    art: Canvas | None


def start(lobby: Lobby, arg: str) -> tuple[State, Effects]:
    art = lobby.art.get(arg)
    return State(art), (Wake(SECONDS if art else 0, "on"),)


def update(state: State, event: Event) -> tuple[State, Effects]:
    if isinstance(event, Key | Line | Tick) or (isinstance(event, Mouse) and event.action == "press"):
        return state, (Leave(),)
    return state, ()


def draw(state: State, view: View) -> Canvas:
    canvas = look.backdrop(view, state.art, "")
    keys_line(canvas, KEYS)
    return canvas


def tell(before: State | None, after: State) -> Speech:
    return Speech()
