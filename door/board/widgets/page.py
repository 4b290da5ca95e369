"""Pages as descriptions: a page says what it loads, how it looks and what its commands are.

How to write a page, or port one. Take the kind that fits (`ListPage`, `FormPage`, `SheetPage`), set its
class attributes, and override its methods. There is no `draw`, no `tell`, no table of keys or words: they
follow from the description. A list of bans with one command on a row and one for the page:

    class _Bans(ListPage[ListState[Barred], Barred]):
        TITLE = tr.sysop.title_bans
        COLUMNS = (Column(tr.heads.name, 24, grow=1, most=43), Column(tr.heads.reason, 40, grow=1))

        QUERY = BANS               # asked by `load`; `rows` takes the things out of the answer
        def row(self, state, one): return Row((one.name, one.reason), told="...")
        def commands(self, state):
            return (Command("lift", "enter", tr.keys.lift, self.lift, on_row=True),
                    Command("ban", "a", tr.keys.ban_an_address, self.ban))
        def lift(self, state): return state, (Lift(state.marked.name),)
        def ban(self, state): return state.ask(tr.sysop.ask_address(), 60, self.banned)
        def banned(self, state, text): return state, (KeepOut(text),)

    PAGE: Final = _Bans()

An event is tried in this order on every page: the open line, commands, keys that move, keys that leave,
the bell. Replies go to `receive`. `Done` and `No` are shown by themselves: a refused line comes back to
be corrected, and after `Done` the page loads again. `commands` may depend on the state, and returns only
what works now. `state.say`, `state.refuse` and `state.ask` show a sentence, refuse with the bell, and open
a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Generic, Self, TypeVar

from door.board.api import Done, Lobby, Visit
from door.board.widgets import blocks
from door.board.widgets.blocks import NO_TEXT, Choice, Choices, Entry, Layout, Notice, Row, Table, Text
from door.term.canvas import GREY, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.commands import Command, help_lines
from door.ui.screen import Bell, Effect, Effects, Event, Leave, No, Query, Question, Speech, Tick, View, Wake
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column, Field, wrap
from door.ui.words import commas, no_choice, unwrapped

ROWS: Final = 12
LINES: Final = 16
"""Rows of a list and lines of a sheet per PgUp and PgDn."""

ROOM: Final = 18
"""Rows for a sheet's text and the parts below it on an 80×24 screen."""


@dataclass(frozen=True, slots=True)
class PageState:
    """What every page has.

    - `arg`: what the page was opened with. `at`: the marked row, or the sheet. `top`: its first line shown.
    - `entry`: the open line. `sent`: the last line that was entered, until its result arrives.
    - `note`: the sentence shown; `wrong`: it is a refusal; `notes` counts them.
    - `asked`: how often plain mode asked for the list. `away`: another page or an act is awaited.
    """

    lobby: Lobby
    arg: str = ""
    at: int = 0
    top: int = 0
    entry: Entry | None = None
    sent: Entry | None = None
    note: str = ""
    wrong: bool = False
    notes: int = 0
    asked: int = 0
    away: bool = False

    def say(self, note: str, wrong: bool = False) -> Self:
        """Show a sentence, and close the line."""
        notes = self.notes + bool(note)
        return replace(self, note=note, wrong=wrong, entry=None, sent=None, notes=notes)

    def refuse(self, why: str) -> tuple[Self, Effects]:
        """Show why not, with the bell."""
        return self.say(why, wrong=True), (Bell(),)

    def ask(
        self, prompt: str, limit: int, then: Callable[[Any, str], tuple[Any, Effects]], value: str = "",
        secret: bool = False, may_be_empty: bool = False,
        gives_up: Callable[[Any], tuple[Any, Effects]] | None = None,
    ) -> tuple[Self, Effects]:  # fmt: skip
        """Open a line of at most `limit` characters; `then` gets its text. One character is yes or no:
        `then` is called for yes only.
        """
        field = Field(value, len(value), limit, secret)
        entry = Entry(prompt, field, then, gives_up, may_be_empty)
        return replace(self, entry=entry, note="", wrong=False), ()


