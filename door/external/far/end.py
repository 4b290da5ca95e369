"""The other end of a door elsewhere: an `OtherEnd` that dials while its screen is already open.

Output is read one piece at a time, when `more` asks for it, and not faster than a program's. TCP holds up
the other side until the rest is read. So a host that sends without end costs no memory.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final

from door.external.far.codec import PlainCodec, RloginCodec
from door.external.far.dial import FarConnection, in_time
from door.external.far.values import FarDoor, FarError
from door.external.program import BURST, PIECE, RATE, TYPED_AHEAD
from door.ui.sentence import MaybeSaid
from door.ui.texts import tr

LOOKS: Final = 50
"""How often to look for an urgent byte, which asks for the window's size soon after the greeting. The kernel
forgets it when the bytes behind it are read."""

EVERY: Final = 0.1
"""Seconds between two looks."""

DONE, FAILED = 0, 1
_CLEAR: Final = b"\x1b[2J\x1b[H"


class Far:
    """A visit elsewhere. `printed(bytes)` and `ended(status)` are called in the event loop.

    `status` is 0 after a visit, and 1 if the call failed. Then `why` is a sentence for the caller, and
    `reason` is for the log.
    """

    def __init__(
        self, door: FarDoor, dial: Callable[[], Awaitable[FarConnection]],
        printed: Callable[[bytes], None], ended: Callable[[int], None], size: tuple[int, int],
    ) -> None:  # fmt: skip
        self.label = f"at={door.at}"
        self.why: MaybeSaid = ""
        self.reason = ""
        self._door, self._printed, self._ended, self._size = door, printed, ended, size
        self._loop = asyncio.get_running_loop()
        self._line: FarConnection | None = None
        self._wanted = asyncio.Event()
        self._room, self._filled = float(BURST), self._loop.time()
        self._has_shown = False
        self._task = self._loop.create_task(self._visit(dial))

    # -- output

    def more(self) -> None:
        self._wanted.set()

    async def _visit(self, dial: Callable[[], Awaitable[FarConnection]]) -> None:
        """Dial, and carry what comes until the other side hangs up."""
        try:
            await self._show(b"%s\r\n" % tr.external.far_calling(name=self._door.name).encode())
            self._line = line = await dial()
            self._send(line.codec.begin())
            self._line.resize(*self._size)
            looks = self._loop.create_task(self._look_for_urgent(line))
            try:
                await self._carry(line)
            finally:
                looks.cancel()
            if not self._has_shown:
                self.why, self.reason = tr.external.far_hung_up(name=self._door.name), "it hung up at once"
        except FarError as error:
            self.why, self.reason = error.why, str(error)
        except OSError as error:
            self.why, self.reason = tr.external.far_lost(name=self._door.name), error.strerror or str(error)
        finally:
            self._hang_up()
        if not self._has_shown:
            self._printed(_CLEAR)
        self._ended(DONE if self._has_shown else FAILED)

    async def _carry(self, line: FarConnection) -> None:
        async with contextlib.nullcontext() if isinstance(line.codec, PlainCodec) else in_time(self._door):
            data = await self._read(line)
        while data:
            shown, answers = line.codec.feed(data)
            self._send(answers)
            if shown:
                cleared = b"" if self._has_shown else _CLEAR
                self._has_shown = True
                await self._show(cleared + shown)
            data = await self._read(line)

    async def _read(self, line: FarConnection) -> bytes:
        """Return the next piece, b"" at the end. Raises OSError if the line is lost."""
        now = self._loop.time()
        self._room = min(BURST, self._room + (now - self._filled) * RATE)
        self._filled = now
        if self._room < PIECE:
            await asyncio.sleep((PIECE - self._room) / RATE)
        try:
            data = bytes(await line.reader.read(PIECE))
        except OSError:
            raise
        except Exception as error:  # asyncssh's: the connection was lost
            raise OSError(0, " ".join(str(error).split())[:200] or type(error).__name__) from None
        self._room -= len(data)
        return data

    async def _show(self, data: bytes) -> None:
        """Hand on output when the screen has asked for it."""
        await self._wanted.wait()
        self._wanted.clear()
        self._printed(data)

    async def _look_for_urgent(self, line: FarConnection) -> None:
        for _ in range(LOOKS if isinstance(line.codec, RloginCodec) else 0):
            if isinstance(line.codec, RloginCodec) and (byte := line.urgent()) is not None:
                self._send(line.codec.urgent(byte))
            await asyncio.sleep(EVERY)

    # -- input

    def type(self, data: bytes, line: bool = False) -> None:
        """Type keys. A line gets Enter. Keys that the other side doesn't take are lost."""
        if self._line is not None:
            self._send(self._line.codec.encode_typing(data + b"\r" if line else data))

    def _send(self, data: bytes) -> None:
        if self._line is None or not data or self._line.unsent > TYPED_AHEAD:
            return
        with contextlib.suppress(OSError):
            self._line.writer.write(data)

    def fit(self, cols: int, rows: int) -> None:
        self._size = cols, rows
        if self._line is not None:
            with contextlib.suppress(OSError):
                self._line.resize(cols, rows)
            self._send(self._line.codec.encode_size(cols, rows))

    # -- the end

    def close(self) -> asyncio.Task[None] | None:
        """Hang up, also while it still dials."""
        if self._task.done():
            return None
        self._ended = lambda status: None
        self._task.cancel()
        self._hang_up()
        return self._loop.create_task(self._wait())

    async def _wait(self) -> None:
        await asyncio.wait([self._task])

    def _hang_up(self) -> None:
        if self._line is not None:
            with contextlib.suppress(Exception):
                self._line.close()
