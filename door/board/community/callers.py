"""All callers: their last call, number of calls, and best place this month."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from door.board.api import Visit
from door.board.community.effects import CALLERS, CallerRow, CallersFound
from door.board.widgets.blocks import Row
from door.board.widgets.lists import ListPage, ListState
from door.ui.commands import Command
from door.ui.screen import Effects
from door.ui.texts import tr
from door.ui.widgets import Column
from door.ui.words import commas, ordinal

HANDLE: Final = 33


State = ListState[CallerRow]
Next = tuple[State, Effects]


class _Page(ListPage[State, CallerRow]):
    TITLE = tr.people.title_all_callers
    EMPTY = tr.people.no_caller_found
    COLUMNS = (
        Column(tr.heads.caller, 20, grow=2, most=33),
        Column(tr.heads.last_call, 14, grow=1, most=20),
        Column(tr.heads.calls, 5, True, grow=1, most=8),
        Column(tr.heads.this_month, 29, grow=2),
    )

    QUERY = CALLERS

    def load(self, state: State) -> Effects:
        """Ask for the callers whose handle contains `arg`."""
        return (CALLERS(state.arg),)

    def rows(self, state: State, found: CallersFound) -> Sequence[CallerRow]:
        return found.rows

    def count(self, state: State) -> str:
        if state.rows is None:
            return ""
        shown, count = len(state.rows), tr.count.callers(n=state.found.total)
        return tr.common.place_of_total(at=shown, of=count) if shown < state.found.total else count

    def row(self, state: State, one: CallerRow) -> Row:
        when = tr.people.on_node(node=one.node) if one.node else one.last_call or tr.people.never_called()
        place = tr.people.place_at_door(place=ordinal(one.place), door=one.door) if one.place else ""
        last = when if one.node else tr.people.last_call(when=when)
        told = commas((one.handle, last, tr.count.calls(n=one.calls), place))
        return Row((one.handle, when, one.calls, place), bool(one.node), told)

    def commands(self, state: State) -> tuple[Command[State], ...]:
        return (
            Command("profile", "enter", tr.keys.profile, self.profile, on_row=True),
            Command("write", "m", tr.keys.write, self.write, on_row=True),
            Command("find", "f", tr.keys.find, self.find),
        )

    def profile(self, state: State) -> Next:
        return state, (Visit("caller", state.marked.handle),)

    def write(self, state: State) -> Next:
        return state, (Visit("write", state.marked.handle),)

    def find(self, state: State) -> Next:
        return state.ask(tr.people.ask_find_caller(), HANDLE, self.found, may_be_empty=True)

    def found(self, state: State, text: str) -> Next:
        return self.anew(replace(state, arg=text))


def years(number: int) -> str:
    """Return a number of years in words: "a year", "2 years"."""
    return tr.people.anniversary_one_year() if number == 1 else tr.count.years(n=number)


PAGE: Final = _Page()