S = TypeVar("S", bound=PageState)
T = TypeVar("T")


def doing(*effects: Effect) -> Callable[[S], tuple[S, Effects]]:
    """Return what a command runs that has these effects and changes nothing on the page."""
    return lambda state: (state, effects)


class Page(Generic[S]):
    """What all kinds of pages share."""

    TITLE: Sentence
    STATE: Callable[..., Any] = PageState
    REFRESH: float = 0.0
    """Seconds between two updates while the page is on top, or 0."""

    FRESH: bool = True
    """Load again when the page comes back on top."""

    GIVEN_UP: Sentence | None = None
    """The sentence after an open line is cancelled."""

    FOOT: int = 4
    """Rows below the body, with the keys line."""

    NUMBER: Sentence = tr.common.prompt_number

    # -- what a page describes

    def first(self, lobby: Lobby, arg: str) -> S:
        """Return the state that the page opens with."""
        state: S = self.STATE(lobby, arg)
        return state

    def load(self, state: S) -> Effects:
        """Return the effects that ask for what the page shows."""
        return ()

    def commands(self, state: S) -> tuple[Command[S], ...]:
        """Return the commands that work now, in the order of the keys line."""
        return ()

    def title(self, state: S) -> str:
        return self.TITLE()

    def count(self, state: S) -> str:
        """Return the text beside the title."""
        return ""

    def hint(self, state: S) -> str:
        """Return a dim sentence that is shown while there is nothing to say."""
        return ""

    def receive(self, state: S, reply: Event) -> tuple[S, Effects] | None:
        """Handle a reply of the page's own. Return None for any other."""
        return None

    def typed(self, state: S, text: str) -> tuple[S, Effects]:
        """Handle a plain-mode line that nothing else has handled."""
        return state.refuse(no_choice(text))

    def prompt(self, state: S) -> str:
        """Return a plain-mode prompt of the page's own, or "" for one from its commands."""
        return ""

    def leave(self, state: S) -> tuple[S, Effects]:
        return state, (Leave(),)

    # -- what a kind of page does

    def body(self, state: S) -> Table | Choices | Text:
        raise NotImplementedError

    def move(self, state: S, name: str) -> tuple[S, Effects] | None:
        """Handle a key that moves. Return None for any other."""
        return None

    def click(self, state: S, at: int) -> tuple[S, Effects]:
        """Handle a click on a row."""
        return state, ()

    def line(self, state: S, text: str) -> tuple[S, Effects] | None:
        """Handle a plain-mode line that is not just a command's word. Return None for any other."""
        return None

    # -- the screen

    def start(self, lobby: Lobby, arg: str) -> tuple[S, Effects]:
        state = self.first(lobby, arg)
        return state, self.load(state)

    def update(self, state: S, event: Event) -> tuple[S, Effects]:
        match event:
            case Key() | Line() if state.entry:
                return self._typing(state, state.entry, event)
            case Mouse() if state.entry:
                return state, ()
            case Key(name):
                return self._key(state, name.lower())
            case Line(text):
                return self._line(state, text.strip())
            case Mouse(action="wheel-up" | "wheel-down" as turned):
                return self.wheel(state, -1 if turned == "wheel-up" else 1)
            case Mouse(action="press", target=int(at)):
                return self.click(state, at)
        if isinstance(event, Mouse):
            return state, ()
        return self.receive(state, event) or self._replied(state, event)

    def wheel(self, state: S, by: int) -> tuple[S, Effects]:
        return self.move(state, "down" if by > 0 else "up") or (state, ())

    def _replied(self, state: S, event: Event) -> tuple[S, Effects]:
        match event:
            case Tick():
                waits = bool(state.entry or state.sent)
                return state, () if state.away else self.wake(state) if waits else self.load(state)
            case Lobby():
                state = replace(state, lobby=event, away=False)
                return state, self.load(state) if self.FRESH else self.wake(state)
            case Done(note):
                state = replace(state.say(note), away=False)
                return state, self.load(state)
            case No(note):
                again = state.sent
                if again and (again.is_question or again.field.secret):
                    again = None
                state = replace(state.say(note, wrong=True), entry=again, away=False)
                return state, (Bell(), *self.wake(state))
        return state, ()

    def wake(self, state: S) -> Effects:
        """Return the effect that updates the page later, if it is one that does."""
        return (Wake(self.REFRESH, "look"),) if self.REFRESH else ()

    def _typing(self, state: S, open: Entry, event: Key | Line) -> tuple[S, Effects]:
        text = open.typed(event)
        if isinstance(text, Entry):
            return replace(state, entry=text), open.rang(event, text)
        no = open.is_question and (text or "").casefold() not in ("y", "yes")
        if text is None or no or not (text or open.may_be_empty):
            state = state.say(self.GIVEN_UP() if self.GIVEN_UP else "")
            return open.gives_up(state) if open.gives_up else (state, self.wake(state))
        after, effects = open.then(replace(state.say(""), sent=open), text)
        if any(not isinstance(one, Question | Visit | Bell) for one in effects) and not after.entry:
            waits = after if after.note else after.say(tr.common.one_moment())
            return replace(waits, sent=open), effects
        return after if effects else replace(after, sent=None), effects

    def _key(self, state: S, name: str) -> tuple[S, Effects]:
        for command in self.commands(state):
            if command.pressed(name):
                return self.run(state, command)
        if (moved := self.move(state, name)) is not None:
            return moved
        return self.leave(state.say("")) if name in navigation.LEAVE else (state, (Bell(),))

    def run(self, state: S, command: Command[S]) -> tuple[S, Effects]:
        """Run a command. Whatever it asks of the call is awaited before the page refreshes again."""
        after, effects = command.run(replace(state, note="", wrong=False))
        away = self.REFRESH > 0 and any(not isinstance(one, Question | Bell) for one in effects)
        return replace(after, away=away) if away else after, effects

    def _line(self, state: S, text: str) -> tuple[S, Effects]:
        word = text.lower()
        if not word or word in navigation.LEAVE:
            return self.leave(state.say(""))
        for command in self.commands(state):
            if command.typed(word) and not (command.on_row and command.key == "enter" == word):
                return self.spoken(state, command)
        if (done := self.line(state, text)) is not None:
            return done
        if word == "?":
            return state.say(help_lines(self.commands(state), self.NUMBER())), ()
        return self.typed(state, text)

    def spoken(self, state: S, command: Command[S]) -> tuple[S, Effects]:
        """Run a command whose word was typed alone."""
        return self.run(state, command)

    def layout(self, state: S) -> Layout:
        return Layout(
            self.title(state), self.body(state), self.commands(state), self.count(state), state.entry,
            Notice(state.note, state.wrong, state.notes), self.hint(state), self.FOOT, self.leaves(state),
            self.NUMBER, self.prompt(state),
        )  # fmt: skip

    def leaves(self, state: S) -> int:
        return 1

    def draw(self, state: S, view: View) -> Canvas:
        return blocks.to_canvas(self.layout(state), view)

    def tell(self, before: S | None, after: S) -> Speech:
        return blocks.to_speech(self.layout(before) if before else None, self.layout(after))


