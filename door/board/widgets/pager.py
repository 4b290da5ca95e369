"""A page of text that scrolls, used for help, bulletins and the like. Pure; not a screen of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Self

from door.board.widgets import look
from door.term.canvas import DARK, GREY, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.screen import Bell, Effects, Leave, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, cut, heads, keys_line, row_text, row_told, wrap
from door.ui.words import headline, spoken, unwrapped

LEAVE: Final = navigation.LEAVE | {"enter"}
PAGE: Final = 16
"""Lines per PgUp and PgDn."""

BAR: Final = 2
"""Rows that a title bar takes in addition to a title below a picture."""

ROOM: Final = 18
"""Rows for the text and the parts below it on an 80×24 screen."""

LEFT: Final = 2
"""The text's first column."""

WIDTH: Final = look.WIDTH - 2 * LEFT
"""Columns of the text."""

WIDE: Final = 112
"""The width in columns from which `wide` lines are used."""


class Told(NamedTuple):
    """A line with a different text in plain mode, or "" to leave it out."""

    text: str
    ink: int
    told: str


Styled = tuple[str, int] | Told
"""A line with its style."""

Lines = tuple[Styled, ...]

BACK: Final = Hint("q", tr.keys.back)
READ: Final = (Hint("pgup", tr.keys.up, "PgUp"), Hint("pgdn", tr.keys.down, "PgDn"), BACK)


@dataclass(frozen=True, slots=True)
class Pager:
    """A text with a title and keys.

    - `lines`: 76 columns, or more from `WIDE` columns on.
    - `wide`: replacement for `lines` on such screens. Empty means the same lines.
    - `words`: replacement in plain mode.
    - `top`: the first line shown. `foot`: rows kept free above the keys. `head`: a picture above the title.
    """

    title: str
    lines: Lines
    note: str = ""
    keys: tuple[Hint, ...] = READ
    top: int = 0
    foot: int = 1
    head: Canvas | None = None
    wide: tuple[Lines, ...] = ()
    words: tuple[str, ...] = ()


def paper(title: str, text: str, note: str = "", told: str = "") -> Pager:
    """Make a page from plain text, with `told` for plain mode. Lines in capitals are headings."""
    lines = tuple((line, style(YELLOW if line.isupper() else GREY)) for line in wrap(text, WIDTH))
    return Pager(title, lines, note, words=unwrapped((told or text).splitlines(), WIDTH - 8))


PLACE: Final = Column("", 5, True)
"""The column of a place in a table: "1."."""


def head(columns: Sequence[Column]) -> Styled:
    """Return a table's headings. Plain mode reads them with each row instead."""
    return Told(heads(columns), style(DARK), "")


def row(columns: Sequence[Column], cells: Sequence[object], ink: int, told: Sequence[object] = ()) -> Styled:
    """Return a row of a table. `told` are the cells for plain mode if they differ."""
    return Told(row_text(columns, cells).rstrip(), ink, row_told(columns, told or cells))


def sentence(text: str, ink: int, indent: int = 0) -> Lines:
    """Wrap a sentence into lines. Plain mode reads it in one piece."""
    lines = enumerate(wrap(text, WIDTH - indent))
    return tuple(Told(" " * indent + line, ink, "" if at else text) for at, line in lines)


def turn(sheet: Pager, event: object) -> tuple[Pager, Effects] | None:
    """Handle a key that scrolls or leaves. Return None for other keys."""
    if isinstance(event, Mouse) and event.action.startswith("wheel"):
        return _scrolled(sheet, -3 if event.action == "wheel-up" else 3), ()
    if isinstance(event, Line):
        return sheet, (Leave(),)
    if not isinstance(event, Key):
        return None
    name = event.name.lower()
    if name in LEAVE:
        return sheet, (Leave(),)
    if by := navigation.lines(name, PAGE):
        moved = _scrolled(sheet, by)
        return moved, () if moved is not sheet else (Bell(),)
    return None


EMPTY: Final = Pager("", ())


