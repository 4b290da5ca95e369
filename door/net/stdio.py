"""A terminal or a pipe as a call's line. A command has handed it over.

Guarantees: descriptors share their flags with the caller's shell or board, so they are never made
non-blocking. We wait until they are ready, and move no more than fits.

On a terminal, bytes come and go raw; the command sets and restores its modes (`door.net.own_terminal`).
Otherwise it is a pipe: line ends become ENTER, and the end of the input hangs up.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import re
import select
import termios
from typing import Final

from door.net import sanitize
from door.net.line import FULL, Data, EnterFilter, Hints, LostCaller, QueuedLine, Resized

PIPE_PIECE, TERMINAL_PIECE = select.PIPE_BUF, 256
"""Most bytes that never block while there is room."""


class StdioLine(QueuedLine):
    """The line of the caller on two open descriptors (see `door.net.line`).

    It must be hung up in the end (`hang_up`). Output may take `send_seconds`.
    """

    def __init__(self, source: int, target: int, hints: Hints, send_seconds: float = 30.0) -> None:
        super().__init__(self._stop_reading, self._go_on_reading, hints)
        self._source, self._target = source, target
        self._is_terminal = os.isatty(source) and os.isatty(target)
        self._seconds = send_seconds
        self._loop = asyncio.get_running_loop()
        self._reading = self._stopped = False
        self._enter = EnterFilter()
        self._file: asyncio.Handle | None = None
        self._space: asyncio.Future[None] | None = None  # done when the target takes more
        self._blocking = {descriptor: os.get_blocking(descriptor) for descriptor in (source, target)}
        self._writing = asyncio.Lock()
        self._input, self._poll = select.poll(), select.poll()
        self._input.register(source, select.POLLIN)
        self._poll.register(target, select.POLLOUT)
        if self._is_terminal:
            _leave_terminal(source)
        self._go_on_reading()

    # -- the line ----------------------------------------------------------------------------

    async def send(self, data: bytes) -> None:
        """Send, and wait while the other end doesn't read. Raises LostCaller if it is closed or stuck. A
        pipe takes output after its input has ended."""
        async with self._writing:
            try:
                await self._write(data)
            except (OSError, TimeoutError) as error:
                self.end("nobody reads what is sent")
                raise LostCaller(str(error) or "nobody reads what is sent") from None

    async def hang_up(self) -> None:
        """Leave the descriptors as they were. From now on their numbers may be another call's."""
        if self._stopped:
            return
        self.end("hung up by the board")
        self._stopped = True
        self._stop_reading()
        self._stop_waiting()
        # uvloop makes the descriptors it watches non-blocking, and leaves them so.
        for descriptor, blocking in self._blocking.items():
            with contextlib.suppress(OSError):
                os.set_blocking(descriptor, blocking)

    def resize(self, cols: int, rows: int) -> None:
        """Note the window's size."""
        if size := sanitize.window(cols, rows):
            self.put(Resized(*size))

    # -- reading -----------------------------------------------------------------------------

    def _go_on_reading(self) -> None:
        if self._reading or self._stopped or self.ended:
            return
        self._reading = True
        try:
            self._loop.add_reader(self._source, self._read)
        except (OSError, ValueError):
            # Files and /dev/null can't be watched, and are always ready.
            self._file = self._loop.call_soon(self._read_file)

    def _stop_reading(self) -> None:
        if not self._reading:
            return
        self._reading = False
        if self._file is not None:
            self._file.cancel()
        else:
            self._loop.remove_reader(self._source)

    def _read_file(self) -> None:
        self._read()
        if self._reading:
            self._file = self._loop.call_soon(self._read_file)

    def _read(self) -> None:
        if not self._input.poll(0):  # another line on the same terminal or pipe has read it
            return
        try:
            data = os.read(self._source, FULL // 2)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if data:
            self._came(data)
        else:
            self._stop_reading()
            self.end("end of input")

    def _came(self, data: bytes) -> None:
        if not self._is_terminal:
            data = self._enter.feed(data).replace(b"\n", b"\r")  # LF and CR LF become ENTER
        self.put(Data(data))

    # -- writing -----------------------------------------------------------------------------

    async def _write(self, data: bytes) -> None:
        piece = TERMINAL_PIECE if self._is_terminal else PIPE_PIECE
        left = memoryview(data)
        while left:
            if self._stopped:
                raise LostCaller("hung up")
            if not self._poll.poll(0):
                async with asyncio.timeout(self._seconds):
                    await self._wait_for_room()
                continue
            with contextlib.suppress(BlockingIOError, InterruptedError):
                left = left[os.write(self._target, left[:piece]) :]

    async def _wait_for_room(self) -> None:
        self._space = self._loop.create_future()
        self._loop.add_writer(self._target, self._stop_waiting)
        try:
            await self._space
        finally:
            self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._space is not None:
            self._loop.remove_writer(self._target)
            if not self._space.done():
                self._space.set_result(None)
            self._space = None


def _leave_terminal(source: int) -> None:
    """Give up a terminal in whose background this board was started. Reading it would stop the board."""
    try:
        foreground = os.tcgetpgrp(source)
    except OSError:
        return  # not the terminal that controls us
    if foreground != os.getpgrp() and os.getsid(0) != os.getpid():
        fcntl.ioctl(source, termios.TIOCNOTTY)


# -- a caller of another board -------------------------------------------------------------------


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
    """The line of a visitor from another board. A socket is never shut down. On one it has `commands`.

    The socket of DOOR32.SYS may be the caller's own telnet connection. The host has negotiated, and the
    client may still send commands. We answer none and only read window sizes. In telnet a byte FF must be
    doubled, but we can't know that it is telnet, so we never send one. In CP437 it is the no-break space, and
    a plain space looks the same. An FF that comes in is always taken as the start of a command.
    """

    commands: Commands | None = None

    async def send(self, data: bytes) -> None:
        await super().send(data.replace(b"\xff", b" ") if self.commands else data)

    def _came(self, data: bytes) -> None:
        if self.commands:
            data, sizes = self.commands.feed(data)
            for size in sizes:
                self.put(size)
        super()._came(self._enter.feed(data) if self._is_terminal else data)