# -- lists --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListState(PageState, Generic[T]):
    """`rows` are None until they arrive with the answer `found`. `shown` is the first row that plain mode
    reads. `opened`: the marked row is being read.
    """

    rows: tuple[T, ...] | None = None
    found: Any = None
    shown: int = 0
    opened: bool = False

    @property
    def reads(self) -> bool:
        """True if the marked row is being read, and has come."""
        return self.opened and bool(self.rows)

    @property
    def marked(self) -> T:
        """The marked thing. Raises IndexError if the list is empty."""
        return (self.rows or ())[self.at]

    def marking(self, at: int) -> Self:
        """Mark a row, or the nearest one."""
        return replace(self, at=max(0, min(at, len(self.rows or ()) - 1)), note="", wrong=False)


L = TypeVar("L", bound=ListState[Any])


class ListPage(Page[L], Generic[L, T]):
    """A list of things, one of them marked.

    After an update the mark stays on the thing with the same `key`. Rows are numbered by their place, unless
    the page has numbers of its own; only then plain mode refreshes, since a number must stay valid.
    """

    STATE: Callable[..., Any] = ListState
    COLUMNS: tuple[Column, ...]
    EMPTY: Sentence | None = None
    GAP: int = 2

    # -- what a list describes

    QUERY: Query[Any, Any] | None = None
    """The query that `load` asks. Its answer is `state.found`."""

    def load(self, state: L) -> Effects:
        return (self.QUERY(None),) if self.QUERY else ()

    def answer(self, event: Event) -> object:
        """Return the answer to `load`, or None for any other event."""
        return self.QUERY.answered(event) if self.QUERY else None

    def rows(self, state: L, found: Any) -> Sequence[T]:
        """Return the things in an answer."""
        things: Sequence[T] = found
        return things

    def row(self, state: L, thing: T) -> Row:
        raise NotImplementedError

    def key(self, thing: T) -> object:
        """Return what tells a thing from the others."""
        return thing

    def starts_on(self, state: L, rows: Sequence[T]) -> int:
        """Return the row that is marked when the list arrives."""
        return 0

    def about(self, state: L) -> str:
        """Return the details of the marked row."""
        return ""

    def empty(self, state: L) -> str:
        """Return the sentence for an empty list."""
        return self.EMPTY() if self.EMPTY else ""

    section: Callable[[Any], str] | None = None
    """The name of a thing's section, on a page with sections."""

    number: Callable[[Any], int] | None = None
    """What a caller types for a thing, on a page with numbers of its own."""

    changed: Callable[[Any, Any], list[str]] | None = None
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
            return self._replied(replace(state, rows=None), reply)  # read the list once, as it is now
        found = self.answer(reply)
        if found is None:
            return None
        if state.sent:  # an act that answers with the list
            state = state.say("")
        return self.listed(replace(state, found=found), self.rows(state, found)), self.wake(state)

    def wake(self, state: L) -> Effects:
        return () if state.lobby.plain and self.number is None else super().wake(state)

    def anew(self, state: L) -> tuple[L, Effects]:
        """Ask for another list."""
        return replace(state, rows=None, at=0, shown=0), self.load(state)

    def listed(self, state: L, rows: Sequence[T]) -> L:
        """Replace the things. The mark follows its thing, or stays near."""
        at, opened = min(state.at, max(0, len(rows) - 1)), False
        if state.rows:
            marked = self.key(state.marked)
            there = next((there for there, one in enumerate(rows) if self.key(one) == marked), None)
            opened = state.opened and there is not None
            at = at if there is None else there
        elif state.rows is None:
            at = min(self.starts_on(state, rows) or at, max(0, len(rows) - 1))
        shown = min(state.shown, max(0, len(rows) - 1))
        return replace(state, rows=tuple(rows), at=at, shown=shown, opened=opened)

    def again(self, state: L) -> tuple[L, Effects]:
        """Load the list again; plain mode reads all of it."""
        state = replace(state, rows=None) if state.lobby.plain else state
        return replace(state, asked=state.asked + 1), self.load(state)

    def move(self, state: L, name: str) -> tuple[L, Effects] | None:
        if state.reads and (detail := self.detail(state)):
            return _scrolled(state, detail, name, self.FOOT)
        if by := navigation.rows(name, ROWS):
            return state.marking(state.at + by), ()
        return self.again(state) if name == "r" else None

    def leave(self, state: L) -> tuple[L, Effects]:
        if not state.opened:
            return super().leave(state)
        return self.again(replace(state, opened=False))

    def run(self, state: L, command: Command[L]) -> tuple[L, Effects]:
        if command.on_row and not state.rows:
            return state, (Bell(),)
        return super().run(state, command)

    def click(self, state: L, at: int) -> tuple[L, Effects]:
        if state.opened or not 0 <= at < len(state.rows or ()):
            return state, ()
        return self.open(state.marking(at))

    def open(self, state: L) -> tuple[L, Effects]:
        """Run the command of Enter on the marked row."""
        opens = next((one for one in self.commands(state) if one.pressed("enter")), None)
        return self.run(state, opens) if opens else (state, (Bell(),))

    def spoken(self, state: L, command: Command[L]) -> tuple[L, Effects]:
        if command.on_row and not state.opened and len(state.rows or ()) != 1:
            return state.refuse(tr.common.which_row(key=command.hint.shown))
        return self.run(state, command)

    def line(self, state: L, text: str) -> tuple[L, Effects] | None:
        word = text.lower()
        if word in ("+", "-"):
            return self._turned(state, word)
        if word in ("l", "list", "r"):
            return self.again(state)
        command, number = self._numbered(state, word)
        if not number:
            return None
        there = self.place(state, number)
        if there is None:
            return state.refuse(self.missing(state, number))
        return self.run(state.marking(there), command) if command else self.open(state.marking(there))

    def _numbered(self, state: L, word: str) -> tuple[Command[L] | None, str]:
        """Split "m 2" or "message 2" into a command on a row and the number."""
        letters = word.rstrip("0123456789")
        number, name = word[len(letters) :], letters.strip()
        if not name or not number:
            return None, number
        commands = (one for one in self.commands(state) if one.on_row and one.typed(name))
        command = next(commands, None)
        return command, number if command else ""

    def place(self, state: L, number: str) -> int | None:
        """Return the row with the number that was typed, or None."""
        if not number.isdecimal() or len(number) > 6:
            return None
        rows = state.rows or ()
        if self.number is None:
            return int(number) - 1 if 0 < int(number) <= len(rows) else None
        return next((at for at, one in enumerate(rows) if self.number(one) == int(number)), None)

    def _turned(self, state: L, word: str) -> tuple[L, Effects]:
        """Read the next rows in plain mode, or those before."""
        to = state.shown + (blocks.SPOKEN if word == "+" else -blocks.SPOKEN)
        if not 0 <= to < len(state.rows or ()):
            return state.refuse(tr.common.no_more_rows())
        return replace(state.marking(to), shown=to), ()

    def body(self, state: L) -> Table | Text:
        if state.reads and (detail := self.detail(state)):
            return replace(detail, top=state.top)
        return Table(
            self.COLUMNS, state.rows, partial(self.row, state), state.at, state.shown, state.asked,
            self.empty(state) if state.rows is not None else "", self.GAP, self.section,
            None if self.number is None else str, self.changed, self.about(state) if state.rows else "",
        )  # fmt: skip

    def layout(self, state: L) -> Layout:
        layout = super().layout(state)
        if isinstance(layout.body, Text):
            return replace(layout, title=layout.body.title, foot=3)
        return layout


