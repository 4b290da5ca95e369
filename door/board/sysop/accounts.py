"""The board's callers, for the sysop: a list to look through and to search."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.board.api import Visit
from door.board.community.callers import NEVER, ON_NODE
from door.board.sysop.effects import AccountRow, AccountsFound, FindAccounts
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.ui.texts import Text
from door.ui.widgets import Column, Hint
from door.ui.words import counted

FIND: Final = Text("Part of a handle (Enter alone lists all):")
FOUND: Final = Text("{callers} with {word}")
EMPTY: Final = Text("No such caller.")
TOLD: Final = Text("{handle}: {calls}, level {level}, last call {last}")


class _Page(ListboxPage[AccountRow]):
    """The list is narrowed to a part of the handles."""

    TITLE = Text("Callers")
    COLUMNS = (
        Column("Handle", 24),
        Column("Calls", 7, True),
        Column("Level", 5, True),
        Column("Last call", 16),
    )
    WIDE = COLUMNS
    KEYS = (
        Hint("down", "Choose", "↑↓"), Hint("enter", "Open"), Hint("f", "Find"), Hint("n", "New caller"),
        pager.BACK,
    )  # fmt: skip
    PROMPT = Text("Number, part of a handle, + for more, N for a new caller, Enter to go back.")

    def ask(self, of: str) -> FindAccounts:
        return FindAccounts(of)

    def listed(self, state: State[AccountRow], answer: object) -> State[AccountRow]:
        if not isinstance(answer, AccountsFound):
            return state
        count = counted(len(answer.rows), "caller")
        return state.listing(
            answer.rows, _row, FOUND(callers=count, word=repr(state.of)) if state.of else count, EMPTY()
        )

    def open(self, state: State[AccountRow]) -> Next[AccountRow]:
        return state, (Visit("sysop-caller", state.marked.handle),)

    def key(self, state: State[AccountRow], name: str) -> Next[AccountRow] | None:
        if name in ("f", "/"):
            return state.asking(FIND(), 20), ()
        return self.word(state, name)

    def word(self, state: State[AccountRow], text: str) -> Next[AccountRow] | None:
        return (state, (Visit("sysop-caller"),)) if text.lower() == "n" else None

    def entered(self, state: State[AccountRow], text: str) -> Next[AccountRow]:
        return replace(state.telling("").unsaid(), of=text, at=0, page=0), (self.ask(text),)

    otherwise = entered


def _row(account: AccountRow) -> Row:
    last = account.last or NEVER()
    on = ON_NODE(node=account.online) if account.online else ""
    marks = ", ".join(filter(None, (on, account.marks)))
    text = f"{account.handle:<26} {account.calls:>6} {account.level:>6}  {last:<14} {marks}"
    calls = counted(account.calls, "call")
    said = TOLD(handle=account.handle, calls=calls, level=account.level, last=last)
    return Row(text.rstrip(), strong=bool(account.online), spoken=f"{said}{f', {marks}' * bool(marks)}.")


PAGE: Final = _Page()
