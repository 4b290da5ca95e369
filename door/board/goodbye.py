"""Goodbye: what the call came to, the art, and the line is let go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from door.board import look
from door.board.api import BoardEffects, BoardEvent, HangUp, Lobby
from door.games.api import Effects, Leave, Speech, Tick, View, Wake
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas, style
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


def _summary(lobby: Lobby) -> list[str]:
    if not lobby.summary:
        return ["No games finished this time. The dice will wait."]
    return ["Finished on this call:", *lobby.summary[-4:]]


def draw(state: State, view: View) -> Canvas:
    lobby = state.lobby
    canvas = look.backdrop(view, lobby.art.get("goodbye"), f"Goodbye from {lobby.board}")
    y = view.rows - 7
    canvas.fill(0, y - 1, view.cols, 8)
    canvas.centre(y - 1, f"Thank you for calling, {lobby.handle}.", style(YELLOW))
    for at, line in enumerate(_summary(lobby)):
        canvas.centre(y + at, line, style(WHITE if at else GREY))
    canvas.centre(view.rows - 1, "[any key] Hang up   [Esc] Back to the board", style(DARK))
    return canvas


def tell(before: State | None, after: State) -> Speech:
    if before is not None:
        return Speech()
    lines = (f"Thank you for calling, {after.lobby.handle}.", *_summary(after.lobby))
    return Speech(lines, "Hang up? (Enter for yes, N for no)")
