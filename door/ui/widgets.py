"""What doors and the board's own screens draw alike: keys lines, panels, dice, tables, fields.

Law: pure helpers over the canvas and the keys, nothing else of ours.  A widget that has a
state (a field, pages) is a frozen value with a function that takes a key and gives
the next value; the functions that draw one never keep anything.  Everything a caller may
click is a hot spot that delivers the very key that does the same.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from door.term.canvas import BLACK, DARK, GREY, WHITE, YELLOW, Canvas, picture, style
from door.term.canvas import cut as cut
from door.term.keys import Key
from door.ui import navigation
from door.ui.lettering import bitmap, paint
from door.ui.texts import Sentence, tr, worded
from door.ui.words import commas, sentences

# -- keys -----------------------------------------------------------------------------


class Hint(NamedTuple):
    """One entry of a keys line: the key's name, what it does in a word, how the key is shown.

    An empty `label` shows the key's own name ("enter" as Enter, "h" as H, "esc" as Esc).  `row` says
    that the key does something to a list's marked row, and nothing where the list is empty.
    """

    key: str
    word: Sentence | str
    label: Sentence | str = ""
    row: bool = False

    @property
    def shown(self) -> str:
        """The label between the brackets."""
        label = self.label if isinstance(self.label, str) else self.label()
        return label or _LABELS.get(self.key) or self.key.title()

    @property
    def text(self) -> str:
        """The word in the reader's language."""
        return str(self.word)


BACK: Final = Hint("enter", tr.door_keys.back)

_ARROWS: Final = {"up": "↑", "down": "↓", "left": "◄", "right": "►"}
_LABELS: Final = {"pgup": "PgUp", "pgdn": "PgDn", " ": "Space", **_ARROWS}


def keys_line(canvas: Canvas, hints: Sequence[Hint], accent: int = YELLOW, y: int | None = None) -> None:
    """`[Enter] Play  [H] Help`, centred on row `y` (the last by default), each a hot spot.

    The row is cleared, but its last cell never written: a screen's bottom-right cell makes some terminals
    scroll.  Where the line would be too wide, words go from the end, then the last entries.
    """
    row = canvas.rows - 1 if y is None else y
    canvas.blit(_keys(tuple(hints), canvas.cols, accent), 0, row)


