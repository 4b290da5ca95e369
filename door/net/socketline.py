"""A socket as a call's line, shared by telnet, rlogin and the web; and listeners, also for SSH.

Guarantees: no protocol here. A protocol decides what is written, how it says good-bye and how it is cut off.
All of them wait for slow callers in the same way, and raise LostCaller for lost ones. While the socket's
buffer or the queue is full, nothing is read.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar, Final, Protocol

from door.net import sanitize
from door.net.calls import Calls, OnCall, log_hang_up
from door.net.guard.acceptor import Acceptor
from door.net.guard.gate import ACCEPTED, Gate, deepen
from door.net.line import Hints, LineEvent, LostCaller, QueuedLine, ReadSwitch, Resized, Valve

HIGH_WATER: Final = 16384
LOW_WATER: Final = 4096
"""A wire with more unsent bytes takes no more; with fewer it does again."""

READ: Final = 16384
"""Most bytes to read at a time, into one buffer for all sockets of a listener. asyncio's 256 KB for each
packet fragment the memory."""

MAKES_ROOM: Final = "makes room for a caller"

LINGER_SECONDS: Final = 3.0
"""Seconds that a client may take to close its side. If it is cut off sooner, it may lose the last screen."""


class WireLine(QueuedLine):
    """A call's line that is its own wire. Its protocol writes and ends it. All methods may be repeated."""

    def __init__(self, reading: ReadSwitch, valve: Valve, hints: Hints) -> None:
        super().__init__(reading.stop, reading.go_on, hints)
        self.valve = valve
        self._closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.size: tuple[int, int] | None = None

    def resize(self, cols: int, rows: int) -> None:
        """Note the window's size, and tell the call if it has changed."""
        size = sanitize.window(cols, rows)
        if size and size != self.size:
            self.size = size
            self.tell(Resized(*size))

    def tell(self, event: LineEvent) -> None:
        """Pass on what the client reports about its terminal."""
        self.put(event)

    def write(self, data: bytes) -> None:
        raise NotImplementedError

    def finish(self) -> None:
        """Send the rest and say good-bye."""
        raise NotImplementedError

    def abort(self, reason: str) -> None:
        """End the line now. Anything unsent is lost."""
        raise NotImplementedError

    async def wait_closed(self) -> None:
        """Return once the client has closed too."""
        await asyncio.shield(self._closed)

    def connection_lost(self, exc: Exception | None) -> None:
        self.end("hung up" if exc is None else "line lost")
        self.valve.break_open()
        if not self._closed.done():
            self._closed.set_result(None)

    async def send(self, data: bytes) -> None:
        """Send, waiting while the caller is slow. Raises LostCaller if they are gone or too slow."""
        if self.ended is None:
            self.write(data)
            if self.valve.is_shut:
                await self.valve.passable()
        if ended := self.ended:
            raise LostCaller(ended.reason)

    def offer(self, data: bytes) -> bool:
        """Send unless the caller is slow, or gone."""
        if self.ended is not None or self.valve.is_shut:
            return False
        with contextlib.suppress(LostCaller):
            if data:
                self.write(data)
            return True
        return False

    async def hang_up(self) -> None:
        """Send the rest and close. A client that doesn't close is cut off after 3 s."""
        self.finish()
        try:
            async with asyncio.timeout(LINGER_SECONDS):
                await self.wait_closed()
        except TimeoutError:
            pass
        finally:
            self.abort("hung up by the board")