# -- forms --------------------------------------------------------------------------------------------


class FormPage(Page[S]):
    """Rows of choices, one of them marked."""

    def choices(self, state: S) -> tuple[Choice, ...]:
        """Return the rows, or none until they have come."""
        raise NotImplementedError

    def choose(self, state: S, key: str, value: str) -> tuple[S, Effects]:
        """Set a row to one of its values."""
        raise NotImplementedError

    def summary(self, state: S) -> str:
        """Return a sentence on the whole form."""
        return ""

    changed: Callable[[Choice], str] | None = None
    """What plain mode says of a row whose value has changed."""

    def body(self, state: S) -> Choices:
        rows = self.choices(state)
        return Choices(rows, min(state.at, max(0, len(rows) - 1)), self.summary(state), self.changed)

    def move(self, state: S, name: str) -> tuple[S, Effects] | None:
        rows = self.choices(state)
        if not rows:
            return None
        if by := 1 if name == "enter" else navigation.change(name):
            return self.step(state, rows[state.at], by)
        to = navigation.row(name, state.at, len(rows))
        return None if to is None else (replace(state.say(""), at=to), ())

    def click(self, state: S, at: int) -> tuple[S, Effects]:
        rows = self.choices(state)
        return self.step(replace(state, at=at), rows[at], 1) if 0 <= at < len(rows) else (state, ())

    def step(self, state: S, row: Choice, by: int) -> tuple[S, Effects]:
        """Set a row to its next value, or the one before."""
        if row.run:
            done: tuple[S, Effects] = row.run(state.say(""))
            return done
        if len(row.options) < 2:
            return state.say(""), (Bell(),)
        value = row.options[(row.options.index(row.value) + by) % len(row.options)]
        return self.choose(state.say(""), row.key, value)

    def line(self, state: S, text: str) -> tuple[S, Effects] | None:
        """Handle "bell off", or a row's name or number, which tells its values."""
        rows = self.choices(state)
        word, _, value = text.partition(" ")
        word, value = word.lower(), value.strip()
        number = int(word) if word.isdecimal() and len(word) < 4 else 0
        row = next((row for at, row in enumerate(rows, 1) if word == row.key or number == at), None)
        if row is None:
            return None
        state = replace(state, at=rows.index(row))
        if row.run:
            return self.step(state, row, 1)
        known = {row.shown(one).lower(): one for one in row.options} | {one: one for one in row.options}
        wanted = known.get(value.lower()) if value else None
        if wanted is None:
            return self.unknown(state, row, value)
        if wanted == row.value and self.changed:
            return state.say(self.changed(row)), ()
        return self.choose(state.say(""), row.key, wanted)

    def unknown(self, state: S, row: Choice, value: str) -> tuple[S, Effects]:
        """Tell a row's values, after its name alone or a value that it doesn't have."""
        return state.refuse(row.told)


