"""Which bytes of a program's output do what: the sequences of its terminal, as tables.

Law: whatever the bytes and however they are cut, they are taken in the same way and nothing
raises.  Sequences without a meaning here are swallowed whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from door.term.charset import CP437
from door.term.emulator.display import HISTORY, Display
from door.term.emulator.emulator import Emulator

HELD: Final = 256
"""Bytes of an unfinished sequence that are kept."""

LARGEST: Final = 9999
"""What a number in a sequence counts for at most."""

MODES: Final = {
    **{"4": "insert", "?1": "keys", "?6": "origin", "?7": "wrap", "?25": "cursor", "?33": "ice"},
    **{"?1000": "mouse", "?1002": "mouse", "?1003": "mouse", "?1006": "sgr-mouse"},
}
_OTHER_SCREEN: Final = frozenset({"?47", "?1047", "?1049"})
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
    """The display after these bytes of output; they may be cut anywhere."""
    screen = Emulator(display)
    held = take(screen, display.held + data)
    grid, modes = screen.grid, display.modes
    return Display(
        display.cols, display.rows, display.charset, tuple(grid.cells), screen.x, screen.y, screen.brush,
        modes if screen.modes == modes else frozenset(screen.modes), grid.top, grid.bottom,
        screen.saved, screen.other, display.scrolled + len(grid.off),
        (*display.gone, *grid.off)[-HISTORY:], screen.replies[:HELD], screen.bells, held, screen.last,
    )  # fmt: skip


def take(screen: Emulator, data: bytes) -> bytes:
    """Takes bytes in; what must be held back of them, for they go on in what comes next."""
    at, size = 0, len(data)
    while at < size:
        found = _TOKEN.match(data, at)
        if found is None:
            begun = _BEGUN.match(data, at)
            at_end = begun is not None and begun.end() == size
            if at_end:
                return _shortened(data[at:])
            at = begun.end() if begun else at + 1  # broken off by something that cannot be in it
            continue
        at = found.end()
        if found.lastgroup == "text" and at == size and screen.charset == "utf-8":
            whole, rest = _parted(found[0])
            screen.write(screen.glyphs(whole))
            return rest
        _KINDS[found.lastgroup or "text"](screen, found)
    return b""


def _parted(run: bytes) -> tuple[bytes, bytes]:
    """A run of UTF-8, and the unfinished character at its end."""
    cut = _UNFINISHED_CHAR.search(run)
    return (run[: cut.start()], cut[0]) if cut else (run, b"")


def _text(screen: Emulator, found: re.Match[bytes]) -> None:
    screen.write(screen.glyphs(found[0]))


def _row(screen: Emulator, found: re.Match[bytes]) -> None:
    """A run of text to the line's end: most of what programs print."""
    screen.write(screen.glyphs(found[0][:-2]))
    screen.next_line()


def _control(screen: Emulator, found: re.Match[bytes]) -> None:
    """A control character; in CP437 those that nothing acts on are glyphs."""
    byte = found[0][0]
    known = _CONTROLS.get(byte)
    if known is not None and not (byte in _SHIFTS and screen.is_dos and "g1" not in screen.modes):
        known(screen)
    elif byte != 0 and screen.is_dos:
        screen.write(CP437[byte])


def _sequence(screen: Emulator, found: re.Match[bytes]) -> None:
    params, final = found["params"].decode("ascii"), found["final"]
    if found["inner"] or params[:1] in ("<", "=", ">"):
        return
    if params[:1] != "?":
        known = _SEQUENCES.get(final)
        if known is not None:
            known(screen, _numbers(params))
    elif final in b"hl":
        for number in params[1:].split(";")[:16]:
            _switch(screen, f"?{number}", final == b"h")


def _switch(screen: Emulator, mode: str, on: bool) -> None:
    """A mode by its number, with a ? where it is a private one; unknown ones are passed over."""
    if mode in _OTHER_SCREEN:
        screen.other_screen(on, mode == "?1049")
    elif mode in MODES:
        screen.switch(MODES[mode], on)


def _escape(screen: Emulator, found: re.Match[bytes]) -> None:
    known = _ESCAPES.get(found["one"])
    if known is not None:
        known(screen)


def _chosen(screen: Emulator, found: re.Match[bytes]) -> None:
    word, on = _SETS.get(found["chosen"], ("", False))
    if word:
        screen.switch(word, on)
    elif found["chosen"] == b"#8":
        screen.align()


