"""Tell a `Layout` in plain mode, or as values for a web page.

Buttons and fields of such a page send lines, as plain mode takes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from door.term.canvas import GREY
from door.ui import navigation
from door.ui.blocks import Choices, Layout, Lines, PictureBody, RowList, Text, Told, Writing
from door.ui.commands import prompt
from door.ui.screen import Aside, Speech
from door.ui.texts import tr
from door.ui.widgets import row_told
from door.ui.words import commas, headline, speakable

SPOKEN: Final = 20
"""Rows that plain mode reads at once."""


def to_speech(before: Layout | None, after: Layout) -> Speech:
    """Tell what differs from the layout before, or all of it, and the prompt."""
    body, told = after.body, tuple(_new_lines(before, after))
    match body:
        case RowList(things=came) | Choices(rows=came) | Text(lines=came) | Writing(lines=came):
            pass
        case PictureBody():
            came = told
    if came == () and isinstance(body, Choices) and not after.hint:
        came = None
    new = after.notice.text and (before is None or before.notice.times != after.notice.times)
    notice = after.notice.text.splitlines() if new else ()
    if after.entry:
        return Speech((*told, *notice), after.entry.plain_prompt, after.entry.field.secret)
    if came is None and not notice:
        return Speech()
    number = after.number() if isinstance(body, RowList) else ""
    turns = isinstance(body, Text) and body.leaves > 1
    ask = after.prompt or prompt([] if came is None else after.commands, after.rows, number, turns)
    return Speech((*told, *notice), ask)


def _new_lines(before: Layout | None, after: Layout) -> Iterator[str]:
    was = before.body if before else None
    match after.body:
        case RowList() as table:
            yield from _rows_told(was if isinstance(was, RowList) else None, table, after)
        case Choices() as form:
            yield from _choices_told(was if isinstance(was, Choices) and was.rows else None, form, after)
        case Text() as text if text.lines is not None:
            known = was.lines if isinstance(was, Text) else None
            if known is None or known != text.lines:
                if after.frame and text.leaves > 1:
                    yield tr.common.page_of(title=text.title, at=text.leaf + 1, pages=text.leaves)
                elif text.leaves > 1 and text.note:
                    yield tr.bulletins.plain_page_and_place(title=text.title, place=text.note)
                else:
                    yield text.title
                yield from paragraphs(text)
        case PictureBody() as picture:
            yield from picture.words()
    menu = [tr.common.full_stop(text=_ways(one)) if one and one.menu else "" for one in (before, after)]
    if menu[1] and after.rows and (menu[0] != menu[1] or not (before and before.rows)):
        yield menu[1]


def paragraphs(text: Text) -> Iterator[str]:
    yield from (words for words, _, _ in _styled_paragraphs(text))


def _styled_paragraphs(text: Text, asides: bool = True) -> Iterator[tuple[str, int, bool]]:
    """Return each paragraph with its colour, 0-15, and True if it is a heading."""
    lines: Lines = tuple((one, GREY) for one in text.words) or text.lines or ()
    for line in lines:
        told = line.told if isinstance(line, Told) else line[0]
        for words in told.split("\n") if asides or not isinstance(told, Aside) else ():
            if words.strip(" ─═"):
                said = words.strip() if text.words else speakable(words)
                yield headline(said), line[1] & 15, words.isupper()


def _ways(layout: Layout) -> str:
    return commas(f"{one.key.upper()} {one.text}" for one in layout.menu)


def _rows_told(before: RowList | None, table: RowList, layout: Layout) -> Iterator[str]:
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
        said = one.told or speakable(row_told(table.columns, one.cells))
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
            yield row.told()
        elif form.changed and known[row.key].value != row.value:
            yield form.changed(row)
    values = [(row.key, row.value) for row in form.rows]
    if form.summary and values != [(row.key, row.value) for row in known.values()]:
        yield form.summary


# -- a page as values ----------------------------------------------------------------------------

SHOWN: Final = 100
"""Most rows of a table to show at once. The page's own lines turn to the others."""

NUMBER: Final = 5
"""Columns of a number or a mark. A row's name is in its first wider column."""

Button = tuple[str, str]
"""The line that a button sends, and its label."""


def to_page(layout: Layout) -> dict[str, Any]:
    """Return the page. While a line is asked for, only its own commands work beside its answer."""
    open_line = layout.entry is not None
    own = [] if open_line else [one for one in layout.visible if not one.on_row]
    offer = layout.offer if own else None
    buttons: list[Button] = [(one.id, one.text) for one in own if not offer or one.id != offer[0]]
    if isinstance(layout.body, Text) and layout.body.leaf + 1 < layout.body.leaves and not open_line:
        buttons.append(("n", tr.keys.next()))
    if isinstance(layout.body, Writing):  # its open line takes an id as text
        buttons = [(one.words[0], one.text) for one in own if one.words]
    if layout.entry and layout.entry.is_question:
        buttons = [(hint.key, hint.text) for hint in layout.entry.keys]
    elif layout.entry:
        buttons = [(one.words[0], one.text) for one in layout.entry.also if one.words]
    elif layout.back and not open_line:
        back = "q" if layout.back.key in navigation.LEAVE else ""  # an empty line may go on
        buttons.append((back, layout.back.text))
    told = {
        "title": layout.title, "count": layout.count, "hint": layout.notice.text or layout.hint,
        "wrong": layout.notice.wrong, "buttons": buttons, "offer": offer,
    }  # fmt: skip
    match layout.body:
        case RowList() as table:
            return told | _table(table, layout)
        case Choices() as form:
            return told | {"fields": [] if open_line else _fields(form), "summary": form.summary}
        case Text() as text:
            return told | {"text": [*_styled_paragraphs(text, asides=False)]}
        case Writing() as writing:
            notes = [one for one in (writing.above, writing.note) if one != told["hint"]]
            return told | {"text": [(one, GREY, False) for one in notes]}
        case PictureBody() as picture:
            return told | {"text": [(one, GREY, False) for one in picture.words()]}


def _table(table: RowList, layout: Layout) -> dict[str, Any]:
    on_row = [] if layout.entry else [one for one in layout.visible if one.on_row]
    things = table.things or ()
    rows = []
    for at, thing in enumerate(things[table.first : table.first + SHOWN], start=table.first):
        number = table.number(thing) if table.number else at + 1
        cells = [str(cell[0] if isinstance(cell, tuple) else cell) for cell in table.row(thing).cells]
        section = table.section(thing) if table.section else ""
        # "Play, or press a door's number": the button stands beside the door
        buttons: list[Button] = [
            (f"{one.id} {number}", one.text.partition(",")[0])
            for one in on_row
            if table.fits is None or table.fits(thing, one)
        ]
        rows.append({"cells": cells, "section": section, "buttons": buttons})
    heads = [column.heading for column in table.columns]
    wide = (at for at, one in enumerate(table.columns) if not one.right and one.width > NUMBER)
    return {
        "heads": heads,
        "name": next(wide, 0),
        "rows": rows,
        "empty": "" if things or table.things is None else table.empty,
    }


def _fields(form: Choices) -> list[dict[str, Any]]:
    return [
        {
            "label": row.label, "value": row.value, "shown": row.shown(row.value), "about": str(row.about),
            "line": str(number), "asks": row.asks,
            "options": [] if row.asks else [(one, row.shown(one)) for one in row.options],
        }
        for number, row in enumerate(form.rows, 1)
    ]  # fmt: skip
