"""A page as data, and its renderers: `to_canvas` draws a `Layout`, `to_speech` tells it in plain mode.

A layout has one body (a `Table`, `Choices` or `Text`), the commands that work now, perhaps an `Entry` (a
line that is asked for) and a `Notice`. Nothing here knows a page.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Self

from door.board.widgets import look
from door.term.canvas import BLUE, BRIGHT_CYAN, BRIGHT_RED, CYAN, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.commands import Command, prompt
from door.ui.screen import Bell, Effects, Speech, View
from door.ui.texts import Sentence, tr
from door.ui.widgets import (
    Column,
    Field,
    Hint,
    button,
    cut,
    draw_field,
    fitted_columns,
    heads,
    keys_line,
    row_text,
    row_told,
    type_key,
    wrap,
)
from door.ui.words import commas, headline, spoken

WIDE: Final = 112
"""Columns from which a page uses more than 80."""

LEFT: Final = 2
WIDTH: Final = look.WIDTH - 2 * LEFT
"""First column of a page's text, and the columns of text on an 80-column page."""

SPOKEN: Final = 20
"""Rows that plain mode reads at once."""

SHORT, LONG = 20, 1000
"""Plain mode says a line's limit if it is between these."""

BUTTONS: Final = 4
"""Menu buttons per row, if two rows hold them."""

# -- what a page is made of --------------------------------------------------------------------------


class Row(NamedTuple):
    """A row of a table. `told` is what plain mode says instead of the cells. `strong` rows stand out.

    A cell that is a tuple of texts shows the first that fits.
    """

    cells: tuple[object, ...]
    strong: bool = False
    told: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Things in rows, one of them marked. `row` is called only for rows that are shown.

    - `things`: None until they have come. `first`: the first row of those that plain mode reads.
    - `section` names a thing's section. `number` is what a caller types for the thing in that row.
    - `asked`: counts how often plain mode asked for the list. `about` describes the marked row.
    - `changed` says what an update has changed. Without it, a changed list is read again.
    """

    columns: tuple[Column, ...]
    things: Sequence[Any] | None
    row: Callable[[Any], Row]
    at: int = 0
    first: int = 0
    asked: int = 0
    empty: str = ""
    gap: int = 2
    section: Callable[[Any], str] | None = None
    number: Callable[[int], str] | None = None
    changed: Callable[[Sequence[Any], Sequence[Any]], list[str]] | None = None
    about: str = ""


class Choice(NamedTuple):
    """A row of a form: its value, and those to choose from. `told` is the row in plain mode.

    With `run`, the row is a command that asks for its value.
    """

    key: str
    label: str
    value: str
    options: tuple[str, ...] = ()
    shown: Callable[[str], str] = str
    aside: str = ""
    about: str = ""
    ink: int = YELLOW
    told: str = ""
    run: Callable[[Any], tuple[Any, Effects]] | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """A form: rows of choices, one of them marked. `summary` is said below them and after each change."""

    rows: tuple[Choice, ...]
    at: int = 0
    summary: str = ""
    changed: Callable[[Choice], str] | None = None


class Told(NamedTuple):
    """A line of text with a different wording in plain mode, or "" to leave it out."""

    text: str
    ink: int
    told: str


Styled = tuple[str, int] | Told
"""A line with its style."""

Lines = tuple[Styled, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A sheet of text that scrolls.

    - `lines`: at most 76 columns, or more from `WIDE` columns on. None until they have come.
    - `wide`: lines for such a screen, in columns. Empty means the same lines.
    - `words`: the text in plain mode, if it differs. `head`: a picture above the title.
    """

    title: str
    lines: Lines | None = None
    note: str = ""
    wide: tuple[Lines, ...] = ()
    words: tuple[str, ...] = ()
    head: Canvas | None = None
    top: int = 0


