"""What an emulator writes: bytes as characters of the sets in force, characters as cells."""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Final

from wcwidth import wcwidth

from door.term.canvas import GREY, SHIFT, Row, style
from door.term.charset import CP437, code_page, printable
from door.term.emulator.brush import Brush, painted

_LINES: Final = dict(zip(map(ord, "`abcdefghijklmnopqrstuvwxyz{|}~+,-.0"),
                         "♦▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·→←↑↓█", strict=True))  # fmt: skip
"""The DEC line drawing set, and what linux and vt100 entries of terminfo add to it."""


class Pen:
    """`charset` is "cp437", "utf-8" or, in files, another name of `code_page`; `modes` say which sets are
    switched to, and what blinking means."""

    __slots__ = ("brush", "charset", "modes")

    def __init__(self, charset: str, modes: set[str], brush: Brush) -> None:
        self.charset, self.modes, self.brush = charset, modes, brush

    @property
    def blank(self) -> int:
        """What is left where something is erased: a blank on the background in force."""
        return style(GREY, self.brush.back) << SHIFT | 32

    @property
    def is_dos(self) -> bool:
        """Whether control characters without a meaning are the glyphs of CP437."""
        return self.charset == "cp437" or "dos" in self.modes

    def cells(self, text: str) -> Row:
        """The characters as they are written now, one column each."""
        base = self.brush.style("ice" in self.modes) << SHIFT
        return array("I", [base | ord(char) for char in text])

    def glyphs(self, run: bytes) -> str:
        """The characters of a run of text in the character set that is in force."""
        if run.isascii():
            text = run.decode("ascii")
            return text.translate(_LINES) if ("g1" if "so" in self.modes else "g0") in self.modes else text
        if self.is_dos:
            return "".join([CP437[byte] for byte in run])
        if self.charset == "utf-8":
            return "".join([_shown(char) for char in run.decode("utf-8", "replace")])
        return "".join([code_page(self.charset)[byte] for byte in run])

    def paint(self, numbers: list[int]) -> None:
        """SGR; 10 and 11 change fonts on terminals of the IBM PC's kind."""
        self.brush, dos = painted(self.brush, numbers, "dos" in self.modes)
        (self.modes.add if dos else self.modes.discard)("dos")


@lru_cache(maxsize=4096)
def _shown(char: str) -> str:
    """The character, "?" in as many columns where it has no look of one column, nothing for a mark."""
    if printable(char) and char != "\N{REPLACEMENT CHARACTER}":
        return char
    if char == "\N{NO-BREAK SPACE}":
        return " "
    return "?" * max(0, wcwidth(char))