# -- sheets -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SheetState(PageState):
    """`sheet` is the text in view, made from the answer `found`. `at` is its number among several."""

    sheet: Text = NO_TEXT
    found: Any = None


H = TypeVar("H", bound=SheetState)


class SheetPage(Page[H]):
    """A text that scrolls, or several of them side by side."""

    STATE: Callable[..., Any] = SheetState
    FOOT = 1
    """3 on a page that asks for lines or says what was done."""

    QUERY: Query[Any, Any] | None = None
    """The query that `load` asks. Its answer is `state.found`."""

    # -- what a sheet describes

    def sheet(self, state: H) -> Text:
        """Return the text of sheet `state.at`. It is called once `found` has come, or `lobby` if nothing is
        asked.
        """
        raise NotImplementedError

    def leaves(self, state: H) -> int:
        """Return how many sheets there are."""
        return 1

    def load(self, state: H) -> Effects:
        return (self.QUERY(None),) if self.QUERY else ()

    # -- what it does

    def start(self, lobby: Lobby, arg: str) -> tuple[H, Effects]:
        state = self.first(lobby, arg)
        effects = self.load(state)
        if effects:
            return replace(state, sheet=Text(self.title(state))), effects
        return self.shown(state), ()

    def shown(self, state: H) -> H:
        """Show the state's sheet."""
        return replace(state, sheet=self.sheet(state))

    def receive(self, state: H, reply: Event) -> tuple[H, Effects] | None:
        found = self.QUERY.answered(reply) if self.QUERY else None
        return None if found is None else (self.shown(replace(state, found=found)), self.wake(state))

    def turned(self, state: H, at: int) -> tuple[H, Effects]:
        """Turn to another sheet."""
        return self.shown(replace(state, at=at, top=0)), ()

    def body(self, state: H) -> Text:
        return replace(state.sheet, top=state.top) if state.top else state.sheet

    def title(self, state: H) -> str:
        return state.sheet.title or super().title(state)

    def move(self, state: H, name: str) -> tuple[H, Effects] | None:
        text, turn = replace(state.sheet, top=state.top), {"n": "right", "p": "left"}.get(name, name)
        to = leaf(text, turn, state.at, self.leaves(state), self.FOOT)
        if to is not None:
            return self.turned(state, to)
        if name == "enter":
            return self.leave(state)
        return _scrolled(state, state.sheet, name, self.FOOT)

    def scrolled(self, state: H, by: int) -> int:
        """Return the first line shown after scrolling by that many."""
        return scrolled(replace(state.sheet, top=state.top), by, self.FOOT)

    def wheel(self, state: H, by: int) -> tuple[H, Effects]:
        return replace(state, top=self.scrolled(state, 3 * by)), ()

    def line(self, state: H, text: str) -> tuple[H, Effects] | None:
        word, count = text.lower(), self.leaves(state)
        if count > 1 and word.isdecimal() and len(word) < 4 and 0 < int(word) <= count:
            return self.turned(state, int(word) - 1)
        if word in ("n", "p") and count > 1:
            return self.turned(state, (state.at + (1 if word == "n" else -1)) % count)
        return None

    def typed(self, state: H, text: str) -> tuple[H, Effects]:
        return super().typed(state, text) if self.commands(state) else self.leave(state)


