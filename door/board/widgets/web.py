"""A `Layout` as values for a web page: a heading, a table, a form or paragraphs, and buttons.

What a button or a field sends is a line, as plain mode takes it.
"""

from __future__ import annotations

from typing import Any, Final

from door.board.widgets.blocks import Choices, Layout, Table, Text, Writing
from door.board.widgets.speech import paragraphs
from door.ui import navigation

SHOWN: Final = 100
"""Most rows of a table to show at once. The page's own lines turn to the others."""

Button = tuple[str, str]
"""What a button sends, and its label."""


def to_page(layout: Layout) -> dict[str, Any]:
    """Return the page. While a line is asked for, nothing but its answer can be given."""
    open_line = layout.entry is not None
    own = [] if open_line else [one for one in layout.commands if not one.on_row]
    buttons: list[Button] = [(one.id, one.text) for one in own]
    if layout.entry and layout.entry.is_question:
        buttons = [(hint.key, hint.text) for hint in layout.entry.keys]
    elif layout.back and not open_line:
        back = layout.back.key if layout.back.key in navigation.LEAVE else ""  # an empty line may go on
        buttons.append((back, layout.back.text))
    told = {
        "title": layout.title, "count": layout.count, "hint": layout.notice.text or layout.hint,
        "wrong": layout.notice.wrong, "buttons": buttons,
    }  # fmt: skip
    match layout.body:
        case Table() as table:
            return told | _table(table, layout)
        case Choices() as form:
            return told | {"fields": [] if open_line else _fields(form), "summary": form.summary}
        case Text() as text:
            return told | {"text": [*paragraphs(text)]}
        case Writing() as writing:
            return told | {"text": [writing.above, writing.note]}


def _table(table: Table, layout: Layout) -> dict[str, Any]:
    on_row = [] if layout.entry else [one for one in layout.commands if one.on_row]
    things = table.things or ()
    rows = []
    for at, thing in enumerate(things[table.first : table.first + SHOWN], start=table.first):
        number = table.number(at) if table.number else str(at + 1)
        cells = [str(cell[0] if isinstance(cell, tuple) else cell) for cell in table.row(thing).cells]
        section = table.section(thing) if table.section else ""
        # "Play, or press a door's number": the button stands beside the door
        buttons: list[Button] = [(f"{one.id} {number}", one.text.partition(",")[0]) for one in on_row]
        rows.append({"cells": cells, "section": section, "buttons": buttons})
    heads = [column.heading for column in table.columns]
    return {"heads": heads, "rows": rows, "empty": "" if things or table.things is None else table.empty}


def _fields(form: Choices) -> list[dict[str, Any]]:
    return [
        {
            "label": row.label, "value": row.value, "shown": row.shown(row.value), "about": row.about,
            "line": str(number), "asks": row.run is not None,
            "options": [] if row.run else [(one, row.shown(one)) for one in row.options],
        }
        for number, row in enumerate(form.rows, 1)
    ]  # fmt: skip
