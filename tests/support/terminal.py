"""A simulated terminal: what a caller would see, cell by cell, from the bytes they were sent.

pyte does the work.  Added here: CP437 as CTerm, other BBS programs and PuTTY draw it, the two ways
to wrap at the last column, iCE colours, save and restore of the cursor, answers to what the board
asks, and colours told as the canvas's own sixteen.
"""

import codecs
import inspect
import re
from functools import cache
from typing import Any, NamedTuple

import pyte

from door.export.pixels import ORANGE, PALETTE
from door.term.attributes import NIGHT

_GLYPHS = dict(enumerate("☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼", start=1)) | {0x7F: "⌂"}
# CP437 terminals show these for control characters.  CTerm draws all but seven.  Other BBS programs also
# act on ENQ, VT, SO and SI.  PuTTY draws none; DEL erases the character to the left.
_CTERM = {byte: glyph for byte, glyph in _GLYPHS.items() if byte not in b"\a\b\t\n\f\r\x1b"}
_LOW = {
    "cterm": _CTERM,
    "bbs": {byte: glyph for byte, glyph in _CTERM.items() if byte not in b"\x05\x0b\x0e\x0f"} | {5: ""},
    "putty": dict.fromkeys([1, 2, 3, 4, 5, 6, *range(0x10, 0x1B), *range(0x1C, 0x20)], "") | {0x7F: "\b \b"},
}
_NAMES = ("black", "blue", "green", "cyan", "red", "magenta", "brown", "white")
_COLOUR = {name: colour for colour, name in enumerate(_NAMES)}
_COLOUR |= {f"bright{name}": colour + 8 for colour, name in enumerate(_NAMES)}
_COLOUR |= {"bfightmagenta": 13, "default": -1}  # pyte's own spelling
# fmt: off
_VGA = (0x000000, 0x0000AA, 0x00AA00, 0x00AAAA, 0xAA0000, 0xAA00AA, 0xAA5500, 0xAAAAAA,
        0x555555, 0x5555FF, 0x55FF55, 0x55FFFF, 0xFF5555, 0xFF55FF, 0xFFFF55, 0xFFFFFF)
# fmt: on
# what pyte knows nothing of: private modes it would choke on, the fonts of CTerm, kitty's keys
_ICE = re.compile(r"\x1b\[\?33([hl])")
_FONT = re.compile(r"\x1b\[\d+;\d+ D|\x1b\[=\d+u")
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*)?$")
# characters that take one column, and never join the one before
_PLAIN = re.compile("[ -~\xa1-\xac\xae-\xff\u2190-\u2195\u2500-\u259f\u25a0\u25ba\u25c4]*")
_CELLS: dict[Any, dict[str, Any]] = {}
_CHANGES: dict[tuple[Any, tuple[int, ...], bool], Any] = {}
# control sequences whose parameters are numbers alone
_SEQUENCE = re.compile("\x1b\\[([0-9;]*)([@-Z_`a-z{|}~])")


class Seen(NamedTuple):
    """One cell: its character, colours 0-15, and the rest ("blink", "underline", "reverse", "bold")."""

    char: str
    fore: int
    back: int
    flags: frozenset[str] = frozenset()


