"""Draw a `Layout` on a canvas."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from door.term.canvas import BLUE, BRIGHT_CYAN, BRIGHT_RED, CYAN, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.ui import look
from door.ui.blocks import (
    LEFT,
    WIDTH,
    Choices,
    DoorFrame,
    FormRow,
    Layout,
    PictureBody,
    RowList,
    Text,
    Told,
    Writing,
)
from door.ui.magnify import ONCE
from door.ui.screen import COLS, ROWS, Aside, View
from door.ui.texts import cache_by_language, language, tr
from door.ui.widgets import (
    Column,
    Hint,
    button,
    cut,
    draw_field,
    fitted_columns,
    fold,
    heads,
    keys_line,
    message,
    page_frame,
    page_keys,
    panel,
    row_text,
    wrap,
)

FRAMED: Final = 4
"""First column of the text in a door's frame."""

KEYS: Final = (tr.keys.move, tr.keys.change, tr.keys.next)
FRAMED_KEYS: Final = (tr.door_keys.move, tr.door_keys.change, tr.door_keys.next)
"""The words for a form's keys, on the board's pages and at a door."""

CONTENTS: Final = 36
"""Most columns of a page's contents beside it."""

BUTTONS: Final = 4
"""Menu buttons per row, if two rows hold them."""


class TitledCanvas(NamedTuple):
    """A canvas with a title or in a frame, and the room for a body: its first column and row, columns, and
    the first row below it.
    """

    canvas: Canvas
    x: int
    y: int
    width: int
    end: int


def to_canvas(layout: Layout, view: View) -> Canvas:
    """Draw the title, as much of the body as fits, the foot and the keys."""
    match layout.body:
        case RowList():
            return _table(layout, layout.body, view)
        case Choices():
            return _choices(layout, layout.body, view)
        case Writing():
            return _writing(layout, layout.body, view)
        case PictureBody():
            return _picture(layout, layout.body, view)
        case _:
            return _text(layout, layout.body, view)


def draw_box(layout: Layout, canvas: Canvas, view: View) -> None:
    """Draw a page of text as a box over a picture, with its keys below.

    A line that is asked for is below the box. Then a wider picture has the text beside it, and no box.
    """
    assert layout.frame is not None and isinstance(layout.body, Text)
    hints, lines = [one.hint for one in layout.visible], [one[0] for one in layout.body.lines or ()]
    if layout.entry:
        if lines and canvas.cols == COLS:
            height = len(lines) + 2
            panel(canvas, 0, canvas.rows - 2 - height, COLS, height, layout.title, layout.frame.accent)
            canvas.put_lines(FRAMED - 1, canvas.rows - 1 - height, lines)
        canvas.fill(0, canvas.rows - 2, canvas.cols, 2)
        _message_row(canvas, layout)
        _keys(canvas, layout, [])
        return
    canvas.spots.clear()
    message(canvas, layout.title, lines, hints, layout.frame.accent, shadow=not view.mono)
    canvas.fill(0, canvas.rows - 1, canvas.cols - 1, 1)
    keys_line(canvas, hints, layout.frame.accent)


def _canvas_for_body(layout: Layout, view: View, rows: int, title: str, note: str) -> TitledCanvas:
    """Return a canvas for a body of that many rows, with the title or a door's frame, and the body's room.

    All pages of a window are equally wide.
    The page's face stands above the title if the body leaves room for it, and always on an upright phone.
    """
    if layout.frame:
        canvas, accent = Canvas(COLS, ROWS), layout.frame.accent
        page_frame(canvas, layout.frame.name or title, accent)
        canvas.right(COLS - 4, 0, f" {note} " if note else "", accent)
        return TitledCanvas(canvas, FRAMED, 2, COLS - 2 * FRAMED, ROWS - 3)
    tall, face = 4 + rows + layout.foot + _menu_rows(layout), layout.face
    if face and not (view.upright or (face.rows + tall <= view.rows and face.cols <= view.cols)):
        face = None
    above = face.rows if face else 0
    size = look.block(view, above + tall, look.WIDE if view.cols >= look.WIDE else look.WIDTH)
    canvas = Canvas(size.cols, size.rows)
    if face:
        canvas.closeup = (size.cols - face.cols) // 2, 0, face.cols, face.rows
        canvas.blit_centred(face, 0)
    y = look.heading(canvas, title, note, above) + 1
    return TitledCanvas(canvas, LEFT, y, canvas.cols - 2 * LEFT, canvas.rows)


