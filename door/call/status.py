"""The status line: handle, place, turns, rank, time. It is always the first row. And the web's keys.

It is a pure function of a frozen value, so it is drawn only if the value has changed.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from door.term.canvas import (
    BLUE,
    BRIGHT_CYAN,
    CODE,
    CYAN,
    GREY,
    WHITE,
    YELLOW,
    Above,
    Canvas,
    Row,
    Spot,
    style,
)
from door.term.keys import Key
from door.ui.texts import tr
from door.ui.widgets import cut, fold

# Forms of each field, longest first.
NODE: Final = (tr.status.node, tr.status.node_short)
TURNS: Final = (tr.status.turns, tr.status.turns_short)
FREE: Final = (tr.status.turns_and_free, tr.status.turns_and_free_short)
RANK: Final = (tr.status.rank_and_score, tr.status.rank, tr.status.rank_short)
MINUTES: Final = (tr.status.minutes_left, tr.status.minutes_short)
MAIL: Final = (tr.status.mail, tr.status.mail_short)
"""Unread messages and letters."""


SHORTER: Final = (
    ("rank", 1), ("turns", 1), ("turns", 2), ("minutes", 1), ("rank", 2), ("node", 1), ("mail", 1),
)  # fmt: skip
"""Steps to shorten the line if a long handle leaves little room: a field, and its form to use."""

MOST_ROWS: Final = 4
"""Maximum rows of a notice: 200 characters at 80 columns, and the key that answers it."""


class Contest(NamedTuple):
    """The part of a door's standings that the line shows."""

    turns_left: int | None = None
    free_turns: int = 0
    rank: int = 0
    score: int = 0


class StatusFields(NamedTuple):
    """The contents of the line.

    `contest` is the current door's. `notice` covers the line for a while. `watchers` is their number,
    `unread` counts messages and letters. `told` are notices for plain mode to read.
    """

    handle: str
    node: int
    where: str
    contest: Contest | None = None
    minutes_left: int | None = None
    notice: str = ""
    watchers: int = 0
    unread: int = 0
    told: tuple[str, ...] = ()


Fields = dict[str, tuple[str, ...]]


def contest_fields(contest: Contest) -> Fields:
    """Return the caller's turns and rank at a door: "Turns 3 +1 free", "Rank 2 (312)".

    Without a turn limit, free turns are not shown.
    """
    left, free, rank = contest.turns_left, contest.free_turns, contest.rank or "-"
    long = short = tr.status.no_turn_limit() if left is None else f"{left}"
    if free and left is not None:
        long, short = (form(turns=left, free=free) for form in FREE)
    ranks = RANK if contest.rank else (RANK[1], RANK[1], RANK[2])
    return {
        "turns": (TURNS[0](turns=long), TURNS[1](turns=long), TURNS[1](turns=short)),
        "rank": tuple(form(rank=rank, score=contest.score) for form in ranks),
    }


def parts(status: StatusFields) -> Fields:
    """Return the line's fields from left to right, after the handle."""
    fields: Fields = {"node": tuple(form(node=status.node) for form in NODE), "where": (status.where,)}
    if status.watchers:
        fields["eye"] = (tr.status.watchers(count=status.watchers),)
    if status.contest is not None:
        fields |= contest_fields(status.contest)
    if status.minutes_left is not None:
        fields["minutes"] = tuple(form(minutes=status.minutes_left) for form in MINUTES)
    if status.unread:
        fields["mail"] = tuple(form(count=status.unread) for form in MAIL)
    return fields


def fit_fields(fields: Fields, room: int) -> dict[str, str]:
    """Return the fields, shortened to fit `room` columns with a three-column rule before each."""
    shown = {name: forms[0] for name, forms in fields.items()}
    for name, at in SHORTER:
        if sum(map(len, shown.values())) + 3 * len(shown) <= room:
            break
        if name in shown:
            shown[name] = fields[name][at]
    return shown


def status_row(status: StatusFields, cols: int, above: Above = "line") -> Canvas:
    """Return the line as the screen below wants it: a canvas of one row, or more for a long notice, which is
    always shown."""
    if above == "blank" and not status.notice:
        return Canvas(cols, 1)
    row = _notice(status.notice, cols) if status.notice else _fields_row(status, cols)
    return row.grey() if above == "grey" else row


def _fields_row(status: StatusFields, cols: int) -> Canvas:
    row = Canvas(cols, 1)
    row.fill(0, 0, cols, 1, " ", style(GREY, BLUE))
    x = row.put(1, 0, status.handle or tr.status.welcome(), style(WHITE, BLUE))
    fields = fit_fields(parts(status), cols - 1 - x)
    room = (cols - 1 - x - sum(map(len, fields.values()))) // len(fields)
    gap = max(1, min(3, (room - 1) // 2))  # on both sides of a bar
    for name, text in fields.items():
        x = row.put(x + gap, 0, "│", style(CYAN, BLUE))
        ink = BRIGHT_CYAN if name == "where" else YELLOW if name == "mail" else GREY
        x = row.put(x + gap, 0, cut(text, cols - x - gap), style(ink, BLUE))
    return row


def _notice(text: str, cols: int) -> Canvas:
    lines = fold(text, cols - 4, MOST_ROWS)
    rows = Canvas(cols, len(lines))
    rows.fill(0, 0, cols, rows.rows, " ", style(YELLOW, BLUE))
    rows.put(1, 0, "►", style(YELLOW, BLUE))
    rows.put_lines(3, 0, lines, style(YELLOW, BLUE))
    for found in _KEYS.finditer(lines[0]):
        rows.hot(3 + found.start(), 0, len(found[0]), 1, Key(found[1].lower()))
    return rows


_KEYS: Final = re.compile(r"\b(Ctrl-[A-Z])\b(?: \w+)?")
"""A key in a notice, with the word behind it: "Ctrl-Y accepts"."""


# -- the key bar ---------------------------------------------------------------------------------

MOST: Final = 24
"""Most keys of a screen."""

LONGEST: Final = 60
"""Most characters of a key's label."""

ALWAYS: Final = frozenset({"up", "down", "left", "right"})
"""Keys that the page always has."""


class KeyBar(NamedTuple):
    """A screen's keys with their labels, and what is typed there: "", "text" or "secret"."""

    keys: tuple[tuple[str, str], ...]
    field: str

    def sequence(self) -> bytes:
        return b"\x1b]7437;%s\x07" % json.dumps(self._asdict(), separators=(",", ":")).encode()


def key_bar(canvas: Canvas, above: Sequence[Row] = (), notice: Sequence[Spot] = ()) -> KeyBar:
    """Return a screen's keys, those of a notice in the rows above it first."""
    keys: dict[str, str] = {}
    for rows, spots in ((above, notice), (canvas.cells, canvas.spots)):
        for x, y, w, _, target, label in spots:
            if isinstance(target, Key) and target.name not in keys and target.name not in ALWAYS:
                cells = rows[y][max(x, 0) : x + w].tobytes() if 0 <= y < len(rows) else b""
                text = label or _label(cells) or target.name
                if any(map(str.isalnum, text)):  # not a part of a picture
                    keys[target.name] = text
    return KeyBar((*keys.items(),)[:MOST], canvas.field)


@lru_cache(maxsize=1024)  # a screen has the same keys after most of them
def _label(cells: bytes) -> str:
    """Return the text of cells, without what a sequence can't hold."""
    text = "".join(char for cell in array("I", cells) if (char := chr(cell & CODE)).isprintable())
    return cut(" ".join(text.split()), LONGEST)
