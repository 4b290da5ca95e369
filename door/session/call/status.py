"""The status line: who, where, turns, month's rank, time; always the first row.

Law: a pure function of a frozen value; a view draws it anew where that has changed, so that a
keystroke seldom pays for it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from door.midend.books import Books
from door.term.canvas import BLUE, BRIGHT_CYAN, CYAN, GREY, WHITE, YELLOW, Above, Canvas, style
from door.ui.widgets import cut, wrap

MAIL: Final = "+{count} mail"
"""Messages and letters that have not been read."""

MOST_ROWS: Final = 4
"""Rows of a notice: a message of 200 characters at 80 columns, and by which key it is answered."""

EYE: Final = "(•) {count}"
"""An eye, and how many look."""


class Status(NamedTuple):
    """What the line shows: `books` are of the door the caller is in, and `notice` covers all of
    it for a while; `watchers` look on, and so many messages and letters are `unread`."""

    handle: str
    node: int
    where: str
    books: Books | None = None
    minutes_left: int | None = None
    notice: str = ""
    watchers: int = 0
    unread: int = 0


def contest_texts(books: Books | None) -> tuple[str, ...]:
    """The caller's turns and place in the month at a door: "Turns 3 +1 free", "Rank 2 (312)"; nothing
    where there is no contest.  Free turns change nothing where there is no limit."""
    if books is None:
        return ()
    free = f" +{books.free_turns} free" if books.free_turns else ""
    turns = "Turns no limit" if books.turns_left is None else f"Turns {books.turns_left}{free}"
    return turns, f"Rank {books.rank} ({books.score})" if books.rank else "Rank -"


def parts(status: Status) -> list[str]:
    """The line's fields from left to right, after the handle."""
    eye = [EYE.format(count=status.watchers)] if status.watchers else []
    fields = [f"Node {status.node}", status.where, *eye, *contest_texts(status.books)]
    if status.minutes_left is not None:
        fields.append(f"{status.minutes_left} min left")
    return fields + [MAIL.format(count=status.unread)] * bool(status.unread)


def fitted(fields: list[str], room: int) -> list[str]:
    """The fields, shortened step by step as far as they must be to take `room` columns, each with
    a rule of three columns before it."""
    for long, short in SHORTER:
        if sum(map(len, fields)) + 3 * len(fields) <= room:
            break
        fields = [re.sub(long, short, text) for text in fields]
    return fields


# What is given up first, where a long handle leaves little room.
SHORTER: Final = (
    (r"^Rank (\d+) \(-?\d+\)$", r"Rank \1"),
    (r"^Turns ", "T "),
    (r" free$", "f"),
    (r" min left$", " min"),
    (r"^Rank ", "#"),
    (r"^Node ", "N"),
    (r" mail$", ""),
)


def row_above(status: Status, cols: int, above: Above) -> Canvas:
    """The line as the screen below wants it; a notice is always to be seen, in more rows where it is long."""
    if above == "blank" and not status.notice:
        return Canvas(cols, 1)
    row = status_row(status, cols)
    return row.grey() if above == "grey" else row


def status_row(status: Status, cols: int) -> Canvas:
    """The line as a canvas of one row, or of those that a notice takes."""
    if status.notice:
        return _notice(status.notice, cols)
    row = Canvas(cols, 1)
    row.fill(0, 0, cols, 1, " ", style(GREY, BLUE))
    x = row.put(1, 0, status.handle or "Welcome", style(WHITE, BLUE))
    fields = fitted(parts(status), cols - 1 - x)
    room = (cols - 1 - x - sum(map(len, fields))) // len(fields)
    gap = max(1, min(3, (room - 1) // 2))  # on both sides of a bar
    for text in fields:
        x = row.put(x + gap, 0, "│", style(CYAN, BLUE))
        ink = BRIGHT_CYAN if text == status.where else YELLOW if text.startswith("+") else GREY
        x = row.put(x + gap, 0, text, style(ink, BLUE))
    return row


def _notice(text: str, cols: int) -> Canvas:
    lines = wrap(text, cols - 4)
    rows = Canvas(cols, min(len(lines), MOST_ROWS))
    rows.fill(0, 0, cols, rows.rows, " ", style(YELLOW, BLUE))
    rows.put(1, 0, "►", style(YELLOW, BLUE))
    for y, line in enumerate((*lines[: MOST_ROWS - 1], " ".join(lines[MOST_ROWS - 1 :]))):
        rows.put(3, y, cut(line, cols - 4), style(YELLOW, BLUE))
    return rows
