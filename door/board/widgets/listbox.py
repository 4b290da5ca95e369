"""A list with a marked row, and a line below it for input. Pure.

On a screen the list scrolls with the mark. In plain mode rows have numbers and are read a page at a time.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, Self, TypeVar

from door.board.api import Done, Lobby
from door.board.widgets import look, pager, pager_input
from door.term.canvas import BLUE, BRIGHT_RED, CYAN, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.screen import Bell, Effect, Effects, Event, Leave, No, Speech, View
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column, Hint, cut, draw_field, heads, keys_line, wrap
from door.ui.words import no_choice

T = TypeVar("T")

PAGE: Final = 12
"""Rows per PgUp and PgDn."""

ROW_KEYS: Final = frozenset(["down", "enter"])
"""Keys for the marked row, hidden if the list is empty, like hints with `Hint.row`."""

SPOKEN: Final = 20
"""Rows per page in plain mode."""

WIDTH: Final = 76
FOOT: Final = 4
"""Rows below the list: the marked row's details, the open line or more details, a sentence, the keys."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the list, at most 74 columns.

    - `about`: details while the row is marked. `strong` rows stand out.
    - `spoken`: the row in plain mode if it differs.
    - `section`: a name shown above the section's first row.
    - `wide`: the text on screens of `pager.WIDE` columns or more, at most 106 columns.
    """

    text: str
    about: str = ""
    strong: bool = False
    spoken: str = ""
    section: str = ""
    wide: str = ""


@dataclass(frozen=True, slots=True)
class State(Generic[T]):
    """The list and the line below it.

    - `all`: the items, one per row. `of`: the filter. `about`: the item that the open line is about.
    - `at`: the marked row. `page`: the first row of the page that plain mode has read.
    - `note`: shown in the heading. `said`: the sentence below the list. `wrong`: it reports a failure.
    - `notes`: counts the sentences, so that plain mode repeats an equal one.
    """

    title: str
    head: str = ""
    keys: tuple[Hint, ...] = ()
    of: str = ""
    all: tuple[T, ...] = ()
    rows: tuple[Row, ...] = ()
    note: str = ""
    at: int = 0
    page: int = 0
    entry: pager_input.Entry | None = None
    about: T | None = None
    said: str = ""
    wrong: bool = False
    empty: str = ""
    wide_head: str = ""
    notes: int = 0

    @property
    def come(self) -> bool:
        """True if the list has arrived. It may be empty."""
        return bool(self.rows or self.note)

    @property
    def marked(self) -> T:
        """The marked item. Raises IndexError if the list is empty."""
        return self.all[self.at]

    def marking(self, at: int) -> Self:
        """Mark a row, or the nearest one."""
        return replace(self, at=max(0, min(at, len(self.rows) - 1)), said="", wrong=False)

    def telling(self, said: str, wrong: bool = False) -> Self:
        """Show a sentence below, and close the line."""
        return replace(self, said=said, wrong=wrong, entry=None, about=None, notes=self.notes + 1)

    def unsaid(self) -> Self:
        """Forget the rows, so that plain mode reads the next list in full."""
        return replace(self, all=(), rows=(), note="")

    def asking(self, prompt: str, limit: int, about: T | None = None) -> Self:
        """Open a line for input."""
        entry = pager_input.entry(prompt, limit)
        return replace(self, entry=entry, about=about, said="", wrong=False)

    def listing(
        self, all: Sequence[T], row: Callable[[T], Row], note: str = "", empty: str = "",
        key: Callable[[T], object] | None = None,
    ) -> Self:  # fmt: skip
        """Replace the items. The mark follows its item by `key`, or stays on its row.

        `empty` is the sentence for an empty list.
        """
        last = max(0, len(all) - 1)
        at, page, rows = min(self.at, last), min(self.page, last), tuple(map(row, all))
        if key is not None and self.rows:
            marked = key(self.marked)
            at = next((there for there, one in enumerate(all) if key(one) == marked), at)
        return replace(self, all=tuple(all), rows=rows, at=at, page=page, note=note, empty=empty)


def spoken_page(state: State[T], text: str) -> State[T] | None:
    """Turn the page in plain mode ("+" and "-"), or return None."""
    if text not in ("+", "-"):
        return None
    to = state.page + (SPOKEN if text == "+" else -SPOKEN)
    if not 0 <= to < len(state.rows):
        return state.telling(tr.common.no_more_rows(), wrong=True)
    return replace(state, page=to, at=to, said="")


def numbered(state: State[T], text: str) -> State[T] | None:
    """Mark the row with that number in plain mode, or return None."""
    if text.isdecimal() and 0 < int(text[:6]) <= len(state.rows):
        return state.marking(int(text[:6]) - 1)
    return None


def draw(state: State[T], view: View) -> Canvas:
    lines = _lines(state.rows)
    wide = view.cols >= pager.WIDE and any(row.wide or len(row.text) > WIDTH - 2 for row in state.rows)
    size = look.block(view, 4 + len(lines) + FOOT, pager.WIDE if wide else look.WIDTH)
    canvas, left, width = Canvas(size.cols, size.rows), 2, size.cols - 4
    y = look.heading(canvas, state.title, state.note) + 1
    if state.rows:
        canvas.put(left + 2, y - 1, state.wide_head if wide else state.head, style(DARK))
    room = canvas.rows - FOOT - y
    top = max(0, min(lines.index(state.at) - room // 2, len(lines) - room)) if lines else 0
    for line, at in enumerate(lines[top : top + room], start=y):
        if isinstance(at, str):
            canvas.put(left, line, f"── {'─' * len(at)} ".ljust(width, "─"), style(DARK))
            canvas.put(left + 2, line, f" {at} ", style(CYAN))
            continue
        row, here = state.rows[at], at == state.at
        ink = style(WHITE, BLUE) if here else style(WHITE if row.strong else GREY)
        text = (wide and row.wide) or row.text
        canvas.put(left, line, cut(("► " if here else "  ") + text, width).ljust(width), ink)
        canvas.hot(left, line, width, 1, at)
    if not state.rows:
        for at, text in enumerate(wrap(state.empty if state.come else tr.common.one_moment(), width - 2)):
            canvas.put(left + 2, y + at, text, style(GREY))
    place = tr.common.place_of_total(at=state.at + 1, of=len(state.rows)) if len(lines) > room else ""
    _foot(canvas, state, left, canvas.rows - FOOT, place)
    return canvas


def _lines(rows: Sequence[Row]) -> Sequence[int | str]:
    """Return the list's lines: a row's index, or a section's name."""
    if not (rows and rows[0].section):
        return range(len(rows))
    lines: list[int | str] = []
    for at, row in enumerate(rows):
        lines += [row.section, at] if not at or rows[at - 1].section != row.section else [at]
    return lines


