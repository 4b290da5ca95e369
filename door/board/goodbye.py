"""Goodbye: a summary of the call's games, the art, and the hang-up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from door.board.api import HangUp, Lobby, Pass
from door.board.widgets import look
from door.term.canvas import GREY, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Event, Leave, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Hint, folded, keys_line
from door.ui.words import commas, semicolons

TITLE: Final = tr.goodbye.title
KEYS: Final = (Hint("enter", tr.keys.hang_up), Hint("esc", tr.keys.back_to_the_board))
CAREFUL: Final = (Hint("g", tr.keys.hang_up), Hint("enter", tr.keys.back_to_the_board))
ASKED: Final = "asked"
"""The argument if a key opened the page that means "back" elsewhere. Then Enter goes back here, too."""

SCORES: Final = 3
"""Scores named per door."""

ANSWERS: Final[dict[str, Effects]] = {
    **dict.fromkeys(("y", "yes", "g"), (HangUp(),)),
    **dict.fromkeys(("n", "no", "q", "x", "esc", "ctrl-c", "ctrl-x"), (Leave(),)),
}
"""Effects by key, or by line in plain mode. The menu gets any other."""


@dataclass(frozen=True, slots=True)
class State:
    """`careful`: Enter does not hang up."""

    lobby: Lobby
    careful: bool = False


def start(lobby: Lobby, arg: str) -> tuple[State, Effects]:
    return State(lobby, arg == ASKED), ()


def update(state: State, event: Event) -> tuple[State, Effects]:
    match event:
        case Key("enter") | Line(""):
            return state, (Leave() if state.careful else HangUp(),)
        case Key(said) | Line(said):
            at_menu = isinstance(event, Line) or (said.isalnum() and len(said) == 1) or said in ("!", "?")
            return state, ANSWERS.get(said.strip().lower(), (Pass(event) if at_menu else Bell(),))
    return state, ()


def day_summary(lobby: Lobby) -> str:
    """Return the games finished today, by door: "Shut The Box 104, 87 and 2 more; MindBuster! 6"."""
    if not lobby.today:
        return tr.goodbye.no_games_today()
    told = []
    for door in dict.fromkeys(name for name, _ in lobby.today):
        scores = [str(score) for name, score in lobby.today if name == door]
        last, more = commas(scores[-SCORES:]), len(scores) - SCORES
        told.append(
            tr.goodbye.door_scores_and_more(door=door, scores=last, count=more)
            if more > 0
            else tr.goodbye.door_scores(door=door, scores=last)
        )
    return tr.goodbye.finished_today(games=semicolons(told))


def draw(state: State, view: View) -> Canvas:
    lobby = state.lobby
    art = lobby.art.get("goodbye")
    canvas = look.backdrop(view, art, tr.goodbye.heading(board=lobby.board))
    left, top = look.left(canvas) + 5, look.top(canvas)
    canvas.put(left, top + 1 if art else 4, tr.goodbye.thanks(handle=lobby.handle), style(YELLOW))
    lines = folded(day_summary(lobby), 74, 2)
    for at, line in enumerate(lines):
        canvas.put(left, top + look.HEIGHT - 1 - len(lines) + at, line, style(GREY))
    keys_line(canvas, CAREFUL if state.careful else KEYS)
    return canvas


def tell(before: State | None, after: State) -> Speech:
    said = (tr.goodbye.thanks(handle=after.lobby.handle), day_summary(after.lobby)) if before is None else ()
    return Speech(said, (tr.goodbye.confirm_twice if after.careful else tr.goodbye.confirm_hang_up)())