class SocketWire(WireLine, asyncio.BufferedProtocol):
    """The socket's half of a protocol: its flow and its end. `refuse` ends the call for a reason."""

    def __init__(self, listener: SocketListener, address: str) -> None:
        self.reading = ReadSwitch()
        valve = Valve(listener.send_seconds, lambda: self.refuse("too slow to take what was sent"))
        super().__init__(
            self.reading, valve, Hints(listener.kind, address, encrypted=listener.tls is not None)
        )
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self.transport: Any = None
        self.finishing = False

    def connection_made(self, transport: Any) -> None:
        self.transport = self.reading.transport = transport
        transport.set_write_buffer_limits(high=HIGH_WATER, low=LOW_WATER)
        keep_alive(transport.get_extra_info("socket"))
        self._listener.wires.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.stop_timer()
        self._listener.wires.discard(self)
        self._listener.gate.leave(self)

    def begin_call(self) -> None:
        """Note that a call has begun, which the nodes limit. The connection no longer makes room."""
        self._listener.gate.begin_call(self)

    def later(self, seconds: float, act: Callable[..., object], *args: object) -> None:
        """Call `act` in so many seconds, in place of what was timed before, unless the connection is lost."""
        self.stop_timer()
        self._timer = self._loop.call_later(seconds, act, *args)

    def stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._listener.read

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(self._listener.read[:nbytes]))

    def data_received(self, data: bytes) -> None:
        raise NotImplementedError

    # -- its end ---------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        self.transport.write(data)

    def eof_received(self) -> None:
        """Let the transport send its buffer and close too, because the caller has closed."""
        self.end("hung up")

    def finish(self) -> None:
        """Send the rest, then the end of our side; the caller's end closes the line. If we closed at once,
        any key on its way would cause a RESET, which can take the last screen with it."""
        self.finishing = True
        self.end("hung up by the board")
        if not self.transport.is_closing():
            self.transport.resume_reading()
            end_sending(self.transport)

    def abort(self, reason: str) -> None:
        self.end(reason)
        self.transport.abort()

    def refuse(self, reason: str) -> None:
        """End the line now, and log why."""
        log_hang_up(self.hints.kind, self.hints.address, reason)
        self.abort(reason)

    # -- its flow --------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Read no more from a client that doesn't receive our answers."""
        self.valve.shut()
        self.reading.stop()

    def resume_writing(self) -> None:
        self.valve.open()
        self.reading.go_on()


class Wire(Protocol):
    """A connection, as its listener needs it at the end."""

    def abort(self, reason: str) -> None: ...


@dataclass(eq=False)
class SocketListener:
    """Answers calls on one address, each run by `on_call`.

    - A caller may take `send_seconds` to receive what was sent. Connections come through the `gate`.
    - With `tls` every connection is encrypted, with the context that it returns.
    - If it is `proxied`, every connection begins with a head of the PROXY protocol.
    """

    kind: ClassVar[str]
    host: str
    port: int
    on_call: OnCall
    _: KW_ONLY
    send_seconds: float = 30.0
    gate: Gate = field(default_factory=Gate)
    tls: Callable[[], ssl.SSLContext] | None = None
    proxied: bool = False

    def __post_init__(self) -> None:
        self.calls = Calls(self.on_call)
        self.wires: set[Wire] = set()
        self.read = memoryview(bytearray(READ))
        self._server: asyncio.Server | None = None

    def wire(self, address: str) -> Any:
        """Return the protocol of a connection from that address."""
        raise NotImplementedError

    def drop(self, connection: Any, address: str) -> None:
        """Close a connection that makes room for another one."""
        log_hang_up(self.kind, address, MAKES_ROOM)
        connection.abort(MAKES_ROOM)

    def comes_too_often(self, address: str) -> bool:
        """Count a connection of that address; return True if it is one too many."""
        return self.gate.comes_too_often(address)

    async def start(self) -> tuple[str, int]:
        """Listen; return the address and the real port. Raises OSError."""
        self._server = await asyncio.get_running_loop().create_server(
            lambda: Acceptor(self), self.host, self.port, backlog=ACCEPTED
        )
        deepen(self._server.sockets)
        host, port = self._server.sockets[0].getsockname()[:2]
        return str(host), int(port)

    async def close(self) -> None:
        """Take no more calls and end those that are left."""
        if self._server is not None:
            self._server.close()
        await self.calls.end()
        for wire in list(self.wires):
            wire.abort("the board is closing")


def end_sending(transport: Any) -> None:
    """Send the rest, then the end of our side. TLS has no half of an end; it waits for the other's."""
    with contextlib.suppress(OSError):  # the caller may have reset it
        if transport.can_write_eof():
            transport.write_eof()
        else:
            transport.close()


def keep_alive(sock: socket.socket | None) -> None:
    """Let the kernel detect vanished callers within about two minutes."""
    if sock is None:
        return
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 15), ("TCP_KEEPCNT", 4)):
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    # Keep urgent bytes, such as telnet's "synch", in line with the others.
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)
