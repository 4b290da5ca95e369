"""Tables from byte sequences to emulator methods.

The result is the same however the bytes are cut, and nothing raises. Unknown sequences are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from door.term.canvas import BLANK
from door.term.charset import CP437
from door.term.decoder import HELD_LIMIT, shorten
from door.term.emulator.display import HISTORY, Display
from door.term.emulator.emulator import Emulator

LARGEST: Final = 9999
"""Upper limit for a number in a sequence."""

_SETS: Final = {
    b"(0": ("g0", True), b"(B": ("g0", False), b")0": ("g1", True), b")B": ("g1", False),
    b"(A": ("g0", False), b")A": ("g1", False), b"(U": ("dos", True), b"(K": ("dos", False),
}  # fmt: skip
_UNFINISHED_CHAR: Final = re.compile(
    rb"(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})\Z"
)
_TOKEN: Final = re.compile(
    rb"(?P<row>[^\x00-\x1f\x7f]*\r\n)"
    rb"|(?P<text>[^\x00-\x1f\x7f]+)"
    rb"|\x1b\[(?P<params>[0-?]*)(?P<inner>[ -/]*)(?P<final>[@-~])"
    rb"|\x1b(?P<string>\]R|\]P[0-9A-Fa-f]{7}|[]P^_X][^\x07\x18\x1a\x1b]*(?:\x07|\x1b\\|\x18|\x1a|(?=\x1b[^\\])))"
    rb"|\x1b(?P<chosen>[ -/][0-~])"
    rb"|\x1b(?P<one>[0-OQ-WYZ\\`-~])"
    rb"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])"
)  # fmt: skip
_BEGUN: Final = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|[]P^_X][^\x07\x18\x1a\x1b]*\x1b?|[ -/])?")


def fed(display: Display, data: bytes) -> Display:
    """Return the display after these bytes of output. They may be cut anywhere."""
    screen = Emulator(display)
    held = take(screen, display.held + data, _KINDS)
    grid, cursor, modes = screen.grid, screen.cursor, display.modes
    return replace(
        display, cells=tuple(grid.cells), x=cursor.x, y=cursor.y, brush=screen.pen.brush,
        modes=modes if screen.modes == modes else frozenset(screen.modes), top=grid.top, bottom=grid.bottom,
        saved=screen.saved, other=screen.other, scrolled=display.scrolled + len(grid.off),
        gone=(*display.gone, *grid.off)[-HISTORY:], replies=screen.replies[:HELD_LIMIT], bells=screen.bells,
        held=held, last=screen.last,
    )  # fmt: skip


def take(screen: Emulator, data: bytes, kinds: Kinds) -> bytes:
    """Process bytes token by token; kinds not in `kinds` are dropped. Return the unfinished rest."""
    at, size = 0, len(data)
    while at < size:
        found = _TOKEN.match(data, at)
        if found is None:
            begun = _BEGUN.match(data, at)
            if begun is not None and begun.end() == size:
                return shorten(data[at:])
            at = begun.end() if begun else at + 1  # broken off by something that cannot be in it
            continue
        at, kind = found.end(), found.lastgroup or ""
        if kind == "text" and at == size and screen.pen.charset == "utf-8":
            whole, rest = _part(found[0])
            screen.write(screen.pen.glyphs(whole))
            return rest
        if kind in kinds:
            kinds[kind](screen, found)
    return b""


def _part(run: bytes) -> tuple[bytes, bytes]:
    """Split a run of UTF-8 from the unfinished character at its end."""
    cut = _UNFINISHED_CHAR.search(run)
    return (run[: cut.start()], cut[0]) if cut else (run, b"")


def write_text(screen: Emulator, found: re.Match[bytes]) -> None:
    screen.write(screen.pen.glyphs(found[0]))


def write_row(screen: Emulator, found: re.Match[bytes]) -> None:
    """Write text up to the end of the line. Most output takes this path."""
    screen.write(screen.pen.glyphs(found[0][:-2]))
    screen.next_line()


def _control(screen: Emulator, found: re.Match[bytes]) -> None:
    """Apply a control character. In CP437, controls without an effect are glyphs."""
    byte = found[0][0]
    known = _CONTROLS.get(byte)
    if known is not None and not (byte in _SHIFTS and screen.pen.is_dos and "g1" not in screen.modes):
        known(screen)
    elif byte != 0 and screen.pen.is_dos:
        screen.write(CP437[byte])


def _sequence(screen: Emulator, found: re.Match[bytes]) -> None:
    params, final = found["params"].decode("ascii"), found["final"]
    if found["inner"] or params[:1] in ("<", "=", ">"):
        return
    if params[:1] != "?":
        known = SEQUENCES.get(final)
        if known is not None:
            known(screen, numbers_of(params))
    elif final in b"hl":
        for number in params[1:].split(";")[:16]:
            screen.switch(f"?{number}", final == b"h")


def _escape(screen: Emulator, found: re.Match[bytes]) -> None:
    known = _ESCAPES.get(found["one"])
    if known is not None:
        known(screen)


def _choose_set(screen: Emulator, found: re.Match[bytes]) -> None:
    word, on = _SETS.get(found["chosen"], ("", False))
    if word:
        screen.turn(word, on)
    elif found["chosen"] == b"#8":  # DECALN: the screen full of E
        screen.grid.clear(BLANK - 32 + ord("E"))


def _bell(screen: Emulator) -> None:
    screen.bells += 1


def _line_start(screen: Emulator) -> None:
    screen.cursor.x = 0


def _lines(screen: Emulator, count: int) -> None:
    """Move down (or up) by rows, to the row's start."""
    screen.cursor.x = 0
    screen.cursor.down(count)