def _table(layout: Layout, table: RowList, view: View) -> Canvas:
    things = table.things or ()
    lines = _lines(table)
    empty = table.empty if table.things is not None else tr.common.one_moment()
    rows = len(lines) or len(wrap(empty, look.WIDTH - 2 * LEFT - 2))
    canvas, _, y, width, _ = _canvas_for_body(layout, view, rows, layout.title, layout.count)
    columns = fitted_columns(table.columns, width - 2, table.gap)
    if things:
        canvas.strip(y - 1, _heads(columns, table.gap, canvas.cols).cells)
    room = _foot_at(layout, canvas) - y
    top = max(0, min(lines.index(table.at) - room // 2, len(lines) - room)) if lines else 0
    drawn, reader, inks = table.drawn, language(), (style(GREY), style(WHITE))
    for row, at in enumerate(lines[top : top + room], start=y):
        if isinstance(at, str):
            canvas.put(LEFT, row, "─" * width, style(DARK))
            canvas.put(LEFT + 2, row, f" {at} ", style(CYAN))
            continue
        known = reader, width, at
        if known not in drawn:
            one = table.row(things[at])
            text = cut("  " + row_text(columns, one.cells, table.gap).rstrip(), width)
            drawn[known] = text.ljust(width), one.strong
        text, strong = drawn[known]
        canvas.put(LEFT, row, text, inks[strong])
        if at == table.at:
            canvas.put(LEFT, row, f"►{text[1:]}", style(WHITE, BLUE))
        canvas.hot(LEFT, row, width, 1, at)
    if not things:
        waits = table.things is not None or not (layout.entry or layout.notice.text)
        canvas.put_lines(LEFT + 2, y, wrap(empty, width - 2) if waits else ())
    position = tr.common.place_of_total(at=table.at + 1, of=len(things)) if len(lines) > room else ""
    _foot(canvas, layout, LEFT + 2, table.about, position)
    more = [Hint("down", tr.keys.choose, "↑↓")] if len(things) > 1 else []
    _keys(canvas, layout, more)
    return canvas


@cache_by_language
def _heads(columns: tuple[Column, ...], gap: int, cols: int) -> Canvas:
    canvas = Canvas(cols, 1)
    canvas.put(LEFT + 2, 0, heads(columns, gap), style(DARK))
    return canvas


def _lines(table: RowList) -> Sequence[int | str]:
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
    wide = view.cols >= look.WIDE and not layout.frame
    canvas, x, y, width, end = _canvas_for_body(layout, view, len(form.rows), layout.title, layout.count)
    value_at = x + 4 + min(max((len(row.label) for row in form.rows), default=0), 33)
    if not form.rows:
        canvas.put(x + 2, y, layout.hint or tr.common.one_moment(), style(GREY))
    room = end - 3 - y  # above the marked row's values, the hint and the keys
    top = max(0, min(form.at - room // 2, len(form.rows) - room))
    for line, at in enumerate(range(top, min(len(form.rows), top + room)), y):
        row, here = form.rows[at], at == form.at
        back = BLUE if here else 0
        text = ("► " if here else "  ") + cut(row.label, value_at - x - 3)
        canvas.put(x, line, text.ljust(width), style(WHITE if here else GREY, back))
        shown = row.shown(row.value)
        shown = f"◄ {shown} ►" if layout.frame and len(row.options) > 1 else shown
        value = cut(shown, 12 if row.aside else x + width - value_at)
        canvas.put(value_at, line, value, style(row.ink, back))
        if row.aside:
            canvas.put(value_at + 12, line, row.aside, style(BRIGHT_CYAN, back))
        if wide and len(row.options) > 1:
            _values(canvas, value_at + max(26, len(value) + 2), line, row, back)
        canvas.hot(x, line, width, 1, at)
    for more, line, sign in ((top, y, "▲"), (len(form.rows) - top - room, y + room - 1, "▼")):
        if more > 0:
            canvas.put(x + width - 1, line, sign, style(YELLOW))
    if form.rows:
        marked, below = form.rows[form.at], y + min(len(form.rows), room) + bool(form.summary)
        if layout.frame:
            below = end - 2
            canvas.put(x, end - 3, "─" * width, style(DARK))
        canvas.put_lines(x + 2, below, wrap(str(marked.about), width - 2), GREY if layout.frame else DARK)
        if not (marked.about or layout.entry or wide) and len(marked.options) > 1:
            label = tr.settings.choices_of(label=marked.label)
            _values(canvas, canvas.put(LEFT + 2, below, label, DARK) + 1, below, marked)
    canvas.put_lines(x + 2, canvas.rows - 6, wrap(form.summary, width - 2), WHITE)
    _foot(canvas, layout if form.rows else replace(layout, hint=""), x + 2)
    move, change, onwards = FRAMED_KEYS if layout.frame else KEYS
    moves = [Hint("up", move, "↑↓"), Hint("right", change, "◄ ►")]
    if not any(one.key == "enter" for one in layout.commands):
        asks = form.rows and form.rows[form.at].asks
        moves.append(Hint("enter", change if asks else onwards))
    _keys(canvas, layout, moves if form.rows else [])
    return canvas


def _values(canvas: Canvas, x: int, y: int, row: FormRow, back: int = 0) -> None:
    """Draw a row's values, the chosen one among them, and a mark for those without room."""
    texts, end = [*map(row.shown, row.options)], canvas.cols - LEFT
    at = row.options.index(row.value) if row.value in row.options else 0
    gap = 2 if any(" " in one for one in texts) or x + len("  ".join(texts)) <= end else 1
    first = 0
    while first < at and x + 2 * (first > 0) + len((" " * gap).join(texts[first : at + 1])) > end - 2:
        first += 1
    if first:
        x = canvas.put(x, y, "«", style(DARK, back)) + 1
    for option, text in zip(row.options[first:], texts[first:], strict=True):
        if x + len(text) > end:
            canvas.put(x, y, "»", style(DARK, back))
            return
        x = canvas.put(x, y, text, style(YELLOW if option == row.value else GREY, back)) + gap


def _text(layout: Layout, text: Text, view: View) -> Canvas:
    turns = [Hint("right", tr.keys.next, "◄ ►")] if text.leaves > 1 and not layout.frame else []
    if text.picture:
        by = look.size_that_fits(view, text.picture, 2)
        picture = text.picture if by == ONCE else look.large(text.picture, by, 2)
        canvas = look.backdrop(view, picture, layout.title)
        canvas.closeup = 0, 0, canvas.cols, canvas.rows - 1
        _keys(canvas, layout, turns)
        if not text.lines:
            keys = canvas.text().split("\n")[-1]
            if len(text.title) + 2 < len(keys) - len(keys.lstrip()):
                canvas.put(2, canvas.rows - 1, text.title, style(GREY))
            if len(text.note) + 2 < canvas.cols - len(keys.rstrip()):
                canvas.right(canvas.cols - 3, canvas.rows - 1, text.note, style(GREY))
        return canvas
    if text.sign:
        return _draw_sign(layout, text, text.sign(view), view)
    lines = tuple(
        one for one in text.lines or () if not (isinstance(one, Told) and isinstance(one.told, Aside))
    )
    wide = view.cols >= look.WIDE and not layout.frame
    columns = (wide and text.wide) or (lines,)
    count = max(map(len, columns))
    menu, x, end = _menu_rows(layout), LEFT, 0
    if text.head:
        size = look.block(
            view,
            text.head.rows + 2 + count + layout.foot + menu + 1,
            look.WIDTH if columns == (lines,) else look.WIDE,
        )
        canvas = Canvas(size.cols, size.rows)
        y = _draw_title(canvas, text, text.head)
    else:
        note = f"{text.leaf + 1}/{text.leaves}" if layout.frame and text.leaves > 1 else text.note
        canvas, x, y, _, end = _canvas_for_body(layout, view, count + 1, text.title, note)
    if layout.frame:
        y = _draw_heading(canvas, layout.frame, text.title, y, end - count)
    elif columns == (lines,) and all(len(one) <= look.WIDTH - 2 * LEFT for one, *_ in lines):
        x += (canvas.cols - look.WIDTH) // 2  # a column of text is in the middle
    room = (end if layout.frame else canvas.rows - 1 - layout.foot - menu) - y
    last = max(0, count - room + 1) if count > room else 0
    top = max(0, last + 1 + text.top) if text.top < 0 else min(text.top, last)
    if text.lines is None and not (layout.entry or layout.notice.text):
        canvas.put(LEFT, y, tr.common.one_moment(), style(GREY))
    right = canvas.cols - x + bool(layout.frame)  # a door's frame keeps off by a column more on the left
    for left, every in zip(range(len(columns), 0, -1), columns, strict=True):
        width = (right - x) // left
        if left > 1:
            width = max(width, max(len(one) + 2 for one, *_ in every))
        for at, one in enumerate(every[top : top + room], y):
            canvas.put(x, at, cut(one[0], width), one[1])
            for column, more, ink in one.beside if isinstance(one, Told) else ():
                canvas.put(x + column, at, cut(more, width - column), ink)
        x += width
    position = f"{top + 1}-{min(top + room, count)}" if count > room else ""
    position = tr.common.place_of_total(at=position, of=count) if position else ""
    _foot(canvas, layout, LEFT, "", position)
    scrolls = [Hint("pgup", tr.keys.up, "PgUp"), Hint("pgdn", tr.keys.down, "PgDn")] if position else []
    if layout.frame and text.leaves > 1:
        scrolls = [*page_keys(text.leaf, text.leaves)]
    if layout.frame and text.leaves > 1 and text.contents and view.cols >= look.WIDE:
        canvas = _with_contents(canvas, text, layout.frame.accent, view)
    _keys(canvas, layout, turns, scrolls)
    return canvas


def _draw_sign(layout: Layout, text: Text, sign: Canvas, view: View) -> Canvas:
    """Draw a door's sign, and the lines below it, apart from each other if there is room."""
    assert layout.frame is not None
    canvas, lines = Canvas(COLS, ROWS), text.lines or ()
    canvas.blit(sign)
    first = sign.rows + 2
    apart = 2 if first + 2 * len(lines) < ROWS - 1 else 1
    for y, one in enumerate(lines):
        canvas.centre(first + apart * y, one[0], one[1])
    canvas.right(COLS - 4, ROWS - 3, f"{text.leaf + 1}/{text.leaves}", layout.frame.accent)
    if view.cols >= look.WIDE:
        canvas = _with_contents(canvas, text, layout.frame.accent, view)
    _keys(canvas, layout, [], [*page_keys(text.leaf, text.leaves)])
    return canvas


def _with_contents(page: Canvas, text: Text, accent: int, view: View) -> Canvas:
    """Return the page with the titles of all sheets at its right. A click on one opens it."""
    width, rows = min(view.cols - COLS, CONTENTS), page.rows - 2
    canvas = Canvas(COLS + width, page.rows)
    canvas.blit(page)
    panel(canvas, COLS + 1, 0, width - 1, rows, tr.play.panel_contents(), accent)
    first = max(0, min(text.leaf - rows // 2, len(text.contents) - rows + 2))
    for y, title in enumerate(text.contents[first : first + rows - 2], start=1):
        at = y - 1 + first
        canvas.put(COLS + 2, y, "►" if at == text.leaf else " ", accent)
        line = cut(f"{at + 1:>2} {title}", width - 6)
        canvas.put(COLS + 4, y, line, WHITE if at == text.leaf else GREY)
        canvas.hot(COLS + 2, y, width - 3, 1, at)
    return canvas


def _draw_heading(canvas: Canvas, frame: DoorFrame, title: str, y: int, low: int) -> int:
    """Draw a title in a door's frame at row `y`. Return the text's first row: `low`, or one below a blank."""
    if not title or not frame.name:
        return y
    canvas.put(FRAMED, y, cut(title, canvas.cols - 2 * FRAMED), frame.accent)
    canvas.put(FRAMED, y + 1, "─" * min(len(title), canvas.cols - 2 * FRAMED), DARK)
    return max(y + 2, min(low, y + 3))


def _draw_title(canvas: Canvas, text: Text, head: Canvas) -> int:
    """Draw the title below the picture. Return the text's first row."""
    y = head.rows
    canvas.closeup = (canvas.cols - head.cols) // 2, 0, head.cols, y
    canvas.blit_centred(head, 0)
    canvas.put(LEFT, y, text.title, style(YELLOW))
    canvas.right(canvas.cols - 3, y, text.note, style(GREY))
    return y + 2


def _writing(layout: Layout, body: Writing, view: View) -> Canvas:
    """Draw the last lines, and the open line: on the foot, or if it continues the text, right below it."""
    above = [(line, style(YELLOW)) for line in wrap(body.above, WIDTH)]
    left = LEFT if body.prompt else LEFT + 2
    rows = [*above, *([("", 0)] if above and not body.prompt else []), *body.lines]
    canvas, _, y, _, _ = _canvas_for_body(
        replace(layout, foot=5), view, len(rows), layout.title, layout.count
    )
    foot = canvas.rows - 4
    for text, ink, *_ in rows[y - foot + 1 :]:
        canvas.put(left, y, text, ink)
        y += 1
    if body.prompt:
        canvas.put(LEFT, foot - 1, "─" * WIDTH, style(DARK))
        canvas.put(LEFT, foot, cut(body.note, WIDTH), style(GREY if body.field else YELLOW))
        y = foot + 1
    if body.field is not None:
        x = canvas.put(LEFT, y, body.prompt or "► ", style(YELLOW))
        draw_field(canvas, x, y, LEFT + WIDTH - x, body.field)
    if not body.prompt:
        _foot(canvas, layout, LEFT)
    _keys(canvas, layout, [])
    return canvas


def _picture(layout: Layout, body: PictureBody, view: View) -> Canvas:
    """Draw a door's picture, with the notice, the menu's keys and the others below it."""
    assert layout.frame is not None
    canvas, said, accent = body.draw(view), layout.notice.line, layout.frame.accent
    if body.covers:
        return canvas
    end = body.menu if body.menu > body.note else canvas.rows - 1
    for row, text in enumerate(fold(said or layout.hint, canvas.cols - 2, end - body.note), body.note):
        canvas.centre(row, text, YELLOW if said else body.ink)
    for row in {body.menu, canvas.rows - 1}:
        keys = [one.hint for one in layout.visible if one.menu == (row != canvas.rows - 1)]
        keys_line(canvas, keys, accent, row)
    return canvas


def _menu_rows(layout: Layout) -> int:
    return min(-(-len(layout.menu) // BUTTONS), 2)


def _foot_at(layout: Layout, canvas: Canvas) -> int:
    """Return the first row below the body."""
    return canvas.rows - layout.foot - _menu_rows(layout) - isinstance(layout.body, Text)


def _foot(canvas: Canvas, layout: Layout, x: int, about: str = "", position: str = "") -> None:
    """Draw the marked row's details, the open line, the notice, and the menu, from the top down."""
    if layout.frame:
        _message_row(canvas, layout)
        return
    first, last = _foot_at(layout, canvas), canvas.rows - 2 - _menu_rows(layout)
    width, entry, notice = canvas.cols - x - 2, layout.entry, layout.notice
    canvas.right(canvas.cols - 3, last, position, style(DARK))
    ink = style(BRIGHT_RED if notice.wrong else WHITE) if notice.text else style(DARK)
    rows = max(min(last + 1 - first, 3) - bool(entry), 1)
    y = look.sentence(canvas, x, last, notice.text or layout.hint, rows, ink, width)
    if entry:
        y -= 1
        at = canvas.put(x, y, f"{entry.prompt} ", style(YELLOW))
        draw_field(canvas, at, y, min(x + width - at, entry.field.limit + 1), entry.field)
    if about and y > first:
        lines = textwrap.wrap(about, width, max_lines=y - first, placeholder=" ...", break_long_words=False)
        canvas.put_lines(x, first, [cut(text, width) for text in lines], DARK)
    abreast = max(BUTTONS, -(-len(layout.menu) // 2))
    for at, one in enumerate(layout.menu):
        (row, column), room = divmod(at, abreast), 72 // abreast
        word = cut(one.hint.text, room - len(one.hint.label_text) - 4)
        button(canvas, LEFT + 1 + column * room, last + 1 + row, one.hint._replace(word=word))


def _message_row(canvas: Canvas, layout: Layout) -> None:
    """Draw the open line, the notice or the hint between a door's frame and the keys."""
    row, entry, said = canvas.rows - 2, layout.entry, layout.notice.line
    if entry:
        at = canvas.put(1, row, f"{entry.prompt} ", WHITE)
        draw_field(canvas, at, row, min(canvas.cols - 2 - at, entry.field.limit + 1), entry.field)
        row -= 2  # in the frame
    width = canvas.cols - 2 * (FRAMED if entry else 1)
    lines = fold(said or ("" if entry else layout.hint), width, 2 if entry else 1)
    for at, text in enumerate(lines, row + 1 - len(lines)):
        canvas.centre(at, text.center(width) if entry else text, YELLOW if said else GREY)


def _keys(canvas: Canvas, layout: Layout, before: Sequence[Hint], after: Sequence[Hint] = ()) -> None:
    """Draw the keys that work now: how to move, the commands, how to leave."""
    works = [one.hint for one in layout.visible if not one.menu and (layout.rows or not one.on_row)]
    back = (layout.back,) if layout.back else ()
    accent = layout.frame.accent if layout.frame else YELLOW
    keys_line(canvas, layout.entry.keys if layout.entry else (*before, *works, *after, *back), accent)
