"""The board's events, each with its next run and last result."""

from __future__ import annotations

from typing import Final

from door.board.sysop.effects import EVENTS, EventRow
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.ui.screen import Bell, Effect
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, row_text

COLUMNS: Final = (
    Column(tr.heads.event, 16),
    Column(tr.heads.next, 17),
    Column(tr.heads.last, 14),
    Column("", 23),
)
WIDE: Final = (Column(tr.heads.event, 20), *COLUMNS[1:3], Column("", 60))


class _Page(ListboxPage[EventRow]):
    TITLE = tr.sysop.title_events
    COLUMNS, WIDE = COLUMNS, WIDE
    KEYS = (Hint("down", tr.keys.choose, "↑↓"), pager.BACK)
    PROMPT = tr.sysop.plain_prompt_events

    def ask(self, of: str) -> Effect:
        return EVENTS()

    def listed(self, state: State[EventRow], answer: object) -> State[EventRow]:
        if (found := EVENTS.answered(answer)) is None:
            return state
        return state.listing(found.rows, _row, found.clock, tr.sysop.no_events())

    def open(self, state: State[EventRow]) -> Next[EventRow]:
        return (state.telling(state.marked.said), ()) if state.marked.said else (state, (Bell(),))


def _row(one: EventRow) -> Row:
    cells = (one.name, one.next, one.last or tr.people.never_called(), one.ended)
    narrow, wide = (row_text(columns, cells).rstrip() for columns in (COLUMNS, WIDE))
    told = tr.sysop.event_last(when=one.last, ended=one.ended) if one.last else tr.sysop.event_never_run()
    last = tr.sysop.plain_event_running() if one.strong else told
    about = tr.sysop.event_printed(at=one.at, said=one.said) if one.said else one.at
    return Row(
        narrow, about, strong=one.strong, wide=wide,
        spoken=tr.sysop.plain_event(name=one.name, at=one.at, next=one.next, last=last),
    )  # fmt: skip


PAGE: Final = _Page()