def leaf(sheet: Pager, event: object, at: int, count: int) -> int | None:
    """Return the index of the sheet that a key leads to, or None.

    PgUp, PgDn, Home and End scroll first. Up and Down change sheets only if the sheet doesn't scroll. N and
    P are the next and previous sheet. Plain mode also accepts a sheet's number.
    """
    name = event.name.lower() if isinstance(event, Key) else ""
    if isinstance(event, Line):
        name = event.text.strip().lower()
        if name.isdecimal() and len(name) < 4 and 0 < int(name) <= count:
            return int(name) - 1
        if name not in ("n", "p"):
            return None
    name = {"n": "right", "p": "left"}.get(name, name)
    to = navigation.direction(name)
    if name not in ("tab", "backtab") and to not in ("left", "right"):
        scrolls = any(_scrolled(sheet, by) is not sheet for by in (-1, 1))
        if _scrolled(sheet, navigation.lines(name, PAGE)) is not sheet or (scrolls and to in ("up", "down")):
            return None
    found = navigation.sheet(name, at, count) if count else None
    return found if found != at else None


@dataclass(frozen=True, slots=True)
class State:
    """The first fields of a text page's state."""

    sheet: Pager

    def turned(self, event: object) -> tuple[Self, Effects]:
        """Handle a key that scrolls or leaves."""
        turned = turn(self.sheet, event)
        return (self, ()) if turned is None else (replace(self, sheet=turned[0]), turned[1])


def draw_page(state: State, view: View) -> Canvas:
    return draw(state.sheet, view)


def _scrolled(sheet: Pager, by: int) -> Pager:
    room = ROOM - sheet.foot - (sheet.head.rows - BAR if sheet.head else 0)
    top = max(0, min(sheet.top + by, len(sheet.lines) - room))
    return sheet if top == sheet.top else replace(sheet, top=top)


def draw(sheet: Pager, view: View, waits: bool = True) -> Canvas:
    """Draw the heading, as many lines as fit, and the keys below them.

    An empty sheet says "one moment" if it `waits` for its lines.
    """
    above, long = sheet.head.rows + 2 if sheet.head else 4, any(len(text) > WIDTH for text, *_ in sheet.lines)
    wide = view.cols >= WIDE and (long or bool(sheet.wide))
    columns = (wide and sheet.wide) or (sheet.lines,)
    count = max(map(len, columns))
    size = look.block(view, above + count + sheet.foot + 1, WIDE if wide else look.WIDTH)
    canvas = Canvas(size.cols, size.rows)
    y = _headed(canvas, sheet)
    room = size.rows - y - 1 - sheet.foot
    top = min(sheet.top, count - room + 1) if count > room else 0
    width = (size.cols - 2 * LEFT) // len(columns)
    if waits and not sheet.lines:
        canvas.put(LEFT, y, tr.common.one_moment(), style(GREY))
    for column, lines in enumerate(columns):
        for at, (text, colour, *_) in enumerate(lines[top : top + room]):
            canvas.put(LEFT + column * width, y + at, cut(text, width), colour)
    if count > room:
        place = tr.common.place_of_total(at=f"{top + 1}-{min(top + room, count)}", of=count)
        canvas.right(size.cols - 3, size.rows - 2, place, style(DARK))
    keys_line(canvas, sheet.keys if count > room else _still(sheet.keys))
    return canvas


def _headed(canvas: Canvas, sheet: Pager) -> int:
    """Draw the title as a bar, or below the picture. Return the text's first row."""
    if sheet.head is None:
        return look.heading(canvas, sheet.title, sheet.note) + 1
    y = sheet.head.rows
    canvas.blit(sheet.head, (canvas.cols - sheet.head.cols) // 2, 0)
    canvas.put(LEFT, y, sheet.title, style(YELLOW))
    canvas.right(canvas.cols - 3, y, sheet.note, style(GREY))
    return y + 2


def _still(keys: tuple[Hint, ...]) -> tuple[Hint, ...]:
    """Return the keys without those that scroll."""
    return tuple(key for key in keys if key.key not in ("pgup", "pgdn"))


def tell(before: Pager | None, after: Pager) -> Speech:
    """Say the whole text at once. A screen reader scrolls by itself."""
    if before is not None and before.lines == after.lines:
        return Speech((), tr.common.plain_prompt_go_back())
    texts = after.words or tuple(line[-1] if isinstance(line, Told) else line[0] for line in after.lines)
    return Speech(
        (after.title, *(headline(spoken(text)) for text in texts if text.strip(" ─═"))),
        tr.common.plain_prompt_go_back(),
    )
