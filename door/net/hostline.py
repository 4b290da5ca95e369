"""The caller of another board, as a call's line: its standard input and output, or its socket.

Law: everything here is the host board's and stays as it was found.  Flags of a descriptor are
shared with the board that opened it, so that nothing is made non-blocking; a socket is neither
shut down nor its peer told anything; a terminal is put back as it was (`door.net.stdio`).

The socket of DOOR32.SYS may be the caller's own telnet connection: the board has negotiated,
and its caller's client may go on to send commands.  We negotiate nothing and answer nothing:
commands are swallowed, but for the window's size, which is good to know.  Nor do we know that
it is telnet: a byte FF is never sent, where it would need doubling on one kind of line and not
on the other (it is CP437's no-break space: a plain one looks the same), and one that comes in
is only ever the beginning of a command.
"""

from __future__ import annotations

import os
import re
import stat
from typing import Final

from door.net import sanitize
from door.net.line import Hints, Resized
from door.net.stdio import StdioLine, local_terminal

NAWS: Final = 31
LONGEST_COMMAND: Final = 256
# some clients do not double a 255 in the four bytes of a window's size
_COMMAND: Final = re.compile(
    rb"\xff(?:[\xfb-\xfe].|\xfa(\x1f.{4}|(?:[^\xff]|\xff[^\xf0])*)\xff\xf0|[^\xfa-\xfe])", re.S
)


class Commands:
    """Takes telnet commands out of the incoming bytes, however they are cut."""

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
    """The visitor's line (see `door.net.line`); made by `open_host`.  On a socket it has `commands`."""

    commands: Commands | None = None

    async def send(self, data: bytes) -> None:
        await super().send(data.replace(b"\xff", b" ") if self.commands else data)

    def _came(self, data: bytes) -> None:
        if self.commands:
            data, sizes = self.commands.feed(data)
            for size in sizes:
                self.queue.put(size)
        super()._came(self._enter.feed(data) if self._terminal else data)


def is_socket(descriptor: int) -> bool:
    """True if that descriptor is open here, and a socket."""
    try:
        return stat.S_ISSOCK(os.fstat(descriptor).st_mode)
    except (OSError, OverflowError):
        return False


def open_host(
    handle: str,
    *,
    socket: int | None = None,
    ansi: bool = True,
    size: tuple[int, int] | None = None,
    charset: str = "",
    send_seconds: float = 30.0,
    stdio: tuple[int, int] = (0, 1),
) -> HostLine:
    """Return the line of a visitor called `handle`: on the inherited `socket`, else on `stdio`. Without a
    `charset` it is CP437 if the host says `ansi`, else ASCII; `size` is columns × rows if known. Call
    `hang_up` in the end."""
    source, target = stdio if socket is None else (socket, socket)
    if socket is not None:
        os.set_inheritable(socket, False)
    hints = Hints(
        kind="host",
        address="",
        term="" if ansi else "dumb",  # which is never asked anything
        size=size,
        charset=charset or ("cp437" if ansi else "ascii"),
        handle=handle,
        proved=True,
    )
    line = HostLine(source, target, hints, send_seconds, local_terminal(source, target))
    line.commands = None if socket is None else Commands()
    line.begin()
    return line
