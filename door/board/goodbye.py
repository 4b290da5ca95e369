"""Goodbye: what the call came to, the art, and the line is let go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from door.board import look
from door.board.api import BoardEffects, BoardEvent, HangUp, Lobby
from door.games.api import Effects, Leave, Speech, Tick, View, Wake
from door.games.widgets import Hint, keys_line
from door.term.canvas import GREY, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse

TITLE: Final = "Goodbye"
LINGER: Final = 20.0


@dataclass(frozen=True, slots=True)
class State:
    lobby: Lobby


def start(lobby: Lobby, arg: str) -> tuple[State, BoardEffects | Effects]:
    return State(lobby), (Wake(LINGER, "bye"),)


def update(state: State, event: BoardEvent) -> tuple[State, BoardEffects | Effects]:
    match event:
        case Key("esc") | Line("n" | "N"):
            return state, (Leave(),)
        case Key() | Line() | Tick() | Mouse(action="press"):
            return state, (HangUp(),)
    return state, ()


def _summary(lobby: Lobby) -> str:
    if not lobby.summary:
        return "No games finished this time. The dice will wait."
    return "Finished on this call: " + ", ".join(lobby.summary[-3:])


def draw(state: State, view: View) -> Canvas:
    lobby = state.lobby
    canvas = look.backdrop(view, lobby.art.get("goodbye"), f"Goodbye from {lobby.board}")
    left = (view.cols - look.WIDTH) // 2 + 5
    canvas.put(left, 3, f"Thank you for calling, {lobby.handle}.", style(YELLOW))
    canvas.put(left, view.rows - 2, _summary(lobby)[:74], style(GREY))
    keys_line(canvas, (Hint("enter", "Hang up"), Hint("esc", "Back to the board")))
    return canvas


def tell(before: State | None, after: State) -> Speech:
    if before is not None:
        return Speech()
    lines = (f"Thank you for calling, {after.lobby.handle}.", f"{_summary(after.lobby)}")
    return Speech(lines, "Hang up? (Enter for yes, N for no)")
