"""When things happen: hours and access levels of the board and every door, and the board's events."""

from __future__ import annotations

from typing import Final

from door.board.api import Visit
from door.board.sysop.effects import EVENTS, HOURS, EventRow, Hours
from door.board.widgets.blocks import Row
from door.board.widgets.lists import ListPage, ListState
from door.ui.commands import Command
from door.ui.screen import Bell, Effects
from door.ui.texts import tr
from door.ui.widgets import Column

_HoursNext = tuple[ListState[Hours], Effects]


class _Hours(ListPage[ListState[Hours], Hours]):
    TITLE = tr.sysop.title_hours
    QUERY = HOURS
    COLUMNS = (Column("", 27), Column(tr.heads.now, 36), Column(tr.heads.level, 6, True))

    def count(self, state: ListState[Hours]) -> str:
        return state.found.clock if state.found else ""

    def about(self, state: ListState[Hours]) -> str:
        return tr.sysop.hours_are(hours=state.marked.hours)

    def row(self, state: ListState[Hours], one: Hours) -> Row:
        told = (
            tr.sysop.plain_hours(name=one.name, now=one.now, hours=one.hours)
            if one.level is None
            else tr.sysop.plain_hours_level(name=one.name, now=one.now, hours=one.hours, level=one.level)
        )
        return Row((one.name, one.now, "-" if one.level is None else one.level), not one.open, told)

    def commands(self, state: ListState[Hours]) -> tuple[Command[ListState[Hours]], ...]:
        return (
            Command("hours", "enter", tr.keys.change_hours, self.hours, on_row=True, also=("h",)),
            Command("level", "l", tr.keys.change_level, self.level, on_row=True),
        )

    def hours(self, state: ListState[Hours]) -> _HoursNext:
        return state, (Visit("sysop-key", f"{state.marked.section}.hours"),)

    def level(self, state: ListState[Hours]) -> _HoursNext:
        if state.marked.level is None:
            return state.refuse(tr.sysop.level_only_for_doors())
        return state, (Visit("sysop-key", f"{state.marked.section}.access_level"),)


HOURS_PAGE: Final = _Hours()


_EventsNext = tuple[ListState[EventRow], Effects]


class _Events(ListPage[ListState[EventRow], EventRow]):
    TITLE = tr.sysop.title_events
    QUERY = EVENTS
    EMPTY = tr.sysop.no_events
    COLUMNS = (
        Column(tr.heads.event, 16, grow=1, most=20),
        Column(tr.heads.next, 17),
        Column(tr.heads.last, 14),
        Column("", 21, grow=4),
    )

    def count(self, state: ListState[EventRow]) -> str:
        return state.found.clock if state.found else ""

    def about(self, state: ListState[EventRow]) -> str:
        one = state.marked
        return tr.sysop.event_printed(at=one.at, said=one.said) if one.said else one.at

    def row(self, state: ListState[EventRow], one: EventRow) -> Row:
        told = tr.sysop.event_last(when=one.last, ended=one.ended) if one.last else tr.sysop.event_never_run()
        last = tr.sysop.plain_event_running() if one.strong else told
        return Row(
            (one.name, one.next, one.last or tr.people.never_called(), one.ended), one.strong,
            tr.sysop.plain_event(name=one.name, at=one.at, next=one.next, last=last),
        )  # fmt: skip

    def commands(self, state: ListState[EventRow]) -> tuple[Command[ListState[EventRow]], ...]:
        return (Command("printed", "enter", tr.keys.last_output, self.printed, on_row=True),)

    def printed(self, state: ListState[EventRow]) -> _EventsNext:
        said = state.marked.said
        return (state.say(said), ()) if said else (state, (Bell(),))


EVENTS_PAGE: Final = _Events()
