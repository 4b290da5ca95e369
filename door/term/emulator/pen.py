"""Decodes bytes to characters in the selected character set, and turns characters into cells."""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Final

from wcwidth import wcwidth

from door.term.canvas import GREY, SHIFT, Row, style
from door.term.charset import CP437, code_page, printable
from door.term.emulator.brush import Brush, paint

_LINES: Final = dict(zip(map(ord, "`abcdefghijklmnopqrstuvwxyz{|}~+,-.0"),
                         "♦▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·→←↑↓█", strict=True))  # fmt: skip
"""DEC's line drawing set, with the additions in terminfo's linux and vt100 entries."""


class Pen:
    """`charset` is "cp437", "utf-8" or, in files, another name of `code_page`. `modes` say which sets are
    selected and how blink looks.
    """

    __slots__ = ("brush", "charset", "modes")

    def __init__(self, charset: str, modes: set[str], brush: Brush) -> None:
        self.charset, self.modes, self.brush = charset, modes, brush

    @property
    def blank(self) -> int:
        """The cell left by erasing: a blank on the current background."""
        return style(GREY, self.brush.back) << SHIFT | 32

    @property
    def is_dos(self) -> bool:
        """True if control characters without a meaning are CP437 glyphs."""
        return self.charset == "cp437" or "dos" in self.modes

    def cells(self, text: str) -> Row:
        """Return the characters as cells, one column each."""
        base = self.brush.style("ice" in self.modes) << SHIFT
        return array("I", [base | ord(char) for char in text])

    def glyphs(self, run: bytes) -> str:
        """Decode a run of text in the selected character set."""
        if run.isascii():
            text = run.decode("ascii")
            return text.translate(_LINES) if ("g1" if "so" in self.modes else "g0") in self.modes else text
        if self.is_dos:
            return "".join([CP437[byte] for byte in run])
        if self.charset == "utf-8":
            return "".join([_visible(char) for char in run.decode("utf-8", "replace")])
        return "".join([code_page(self.charset)[byte] for byte in run])

    def paint(self, numbers: list[int]) -> None:
        """Apply SGR. 10 and 11 change fonts on IBM PC terminals."""
        self.brush, dos = paint(self.brush, numbers, "dos" in self.modes)
        (self.modes.add if dos else self.modes.discard)("dos")


@lru_cache(maxsize=4096)
def _visible(char: str) -> str:
    """Return the character, "?" per column if it isn't one column wide, or "" for a combining mark."""
    if printable(char) and char != "\N{REPLACEMENT CHARACTER}":
        return char
    if char == "\N{NO-BREAK SPACE}":
        return " "
    return "?" * max(0, wcwidth(char))
