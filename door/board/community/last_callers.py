"""Last callers: when they called, for how long, and the doors they played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from door.board.api import Visit
from door.board.community.effects import LAST_CALLERS
from door.board.widgets.blocks import Lines, Text, head, line
from door.board.widgets.page import doing
from door.board.widgets.sheets import SheetPage, SheetState
from door.records.community.community import LastCall
from door.term.canvas import GREY, WHITE, style
from door.ui.commands import Command
from door.ui.texts import tr
from door.ui.widgets import Column
from door.ui.words import commas

COLUMNS: Final = (
    Column(tr.heads.caller, 20, bare=True),
    Column(tr.heads.when, 13, bare=True),
    Column(tr.heads.calls, 5, True),
    Column(tr.heads.minutes, 7, True),
    Column(tr.heads.doors, 23, bare=True),
)
WIDE: Final = (*COLUMNS[:-1], Column(tr.heads.doors, 55, bare=True))


def lines_of(calls: Sequence[LastCall], handle: str, columns: Sequence[Column] = COLUMNS) -> Lines:
    """Return a line per caller, newest first. Consecutive calls by one caller share a line."""
    lines = [head(columns)]
    for who, group in groupby(reversed(calls), key=attrgetter("handle")):
        newest, *older = group
        doors = tuple(dict.fromkeys(door for call in (*reversed(older), newest) for door in call.doors))
        minutes, every = sum(call.minutes for call in (newest, *older)), commas(doors)
        shown = (every, every if len(doors) < 2 else tr.count.doors(n=len(doors)))
        ink = style(WHITE if who == handle else GREY)
        lines.append(line(columns, (who, newest.t, 1 + len(older), minutes, shown), ink))
    return tuple(lines) if calls else ((tr.people.no_last_callers(), style(GREY)),)


class _Page(SheetPage[SheetState]):
    TITLE = tr.people.title_last_callers
    QUERY = LAST_CALLERS
    FRESH = False

    def sheet(self, state: SheetState) -> Text:
        calls: Sequence[LastCall] = state.found
        lines, wide = (lines_of(calls, state.lobby.handle, columns) for columns in (COLUMNS, WIDE))
        return Text(self.TITLE(), lines, wide=(wide,) if calls else ())

    def commands(self, state: SheetState) -> tuple[Command[SheetState], ...]:
        return (Command("everybody", "a", tr.keys.all_callers, doing(Visit("everybody"))),)


PAGE: Final = _Page()