_CONTROLS: Final[dict[int, Callable[[Emulator], None]]] = {
    0x05: lambda b: None,  # ENQ: there is no answerback
    0x07: Emulator.bell,
    0x08: Emulator.back,
    0x09: Emulator.tab,
    0x0A: Emulator.line_feed,
    0x0B: Emulator.line_feed,
    0x0C: Emulator.form_feed,
    0x0D: Emulator.line_start,
    0x0E: lambda b: b.switch("so", True),
    0x0F: lambda b: b.switch("so", False),
    0x7F: lambda b: None,
}
_ESCAPES: Final[dict[bytes, Callable[[Emulator], None]]] = {
    b"7": Emulator.save,
    b"8": Emulator.restore,
    b"c": Emulator.reset,
    b"D": Emulator.line_feed,
    b"E": Emulator.next_line,
    b"M": Emulator.line_back,
}
_SEQUENCES: Final[dict[bytes, Callable[[Emulator, list[int]], None]]] = {
    b"@": lambda b, n: b.edit(_count(n), True),
    b"A": lambda b, n: b.step(-_count(n)),
    b"B": lambda b, n: b.step(_count(n)),
    b"C": lambda b, n: b.go(min(b.x, b.grid.cols - 1) + _count(n), b.y),
    b"D": lambda b, n: b.go(min(b.x, b.grid.cols - 1) - _count(n), b.y),
    b"E": lambda b, n: b.steps(_count(n)),
    b"F": lambda b, n: b.steps(-_count(n)),
    b"G": lambda b, n: b.go(_count(n) - 1, b.y),
    b"H": lambda b, n: b.at(_count(n[1:]) - 1, _count(n) - 1),
    b"I": lambda b, n: b.tab(_count(n)),
    b"J": lambda b, n: b.erase_screen(n[0] if n else 0),
    b"K": lambda b, n: b.erase_line(n[0] if n else 0),
    b"L": lambda b, n: b.rows_within(_count(n), True),
    b"M": lambda b, n: b.rows_within(_count(n), False),
    b"P": lambda b, n: b.edit(_count(n), False),
    b"S": lambda b, n: b.grid.up(b.grid.top, _count(n), b.blank, keep=not b.other),
    b"T": lambda b, n: b.grid.down(b.grid.top, _count(n), b.blank),
    b"X": lambda b, n: b.erase_cells(_count(n)),
    b"Z": lambda b, n: b.tab(-_count(n)),
    b"`": lambda b, n: b.go(_count(n) - 1, b.y),
    b"a": lambda b, n: b.go(min(b.x, b.grid.cols - 1) + _count(n), b.y),
    b"b": lambda b, n: b.repeat(_count(n)),
    b"c": lambda b, n: b.name(n),
    b"d": lambda b, n: b.at(min(b.x, b.grid.cols - 1), _count(n) - 1),
    b"e": lambda b, n: b.step(_count(n)),
    b"f": lambda b, n: b.at(_count(n[1:]) - 1, _count(n) - 1),
    b"h": lambda b, n: _switch(b, str(n[0] if n else ""), True),
    b"l": lambda b, n: _switch(b, str(n[0] if n else ""), False),
    b"m": lambda b, n: b.paint(n),
    b"n": lambda b, n: b.answer(n),
    b"r": lambda b, n: b.region(_count(n), n[1] if len(n) > 1 else 0),
    b"s": lambda b, n: b.save(),
    b"u": lambda b, n: b.restore(),
}


_KINDS: Final[dict[str, Callable[[Emulator, re.Match[bytes]], None]]] = {
    "text": _text,
    "row": _row,
    "final": _sequence,
    "string": lambda screen, found: None,
    "chosen": _chosen,
    "one": _escape,
    "control": _control,
}
_SHIFTS: Final = (0x0E, 0x0F)


def _numbers(params: str) -> list[int]:
    """At most 32 numbers of at most 9999; what is no number counts as 0."""
    if not params:
        return []
    parts = params.replace(":", ";").split(";", 32)[:32]
    return [min(int(part), LARGEST) if part.isdecimal() and len(part) < 10 else 0 for part in parts]


def _count(numbers: list[int]) -> int:
    return numbers[0] or 1 if numbers else 1


def _shortened(held: bytes) -> bytes:
    """An unfinished sequence in bounded memory, of which only what decides its end is kept.

    A control sequence goes on as a private one that nobody uses.
    """
    if len(held) <= HELD:
        return held
    if held[1] == ord("["):
        return b"\x1b[>" + held[-1:]
    return held[:2] + b"x" + (b"\x1b" if held[-1] == 0x1B else b"")
