"""A program on a terminal of its own: started, read, typed to, ended with all it has begun.

Law: the board's end of the terminal is the only thing shared with the program: no descriptor,
variable or signal of the board's is passed on.  Output is read one piece at a time, and the
next only when `more` asks for it and not faster than `RATE`: a program that prints without end
costs neither memory nor other callers' time.  Whatever ends a program (itself, the caller, the
clock, the board), its whole session goes with it: SIGHUP, then SIGTERM, then SIGKILL; and the
daemons it has left behind, who are known by a variable they inherit.  Its leader is reaped only
when all are gone, so that no signal can reach a stranger with a number used again.  If the board
itself is killed, the kernel closes the terminal, and that is SIGHUP.
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

from door.external.launch import MARK, Launched, Orders, launched, set_size

LOG = logging.getLogger("door.external")

PIECE: Final = 1024
"""Bytes read at once."""

RATE: Final = 16 * 1024
"""Bytes a second that are read for long, and `BURST` ahead of that."""

BURST: Final = 32 * 1024
TYPED_AHEAD: Final = 4096
"""Bytes kept for a program that does not read what is typed."""

GRACE: Final = (0.5, 1.0)
"""Seconds from SIGHUP to SIGTERM, and from there to SIGKILL."""

LOOK: Final = 0.05
"""Seconds between two looks at who is left."""

ROUNDS: Final = 3
"""Looks for strays: one may begin another while it is being ended."""


class Program:
    """One that runs.  `printed(bytes)` and `ended(status)` are called in the event loop.

    `ended` comes once, after everything the program printed; neither comes after `close`.
    `typed_ahead` is what was typed and the program has not read yet.
    """

    def __init__(
        self, launched: Launched, printed: Callable[[bytes], None], ended: Callable[[int], None]
    ) -> None:
        self._process, self._terminal, self._mark = launched
        self._printed, self._ended = printed, ended
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
        """The number of its process, of its group and of its session."""
        return self._process.pid

    # -- output

    def more(self) -> None:
        """Reads the next piece, as soon as there is one and it is not too soon."""
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
        if self._closed:
            return
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
        """Types; what a program leaves unread beyond `TYPED_AHEAD` bytes is lost.

        A `line` is typed with ENTER where the program reads lines, else just its keys.
        """
        if self._closed:
            return
        if line and (not data or self._reads_lines()):
            data += b"\r"
        self.typed_ahead += data[: max(0, TYPED_AHEAD - len(self.typed_ahead))]
        self._write()

    def _reads_lines(self) -> bool:
        try:
            return bool(termios.tcgetattr(self._terminal)[3] & termios.ICANON)
        except termios.error:
            return False

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
        """The window is columns × rows now; the program is told (SIGWINCH)."""
        if not self._closed:
            with contextlib.suppress(OSError):
                set_size(self._terminal, cols, rows)

    # -- the end

    def close(self) -> asyncio.Task[None] | None:
        """Hangs up: from here on nothing more comes, and what still runs is being ended.

        The task is done when all of it is gone.
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
        """The process group that has the terminal."""
        try:
            return os.tcgetpgrp(self._terminal)
        except OSError:
            return self.pid

    async def _end(self, front: int) -> None:
        """Ends the whole session, step by step, and reaps the leader.

        A program may save its game at SIGHUP: nobody gets a second one.
        """
        behind = [pid for pid in await asyncio.to_thread(session_of, self.pid) if pid != self.pid]
        _signal([pid for pid in behind if _group(pid) != front], signal.SIGHUP)
        left = await self._over(GRACE[0])
        for seconds, name in ((GRACE[1], signal.SIGTERM), (GRACE[1], signal.SIGKILL)):
            left = left and await self._over(seconds, name)
        await asyncio.to_thread(end_strays, self._mark)
        if left:
            LOG.error("program %d: these of its processes cannot be ended: %s", self.pid, left)
        if self._status is not None:
            self._process.wait()

    async def _over(self, seconds: float, name: signal.Signals | None = None) -> list[int]:
        """Sends a signal to every process of the session; those that are left after that time.

        The leader is not reaped yet, so that no number here can be a stranger's.
        """
        ends = self._loop.time() + seconds
        while left := await asyncio.to_thread(session_of, self.pid) or self._leader:
            if name is not None:
                _signal(left, name)
                name = None
            if self._loop.time() >= ends:
                return left
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._looked_for(left), LOOK)
        return []

    @property
    def _leader(self) -> list[int]:
        return [] if self._gone.is_set() else [self.pid]

    async def _looked_for(self, left: list[int]) -> None:
        """Returns when there is a reason to look again before the time."""
        if left == [self.pid]:
            await self._gone.wait()
        else:
            await asyncio.sleep(LOOK)

    def _wait(self) -> None:
        """In a thread of its own: the leader's end, without reaping it."""
        status = 0
        with contextlib.suppress(ChildProcessError):  # gone unseen: whoever began the board ignores SIGCHLD
            found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            assert found is not None  # which only WNOHANG gives
            status = found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
        with contextlib.suppress(RuntimeError):  # the board's loop is closed
            self._loop.call_soon_threadsafe(self._exited, status)

    def _exited(self, status: int) -> None:
        self._status = status
        self._gone.set()
        if self._reading:
            self._readable()
        else:
            self._finish()

    def _finish(self) -> None:
        """Tells of the end, once the program is over and all of its output was read."""
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
    """The processes of a session by their numbers, without those that only wait to be reaped."""
    found = []
    for pid, stat in _processes("stat"):
        with contextlib.suppress(ValueError):
            state, _, _, session = stat.rpartition(b")")[2].split()[:4]
            if int(session) == leader and state != b"Z":
                found.append(pid)
    return found


def _processes(name: str) -> Iterator[tuple[int, bytes]]:
    """Every process by its number, with what the system has of it under that name."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            yield int(folder.name), (folder / name).read_bytes()


def end_strays(mark: str) -> None:
    """Kills whatever carries that mark in its environment: daemons, which have left their session."""
    sign = f"{MARK}={mark}".encode()
    for _ in range(ROUNDS):
        found = [pid for pid, environ in _processes("environ") if sign in environ.split(b"\0")]
        if not found:
            return
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


async def start(orders: Orders, printed: Callable[[bytes], None], ended: Callable[[int], None]) -> Program:
    """Starts a program; StartError says why that could not be.  Output comes after a first `more`."""
    begun = await asyncio.to_thread(launched, orders)
    os.set_blocking(begun.terminal, False)
    return Program(begun, printed, ended)
