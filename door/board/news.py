"""What has happened since a caller's last call: who was here, and what stands on the wall.

It stands between the log-on and the menu, and is in nobody's way: a key of the menu's works
from here, and in plain mode it is said and the menu follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board import menu
from door.board.api import Lobby, Pass, Visit
from door.board.community import last_callers, wall
from door.board.community.effects import AskNews, WhatIsNew
from door.board.widgets import pager
from door.records.community.community import LastCall, Posted
from door.term.canvas import WHITE, YELLOW, style
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Effects, Event, Leave, Speech, Tick, Wake
from door.ui.widgets import Hint, wrap

TITLE: Final = "News"
HEADING: Final = "Since your last call"
KEYS: Final = (Hint("enter", "Go on"), Hint("o", "Write on the wall"))
GO_ON: Final = frozenset({"enter", " ", "esc", "q", "ctrl-c"})
CALLS, LINES, WIDTH = 5, 4, 74
SOON: Final = 0.01  # seconds


@dataclass(frozen=True, slots=True)
class State(pager.State):
    lobby: Lobby


def start(lobby: Lobby, arg: str) -> tuple[State, Effects]:
    return State(pager.Pager(HEADING, (), keys=KEYS), lobby), (AskNews(),)


def sheet(
    calls: Sequence[LastCall], posted: Sequence[Posted], news: Sequence[str], lobby: Lobby
) -> pager.Pager:
    """The newest of both, on one page."""
    told = [] if lobby.plain else menu.news(lobby)  # in plain mode the menu says it right after
    lines = [(text, style(WHITE)) for sentence in told for text in (sentence, "")]
    lines += [(text, style(WHITE)) for sentence in news for text in (*wrap(sentence, WIDTH), "")]
    lines += [("LAST CALLERS", style(YELLOW)), *last_callers.lines_of(calls[-CALLS:], lobby.handle)]
    if posted:
        lines += [("", 0), ("ON THE WALL", style(YELLOW)), *wall.lines_of(posted[-LINES:])]
    return pager.Pager(HEADING, tuple(lines), f"Hello, {lobby.handle}", KEYS)


def update(state: State, event: Event) -> tuple[State, Effects]:
    match event:
        case WhatIsNew(calls, posted, told):
            fresh = replace(state, sheet=sheet(calls, posted, told, state.lobby))
            return fresh, (Wake(SOON, "on"),) if state.lobby.plain else ()
        case Lobby():
            return state, (AskNews(),)
        case Key("o" | "O"):
            return state, (Visit("wall"),)
        case Key(name) if name.lower() in GO_ON:
            return state, (Leave(),)
        case Key() | Line():
            return state, (Pass(event),)
        case Tick() | Mouse(action="press"):
            return state, (Leave(),)
    return state, ()


draw: Final = pager.draw_page


def tell(before: State | None, after: State) -> Speech:
    if not after.sheet.lines:
        return Speech()
    lines = pager.tell(before.sheet if before else None, after.sheet).lines
    return Speech(lines, "" if after.lobby.plain else "Enter to go on.")
