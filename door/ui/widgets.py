"""Shared widgets of doors and the board's own screens: keys lines, panels, dice, tables, fields.

Pure functions over the canvas and the keys. A widget with a state (a field, pages) is a frozen value, and a
function returns its next value after a key. Everything a caller can click is a hot spot that sends a key.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from door.term.canvas import BLACK, BLUE, DARK, GREY, LIGHT, WHITE, YELLOW, Canvas, picture, style
from door.term.canvas import cut as cut
from door.term.keys import Key
from door.ui import navigation
from door.ui.lettering import bitmap, paint
from door.ui.texts import Sentence, cache_by_language, tr
from door.ui.words import commas, sentences

# -- keys -----------------------------------------------------------------------------


class Hint(NamedTuple):
    """One entry of a keys line: the key's name, its action in a word, and how the key is shown.

    An empty `label` shows the key's own name ("enter" as Enter, "h" as H, "esc" as Esc).
    """

    key: str
    word: Sentence | str
    label: Sentence | str = ""

    @property
    def label_text(self) -> str:
        """The label between the brackets."""
        label = self.label if isinstance(self.label, str) else self.label()
        return label or _LABELS.get(self.key) or self.key.title()

    @property
    def text(self) -> str:
        """The word in the reader's language."""
        return str(self.word)


BACK: Final = Hint("enter", tr.door_keys.back)
SKIP: Final = Hint("enter", tr.door_keys.skip, tr.door_keys.any_key)
CLOSE: Final = Hint("enter", tr.door_keys.back, tr.door_keys.any_key)

_ARROWS: Final = {"up": "↑", "down": "↓", "left": "◄", "right": "►"}
_LABELS: Final = {"backspace": "BkSp", "pgup": "PgUp", "pgdn": "PgDn", " ": "Space", **_ARROWS}


def keys_line(canvas: Canvas, hints: Sequence[Hint], accent: int = YELLOW, y: int | None = None) -> None:
    """Draw `[Enter] Play  [H] Help`, centred on row `y` (the last by default), each a hot spot.

    The row is cleared except for its last cell, because writing a screen's bottom-right cell makes some
    terminals scroll. If the line is too wide, it loses words and then entries, from the end: those of arrow
    keys first, and last that of the last entry, which is the way out.
    """
    row = canvas.rows - 1 if y is None else y
    canvas.blit(keys_picture(tuple(hints), canvas.cols, accent), 0, row)


