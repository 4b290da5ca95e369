"""The board's callers, for the sysop: a list that can be searched."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.board.api import Visit
from door.board.sysop.effects import ACCOUNTS, AccountRow
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.ui.screen import Effect
from door.ui.texts import tr
from door.ui.widgets import Column, Hint
from door.ui.words import commas


class _Page(ListboxPage[AccountRow]):
    """Callers whose handle contains `of`."""

    TITLE = tr.sysop.title_callers
    COLUMNS = (
        Column(tr.heads.handle, 24),
        Column(tr.heads.calls, 7, True),
        Column(tr.heads.level, 5, True),
        Column(tr.heads.last_call, 16),
    )
    WIDE = COLUMNS
    KEYS = (
        Hint("down", tr.keys.choose, "↑↓"),
        Hint("enter", tr.keys.open),
        Hint("f", tr.keys.find),
        Hint("n", tr.keys.new_caller),
        pager.BACK,
    )
    PROMPT = tr.sysop.plain_prompt_callers

    def ask(self, of: str) -> Effect:
        return ACCOUNTS(of)

    def listed(self, state: State[AccountRow], answer: object) -> State[AccountRow]:
        if (rows := ACCOUNTS.answered(answer)) is None:
            return state
        count = tr.count.callers(n=len(rows))
        return state.listing(
            rows,
            _row,
            tr.sysop.callers_found(callers=count, word=repr(state.of)) if state.of else count,
            tr.sysop.no_such_caller(),
        )

    def open(self, state: State[AccountRow]) -> Next[AccountRow]:
        return state, (Visit("sysop-caller", state.marked.handle),)

    def key(self, state: State[AccountRow], name: str) -> Next[AccountRow] | None:
        if name in ("f", "/"):
            return state.asking(tr.sysop.ask_find_callers(), 20), ()
        return self.word(state, name)

    def word(self, state: State[AccountRow], text: str) -> Next[AccountRow] | None:
        return (state, (Visit("sysop-caller"),)) if text.lower() == "n" else None

    def entered(self, state: State[AccountRow], text: str) -> Next[AccountRow]:
        return replace(state.telling("").unsaid(), of=text, at=0, page=0), (self.ask(text),)

    otherwise = entered


def _row(account: AccountRow) -> Row:
    last = account.last or tr.people.never_called()
    on = tr.people.on_node(node=account.online) if account.online else ""
    marks = commas((on, account.marks))
    text = f"{account.handle:<26} {account.calls:>6} {account.level:>6}  {last:<14} {marks}"
    calls = tr.count.calls(n=account.calls)
    said = tr.sysop.plain_caller(handle=account.handle, calls=calls, level=account.level, last=last)
    return Row(text.rstrip(), strong=bool(account.online), spoken=f"{said}{f', {marks}' * bool(marks)}.")


PAGE: Final = _Page()