class QuestionPage(SheetPage[SheetState]):
    """A page that asks for one line, shows the result, and closes. `MAY` asks for permission first."""

    FOOT = 3
    ABOUT: Sentence
    ASKS: Sentence
    LIMIT: int
    MAY: Query[None, bool] | None = None
    ACT: Callable[[str], Effect]
    """What is done with the line."""

    def start(self, lobby: Lobby, arg: str) -> tuple[SheetState, Effects]:
        state = self.shown(SheetState(lobby, arg))
        return (state, (self.MAY(),)) if self.MAY else self._asking(state)

    def sheet(self, state: SheetState) -> Text:
        return paper(self.TITLE(), " ".join(self.ABOUT(sysop=state.lobby.sysop).split()))

    def _asking(self, state: SheetState) -> tuple[SheetState, Effects]:
        return state.ask(self.ASKS(), self.LIMIT, self._sent, gives_up=self.leave)

    def _sent(self, state: SheetState, text: str) -> tuple[SheetState, Effects]:
        return state, (self.ACT(text),)

    def receive(self, state: SheetState, reply: Event) -> tuple[SheetState, Effects] | None:
        return self._asking(state) if self.MAY and self.MAY.answered(reply) is not None else None


def paper(title: str, text: str, note: str = "", told: str = "") -> Text:
    """Make a sheet from plain text, with `told` for plain mode. Lines in capitals are headings."""
    lines = tuple((line, style(YELLOW if line.isupper() else GREY)) for line in wrap(text, blocks.WIDTH))
    return Text(title, lines, note, words=unwrapped((told or text).splitlines(), blocks.WIDTH - 8))


