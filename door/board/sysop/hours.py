"""Hours and access levels of the board and every door."""

from __future__ import annotations

from typing import Final

from door.board.api import Visit
from door.board.sysop.effects import HOURS, Hours
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State, numbered
from door.ui.screen import Bell, Effect
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, cut


class _Page(ListboxPage[Hours]):
    TITLE = tr.sysop.title_hours
    COLUMNS = (Column("", 27), Column(tr.heads.now, 36), Column(tr.heads.level, 6, True))
    KEYS = (
        Hint("down", tr.keys.choose, "↑↓"),
        Hint("enter", tr.keys.change_hours),
        Hint("l", tr.keys.change_level),
        pager.BACK,
    )
    PROMPT = tr.sysop.plain_prompt_hours

    def ask(self, of: str) -> Effect:
        return HOURS()

    def listed(self, state: State[Hours], answer: object) -> State[Hours]:
        found = HOURS.answered(answer)
        return state.listing(found.rows, _row, found.clock) if found else state

    def open(self, state: State[Hours]) -> Next[Hours]:
        return state, (Visit("sysop-key", f"{state.marked.section}.hours"),)

    def key(self, state: State[Hours], name: str) -> Next[Hours] | None:
        if name == "h" and state.all:
            return self.open(state)
        return self._level(state) if name == "l" and state.all else None

    def word(self, state: State[Hours], text: str) -> Next[Hours] | None:
        letter, number = text[:1].lower(), text[1:].strip()
        there = numbered(state, number) if letter == "l" else None
        return self._level(there) if there else None

    def _level(self, state: State[Hours]) -> Next[Hours]:
        if state.marked.level is None:
            return state.telling(tr.sysop.level_only_for_doors(), wrong=True), (Bell(),)
        return state, (Visit("sysop-key", f"{state.marked.section}.access_level"),)


def _row(one: Hours) -> Row:
    level = "-" if one.level is None else str(one.level)
    text = f"{cut(one.name, 28):<28} {one.now:<38} {level:>5}"
    spoken = (
        tr.sysop.plain_hours(name=one.name, now=one.now, hours=one.hours)
        if one.level is None
        else tr.sysop.plain_hours_level(name=one.name, now=one.now, hours=one.hours, level=one.level)
    )
    return Row(text, tr.sysop.hours_are(hours=one.hours), strong=not one.open, spoken=spoken)


PAGE: Final = _Page()
