"""Pages with a line that is always open: talks, letters, and the log-on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from door.board.widgets.blocks import WIDTH, Lines, Writing
from door.board.widgets.page import Page, PageState
from door.term.canvas import BRIGHT_CYAN, WHITE, style
from door.term.keys import Key, Line
from door.ui.commands import Command
from door.ui.screen import Bell, Effects, Event
from door.ui.texts import Sentence
from door.ui.widgets import Field, type_key, wrap
from door.ui.words import Talk

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
    anything else is text.
    """

    BACK = None
    FRESH = False

    def entered(self, state: F, text: str) -> tuple[F, Effects]:
        """Handle a line that was entered."""
        raise NotImplementedError

    def keyed(self, state: F, key: Key) -> tuple[F, Effects]:
        """Handle a key in the open line."""
        field = type_key(state.field, key)
        full = field is state.field and bool(key.text)
        return replace(state, field=field), (Bell(),) if full else ()

    def enter(self, label: Sentence) -> Command[F]:
        """Return the command of Enter."""
        return Command("enter", "enter", label, lambda state: self.entered(state, state.field.value))

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
                return (state, ()) if state.busy else self.entered(state, event.text)
        else:
            named = next((one for one in works if one.pressed(event.name.lower())), None)
            if named is None:
                return (state, ()) if state.busy else self.keyed(state, event)
        return named.run(state)


# -- talks --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TalkState(LineState):
    """`lines` are the latest, as (handle, text)."""

    lines: Talk = ()

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
        """Open an empty line."""
        return replace(state, field=Field(limit=self.LIMIT))

    def note(self, state: K) -> str:
        """Return the sentence above the open line."""
        return ""

    def above(self, state: K) -> str:
        """Return the sentence above the talk."""
        return ""

    def body(self, state: K) -> Writing:
        field = None if state.over else state.field
        return Writing(
            talk_lines(state.lines, state.me), field, f"{state.me}: ", self.above(state), self.note(state)
        )


def talk_lines(said: Talk, me: str) -> Lines:
    """Wrap what was said into lines."""
    rows: list[tuple[str, int]] = []
    for who, text in said:
        ink = style(WHITE if who == me else BRIGHT_CYAN)
        pieces = wrap(f"{who}: {text}", WIDTH - 2)
        rows += [(("  " if at else "") + piece, ink) for at, piece in enumerate(pieces)]
    return tuple(rows)
