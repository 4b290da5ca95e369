"""Reading ANSI: bytes as ANSI.SYS took them, on a screen that has no lower end.

Law: whatever is in the file, only cells come out; a control or sequence without a meaning here
is passed over.  Rows and numbers are bounded (`ArtError`).
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from door.term.attributes import ANSI_ORDER, VGA
from door.term.canvas import BLINK, GREY, SHIFT, UNDERLINE, style
from door.term.charset import CP437, printable

MOST_ROWS: Final = 2000
_BLANK: Final = GREY << SHIFT | 32


class ArtError(Exception):
    """What is wrong with a piece of art, in one sentence."""


class Brush(NamedTuple):
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
    **{0: Brush()._asdict(), 1: {"bold": True}, 2: {"bold": False}, 22: {"bold": False}},
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


class Reader:
    """ANSI.SYS with a screen that has no lower end."""

    def __init__(self, cols: int, ice: bool, utf8: bool) -> None:
        self.cols, self.ice, self.utf8 = cols, ice, utf8
        self.rows: list[array[int]] = []
        self.x = self.y = 0
        self.saved = (0, 0)
        self.brush = Brush()

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
        self.brush = painted(self.brush, numbers)

    def _true_colour(self, numbers: list[int]) -> None:
        """PabloDraw's ``ESC [ 0|1 ; r ; g ; b t``: 0 the background, 1 the foreground."""
        if len(numbers) == 4:
            self.brush = _coloured(self.brush, _nearest(*numbers[1:]), numbers[0] != 0)


_CONTROLS: Final[dict[str, Callable[[Reader], None]]] = {
    "\n": Reader._newline,
    "\r": Reader._return,
    "\t": Reader._tab,
    "\f": Reader._clear,
}
_MOVES: Final[dict[str, Callable[[Reader, list[int]], None]]] = {
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


def painted(brush: Brush, numbers: list[int]) -> Brush:
    """SGR: every number in turn, 38 and 48 taking those that follow along; none at all is 0."""
    rest = iter(numbers or [0])
    for number in rest:
        if number in (38, 48):
            colour = _extended(rest)
            brush = brush if colour is None else _coloured(brush, colour, number == 38)
        else:
            brush = _changed(brush, number)
    return brush


@lru_cache(maxsize=512)
def _changed(brush: Brush, number: int) -> Brush:
    return brush._replace(**_SGR.get(number, {}))


def _coloured(brush: Brush, colour: int, fore: bool) -> Brush:
    return brush._replace(fore=colour, exact=True) if fore else brush._replace(back=colour)


def _numbers(params: str) -> list[int]:
    """At most 32 numbers of at most 5 digits; private parameters give none."""
    if not params or params[0] in "<=>?":
        return []
    parts = params.replace(":", ";").split(";")[:32]
    return [int(part) if part.isdecimal() and len(part) < 6 else 0 for part in parts]


def _count(numbers: list[int]) -> int:
    return numbers[0] or 1 if numbers else 1


def _extended(rest: Iterator[int]) -> int | None:
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
