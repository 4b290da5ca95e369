"""Who is online: node, handle, where, minutes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board import paper
from door.board.api import Answer, Ask, BoardEffects, BoardEvent, Lobby, Online
from door.games.api import Effects, Speech, View
from door.games.widgets import Hint
from door.term.canvas import DARK, GREY, WHITE, Canvas, style
from door.term.keys import Key

TITLE: Final = "Who's online"


@dataclass(frozen=True, slots=True)
class State:
    lobby: Lobby
    sheet: paper.Paper
    asked: bool = True


def start(lobby: Lobby, arg: str) -> tuple[State, BoardEffects]:
    return State(lobby, paper.Paper(TITLE, ())), (Ask("who"),)


def sheet(rows: tuple[Online, ...], handle: str) -> paper.Paper:
    """The list as a paper."""
    lines = [("Node  Caller                 Where                          Minutes", style(DARK))]
    for row in rows:
        text = f"{row.node:>4}  {row.handle:<22} {row.where:<30} {row.minutes:>7}"
        lines.append((text, style(WHITE if row.handle == handle else GREY)))
    return paper.Paper(TITLE, tuple(lines), keys=(Hint("r", "Look again"), paper.BACK))


def update(state: State, event: BoardEvent) -> tuple[State, BoardEffects | Effects]:
    if isinstance(event, Answer):
        return replace(state, sheet=sheet(event.value, state.lobby.handle), asked=False), ()
    if isinstance(event, Key) and event.name.lower() == "r":
        return replace(state, asked=True), (Ask("who"),)
    turned = paper.turn(state.sheet, event)
    return (state, ()) if turned is None else (replace(state, sheet=turned[0]), turned[1])


def draw(state: State, view: View) -> Canvas:
    return paper.draw(state.sheet, view)


def tell(before: State | None, after: State) -> Speech:
    if not after.sheet.lines:
        return Speech()
    return paper.tell(before.sheet if before else None, after.sheet)