def _status(screen: Emulator, numbers: list[int]) -> None:
    """DSR: 5 asks for the status, 6 for the cursor."""
    if numbers[:1] == [5]:
        screen.replies += b"\x1b[0n"
    elif numbers[:1] == [6]:
        screen.replies += b"\x1b[%d;%dR" % (screen.cursor.y + 1, screen.cursor.column + 1)


def _name(screen: Emulator, numbers: list[int]) -> None:
    """DA: answer as a vt100 with advanced video."""
    if numbers in ([], [0]):
        screen.replies += b"\x1b[?1;2c"


def _erase_cells(screen: Emulator, count: int) -> None:
    """ECH."""
    x = screen.cursor.column
    screen.grid.erase(x, screen.cursor.y, x + count, screen.pen.blank)


Kinds = Mapping[str, Callable[[Emulator, re.Match[bytes]], None]]
"""What each kind of token does."""

Sequences = Mapping[bytes, Callable[[Emulator, list[int]], None]]
"""What each final byte of a control sequence does with the numbers."""

_CONTROLS: Final[dict[int, Callable[[Emulator], None]]] = {
    0x07: _bell,
    0x08: lambda s: s.cursor.across(-1),
    0x09: lambda s: s.cursor.tab(1),
    0x0A: Emulator.line_feed,
    0x0B: Emulator.line_feed,
    0x0C: Emulator.form_feed,
    0x0D: _line_start,
    0x0E: lambda s: s.turn("so", True),
    0x0F: lambda s: s.turn("so", False),
}
_ESCAPES: Final[dict[bytes, Callable[[Emulator], None]]] = {
    b"7": Emulator.save,
    b"8": Emulator.restore,
    b"c": Emulator.reset,
    b"D": Emulator.line_feed,
    b"E": Emulator.next_line,
    b"M": Emulator.line_back,
}
SEQUENCES: Final[Sequences] = {
    b"@": lambda s, n: s.edit(_count(n), True),
    b"A": lambda s, n: s.cursor.down(-_count(n)),
    b"B": lambda s, n: s.cursor.down(_count(n)),
    b"C": lambda s, n: s.cursor.across(_count(n)),
    b"D": lambda s, n: s.cursor.across(-_count(n)),
    b"E": lambda s, n: _lines(s, _count(n)),
    b"F": lambda s, n: _lines(s, -_count(n)),
    b"G": lambda s, n: s.cursor.go(_count(n) - 1, s.cursor.y),
    b"H": lambda s, n: s.cursor.at(_count(n[1:]) - 1, _count(n) - 1),
    b"I": lambda s, n: s.cursor.tab(_count(n)),
    b"J": lambda s, n: s.erase_screen(n[0] if n else 0),
    b"K": lambda s, n: s.erase_line(n[0] if n else 0),
    b"L": lambda s, n: s.rows_within(_count(n), True),
    b"M": lambda s, n: s.rows_within(_count(n), False),
    b"P": lambda s, n: s.edit(_count(n), False),
    b"S": lambda s, n: s.scroll(_count(n)),
    b"T": lambda s, n: s.grid.down(s.grid.top, _count(n), s.pen.blank),
    b"X": lambda s, n: _erase_cells(s, _count(n)),
    b"Z": lambda s, n: s.cursor.tab(-_count(n)),
    b"`": lambda s, n: s.cursor.go(_count(n) - 1, s.cursor.y),
    b"a": lambda s, n: s.cursor.across(_count(n)),
    b"b": lambda s, n: s.repeat(_count(n)),
    b"c": _name,
    b"d": lambda s, n: s.cursor.at(s.cursor.column, _count(n) - 1),
    b"e": lambda s, n: s.cursor.down(_count(n)),
    b"f": lambda s, n: s.cursor.at(_count(n[1:]) - 1, _count(n) - 1),
    b"h": lambda s, n: s.switch(str(n[0] if n else ""), True),
    b"l": lambda s, n: s.switch(str(n[0] if n else ""), False),
    b"m": lambda s, n: s.pen.paint(n),
    b"n": _status,
    b"r": lambda s, n: s.region(_count(n), n[1] if len(n) > 1 else 0),
    b"s": lambda s, n: s.save(),
    b"u": lambda s, n: s.restore(),
}


_KINDS: Final[Kinds] = {
    "text": write_text,
    "row": write_row,
    "final": _sequence,
    "chosen": _choose_set,
    "one": _escape,
    "control": _control,
}
_SHIFTS: Final = (0x0E, 0x0F)


def numbers_of(params: str) -> list[int]:
    """Parse at most 32 numbers up to 9999. Anything else counts as 0."""
    if not params:
        return []
    if ":" in params:
        params = ";".join(map(_without_colons, params.split(";")))
    parts = params.split(";", 32)[:32]
    return [min(int(part), LARGEST) if part.isdecimal() and len(part) < 10 else 0 for part in parts]


def _without_colons(param: str) -> str:
    """Convert an SGR parameter with colons: ``38:2::r:g:b`` becomes ``38;2;r;g;b``."""
    number, *rest = param.split(":")
    if number == "4" and rest:
        return "24" if rest[0] == "0" else "4"
    if number not in ("38", "48", "58") or rest[:1] not in (["2"], ["5"]):
        return number
    values = rest[1:2] if rest[0] == "5" else rest[2:5] if len(rest) > 4 else rest[1:4]
    return ";".join((number, rest[0], *values))


def _count(numbers: list[int]) -> int:
    return numbers[0] or 1 if numbers else 1
