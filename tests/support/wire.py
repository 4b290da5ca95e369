"""What the tests of the wire share: a board that echoes, and a telnet client in a few lines."""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections.abc import AsyncIterator, Callable
from typing import Any

from callline import pass_time
from effort import PATIENCE

from door.net.line import CallLine, Data, HungUp, LineEvent, LostCaller
from door.net.telnet.server import TelnetListener

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
BINARY, ECHO, SGA, TTYPE, NAWS, NEW_ENVIRON, CHARSET = 0, 1, 3, 24, 31, 39, 42


class EchoBoard:
    """Greets with `> `, echoes every key, and keeps what each call was like."""

    def __init__(self) -> None:
        self.lines: list[CallLine] = []
        self.events: asyncio.Queue[LineEvent] = asyncio.Queue()
        self.ended: asyncio.Queue[str] = asyncio.Queue()

    async def run(self, line: CallLine, node: int = 0) -> None:
        self.lines.append(line)
        try:
            await line.send(b"> ")
            while not isinstance(event := await line.receive(), HungUp):
                self.events.put_nowait(event)
                if isinstance(event, Data):
                    await line.send(event.data)
                    if b"Q" in event.data:
                        break
            self.ended.put_nowait(event.reason if isinstance(event, HungUp) else "left")
        except LostCaller as lost:
            self.ended.put_nowait(str(lost))

    async def event(self) -> LineEvent:
        return await asyncio.wait_for(self.events.get(), PATIENCE)

    async def typed(self, count: int) -> bytes:
        """The next `count` bytes that callers typed."""
        data = b""
        while len(data) < count:
            event = await self.event()
            assert isinstance(event, Data), event
            data += event.data
        return data

    async def end(self) -> str:
        return await asyncio.wait_for(self.ended.get(), PATIENCE)


@contextlib.asynccontextmanager
async def listening(
    kind: Callable[..., Any], board: EchoBoard | None = None, **more: Any
) -> AsyncIterator[tuple[EchoBoard, Any, int]]:
    """A board with a listener of that kind; yields both, and the port."""
    board = board or EchoBoard()
    listener = kind("127.0.0.1", 0, board.run, **more)
    _, port = await listener.start()
    try:
        yield board, listener, port
    finally:
        await listener.close()


@contextlib.asynccontextmanager
async def telnet_board(board: EchoBoard | None = None, **limits: Any) -> AsyncIterator[tuple[EchoBoard, int]]:
    """A board that listens for telnet; yields it and its port."""
    async with listening(TelnetListener, board, **limits) as (board, _, port):
        yield board, port


async def exchange(port: int, *parts: bytes, pause: float = 0.0) -> bytes:
    """Send the parts, let the board's clock pass by, and return all that comes until it hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for part in parts:
        writer.write(part)
        await asyncio.sleep(0)
    if pause:
        await asyncio.sleep(0.01)  # until it is accepted, since then its time counts
        pass_time(pause)
    try:
        got = await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionError:
        got = b""
    writer.close()
    return got


def wrapped(option: int, body: bytes) -> bytes:
    """A subnegotiation."""
    return bytes((IAC, SB, option)) + body.replace(b"\xff", b"\xff\xff") + bytes((IAC, SE))


def naws(cols: int, rows: int) -> bytes:
    """A window of columns × rows, as RFC 1073 says it."""
    return wrapped(NAWS, struct.pack("!HH", cols, rows))


class TelnetClient:
    """Answers as told: `does` are options it will do, `lets` what the server may do.

    `terms` are its terminal types in turn, the last one again and again; `environ` its
    variables.  What the server sent is kept in `asked` (commands) and `shown` (text).
    """

    def __init__(
        self,
        does: set[int],
        lets: set[int] = frozenset((BINARY, ECHO, SGA)),
        terms: tuple[bytes, ...] = (b"XTERM",),
        size: tuple[int, int] = (80, 24),
        environ: bytes = b"",
    ) -> None:
        self.does, self.lets, self.terms, self.size, self.environ = does, lets, list(terms), size, environ
        self.asked: list[bytes] = []
        self.shown = b""
        self._buffer = b""

    async def call(self, port: int) -> TelnetClient:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        return self

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def see(self, text: bytes) -> bytes:
        """Talks until `text` was shown; all that was shown up to it, which is then forgotten."""
        async with asyncio.timeout(PATIENCE):
            while text not in self.shown:
                data = await self.reader.read(65536)
                assert data, f"closed; shown was {self.shown!r}"
                self.take(data)
        end = self.shown.index(text) + len(text)
        seen, self.shown = self.shown[:end], self.shown[end:]
        return seen

    async def closed(self) -> bytes:
        """Talks until the board closes, and closes too; what was shown."""
        async with asyncio.timeout(PATIENCE):
            while data := await self.reader.read(65536):
                self.take(data)
        self.writer.close()
        return self.shown

    def reset(self) -> None:
        """Drops the line as a crash does: RST."""
        sock = self.writer.get_extra_info("socket")
        sock.setsockopt(1, 13, struct.pack("ii", 1, 0))
        self.writer.transport.abort()

    def hang_up(self) -> None:
        self.writer.close()

    def take(self, data: bytes) -> None:
        data, self._buffer = self._buffer + data, b""
        while data:
            text, iac, rest = data.partition(b"\xff")
            self.shown += text
            length = self._length(rest) if iac else 0
            if length < 0:
                self._buffer = iac + rest
                return
            if iac:
                self._command(rest[:length])
            data = rest[length:]

    @staticmethod
    def _length(rest: bytes) -> int:
        """Bytes of the command after IAC; -1 where it is not complete."""
        if rest[:1] == bytes((SB,)):
            end = rest.find(bytes((IAC, SE)))
            return end + 2 if end >= 0 else -1
        return (2 if rest[0] >= WILL and rest[0] != IAC else 1) if len(rest) >= 2 else -1

    def _command(self, command: bytes) -> None:
        self.asked.append(command)
        verb, option = command[0], command[1]
        if verb == DO:
            self.send(bytes((IAC, WILL if option in self.does else WONT, option)))
            if option == NAWS and option in self.does:
                self.send(naws(*self.size))
        elif verb == WILL:
            self.send(bytes((IAC, DO if option in self.lets else DONT, option)))
        elif verb == SB and option == TTYPE:
            self.send(wrapped(TTYPE, b"\0" + self.terms[0]))
            del self.terms[: len(self.terms) > 1]
        elif verb == SB and option == NEW_ENVIRON:
            self.send(wrapped(NEW_ENVIRON, b"\0" + self.environ))
