"""Run a program on a terminal of its own: start it, read it, type to it, end it.

The board shares only its end of the terminal with the program: no descriptor, variable or signal. Output is
read one piece at a time, when `more` asks for it, and not faster than `RATE`. So a program that prints
without end costs neither memory nor other callers' time.

However a program ends, its whole session ends with it: SIGHUP, which is when it saves, after its `grace`
SIGTERM, then SIGKILL. Daemons are found by a variable that they inherit. The leader is reaped last, so no
signal can reach a stranger with a reused number. If the board is killed, the kernel closes the terminal,
which sends SIGHUP.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import termios
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from door.external.launch import MARK, Launched, Orders, launch, set_size

LOG = logging.getLogger("door.external")

PIECE: Final = 1024
"""Bytes per read."""

RATE: Final = 16 * 1024
"""Bytes per second in the long run, with `BURST` bytes ahead of that."""

BURST: Final = 32 * 1024
TYPED_AHEAD: Final = 4096
"""Typed bytes kept for a program that does not read."""

TERM_SECONDS: Final = 3.0
"""Seconds from SIGTERM to SIGKILL, and from there until the log says that a process can't be ended."""

LOOK: Final = 0.05
"""Seconds between checks of which processes are left."""

ROUNDS: Final = 3
"""Searches for strays. One may start another while it is being ended."""


class Program:
    """A running program: an `OtherEnd`. `printed(bytes)` and `ended(status)` are called in the event loop.

    `ended` comes once, after all output. Neither is called after `close`. `grace` is how many seconds it has
    to save after SIGHUP. `typed_ahead` holds typed bytes that the program has not read yet.
    """

    def __init__(
        self,
        launched: Launched,
        printed: Callable[[bytes], None],
        ended: Callable[[int], None],
        grace: float = 10.0,
    ) -> None:
        self._process, self._terminal, self._mark = launched
        self._printed, self._ended, self._grace = printed, ended, grace
        self._loop = asyncio.get_running_loop()
        self._gone = asyncio.Event()
        self._status: int | None = None
        self._reading = self._writing = self._drained = self._closed = False
        self.typed_ahead = bytearray()
        self._room, self._filled = float(BURST), self._loop.time()
        self._later: asyncio.TimerHandle | None = None
        threading.Thread(target=self._wait, name=f"door-external-{self.pid}", daemon=True).start()

    @property
    def pid(self) -> int:
        """The id of its process, its group and its session."""
        return self._process.pid

    @property
    def label(self) -> str:
        return f"pid={self.pid}"

    # -- output

    def more(self) -> None:
        """Read the next piece when there is one and the rate allows it."""
        if self._closed or self._reading or self._later is not None:
            return
        now = self._loop.time()
        self._room = min(BURST, self._room + (now - self._filled) * RATE)
        self._filled = now
        if self._room >= PIECE:
            self._read_on()
        else:
            self._later = self._loop.call_later((PIECE - self._room) / RATE, self._read_on)

    def _read_on(self) -> None:
        self._later = None
        if self._status is not None:  # there may be nothing to wait for any more
            self._readable()
            return
        self._reading = True
        self._loop.add_reader(self._terminal, self._readable)

    def _readable(self) -> None:
        try:
            data = os.read(self._terminal, PIECE)
        except BlockingIOError:
            data = b""
            if self._status is None:
                return
        except OSError:  # EIO: nobody has the other end open any more
            data = b""
        self._stop_reading()
        if data:
            self._room -= len(data)
            self._printed(data)
        else:
            self._drained = True
            self._finish()

    def _stop_reading(self) -> None:
        if self._reading:
            self._reading = False
            self._loop.remove_reader(self._terminal)

    # -- input

    def type(self, data: bytes, line: bool = False) -> None:
        """Type to the program. Bytes beyond `TYPED_AHEAD` are lost if it doesn't read.

        A `line` gets Enter if the program reads lines.
        """
        if self._closed:
            return
        if line and (not data or termios.tcgetattr(self._terminal)[3] & termios.ICANON):
            data += b"\r"
        self.typed_ahead += data[: max(0, TYPED_AHEAD - len(self.typed_ahead))]
        self._write()

    def _write(self) -> None:
        try:
            del self.typed_ahead[: os.write(self._terminal, self.typed_ahead)]
        except BlockingIOError:
            pass
        except OSError:
            self.typed_ahead.clear()
        if bool(self.typed_ahead) != self._writing:
            self._writing = bool(self.typed_ahead)
            if self._writing:
                self._loop.add_writer(self._terminal, self._write)
            else:
                self._loop.remove_writer(self._terminal)

    def fit(self, cols: int, rows: int) -> None:
        """Resize the window to columns × rows, and tell the program (SIGWINCH)."""
        if not self._closed:
            with contextlib.suppress(OSError):
                set_size(self._terminal, cols, rows)

    # -- the end

    def close(self) -> asyncio.Task[None] | None:
        """Hang up: report nothing more, and end whatever still runs.

        The task is done when all processes are gone.
        """
        if self._closed:
            return None
        self._closed = True
        self._stop_reading()
        if self._later is not None:
            self._later.cancel()
        if self._writing:
            self._loop.remove_writer(self._terminal)
        front = self._front()
        os.close(self._terminal)  # which is SIGHUP, by the kernel, to the leader and the group in front
        return self._loop.create_task(self._end(front))

    def _front(self) -> int:
        """Return the process group in the terminal's foreground."""
        try:
            return os.tcgetpgrp(self._terminal)
        except OSError:
            return self.pid

    async def _end(self, front: int) -> None:
        """End the whole session step by step and reap the leader.

        A program may save its game at SIGHUP, so SIGHUP is sent only once.
        """
        behind = [pid for pid in await asyncio.to_thread(session_of, self.pid) if pid != self.pid]
        _signal([pid for pid in behind if _group(pid) != front], signal.SIGHUP)
        left = await self._wait_for_end(self._grace)
        for name in (signal.SIGTERM, signal.SIGKILL):
            left = left and await self._wait_for_end(TERM_SECONDS, name)
        await asyncio.to_thread(end_strays, self._mark)
        if left:
            LOG.error("program %d: these of its processes cannot be ended: %s", self.pid, left)
        if self._status is not None:
            self._process.wait()

    async def _wait_for_end(self, seconds: float, name: signal.Signals | None = None) -> list[int]:
        """Send a signal to every process of the session. Return those left after that time.

        The leader is not reaped yet, so none of the numbers can belong to a stranger.
        """
        ends = self._loop.time() + seconds
        while left := await asyncio.to_thread(session_of, self.pid) or self._leader:
            if name is not None:
                _signal(left, name)
                name = None
            if self._loop.time() >= ends:
                return left
            if self._gone.is_set():
                await asyncio.sleep(LOOK)
            else:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._gone.wait(), LOOK)
        return []

    @property
    def _leader(self) -> list[int]:
        return [] if self._gone.is_set() else [self.pid]

    def _wait(self) -> None:
        """Wait, in a thread, for the leader's end, without reaping it."""
        status = 0
        with contextlib.suppress(ChildProcessError):  # already reaped: the board's parent ignores SIGCHLD
            found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            assert found is not None  # which only WNOHANG gives
            status = found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
        with contextlib.suppress(RuntimeError):  # the board's loop is closed
            self._loop.call_soon_threadsafe(self._on_exit, status)

    def _on_exit(self, status: int) -> None:
        self._status = status
        self._gone.set()
        if self._reading:
            self._readable()
        else:
            self._finish()

    def _finish(self) -> None:
        """Report the end after the program is over and all of its output was read."""
        if self._drained and self._status is not None and not self._closed:
            self._ended(self._status)


