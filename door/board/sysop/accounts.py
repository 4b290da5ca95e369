"""The board's callers, for the sysop: a list that can be searched."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.board.api import Visit
from door.board.sysop.effects import ACCOUNTS, AccountRow
from door.board.widgets.blocks import Row
from door.board.widgets.lists import ListPage, ListState
from door.ui.commands import Command
from door.ui.screen import Effects
from door.ui.texts import tr
from door.ui.widgets import Column
from door.ui.words import commas

State = ListState[AccountRow]
Next = tuple[State, Effects]


class _Page(ListPage[State, AccountRow]):
    TITLE = tr.sysop.title_callers
    QUERY = ACCOUNTS
    EMPTY = tr.sysop.no_such_caller
    COLUMNS = (
        Column(tr.heads.handle, 24, grow=1, most=33),
        Column(tr.heads.calls, 7, True),
        Column(tr.heads.level, 5, True),
        Column(tr.heads.last_call, 14),
        Column("", 16, grow=3),
    )

    def load(self, state: State) -> Effects:
        """Ask for the callers whose handle contains `arg`."""
        return (ACCOUNTS(state.arg),)

    def count(self, state: State) -> str:
        count = tr.count.callers(n=len(state.rows or ()))
        return tr.sysop.callers_found(callers=count, word=repr(state.arg)) if state.arg else count

    def row(self, state: State, one: AccountRow) -> Row:
        last = one.last or tr.people.never_called()
        marks = commas((tr.people.on_node(node=one.online) if one.online else "", one.marks))
        calls = tr.count.calls(n=one.calls)
        said = tr.sysop.plain_caller(handle=one.handle, calls=calls, level=one.level, last=last)
        told = tr.common.full_stop(text=commas((said, marks)))
        return Row((one.handle, one.calls, one.level, last, marks), bool(one.online), told)

    def commands(self, state: State) -> tuple[Command[State], ...]:
        return (
            Command("open", "enter", tr.keys.open, self.account, on_row=True),
            Command("find", "f", tr.keys.find, self.find, also=("/",)),
            Command("new", "n", tr.keys.new_caller, lambda state: (state, (Visit("sysop-caller"),))),
        )

    def account(self, state: State) -> Next:
        return state, (Visit("sysop-caller", state.marked.handle),)

    def find(self, state: State) -> Next:
        return state.ask(tr.sysop.ask_find_callers(), 20, self.typed, may_be_empty=True)

    def typed(self, state: State, text: str) -> Next:
        """Look for part of a handle."""
        return self.anew(replace(state, arg=text))


PAGE: Final = _Page()
