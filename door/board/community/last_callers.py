"""Last callers: who was here, when, for how long, and what they played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.board.api import Lobby
from door.board.community.effects import AskLastCallers, LastCallers
from door.board.widgets import pager
from door.board.widgets.list_page import ListPage
from door.records.community.community import LastCall
from door.term.canvas import DARK, GREY, WHITE, style
from door.ui.widgets import Column, cell
from door.ui.words import counted

TITLE: Final = "Last callers"
COLUMNS: Final = (
    Column("Caller", 20), Column("When", 14), Column("Node", 4, True), Column("Minutes", 7, True),
    Column("Doors", 23),
)  # fmt: skip
EMPTY: Final = ("Nobody has called yet. You are the first.", style(GREY))


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


def _sheet(lobby: Lobby, found: LastCallers) -> pager.Pager:
    return pager.Pager(TITLE, tuple(lines_of(found.calls, lobby.handle)))


PAGE: Final = ListPage(TITLE, AskLastCallers(), LastCallers, _sheet)
