"""Another caller's public profile, and the ways to reach them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.board import profile
from door.board.api import IGNORE, PROFILE, Done, Lobby, Profile, Visit
from door.board.replays.replays import BY
from door.board.widgets import pager, pager_input
from door.board.widgets.pager_input import State
from door.term.keys import Key, Line
from door.ui.screen import Answer, Effects, Event, No, Speech
from door.ui.texts import tr
from door.ui.widgets import Hint

TITLE: Final = profile.TITLE
KEYS: Final = (
    Hint("r", tr.keys.replays),
    Hint("m", tr.keys.write),
    Hint("c", tr.keys.challenge),
    Hint("i", tr.keys.ignore),
    *pager.READ,
)
PROMPT: Final = tr.people.plain_prompt_caller


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    """Open the page of the caller `arg`, whose handle is the title."""
    return State.titled(arg, pager.READ), (PROFILE(arg),)


def update(state: State, event: Event) -> Next:
    who = state.sheet.title
    ways: dict[str, Effects] = {
        "r": (Visit("replays", f"{BY}{who}"),), "m": (Visit("write", who),),
        "c": (Visit("new-table", who),), "i": (IGNORE(who),),
    }  # fmt: skip
    match event:
        case Answer(_, Profile() as found):
            lines = tuple(profile.lines_of(found, guest=False))
            return replace(state, sheet=replace(state.sheet, title=found.handle, lines=lines, keys=KEYS)), ()
        case Done(note) | No(note):
            return state.said(note, wrong=isinstance(event, No)), ()
        case Key(said) | Line(said) if said.strip().lower() in ways and state.sheet.lines:
            return state.said(""), ways[said.strip().lower()]
    return state.turned(event)


draw: Final = pager_input.draw


def tell(before: State | None, after: State) -> Speech:
    if not (after.sheet.lines or after.note):
        return Speech()
    return pager_input.tell(
        before, after, PROMPT() if after.sheet.lines else tr.common.plain_prompt_go_back()
    )
