"""Hours and access levels of the board and every door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.board.api import Visit
from door.board.sysop.effects import HOURS, Hours, HoursFound
from door.board.widgets.blocks import Row
from door.board.widgets.lists import ListPage, ListState
from door.ui.commands import Command
from door.ui.screen import Effects
from door.ui.texts import tr
from door.ui.widgets import Column

State = ListState[Hours]
Next = tuple[State, Effects]


class _Page(ListPage[State, Hours]):
    TITLE = tr.sysop.title_hours
    QUERY = HOURS
    COLUMNS = (Column("", 27), Column(tr.heads.now, 36), Column(tr.heads.level, 6, True))

    def rows(self, state: State, found: HoursFound) -> Sequence[Hours]:
        return found.rows

    def count(self, state: State) -> str:
        return state.found.clock if state.found else ""

    def about(self, state: State) -> str:
        return tr.sysop.hours_are(hours=state.marked.hours)

    def row(self, state: State, one: Hours) -> Row:
        told = (
            tr.sysop.plain_hours(name=one.name, now=one.now, hours=one.hours)
            if one.level is None
            else tr.sysop.plain_hours_level(name=one.name, now=one.now, hours=one.hours, level=one.level)
        )
        return Row((one.name, one.now, "-" if one.level is None else one.level), not one.open, told)

    def commands(self, state: State) -> tuple[Command[State], ...]:
        return (
            Command("hours", "enter", tr.keys.change_hours, self.hours, on_row=True, also=("h",)),
            Command("level", "l", tr.keys.change_level, self.level, on_row=True),
        )

    def hours(self, state: State) -> Next:
        return state, (Visit("sysop-key", f"{state.marked.section}.hours"),)

    def level(self, state: State) -> Next:
        if state.marked.level is None:
            return state.refuse(tr.sysop.level_only_for_doors())
        return state, (Visit("sysop-key", f"{state.marked.section}.access_level"),)


PAGE: Final = _Page()
