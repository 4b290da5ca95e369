"""Hours and access levels at one glance, the board's and every door's."""

from __future__ import annotations

from typing import Final

from door.board.api import Visit
from door.board.sysop.effects import Hours, HoursFound, ListHours
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State, numbered
from door.ui.screen import Bell
from door.ui.texts import Text
from door.ui.widgets import Column, Hint, cut

NO_LEVEL: Final = Text("Access levels apply to doors, not to the board.")
HOURS: Final = Text("Hours: {hours}")
LEVEL: Final = Text("; level {level}")
TOLD: Final = Text("{name}: {now}; hours {hours}{level}.")


class _Page(ListboxPage[Hours]):
    TITLE = Text("Hours and access")
    COLUMNS = (Column("", 27), Column("Now", 36), Column("Level", 6, True))
    KEYS = (
        Hint("down", "Choose", "↑↓"), Hint("enter", "Change hours"), Hint("l", "Change level"), pager.BACK,
    )  # fmt: skip
    PROMPT = Text("Number for its hours, L and a number for its level, Enter to go back.")

    def ask(self, of: str) -> ListHours:
        return ListHours()

    def listed(self, state: State[Hours], answer: object) -> State[Hours]:
        return state.listing(answer.rows, _row, answer.clock) if isinstance(answer, HoursFound) else state

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
            return state.telling(NO_LEVEL(), wrong=True), (Bell(),)
        return state, (Visit("sysop-key", f"{state.marked.section}.access_level"),)


def _row(one: Hours) -> Row:
    level = "-" if one.level is None else str(one.level)
    text = f"{cut(one.name, 28):<28} {one.now:<38} {level:>5}"
    told = "" if one.level is None else LEVEL(level=one.level)
    spoken = TOLD(name=one.name, now=one.now, hours=one.hours, level=told)
    return Row(text, HOURS(hours=one.hours), strong=not one.open, spoken=spoken)


PAGE: Final = _Page()
