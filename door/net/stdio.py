"""The terminal this program runs on, or a pipe, as a call's line.

Guarantees: the caller's shell finds its terminal as it left it, however we end. The shell shares the file
descriptors, so they are never made non-blocking. We wait until they are ready, and move no more than fits.

If both ends are a terminal, bytes come and go raw, by blessed (`door.net.own_terminal`). Otherwise it is a
pipe: line ends become ENTER, and the end of the input hangs up.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from door.net import sanitize
from door.net.line import Hints, LostCaller, Resized
from door.net.line_queue import FULL, Enter, LineQueue, QueuedLine

if TYPE_CHECKING:
    from door.net.own_terminal import Keys, OwnTerminal

PIPE_PIECE, TERMINAL_PIECE = select.PIPE_BUF, 256
"""Most bytes that never block while there is room."""

CUT_SECONDS: Final = 0.05
"""Seconds to wait for the rest of a key."""


class StdioLine(QueuedLine):
    """The local caller's line (see `door.net.line`), made by `open_stdio`."""

    def __init__(
        self, source: int, target: int, hints: Hints, send_seconds: float, terminal: OwnTerminal | None
    ) -> None:
        super().__init__(LineQueue(self._stop_reading, self._go_on_reading), hints)
        self._source, self._target, self._terminal = source, target, terminal
        self._seconds = send_seconds
        self._loop = asyncio.get_running_loop()
        self._reading = self._stopped = False
        self._enter = Enter()
        self._file: asyncio.Handle | None = None
        self._cut: asyncio.TimerHandle | None = None
        self._blocking = {descriptor: os.get_blocking(descriptor) for descriptor in (source, target)}
        self._restore: Callable[[], None] = lambda: None
        self._writing = asyncio.Lock()
        self._room = select.poll()
        self._room.register(target, select.POLLOUT)

    # -- the line ----------------------------------------------------------------------------

    async def send(self, data: bytes) -> None:
        """Send, and wait while the other end doesn't read. Raises LostCaller if it is closed or stuck. A
        pipe takes output after its input has ended."""
        async with self._writing:
            if self._stopped:
                raise LostCaller("hung up")
            try:
                await self._write(data)
            except (OSError, TimeoutError) as error:
                self.queue.end("nobody reads what is sent")
                raise LostCaller(str(error) or "nobody reads what is sent") from None

    async def hang_up(self) -> None:
        """Restore the terminal."""
        self.queue.end("hung up by the board")
        self._stopped = True
        if self._cut is not None:
            self._cut.cancel()
        self._stop_reading()
        if self._terminal:
            with contextlib.suppress(ValueError, RuntimeError):
                self._loop.remove_signal_handler(signal.SIGWINCH)
        self._restore()
        # uvloop makes the descriptors it watches non-blocking, and leaves them so.
        for descriptor, blocking in self._blocking.items():
            with contextlib.suppress(OSError):
                os.set_blocking(descriptor, blocking)

    # -- setting up --------------------------------------------------------------------------

    def begin(self, ended_by: Iterable[signal.Signals] = ()) -> None:
        """Take the terminal over and start to read. Signals hang up from then on."""
        if self._terminal:
            self._restore = self._terminal.raw()
            with contextlib.suppress(ValueError, RuntimeError):
                for number in ended_by:
                    self._loop.add_signal_handler(number, self.queue.end, "ended by a signal")
                self._loop.add_signal_handler(signal.SIGWINCH, self._resized)
        self._go_on_reading()

    def _resized(self) -> None:
        if self._terminal and (size := sanitize.window(*self._terminal.size)):
            self.queue.put(Resized(*size))

    # -- reading -----------------------------------------------------------------------------

    def _go_on_reading(self) -> None:
        if self._reading or self._stopped or self.queue.ended:
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
            self.queue.end("end of input")

    def _came(self, data: bytes) -> None:
        if self._terminal:
            self._typed(self._terminal.keys, data)
        else:
            self.queue.data(self._enter.feed(data).replace(b"\n", b"\r"))  # LF and CR LF become ENTER

    def _typed(self, keys: Keys, data: bytes) -> None:
        """Queue a terminal's keys as xterm sends them. The beginning of a key waits for the rest."""
        if self._cut is not None:
            self._cut.cancel()
        if data := keys.feed(data):
            self.queue.data(data)
        if keys.held:
            self._cut = self._loop.call_later(CUT_SECONDS, lambda: self.queue.data(keys.flush()))

    # -- writing -----------------------------------------------------------------------------

    async def _write(self, data: bytes) -> None:
        piece = TERMINAL_PIECE if self._terminal else PIPE_PIECE
        left = memoryview(data)
        while left:
            if not self._room.poll(0):
                async with asyncio.timeout(self._seconds):
                    await self._wait_for_room()
            with contextlib.suppress(BlockingIOError, InterruptedError):
                left = left[os.write(self._target, left[:piece]) :]

    async def _wait_for_room(self) -> None:
        room: asyncio.Future[None] = self._loop.create_future()
        self._loop.add_writer(self._target, self._has_room, room)
        try:
            await room
        finally:
            self._loop.remove_writer(self._target)

    def _has_room(self, room: asyncio.Future[None]) -> None:
        if not room.done():
            room.set_result(None)


async def open_stdio(
    *,
    source: int = 0,
    target: int = 1,
    environ: Mapping[str, str],
    handle: str = "",
    send_seconds: float = 30.0,
) -> StdioLine:
    """Return the line of the local caller, who is authenticated. `source` and `target` are open file
    descriptors, `environ` the program's environment. `hints.kind` is "local" on a terminal, else "pipe". The
    line must be hung up in the end (`hang_up`)."""
    terminal = local_terminal(source, target)
    kept = sanitize.chosen(environ, sanitize.VARIABLES)
    if terminal and not terminal.coloured:
        kept["NO_COLOR"] = "1"
    hints = Hints(
        kind="local" if terminal else "pipe",
        address="",
        term=sanitize.term_name(environ.get("TERM", "")) if terminal else "",
        size=sanitize.window(*terminal.size) if terminal else None,
        charset=sanitize.charset_of_locale(kept),
        handle=handle,
        proved=True,
        environ=kept,
    )
    line = StdioLine(source, target, hints, send_seconds, terminal)
    line.begin(ended_by=(signal.SIGTERM, signal.SIGHUP))
    return line


def local_terminal(source: int, target: int) -> OwnTerminal | None:
    """Return the terminal that both descriptors are, or None. Only a terminal needs blessed."""
    if not (os.isatty(source) and os.isatty(target)):
        return None
    from door.net.own_terminal import OwnTerminal

    return OwnTerminal()
