"""All callers: their last call, number of calls, and best place this month."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.board.api import Visit
from door.board.community.effects import CALLERS, CallerRow
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.ui.screen import Effect
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, row_text
from door.ui.words import commas, ordinal

COLUMNS: Final = (
    Column(tr.heads.caller, 20),
    Column(tr.heads.last_call, 14),
    Column(tr.heads.calls, 5, True),
    Column(tr.heads.this_month, 29),
)
WIDE: Final = (
    Column(tr.heads.caller, 33),
    Column(tr.heads.last_call, 20),
    Column(tr.heads.calls, 8, True),
    Column(tr.heads.this_month, 37),
)
HANDLE: Final = 33


class _Page(ListboxPage[CallerRow]):
    TITLE = tr.people.title_all_callers
    COLUMNS, WIDE = COLUMNS, WIDE
    KEYS = (
        Hint("down", tr.keys.choose, "↑↓"),
        Hint("enter", tr.keys.profile),
        Hint("m", tr.keys.write, row=True),
        Hint("f", tr.keys.find),
        pager.BACK,
    )
    PROMPT = tr.people.plain_prompt_callers

    def ask(self, of: str) -> Effect:
        return CALLERS(of)

    def listed(self, state: State[CallerRow], answer: object) -> State[CallerRow]:
        if (found := CALLERS.answered(answer)) is None:
            return state
        shown, count = len(found.rows), tr.count.callers(n=found.total)
        return state.listing(
            found.rows,
            _row,
            tr.common.place_of_total(at=shown, of=count) if shown < found.total else count,
            tr.people.no_caller_found(),
        )

    def open(self, state: State[CallerRow]) -> Next[CallerRow]:
        return state, (Visit("caller", state.marked.handle),)

    def key(self, state: State[CallerRow], name: str) -> Next[CallerRow] | None:
        if name == "f":
            return state.asking(tr.people.ask_find_caller(), HANDLE), ()
        return (state, (Visit("write", state.marked.handle),)) if name == "m" and state.rows else None

    def word(self, state: State[CallerRow], text: str) -> Next[CallerRow] | None:
        return self.key(state, "f") if text.lower() == "f" else None

    def entered(self, state: State[CallerRow], text: str) -> Next[CallerRow]:
        return replace(state.telling("").unsaid(), of=text, at=0, page=0), (self.ask(text),)


def _row(row: CallerRow) -> Row:
    when = tr.people.on_node(node=row.node) if row.node else row.last_call or tr.people.never_called()
    place = tr.people.place_at_door(place=ordinal(row.place), door=row.door) if row.place else ""
    cells = (row.handle, when, row.calls, place)
    told = [
        row.handle,
        when if row.node else tr.people.last_call(when=when),
        tr.count.calls(n=row.calls),
        place,
    ]
    return Row(
        row_text(COLUMNS, cells).rstrip(), strong=bool(row.node), spoken=commas(told),
        wide=row_text(WIDE, cells).rstrip(),
    )  # fmt: skip


def years(number: int) -> str:
    """Return a number of years in words: "a year", "2 years"."""
    return tr.people.anniversary_one_year() if number == 1 else tr.count.years(n=number)


PAGE: Final = _Page()