NO_TEXT: Final = Text("")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line that is asked for; with a limit of one character it is a question for yes or no.

    `then` gets the page's state and the text, or `gives_up` the state if the caller gave up. An empty text
    counts as giving up, unless it `may_be_empty`.
    """

    prompt: str
    field: Field
    then: Callable[[Any, str], tuple[Any, Effects]]
    gives_up: Callable[[Any], tuple[Any, Effects]] | None = None
    may_be_empty: bool = False

    @property
    def is_question(self) -> bool:
        return self.field.limit == 1

    @property
    def keys(self) -> tuple[Hint, ...]:
        """The keys that work while it is open."""
        return YES_NO if self.is_question else TYPING

    def typed(self, event: Key | Line) -> Self | str | None:
        """Apply an event. Return the open line, or the text that was entered, or None if given up."""
        match event:
            case Key("esc" | "ctrl-c"):
                return None
            case Key("enter"):
                return self.field.value.strip()
            case Line(text) if self.is_question:
                return text.strip()
            case Line(text):
                whole = text if self.field.secret else text.strip()
                return self if len(whole) > self.field.limit else whole
            case Key(text=text) if self.is_question and text.isprintable() and text:
                return text
        return replace(self, field=type_key(self.field, event))

    def rang(self, event: Key | Line, after: Self) -> Effects:
        """Return a bell if a character was typed into a full line."""
        full = isinstance(event, Key) and event.text.isprintable() and event.text
        return (Bell(),) if full and after.field is self.field else ()

    @property
    def spoken(self) -> str:
        """The prompt in plain mode, with the limit."""
        limit = self.field.limit
        if self.field.secret or not SHORT < limit < LONG:
            return self.prompt
        return tr.common.prompt_and_limit(prompt=self.prompt, limit=limit)


BACK: Final = Hint("q", tr.keys.back)
TYPING: Final = (Hint("enter", tr.keys.finish), Hint("esc", tr.keys.cancel))
YES_NO: Final = (Hint("y", tr.keys.answer_yes), Hint("n", tr.keys.answer_no))


class Notice(NamedTuple):
    """A sentence on what has happened. `times` makes plain mode say the same sentence again."""

    text: str = ""
    wrong: bool = False
    times: int = 0


SILENT: Final = Notice()


@dataclass(frozen=True, slots=True)
class Layout:
    """A page as it is shown: what all renderers begin with.

    - `count`: shown beside the title. `hint`: a dim sentence while there is no notice.
    - `foot`: rows below the body, with the keys line and without the menu.
    - `keys`: a keys line in place of the one that follows from the commands.
    - `leaves`: how many sheets there are. `number` names what a caller types for a row.
    """

    title: str
    body: Table | Choices | Text
    commands: tuple[Command[Any], ...] = ()
    count: str = ""
    entry: Entry | None = None
    notice: Notice = SILENT
    hint: str = ""
    foot: int = 4
    leaves: int = 1
    number: Sentence = tr.common.prompt_number
    prompt: str = ""
    keys: tuple[Hint, ...] = ()

    @property
    def menu(self) -> tuple[Command[Any], ...]:
        return tuple(one for one in self.commands if one.menu)

    @property
    def rows(self) -> bool:
        """True if there are rows, so that their commands work."""
        return bool(self.body.things) if isinstance(self.body, Table) else True


# -- lines of a sheet --------------------------------------------------------------------------------

PLACE: Final = Column("", 5, True)
"""The column of a place in a table: "1."."""


def head(columns: Sequence[Column]) -> Styled:
    """Return a table's headings. Plain mode reads them with each row instead."""
    return Told(heads(columns), style(DARK), "")


def line(columns: Sequence[Column], cells: Sequence[object], ink: int, told: Sequence[object] = ()) -> Styled:
    """Return a row of a table. `told` are the cells for plain mode if they differ."""
    return Told(row_text(columns, cells).rstrip(), ink, row_told(columns, told or cells))


def sentence(text: str, ink: int, indent: int = 0) -> Lines:
    """Wrap a sentence into lines. Plain mode reads it in one piece."""
    lines = enumerate(wrap(text, WIDTH - indent))
    return tuple(Told(" " * indent + line, ink, "" if at else text) for at, line in lines)


# -- on a screen --------------------------------------------------------------------------------------


def to_canvas(layout: Layout, view: View) -> Canvas:
    """Draw the title, as much of the body as fits, the foot and the keys."""
    match layout.body:
        case Table():
            return _table(layout, layout.body, view)
        case Choices():
            return _choices(layout, layout.body, view)
        case _:
            return _text(layout, layout.body, view)


def _blank(layout: Layout, view: View, rows: int, wide: bool) -> Canvas:
    """Return a canvas for a body of that many rows."""
    menu = _menu_rows(layout)
    size = look.block(view, 4 + rows + layout.foot + menu, WIDE if wide else look.WIDTH)
    return Canvas(size.cols, size.rows)


