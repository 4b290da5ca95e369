"""Banned handles and addresses, for the sysop. Bans can be lifted, and addresses banned."""

from __future__ import annotations

from functools import partial
from typing import Final

from door.board.sysop.effects import BANS, Barred, SysopAct
from door.board.widgets.blocks import Row
from door.board.widgets.lists import ListPage, ListState
from door.ui.commands import Command
from door.ui.screen import Effects
from door.ui.texts import tr
from door.ui.widgets import Column

State = ListState[Barred]
Next = tuple[State, Effects]


class _Page(ListPage[State, Barred]):
    QUERY = BANS
    TITLE = tr.sysop.title_bans
    EMPTY = tr.sysop.no_bans
    GIVEN_UP = tr.common.nothing_changed
    COLUMNS = (
        Column(tr.heads.address_or_handle, 24, grow=1, most=43),
        Column(tr.heads.reason_or_length, 40, grow=1),
    )

    def count(self, state: State) -> str:
        return tr.sysop.bans_count(count=len(state.rows or ()))

    def about(self, state: State) -> str:
        one = state.marked
        if one.since:
            return tr.sysop.banned_since(name=one.name, day=one.since, told=one.told)
        return tr.sysop.banned_told(name=one.name, told=one.told)

    def row(self, state: State, one: Barred) -> Row:
        about = self.about(ListState(state.lobby, rows=(one,)))
        return Row((one.name, one.told), told=tr.common.full_stop(text=about))

    def commands(self, state: State) -> tuple[Command[State], ...]:
        return (
            Command("lift", "enter", tr.keys.lift, self.lift, on_row=True),
            Command("ban", "a", tr.keys.ban_an_address, self.ban),
        )

    def lift(self, state: State) -> Next:
        one = state.marked
        return state.ask(tr.sysop.confirm_lift_ban(name=one.name), 1, partial(_lifted, one))

    def ban(self, state: State) -> Next:
        return state.ask(tr.sysop.ask_ban_address(), 60, self.banned)

    def banned(self, state: State, text: str) -> Next:
        address, _, days = text.partition(" ")
        return state, (SysopAct("keep-out", address, days.strip()),)


def _lifted(one: Barred, state: State, yes: str) -> Next:
    return state, (one.lift,)


PAGE: Final = _Page()
