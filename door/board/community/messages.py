"""Messages that other callers sent during this call, so that none is missed on the status line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Answer, Ask, BoardEffects, BoardEvent, Lobby, Note, Visit
from door.board.widgets import pager
from door.term.canvas import DARK, GREY, WHITE, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Effects, Leave, Speech, View
from door.ui.widgets import Hint

TITLE: Final = "Messages"
KEYS: Final = (Hint("w", "Write, to somebody online"), Hint("r", "Refresh"), pager.BACK)
EMPTY: Final = "No messages on this call so far."


@dataclass(frozen=True, slots=True)
class State:
    sheet: pager.Pager


def start(lobby: Lobby, arg: str) -> tuple[State, BoardEffects]:
    return State(pager.Pager(TITLE, (), keys=KEYS)), (Ask("inbox"),)


def sheet(notes: Sequence[Note]) -> pager.Pager:
    """The newest first: who and when, and below it what."""
    lines: list[tuple[str, int]] = []
    for note in reversed(notes):
        sender = f"{note.handle} on node {note.node}" if note.node else note.handle
        lines.append((f"{note.when}  {sender}:", style(DARK)))
        lines.append((f"       {note.text}", style(WHITE)))
    return pager.Pager(TITLE, tuple(lines) or ((EMPTY, style(GREY)),), keys=KEYS)


def update(state: State, event: BoardEvent) -> tuple[State, BoardEffects | Effects]:
    match event:
        case Answer(value=notes):
            return replace(state, sheet=sheet(notes)), ()
        case Lobby() | Key("r" | "R") | Line("r" | "R"):
            return state, (Ask("inbox"),)
        case Key("w" | "W") | Line("w" | "W"):
            return state, (Leave(), Visit("who"))
    turned = pager.turn(state.sheet, event)
    return (state, ()) if turned is None else (replace(state, sheet=turned[0]), turned[1])


def draw(state: State, view: View) -> Canvas:
    return pager.draw(state.sheet, view)


def tell(before: State | None, after: State) -> Speech:
    if not after.sheet.lines:
        return Speech()
    told = pager.tell(before.sheet if before else None, after.sheet)
    return Speech(told.lines, "W to write to somebody online, R to refresh, Enter to go back.")
