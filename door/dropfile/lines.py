"""A drop file's lines, and the value that is made of them."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from door.ui.catalogue import tr

LARGEST: Final = 16_384
"""Bytes of a drop file; the longest format has 52 short lines."""

LONGEST: Final = 80
"""Characters kept of a name."""

END_OF_TEXT: Final = b"\x1a"  # where DOS tools end a text file
_NUMBER: Final = re.compile(r"([-+]?[0-9]{1,9})(?:\.[0-9]{0,9})?")


Expected = Callable[[], str]
"""Says what was expected."""


class DropFileError(Exception):
    """A drop file that cannot be used: `file:line: what was expected`, one plain sentence."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}")
        self.file, self.line, self.reason = file, line, reason


@dataclass(frozen=True, slots=True)
class DropFile:
    """A caller of another board, as its drop file has them.

    `kind` is the file's usual name.  `seconds` are left of the call; `cols` and `rows` are
    None where the file does not tell; `baud` is 0 for a local caller; `handle` is the
    descriptor of the inherited socket, None where the caller is on standard input and output;
    `file` is where all this was read.  `alias` is what the caller is called, `other` what the line of aliases
    has if that may be another, and `note` a sentence for the log if it has no name.
    """

    kind: str
    alias: str
    real_name: str = ""
    bbs: str = ""
    sysop: str = ""
    node: int = 1
    seconds: int = 0
    ansi: bool = True
    cols: int | None = None
    rows: int | None = None
    baud: int = 0
    security: int = 0
    handle: int | None = None
    file: str = field(default="", compare=False)
    other: str = field(default="", compare=False)
    note: str = field(default="", compare=False)

    @property
    def minutes(self) -> int:
        """Minutes left, rounded up."""
        return -(-self.seconds // 60)


class Lines:
    """The lines of a drop file, counted from 1; `file` is what errors call it."""

    def __init__(self, file: str, data: bytes) -> None:
        if len(data) > LARGEST:
            raise DropFileError(file, 1, tr.dropfile.too_large(limit=LARGEST))
        self.file = file
        rows = _decoded(data.partition(END_OF_TEXT)[0].removeprefix(BOM_UTF8)).split("\n")
        if not rows[-1].strip():
            rows.pop()
        self._rows = [_shown(row) for row in rows]

    def __len__(self) -> int:
        return len(self._rows)

    def wrong(self, line: int, expected: Expected) -> DropFileError:
        """The error for a line: what was expected, and what stands there."""
        if not len(self):
            reason = tr.dropfile.nothing_there(expected=expected())
        elif line > len(self):
            reason = tr.dropfile.ends_before(expected=expected(), lines=len(self))
        else:
            reason = tr.dropfile.other_there(expected=expected(), text=repr(self._rows[line - 1][:40]))
        return DropFileError(self.file, line, reason)

    def need(self, count: int, expected: Expected) -> None:
        """Refuses a file of fewer lines than that."""
        if len(self) < count:
            raise self.wrong(len(self) + 1, expected)

    def text(self, line: int) -> str:
        """The line's text, trimmed; "" where there is none."""
        return self._rows[line - 1][:LONGEST].rstrip() if line <= len(self) else ""

    def name(self, *lines: int) -> str:
        """The first of these lines that may be a name: a caller must be called something."""
        found = next((text for line in lines if is_name(text := self.text(line))), "")
        if not found:
            raise self.wrong(lines[0], tr.dropfile.caller_name)
        return found

    def number(self, line: int, expected: Expected, low: int = 0, high: int = 999_999_999) -> int:
        """A whole number; what is outside low..high is brought to the nearer of them.

        Decimals, as WWIV writes them, are cut off.
        """
        found = _NUMBER.fullmatch(self.text(line))
        if not found:
            raise self.wrong(line, expected)
        return max(low, min(high, int(found[1])))

    def guess(self, line: int) -> int:
        """A number that nothing depends on: 0 where there is none."""
        found = _NUMBER.match(self.text(line))
        return max(0, int(found[1])) if found else 0


def is_name(text: str) -> bool:
    """True if somebody may be called so: not blank, and not a comment."""
    return any(map(str.isalnum, text)) and not text.startswith((";", "#", "//"))


def _decoded(data: bytes) -> str:
    """The text, its lines ended by LF.  CP437 that is valid UTF-8 by chance has box drawings in it, which no
    name has, or an ß before two other letters."""
    data = data.replace(b"\r\n", b"\n")
    if b"\n" not in data:
        data = data.replace(b"\r", b"\n")  # as a Mac ended lines
    with suppress(UnicodeDecodeError):
        text = data.decode("utf-8")
        if not any("\u1000" <= char < "\u2000" for char in text):
            return text
    return data.decode("cp437")


def _shown(row: str) -> str:
    """A line's printable characters; controls have nothing to say in a drop file."""
    return "".join(c for c in row[: LONGEST * 4].replace("\t", " ") if c.isprintable()).strip()
