"""Chat: one room for everybody on the board.

Each answer brings the room's latest lines. The page keeps more of them to scroll back to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Lobby
from door.board.community.effects import EnterChat, InChat, SayInChat
from door.board.widgets import talk
from door.term.canvas import Canvas
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Event, Leave, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Field, Hint, type_key
from door.ui.words import Talk, commas, said_since

TITLE: Final = tr.people.title_chat
WIDTH: Final = 200
"""Characters per line."""

KEPT: Final = 200
"""Lines that the page keeps."""

KEYS: Final = (Hint("enter", tr.keys.say_it), Hint("esc", tr.keys.leave))
LEAVE: Final = frozenset({"/q", "/quit", "/bye"})


@dataclass(frozen=True, slots=True)
class State:
    """`heard` are the lines of the last answer. `asked` counts plain-mode requests for the list of names."""

    me: str
    heard: Talk = ()
    lines: Talk = ()
    here: tuple[str, ...] | None = None
    field: Field = Field(limit=WIDTH)
    asked: int = 0


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    return State(lobby.handle), (EnterChat(),)


def update(state: State, event: Event) -> Next:
    match event:
        case InChat(heard, here):
            lines = (*state.lines, *said_since(state.heard, heard))[-KEPT:]
            return replace(state, heard=heard, lines=lines, here=here), ()
        case Line(text):
            return _entered(state, text.strip())
        case Key("enter"):
            return _entered(state, state.field.value.strip())
        case Key("esc" | "ctrl-c"):
            return state, (Leave(),)
        case Key():
            field = type_key(state.field, event)
            full = field is state.field and bool(event.text)
            return replace(state, field=field), (Bell(),) if full else ()
    return state, ()


def _entered(state: State, text: str) -> Next:
    if text.lower() in LEAVE:
        return state, (Leave(),)
    if not text or text.lower() == "/who":
        return replace(state, field=Field(limit=WIDTH), asked=state.asked + 1), ()
    return replace(state, field=Field(limit=WIDTH)), (SayInChat(text[:WIDTH]),)


def _here(state: State) -> str:
    if state.here:
        return tr.people.chat_here(names=commas(state.here))
    return tr.people.chat_alone() if state.here == () else ""


def draw(state: State, view: View) -> Canvas:
    return talk.draw(view, TITLE(), state.lines, state.me, KEYS, state.field, _here(state))


def tell(before: State | None, after: State) -> Speech:
    """Say at first and when asked who is here. After that, say who comes, who goes and their lines."""
    if after.here is None:
        return Speech()
    known = before.here if before else None
    lines: list[str] = [tr.people.plain_chat_help()] if known is None else []
    if known is None or (before and before.asked != after.asked):
        lines.append(_here(after))
    else:
        lines += [tr.people.chat_left(who=who) for who in known if who not in after.here]
        lines += [tr.people.chat_came(who=who) for who in after.here if who not in known]
    said = said_since(before.lines if before else (), after.lines)
    lines += [f"{who}: {text}" for who, text in said if who != after.me or known is None]
    return Speech(tuple(lines), tr.people.ask_chat_line())