def _scrolled(state: S, text: Text, name: str, foot: int) -> tuple[S, Effects] | None:
    """Scroll a text. Return None for a key that doesn't."""
    if name == "enter":
        return None
    if not (by := navigation.lines(name, LINES)):
        return None
    top = scrolled(replace(text, top=state.top), by, foot)
    return replace(state, top=top), () if top != state.top else (Bell(),)


def leaf(text: Text, name: str, at: int, count: int, foot: int = 1) -> int | None:
    """Return the sheet that a key leads to from sheet `at`. A text that is longer than the screen scrolls
    first.
    """
    if count < 2:
        return None
    if name not in ("tab", "backtab") and navigation.direction(name) not in ("left", "right"):
        by = navigation.lines(name, LINES)
        scrolls = any(scrolled(text, one, foot) != text.top for one in (-1, 1))
        if scrolled(text, by, foot) != text.top or (scrolls and abs(by) == 1):
            return None
    to = navigation.sheet(name, at, count)
    return None if to == at else to


def scrolled(text: Text, by: int, foot: int) -> int:
    """Return the first line of the text after scrolling."""
    room = ROOM - foot - (text.head.rows - 2 if text.head else 0)
    return max(0, min(text.top + by, len(text.lines or ()) - room))


def values(each: Sequence[str], shown: Callable[[str], str]) -> str:
    """Return "auto, on, off", in the reader's language."""
    return commas(map(shown, each))
