"""A drop file's lines, and the value parsed from them."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from door.ui.catalogue import tr

LARGEST: Final = 16_384
"""Most bytes of a drop file. The longest format has 52 short lines."""

LONGEST: Final = 80
"""Most characters kept of a name."""

END_OF_TEXT: Final = b"\x1a"  # where DOS tools end a text file
_NUMBER: Final = re.compile(r"([-+]?[0-9]{1,9})(?:\.[0-9]{0,9})?")


Expected = Callable[[], str]
"""Returns the text of what was expected."""


class DropFileError(Exception):
    """An unusable drop file: `file:line: what was expected`, one plain sentence."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}")
        self.file, self.line, self.reason = file, line, reason


@dataclass(frozen=True, slots=True)
class DropFile:
    """A caller of another board.

    `kind` is the file's usual name and `file` its path. `seconds` are left of the call. `cols` and `rows`
    are None if unknown. `handle` is the descriptor of the inherited socket,
    or None for standard input and output. `charset` is "" if the file names none. `alias` is the caller's
    name. `other` is the alias line if it may be a different name, and `note` a sentence for the log if it
    isn't a name.
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
    security: int = 0
    handle: int | None = None
    charset: str = ""
    file: str = field(default="", compare=False)
    other: str = field(default="", compare=False)
    note: str = field(default="", compare=False)

    @property
    def minutes(self) -> int:
        """Minutes left, rounded up."""
        return -(-self.seconds // 60)


class Lines:
    """The lines of a drop file, counted from 1. Errors call it `file`."""

    def __init__(self, file: str, data: bytes) -> None:
        if len(data) > LARGEST:
            raise DropFileError(file, 1, tr.dropfile.too_large(limit=LARGEST))
        self.file = file
        rows = _decode(data.partition(END_OF_TEXT)[0].removeprefix(BOM_UTF8)).split("\n")
        if not rows[-1].strip():
            rows.pop()
        self._rows = [_printable(row) for row in rows]

    def __len__(self) -> int:
        return len(self._rows)

    def wrong(self, line: int, expected: Expected) -> DropFileError:
        """Return the error for a line: what was expected, and what it says."""
        if not len(self):
            reason = tr.dropfile.nothing_there(expected=expected())
        elif line > len(self):
            reason = tr.dropfile.ends_before(expected=expected(), lines=len(self))
        else:
            reason = tr.dropfile.other_there(expected=expected(), text=repr(self._rows[line - 1][:40]))
        return DropFileError(self.file, line, reason)

    def need(self, count: int, expected: Expected) -> None:
        """Refuse a file with fewer lines."""
        if len(self) < count:
            raise self.wrong(len(self) + 1, expected)

    def text(self, line: int) -> str:
        """Return the line's text, trimmed, or "" if the line is missing."""
        return self._rows[line - 1][:LONGEST].rstrip() if line <= len(self) else ""

    def name(self, *lines: int) -> str:
        """Return the first of these lines that can be a name. A caller must have one."""
        found = next((text for line in lines if is_name(text := self.text(line))), "")
        if not found:
            raise self.wrong(lines[0], tr.dropfile.caller_name)
        return found

    def number(self, line: int, expected: Expected, low: int = 0, high: int = 999_999_999) -> int:
        """Return a whole number, clamped to low..high.

        Decimals, as WWIV writes them, are cut off.
        """
        found = _NUMBER.fullmatch(self.text(line))
        if not found:
            raise self.wrong(line, expected)
        return max(low, min(high, int(found[1])))

    def guess(self, line: int) -> int:
        """Return a number that nothing depends on, or 0 if it is missing."""
        found = _NUMBER.match(self.text(line))
        return max(0, int(found[1])) if found else 0


def is_name(text: str) -> bool:
    """True if it can be a name: not blank, and not a comment."""
    return any(map(str.isalnum, text)) and not text.startswith((";", "#", "//"))


def _decode(data: bytes) -> str:
    """Decode the text and end its lines with LF.

    CP437 that is valid UTF-8 by chance contains box drawings, which no name has, or an ß before two other
    letters.
    """
    data = data.replace(b"\r\n", b"\n")
    if b"\n" not in data:
        data = data.replace(b"\r", b"\n")  # as a Mac ended lines
    with suppress(UnicodeDecodeError):
        text = data.decode("utf-8")
        if not any("\u1000" <= char < "\u2000" for char in text):
            return text
    return data.decode("cp437")


def _printable(row: str) -> str:
    """Return a line's printable characters."""
    return "".join(c for c in row[: LONGEST * 4].replace("\t", " ") if c.isprintable()).strip()
