"""All callers: who there is, when they called last, and their best place this month."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.board.api import Visit
from door.board.community.effects import AskCallers, CallerRow, CallersFound
from door.board.widgets import look, pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.ui.texts import Text
from door.ui.widgets import Column, Hint, row_text
from door.ui.words import counted, ordinal

COLUMNS: Final = (
    Column("Caller", 20), Column("Last call", 14), Column("Calls", 5, True), Column("This month", 29),
)  # fmt: skip
WIDE: Final = (
    Column("Caller", 33), Column("Last call", 20), Column("Calls", 8, True), Column("This month", 37),
)  # fmt: skip
FIND: Final = Text("Part of a handle (nothing for everybody):")
NOBODY: Final = Text("No caller has that in their handle.")
HANDLE: Final = 33
NEVER: Final = Text("never")
PLACE: Final = Text("{place} at {door}")
LAST_CALL: Final = Text("last call {when}")
A_YEAR: Final = Text("a year")
ON_NODE: Final = Text("on node {node}")
CALLING: Final = Text("{who} has been calling for {years}.")
YOU: Final = Text("You have been calling for {years} today. Thank you!")


class _Page(ListboxPage[CallerRow]):
    TITLE = Text("All callers")
    COLUMNS, WIDE = COLUMNS, WIDE
    KEYS = (
        Hint("down", "Choose", "↑↓"), Hint("enter", "Profile"), Hint("m", "Write", row=True),
        Hint("f", "Find"), pager.BACK,
    )  # fmt: skip
    PROMPT = Text("Number for a profile, F to find a handle, Enter to go back.")

    def ask(self, of: str) -> AskCallers:
        return AskCallers(of)

    def listed(self, state: State[CallerRow], answer: object) -> State[CallerRow]:
        if not isinstance(answer, CallersFound):
            return state
        shown, count = len(answer.rows), counted(answer.count, "caller")
        return state.listing(
            answer.rows, _row, look.PLACE(at=shown, of=count) if shown < answer.count else count, NOBODY()
        )

    def open(self, state: State[CallerRow]) -> Next[CallerRow]:
        return state, (Visit("caller", state.marked.handle),)

    def key(self, state: State[CallerRow], name: str) -> Next[CallerRow] | None:
        if name == "f":
            return state.asking(FIND(), HANDLE), ()
        return (state, (Visit("write", state.marked.handle),)) if name == "m" and state.rows else None

    def word(self, state: State[CallerRow], text: str) -> Next[CallerRow] | None:
        return self.key(state, "f") if text.lower() == "f" else None

    def entered(self, state: State[CallerRow], text: str) -> Next[CallerRow]:
        return replace(state.telling("").unsaid(), of=text, at=0, page=0), (self.ask(text),)


def _row(row: CallerRow) -> Row:
    when = ON_NODE(node=row.node) if row.node else row.last_call or NEVER()
    place = PLACE(place=ordinal(row.place), door=row.door) if row.place else ""
    cells = (row.handle, when, row.calls, place)
    told = [row.handle, when if row.node else LAST_CALL(when=when), counted(row.calls, "call"), place]
    return Row(
        row_text(COLUMNS, cells).rstrip(), strong=bool(row.node), spoken=", ".join(filter(None, told)),
        wide=row_text(WIDE, cells).rstrip(),
    )  # fmt: skip


def years(number: int) -> str:
    """For so long: "a year", "2 years"."""
    return A_YEAR() if number == 1 else counted(number, "year")


PAGE: Final = _Page()
