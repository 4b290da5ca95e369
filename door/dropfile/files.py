"""Drop files: find, parse and write them.

Text is CP437, and lines end in CR LF. Fields that mean nothing today hold their traditional values, and the
password is never the real one.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from door.ui.texts import tr

# -- lines and values ------------------------------------------------------------------------------

LARGEST: Final = 16_384
"""Most bytes of a drop file. The longest format has 52 short lines."""

LONGEST: Final = 80
"""Most characters kept of a name."""

END_OF_TEXT: Final = b"\x1a"  # where DOS tools end a text file
_NUMBER: Final = re.compile(r"([-+]?[0-9]{1,9})(?:\.[0-9]{0,9})?")


Expected = Callable[[], str]
"""Returns the text of what was expected."""


class DropFileError(Exception):
    """An unusable drop file: `file:line: what was expected`, one plain sentence. Line 0 is the whole file."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}" if line else f"{file}: {reason}")
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


# -- the five formats ------------------------------------------------------------------------------
#
# Only fields that a door needs are read. If boards disagree, the more tolerant reading is used. But a line
# that decides something (the caller, the time, the socket) must make sense.

DAY: Final = 86_400  # the most seconds that a call is given
MOST_NODES: Final = 65_535
LOCAL, SOCKET = 0, 2  # 1 is a serial port
GRAPHICS: Final = {"GR": True, "NG": False, "7E": False}
_CLOCK: Final = re.compile(r"\d?\d:\d\d")
_DORINFO: Final = re.compile(r"dorinfo([0-9a-z])\.def")


CHARSETS: Final = {
    "utf-8": "utf-8", "us-ascii": "ascii", "ascii": "ascii", "ibm437": "cp437", "cp437": "cp437",
}  # fmt: skip
"""By IANA name. Others are left to what the terminal shows."""


def bbsdev(lines: Lines) -> DropFile:
    """Parse BBSDEV.DRP 1.x: 19 lines of UTF-8."""
    lines.need(19, tr.dropfile.lines_of_bbsdev)
    if not lines.text(1).startswith("1."):
        raise lines.wrong(1, tr.dropfile.version_of_bbsdev)
    comm = lines.text(2).lower()
    if comm not in ("stdio", "socket"):
        raise lines.wrong(2, tr.dropfile.stdio_or_socket)
    return DropFile(
        "BBSDEV.DRP",
        alias=lines.name(4),
        bbs=lines.text(15),
        sysop=lines.text(16),
        node=lines.guess(18) or 1,
        seconds=_until(lines, 11),
        ansi=lines.text(8).upper() == "Y",
        cols=_small(lines.guess(6)) or None,
        rows=_small(lines.guess(7)) or None,
        security=lines.guess(17),
        handle=lines.number(3, tr.dropfile.socket) if comm == "socket" else None,
        charset=CHARSETS.get(lines.text(12).lower(), ""),
    )


def _until(lines: Lines, line: int) -> int:
    """Return the seconds until that time (RFC 3339), or a day for ""."""
    if not lines.text(line):
        return DAY
    try:
        left = datetime.fromisoformat(lines.text(line)) - datetime.now(UTC)
    except (ValueError, TypeError):
        raise lines.wrong(line, tr.dropfile.time_of_logoff) from None
    return max(0, min(DAY, int(left.total_seconds())))


