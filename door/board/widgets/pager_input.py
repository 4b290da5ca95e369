"""A page of text with a line for input and a sentence below. Pure.

Pages with input (the wall, messages, keys, letters) are built on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from door.board.widgets import look, pager
from door.term.canvas import BRIGHT_RED, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effect, Effects, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Field, Hint, draw_field, type_key

FOOT: Final = 3
"""Rows below the text: a free one, the open line, the sentence."""

SHORT, LONG = 20, 1000
"""Plain mode says a line's limit if it is between these."""

TYPING: Final = (Hint("enter", tr.keys.finish), Hint("esc", tr.keys.cancel))
YES_NO: Final = (Hint("y", tr.keys.answer_yes), Hint("n", tr.keys.answer_no))


@dataclass(frozen=True, slots=True)
class Entry:
    """A line for input. A limit of one character makes it a question: the first key is the answer."""

    prompt: str
    field: Field

    @property
    def is_question(self) -> bool:
        """True if it asks for yes or no."""
        return self.field.limit == 1

    @property
    def keys(self) -> tuple[Hint, ...]:
        """The keys that work while it is open."""
        return YES_NO if self.is_question else TYPING


def entry(prompt: str, limit: int, value: str = "", secret: bool = False) -> Entry:
    """Return a line of at most `limit` characters, with the cursor at the end of `value`."""
    return Entry(prompt, Field(value, len(value), limit, secret))


def type_in(open: Entry, event: object) -> tuple[Entry | None, str]:
    """Apply an event to the line. Return (line, "") while it is open, then (None, text).

    The text is "" if the caller gave up. A whole line that is too long leaves it open.
    """
    match event:
        case Line(text) if len(text.strip()) > open.field.limit:
            return open, ""
        case Line(text):
            return None, text.strip()
        case Key("enter"):
            return None, open.field.value.strip()
        case Key("esc" | "ctrl-c"):
            return None, ""
        case Key(text=text) if open.is_question and text.isprintable() and text:
            return None, text
        case Key():
            return replace(open, field=type_key(open.field, event)), ""
    return open, ""


def _full(open: Entry, still: Entry, event: object) -> tuple[Bell, ...]:
    """Return a bell if a character was typed into a full line."""
    no_room = isinstance(event, Key) and event.text.isprintable() and event.text and still.field is open.field
    return (Bell(),) if no_room else ()


@dataclass(frozen=True, slots=True)
class State:
    """The first fields of an input page's state. In the methods, `changes` are for the page's other fields.

    - `note`: the sentence. `wrong`: it reports a failure.
    - `notes`: counts the sentences, so that plain mode repeats an equal one.
    - `sent`: the last line entered, until its result arrives.
    """

    sheet: pager.Pager
    entry: Entry | None = None
    note: str = ""
    wrong: bool = False
    sent: Entry | None = None
    notes: int = 0

    @classmethod
    def titled(cls, title: str, keys: tuple[Hint, ...], **fields: Any) -> Self:
        """Return a page without text."""
        return cls(pager.Pager(title, (), keys=keys, foot=FOOT), **fields)

    def said(self, note: str, wrong: bool = False, **changes: Any) -> Self:
        """Show a sentence, and close the line."""
        return replace(self, note=note, wrong=wrong, entry=None, sent=None, notes=self.notes + 1, **changes)

    def sending(self, note: str = "") -> Self:
        """Close the line, but keep it in case of a refusal."""
        return replace(self, note=note, wrong=False, entry=None, sent=self.entry, notes=self.notes + 1)

    def denied(self, note: str) -> Self:
        """Show the refusal, and open the line again with its text."""
        return replace(self, note=note, wrong=True, entry=self.sent, sent=None, notes=self.notes + 1)

    def asking(self, prompt: str, limit: int, value: str = "", secret: bool = False, **changes: Any) -> Self:
        """Open a line for input."""
        return replace(self, entry=entry(prompt, limit, value, secret), note="", wrong=False, **changes)

    def turned(self, event: object) -> tuple[Self, Effects]:
        """Handle any other key: scroll or leave."""
        turned = pager.turn(self.sheet, event)
        return (self, ()) if turned is None else (replace(self.said(""), sheet=turned[0]), turned[1])

    def typed(self, open: Entry, event: object) -> tuple[Self, Effects] | str:
        """Apply an event to the open line. Return the page, or the entered text ("" if given up)."""
        still, text = type_in(open, event)
        if still is None:
            return text
        return replace(self, entry=still), _full(open, still, event)

    def answered(
        self, open: Entry, event: object, effect: Callable[[str], Effect], *given_up: Effect
    ) -> tuple[Self, Effects]:
        """Apply an event to the open line. Send `effect` with the text, or `given_up` without one."""
        text = self.typed(open, event)
        if isinstance(text, tuple):
            return text
        return (self.sending(tr.common.one_moment()), (effect(text),)) if text else (self.said(""), given_up)


def draw(state: State, view: View) -> Canvas:
    """Draw the text, the open line with its cursor, the sentence, and the keys that work now."""
    hints = state.entry.keys if state.entry else state.sheet.keys
    canvas = pager.draw(replace(state.sheet, keys=hints), view, waits=not (state.entry or state.note))
    left, ink = pager.LEFT, style(BRIGHT_RED if state.wrong else WHITE)
    y = look.sentence(canvas, left, canvas.rows - 2, state.note, FOOT - bool(state.entry), ink) - 1
    if state.entry:
        x = canvas.put(left, y, f"{state.entry.prompt} ", style(YELLOW))
        room = min(canvas.cols - left - x, state.entry.field.limit + 1)
        draw_field(canvas, x, y, room, state.entry.field)
    return canvas


def tell(before: State | None, after: State, prompt: str) -> Speech:
    """Say the text if it has changed, the sentence, and the open line's prompt or `prompt`."""
    lines: Sequence[str] = ()
    if before is None or before.sheet.lines != after.sheet.lines:
        lines = pager.tell(None, after.sheet).lines
    return told(lines, before, after, prompt)


def told(lines: Sequence[str], before: State | None, after: State, prompt: str) -> Speech:
    """Say the lines, a new sentence, and the open line's prompt or `prompt`."""
    note = (after.note,) if after.note and (before is None or after.notes != before.notes) else ()
    if after.entry is None:
        return Speech((*lines, *note), prompt)
    return Speech((*lines, *note), spoken(after.entry), after.entry.field.secret)


def spoken(open: Entry) -> str:
    """Return the prompt for plain mode, with the limit."""
    limit = open.field.limit
    if not SHORT < limit < LONG:
        return open.prompt
    return tr.common.prompt_and_limit(prompt=open.prompt, limit=limit)
