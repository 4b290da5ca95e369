"""Banned handles and addresses, for the sysop. Bans can be lifted, and addresses banned."""

from __future__ import annotations

from typing import Final

from door.board.sysop.effects import BANS, Barred, SysopAct
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.ui.screen import Effect
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, cut


class _Page(ListboxPage[Barred]):
    """The open line asks whether to lift the ban in `about`, or else for an address."""

    TITLE = tr.sysop.title_bans
    COLUMNS = (Column(tr.heads.address_or_handle, 24), Column(tr.heads.reason_or_length, 40))
    WIDE = (Column(tr.heads.address_or_handle, 43), Column(tr.heads.reason_or_length, 40))
    KEYS = (
        Hint("down", tr.keys.choose, "↑↓"),
        Hint("enter", tr.keys.lift),
        Hint("a", tr.keys.ban_an_address),
        pager.BACK,
    )
    PROMPT = tr.sysop.plain_prompt_bans
    GIVEN_UP = tr.common.nothing_changed

    def ask(self, of: str) -> Effect:
        return BANS()

    def listed(self, state: State[Barred], answer: object) -> State[Barred]:
        if (rows := BANS.answered(answer)) is None:
            return state
        return state.listing(rows, _row, tr.sysop.bans_count(count=len(rows)), tr.sysop.no_bans())

    def open(self, state: State[Barred]) -> Next[Barred]:
        return state.asking(tr.sysop.confirm_lift_ban(name=state.marked.name), 3, state.marked), ()

    def key(self, state: State[Barred], name: str) -> Next[Barred] | None:
        return (state.asking(tr.sysop.ask_ban_address(), 60), ()) if name == "a" else None

    def entered(self, state: State[Barred], text: str) -> Next[Barred]:
        if not text or (state.about and text.casefold() not in ("y", "yes")):
            return state.telling(self.GIVEN_UP()), ()
        address, _, days = text.partition(" ")
        lift = state.about and state.about.lift
        return state.telling(""), (lift or SysopAct("keep-out", address, days.strip()),)


def _row(one: Barred) -> Row:
    told = (
        tr.sysop.banned_since(name=one.name, day=one.since, told=one.told)
        if one.since
        else tr.sysop.banned_told(name=one.name, told=one.told)
    )
    return Row(
        f"{cut(one.name, 25):<25} {one.told}",
        told,
        spoken=tr.common.full_stop(text=told),
        wide=f"{one.name:<44} {one.told}",
    )


PAGE: Final = _Page()
