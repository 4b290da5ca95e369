"""ANSI art: files become canvases, canvases become files, placeholders become words.

Law: art is only ever shown through a canvas, so nothing in a file reaches a terminal: no
sequence, no control, nothing behind the 0x1A.  A file is untrusted: rows and numbers are
bounded, and all that can go wrong is an `ArtError` with a sentence for the sysop.

The reader does what ANSI.SYS did: CP437, sixteen colours, cursor moves, and a wrap as soon as
the last column is written, so that CR LF behind a full row leaves a row empty.  In UTF-8 files
(.utf8ans), which come from newer editors, that CR LF is the row's own end.  256 and 24-bit
colours become the nearest of the sixteen.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from door.term.canvas import BLINK, CODE, GREY, SHIFT, UNDERLINE, Canvas, style
from door.term.charset import ACTED_ON, CP437, clean, printable
from door.term.ink import ANSI_ORDER, VGA
from door.term.sauce import END, Sauce, split

__all__ = ["Art", "ArtError", "Placeholder", "Sauce", "fill_in", "placeholders", "read_art", "write_art"]

MOST_BYTES: Final = 4_000_000
MOST_COLS: Final = 500
MOST_ROWS: Final = 2000
_BLANK: Final = GREY << SHIFT | 32


class ArtError(Exception):
    """What is wrong with a piece of art, in one sentence."""


class Placeholder(NamedTuple):
    """``@NAME@`` or ``@NAME-L20@`` at column x of row y, `length` cells as drawn.

    `align` is "L", "R" or "C", `width` the columns it fills; "" and 0 where it does not say.
    """

    name: str
    x: int
    y: int
    length: int
    align: str = ""
    width: int = 0


@dataclass(frozen=True, slots=True)
class Art:
    """A piece of art: its canvas (not to be drawn on: copy it), its record, its placeholders."""

    canvas: Canvas
    sauce: Sauce | None = None
    places: tuple[Placeholder, ...] = ()


# -- reading -----------------------------------------------------------------------------


class _Brush(NamedTuple):
    """The attributes while reading; an `exact` foreground is not brightened by bold."""

    fore: int = GREY
    back: int = 0
    bold: bool = False
    blink: bool = False
    under: bool = False
    reverse: bool = False
    exact: bool = False

    def style(self, ice: bool) -> int:
        """The canvas's style; with `ice`, blink is a bright background."""
        fore = self.fore | 8 if self.bold and not self.exact else self.fore
        back = self.back | 8 if self.blink and ice else self.back
        if self.reverse:
            fore, back = back, fore
        return style(fore, back, (BLINK if self.blink and not ice else 0) | (UNDERLINE if self.under else 0))


_SGR: Final[dict[int, dict[str, Any]]] = {
    **{0: _Brush()._asdict(), 1: {"bold": True}, 2: {"bold": False}, 22: {"bold": False}},
    **{4: {"under": True}, 24: {"under": False}, 7: {"reverse": True}, 27: {"reverse": False}},
    **{5: {"blink": True}, 6: {"blink": True}, 25: {"blink": False}},
    **{39: {"fore": GREY, "exact": False}, 49: {"back": 0}},
    **{30 + n: {"fore": ANSI_ORDER[n], "exact": False} for n in range(8)},
    **{40 + n: {"back": ANSI_ORDER[n]} for n in range(8)},
    **{90 + n: {"fore": ANSI_ORDER[n] + 8, "exact": False} for n in range(8)},
    **{100 + n: {"back": ANSI_ORDER[n] + 8} for n in range(8)},
}
_TOKEN: Final = re.compile(r"\x1b\[([0-?]*)([ -/]*)([@-~])|([\n\r\t\f])|([^\x1b\n\r\t\f]+)|\x1b")
_LATIN_TO_CP437: Final = dict(enumerate(CP437))


