"""One-liners: the wall on which every caller may leave a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import BoardEffects, BoardEvent, Denied, Done, Lobby
from door.board.community.effects import Allowed, AskWall, MayPost, Post, Wall
from door.board.widgets import pager, pager_input
from door.records.community.community import WIDTH, Posted
from door.term.canvas import BRIGHT_CYAN, CYAN, DARK, GREY, WHITE, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Speech, View
from door.ui.widgets import Hint

TITLE: Final = "One-liners"
KEYS: Final = (Hint("o", "Write a line"), *pager.READ)
EMPTY: Final = "The wall is bare. Leave the first line!"


@dataclass(frozen=True, slots=True)
class State:
    pager_input: pager_input.PagerInput


Next = tuple[State, BoardEffects | Effects]


def start(lobby: Lobby, arg: str) -> Next:
    return State(pager_input.PagerInput(pager.Pager(TITLE, (), keys=KEYS, foot=pager_input.FOOT))), (
        AskWall(),
    )


def lines_of(posted: Sequence[Posted]) -> list[tuple[str, int]]:
    """Two lines for each: who and when, and below it what."""
    lines: list[tuple[str, int]] = []
    for at, one in enumerate(posted):
        lines.append((f"{one.handle}, {one.t}" if one.t else one.handle, style(DARK)))
        lines.append((f"  {one.text}", style((WHITE, BRIGHT_CYAN, GREY, CYAN)[at % 4])))
    return lines


def sheet(posted: Sequence[Posted]) -> pager.Pager:
    """The wall, its newest lines in view."""
    lines = lines_of(posted) or [(EMPTY, style(GREY))]
    top = max(0, len(lines) - pager.ROOM + pager_input.FOOT)
    count = f"{len(posted)} line{'s' * (len(posted) != 1)}"
    return pager.Pager(TITLE, tuple(lines), count, KEYS, top + top % 2, pager_input.FOOT)


def update(state: State, event: BoardEvent) -> Next:
    on = state.pager_input
    match event:
        case Allowed(reason):
            refused = State(on.said(reason, wrong=True)), (Bell(),)
            return refused if reason else (State(on.asking("Line:", WIDTH)), ())
        case Wall(posted):
            return State(replace(on, sheet=sheet(posted))), ()
        case Done(note):
            return State(on.said(note)), (AskWall(),)
        case Denied(note):
            return State(on.refused(note)), (Bell(),)
        case Key() | Line() if on.entry:
            return _typed(state, on.entry, event)
        case Key("o" | "O" | "p" | "P") | Line("o" | "O" | "write"):
            return state, (MayPost(),)
    turned = pager.turn(on.sheet, event)
    return (state, ()) if turned is None else (State(replace(on, sheet=turned[0], note="")), turned[1])


def _typed(state: State, open: pager_input.Entry, event: Key | Line) -> Next:
    still, text = pager_input.type_in(open, event)
    if still:
        return State(replace(state.pager_input, entry=still)), pager_input.full(open, still, event)
    if not text:
        return State(state.pager_input.said("")), ()
    return State(state.pager_input.sending("One moment ...")), (Post(text),)


def draw(state: State, view: View) -> Canvas:
    return pager_input.draw(state.pager_input, view)


def tell(before: State | None, after: State) -> Speech:
    if not after.pager_input.sheet.lines:
        return Speech()
    return pager_input.tell(
        before.pager_input if before else None, after.pager_input, "O to write a line, Enter to go back."
    )
