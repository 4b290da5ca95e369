"""Callers by telnet: bytes of the terminal in, bytes out, with the protocol taken off.

Law: telnetlib3 does the option bookkeeping; everything else of a call is ours, because its
shells wait for silent clients and its streams have no end.  What holds here:

* We ask for everything at once, in the first packet, and take answers in any order and at
  any time.  A call begins when all we asked is answered, when the caller types, or after
  `connect_seconds`, whichever is first; later answers are events.
* Only what we asked for is ever agreed to or read.  Each client has a budget of commands
  and a longest subnegotiation: beyond them it is hung up.  While a client does not take
  our answers we do not read its questions.
* ENTER is CR NUL, CR LF or CR, split anywhere; it becomes CR.  A bare LF stays one.
* Terminal types cycle: RFC 1091 says the best comes first; MUD clients send name, terminal
  and `MTTS bits`.  NEW-ENVIRON is asked only once the first type is known, since asking
  Microsoft's client (ANSI, then VT100) for USER crashes it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
from collections.abc import Iterator
from typing import Any, Final

from telnetlib3 import TelnetServer, TelnetWriter
from telnetlib3.telopt import (
    BINARY,
    CHARSET,
    DO,
    DONT,
    EC,
    ECHO,
    EL,
    IP,
    NAWS,
    NEW_ENVIRON,
    SB,
    SGA,
    TM,
    TTYPE,
    WILL,
    WONT,
)

from door.net import clean
from door.net.inbox import Inbox, Valve
from door.net.tasks import Calls, OnCall
from door.session.line import Charset, Hints, LineEvent, LostCaller, Resized, Term

log = logging.getLogger("door.net")

WE_DO: Final = frozenset([ECHO, SGA, BINARY, TM, CHARSET])
WE_READ: Final = frozenset([SGA, BINARY, TTYPE, NAWS, NEW_ENVIRON, CHARSET])
OFFERS: Final = ((WILL, ECHO), (WILL, SGA), (WILL, BINARY))
QUESTIONS: Final = ((DO, TTYPE), (DO, NAWS), (DO, SGA), (DO, BINARY), (DO, NEW_ENVIRON))
VARIABLES: Final = ("LANG", "LC_ALL", "COLORTERM", "CHARSET")
KEYS: Final = {IP: b"\x03", EC: b"\x08", EL: b"\x15"}
"""Commands that stand for a key."""

MTTS_UTF8: Final = 4
LONGEST_ANSWER: Final = 4096
"""Bytes of a command or subnegotiation that has no end."""

COMMANDS, COMMANDS_A_SECOND = 600, 40.0
"""The budget of IACs: this many at once, and its growth."""

CYCLE: Final = 4
HIGH_WATER, LOW_WATER = 16384, 4096
LINGER_SECONDS: Final = 3.0
_ENTER: Final = re.compile(rb"\r[\0\n]")


class Enter:
    """Makes every telnet ENTER one CR, however the stream was cut."""

    __slots__ = ("_after_cr",)

    def __init__(self) -> None:
        self._after_cr = False

    def feed(self, data: bytes) -> bytes:
        """The bytes with CR NUL and CR LF made CR."""
        if self._after_cr and data[:1] in (b"\0", b"\n"):
            data = data[1:]
            self._after_cr = False
        if data:
            self._after_cr = data.endswith(b"\r")
        return _ENTER.sub(b"\r", data) if b"\r" in data else data


class Budget:
    """So many commands at once, growing back with time."""

    __slots__ = ("_left", "_then")

    def __init__(self, now: float) -> None:
        self._left, self._then = float(COMMANDS), now

    def spend(self, count: int, now: float) -> bool:
        """Whether `count` more commands are allowed at `now` (seconds)."""
        self._left = min(float(COMMANDS), self._left + (now - self._then) * COMMANDS_A_SECOND) - count
        self._then = now
        return self._left >= 0


class _Writer(TelnetWriter):  # type: ignore[misc]
    """telnetlib3's option bookkeeping, narrowed to the options we use."""

    slc_simulated = False
    corked: bytearray | None = None

    def send_iac(self, buf: bytes) -> None:
        """Commands of one moment leave in one packet."""
        if self.corked is None:
            super().send_iac(buf)
        else:
            self.corked += buf

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """What is sent inside leaves at its end."""
        self.corked = bytearray()
        try:
            yield
        finally:
            commands, self.corked = bytes(self.corked), None
            if commands:
                super().send_iac(commands)

    def handle_do(self, opt: bytes) -> bool:
        if opt in WE_DO:
            return bool(super().handle_do(opt))
        self.iac(WONT, opt)
        return False

    def handle_will(self, opt: bytes) -> None:
        if opt in WE_READ:
            super().handle_will(opt)
        else:
            self.iac(DONT, opt)

    def handle_wont(self, opt: bytes) -> None:
        if opt in WE_READ:
            super().handle_wont(opt)

    def handle_dont(self, opt: bytes) -> None:
        if opt in WE_DO:
            super().handle_dont(opt)

    def handle_subnegotiation(self, buf: Any) -> None:
        if buf[0] in WE_READ:
            # Else a CHARSET answer would let the client choose the codec of its variables.
            self.environ_encoding = "latin-1"
            super().handle_subnegotiation(buf)

    def request_environ(self) -> bool:
        return self.protocol is not None and self.protocol.may_ask_environ and super().request_environ()


