"""A caller of another board as a call's line: its descriptors, or the socket of a drop file.

Guarantees: the host board's things are left as they were. Descriptors share their flags with the host, so
none is made non-blocking. A socket is never shut down, and a terminal is restored (`door.net.stdio`).

The socket of DOOR32.SYS may be the caller's own telnet connection. The host has negotiated, and the client
may still send commands. We answer none and only read window sizes. In telnet a byte FF must be doubled, but
we can't know that it is telnet, so we never send one. In CP437 it is the no-break space, and a plain space
looks the same. An FF that comes in is always taken as the start of a command.
"""

from __future__ import annotations

import re
from typing import Final

from door.net import sanitize
from door.net.line import Resized
from door.net.stdio import StdioLine

NAWS: Final = 31
LONGEST_COMMAND: Final = 256
# Some clients do not double a 255 in the four bytes of a window's size.
_COMMAND: Final = re.compile(
    rb"\xff(?:[\xfb-\xfe].|\xfa(\x1f.{4}|(?:[^\xff]|\xff[^\xf0])*)\xff\xf0|[^\xfa-\xfe])", re.S
)


class Commands:
    """Removes telnet commands from the incoming bytes, however they are split."""

    def __init__(self) -> None:
        self._begun = b""

    def feed(self, data: bytes) -> tuple[bytes, list[Resized]]:
        """Return the caller's bytes, and the window sizes among them."""
        data, self._begun = self._begun + data, b""
        typed, sizes, at = b"", list[Resized](), 0
        while (begin := data.find(b"\xff", at)) >= 0:
            typed += data[at:begin]
            command = _COMMAND.match(data, begin)
            if command is None:
                self._begun = data[begin:] if len(data) - begin <= LONGEST_COMMAND else b""
                return typed, sizes
            at = command.end()
            if (body := command[1]) and body[0] == NAWS:
                sizes += _size(body[1:])
        return typed + data[at:], sizes


def _size(body: bytes) -> list[Resized]:
    if len(body) != 4:
        body = body.replace(b"\xff\xff", b"\xff")
    if len(body) != 4:
        return []
    size = sanitize.window(int.from_bytes(body[:2], "big"), int.from_bytes(body[2:], "big"))
    return [Resized(*size)] if size else []


class HostLine(StdioLine):
    """The visitor's line (see `door.net.line`). On a socket it has `commands`."""

    commands: Commands | None = None

    async def send(self, data: bytes) -> None:
        await super().send(data.replace(b"\xff", b" ") if self.commands else data)

    def _came(self, data: bytes) -> None:
        if self.commands:
            data, sizes = self.commands.feed(data)
            for size in sizes:
                self.put(size)
        super()._came(self._enter.feed(data) if self._is_terminal else data)
