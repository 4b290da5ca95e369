"""Last callers: when they called, for how long, and the doors they played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from door.board.api import Lobby, Visit
from door.board.community.effects import LAST_CALLERS
from door.board.widgets import pager
from door.board.widgets.list_page import ListPage
from door.records.community.community import LastCall
from door.term.canvas import GREY, WHITE, style
from door.ui.texts import tr
from door.ui.widgets import Column, Hint
from door.ui.words import commas

TITLE: Final = tr.people.title_last_callers
COLUMNS: Final = (
    Column(tr.heads.caller, 20, bare=True),
    Column(tr.heads.when, 13, bare=True),
    Column(tr.heads.calls, 5, True),
    Column(tr.heads.minutes, 7, True),
    Column(tr.heads.doors, 23, bare=True),
)
WIDE: Final = (*COLUMNS[:-1], Column(tr.heads.doors, 55, bare=True))
KEYS: Final = (Hint("a", tr.keys.all_callers), *pager.READ)


def lines_of(calls: Sequence[LastCall], handle: str, columns: Sequence[Column] = COLUMNS) -> pager.Lines:
    """Return a line per caller, newest first. Consecutive calls by one caller share a line."""
    lines = [pager.head(columns)]
    for who, group in groupby(reversed(calls), key=attrgetter("handle")):
        newest, *older = group
        doors = tuple(dict.fromkeys(door for call in (*reversed(older), newest) for door in call.doors))
        minutes = sum(call.minutes for call in (newest, *older))
        row = (who, newest.t, 1 + len(older), minutes, _doors(doors, columns[-1].width))
        ink = style(WHITE if who == handle else GREY)
        lines.append(pager.row(columns, row, ink, (*row[:-1], commas(doors))))
    return tuple(lines) if calls else ((tr.people.no_last_callers(), style(GREY)),)


def _doors(doors: Sequence[str], width: int) -> str:
    """Return the names if they fit, else their number."""
    names = commas(doors)
    return names if len(doors) < 2 or len(names) <= width else tr.count.doors(n=len(doors))


def _sheet(lobby: Lobby, calls: tuple[LastCall, ...]) -> pager.Pager:
    every, wide = (lines_of(calls, lobby.handle, columns) for columns in (COLUMNS, WIDE))
    return pager.Pager(TITLE(), every, keys=KEYS, wide=(wide,) if calls else ())


PAGE: Final = ListPage(
    TITLE, LAST_CALLERS, _sheet, {"a": (Visit("everybody"),)},
    tr.people.plain_prompt_last_callers,
)  # fmt: skip
