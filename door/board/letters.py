"""What callers have written to the sysop, this month and the last; for the sysop alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board import paper
from door.board.api import Answer, Ask, BoardEffects, BoardEvent, Lobby
from door.records.commons import Letter
from door.term.canvas import GREY, YELLOW, Canvas, style
from door.ui.screen import Effects, Speech, View

TITLE: Final = "Letters to the sysop"
EMPTY: Final = "No letters this month, nor the last."


@dataclass(frozen=True, slots=True)
class State:
    sheet: paper.Paper


def start(lobby: Lobby, arg: str) -> tuple[State, BoardEffects]:
    return State(paper.Paper(TITLE, ())), (Ask("letters"),)


def sheet(letters: Sequence[Letter]) -> paper.Paper:
    """The newest first."""
    lines: list[tuple[str, int]] = []
    for letter in reversed(letters):
        lines.append((f"{letter.handle}, {letter.t}", style(YELLOW)))
        lines += [(f"  {line}", style(GREY)) for line in letter.lines]
        lines.append(("", 0))
    note = f"{len(letters)} letter{'s' * (len(letters) != 1)}"
    return paper.Paper(TITLE, tuple(lines) or ((EMPTY, style(GREY)),), note)


def update(state: State, event: BoardEvent) -> tuple[State, BoardEffects | Effects]:
    if isinstance(event, Answer):
        return State(sheet(event.value)), ()
    turned = paper.turn(state.sheet, event)
    return (state, ()) if turned is None else (replace(state, sheet=turned[0]), turned[1])


def draw(state: State, view: View) -> Canvas:
    return paper.draw(state.sheet, view)


def tell(before: State | None, after: State) -> Speech:
    if not after.sheet.lines:
        return Speech()
    return paper.tell(before.sheet if before else None, after.sheet)
