"""Goodbye: what the call came to, the art, and the line is let go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import BoardEffects, BoardEvent, HangUp, Lobby
from door.board.widgets import look
from door.term.canvas import GREY, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Leave, Speech, View
from door.ui.widgets import Hint, keys_line, wrap
from door.ui.words import no_choice

TITLE: Final = "Goodbye"
ASK: Final = "Hang up? (Enter for yes, N for no)"
SCORES: Final = 3
ANSWERS: Final[dict[str, BoardEffects | Effects]] = {
    **dict.fromkeys(("", "enter", "y", "yes", "g"), (HangUp(),)),
    **dict.fromkeys(("n", "no", "b", "esc", "ctrl-c"), (Leave(),)),
}
"""What a key means, and a line in plain mode; any other is no answer."""


@dataclass(frozen=True, slots=True)
class State:
    lobby: Lobby
    note: str = ""


def start(lobby: Lobby, arg: str) -> tuple[State, BoardEffects | Effects]:
    return State(lobby), ()


def update(state: State, event: BoardEvent) -> tuple[State, BoardEffects | Effects]:
    match event:
        case Key(name):
            return state, ANSWERS.get(name.lower(), (Bell(),))
        case Line(text):
            if done := ANSWERS.get(text.strip().lower()):
                return state, done
            return replace(state, note=no_choice(text.strip())), (Bell(),)
    return state, ()


def day_summary(lobby: Lobby) -> str:
    """The games finished today, door by door: "Shut The Box 104, 87 and 2 more; MindBuster! 6"."""
    if not lobby.today:
        return "No games finished today. The dice will wait."
    told = []
    for door in dict.fromkeys(name for name, _ in lobby.today):
        scores = [str(score) for name, score in lobby.today if name == door]
        more = f" and {len(scores) - SCORES} more" if len(scores) > SCORES else ""
        told.append(f"{door} {', '.join(scores[-SCORES:])}{more}")
    return f"Finished today: {'; '.join(told)}"


def draw(state: State, view: View) -> Canvas:
    lobby = state.lobby
    art = lobby.art.get("goodbye")
    canvas = look.backdrop(view, art, f"Goodbye from {lobby.board}")
    left, top = look.left(canvas) + 5, look.top(canvas)
    canvas.put(left, top + 1 if art else 4, f"Thank you for calling, {lobby.handle}.", style(YELLOW))
    lines = wrap(day_summary(lobby), 74)[:2]
    for at, line in enumerate(lines):
        canvas.put(left, top + look.HEIGHT - 1 - len(lines) + at, line, style(GREY))
    keys_line(canvas, (Hint("enter", "Hang up"), Hint("esc", "Back to the board")))
    return canvas


def tell(before: State | None, after: State) -> Speech:
    if before is not None:
        return Speech((after.note,) if after.note and after is not before else (), ASK)
    lines = (f"Thank you for calling, {after.lobby.handle}.", day_summary(after.lobby))
    return Speech(lines, ASK)