def read_art(data: bytes, utf8: bool = False) -> Art:
    """The art of a file (.ans, or .utf8ans with `utf8`), as wide as its SAUCE says, or 80 columns.

    As high as what is drawn, or as SAUCE says if that is more; raises ArtError.
    """
    if len(data) > MOST_BYTES:
        raise ArtError(f"the file has {len(data)} bytes; art has at most {MOST_BYTES}")
    body, sauce = split(data)
    cols = (sauce.columns if sauce else 0) or 80
    if cols > MOST_COLS:
        raise ArtError(f"SAUCE says {cols} columns; art has at most {MOST_COLS}")
    try:
        text = body.decode("utf-8-sig" if utf8 else "latin-1")
    except UnicodeDecodeError as error:
        raise ArtError(f"byte {error.start} is not UTF-8") from None
    reader = _Reader(cols, bool(sauce and sauce.ice), utf8)
    reader.read(text)
    rows = max(len(reader.rows), sauce.rows if sauce and sauce.rows <= MOST_ROWS else 0, 1)
    reader.extend(rows - 1)
    canvas = Canvas(cols, rows, reader.rows)
    return Art(canvas, sauce, tuple(_find(canvas)))


class _Reader:
    """ANSI.SYS with a screen that has no lower end."""

    def __init__(self, cols: int, ice: bool, utf8: bool) -> None:
        self.cols, self.ice, self.utf8 = cols, ice, utf8
        self.rows: list[array[int]] = []
        self.x = self.y = 0
        self.saved = (0, 0)
        self.brush = _Brush()

    def read(self, text: str) -> None:
        for found in _TOKEN.finditer(text):
            params, inner, final, control, run = found.groups()
            if self.x >= self.cols and (run or not self.utf8):
                self._newline()
            if run:
                self._write(self._glyphs(run))
            elif control:
                _CONTROLS[control](self)
            elif final and not inner and final in _MOVES:
                _MOVES[final](self, _numbers(params))

    def extend(self, y: int) -> None:
        """Makes row `y` exist; ArtError where that is more than art has."""
        if y >= MOST_ROWS:
            raise ArtError(f"the art goes on below row {MOST_ROWS}, which is the last that art can have")
        while len(self.rows) <= y:
            self.rows.append(array("I", [_BLANK]) * self.cols)

    def _glyphs(self, run: str) -> str:
        if not self.utf8:
            return run.translate(_LATIN_TO_CP437)
        return "".join(char if printable(char) else "?" for char in run if char >= " ")

    def _write(self, text: str) -> None:
        base = self.brush.style(self.ice) << SHIFT
        cells = array("I", [base | ord(char) for char in text])
        at = 0
        while at < len(cells):
            if self.x >= self.cols:
                self._newline()
            self.extend(self.y)
            part = cells[at : at + self.cols - self.x]
            self.rows[self.y][self.x : self.x + len(part)] = part
            self.x, at = self.x + len(part), at + len(part)

    def _newline(self) -> None:
        self.x, self.y = 0, self.y + 1

    def _return(self) -> None:
        self.x = 0

    def _tab(self) -> None:
        self.x = min(self.x // 8 * 8 + 8, self.cols - 1)

    def _clear(self) -> None:
        self.rows, self.x, self.y = [], 0, 0

    def _move(self, x: int, y: int) -> None:
        self.x, self.y = min(max(x, 0), self.cols - 1), min(max(y, 0), MOST_ROWS)

    def _erase_row(self, which: int) -> None:
        if self.y < len(self.rows):
            start, end = (self.x, self.cols) if which == 0 else (0, self.x + 1 if which == 1 else self.cols)
            blank = style(GREY, self.brush.back) << SHIFT | 32
            row = self.rows[self.y]
            row[start:end] = array("I", [blank]) * len(row[start:end])

    def _save(self) -> None:
        self.saved = (self.x, self.y)

    def _paint(self, numbers: list[int]) -> None:
        """SGR: every number in turn, 38 and 48 taking those that follow along."""
        rest = iter(numbers or [0])
        for number in rest:
            if number in (38, 48):
                colour = _extended(rest)
                if colour is not None:
                    self._colour(colour, number == 38)
            else:
                self.brush = self.brush._replace(**_SGR.get(number, {}))

    def _true_colour(self, numbers: list[int]) -> None:
        """PabloDraw's ``ESC [ 0|1 ; r ; g ; b t``: 0 the background, 1 the foreground."""
        if len(numbers) == 4:
            self._colour(_nearest(*numbers[1:]), numbers[0] != 0)

    def _colour(self, colour: int, fore: bool) -> None:
        brush = self.brush
        self.brush = brush._replace(fore=colour, exact=True) if fore else brush._replace(back=colour)


_CONTROLS: Final[dict[str, Callable[[_Reader], None]]] = {
    "\n": _Reader._newline,
    "\r": _Reader._return,
    "\t": _Reader._tab,
    "\f": _Reader._clear,
}
_MOVES: Final[dict[str, Callable[[_Reader, list[int]], None]]] = {
    "A": lambda r, n: r._move(r.x, r.y - _count(n)),
    "B": lambda r, n: r._move(r.x, r.y + _count(n)),
    "C": lambda r, n: r._move(r.x + _count(n), r.y),
    "D": lambda r, n: r._move(r.x - _count(n), r.y),
    "E": lambda r, n: r._move(0, r.y + _count(n)),
    "F": lambda r, n: r._move(0, r.y - _count(n)),
    "G": lambda r, n: r._move(_count(n) - 1, r.y),
    "H": lambda r, n: r._move(_count(n[1:]) - 1, _count(n) - 1),
    "f": lambda r, n: r._move(_count(n[1:]) - 1, _count(n) - 1),
    "d": lambda r, n: r._move(r.x, _count(n) - 1),
    "J": lambda r, n: r._clear() if n[:1] == [2] else None,
    "K": lambda r, n: r._erase_row(n[0] if n else 0),
    "m": lambda r, n: r._paint(n),
    "s": lambda r, n: r._save(),
    "u": lambda r, n: r._move(*r.saved),
    "t": lambda r, n: r._true_colour(n),
}


def _numbers(params: str) -> list[int]:
    """At most 32 numbers of at most 5 digits; private parameters give none."""
    if not params or params[0] in "<=>?":
        return []
    parts = params.replace(":", ";").split(";")[:32]
    return [int(part) if part.isdecimal() and len(part) < 6 else 0 for part in parts]


def _count(numbers: list[int]) -> int:
    return numbers[0] or 1 if numbers else 1


def _extended(rest: Any) -> int | None:
    """The colour after 38 or 48: ``5;n`` or ``2;r;g;b``."""
    kind = next(rest, 0)
    if kind == 5:
        return _of_256(next(rest, 0))
    if kind == 2:
        return _nearest(next(rest, 0), next(rest, 0), next(rest, 0))
    return None


@lru_cache(maxsize=1024)
def _nearest(red: int, green: int, blue: int) -> int:
    """The canvas's colour with the least distance."""
    return min(
        range(16), key=lambda n: sum((a - b) ** 2 for a, b in zip(VGA[n], (red, green, blue), strict=True))
    )


def _of_256(number: int) -> int:
    """The nearest of the sixteen to one of xterm's 256."""
    if number < 16:
        return ANSI_ORDER[number & 7] | number & 8
    if number < 232:
        cube = number - 16
        steps = (0, 95, 135, 175, 215, 255)
        return _nearest(steps[cube // 36], steps[cube // 6 % 6], steps[cube % 6])
    return _nearest(*(8 + 10 * min(number - 232, 23),) * 3)


# -- writing -----------------------------------------------------------------------------

_BYTE: Final = {
    char: byte for byte, char in enumerate(CP437) if byte not in ACTED_ON and byte != END
}  # fmt: skip


def write_art(canvas: Canvas, sauce: Sauce | None = None) -> bytes:
    """A .ans file of the canvas: `read_art` gives the same cells again.

    Size, columns and rows of the record are the canvas's own; a bright background makes it an
    iCE file.  Raises ArtError for a character without a byte of its own, for blinking cells
    in an iCE file, and for more columns or rows than art has.
    """
    if not (1 <= canvas.cols <= MOST_COLS and 1 <= canvas.rows <= MOST_ROWS):
        raise ArtError(f"{canvas.cols}x{canvas.rows} is no size for art; at most {MOST_COLS}x{MOST_ROWS} is")
    styles = {cell >> SHIFT for row in canvas.cells for cell in row}
    ice = bool(sauce and sauce.ice) or any(shown >> 4 & 8 for shown in styles)
    if ice and any(shown & BLINK for shown in styles):
        raise ArtError("the art has bright backgrounds and blinking cells; a file can have only one of them")
    body = _body(canvas, ice)
    record = replace(sauce or Sauce(), columns=canvas.cols, rows=canvas.rows, ice=ice, size=len(body))
    return body + bytes((END,)) + record.record()


def _body(canvas: Canvas, ice: bool) -> bytes:
    out, now = bytearray(b"\x1b[0m"), GREY
    for y, row in enumerate(canvas.cells):
        end = len(row)
        while end and row[end - 1] == _BLANK:
            end -= 1
        for x, cell in enumerate(row[:end]):
            if cell >> SHIFT != now:
                out += _change(now, cell >> SHIFT, ice)
                now = cell >> SHIFT
            char = chr(cell & CODE)
            if char not in _BYTE:
                raise ArtError(f"row {y + 1}, column {x + 1}: {char!r} cannot stand in a .ans file")
            out.append(_BYTE[char])
        if end < len(row) and y + 1 < canvas.rows:
            out += b"\r\n"
    return bytes(out)


def _change(now: int, to: int, ice: bool) -> bytes:
    """The SGR sequence from one style to another."""
    codes = []
    was, wanted = _switches(now, ice), _switches(to, ice)
    if was - wanted:
        codes, was, now = ["0"], set(), GREY
    codes += sorted(wanted - was)
    if now & 7 != to & 7:
        codes.append(f"{30 + ANSI_ORDER[to & 7]}")
    if now >> 4 & 7 != to >> 4 & 7:
        codes.append(f"{40 + ANSI_ORDER[to >> 4 & 7]}")
    return b"\x1b[%sm" % ";".join(codes).encode()


def _switches(shown: int, ice: bool) -> set[str]:
    blink = shown >> 4 & 8 if ice else shown & BLINK
    return {code for code, on in (("1", shown & 8), ("4", shown & UNDERLINE), ("5", blink)) if on}


# -- placeholders ------------------------------------------------------------------------

_PLACE: Final = re.compile(r"@([A-Z][A-Z0-9_]*)(?:-([LRC])(\d{1,3}))?@")


def placeholders(art: Art) -> list[Placeholder]:
    """The art's placeholders from the top left, known or not."""
    return list(art.places)


def fill_in(art: Art, values: Mapping[str, str]) -> Canvas:
    """A canvas of one's own with the values in their places, in the style of each first "@".

    With a width (``@NAME-R20@``) the text fills exactly that many columns, padded or cut, and
    cells of the placeholder beyond it become blank.  Without one it fills the placeholder's own
    cells; a longer text runs on over the blanks behind them and is cut at whatever is drawn
    there.  A name without a value stays as it is drawn.
    """
    canvas = art.canvas.copy()
    for place in art.places:
        if place.name in values:
            canvas.put(
                place.x,
                place.y,
                _fitted(values[place.name], place, art.canvas),
                canvas.cells[place.y][place.x] >> SHIFT,
            )
    return canvas


def _fitted(value: str, place: Placeholder, canvas: Canvas) -> str:
    text = clean(value)
    if place.width:
        text = _ALIGN[place.align](text[: place.width], place.width)
        return text.ljust(place.length)
    room = place.length
    row = canvas.cells[place.y]
    while place.x + room < len(row) and room < len(text) and row[place.x + room] & CODE == 32:
        room += 1
    return text[:room].ljust(place.length)


_ALIGN: Final[dict[str, Callable[[str, int], str]]] = {"L": str.ljust, "R": str.rjust, "C": str.center}


def _find(canvas: Canvas) -> list[Placeholder]:
    return [
        Placeholder(found[1], found.start(), y, len(found[0]), found[2] or "", int(found[3] or 0))
        for y, row in enumerate(canvas.cells)
        for found in _PLACE.finditer("".join(chr(cell & CODE) for cell in row))
    ]
