"""The board's events: when each comes next, and what has become of it last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from door.board.community.callers import NEVER
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.ui.screen import Bell, Question, Reply
from door.ui.texts import Text
from door.ui.widgets import Column, Hint, row_text

COLUMNS: Final = (Column("Event", 16), Column("Next", 17), Column("Last", 14), Column("", 23))
WIDE: Final = (Column("Event", 20), *COLUMNS[1:3], Column("", 60))
EMPTY: Final = Text("There are no events. They are set under events: in config/board.yaml.")
PRINTED: Final = Text("{at}; it printed last: {said}")
LAST: Final = Text("last {when}, {ended}")
NEVER_YET: Final = Text("never run yet")
ROW: Final = Text("{name}, {at}: next {next}, {last}.")
NOW: Final = Text("now")
RUNS: Final = Text("running")
RUNS_NOW: Final = Text("running now")


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event: the time of its settings, when it comes next and was run last ("" for never) by the board's
    clock, how that ended, and the last line that it printed then; `strong` where it runs just now."""

    name: str
    at: str
    next: str
    last: str = ""
    ended: str = ""
    said: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class ListEvents(Question):
    """→ `EventsFound`."""


@dataclass(frozen=True, slots=True)
class EventsFound(Reply):
    """In the order of the settings, and what the board's clock says."""

    clock: str
    rows: tuple[EventRow, ...]


class _Page(ListboxPage[EventRow]):
    TITLE = Text("Events")
    COLUMNS, WIDE = COLUMNS, WIDE
    KEYS = (Hint("down", "Choose", "↑↓"), pager.BACK)
    PROMPT = Text("Number for what it printed last, Enter to go back.")

    def ask(self, of: str) -> ListEvents:
        return ListEvents()

    def listed(self, state: State[EventRow], answer: object) -> State[EventRow]:
        if not isinstance(answer, EventsFound):
            return state
        return state.listing(answer.rows, _row, answer.clock, EMPTY())

    def open(self, state: State[EventRow]) -> Next[EventRow]:
        return (state.telling(state.marked.said), ()) if state.marked.said else (state, (Bell(),))


def _row(one: EventRow) -> Row:
    cells = (one.name, one.next, one.last or NEVER(), one.ended)
    narrow, wide = (row_text(columns, cells).rstrip() for columns in (COLUMNS, WIDE))
    told = LAST(when=one.last, ended=one.ended) if one.last else NEVER_YET()
    last = RUNS_NOW() if one.strong else told
    about = PRINTED(at=one.at, said=one.said) if one.said else one.at
    return Row(
        narrow, about, strong=one.strong, wide=wide,
        spoken=ROW(name=one.name, at=one.at, next=one.next, last=last),
    )  # fmt: skip


PAGE: Final = _Page()
