"""Lists: things in rows, one of them marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, Generic, Self, TypeVar

from door.pages.api import Lobby, Visit
from door.pages.page import Page, PageState, on_reply
from door.pages.sheets import scroll
from door.ui import navigation
from door.ui.blocks import Row, RowList, Text
from door.ui.commands import Command
from door.ui.screen import Bell, Effects, Event
from door.ui.speech import SPOKEN
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column

ROWS: Final = 12
"""Rows per PgUp and PgDn."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ListState(PageState, Generic[T]):
    """`rows` are None until they arrive. `shown` is the first row that plain mode reads. `opened`: the marked
    row is being read. `drawn` keeps the text of rows that were on the screen.
    """

    rows: tuple[T, ...] | None = None
    shown: int = 0
    opened: bool = False
    drawn: dict[object, tuple[str, bool]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def reads(self) -> bool:
        """True if the marked row is being read, and has come."""
        return self.opened and bool(self.rows)

    @property
    def choosable(self) -> int:
        return 1 if self.reads else len(self.rows or ())

    @property
    def marked_row(self) -> T:
        """The marked thing. Raises IndexError if the list is empty."""
        return (self.rows or ())[self.at]

    def marking(self, at: int) -> Self:
        """Mark a row, or the nearest one."""
        return replace(self, at=max(0, min(at, len(self.rows or ()) - 1)), note="", wrong=False)


L = TypeVar("L", bound=ListState[Any])


def visiting(page: str, field: str) -> Callable[[L], tuple[L, Effects]]:
    """Return what a command runs that opens a page on that field of the marked thing."""
    return lambda state: (state, (Visit(page, str(getattr(state.marked_row, field))),))


class ListPage(Page[L], Generic[L, T]):
    """A list of things, one of them marked.

    After an update the mark stays on the thing with the same `key`. Rows are numbered by their place, unless
    the page has numbers of its own; only then plain mode refreshes, since a number must stay valid.
    """

    STATE: Callable[..., Any] = ListState
    COLUMNS: tuple[Column, ...]
    EMPTY: Sentence | None = None
    KEY: str = ""
    """The field that tells a thing from the others, if that is not all of it."""

    GAP: int = 2
    DIGITS: bool = False
    """A digit opens a row, so that it doesn't move."""

    # -- what a list describes

    def rows(self, state: L, found: Any) -> Sequence[T]:
        """Return the things in an answer: all of it, or its rows."""
        things: Sequence[T] = getattr(found, "rows", found)
        return things

    def row(self, state: L, thing: T) -> Row:
        raise NotImplementedError

    def key(self, thing: T) -> object:
        """Return what tells a thing from the others."""
        return getattr(thing, self.KEY) if self.KEY else thing

    def starts_on(self, state: L, rows: Sequence[T]) -> int:
        """Return the row that is marked when the list arrives."""
        return 0

    def about(self, state: L) -> str:
        """Return the details of the marked row."""
        return ""

    def empty(self, state: L) -> str:
        """Return the sentence for an empty list."""
        return self.EMPTY() if self.EMPTY else ""

    def fits(self, state: L, thing: T, command: Command[L]) -> bool:
        """Return False if the command refuses this thing's row. A web page has no button for it then."""
        return True

    section: Callable[[Any], str] | None = None
    """The name of a thing's section, on a page with sections."""

    number: Callable[[Any], int] | None = None
    """What a caller types for a thing, on a page with numbers of its own."""

    change_lines: Callable[[Any, Any], list[str]] | None = None
    """What an update has changed, in plain mode. Without it, a changed list is read again."""

    def missing(self, state: L, number: str) -> str:
        """Return the refusal of a number that no row has."""
        return tr.common.no_such_row(number=number)

    def detail(self, state: L) -> Text | None:
        """Return the marked thing as it is read after it was opened."""
        return None

    # -- what a list does

    def receive(self, state: L, reply: Event) -> tuple[L, Effects] | None:
        if isinstance(reply, Lobby) and state.lobby.plain and self.FRESH:
            return on_reply(self, replace(state, rows=None), reply)  # read the list once, as it is now
        found = self.QUERY.answer_in(reply) if self.QUERY else None
        return None if found is None else self.receive_list(state, found)

    def receive_list(self, state: L, found: Any) -> tuple[L, Effects]:
        if state.sent:  # an act that answers with the list
            state = state.say("")
        return self.with_rows(replace(state, found=found), self.rows(state, found)), self.wake(state)

    def wake(self, state: L) -> Effects:
        return () if state.lobby.plain and self.number is None else super().wake(state)

    def anew(self, state: L) -> tuple[L, Effects]:
        return replace(state, rows=None, at=0, shown=0), self.load(state)

    def with_rows(self, state: L, rows: Sequence[T]) -> L:
        """Replace the things. The mark follows its thing, or stays near."""
        at, opened = min(state.at, max(0, len(rows) - 1)), False
        if state.rows:
            marked = self.key(state.marked_row)
            there = next((there for there, one in enumerate(rows) if self.key(one) == marked), None)
            opened = state.opened and there is not None
            at = at if there is None else there
        elif state.rows is None:
            at = min(self.starts_on(state, rows) or at, max(0, len(rows) - 1))
        shown = min(state.shown, max(0, len(rows) - 1))
        return replace(state, rows=tuple(rows), at=at, shown=shown, opened=opened, drawn={})

    def again(self, state: L) -> tuple[L, Effects]:
        """Load the list again; plain mode reads all of it."""
        state = replace(state, rows=None) if state.lobby.plain else state
        return replace(state, asked=state.asked + 1), self.load(state)

    def move(self, state: L, name: str) -> tuple[L, Effects] | None:
        if state.reads and (detail := self.detail(state)):
            return scroll(state, detail, name, self.FOOT)
        if self.DIGITS and name.isdecimal() and name != "0":
            at = row_index(self, state, name)
            return state.refuse(self.missing(state, name)) if at is None else self.open(state.marking(at))
        if by := navigation.rows(name, ROWS):
            return state.marking(state.at + by), ()
        return self.again(state) if name == "r" else None

    def leave(self, state: L) -> tuple[L, Effects]:
        if not state.opened:
            return super().leave(state)
        return self.again(replace(state, opened=False))

    def click(self, state: L, at: int) -> tuple[L, Effects]:
        if state.opened or not 0 <= at < len(state.rows or ()):
            return state, ()
        return self.open(state.marking(at))

    def open(self, state: L) -> tuple[L, Effects]:
        """Run the command of Enter on the marked row."""
        opens = next((one for one in self.commands(state) if one.pressed("enter")), None)
        return self.run(state, opens) if opens else (state, (Bell(),))

    def line(self, state: L, text: str) -> tuple[L, Effects] | None:
        word = text.lower()
        if word in ("+", "-"):
            to = state.shown + (SPOKEN if word == "+" else -SPOKEN)
            if not 0 <= to < len(state.rows or ()):
                return state.refuse(tr.common.no_more_rows())
            return replace(state.marking(to), shown=to), ()
        if word in ("l", "list", "r"):
            return self.again(state)
        command, number = _command_and_number(self.commands(state), word)
        if not number:
            return None
        there = row_index(self, state, number)
        if there is None:
            return state.refuse(self.missing(state, number))
        return self.run(state.marking(there), command) if command else self.open(state.marking(there))

    def body(self, state: L) -> RowList | Text:
        if state.reads and (detail := self.detail(state)):
            return replace(detail, top=state.top)
        return RowList(
            self.COLUMNS, state.rows, partial(self.row, state), state.at, state.shown, state.asked,
            self.empty(state) if state.rows is not None else "", self.GAP, self.section,
            self.number, self.change_lines, self.about(state) if state.rows else "",
            state.drawn, partial(self.fits, state),
        )  # fmt: skip


def _command_and_number(commands: Sequence[Command[L]], word: str) -> tuple[Command[L] | None, str]:
    """Split "m 2" or "message 2" into a command on a row and the number."""
    letters = word.rstrip("0123456789")
    number, name = word[len(letters) :], letters.strip()
    if not name or not number:
        return None, number
    command = next((one for one in commands if one.on_row and one.typed(name)), None)
    return command, number if command else ""


def row_index(page: ListPage[L, T], state: L, number: str) -> int | None:
    """Return the row with the number that was typed, or None."""
    if not number.isdecimal() or len(number) > 6:
        return None
    rows = state.rows or ()
    if page.number is None:
        return int(number) - 1 if 0 < int(number) <= len(rows) else None
    return next((at for at, one in enumerate(rows) if page.number(one) == int(number)), None)
