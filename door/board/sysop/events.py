"""The board's events, each with its next run and last result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.board.sysop.effects import EVENTS, EventRow, EventsFound
from door.board.widgets.blocks import Row
from door.board.widgets.lists import ListPage, ListState
from door.ui.commands import Command
from door.ui.screen import Bell, Effects
from door.ui.texts import tr
from door.ui.widgets import Column

State = ListState[EventRow]
Next = tuple[State, Effects]


class _Page(ListPage[State, EventRow]):
    TITLE = tr.sysop.title_events
    QUERY = EVENTS
    EMPTY = tr.sysop.no_events
    COLUMNS = (
        Column(tr.heads.event, 16, grow=1, most=20),
        Column(tr.heads.next, 17),
        Column(tr.heads.last, 14),
        Column("", 21, grow=4),
    )

    def rows(self, state: State, found: EventsFound) -> Sequence[EventRow]:
        return found.rows

    def count(self, state: State) -> str:
        return state.found.clock if state.found else ""

    def about(self, state: State) -> str:
        one = state.marked
        return tr.sysop.event_printed(at=one.at, said=one.said) if one.said else one.at

    def row(self, state: State, one: EventRow) -> Row:
        told = tr.sysop.event_last(when=one.last, ended=one.ended) if one.last else tr.sysop.event_never_run()
        last = tr.sysop.plain_event_running() if one.strong else told
        return Row(
            (one.name, one.next, one.last or tr.people.never_called(), one.ended), one.strong,
            tr.sysop.plain_event(name=one.name, at=one.at, next=one.next, last=last),
        )  # fmt: skip

    def commands(self, state: State) -> tuple[Command[State], ...]:
        return (Command("printed", "enter", tr.keys.last_output, self.printed, on_row=True),)

    def printed(self, state: State) -> Next:
        said = state.marked.said
        return (state.say(said), ()) if said else (state, (Bell(),))


PAGE: Final = _Page()
