"""Last callers: who was here, when, for how long, and what they played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Answer, Ask, BoardEffects, BoardEvent, Lobby
from door.board.widgets import pager
from door.records.community.community import LastCall
from door.term.canvas import DARK, GREY, WHITE, Canvas, style
from door.ui.screen import Effects, Speech, View
from door.ui.widgets import Column, cell
from door.ui.words import counted

TITLE: Final = "Last callers"
COLUMNS: Final = (
    Column("Caller", 20), Column("When", 14), Column("Node", 4, True), Column("Minutes", 7, True),
    Column("Doors", 23),
)  # fmt: skip
EMPTY: Final = ("Nobody has called yet. You are the first.", style(GREY))


@dataclass(frozen=True, slots=True)
class State:
    lobby: Lobby
    sheet: pager.Pager


def start(lobby: Lobby, arg: str) -> tuple[State, BoardEffects]:
    return State(lobby, pager.Pager(TITLE, ())), (Ask("calls"),)


def lines_of(calls: Sequence[LastCall], handle: str) -> list[tuple[str, int]]:
    """A line a call, the newest first; the caller's own stand out."""
    lines = [(_row([column.title for column in COLUMNS]), style(DARK))]
    for call in reversed(calls):
        row = (call.handle, call.t, f"{call.node}", f"{call.minutes}", _doors(call.doors))
        lines.append((_row(row), style(WHITE if call.handle == handle else GREY)))
    return lines if calls else [EMPTY]


def _doors(doors: Sequence[str]) -> str:
    """Their names where there is room for them, else how many."""
    names = ", ".join(doors)
    return names if len(doors) < 2 or len(names) <= COLUMNS[-1].width else counted(len(doors), "door")


def _row(texts: Sequence[str]) -> str:
    return "  ".join(cell(text, column) for text, column in zip(texts, COLUMNS, strict=True)).rstrip()


def update(state: State, event: BoardEvent) -> tuple[State, BoardEffects | Effects]:
    if isinstance(event, Answer):
        lines = lines_of(event.value, state.lobby.handle)
        return replace(state, sheet=pager.Pager(TITLE, tuple(lines))), ()
    turned = pager.turn(state.sheet, event)
    return (state, ()) if turned is None else (replace(state, sheet=turned[0]), turned[1])


def draw(state: State, view: View) -> Canvas:
    return pager.draw(state.sheet, view)


def tell(before: State | None, after: State) -> Speech:
    if not after.sheet.lines:
        return Speech()
    return pager.tell(before.sheet if before else None, after.sheet)
