"""Parse the five formats, with a short function for each.

Only fields that a door needs are read. If boards disagree, the more tolerant reading is used. But a line
that decides something (the caller, the time, the socket) must make sense.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from door.dropfile.lines import DropFile, DropFileError, Lines, is_name
from door.ui.catalogue import tr

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
    """Return the seconds until that time (RFC 3339), or a day if there is none."""
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
