"""Write the same four files, to tell a program about a caller of this board.

`formats` reads what is written here as the same caller, as far as the format allows. Fields that mean
nothing today hold their traditional values, and the password is never the real one. Text is CP437, and lines
end in CR LF. A program with a serial port is told its number, from 1, and a speed. Port 0 is none: the caller
is at the program's own terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from door.dropfile.lines import LONGEST, DropFile

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