def _foot(canvas: Canvas, state: State[T], left: int, y: int, place: str) -> None:
    width = canvas.cols - 2 * left
    canvas.right(left + width - 1, y + 2, place, style(DARK))
    ink = style(BRIGHT_RED if state.wrong else WHITE)
    said = look.sentence(canvas, left + 2, y + 2, state.said, 3 - bool(state.entry), ink, width - 2)
    if state.entry:
        said -= 1
        x = canvas.put(left + 2, said, f"{state.entry.prompt} ", style(YELLOW))
        room = min(left + width - x, state.entry.field.limit + 1)
        draw_field(canvas, x, said, room, state.entry.field)
    about, rows = state.rows[state.at].about if state.rows else "", said - y
    if rows:
        lines = textwrap.wrap(about, width - 2, max_lines=rows, placeholder=" ...", break_long_words=False)
        for at, line in enumerate(lines):
            canvas.put(left + 2, y + at, cut(line, width - 2), style(DARK))
    works = [hint for hint in state.keys if state.rows or not (hint.row or hint.key in ROW_KEYS)]
    keys_line(canvas, state.entry.keys if state.entry else works)


def tell(before: State[T] | None, after: State[T], prompt: str) -> Speech:
    """Say the rows if they have changed, the sentence and the prompt. Say nothing until the list arrives."""
    if not after.come and not after.said:
        return Speech()
    lines: list[str] = []
    if before is not None and not before.come:
        before = None
    if after.come and (before is None or (before.rows, before.page) != (after.rows, after.page)):
        count = len(after.rows)
        lines.append(f"{after.title}. {after.note}".strip())
        shown = after.rows[after.page : after.page + SPOKEN]
        for at in _lines(shown):
            lines.append(f"{at}:" if isinstance(at, str) else f"{after.page + at + 1}. {_spoken(shown[at])}")
        if not shown and after.empty:
            lines += filter(None, after.empty.splitlines())
        if after.page + SPOKEN < count:
            lines.append(tr.common.more_rows(count=count - after.page - SPOKEN))
    if after.said and (before is None or after.notes != before.notes):
        lines.append(after.said)
    if after.entry:
        return Speech(tuple(lines), after.entry.prompt, after.entry.field.secret)
    return Speech(tuple(lines), prompt)