def _table(layout: Layout, table: Table, view: View) -> Canvas:
    things = table.things or ()
    lines = _lines(table)
    wide = bool(things) and view.cols >= WIDE and any(column.grow for column in table.columns)
    canvas = _blank(layout, view, len(lines), wide)
    width = canvas.cols - 2 * LEFT
    columns = fitted_columns(table.columns, width - 2, table.gap)
    y = look.heading(canvas, layout.title, layout.count) + 1
    if things:
        canvas.put(LEFT + 2, y - 1, heads(columns, table.gap), style(DARK))
    room = _foot_at(layout, canvas) - y
    top = max(0, min(lines.index(table.at) - room // 2, len(lines) - room)) if lines else 0
    for row, at in enumerate(lines[top : top + room], start=y):
        if isinstance(at, str):
            canvas.put(LEFT, row, f"── {'─' * len(at)} ".ljust(width, "─"), style(DARK))
            canvas.put(LEFT + 2, row, f" {at} ", style(CYAN))
            continue
        one, here = table.row(things[at]), at == table.at
        text = ("► " if here else "  ") + row_text(columns, one.cells, table.gap).rstrip()
        ink = style(WHITE, BLUE) if here else style(WHITE if one.strong else GREY)
        canvas.put(LEFT, row, cut(text, width).ljust(width), ink)
        canvas.hot(LEFT, row, width, 1, at)
    if not things:
        empty = table.empty if table.things is not None else tr.common.one_moment()
        waits = table.things is not None or not (layout.entry or layout.notice.text)
        for at, text in enumerate(wrap(empty, width - 2) if waits else ()):
            canvas.put(LEFT + 2, y + at, text, style(GREY))
    place = tr.common.place_of_total(at=table.at + 1, of=len(things)) if len(lines) > room else ""
    _foot(canvas, layout, LEFT + 2, table.about, place)
    more = [Hint("down", tr.keys.choose, "↑↓")] if things else []
    _keys(canvas, layout, more)
    return canvas


def _lines(table: Table) -> Sequence[int | str]:
    """Return the table's lines: a row's index, or a section's name."""
    things = table.things or ()
    if table.section is None:
        return range(len(things))
    lines: list[int | str] = []
    last = ""
    for at, thing in enumerate(things):
        if (name := table.section(thing)) != last:
            lines.append(last := name)
        lines.append(at)
    return lines


def _choices(layout: Layout, form: Choices, view: View) -> Canvas:
    canvas = _blank(layout, view, len(form.rows), wide=False)
    y, width = look.heading(canvas, layout.title, layout.count) + 1, canvas.cols - 2 * LEFT
    value_at = LEFT + 4 + min(max((len(row.label) for row in form.rows), default=0), 33)
    if not form.rows:
        canvas.put(LEFT + 2, y, layout.hint or tr.common.one_moment(), style(GREY))
    for at, row in enumerate(form.rows):
        here = at == form.at
        back = BLUE if here else 0
        text = ("► " if here else "  ") + cut(row.label, value_at - LEFT - 3)
        canvas.put(LEFT, y + at, text.ljust(width), style(WHITE if here else GREY, back))
        value = cut(row.shown(row.value), 12 if row.aside else LEFT + width - value_at)
        canvas.put(value_at, y + at, value, style(row.ink, back))
        if row.aside:
            canvas.put(value_at + 12, y + at, row.aside, style(BRIGHT_CYAN, back))
        canvas.hot(LEFT, y + at, width, 1, at)
    if form.rows:
        marked, below = form.rows[form.at], y + len(form.rows) + bool(form.summary)
        for at, text in enumerate(wrap(marked.about, width - 2)):
            canvas.put(LEFT + 2, below + at, text, style(DARK))
        if not marked.about and not layout.entry and len(marked.options) > 1:
            _options(canvas, below, marked)
    for at, text in enumerate(wrap(form.summary, width - 2), start=canvas.rows - 6):
        canvas.put(LEFT + 2, at, text, style(WHITE))
    _foot(canvas, layout if form.rows else replace(layout, hint=""), LEFT + 2)
    moves = [Hint("up", tr.keys.move, "↑↓"), Hint("right", tr.keys.change, "◄ ►")]
    if not any(one.key == "enter" for one in layout.commands):
        moves.append(Hint("enter", tr.keys.next))
    _keys(canvas, layout, moves if form.rows else [])
    return canvas


def _options(canvas: Canvas, y: int, row: Choice) -> None:
    """Draw all values of a row, the current one brighter."""
    x = canvas.put(LEFT + 2, y, tr.settings.choices_of(label=row.label), style(DARK)) + 1
    for option in row.options:
        x = canvas.put(x, y, row.shown(option), style(YELLOW if option == row.value else GREY)) + 1


def _text(layout: Layout, text: Text, view: View) -> Canvas:
    lines, above = text.lines or (), text.head.rows + 2 if text.head else 4
    wide = view.cols >= WIDE and (bool(text.wide) or any(len(one) > WIDTH for one, *_ in lines))
    columns = (wide and text.wide) or (lines,)
    count = max(map(len, columns))
    menu = _menu_rows(layout)
    size = look.block(view, above + count + layout.foot + menu + 1, WIDE if wide else look.WIDTH)
    canvas = Canvas(size.cols, size.rows)
    y = _headed(canvas, text)
    room = size.rows - y - 1 - layout.foot - menu
    top = min(text.top, count - room + 1) if count > room else 0
    width = (size.cols - 2 * LEFT) // len(columns)
    if text.lines is None and not (layout.entry or layout.notice.text):
        canvas.put(LEFT, y, tr.common.one_moment(), style(GREY))
    for column, every in enumerate(columns):
        for at, (one, ink, *_) in enumerate(every[top : top + room]):
            canvas.put(LEFT + column * width, y + at, cut(one, width), ink)
    place = f"{top + 1}-{min(top + room, count)}" if count > room else ""
    place = tr.common.place_of_total(at=place, of=count) if place else ""
    _foot(canvas, layout, LEFT, "", place)
    scrolls = [Hint("pgup", tr.keys.up, "PgUp"), Hint("pgdn", tr.keys.down, "PgDn")] if place else []
    turns = [Hint("right", tr.keys.next, "◄ ►")] if layout.leaves > 1 else []
    _keys(canvas, layout, turns, scrolls)
    return canvas


def _headed(canvas: Canvas, text: Text) -> int:
    """Draw the title as a bar, or below the picture. Return the text's first row."""
    if text.head is None:
        return look.heading(canvas, text.title, text.note) + 1
    y = text.head.rows
    canvas.blit(text.head, (canvas.cols - text.head.cols) // 2, 0)
    canvas.put(LEFT, y, text.title, style(YELLOW))
    canvas.right(canvas.cols - 3, y, text.note, style(GREY))
    return y + 2


def _menu_rows(layout: Layout) -> int:
    return min(-(-len(layout.menu) // BUTTONS), 2)


def _foot_at(layout: Layout, canvas: Canvas) -> int:
    """Return the first row below the body."""
    return canvas.rows - layout.foot - _menu_rows(layout) - isinstance(layout.body, Text)


def _foot(canvas: Canvas, layout: Layout, x: int, about: str = "", place: str = "") -> None:
    """Draw the marked row's details, the open line, the notice, and the menu, from the top down."""
    first, last = _foot_at(layout, canvas), canvas.rows - 2 - _menu_rows(layout)
    width, entry, notice = canvas.cols - x - 2, layout.entry, layout.notice
    canvas.right(canvas.cols - 3, last, place, style(DARK))
    ink = style(BRIGHT_RED if notice.wrong else WHITE) if notice.text else style(DARK)
    rows = max(min(last + 1 - first, 3) - bool(entry), 1)
    y = look.sentence(canvas, x, last, notice.text or layout.hint, rows, ink, width)
    if entry:
        y -= 1
        at = canvas.put(x, y, f"{entry.prompt} ", style(YELLOW))
        draw_field(canvas, at, y, min(x + width - at, entry.field.limit + 1), entry.field)
    if about and y > first:
        lines = textwrap.wrap(about, width, max_lines=y - first, placeholder=" ...", break_long_words=False)
        for at, text in enumerate(lines, start=first):
            canvas.put(x, at, cut(text, width), style(DARK))
    abreast = max(BUTTONS, -(-len(layout.menu) // 2))
    for at, one in enumerate(layout.menu):
        (row, column), room = divmod(at, abreast), 72 // abreast
        word = cut(one.hint.text, room - len(one.hint.shown) - 4)
        button(canvas, LEFT + 1 + column * room, last + 1 + row, one.hint._replace(word=word))


def _keys(canvas: Canvas, layout: Layout, before: Sequence[Hint], after: Sequence[Hint] = ()) -> None:
    """Draw the keys that work now: how to move, the commands, how to leave."""
    works = [one.hint for one in layout.commands if not one.menu and (layout.rows or not one.on_row)]
    still = [hint for hint in layout.keys if after or hint.key not in ("pgup", "pgdn")]
    keys = layout.entry.keys if layout.entry else still or (*before, *works, *after, BACK)
    keys_line(canvas, keys)


# -- in plain mode --------------------------------------------------------------------------------------


def to_speech(before: Layout | None, after: Layout) -> Speech:
    """Tell what differs from the layout before, or all of it, and the prompt."""
    body, told = after.body, tuple(_told(before, after))
    came = body.things if isinstance(body, Table) else body.lines if isinstance(body, Text) else body.rows
    if came == () and isinstance(body, Choices) and not after.hint:
        came = None
    new = after.notice.text and (before is None or before.notice.times != after.notice.times)
    notice = after.notice.text.splitlines() if new else ()
    if after.entry:
        return Speech((*told, *notice), after.entry.spoken, after.entry.field.secret)
    if came is None and not notice:
        return Speech()
    number = after.number() if isinstance(body, Table) else ""
    turns = after.leaves > 1
    ask = after.prompt or prompt([] if came is None else after.commands, after.rows, number, turns)
    return Speech((*told, *notice), ask)


def _told(before: Layout | None, after: Layout) -> Iterator[str]:
    """Yield what is new in the body."""
    was = before.body if before else None
    match after.body:
        case Table() as table:
            yield from _rows_told(was if isinstance(was, Table) else None, table, after)
        case Choices() as form:
            yield from _choices_told(was if isinstance(was, Choices) and was.rows else None, form, after)
        case Text() as text if text.lines is not None:
            known = was.lines if isinstance(was, Text) else None
            if known is None or known != text.lines:
                placed = tr.bulletins.plain_page_and_place(title=text.title, place=text.note)
                yield placed if after.leaves > 1 and text.note else text.title
                lines = text.words or (one[-1] if isinstance(one, Told) else one[0] for one in text.lines)
                yield from (headline(spoken(str(one))) for one in lines if str(one).strip(" ─═"))
    menu = [tr.common.full_stop(text=_ways(one)) if one and one.menu else "" for one in (before, after)]
    if menu[1] and after.rows and (menu[0] != menu[1] or not (before and before.rows)):
        yield menu[1]


def _ways(layout: Layout) -> str:
    """Return the menu in words."""
    return commas(f"{one.key.upper()} {one.text}" for one in layout.menu)


def _rows_told(before: Table | None, table: Table, layout: Layout) -> Iterator[str]:
    things, known = table.things, before.things if before else None
    if things is None:
        return
    again = before is None or known is None or (before.first, before.asked) != (table.first, table.asked)
    if not again and known is not None and table.changed:
        yield from table.changed(known, things)
        return
    if not again and known == things:
        return
    yield f"{layout.title}. {layout.count}".strip()
    end = table.first + SPOKEN
    section = ""
    for at, thing in enumerate(things[table.first : end], start=table.first):
        if table.section and (name := table.section(thing)) != section:
            section = name
            yield tr.common.heading(text=section)
        one = table.row(thing)
        said = one.told or spoken(row_told(table.columns, one.cells))
        yield f"{at + 1}. {said}" if table.number is None else said
    if not things:
        yield from filter(None, table.empty.splitlines())
    if end < len(things):
        yield tr.common.more_rows(count=len(things) - end)


def _choices_told(before: Choices | None, form: Choices, layout: Layout) -> Iterator[str]:
    if not form.rows:
        if layout.hint and not before:
            yield f"{layout.title}. {layout.hint}"
        return
    known = {row.key: row for row in before.rows} if before else {}
    if not known:
        yield f"{layout.title}."
    for row in form.rows:
        if row.key not in known:
            yield row.told
        elif form.changed and known[row.key].value != row.value:
            yield form.changed(row)
    values = [(row.key, row.value) for row in form.rows]
    if form.summary and values != [(row.key, row.value) for row in known.values()]:
        yield form.summary
