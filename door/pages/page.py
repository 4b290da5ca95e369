"""Pages as descriptions: a page says what it loads, how it looks and what its commands are.

How to write a page, or port one. Take the kind that fits (`ListPage`, `FormPage`, `SheetPage`, `LinePage`),
set its class attributes, and override its methods. There is no table of keys or words: they follow from the
commands. A list of bans with one command on a row and one for the page:

    class _Bans(ListPage[ListState[Barred], Barred]):
        TITLE = tr.sysop.title_bans
        COLUMNS = (Column(tr.heads.name, 24, grow=1, most=43), Column(tr.heads.reason, 40, grow=1))

        QUERY = BANS               # asked by `load`; `rows` takes the things out of the answer
        def row(self, state, one): return Row((one.name, one.reason), told="...")
        def commands(self, state):
            ask = asking(tr.sysop.ask_address, 60, sending(KeepOut))
            return (Command("lift", "enter", tr.keys.lift, self.lift, on_row=True),
                    Command("ban", "a", tr.keys.ban_an_address, ask))
        def lift(self, state): return state, (Lift(state.marked.name),)

    PAGE: Final = _Bans()

An event is tried in this order on every page: the open line, commands, keys that move, keys that leave,
the bell. Replies go to `receive`. `Done` and `No` are shown by themselves: a refused line comes back to
be corrected, and after `Done` the page loads again. `commands` may depend on the state, and returns only
what works now. `state.say`, `state.refuse` and `state.ask` show a sentence, refuse with the bell, and open
a line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Generic, Protocol, Self, TypeVar

from door.pages.api import Done, Lobby, Visit
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.blocks import BACK, Body, Layout, OpenLine, PageNotice, Text
from door.ui.commands import Command, help_lines
from door.ui.drawing import to_canvas
from door.ui.screen import Bell, Effect, Effects, Event, Leave, No, Query, Question, Speech, Tick, View, Wake
from door.ui.speech import to_speech
from door.ui.texts import Sentence, tr
from door.ui.widgets import Field, Hint
from door.ui.words import no_choice


@dataclass(frozen=True, slots=True)
class PageState:
    """The state that every page has.

    - `arg`: what the page was opened with. `at`: the marked row, or the sheet. `top`: its first line shown.
    - `entry`: the open line. `sent`: the last line that was entered, until its result arrives.
    - `note`: the sentence shown; `wrong`: it is a refusal; `notes` counts them.
    - `asked`: how often plain mode asked for the list. `away`: another page or an act is awaited.
    - `found`: the answer to the page's query, once it has come.
    """

    lobby: Lobby
    arg: str = ""
    at: int = 0
    top: int = 0
    entry: OpenLine | None = None
    sent: OpenLine | None = None
    note: str = ""
    wrong: bool = False
    notes: int = 0
    asked: int = 0
    away: bool = False
    found: Any = None

    @property
    def choosable(self) -> int:
        """How many rows a command on a row could act on."""
        return 1

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
        entry = OpenLine(prompt, field, then, gives_up, may_be_empty)
        return replace(self, entry=entry, note="", wrong=False), ()


S = TypeVar("S", bound=PageState)
T = TypeVar("T")


class Doing(Protocol):
    """The function that a command or an entered line runs."""

    def __call__(self, state: S, text: str = "", /) -> tuple[S, Effects]: ...


def doing(*effects: Effect) -> Doing:
    """Return what has these effects and changes nothing on the page."""
    return lambda state, text="": (state, effects)


def sending(make: Callable[[str], Effect]) -> Doing:
    """Return what is done with a line that was entered: the effect that `make` makes of it."""
    return lambda state, text="": (state, (make(text),))


def asking(
    prompt: Callable[[], str], limit: int, then: Callable[[S, str], tuple[S, Effects]],
    may_be_empty: bool = False,
) -> Callable[[S], tuple[S, Effects]]:  # fmt: skip
    """Return what a command runs that asks for a line, see `PageState.ask`."""
    return lambda state: state.ask(prompt(), limit, then, may_be_empty=may_be_empty)


class Page(Generic[S]):
    """The base of all kinds of pages."""

    TITLE: Sentence
    STATE: Callable[..., Any] = PageState
    REFRESH: float = 0.0
    """Seconds between two updates while the page is on top, or 0."""

    FRESH: bool = True
    """Load again when the page comes back on top."""

    LOBBY: type[Lobby] = Lobby
    """The page's view of the board: `start` and `first` get one."""

    FACE: str = ""
    """The art above the title, or ""."""

    GIVEN_UP: Sentence | None = None
    """The sentence after an open line is cancelled."""

    FOOT: int = 4
    """Rows below the body, with the keys line."""

    NUMBER: Sentence = tr.common.prompt_number
    """The text that a caller types for a row."""

    QUERY: Query[Any, Any] | None = None
    """The query that `load` asks. Its answer is `state.found`."""

    BY_ARG: bool = False
    """The query is asked with the page's argument."""

    BACK: Hint | None = BACK
    """How to leave on the keys line, unless a command says so."""

    COUNTED: Sentence | None = None
    """The number of rows, beside the title of a list."""

    ENTERS: bool = False
    """In plain mode an empty line is Enter, where elsewhere it leaves."""

    # -- what a page describes

    def first(self, lobby: Any, arg: str) -> S:
        """Return the state that the page opens with."""
        state: S = self.STATE(lobby, arg)
        return state

    def load(self, state: S) -> Effects:
        """Return the effects that ask for the page's content."""
        return (self.QUERY(state.arg if self.BY_ARG else None),) if self.QUERY else ()

    def commands(self, state: S) -> tuple[Command[S], ...]:
        """Return the commands that work now, in the order of the keys line."""
        return ()

    def title(self, state: S) -> str:
        return self.TITLE()

    def count(self, state: S) -> str:
        """Return the text beside the title."""
        return self.COUNTED(n=state.choosable) if self.COUNTED else ""

    def hint(self, state: S) -> str:
        """Return a dim sentence that is shown while there is nothing to say."""
        return ""

    def prompt(self, state: S) -> str:
        """Return plain mode's prompt, or "" for one that lists the commands."""
        return ""

    def receive(self, state: S, reply: Event) -> tuple[S, Effects] | None:
        """Handle a reply of the page's own. Return None for any other."""
        return None

    def on_text(self, state: S, text: str) -> tuple[S, Effects]:
        """Handle a plain-mode line that nothing else has handled."""
        return state.refuse(no_choice(text))

    def leave(self, state: S) -> tuple[S, Effects]:
        return state, (Leave(),)

    # -- what a kind of page does

    def body(self, state: S) -> Body:
        raise NotImplementedError

    def move(self, state: S, name: str) -> tuple[S, Effects] | None:
        """Handle a key that moves, or the wheel. Return None for any other key."""
        return None

    def click(self, state: S, at: int) -> tuple[S, Effects]:
        """Handle a click on a row."""
        return state, ()

    def line(self, state: S, text: str) -> tuple[S, Effects] | None:
        """Handle a plain-mode line that is not just a command's word. Return None for any other."""
        return None

    # -- the screen

    def start(self, lobby: Any, arg: str) -> tuple[S, Effects]:
        state = self.first(lobby, arg)
        return state, self.load(state)

    def update(self, state: S, event: Event) -> tuple[S, Effects]:
        match event:
            case Key() | Line() if state.entry:
                return _type_entry(self, state, state.entry, event)
            case Mouse() if state.entry:
                return state, ()
            case Key(name):
                return _press_key(self, state, name.lower())
            case Line(text):
                return _enter_line(self, state, text.strip())
            case Mouse(action="wheel-up" | "wheel-down" as turned):
                return self.move(state, turned) or (state, ())
            case Mouse(action="press", target=int(at)):
                return self.click(state, at)
            case Mouse():
                return state, ()
        return self.receive(state, event) or on_reply(self, state, event)

    def wake(self, state: S) -> Effects:
        """Return the effect that updates the page later, if it is one that does."""
        return (Wake(self.REFRESH, "look"),) if self.REFRESH else ()

    def run(self, state: S, command: Command[S], alone: bool = False) -> tuple[S, Effects]:
        """Run a command; `alone`: its word was typed without a row's number.

        The page doesn't refresh again before the call has answered the command's requests.
        """
        if alone and command.on_row and state.choosable != 1:
            return state.refuse(tr.common.which_row(key=command.hint.label_text))
        if command.on_row and not state.choosable:
            return state, (Bell(),)
        after, effects = command.run(replace(state, note="", wrong=False))
        away = self.REFRESH > 0 and any(not isinstance(one, Question | Bell) for one in effects)
        return replace(after, away=away) if away else after, effects

    def layout(self, state: S) -> Layout:
        """Return the page as data: see `door.ui.blocks`."""
        body = self.body(state)
        title, foot = self.title(state), self.FOOT
        if isinstance(body, Text):
            title, foot = body.title or title, min(foot, 3)
        notice = PageNotice(state.note, state.wrong, state.notes)
        commands = self.commands(state)
        return Layout(
            title, body, commands, self.count(state), state.entry, notice, self.hint(state), foot,
            self.NUMBER, self.BACK, tuple(filter(attrgetter("menu"), commands)),
            state.lobby.face, prompt=self.prompt(state),
        )  # fmt: skip

    def draw(self, state: S, view: View) -> Canvas:
        return to_canvas(self.layout(state), view)

    def tell(self, before: S | None, after: S) -> Speech:
        return to_speech(self.layout(before) if before else None, self.layout(after))


