"""Last callers: who was here, when, for how long, and what they played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board import paper
from door.board.api import Answer, Ask, BoardEffects, BoardEvent, Lobby
from door.games.api import Effects, Speech, View
from door.records.commons import LastCall
from door.term.canvas import DARK, GREY, WHITE, Canvas, style

TITLE: Final = "Last callers"
HEAD: Final = ("Caller                 When            Node   Minutes   Doors", style(DARK))
EMPTY: Final = ("Nobody has called yet. You are the first.", style(GREY))


@dataclass(frozen=True, slots=True)
class State:
    lobby: Lobby
    sheet: paper.Paper


def start(lobby: Lobby, arg: str) -> tuple[State, BoardEffects]:
    return State(lobby, paper.Paper(TITLE, ())), (Ask("calls"),)


def lines_of(calls: Sequence[LastCall], handle: str) -> list[tuple[str, int]]:
    """A line a call, the newest first; the caller's own stand out."""
    lines = [HEAD]
    for call in reversed(calls):
        doors = ", ".join(call.doors)
        doors = (
            doors if len(doors) <= 18 else f"{len(call.doors)} doors" if len(call.doors) > 1 else doors[:18]
        )
        text = f"{call.handle[:20]:<21}  {call.t:<14} {call.node:>5} {call.minutes:>9}   {doors}"
        lines.append((text.rstrip(), style(WHITE if call.handle == handle else GREY)))
    return lines if calls else [EMPTY]


def update(state: State, event: BoardEvent) -> tuple[State, BoardEffects | Effects]:
    if isinstance(event, Answer):
        lines = lines_of(event.value, state.lobby.handle)
        return replace(state, sheet=paper.Paper(TITLE, tuple(lines))), ()
    turned = paper.turn(state.sheet, event)
    return (state, ()) if turned is None else (replace(state, sheet=turned[0]), turned[1])


def draw(state: State, view: View) -> Canvas:
    return paper.draw(state.sheet, view)


def tell(before: State | None, after: State) -> Speech:
    if not after.sheet.lines:
        return Speech()
    return paper.tell(before.sheet if before else None, after.sheet)