def _signal(pids: list[int], name: signal.Signals) -> None:
    for pid in pids:
        for one in (name, signal.SIGCONT):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, one)


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0


def session_of(leader: int) -> list[int]:
    """Return the ids of a session's processes, without zombies."""
    found = []
    for pid, stat in _processes("stat"):
        with contextlib.suppress(ValueError):
            state, _, _, session = stat.rpartition(b")")[2].split()[:4]
            if int(session) == leader and state != b"Z":
                found.append(pid)
    return found


def _processes(name: str) -> Iterator[tuple[int, bytes]]:
    """Yield every process by id, with the contents of that /proc file."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            yield int(folder.name), (folder / name).read_bytes()


def end_strays(mark: str) -> None:
    """Kill every process with that mark in its environment: daemons that have left their session."""
    sign = f"{MARK}={mark}".encode()
    for _ in range(ROUNDS):
        found = [pid for pid, environ in _processes("environ") if sign in environ.split(b"\0")]
        if not found:
            return
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


async def start(orders: Orders, printed: Callable[[bytes], None], ended: Callable[[int], None]) -> Program:
    """Start a program. Raises ProgramStartError with the reason. Output comes after the first `more`."""
    begun = await asyncio.to_thread(launch, orders)
    os.set_blocking(begun.terminal, False)
    return Program(begun, printed, ended, orders.grace)