@worded
def _keys(hints: tuple[Hint, ...], cols: int, accent: int) -> Canvas:
    """A keys line, one row high."""
    line, room = Canvas(cols, 1), cols - 1
    bare, texts = [len(hint.shown) + 2 for hint in hints], [hint.text for hint in hints]
    spelt = [width + len(text) + bool(text) for width, text in zip(bare, texts, strict=True)]
    sizes = [(spelt[:words] + bare[words:], 1) for words in range(len(hints), -1, -1)]
    widths, gap = next((size for size in ((spelt, 2), *sizes) if _length(*size) <= room), sizes[-1])
    x = max((room - _length(widths, gap)) // 2, 0)
    for hint, text, width, whole in zip(hints, texts, widths, spelt, strict=True):
        if x + width > room:
            break
        _button(line, x, 0, hint, text if width == whole else "", accent)
        x += width + gap
    return line


def _length(widths: Sequence[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def button(canvas: Canvas, x: int, y: int, hint: Hint, accent: int = YELLOW, room: int = 0) -> int:
    """`[H] Help` at (x, y), a hot spot; the column after it.  A word has so much `room` (0: any)."""
    return _button(canvas, x, y, hint, cut(hint.text, room) if room else hint.text, accent)


def _button(canvas: Canvas, x: int, y: int, hint: Hint, text: str, accent: int) -> int:
    """Without a text only `[H]`."""
    at = canvas.put(x, y, "[", DARK)
    at = canvas.put(at, y, hint.shown, accent)
    at = canvas.put(at, y, "]", DARK)
    if text:
        at = canvas.put(at + 1, y, text, GREY)
    canvas.hot(x, y, at - x, 1, Key(hint.key))
    return at


# -- surfaces --------------------------------------------------------------------------


def panel(
    canvas: Canvas, x: int, y: int, w: int, h: int, title: str = "",
    edge: int = GREY, border: str = "single", head: int = WHITE,
) -> None:  # fmt: skip
    """A cleared frame of `border`; its title, in style `head`, is set into the top edge."""
    canvas.fill(x, y, w, h, " ", style(GREY, edge >> 4 & 15))
    canvas.box(x, y, w, h, edge, border)
    if title:
        canvas.put(x + 2, y, f" {cut(title, w - 5)} ", head)


def page_frame(canvas: Canvas, name: str, accent: int) -> None:
    """The frame of a page, over the whole canvas but its last two rows, `name` in its upper edge."""
    panel(canvas, 1, 0, canvas.cols - 2, canvas.rows - 2, name, accent, "double-top")


def message(
    canvas: Canvas, title: str, lines: Sequence[str], hints: Sequence[Hint], accent: int = YELLOW,
    shadow: bool = True,
) -> None:  # fmt: skip
    """A box in the middle of the canvas with a sentence or a few and its buttons in a row; it hides what is
    below it from the mouse too.  Its `shadow` darkens colours."""
    buttons = sum(len(hint.shown) + len(hint.text) + 3 for hint in hints) + 3 * max(len(hints) - 1, 0)
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


def centred(layout: Canvas, cols: int, rows: int) -> Canvas:
    """A layout, its keys line with it, in the middle of a screen of columns × rows; itself where it fits."""
    if (cols, rows) == (layout.cols, layout.rows):
        return layout
    x, y = origin(layout.cols, layout.rows, cols, rows)
    canvas = Canvas(cols, rows)
    canvas.blit(layout, x, y)
    if layout.cursor:
        canvas.cursor, canvas.field = (layout.cursor[0] + x, layout.cursor[1] + y), layout.field
    canvas.above = layout.above
    return canvas


def origin(width: int, height: int, cols: int, rows: int) -> tuple[int, int]:
    """Where a layout of width × height begins on a screen of columns × rows: column and row."""
    return max((cols - width) // 2, 0), max((rows - height) // 2, 0)


# -- dice and figures --------------------------------------------------------------------

# the columns of a face's pips, in a die's upper, middle and lower row of them
_PIPS: Final = (
    ((), (), ()), ((), (5,), ()), ((2,), (), (8,)), ((2,), (5,), (8,)),
    ((2, 8), (), (2, 8)), ((2, 8), (5,), (2, 8)), ((2, 5, 8), (), (2, 5, 8)),
)  # fmt: skip
DIE_COLS: Final = 12
DIE_ROWS: Final = 5


PIPS: Final = tuple(frozenset((x, y) for y, columns in enumerate(face) for x in columns) for face in _PIPS)
"""Where each face's pips are: column and row of each."""


@picture
def die(face: int, pips: bool = True, body: int = WHITE, edge: int = GREY, plain: bool = False) -> Canvas:
    """A die of 12 columns × 5 rows as a canvas to be blitted, its face (1-6) in pips or a numeral.

    `body` and `edge`, its lower rim, are colours; the pips are holes, so that a die reads as
    well without any.  They fill cells whole, and a six lies on its side: a die that turns over
    is half the bytes of one whose pips straddle the rows.  A `plain` die is drawn in lines and
    brackets, for ASCII; face 0 is blank.
    """
    canvas = Canvas(DIE_COLS, DIE_ROWS)
    if plain:
        canvas.box(0, 0, DIE_COLS, DIE_ROWS, body)
    else:
        paint(canvas, 0, 0, _die_pixels(0 if pips else face), {"#": body, "+": edge}, BLACK)
    if pips:
        for at, columns in enumerate(_PIPS[face]):
            for x in columns:
                canvas.put(x, 1 + at, "()" if plain else "  ", body)
    elif plain:
        canvas.put(5, 2, str(face), body)
    return canvas


def _die_pixels(numeral: int) -> list[str]:
    """A die in half-blocks without pips, a numeral cut out of it (0: none)."""
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
    """A column of a table: its heading, its width, and whether it is set flush right.  `bare` cells need no
    heading to be understood, where a row is told in words."""

    title: Sentence | str
    width: int
    right: bool = False
    bare: bool = False

    @property
    def heading(self) -> str:
        """The title in the reader's language."""
        return str(self.title)


_COUNTED: Final[dict[object, Sentence]] = {
    tr.heads.calls: tr.count.calls,
    tr.heads.days: tr.count.days,
    tr.heads.doors: tr.count.doors,
    tr.heads.games: tr.count.games,
    tr.heads.keys: tr.count.keys,
    tr.heads.minutes: tr.count.minutes,
    tr.door_heads.days: tr.count.days,
    tr.door_heads.games: tr.count.games,
    tr.door_heads.points: tr.count.points,
}
"""Headings over numbers of things, and the sentence that counts them."""


def cell(text: str, column: Column) -> str:
    """`text` cut and padded to the column."""
    return f"{cut(text, column.width):{'>' if column.right else '<'}{column.width}}"


def row_text(columns: Sequence[Column], cells: Sequence[object]) -> str:
    """The cells set in their columns, two apart."""
    return "  ".join(cell(str(value), column) for value, column in zip(cells, columns, strict=False))


def row_told(columns: Sequence[Column], cells: Sequence[object]) -> str:
    """The cells in words, but those with nothing in them: "1. Ann, score 1312, 12 games"."""
    every = zip(columns, map(str, cells), strict=False)
    told = [_told(column, text) for column, text in every if text not in ("", "-")]
    place, rest = told[:1], told[1:]
    if place and place[0].endswith("."):  # "1."
        return sentences(place[0], commas(rest))
    return commas(told)


def _told(column: Column, text: str) -> str:
    count = _COUNTED.get(column.title)
    if count and text.isdecimal():
        return count(n=int(text))
    if column.bare or not column.title:
        return text
    return tr.common.named_value(name=column.heading, value=text)


def heads(columns: Sequence[Column]) -> str:
    """The columns' headings, as this board says them."""
    return row_text(columns, [column.heading for column in columns]).rstrip()


def table(
    canvas: Canvas, x: int, y: int, columns: Sequence[Column], rows: Sequence[Sequence[str]],
    mine: Collection[int] = (), accent: int = WHITE,
) -> int:  # fmt: skip
    """Aligned columns two apart, headings first where there are any and rows; the row after the last.

    The rows whose numbers are in `mine` stand out in `accent`.
    """
    if rows and any(column.title for column in columns):
        canvas.put(x, y, heads(columns), DARK)
        y += 1
    for at, row in enumerate(rows):
        canvas.put(x, y + at, row_text(columns, row), accent if at in mine else GREY)
    return y + len(rows)


def wrap(text: str, width: int) -> tuple[str, ...]:
    """`text` in lines of at most `width`, its own line ends kept."""
    lines: list[str] = []
    for line in text.splitlines():
        lines.extend(textwrap.wrap(line, max(width, 1)) or [""])
    return tuple(lines)


def folded(text: str, width: int, rows: int) -> tuple[str, ...]:
    """Return `text` in at most so many lines, the last one cut with a mark if the text is longer."""
    lines = wrap(text, width)
    return lines if len(lines) <= rows else (*lines[: rows - 1], cut(" ".join(lines[rows - 1 :]), width))


# -- pages ----------------------------------------------------------------------------------


class Page(NamedTuple):
    """A page of text: its title and its lines; `fitted` makes pages of them that fit 80×23."""

    title: str
    lines: tuple[str, ...]


def paged(text: str) -> Page:
    """The page that a text is: its first line is the title."""
    title, *lines = text.split("\n")
    return Page(title, tuple(lines))


PAGE_COLS: Final = 72
PAGE_ROWS: Final = 15


def fitted(pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages as 80×23 shows them, none of them cut: long lines wrapped, and what is too long for one page
    on the next, of the same title."""
    whole = ((page.title, wrap("\n".join(page.lines), PAGE_COLS)) for page in pages)
    return tuple(
        Page(title, lines[at : at + PAGE_ROWS])
        for title, lines in whole
        for at in range(0, max(len(lines), 1), PAGE_ROWS)
    )


PAGE_HINTS: Final = (
    Hint("pgdn", tr.door_keys.page_more),
    Hint("pgup", tr.door_keys.page_back),
    Hint("esc", tr.door_keys.close),
)


def page_keys(at: int, count: int) -> tuple[Hint, ...]:
    """The keys that work at that page of so many."""
    works = (at + 1 < count, at > 0, True)
    return tuple(hint for hint, on in zip(PAGE_HINTS, works, strict=True) if on)


def turn_page(at: int, count: int, key: Key) -> int | None:
    """Return the page that a key leads to, None if it closes them: Enter on the last page, Esc, Q or X."""
    name = {"enter": "pgdn", "backspace": "pgup"}.get(key.name, key.name)
    if name.lower() in navigation.LEAVE or (key.name == "enter" and at + 1 >= count):
        return None
    to = navigation.sheet(name, at, count)
    return at if to is None else to


def draw_page(
    canvas: Canvas, pages: Sequence[Page], at: int, accent: int = YELLOW, name: str = "", keys: bool = True
) -> None:
    """One page in a frame over the whole canvas with its number; keys line with `keys`."""
    page = pages[max(0, min(at, len(pages) - 1))]
    page_frame(canvas, name, accent)
    canvas.right(canvas.cols - 4, 0, f" {at + 1}/{len(pages)} ", accent)
    title = cut(page.title, canvas.cols - 8)
    canvas.put(4, 2, title, accent)
    canvas.put(4, 3, "─" * len(title), DARK)
    for row, line in enumerate(page.lines):
        canvas.put(4, 5 + row, cut(line, canvas.cols - 8), GREY)
    if keys:
        keys_line(canvas, page_keys(at, len(pages)), accent)


# -- a text field ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """A line being typed: at most `limit` characters, the cursor before character `cursor`.

    A `secret` field shows stars.
    """

    value: str = ""
    cursor: int = 0
    limit: int = 40
    secret: bool = False


def type_key(field: Field, key: Key) -> Field:
    """The field after a key; keys that do not edit (ENTER, TAB, ESC, F1…) leave it as it is."""
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


def draw_field(canvas: Canvas, x: int, y: int, w: int, field: Field, ink: int = style(WHITE, 1)) -> None:
    """The field in `w` columns, scrolled so that its cursor shows, and the canvas's cursor set."""
    shown = "*" * len(field.value) if field.secret else field.value
    first = max(field.cursor - w + 1, 0)
    canvas.put(x, y, shown[first : first + w].ljust(w), ink)
    canvas.cursor, canvas.field = (x + field.cursor - first, y), True