class _Intake:
    """Stands where telnetlib3 wants its reader: bytes go on to the wire, with no buffer."""

    __slots__ = ("take",)

    def __init__(self) -> None:
        self.take: Any = None

    def feed_data(self, data: bytes) -> None:
        self.take(data)

    def feed_eof(self) -> None:
        pass

    def set_exception(self, error: Exception) -> None:
        pass

    def exception(self) -> None:
        return None


class _Wire(TelnetServer):  # type: ignore[misc]
    """One connection: telnetlib3's protocol with our beginning, our limits and our end."""

    def __init__(self, listener: TelnetListener) -> None:
        loop = asyncio.get_running_loop()
        nobody_waits: asyncio.Future[None] = loop.create_future()
        nobody_waits.set_result(None)
        super().__init__(
            encoding=False,
            timeout=0,
            compression=False,
            reader_factory=_Intake,
            writer_factory=_Writer,
            _waiter_connected=nobody_waits,
        )
        self._listener = listener
        self._loop = loop
        self._starting: asyncio.TimerHandle | None = None
        self._begun = self._answered = self._finishing = False
        self._names: list[str] = []
        self._mtts = False
        self._unended = 0
        self._budget = Budget(loop.time())
        self._enter = Enter()
        self.may_ask_environ = False
        self.size: tuple[int, int] | None = None
        self.charset = ""
        self.environ: dict[str, str] = {}
        self.handle = ""
        self.gone = asyncio.Event()
        self.inbox = Inbox(self._stop_reading, self._go_on_reading)
        self.valve = Valve(listener.send_seconds, self._too_slow)
        self._reading_stopped = 0

    # -- the connection ------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.reader.take = self._typed
        self.socket = transport
        self.address = clean.address(transport.get_extra_info("peername"))
        transport.set_write_buffer_limits(high=HIGH_WATER, low=LOW_WATER)
        keep_alive(transport.get_extra_info("socket"))
        for command, key in KEYS.items():
            self.writer.set_iac_callback(command, lambda _, key=key: self._typed(key))
        self.writer.set_ext_send_callback(CHARSET, choose_charset)
        self._listener.wires.add(self)

    def begin_negotiation(self) -> None:
        """Everything we offer and ask, in one packet; what the client says may come late."""
        if self.socket.is_closing():
            return
        with self.writer.together():
            for command, option in OFFERS + QUESTIONS:
                self.writer.iac(command, option)
        self._starting = self._loop.call_later(self._listener.connect_seconds, self._begin)

    def data_received(self, data: bytes) -> None:
        commands = data.count(255)
        if self._finishing:
            pass
        elif commands and not self._budget.spend(commands, self._loop.time()):
            self._refuse("too many telnet commands")
        elif not commands and not self.writer.is_oob:
            super().data_received(data)
        else:
            self._answered = True
            with self.writer.together():
                self._commands_received(data)

    def _commands_received(self, data: bytes) -> None:
        for start in range(0, len(data), LONGEST_ANSWER // 2):
            piece = data[start : start + LONGEST_ANSWER // 2]
            super().data_received(piece)
            self._unended = self._unended + len(piece) if self.writer.is_oob else 0
            if self._unended > LONGEST_ANSWER:
                return self._refuse("a telnet command without end")
        return self._look()

    def eof_received(self) -> None:
        """The caller closed: the transport sends what it has and closes as well."""
        self.inbox.end("hung up")

    def connection_lost(self, exc: Exception | None) -> None:
        if self.gone.is_set():
            return
        self.inbox.end("hung up" if exc is None else "line lost")
        self.valve.break_open()
        self.gone.set()
        if self._starting is not None:
            self._starting.cancel()
        self._listener.wires.discard(self)
        super().connection_lost(exc)
        self.writer.close()

    def finish(self) -> None:
        """Sends what waits, then the end of our side; the caller's own end closes the line.

        Closing at once would make a RESET of any key on its way, which can take the last
        screen with it.
        """
        self._finishing = True
        self.inbox.end("hung up by the board")
        if not self.socket.is_closing():
            self.socket.resume_reading()
            self.socket.write_eof()

    def abort(self, reason: str) -> None:
        """Ends the line now, whatever still waits to be sent."""
        self.inbox.end(reason)
        self.socket.abort()

    def _refuse(self, reason: str) -> None:
        log.warning("hang-up telnet from %s: %s", self.address, reason)
        self.abort(reason)

    # -- flow ------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        self.valve.shut()
        self._stop_reading()

    def resume_writing(self) -> None:
        self.valve.open()
        self._go_on_reading()

    def _too_slow(self) -> None:
        self._refuse("too slow to take what was sent")

    def _stop_reading(self) -> None:
        self._reading_stopped += 1
        if not self.socket.is_closing():
            self.socket.pause_reading()

    def _go_on_reading(self) -> None:
        self._reading_stopped -= 1
        if not self._reading_stopped and not self.socket.is_closing():
            self.socket.resume_reading()

    # -- what the client says of itself ------------------------------------------------------

    @property
    def term(self) -> str:
        """The terminal's name: of a MUD client's list the second, else the first."""
        return self._names[min(self._mtts, len(self._names) - 1)] if self._names else ""

    def on_ttype(self, ttype: str) -> None:
        name = clean.term_name(ttype)
        fresh = bool(name) and name not in self._names and len(self._names) < CYCLE
        if name.startswith("mtts ") and name[5:].isdigit():
            self._mtts, fresh = True, False
            self.environ["MTTS"] = name[5:]
            if int(name[5:]) & MTTS_UTF8:
                self.on_charset("utf-8")
        if fresh:
            self._names.append(name)
        if self._mtts or len(self._names) == 1:
            self._tell(Term(self.term))
        if name != "ansi" or len(self._names) > 1 or not fresh:
            self._ask_environ()
        if fresh:
            self.writer.request_ttype()

    def on_naws(self, rows: int, cols: int) -> None:
        size = clean.window(cols, rows)
        if size and size != self.size:
            self.size = size
            self._tell(Resized(*size))

    def on_charset(self, charset: str) -> None:
        name = clean.charset_name(charset)
        if name and name != self.charset:
            self.charset = name
            self._tell(Charset(name))

    def on_environ(self, mapping: dict[str, str]) -> None:
        self.environ.update(clean.chosen(mapping, frozenset(VARIABLES)))
        self.handle = clean.printable(mapping.get("USER", "")) or self.handle
        self.on_charset(clean.charset_of_locale(self.environ) or self.environ.get("CHARSET", ""))

    def on_request_environ(self) -> list[str | bytes]:
        microsoft = self._names[:2] == ["ansi", "vt100"]
        return [*VARIABLES] if microsoft else ["USER", *VARIABLES]

    def on_request_charset(self) -> list[str]:
        return ["UTF-8", "CP437", "IBM437", "US-ASCII"]

    def _ask_environ(self) -> None:
        if not self.may_ask_environ:
            self.may_ask_environ = True
            self.writer.request_environ()

    def _tell(self, event: LineEvent) -> None:
        if self._begun:
            self.inbox.put(event)

    # -- the call ----------------------------------------------------------------------------

    def _typed(self, data: bytes) -> None:
        self._begin()
        self.inbox.data(self._enter.feed(data))

    def _look(self) -> None:
        if self._begun or self.socket.is_closing():
            return
        pending = self.writer.pending_option
        if not (pending.get(DO + TTYPE) or pending.get(SB + TTYPE)):
            self._ask_environ()
        if not any(pending.values()):
            self._begin()

    def _begin(self) -> None:
        if self._begun or self.inbox.ended:
            return
        self._begun = True
        if self._starting is not None:
            self._starting.cancel()
        self._listener.calls.begin(TelnetLine(self, self._hints()))

    def _hints(self) -> Hints:
        cols, rows = self.size or (None, None)
        return Hints(
            kind="telnet",
            address=self.address,
            term=self.term,
            cols=cols,
            rows=rows,
            charset=self.charset,
            handle=self.handle,
            settled=self._answered and not any(self.writer.pending_option.values()),
            environ=dict(self.environ),
        )


class TelnetLine:
    """A telnet call's line (see `door.session.line`)."""

    def __init__(self, wire: _Wire, hints: Hints) -> None:
        self._wire = wire
        self._hints = hints

    @property
    def hints(self) -> Hints:
        """What was known when the call began."""
        return self._hints

    async def receive(self) -> LineEvent:
        """The next thing that happens."""
        return await self._wire.inbox.receive()

    async def send(self, data: bytes) -> None:
        """Sends, waiting while the caller is slow; LostCaller when gone or too slow."""
        wire = self._wire
        if ended := wire.inbox.ended:
            raise LostCaller(ended.reason)
        wire.writer.write(data)
        await wire.valve.passable()
        if ended := wire.inbox.ended:
            raise LostCaller(ended.reason)

    async def hang_up(self) -> None:
        """Sends what waits and closes; a caller who does not close too is cut off after 3 s."""
        if self._wire.gone.is_set():
            return
        self._wire.finish()
        try:
            async with asyncio.timeout(LINGER_SECONDS):
                await self._wire.gone.wait()
        except TimeoutError:
            pass
        finally:
            self._wire.abort("hung up by the board")


class TelnetListener:
    """Answers telnet calls on one address.

    `on_call` runs each call.  `connect_seconds` is how long a client that answers nothing
    is waited for, `send_seconds` how long a caller may leave what was sent untaken.
    """

    def __init__(
        self,
        host: str,
        port: int,
        on_call: OnCall,
        *,
        connect_seconds: float = 1.0,
        send_seconds: float = 30.0,
    ) -> None:
        self._host, self._port = host, port
        self.connect_seconds, self.send_seconds = connect_seconds, send_seconds
        self.calls = Calls(on_call)
        self.wires: set[_Wire] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> tuple[str, int]:
        """Listens; the address and the real port.  OSError where that cannot be had."""
        # Its warnings are what clients send us, each worth a line to whoever sends them.
        logging.getLogger("telnetlib3").setLevel(logging.CRITICAL)
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Wire(self), self._host, self._port, backlog=1024)
        host, port = self._server.sockets[0].getsockname()[:2]
        return str(host), int(port)

    async def close(self) -> None:
        """Takes no more calls and ends those that are left."""
        if self._server is not None:
            self._server.close()
        await self.calls.end()
        for wire in list(self.wires):
            wire.abort("the board is closing")


def choose_charset(offered: list[str]) -> str | None:
    """Of the sets a client offers, the one we speak best, as it spelt it; None for none."""
    known = {clean.charset_name(name): name for name in reversed(offered)}
    return next((known[name] for name in ("utf-8", "cp437", "ascii") if name in known), None)


def keep_alive(sock: socket.socket | None) -> None:
    """Lets the kernel find callers who vanished without a word, within about two minutes."""
    if sock is None:
        return
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 15), ("TCP_KEEPCNT", 4)):
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    # A telnet "synch" marks its place with an urgent byte: kept in line, it stays a command.
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)
