"""A chat between the sysop and a caller, line by line. Each sees the other type.

Both ends use this page. The sysop opens and ends the chat. The caller's page covers whatever they were
doing, and closes with the chat.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Lobby
from door.board.sysop.effects import BreakIn, Heard, Say
from door.board.widgets import talk
from door.term.canvas import Canvas
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Event, Leave, No, Speech, Took, View
from door.ui.texts import tr
from door.ui.widgets import Field, Hint, type_key
from door.ui.words import said_since

TITLE: Final = tr.sysop.title_chat
KEPT: Final = 200
LIMIT: Final = 300
"""Lines to keep, and characters per line."""

SEND: Final = Hint("enter", tr.keys.send)
HOST_KEYS: Final = (SEND, Hint("esc", tr.keys.end_the_chat))
OVER_KEYS: Final = (Hint("esc", tr.keys.back),)
END_WORDS: Final = frozenset({"/q", "/quit", "/bye"})
WELCOME: Final = (
    tr.sysop.chat_broken_in,
    tr.sysop.chat_time_stands,
)


@dataclass(frozen=True, slots=True)
class State:
    """`lines` are (who, text). `typing` is the other's half-typed line. `over` is why the chat ended."""

    me: str
    other: str
    host: bool = False
    lines: tuple[tuple[str, str], ...] = ()
    typing: str = ""
    field: Field = Field(limit=LIMIT)
    begun: bool = False
    over: str = ""


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    """Open the sysop's end. `arg` is the node and the caller's handle."""
    node, _, handle = arg.partition(" ")
    number = int(node) if node.isdecimal() else 0
    return State(lobby.handle, handle or tr.sysop.chat_with_node(node=number), host=True), (BreakIn(number),)


def guest(sysop: str, handle: str) -> State:
    """Open the caller's end."""
    return State(handle, sysop, begun=True)


def update(state: State, event: Event) -> Next:
    match event:
        case Heard(lines, typing):
            kept = (*state.lines, *((state.other, line) for line in lines))[-KEPT:]
            rung: Effects = (Bell(),) if lines else ()
            return replace(state, lines=kept, typing=typing, begun=True), (Took(), *rung)
        case No() if not state.host:
            return state, (Leave(),)
        case No(reason):
            return replace(state, over=reason, typing=""), ()
        case Key() | Line() if state.over:
            return state, (Leave(),)
        case Line(text):
            return _entered(state, text.strip()[:LIMIT])
        case Key("enter"):
            return _entered(state, state.field.value.strip())
        case Key("esc" | "ctrl-c"):
            return state, (Leave(),) if state.host else (Bell(),)
        case Key():
            field = type_key(state.field, event)
            if field.value == state.field.value:
                return replace(state, field=field), ()
            return replace(state, field=field), (Say(typing=field.value),)
    return state, ()


def _entered(state: State, text: str) -> Next:
    if state.host and text.lower() in END_WORDS:
        return state, (Leave(),)
    if not text:
        return state, ()
    lines = (*state.lines, (state.me, text))[-KEPT:]
    return replace(state, lines=lines, field=Field(limit=LIMIT)), (Say(text),)


# -- screen ----------------------------------------------------------------------------------


def draw(state: State, view: View) -> Canvas:
    title, above = (
        (tr.sysop.title_chat_with(who=state.other), "")
        if state.host
        else (TITLE(), "\n".join(map(str, WELCOME)))
    )
    keys = OVER_KEYS if state.over else HOST_KEYS if state.host else (SEND,)
    shown = state.typing[-(72 - len(state.other)) :]
    note = state.over or (f"{state.other}: {shown}" if shown else "")
    field = None if state.over else state.field
    return talk.draw(view, title, state.lines, state.me, keys, field, note, above)


def tell(before: State | None, after: State) -> Speech:
    lines: list[str] = []
    if before is None and not after.host:
        lines += map(str, WELCOME)
    if after.host and after.begun and not (before and before.begun):
        lines.append(tr.sysop.chat_begun(who=after.other))
    said = said_since(before.lines if before else (), after.lines)
    lines += [f"{who}: {text}" for who, text in said if who != after.me]
    if after.over and not (before and before.over):
        lines.append(after.over)
    if after.over:
        return Speech(tuple(lines), tr.common.plain_prompt_go_back())
    if not after.begun:
        return Speech(tuple(lines))
    return Speech(tuple(lines), tr.sysop.ask_chat_line_host() if after.host else tr.sysop.ask_chat_line())