def door32(lines: Lines) -> DropFile:
    """Parse DOOR32.SYS: 11 lines. A negative socket handle means standard input and output."""
    comm = lines.number(1, tr.dropfile.port, -1, 9)
    if comm not in (LOCAL, SOCKET):
        raise lines.wrong(1, tr.dropfile.port)
    handle = lines.number(2, tr.dropfile.socket, -1) if comm == SOCKET else -1
    return DropFile(
        "DOOR32.SYS",
        alias=lines.name(7, 6),
        real_name=lines.text(6),
        bbs=lines.text(4),
        node=lines.number(11, tr.dropfile.node, 0, MOST_NODES),
        seconds=lines.number(9, tr.dropfile.minutes_left, 0, DAY // 60) * 60,
        ansi=lines.number(10, tr.dropfile.emulation, -1, 99) > 0,
        security=lines.guess(8),
        handle=handle if handle >= 0 else None,
    )


def door_sys(lines: Lines) -> DropFile:
    """Parse DOOR.SYS: 52 lines, or the 31 of its first version, which has neither sysop nor alias.

    Line 10 is the user's name and line 36 an alias, which boards use differently. Callers go by line 36
    unless it isn't a name, or Synchronet wrote the file: there it is a chat handle that users change freely.
    """
    lines.need(31, tr.dropfile.lines_of_door_sys)
    graphics = lines.text(20).upper()
    if graphics not in GRAPHICS:
        raise lines.wrong(20, tr.dropfile.graphics_word)
    other = lines.text(36)
    note = _no_alias(lines)
    return DropFile(
        "DOOR.SYS",
        alias=lines.name(10) if note or _is_synchronet(lines) or not other else other,
        other=other if is_name(other) else "",
        note=note,
        real_name=lines.text(10),
        sysop=lines.text(35),
        node=lines.number(4, tr.dropfile.node, 0, MOST_NODES),
        seconds=_seconds(lines),
        ansi=GRAPHICS[graphics],
        rows=lines.guess(21) or None,
        security=lines.guess(15),
    )


def _no_alias(lines: Lines) -> str:
    """Return why line 36 is not the caller's alias, as a sentence for the log, or "" if it is or is empty."""
    text = lines.text(36)
    shared = text.casefold() == "sysop" != lines.text(10).casefold()
    comment = any(lines.text(line).startswith(";") for line in range(32, 37))
    misplaced = (
        lines.text(37) and not _CLOCK.match(lines.text(37)) and lines.text(38).upper() not in ("Y", "N")
    )
    if not text or not (shared or comment or misplaced or not is_name(text)):
        return ""
    return tr.dropfile.no_alias(file=lines.file, text=repr(text[:40]))


def _is_synchronet(lines: Lines) -> bool:
    """True if the file has every constant that Synchronet writes."""
    fixed = {7: "Y", 8: "Y", 9: "Y", 24: "0", 30: "0", 38: "Y", 40: "Y", 46: "999", 47: "0", 51: "0"}
    twice = lines.text(2) == lines.text(5) and lines.text(12) == lines.text(13)
    return twice and all(lines.text(line) == text for line, text in fixed.items())


def _seconds(lines: Lines) -> int:
    """Return the seconds left if they agree with the minutes, else the minutes in seconds."""
    minutes = lines.number(19, tr.dropfile.minutes_left, 0, DAY // 60)
    seconds = min(DAY, lines.guess(18))
    return seconds if minutes in (seconds // 60, -(-seconds // 60)) else minutes * 60


def dorinfo(lines: Lines) -> DropFile:
    """Parse DORINFOx.DEF: 12 lines, with the node in the file's name."""
    lines.need(12, tr.dropfile.lines_of_dorinfo)
    name = _full(lines, 7, 8)
    if not is_name(name):
        raise lines.wrong(7, tr.dropfile.caller_name)
    return DropFile(
        f"DORINFO{_node_letter(lines.file)}.DEF",
        alias=name,
        real_name=name,
        bbs=lines.text(1),
        sysop=_full(lines, 2, 3),
        node=dorinfo_node(_node_letter(lines.file)),
        seconds=lines.number(12, tr.dropfile.minutes_left, 0, DAY // 60) * 60,
        ansi=lines.number(10, tr.dropfile.graphics_number, -1, 99) > 0,
        security=lines.guess(11),
    )


def _full(lines: Lines, first: int, last: int) -> str:
    return f"{lines.text(first)} {lines.text(last)}".strip()


def dorinfo_node(letter: str) -> int:
    """Return the node of DORINFOx: 1 to 9, then A for 10. Some boards write 0 for 10."""
    return int(letter, 36) or 10


def _node_letter(file: str) -> str:
    found = _DORINFO.fullmatch(re.split(r"[/\\]", file)[-1].lower())
    return found[1].upper() if found else "1"


def chain(lines: Lines) -> DropFile:
    """Parse CHAIN.TXT: 32 lines, of which Synchronet writes 30. A screen size of 0 is unknown."""
    lines.need(23, tr.dropfile.lines_of_chain)
    return DropFile(
        "CHAIN.TXT",
        alias=lines.name(2, 3),
        real_name=lines.text(3),
        bbs=lines.text(22),
        sysop=lines.text(23),
        node=_small(lines.guess(32)) or 1,
        seconds=lines.number(16, tr.dropfile.seconds_left, 0, DAY),
        ansi=lines.number(14, tr.dropfile.ansi, -1, 99) > 0,
        cols=_small(lines.number(9, tr.dropfile.columns)) or None,
        rows=_small(lines.number(10, tr.dropfile.rows)) or None,
        security=lines.guess(11),
    )


def _small(number: int) -> int:
    return number if number <= 500 else 0


FORMATS: Final[tuple[tuple[re.Pattern[str], Callable[[Lines], DropFile]], ...]] = (
    (re.compile(r"bbsdev\.drp"), bbsdev),
    (re.compile(r"door32\.sys"), door32),
    (re.compile(r"door\.sys"), door_sys),
    (re.compile(r"chain\.txt"), chain),
    (_DORINFO, dorinfo),
)
"""By file name in lower case. If a folder has several, the first one wins."""

NAMES: Final = "DOOR32.SYS, DOOR.SYS, CHAIN.TXT, DORINFOx.DEF or BBSDEV.DRP"


def rank(name: str) -> int | None:
    """Return the rank of a file's format (0 tells most), or None if it isn't a drop file."""
    found = (at for at, (pattern, _) in enumerate(FORMATS) if pattern.fullmatch(name.lower()))
    return next(found, None)


def parse(name: str, data: bytes, path: str = "") -> DropFile:
    """Parse the drop file of that name. DropFileError calls it `path` if given."""
    at = rank(name)
    if at is None:
        raise DropFileError(path or name, 1, tr.dropfile.misnamed(names=NAMES))
    lines = Lines(path or name, data)
    return replace(FORMATS[at][1](lines), file=lines.file)


# -- write -----------------------------------------------------------------------------------------
#
# A file that we write reads as the same caller, as far as the format allows. A program with a serial port
# gets the port's number, from 1, and a speed. Port 0 means that the caller is at the program's own terminal.

SPEED: Final = 38400
PORT_SPEED: Final = 57600
"""The speed of a serial port. Faster ones do not fit into a word, which many DOS programs read."""

NOBODY: Final = "-"


def drop_file_bytes(kind: str, caller: DropFile, now: datetime, port: int = 0) -> tuple[str, bytes]:
    """Return the file's name and bytes. `kind` is one of `WRITERS`, `now` the board's local time."""
    name, lines = WRITERS[kind]
    text = "".join(f"{_line(line)}\r\n" for line in lines(caller, now, port))
    return name, text.encode("cp437", "replace")


def _line(text: object) -> str:
    return "".join(c for c in str(text) if c.isprintable())[:LONGEST]


def _split_name(name: str) -> tuple[str, str]:
    """Split a name into first and last name, as old programs want it."""
    first, _, last = name.partition(" ")
    return first, last


def _door32(caller: DropFile, now: datetime, port: int) -> Sequence[object]:
    return (
        int(port > 0), port or -1, PORT_SPEED if port else SPEED, caller.bbs, 1,
        caller.real_name or caller.alias, caller.alias, caller.security, caller.minutes, int(caller.ansi),
        caller.node,
    )  # fmt: skip


def _door_sys(caller: DropFile, now: datetime, port: int) -> Sequence[object]:
    day, clock = now.strftime("%m/%d/%y"), now.strftime("%H:%M")
    name, speed = caller.real_name or caller.alias, PORT_SPEED if port else SPEED
    return (
        f"COM{port}:", PORT_SPEED if port else 0, 8, caller.node, speed, "Y", "N", "N", "N", name,
        NOBODY, "000-000-0000", "000-000-0000", "SECRET", caller.security, 1, day, caller.seconds,
        caller.minutes, "GR" if caller.ansi else "NG",
        caller.rows or 24, "Y", "", 0, "12/31/99", caller.node, "Z", 0, 0, 0,
        0, "01/01/80", "", "", caller.sysop, caller.alias, "00:00", "Y", "N", "Y",
        7, 0, day, clock, clock, 0, 0, 0, 0, "",
        0, 0,
    )  # fmt: skip


def _dorinfo(caller: DropFile, now: datetime, port: int) -> Sequence[object]:
    return (
        caller.bbs, *_split_name(caller.sysop), f"COM{port}",
        f"{PORT_SPEED if port else 0} BAUD,N,8,1", 0,
        *_split_name(caller.real_name or caller.alias), NOBODY,
        int(caller.ansi), caller.security, caller.minutes,
    )  # fmt: skip


def _chain(caller: DropFile, now: datetime, port: int) -> Sequence[object]:
    since = now.hour * 3600 + now.minute * 60 + now.second
    return (
        1, caller.alias, caller.real_name or caller.alias, "", 30, "X", "0.00", now.strftime("%m/%d/%y"),
        caller.cols or 80, caller.rows or 24, caller.security, 0, 0, int(caller.ansi), 0,
        f"{caller.seconds}.00", "", "", "",
        PORT_SPEED if port else "KB", port, caller.bbs, caller.sysop, since, 0,
        0, 0, 0, 0, "8N1", PORT_SPEED if port else 0, caller.node,
    )  # fmt: skip


WRITERS: Final[dict[str, tuple[str, Callable[[DropFile, datetime, int], Sequence[object]]]]] = {
    "DOOR32.SYS": ("door32.sys", _door32),
    "DOOR.SYS": ("DOOR.SYS", _door_sys),
    "DORINFO1.DEF": ("DORINFO1.DEF", _dorinfo),
    "CHAIN.TXT": ("CHAIN.TXT", _chain),
}


# -- find ------------------------------------------------------------------------------------------
#
# The host board gave a path, in any case of letters, or the folder of the file.

TOGETHER: Final = 10.0
"""Seconds within which a board writes all drop files for one caller."""


def read(path: Path) -> DropFile:
    """Read the drop file at `path`, or the best one in that folder.

    Names match in any case. A folder may hold files from earlier callers, so only those as fresh as the
    newest count. DropFileError names the file, the line, and what was expected.
    """
    try:
        found = _best(path) if path.is_dir() else _match_case(path)
        with found.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise DropFileError(str(path), 0, tr.dropfile.unreadable(why=error.strerror or error)) from None
    except ValueError:
        raise DropFileError(repr(str(path)), 1, tr.dropfile.bad_path()) from None
    return parse(found.name, data, str(found))


def _match_case(path: Path) -> Path:
    """Return the path, or the only file beside it whose name differs just in case."""
    if path.exists() or not path.parent.is_dir():
        return path
    same = (other for other in path.parent.iterdir() if other.name.lower() == path.name.lower())
    return max(same, key=_write_time, default=path)


def _best(folder: Path) -> Path:
    files = [path for path in folder.iterdir() if rank(path.name) is not None and path.is_file()]
    if not files:
        raise DropFileError(str(folder), 0, tr.dropfile.none_in_folder(names=NAMES))
    newest = max(map(_write_time, files))
    fresh = [path for path in files if newest - _write_time(path) <= TOGETHER]
    return min(fresh, key=lambda path: (rank(path.name), -_write_time(path)))


def _write_time(path: Path) -> float:
    return path.stat().st_mtime