def _spoken(row: Row) -> str:
    return row.spoken or " ".join(row.text.split())


# -- a page that is a list ----------------------------------------------------------------------------


Next = tuple[State[T], Effects]


class ListboxPage(Generic[T]):
    """A page that is a listbox. It asks for its items and opens the marked one.

    A page defines `ask`, `listed` and `open`. Its own letters go to `key`, its plain-mode words to `word`,
    and typed lines to `entered`.
    """

    TITLE: Sentence
    KEYS: tuple[Hint, ...]
    PROMPT: Sentence | None
    COLUMNS: Sequence[Column] = ()
    WIDE: Sequence[Column] = ()
    """Columns of the list, and of the list on a wide screen."""

    GIVEN_UP: Sentence | None = None
    """The sentence after the open line is cancelled."""

    def ask(self, of: str) -> Effect:
        """Return the effect that asks for the items."""
        raise NotImplementedError

    def listed(self, state: State[T], answer: object) -> State[T]:
        """Put the answer in the list. Ignore other events."""
        raise NotImplementedError

    def open(self, state: State[T]) -> Next[T]:
        """Open the marked item after Enter, a click or a number."""
        raise NotImplementedError

    def key(self, state: State[T], name: str) -> Next[T] | None:
        """Handle one of the page's letters. Return None for any other."""
        return None

    def word(self, state: State[T], text: str) -> Next[T] | None:
        """Handle a plain-mode line before row numbers are tried. Return None if it is not the page's own."""
        return self.key(state, text.lower())

    def otherwise(self, state: State[T], text: str) -> Next[T]:
        """Handle a plain-mode line that nothing else has handled."""
        return state.telling(no_choice(text), wrong=True), ()

    def entered(self, state: State[T], text: str) -> Next[T]:
        """Handle the text typed on the open line."""
        return state, ()

    def start(self, lobby: Lobby, arg: str) -> Next[T]:
        return State(self.TITLE(), heads(self.COLUMNS), self.KEYS, arg), (self.ask(arg),)

    def update(self, state: State[T], event: Event) -> Next[T]:
        match event:
            case Lobby():
                return state, (self.ask(state.of),)
            case Done(note):
                return state.telling(note), (self.ask(state.of),)
            case No(note):
                return state.telling(note, wrong=True), (Bell(),)
            case Key() | Line() if state.entry:
                return self._typed(state, state.entry, event)
            case Mouse() if state.entry:
                return state, ()
            case Line(text):
                return self._line(state, text.strip())
            case Key(name) if done := self.key(state, name.lower()):
                return done
            case Key(name) if by := navigation.rows(name, PAGE):
                return state.marking(state.at + by), ()
            case Key("enter"):
                return self.open(state) if state.rows else (state, (Bell(),))
            case Key(name):
                return state, (Leave(),) if name.lower() in navigation.LEAVE else (Bell(),)
            case Mouse(action="wheel-up" | "wheel-down"):
                return state.marking(state.at + (1 if event.action == "wheel-down" else -1)), ()
            case Mouse(action="press", target=int(at)) if 0 <= at < len(state.rows):
                return self.open(state.marking(at))
        return self.listed(state, event), ()

    def _typed(self, state: State[T], open: pager_input.Entry, event: Key | Line) -> Next[T]:
        still, text = pager_input.type_in(open, event)
        if still:
            return replace(state, entry=still), ()
        given_up = isinstance(event, Key) and event.name in ("esc", "ctrl-c")
        if given_up:
            return state.telling(self.GIVEN_UP() if self.GIVEN_UP else ""), ()
        return self.entered(state, text)

    def _line(self, state: State[T], text: str) -> Next[T]:
        """Handle a plain-mode line: a row's number, a page, the page's own words, or nothing to go back."""
        if text.lower() in ("", "q"):
            return state, (Leave(),)
        if done := self.word(state, text):
            return done
        if there := spoken_page(state, text):
            return there, ()
        if there := numbered(state, text):
            return self.open(there)
        return self.otherwise(state, text)

    def draw(self, state: State[T], view: View) -> Canvas:
        return draw(replace(state, wide_head=heads(self.WIDE)), view)

    def tell(self, before: State[T] | None, after: State[T]) -> Speech:
        return tell(before, after, self.PROMPT() if self.PROMPT else "")