@cache_by_language
def keys_picture(hints: tuple[Hint, ...], cols: int, accent: int) -> Canvas:
    line, room = Canvas(cols, 1), cols - 1
    entries = [(hint, hint.text) for hint in hints]
    gap = 2 if _length(entries, 2) <= room else 1
    entries = next((fewer for fewer in _fewer_words(entries) if _length(fewer, gap) <= room), [])
    x = max((room - _length(entries, gap)) // 2, 0)
    for hint, text in entries:
        x = _button(line, x, 0, hint, text, accent) + gap
    return line


Entries = list[tuple[Hint, str]]


def _fewer_words(entries: Entries) -> Iterator[Entries]:
    """Yield the entries of a keys line, then ever fewer of their words, then ever fewer entries.

    Keys that say what they do lose their words first, and the last entry loses its word last.
    """
    yield entries
    last, shown = len(entries) - 1, [*entries]
    for at in sorted(range(last, -1, -1), key=lambda at: (at == last, shown[at][0].key not in _CLEAR)):
        shown[at] = shown[at][0], ""
        yield shown
    yield from (shown[:most] + shown[last:] for most in range(last - 1, -1, -1))


_CLEAR: Final = frozenset(["up", "down", "left", "right", "pgup", "pgdn"])


def _length(entries: Entries, gap: int) -> int:
    widths = (len(hint.label_text) + 2 + len(text) + bool(text) for hint, text in entries)
    return sum(widths) + gap * (len(entries) - 1)


def button(canvas: Canvas, x: int, y: int, hint: Hint, accent: int = YELLOW, room: int = 0) -> int:
    """Draw `[H] Help` at (x, y) as a hot spot; return the column after it. `room` limits the word (or 0)."""
    return _button(canvas, x, y, hint, cut(hint.text, room) if room else hint.text, accent)


def _button(canvas: Canvas, x: int, y: int, hint: Hint, text: str, accent: int) -> int:
    at = canvas.put(x, y, "[", DARK)
    at = canvas.put(at, y, hint.label_text, accent)
    at = canvas.put(at, y, "]", DARK)
    if text:
        at = canvas.put(at + 1, y, text, GREY)
    canvas.hot(
        x, y, at - x, 1, Key(hint.key), "" if text == hint.text else f"[{hint.label_text}] {hint.text}"
    )
    return at


# -- surfaces --------------------------------------------------------------------------


def panel(
    canvas: Canvas, x: int, y: int, w: int, h: int, title: str = "",
    edge: int = GREY, border: str = "single", head: int = WHITE,
) -> None:  # fmt: skip
    """Draw an empty frame of `border`, with its title in the top edge in style `head`."""
    canvas.fill(x, y, w, h, " ", style(GREY, edge >> 4 & 15))
    canvas.box(x, y, w, h, edge, border)
    if title:
        canvas.put(x + 2, y, f" {cut(title, w - 5)} ", head)


def page_frame(canvas: Canvas, name: str, accent: int) -> None:
    """Draw the frame of a page over all rows except the last two, with `name` in its upper edge."""
    panel(canvas, 1, 0, canvas.cols - 2, canvas.rows - 2, name, accent, "double-top")


def message(
    canvas: Canvas, title: str, lines: Sequence[str], hints: Sequence[Hint], accent: int = YELLOW,
    shadow: bool = True,
) -> None:  # fmt: skip
    """Draw a box in the middle of the canvas with a few lines and a row of buttons.

    The mouse can't reach anything below it. Its `shadow` darkens colours.
    """
    buttons = sum(len(hint.label_text) + len(hint.text) + 3 for hint in hints) + 3 * max(len(hints) - 1, 0)
    w = min(max([len(title) + 6, buttons + 6, *(len(line) + 6 for line in lines)]), canvas.cols)
    h = len(lines) + (6 if hints else 4)
    x, y = (canvas.cols - w) // 2, (canvas.rows - h) // 2
    if shadow:
        canvas.tint(x + 2, y + 1, w, h, DARK)
    panel(canvas, x, y, w, h, title, accent, "double")
    canvas.hot(0, 0, canvas.cols, canvas.rows, None)
    for at, line in enumerate(lines):
        canvas.centre(y + 2 + at, cut(line, w - 4), WHITE, x, w)
    at = x + (w - buttons) // 2
    for hint in hints:
        at = button(canvas, at, y + h - 3, hint, accent) + 3


def centre(layout: Canvas, cols: int, rows: int, around: Canvas | None = None) -> Canvas:
    """Return the layout, with its keys line, in the middle of a screen of that size.

    `around` is a picture of that size for the rest of the screen.
    """
    if (cols, rows) == (layout.cols, layout.rows):
        return layout
    x, y = origin(layout.cols, layout.rows, cols, rows)
    canvas = around.copy() if around else Canvas(cols, rows)
    canvas.blit(layout, x, y)
    if layout.cursor:
        canvas.cursor, canvas.field = (layout.cursor[0] + x, layout.cursor[1] + y), layout.field
    if layout.closeup:
        left, top, width, height = layout.closeup
        canvas.closeup = (left + x, top + y, width, height)
    canvas.above, canvas.origin = layout.above, (layout.origin[0] + x, layout.origin[1] + y)
    return canvas


def origin(width: int, height: int, cols: int, rows: int) -> tuple[int, int]:
    """Return the column and row where a centred layout of width × height starts."""
    return max((cols - width) // 2, 0), max((rows - height) // 2, 0)


# -- dice and figures --------------------------------------------------------------------

_PIPS: Final = (
    ((), (), ()), ((), (5,), ()), ((2,), (), (8,)), ((2,), (5,), (8,)),
    ((2, 8), (), (2, 8)), ((2, 8), (5,), (2, 8)), ((2, 5, 8), (), (2, 5, 8)),
)  # fmt: skip
DIE_COLS: Final = 12
DIE_ROWS: Final = 5


@picture
def die(face: int, pips: bool = True, body: int = WHITE, edge: int = GREY, plain: bool = False) -> Canvas:
    """Return a die of 12 columns × 5 rows, with its face (1-6) in pips or a numeral. Face 0 is blank.

    `body` and `edge`, its lower rim, are colours. Pips are holes that fill whole cells, and a six lies on
    its side, which halves the bytes of a turning die. A `plain` die is drawn in lines and brackets, for
    ASCII.
    """
    canvas = Canvas(DIE_COLS, DIE_ROWS)
    if plain:
        canvas.box(0, 0, DIE_COLS, DIE_ROWS, body)
    else:
        paint(canvas, 0, 0, _die_pixels(0 if pips else face), {"#": body, "+": edge}, BLACK)
        canvas.shade(0, 0, DIE_COLS, (LIGHT,))
    if pips:
        for at, columns in enumerate(_PIPS[face]):
            for x in columns:
                canvas.put(x, 1 + at, "()" if plain else "  ", body)
    elif plain:
        canvas.put(5, 2, str(face), body)
    return canvas


def _die_pixels(numeral: int) -> list[str]:
    """Return a die in half-blocks without pips, with a numeral cut out of it (0: none)."""
    pixels = [[*"#" * DIE_COLS] for _ in range(9)] + [[*"+" * DIE_COLS]]
    for corner in (0, -1):
        pixels[0][corner] = pixels[9][corner] = " "
    for y, row in enumerate(bitmap(str(numeral) if numeral else ""), start=1):
        for x, bit in enumerate(row, start=3):
            if bit == "#":
                pixels[y][x] = " "
    return ["".join(row) for row in pixels]


# -- text ---------------------------------------------------------------------------------


class Column(NamedTuple):
    """A column of a table: its heading, its least width, and True if it is right-aligned.

    - `bare` cells are clear without the heading when a row is read out in words.
    - With `grow` it takes a share of free room, and is at most `most` wide.
    """

    title: Sentence | str
    width: int
    right: bool = False
    bare: bool = False
    grow: int = 0
    most: int = 999

    @property
    def heading(self) -> str:
        """The title in the reader's language."""
        return str(self.title)


_COUNTED: Final[dict[object, Sentence]] = {
    tr.heads.calls: tr.count.calls, tr.heads.days: tr.count.days, tr.heads.doors: tr.count.doors,
    tr.heads.games: tr.count.games, tr.heads.keys: tr.count.keys, tr.heads.minutes: tr.count.minutes,
    tr.door_heads.days: tr.count.days, tr.door_heads.games: tr.count.games,
    tr.door_heads.points: tr.count.points,
}  # fmt: skip
"""Headings over counts, each with the sentence for a count."""


@lru_cache(maxsize=256)
def fitted_columns(columns: tuple[Column, ...], room: int, gap: int) -> tuple[Column, ...]:
    """Return the columns with the room shared among those that grow."""
    spare = room - sum(column.width for column in columns) - gap * (len(columns) - 1)
    shares, widths = sum(column.grow for column in columns), []
    for column in columns:
        given = min(max(spare, 0) * column.grow // shares if column.grow else 0, column.most - column.width)
        widths.append(column._replace(width=column.width + given))
        spare, shares = spare - given, shares - column.grow
    return tuple(widths)


def cell(value: object, column: Column) -> str:
    """Return a value cut and padded to the column. Of a tuple, the first text that fits is shown."""
    if isinstance(value, tuple):
        value = next((text for text in value if len(text) <= column.width), value[-1])
    return f"{cut(str(value), column.width):{'>' if column.right else '<'}{column.width}}"


def row_text(columns: Sequence[Column], cells: Sequence[object], gap: int = 2) -> str:
    """Return the cells in their columns, `gap` blanks apart."""
    pairs = zip(cells, columns, strict=False)
    return (" " * gap).join([cell(value, column) for value, column in pairs])


def row_told(columns: Sequence[Column], cells: Sequence[object]) -> str:
    """Return the cells in words without empty ones: "1. Ann, score 1312, 12 games"."""
    whole = (value[0] if isinstance(value, tuple) else str(value) for value in cells)
    every = zip(columns, whole, strict=False)
    told = [_cell_words(column, text) for column, text in every if text not in ("", "-")]
    place, rest = told[:1], told[1:]
    if place and place[0].endswith("."):  # "1."
        return sentences(place[0], commas(rest))
    return commas(told)


def _cell_words(column: Column, text: str) -> str:
    count = _COUNTED.get(column.title)
    if count and text.isdecimal():
        return count(n=int(text))
    if column.bare or not column.title:
        return text
    return tr.common.named_value(name=column.heading, value=text)


def heads(columns: Sequence[Column], gap: int = 2) -> str:
    """Return the columns' headings as one row."""
    return row_text(columns, [column.heading for column in columns], gap).rstrip()


@lru_cache(512)  # a help page is wrapped whole for each key and each drawing
def wrap(text: str, width: int) -> tuple[str, ...]:
    """Return `text` in lines of at most `width`, with its own line ends."""
    lines: list[str] = []
    for line in text.splitlines():
        lines.extend(textwrap.wrap(line, max(width, 1)) or [""])
    return tuple(lines)


def fold(text: str, width: int, rows: int) -> tuple[str, ...]:
    """Return `text` in at most that many lines. The last one is cut with a mark if the text is longer."""
    lines = wrap(text, width)
    return lines if len(lines) <= rows else (*lines[: rows - 1], cut(" ".join(lines[rows - 1 :]), width))


# -- pages ----------------------------------------------------------------------------------


class TextPage(NamedTuple):
    """A page of text with a title. `fit_pages` splits it into pages that fit 80×23."""

    title: str
    lines: tuple[str, ...]


def page_of(text: str) -> TextPage:
    """Return a text as a page. Its first line is the title."""
    title, *lines = text.split("\n")
    return TextPage(title, tuple(lines))


PAGE_COLS: Final = 72
PAGE_ROWS: Final = 15


def fit_pages(pages: Sequence[TextPage]) -> tuple[TextPage, ...]:
    """Split pages so that 80×23 shows all text: wrap long lines, and repeat the title on further pages."""
    whole = ((page.title, wrap("\n".join(page.lines), PAGE_COLS)) for page in pages)
    return tuple(
        TextPage(title, lines[at : at + PAGE_ROWS])
        for title, lines in whole
        for at in range(0, max(len(lines), 1), PAGE_ROWS)
    )


PAGE_HINTS: Final = (Hint("pgdn", tr.door_keys.page_more), Hint("pgup", tr.door_keys.page_back))
PAGE_OUT: Final = Hint("esc", tr.door_keys.back)
"""The key that leaves one of several pages, where Enter turns to the next."""


def page_keys(at: int, count: int) -> tuple[Hint, ...]:
    """Return the keys that turn page `at` of `count`."""
    works = (at + 1 < count, at > 0)
    return tuple(hint for hint, on in zip(PAGE_HINTS, works, strict=True) if on)


def turn_page(at: int, count: int, key: Key) -> int | None:
    """Return the page that a key leads to, or None if it closes them (Enter on the last page, Esc, Q, X)."""
    name = {"enter": "pgdn", "backspace": "pgup"}.get(key.name, key.name)
    if name.lower() in navigation.LEAVE or (key.name == "enter" and at + 1 >= count):
        return None
    to = navigation.sheet(name, at, count)
    return at if to is None else to


# -- a text field ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """A line being typed: at most `limit` characters, with the cursor before character `cursor`.

    A `secret` field shows stars.
    """

    value: str = ""
    cursor: int = 0
    limit: int = 40
    secret: bool = False


def type_key(field: Field, key: Key) -> Field:
    """Return the field after a key. Keys that don't edit (Enter, Tab, Esc, F1…) change nothing."""
    value, at = field.value, field.cursor
    if key.text and key.text.isprintable():
        if len(value) >= field.limit:
            return field
        return Field(value[:at] + key.text + value[at:], at + 1, field.limit, field.secret)
    if key.name == "backspace" and at:
        return replace(field, value=value[: at - 1] + value[at:], cursor=at - 1)
    if key.name in ("delete", "ctrl-d"):
        return replace(field, value=value[:at] + value[at + 1 :])
    if key.name == "ctrl-u":
        return replace(field, value="", cursor=0)
    if key.name == "ctrl-w":
        kept = value[:at].rstrip().rpartition(" ")
        left = kept[0] + kept[1]
        return replace(field, value=left + value[at:], cursor=len(left))
    moves = {"left": max(at - 1, 0), "right": min(at + 1, len(value)), "home": 0, "end": len(value)}
    moves |= {"ctrl-a": 0, "ctrl-e": len(value)}
    return replace(field, cursor=moves.get(key.name, at))


def draw_field(canvas: Canvas, x: int, y: int, w: int, field: Field) -> None:
    """Draw the field in `w` columns, scrolled to its cursor, and place the canvas's cursor."""
    shown = "*" * len(field.value) if field.secret else field.value
    first = max(field.cursor - w + 1, 0)
    canvas.put(x, y, shown[first : first + w].ljust(w), style(WHITE, BLUE))
    canvas.cursor = x + field.cursor - first, y
    canvas.field = "secret" if field.secret else "text"
