"""A paper with room below it: for a line to be typed, and for a sentence.  Pure.

The pages on which callers write (the wall, messages, keys, letters) are built on it.
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
"""Rows below the paper: a free one, the line to be typed, the sentence."""

SHORT, LONG = 20, 1000
"""Limits between which it is said how much may be typed."""

MOST: Final = tr.common.at_most_characters
TYPING: Final = (Hint("enter", tr.keys.finish), Hint("esc", tr.keys.cancel))
YES_NO: Final = (Hint("y", tr.keys.answer_yes), Hint("n", tr.keys.answer_no))


@dataclass(frozen=True, slots=True)
class Entry:
    """A line being asked for, by its prompt; one of a single character takes the first key, for yes or no."""

    prompt: str
    field: Field

    @property
    def is_question(self) -> bool:
        """Whether it takes yes or no."""
        return self.field.limit == 1

    @property
    def keys(self) -> tuple[Hint, ...]:
        """What works while it is open."""
        return YES_NO if self.is_question else TYPING


def entry(prompt: str, limit: int, value: str = "", secret: bool = False) -> Entry:
    """A line of at most `limit` characters, the cursor behind the `value` it begins with."""
    return Entry(prompt, Field(value, len(value), limit, secret))


def type_in(open: Entry, event: object) -> tuple[Entry | None, str]:
    """What an event makes of the line: still open (a whole line that is too long is asked for
    again), or (None, what was entered); "" was given up."""
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
    """A bell where a character was typed for which the line has no room."""
    no_room = isinstance(event, Key) and event.text.isprintable() and event.text and still.field is open.field
    return (Bell(),) if no_room else ()


@dataclass(frozen=True, slots=True)
class State:
    """What the state of a page with such a paper begins with; `changes` are of its other fields.

    `note` is the sentence, `wrong` says that it tells of something that did not work, `notes` counts
    those there were, since plain mode says one that comes again again; `sent` is what was entered last,
    until its fate is known."""

    sheet: pager.Pager
    entry: Entry | None = None
    note: str = ""
    wrong: bool = False
    sent: Entry | None = None
    notes: int = 0

    @classmethod
    def titled(cls, title: str, keys: tuple[Hint, ...], **fields: Any) -> Self:
        """A paper with nothing on it yet."""
        return cls(pager.Pager(title, (), keys=keys, foot=FOOT), **fields)

    def said(self, note: str, wrong: bool = False, **changes: Any) -> Self:
        """With a sentence below, and nothing being typed."""
        return replace(self, note=note, wrong=wrong, entry=None, sent=None, notes=self.notes + 1, **changes)

    def sending(self, note: str = "") -> Self:
        """With the line entered that is open, kept in case that it is refused."""
        return replace(self, note=note, wrong=False, entry=None, sent=self.entry, notes=self.notes + 1)

    def denied(self, note: str) -> Self:
        """With the sentence on why not, and what was entered open again as it was."""
        return replace(self, note=note, wrong=True, entry=self.sent, sent=None, notes=self.notes + 1)

    def asking(self, prompt: str, limit: int, value: str = "", secret: bool = False, **changes: Any) -> Self:
        """With a line to be typed."""
        return replace(self, entry=entry(prompt, limit, value, secret), note="", wrong=False, **changes)

    def turned(self, event: object) -> tuple[Self, Effects]:
        """What any other key means: the paper leafed in, or left."""
        turned = pager.turn(self.sheet, event)
        return (self, ()) if turned is None else (replace(self.said(""), sheet=turned[0]), turned[1])

    def typed(self, open: Entry, event: object) -> tuple[Self, Effects] | str:
        """The page as a key leaves the open line; or what was entered, "" where it was given up."""
        still, text = type_in(open, event)
        if still is None:
            return text
        return replace(self, entry=still), _full(open, still, event)

    def answered(
        self, open: Entry, event: object, effect: Callable[[str], Effect], *given_up: Effect
    ) -> tuple[Self, Effects]:
        """The same where what was entered goes out as that effect."""
        text = self.typed(open, event)
        if isinstance(text, tuple):
            return text
        return (self.sending(tr.common.one_moment()), (effect(text),)) if text else (self.said(""), given_up)


def draw(state: State, view: View) -> Canvas:
    """The paper, the open line with its cursor, the sentence, and the keys that are valid now."""
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
    """The paper when it has changed, the sentence, and the open line's prompt or `prompt`."""
    lines: Sequence[str] = ()
    if before is None or before.sheet.lines != after.sheet.lines:
        lines = pager.tell(None, after.sheet).lines
    return told(lines, before, after, prompt)


def told(lines: Sequence[str], before: State | None, after: State, prompt: str) -> Speech:
    """These lines, the sentence when there is a new one, and the open line's prompt or `prompt`."""
    note = (after.note,) if after.note and (before is None or after.notes != before.notes) else ()
    if after.entry is None:
        return Speech((*lines, *note), prompt)
    return Speech((*lines, *note), spoken(after.entry), after.entry.field.secret)


def spoken(open: Entry) -> str:
    """The prompt as plain mode says it, with how much may be typed."""
    limit = open.field.limit
    if not SHORT < limit < LONG:
        return open.prompt
    return tr.common.prompt_and_limit(prompt=open.prompt, most=MOST(limit=limit))
