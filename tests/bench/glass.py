"""A small screen for thousands of callers at once: what the board paints, as rows of text.

It knows the codes that the board's own painter sends and passes over the rest; colours are not
kept.  The tests' simulated terminal is exact and a hundred times dearer.
"""

import re

from door.term.charset import CP437

_TOKEN = re.compile(rb"\x1b\[([0-?]*)[ -/]*([@-~])|\x1b[^\[]|([\r\n\b\a])|([^\x1b\r\n\b\a]+)|\x1b")
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*)?$")


class Glass:
    """`rows` are bytes in CP437; the cursor is at column `x`, row `y`, both from 0."""

    def __init__(self, cols: int = 80, rows: int = 24) -> None:
        self.cols, self.height = cols, rows
        self.rows = [bytearray(b" " * cols) for _ in range(rows)]
        self.x = self.y = 0
        self._rest = b""

    def row(self, y: int) -> str:
        """A row as text."""
        return "".join(CP437[byte] for byte in self.rows[y])

    @property
    def text(self) -> str:
        """All rows."""
        return "\n".join(self.row(y) for y in range(self.height))

    def feed(self, data: bytes) -> None:
        """Takes what the board sent, cut anywhere."""
        data = self._rest + data
        cut = _UNFINISHED.search(data)
        self._rest = data[cut.start() :] if cut else b""
        for found in _TOKEN.finditer(data[: cut.start()] if cut else data):
            if found[4] is not None:
                self._write(found[4])
            elif found[3] is not None:
                self._act(found[3])
            elif found[2] is not None and found[2] in b"HABCDJK":
                self._code(found[2], [int(n) if n.isdigit() else 0 for n in found[1].split(b";")])

    def _write(self, text: bytes) -> None:
        row, end = self.rows[self.y], min(self.x + len(text), self.cols)
        row[self.x : end] = text[: end - self.x]
        self.x = min(end, self.cols - 1)

    def _act(self, byte: bytes) -> None:
        if byte == b"\r":
            self.x = 0
        elif byte == b"\b":
            self.x = max(0, self.x - 1)
        elif byte == b"\n":
            self.y = min(self.y + 1, self.height - 1)

    def _code(self, final: bytes, numbers: list[int]) -> None:
        count = numbers[0] or 1
        match final:
            case b"H":
                self.y = min(count, self.height) - 1
                self.x = min((numbers[1] if len(numbers) > 1 else 0) or 1, self.cols) - 1
            case b"A":
                self.y = max(self.y - count, 0)
            case b"B":
                self.y = min(self.y + count, self.height - 1)
            case b"C":
                self.x = min(self.x + count, self.cols - 1)
            case b"D":
                self.x = max(self.x - count, 0)
            case b"J":
                self.rows = [bytearray(b" " * self.cols) for _ in range(self.height)]
            case _:
                self.rows[self.y][self.x :] = b" " * (self.cols - self.x)
