"""Another caller's profile: what everybody may know of them, and the ways to reach them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.board import profile
from door.board.api import AskProfile, Denied, Done, Ignore, Lobby, Profile, Visit
from door.board.replays.replays import BY
from door.board.widgets import look, pager, pager_input
from door.board.widgets.pager_input import State
from door.term.keys import Key, Line
from door.ui.screen import Effects, Event, Speech
from door.ui.texts import Text
from door.ui.widgets import Hint

TITLE: Final = profile.TITLE
KEYS: Final = (
    Hint("r", "Replays"), Hint("m", "Write"), Hint("c", "Challenge"), Hint("i", "Ignore"), *pager.READ,
)  # fmt: skip
PROMPT: Final = Text("R replays, M writes, C challenges, I ignores or hears, Enter to go back.")


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    """Of the caller `arg`, whose handle is the title."""
    return State.titled(arg, pager.READ), (AskProfile(arg),)


def update(state: State, event: Event) -> Next:
    who = state.sheet.title
    ways: dict[str, Effects] = {
        "r": (Visit("replays", f"{BY}{who}"),), "m": (Visit("write", who),),
        "c": (Visit("new-table", who),), "i": (Ignore(who),),
    }  # fmt: skip
    match event:
        case Profile():
            lines = tuple(profile.lines_of(event, guest=False))
            return replace(state, sheet=replace(state.sheet, title=event.handle, lines=lines, keys=KEYS)), ()
        case Done(note) | Denied(note):
            return state.said(note, wrong=isinstance(event, Denied)), ()
        case Key(said) | Line(said) if said.strip().lower() in ways and state.sheet.lines:
            return state.said(""), ways[said.strip().lower()]
    return state.turned(event)


draw: Final = pager_input.draw


def tell(before: State | None, after: State) -> Speech:
    if not (after.sheet.lines or after.note):
        return Speech()
    return pager_input.tell(before, after, PROMPT() if after.sheet.lines else look.GO_BACK())
