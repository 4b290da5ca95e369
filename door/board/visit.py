"""The way into an external door and out of it, with a sentence before or after if needed.

On a screen the program starts at once. Plain mode first explains what to expect, because programs that draw
are not made for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Done, Lobby
from door.board.widgets import look
from door.external.api import Back, Enter
from door.term.canvas import GREY, WHITE, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Effects, Event, Leave, No, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Hint, keys_line, wrap

TITLE: Final = tr.menu.title_more_doors
KEYS: Final = (Hint("enter", tr.keys.go_on),)
ABOUT: Final = (
    tr.external.plain_about_screen,
    tr.external.plain_about_keys,
)


@dataclass(frozen=True, slots=True)
class State:
    """`asking`: plain mode waits to enter. `inside`: the program is running. `note` is shown afterwards."""

    lobby: Lobby
    slug: str
    asking: bool = False
    inside: bool = False
    note: str = ""

    @property
    def name(self) -> str:
        return dict(self.lobby.more).get(self.slug, TITLE())


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    return State(lobby, arg, asking=lobby.plain), () if lobby.plain else (Enter(arg),)


def update(state: State, event: Event) -> Next:
    match event:
        case Done():
            return replace(state, inside=True), ()
        case Lobby() if state.inside:  # the board has ended the program
            return state, (Leave(),)
        case Lobby():
            return replace(state, lobby=event), ()
        case No(why=note) | Back(note=note):
            return (replace(state, inside=False, note=note), ()) if note else (state, (Leave(),))
        case Line(text) if state.asking:
            if text.strip():
                return state, (Leave(),)
            return replace(state, asking=False), (Enter(state.slug),)
        case Key() | Line() if state.note:
            return state, (Leave(),)
        case Mouse(action="press") if state.note:
            return state, (Leave(),)
        case Key("esc" | "q" | "Q"):
            return state, (Leave(),)
    return state, ()


def draw(state: State, view: View) -> Canvas:
    canvas = Canvas(look.WIDTH, look.HEIGHT)
    y = look.heading(canvas, state.name) + 3
    if state.note:
        for at, line in enumerate(wrap(state.note, look.WIDTH - 8)):
            canvas.centre(y + at, line, style(WHITE))
        keys_line(canvas, KEYS)
    else:
        canvas.centre(y, tr.external.starting(), style(GREY))
    return canvas


def tell(before: State | None, after: State) -> Speech:
    if after.note:
        return Speech(
            (after.note,) if before is None or before.note != after.note else (),
            tr.external.plain_prompt_go_on(),
        )
    if after.asking:
        lines = tuple(about(name=after.name) for about in ABOUT)
        return Speech(lines if before is None else (), tr.external.plain_prompt_begin())
    return Speech()