class _Screen(pyte.Screen):
    """pyte's screen, with a choice of wrapping, that says what the terminal would send back."""

    def __init__(self, cols: int, rows: int, at_once: bool, bce: bool) -> None:
        self.at_once, self.bce = at_once, bce
        self.sent = b""
        super().__init__(cols, rows)

    def draw(self, data: str) -> None:
        """Draw as pyte does, but put characters that can only take one column a row at a time."""
        if self._is_plain() and _PLAIN.fullmatch(data):
            self._draw_plain(data)
            return
        for char in data if self.at_once else (data,):
            super().draw(char)
            if self.at_once and self.cursor.x == self.columns:
                self.carriage_return()
                self.linefeed()

    def _is_plain(self) -> bool:
        """True if the next characters go side by side. A narrower window may leave the cursor outside."""
        wraps = self.at_once or pyte.modes.DECAWM in self.mode
        usual = self.g0_charset is pyte.charsets.LAT1_MAP and not self.charset
        return usual and wraps and pyte.modes.IRM not in self.mode and self.cursor.x <= self.columns

    def _draw_plain(self, data: str) -> None:
        cursor, at = self.cursor, 0
        made = _CELLS.setdefault(cursor.attrs, {})
        while at < len(data):
            if cursor.x == self.columns:
                self.carriage_return()
                self.linefeed()
            part = data[at : at + self.columns - cursor.x]
            row = self.buffer[cursor.y]
            for x, char in enumerate(part, cursor.x):
                cell = made.get(char)
                if cell is None:
                    cell = made[char] = cursor.attrs._replace(data=char)
                row[x] = cell
            at, cursor.x = at + len(part), cursor.x + len(part)
            if self.at_once and cursor.x == self.columns:
                self.carriage_return()
                self.linefeed()
        self.dirty.add(cursor.y)

    def select_graphic_rendition(self, *params: int, **given: bool) -> None:
        """Change the colours as pyte does, which is worked out once for each change."""
        change = (self.cursor.attrs, params, pyte.modes.DECSCNM in self.mode)
        if not given and change in _CHANGES:
            self.cursor.attrs = _CHANGES[change]
            return
        super().select_graphic_rendition(*params, **given)
        if not given:
            _CHANGES[change] = self.cursor.attrs

    def erase_in_line(self, *params: int, **given: bool) -> None:
        self._erase("erase_in_line", *params, **given)

    def erase_in_display(self, *params: int, **given: bool) -> None:
        blank = dict.fromkeys(range(self.columns), self.default_char)
        for y in range(self.lines):  # pyte erases only cells that have been written
            row = self.buffer[y]
            row.update(blank | row)
        self._erase("erase_in_display", *params, **given)

    def erase_characters(self, *params: int, **given: bool) -> None:
        self._erase("erase_characters", *params, **given)

    def _erase(self, how: str, *params: int, **given: bool) -> None:
        """As pyte does it, or with the window's own ground."""
        attrs = self.cursor.attrs
        if not self.bce:
            self.cursor.attrs = self.default_char
        _forgiving(how)(self, *params, **given)
        self.cursor.attrs = attrs

    def write_process_input(self, data: str) -> None:
        self.sent += data.encode("latin-1")


def _forgiving(name: str) -> Any:
    """A method of pyte's screen that takes more parameters than it wants: pyte would die of them."""
    method = getattr(pyte.Screen, name)
    known = inspect.signature(method).parameters.values()
    most = 99 if any(p.kind is p.VAR_POSITIONAL for p in known) else len(known) - 1
    names = {p.name for p in known}
    takes_all = any(p.kind is p.VAR_KEYWORD for p in known)

    def call(self: pyte.Screen, *params: int, **given: bool) -> None:
        if not given or takes_all or set(given) <= names:
            method(self, *params[:most], **given)

    return call


class _Stream(pyte.Stream):
    """pyte's stream. It reads one character after the other; the usual sequences are read whole here."""

    def feed(self, data: str) -> None:
        at, screen = 0, self.listener
        for found in _SEQUENCE.finditer(data):
            text = data[at : found.start()]
            if self._taking_plain_text and _PLAIN.fullmatch(text):
                if text:
                    screen.draw(text)
            else:
                super().feed(text)
            if self._taking_plain_text:
                params = [min(int(number or 0), 9999) for number in found[1].split(";")]
                getattr(screen, self.csi.get(found[2], "debug"))(*params)
            else:
                super().feed(found[0])
            at = found.end()
        super().feed(data[at:])


for _name in set(pyte.Stream.csi.values()) - set(vars(_Screen)):
    setattr(_Screen, _name, _forgiving(_name))


