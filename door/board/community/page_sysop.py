"""Page the sysop: one line that the sysop hears at once where they are there, and finds among the letters."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.board.api import Denied, Done, Lobby
from door.board.community.effects import PageSysop
from door.board.widgets import pager, pager_input
from door.board.widgets.look import GO_BACK, MOMENT
from door.board.widgets.pager_input import State
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Event, Leave, Speech
from door.ui.texts import Text

TITLE: Final = Text("Page the sysop")
WIDTH: Final = 70
ABOUT: Final = Text("""
{sysop} hears the bell at the desk, and may come to talk to you. Say in a line
what it is about. Where nobody is there just now, your line waits with the
letters; for more than a line there is Feedback.
""")
WHY: Final = Text("Why:")
HEARD: Final = Text("The sysop has been paged, and breaks in to talk when free.")
WAITS: Final = Text("No sysop is on just now. Your line waits with the letters.")
AGAIN: Final = Text("The sysop can be paged again {when}; F writes a letter.")
NEVER: Final = Text("The sysop cannot be paged; F in the main menu writes a letter.")


def start(lobby: Lobby, arg: str) -> tuple[State, Effects]:
    about = " ".join(ABOUT(sysop=lobby.sysop).split())
    sheet = replace(pager.paper(TITLE(), about), keys=(pager.BACK,), foot=pager_input.FOOT)
    return State(sheet).asking(WHY(), WIDTH), ()


def update(state: State, event: Event) -> tuple[State, Effects]:
    match event:
        case Done(note):
            return state.said(note), ()
        case Denied(note):
            return state.denied(note), (Bell(),)
        case Key() | Line() if state.entry:
            text = state.typed(state.entry, event)
            if isinstance(text, tuple):
                return text
            return (state.sending(MOMENT()), (PageSysop(text),)) if text else (state, (Leave(),))
    return state.turned(event)


draw: Final = pager_input.draw


def tell(before: State | None, after: State) -> Speech:
    return pager_input.tell(before, after, GO_BACK())
