"""Pages with a line that is always open (talks, letters, the log-on), and forms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self, TypeVar

from door.pages.page import Page, PageState, S
from door.term.canvas import BRIGHT_CYAN, WHITE, style
from door.term.keys import Key, Line
from door.ui.blocks import WIDTH, Choices, FormRow, Lines, Picked, Writing
from door.ui.commands import Command
from door.ui.screen import Bell, Effects, Event
from door.ui.texts import Sentence
from door.ui.widgets import Field, type_key, wrap
from door.ui.words import Talk, commas

KEPT: Final = 200
"""Lines of a talk that are kept."""

END_WORDS: Final = ("/q", "/quit", "/bye")


@dataclass(frozen=True, slots=True)
class LineState(PageState):
    """`field` is the open line. `busy`: it is being sent. `over`: any key leaves the page."""

    field: Field = Field()
    busy: bool = False
    over: bool = False


F = TypeVar("F", bound=LineState)


class LinePage(Page[F]):
    """A page with a line that is always open.

    Its commands have keys with names, such as Enter and Esc. In plain mode only their `words` work, because
    anything else is text. A web page's button sends the first of them.
    """

    BACK = None
    FRESH = False

    def enter_line(self, state: F, text: str) -> tuple[F, Effects]:
        raise NotImplementedError

    def on_key(self, state: F, key: Key) -> tuple[F, Effects]:
        field = type_key(state.field, key)
        full = field is state.field and bool(key.text)
        return replace(state, field=field), (Bell(),) if full else ()

    def enter(self, label: Sentence) -> Command[F]:
        return Command("enter", "enter", label, lambda state: self.enter_line(state, state.field.value))

    def update(self, state: F, event: Event) -> tuple[F, Effects]:
        if state.entry or not isinstance(event, Key | Line):
            return super().update(state, event)
        if state.over:
            return self.leave(state)
        works = [one for one in self.commands(state) if not (state.busy and one.key == "enter")]
        if isinstance(event, Line):
            word = event.text.strip().lower()
            named = next((one for one in works if word in one.words), None)
            if named is None:
                return (state, ()) if state.busy else self.enter_line(state, event.text)
        else:
            named = next((one for one in works if one.pressed(event.name.lower())), None)
            if named is None:
                return (state, ()) if state.busy else self.on_key(state, event)
        return named.run(state)


# -- talks --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TalkState(LineState):
    """`lines` are the latest, as (handle, text). `count` is of all lines that came."""

    lines: Talk = ()
    count: int = 0

    def hear(self, said: Talk) -> Self:
        return replace(self, lines=(*self.lines, *said)[-KEPT:], count=self.count + len(said))

    def since(self, before: TalkState | None) -> Talk:
        """Return the lines that have come since then."""
        new = self.count - (before.count if before else 0)
        return self.lines[-new:] if new else ()

    @property
    def me(self) -> str:
        return self.lobby.handle


K = TypeVar("K", bound=TalkState)


class TalkPage(LinePage[K]):
    """A page where callers talk."""

    LIMIT: int
    """Characters per line."""

    def first(self, lobby: Any, arg: str) -> K:
        state: K = self.STATE(lobby, arg, field=Field(limit=self.LIMIT))
        return state

    def fresh(self, state: K) -> K:
        return replace(state, field=Field(limit=self.LIMIT))

    def note(self, state: K) -> str:
        """Return the sentence above the open line."""
        return ""

    def above(self, state: K) -> str:
        return ""

    def body(self, state: K) -> Writing:
        field = None if state.over else state.field
        return Writing(
            talk_lines(state.lines, state.me), field, f"{state.me}: ", self.above(state), self.note(state)
        )


def talk_lines(said: Talk, me: str) -> Lines:
    rows: list[tuple[str, int]] = []
    for who, text in said:
        ink = style(WHITE if who == me else BRIGHT_CYAN)
        pieces = wrap(f"{who}: {text}", WIDTH - 2)
        rows += [(("  " if at else "") + piece, ink) for at, piece in enumerate(pieces)]
    return tuple(rows)


class FormPage(Page[S]):
    """Rows of choices, one of them marked."""

    def choices(self, state: S) -> tuple[FormRow, ...]:
        """Return the rows, or none until they have come."""
        raise NotImplementedError

    def choose(self, state: S, key: str, value: str) -> tuple[S, Effects]:
        raise NotImplementedError

    def summary(self, state: S) -> str:
        """Return a sentence on the whole form."""
        return ""

    changed_line: Callable[[FormRow], str] | None = None
    """What plain mode says of a row whose value has changed."""

    def body(self, state: S) -> Choices:
        rows, at = self.choices(state), state.at
        at = min(at, max(0, len(rows) - 1))
        return Choices(rows, at, self.summary(state), self.changed_line)

    def move(self, state: S, name: str) -> tuple[S, Effects] | None:
        return self.pick(state, self.body(state).pick_key(name))

    def click(self, state: S, at: int) -> tuple[S, Effects]:
        return self.pick(state, self.body(state).pick_step(at)) or (state, ())

    def line(self, state: S, text: str) -> tuple[S, Effects] | None:
        return self.pick(state, self.body(state).pick_line(text), typed=True)

    def pick(self, state: S, picked: Picked | None, typed: bool = False) -> tuple[S, Effects] | None:
        """Do what a key, a click or a line does to the form."""
        if picked is None:
            return None
        row = self.choices(state)[picked.at]
        state = replace(state.say(""), at=picked.at)
        match picked.does:
            case "ask" if row.run:
                done: tuple[S, Effects] = row.run(state)
                return done
            case "set" if typed and picked.value == row.value and self.changed_line:
                return state.say(self.changed_line(row)), ()
            case "set":
                return self.choose(state, row.key, picked.value)
            case "unknown":
                return self.unknown(state, row, picked.value)
            case "fixed":
                return state, (Bell(),)
        return state, ()

    def unknown(self, state: S, row: FormRow, value: str) -> tuple[S, Effects]:
        """Tell a row's values, after its name alone or a value that it doesn't have."""
        return state.refuse(row.told())


def values(each: Sequence[str], shown: Callable[[str], str]) -> str:
    """Return "auto, on, off", in the reader's language."""
    return commas(map(shown, each))
