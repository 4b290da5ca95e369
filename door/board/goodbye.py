"""Goodbye: what the call came to, the art, and the line is let go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import HangUp, Lobby
from door.board.widgets import look
from door.term.canvas import GREY, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Event, Leave, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Hint, keys_line, wrap
from door.ui.words import no_choice

TITLE: Final = tr.goodbye.title
KEYS: Final = (Hint("enter", tr.keys.hang_up), Hint("esc", tr.keys.back_to_the_board))
SCORES: Final = 3
"""Of a door's games that many are named."""

ANSWERS: Final[dict[str, Effects]] = {
    **dict.fromkeys(("", "enter", "y", "yes", "g"), (HangUp(),)),
    **dict.fromkeys(("n", "no", "b", "esc", "ctrl-c"), (Leave(),)),
}
"""What a key means, and a line in plain mode; any other is no answer."""


@dataclass(frozen=True, slots=True)
class State:
    lobby: Lobby
    note: str = ""


def start(lobby: Lobby, arg: str) -> tuple[State, Effects]:
    return State(lobby), ()


def update(state: State, event: Event) -> tuple[State, Effects]:
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
        return tr.goodbye.no_games_today()
    told = []
    for door in dict.fromkeys(name for name, _ in lobby.today):
        scores = [str(score) for name, score in lobby.today if name == door]
        more = tr.goodbye.and_more(count=len(scores) - SCORES) if len(scores) > SCORES else ""
        told.append(f"{door} {', '.join(scores[-SCORES:])}{more}")
    return tr.goodbye.finished_today(games="; ".join(told))


def draw(state: State, view: View) -> Canvas:
    lobby = state.lobby
    art = lobby.art.get("goodbye")
    canvas = look.backdrop(view, art, tr.goodbye.heading(board=lobby.board))
    left, top = look.left(canvas) + 5, look.top(canvas)
    canvas.put(left, top + 1 if art else 4, tr.goodbye.thanks(handle=lobby.handle), style(YELLOW))
    lines = wrap(day_summary(lobby), 74)[:2]
    for at, line in enumerate(lines):
        canvas.put(left, top + look.HEIGHT - 1 - len(lines) + at, line, style(GREY))
    keys_line(canvas, KEYS)
    return canvas


def tell(before: State | None, after: State) -> Speech:
    if before is not None:
        return Speech(
            (after.note,) if after.note and after is not before else (), tr.goodbye.confirm_hang_up()
        )
    return Speech(
        (tr.goodbye.thanks(handle=after.lobby.handle), day_summary(after.lobby)), tr.goodbye.confirm_hang_up()
    )
