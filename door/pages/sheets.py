"""Sheets: a text that scrolls, or several side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from door.pages.page import Page, PageState, S, sending
from door.term.canvas import GREY, YELLOW, style
from door.ui import navigation
from door.ui.blocks import NO_TEXT, WIDTH, Text
from door.ui.screen import Bell, Effect, Effects, Event
from door.ui.texts import Sentence
from door.ui.widgets import wrap
from door.ui.words import unwrap

LINES: Final = 16
"""Lines per PgUp and PgDn."""

ROOM: Final = 18
"""Rows for a sheet's text and the parts below it on an 80×24 screen."""


@dataclass(frozen=True, slots=True)
class SheetState(PageState):
    """`sheet` is the text in view, made from the answer `found`. `at` is its number among several."""

    sheet: Text = NO_TEXT


H = TypeVar("H", bound=SheetState)


class SheetPage(Page[H]):
    """A text that scrolls, or several of them side by side."""

    STATE: Callable[..., Any] = SheetState
    FOOT = 1
    """3 on a page that asks for lines or says what was done."""

    # -- what a sheet describes

    def sheet(self, state: H) -> Text:
        """Return the text of sheet `state.at`. It is called once `found` has come, or `lobby` if nothing is
        asked.
        """
        raise NotImplementedError

    def leaves(self, state: H) -> int:
        """Return how many sheets there are."""
        return 1

    # -- what it does

    def start(self, lobby: Any, arg: str) -> tuple[H, Effects]:
        state = self.first(lobby, arg)
        effects = self.load(state)
        if effects:
            return replace(state, sheet=Text(self.title(state))), effects
        return self.with_sheet(state), ()

    def with_sheet(self, state: H) -> H:
        return replace(state, sheet=self.sheet(state))

    def receive(self, state: H, reply: Event) -> tuple[H, Effects] | None:
        found = self.QUERY.answer_in(reply) if self.QUERY else None
        return None if found is None else (self.with_sheet(replace(state, found=found)), self.wake(state))

    def turn_to(self, state: H, at: int) -> tuple[H, Effects]:
        return self.with_sheet(replace(state, at=at, top=0)), ()

    def body(self, state: H) -> Text:
        leaves = self.leaves(state)
        return replace(state.sheet, top=state.top, leaves=leaves) if state.top or leaves > 1 else state.sheet

    def move(self, state: H, name: str) -> tuple[H, Effects] | None:
        text, turn = replace(state.sheet, top=state.top), {"n": "right", "p": "left"}.get(name, name)
        to = leaf(text, turn, state.at, self.leaves(state), self.FOOT)
        if to is not None:
            return self.turn_to(state, to)
        if name == "enter":
            return self.leave(state)
        return scroll(state, state.sheet, name, self.FOOT)

    def line(self, state: H, text: str) -> tuple[H, Effects] | None:
        word, count = text.lower(), self.leaves(state)
        if count > 1 and word.isdecimal() and len(word) < 4 and 0 < int(word) <= count:
            return self.turn_to(state, int(word) - 1)
        if word in ("n", "p") and count > 1:
            return self.turn_to(state, (state.at + (1 if word == "n" else -1)) % count)
        return None

    def on_text(self, state: H, text: str) -> tuple[H, Effects]:
        return super().on_text(state, text) if self.commands(state) else self.leave(state)


class QuestionPage(SheetPage[SheetState]):
    """A page that asks for one line, shows the result, and closes."""

    FOOT = 3
    ABOUT: Sentence
    ASKS: Sentence
    LIMIT: int
    ACT: Callable[[str], Effect]
    """What is done with the line."""

    def start(self, lobby: Any, arg: str) -> tuple[SheetState, Effects]:
        state = self.with_sheet(SheetState(lobby, arg))
        return state.ask(self.ASKS(), self.LIMIT, sending(self.ACT), gives_up=self.leave)

    def sheet(self, state: SheetState) -> Text:
        return paper(self.TITLE(), " ".join(self.ABOUT(sysop=state.lobby.sysop).split()))


def paper(title: str, text: str, note: str = "", told: str = "") -> Text:
    """Make a sheet from plain text, with `told` for plain mode. Lines in capitals are headings."""
    lines = tuple((line, style(YELLOW if line.isupper() else GREY)) for line in wrap(text, WIDTH))
    return Text(title, lines, note, words=unwrap((told or text).splitlines(), WIDTH - 8))


def scroll(state: S, text: Text, name: str, foot: int) -> tuple[S, Effects] | None:
    """Scroll a text. Return None for a key that doesn't."""
    if not (by := navigation.lines(name, LINES)):
        return None
    top = top_after_scroll(replace(text, top=state.top), by, foot)
    return replace(state, top=top), () if top != state.top else (Bell(),)


def leaf(text: Text, name: str, at: int, count: int, foot: int = 1) -> int | None:
    """Return the sheet that a key leads to from sheet `at`. A text that is longer than the screen scrolls
    first.
    """
    if count < 2 or name.startswith("wheel"):
        return None
    if name not in ("tab", "backtab") and navigation.direction(name) not in ("left", "right"):
        by = navigation.lines(name, LINES)
        scrolls = any(top_after_scroll(text, one, foot) != text.top for one in (-1, 1))
        if top_after_scroll(text, by, foot) != text.top or (scrolls and abs(by) == 1):
            return None
    to = navigation.sheet(name, at, count)
    return None if to == at else to


def top_after_scroll(text: Text, by: int, foot: int) -> int:
    if text.picture:
        return 0
    room = ROOM - foot - (text.head.rows - 2 if text.head else 0)
    return max(0, min(text.top + by, len(text.lines or ()) - room))