class Terminal:
    """A terminal of cols × rows; `charset` is "utf-8", "cp437" or "ascii".  In CP437 `draws` says what
    is done with control characters: as by "cterm", another "bbs" program, or "putty".

    `at_once` wraps like CTerm as soon as the last column is written; otherwise the cursor waits
    there like xterm's.  Without `bce` what is erased is of the window's own colours, as in GNU
    screen; `window` is their foreground and background.  `answers` collects what the terminal
    would send by itself.
    """

    def __init__(
        self, cols: int = 80, rows: int = 24, charset: str = "utf-8", at_once: bool = False,
        bce: bool = True, window: tuple[int, int] = (7, 0), draws: str = "cterm",
    ) -> None:  # fmt: skip
        self.draws = draws
        self.cols, self.rows, self.charset, self.window = cols, rows, charset, window
        self.screen = _Screen(cols, rows, at_once, bce)
        self.ice = False
        self._stream = _Stream(self.screen)
        codec = {"cp437": "cp437", "ascii": "ascii"}.get(charset, "utf-8")
        self._decode = codecs.getincrementaldecoder(codec)("replace")
        self._tail = ""
        self._rows: dict[int, str] = {}  # as they were before the screen's dirty rows changed

    def feed(self, data: bytes) -> None:
        """Shows these bytes; sequences may be cut anywhere."""
        text = self._tail + self._decode.decode(data)
        held = _UNFINISHED.search(text)
        text, self._tail = (text[: held.start()], held[0]) if held else (text, "")
        text = text.replace("\x1b[s", "\x1b7").replace("\x1b[u", "\x1b8")
        if self.charset == "cp437":
            enquiries = 0 if self.draws == "cterm" else text.count("\5")
            self.screen.sent += enquiries * b"PuTTY"
            text = text.translate(_LOW[self.draws])
        for switch in _ICE.findall(text):
            self.ice = switch == "h"
        self._stream.feed(_FONT.sub("", _ICE.sub("", text)))

    @property
    def answers(self) -> bytes:
        """Return the cursor reports and device attributes that the terminal sent since the last time."""
        sent, self.screen.sent = self.screen.sent, b""
        return sent

    def text(self) -> str:
        """The characters, a line a row, blanks at the ends cut."""
        screen = self.screen
        for y in screen.dirty:
            cells = map(screen.buffer[y].__getitem__, range(screen.columns))
            chars = [("█" if _solid(cell) else cell.data) if cell.reverse else cell.data for cell in cells]
            self._rows[y] = "".join(chars).rstrip()
        screen.dirty.clear()
        return "\n".join([self._rows[y] for y in range(screen.lines)])

    @property
    def cursor(self) -> tuple[int, int]:
        """Column and row of the cursor, from 0."""
        return min(self.screen.cursor.x, self.cols - 1), self.screen.cursor.y

    @property
    def cursor_hidden(self) -> bool:
        return bool(self.screen.cursor.hidden)

    def cell(self, x: int, y: int) -> Seen:
        """Return the cell at column x of row y as a caller sees it."""
        return _seen(self.screen.buffer[y][x], *self.window, self.ice)


# a shade counts as the colour that it is of
_SHADES = {bytes(rgb).hex(): at // 3 for at, rgb in enumerate(PALETTE[ORANGE + 1 : ORANGE + 49])}
_SHADES |= {bytes(rgb).hex(): 0 for every in NIGHT.values() for rgb in every}


@cache
def _seen(cell: Any, fore: int, back: int, ice: bool) -> Seen:
    if _solid(cell):
        cell = cell._replace(data="█", bg="black", reverse=False)
    fore, back = _colour(cell.fg, fore), _colour(cell.bg, back)
    flags = {"underline"} if cell.underscore else set()
    if cell.bold:
        flags.add("bold")
        fore |= 8 if cell.fg in _COLOUR else 0
    if cell.reverse:
        flags.add("reverse")
    if cell.blink and ice:
        back |= 8
    elif cell.blink:
        flags.add("blink")
    return Seen(cell.data or " ", fore, back, frozenset(flags))


def _solid(cell: Any) -> bool:
    """Return True if a cell is a blank in reverse of its own colour, which looks like a full block."""
    return bool(cell.reverse and cell.data == " " and cell.fg != "default" and not cell.underscore)


def _colour(name: str, default: int) -> int:
    """Return the canvas's colour that is nearest to pyte's."""
    if name in _COLOUR:
        return default if name == "default" else _COLOUR[name]
    rgb = int(name, 16)
    if name in _SHADES:
        return _SHADES[name]
    return min(range(16), key=lambda colour: _distance(_VGA[colour], rgb))


def _distance(one: int, other: int) -> int:
    return sum(((one >> shift & 255) - (other >> shift & 255)) ** 2 for shift in (0, 8, 16))
