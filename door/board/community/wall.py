"""One-liners: the wall where callers leave a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from door.board.api import Done, Lobby
from door.board.community.effects import MAY_POST, POST, WALL
from door.board.widgets import pager, pager_input
from door.board.widgets.pager_input import State
from door.records.community.book import WIDTH
from door.records.community.community import Posted
from door.term.canvas import BRIGHT_CYAN, CYAN, DARK, GREY, WHITE, style
from door.term.keys import Key, Line
from door.ui.screen import Answer, Bell, Effects, Event, No, Speech
from door.ui.texts import tr
from door.ui.widgets import Hint

TITLE: Final = tr.people.title_wall
KEYS: Final = (Hint("o", tr.keys.write_a_line), *pager.READ)
INKS: Final = (style(WHITE), style(BRIGHT_CYAN), style(GREY), style(CYAN))
PROMPT: Final = tr.people.plain_prompt_wall


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    return State.titled(TITLE(), KEYS), (WALL(),)


def lines_of(posted: Sequence[Posted]) -> list[tuple[str, int]]:
    """Return two lines for each: handle and time, then the text."""
    lines: list[tuple[str, int]] = []
    for at, one in enumerate(posted):
        lines.append((f"{one.handle}, {one.t}" if one.t else one.handle, style(DARK)))
        lines.append((f"  {one.text}", INKS[at % len(INKS)]))
    return lines


def sheet(posted: Sequence[Posted]) -> pager.Pager:
    """Return the wall with its newest lines in view."""
    lines = lines_of(posted) or [(tr.people.no_wall_lines(), style(GREY))]
    wide = tuple(
        (f"{one.handle:<20}  {one.t:<14}  {one.text}", INKS[at % len(INKS)]) for at, one in enumerate(posted)
    )
    top = max(0, len(lines) - pager.ROOM + pager_input.FOOT)
    return pager.Pager(
        TITLE(), tuple(lines), tr.count.lines(n=len(posted)), KEYS, top + top % 2, pager_input.FOOT,
        wide=(wide,) if wide else (),
    )  # fmt: skip


def update(state: State, event: Event) -> Next:
    match event:
        case Answer(query) if query is MAY_POST:
            return state.asking(tr.people.ask_wall_line(), WIDTH), ()
        case Answer(_, posted):
            return replace(state, sheet=sheet(posted)), ()
        case Done(note):
            return state.said(note), (WALL(),)
        case No(note):
            return state.denied(note), (Bell(),)
        case Key() | Line() if state.entry:
            return state.answered(state.entry, event, POST)
        case Key("o" | "O" | "p" | "P") | Line("o" | "O" | "write"):
            return state, (MAY_POST(),)
    return state.turned(event)


draw: Final = pager_input.draw


def tell(before: State | None, after: State) -> Speech:
    if not after.sheet.lines:
        return Speech()
    return pager_input.tell(before, after, PROMPT())