# -- what an event does on every page -----------------------------------------------------------------


def on_reply(page: Page[S], state: S, event: Event) -> tuple[S, Effects]:
    """Handle a reply as every page does that has no own way."""
    match event:
        case Tick():
            waits = bool(state.entry or state.sent)
            return state, () if state.away else page.wake(state) if waits else page.load(state)
        case Lobby():
            state = replace(state, lobby=event, away=False)
            return state, page.load(state) if page.FRESH else page.wake(state)
        case Done(note, changed):
            state = replace(state.say(note), away=False)
            return state, page.load(state) if changed else page.wake(state)
        case No(note):
            again = state.sent
            if again and (again.is_question or again.field.secret):
                again = None
            state = replace(state.say(note, wrong=True), entry=again, away=False)
            return state, (Bell(), *page.wake(state))
    return state, ()


def _type_entry(page: Page[S], state: S, open: OpenLine, event: Key | Line) -> tuple[S, Effects]:
    """Type into the open line, or take what was entered."""
    text = open.apply_event(event)
    if isinstance(text, OpenLine):
        return replace(state, entry=text), open.rang(event, text)
    no = open.is_question and (text or "").casefold() not in ("y", "yes")
    if text is None or no or not (text or open.may_be_empty):
        state = state.say(page.GIVEN_UP() if page.GIVEN_UP else "")
        return open.gives_up(state) if open.gives_up else (state, page.wake(state))
    after, effects = open.then(replace(state.say(""), sent=open), text)
    if any(not isinstance(one, Question | Visit | Bell) for one in effects) and not after.entry:
        waits = after if after.note else after.say(tr.common.one_moment())
        return replace(waits, sent=open), effects
    return after if effects else replace(after, sent=None), effects


def _press_key(page: Page[S], state: S, name: str) -> tuple[S, Effects]:
    for command in page.commands(state):
        if command.pressed(name):
            return page.run(state, command)
    if (moved := page.move(state, name)) is not None:
        return moved
    return page.leave(state.say("")) if name in navigation.LEAVE else (state, (Bell(),))


def _enter_line(page: Page[S], state: S, text: str) -> tuple[S, Effects]:
    word = text.lower() or ("enter" if page.ENTERS else "")
    if not word or word in navigation.LEAVE:
        return page.leave(state.say(""))
    for command in page.commands(state):
        if command.typed(word) and not (command.on_row and command.key == "enter" == word):
            return page.run(state, command, alone=True)
    if (done := page.line(state, text)) is not None:
        return done
    if word == "?":
        return state.say(help_lines(page.commands(state), page.NUMBER())), ()
    return page.on_text(state, text)
