"""What callers have written to the sysop, this month and the last; for the sysop alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Answer, Ask, BoardEffects, BoardEvent, Lobby
from door.board.widgets import pager
from door.records.community.community import Letter
from door.term.canvas import GREY, YELLOW, Canvas, style
from door.ui.screen import Effects, Speech, View

TITLE: Final = "Letters to the sysop"
EMPTY: Final = "No letters this month, nor the last."


@dataclass(frozen=True, slots=True)
class State:
    sheet: pager.Pager


def start(lobby: Lobby, arg: str) -> tuple[State, BoardEffects]:
    return State(pager.Pager(TITLE, ())), (Ask("letters"),)


def sheet(letters: Sequence[Letter]) -> pager.Pager:
    """The newest first."""
    lines: list[tuple[str, int]] = []
    for letter in reversed(letters):
        lines.append((f"{letter.handle}, {letter.t}", style(YELLOW)))
        lines += [(f"  {line}", style(GREY)) for line in letter.lines]
        lines.append(("", 0))
    note = f"{len(letters)} letter{'s' * (len(letters) != 1)}"
    return pager.Pager(TITLE, tuple(lines) or ((EMPTY, style(GREY)),), note)


def update(state: State, event: BoardEvent) -> tuple[State, BoardEffects | Effects]:
    if isinstance(event, Answer):
        return State(sheet(event.value)), ()
    turned = pager.turn(state.sheet, event)
    return (state, ()) if turned is None else (replace(state, sheet=turned[0]), turned[1])


def draw(state: State, view: View) -> Canvas:
    return pager.draw(state.sheet, view)


def tell(before: State | None, after: State) -> Speech:
    if not after.sheet.lines:
        return Speech()
    return pager.tell(before.sheet if before else None, after.sheet)
