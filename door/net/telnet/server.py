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
import logging
from typing import Any, ClassVar, Final

from telnetlib3 import TelnetServer
from telnetlib3.telopt import DO, SB, TTYPE

from door.net import sanitize
from door.net.calls import Calls, OnCall
from door.net.enter import Enter
from door.net.guard.accept import Acceptor, Admits, everybody
from door.net.guard.bots import LISTENED, is_program
from door.net.guard.pace import Pace
from door.net.line import Charset, Hints, LineEvent, Resized, Term
from door.net.socketline import SocketWire, WireLine
from door.net.telnet.options import (
    COMMON,
    LONGEST_ANSWER,
    MTTS_UTF8,
    OFFERS,
    QUESTIONS,
    VARIABLES,
    Budget,
    Intake,
    Writer,
    slim,
)

log = logging.getLogger("door.net")

CYCLE: Final = 4
"""Terminal types that one client is asked for."""


class _Wire(SocketWire, TelnetServer):  # type: ignore[misc]
    """One connection: telnetlib3's protocol with our beginning, our limits and our end."""

    # Ours, and telnetlib3's that differ from one connection to the next (see `Writer`).
    __slots__ = (
        "_begun", "_budget", "_enter", "_last_received", "_listener", "_loop", "_mtts", "_names",
        "_rx_bytes", "_said", "_starting", "_tls_checked", "_transport", "_ttype_count", "_tx_bytes",
        "_unended", "_waiter_connected", "_when_connected", "charset", "environ", "handle",
        "may_ask_environ", "reader", "size", "waiter_encoding", "writer",
    )  # fmt: skip

    kind = "telnet"
    _tasks: ClassVar[list[Any]] = []
    _extra: ClassVar[dict[str, Any]] = {"timeout": 0}
    _drain_waiters = ()  # nobody drains: slow callers wait at the valve

    def __init__(self, listener: TelnetListener) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(
            encoding=False,
            timeout=0,
            compression=False,
            reader_factory=Intake,
            writer_factory=Writer,
            _waiter_connected=listener.nobody_waits,
        )
        self.waiter_encoding = listener.nobody_waits
        self._rx_bytes = self._tx_bytes = 0
        self._tls_checked = False
        self._listener = listener
        self._loop = loop
        self._starting: asyncio.TimerHandle | None = None
        self._begun = False
        self._names: list[str] = []
        self._mtts = False
        self._unended = 0
        self._said = b""
        self._budget = Budget(loop.time())
        self._enter = Enter()
        self.may_ask_environ = False
        self.size: tuple[int, int] | None = None
        self.charset = ""
        self.environ: dict[str, str] = {}
        self.handle = ""
        self._wire_up(listener)

    # -- the connection ------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        slim(self.writer, COMMON)
        self.reader.take = self.writer.typed = self._typed
        slim(self, _COMMON)
        self._connected(transport)

    def begin_negotiation(self) -> None:
        """Everything we offer and ask, in one packet; what the client says may come late."""
        if self.transport.is_closing():
            return
        with self.writer.together():
            for command, option in OFFERS + QUESTIONS:
                self.writer.iac(command, option)
        self._starting = self._loop.call_later(self._listener.connect_seconds, self._begin)

    def data_received(self, data: bytes) -> None:
        commands = data.count(255)
        if self.finishing:
            pass
        elif commands and not self._budget.spend(commands, self._loop.time()):
            self.refuse("too many telnet commands")
        elif not commands and not self.writer.is_oob:
            (self._typed if self._begun else super().data_received)(data)
        else:
            with self.writer.together():
                self._commands_received(data)

    def _commands_received(self, data: bytes) -> None:
        for start in range(0, len(data), LONGEST_ANSWER // 2):
            piece = data[start : start + LONGEST_ANSWER // 2]
            super().data_received(piece)
            self._unended = self._unended + len(piece) if self.writer.is_oob else 0
            if self._unended > LONGEST_ANSWER:
                return self.refuse("a telnet command without end")
        return self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.gone.is_set():
            return
        self._disconnected(exc)
        if self._starting is not None:
            self._starting.cancel()
        super().connection_lost(exc)
        self.writer.close()
        self.reader.close()

    def write(self, data: bytes) -> None:
        """Sends, with the one byte doubled that would be a command."""
        self.transport.write(data.replace(b"\xff", b"\xff\xff") if b"\xff" in data else data)

    # -- what the client says of itself ------------------------------------------------------

    @property
    def term(self) -> str:
        """The terminal's name: of a MUD client's list the second, else the first."""
        return self._names[min(self._mtts, len(self._names) - 1)] if self._names else ""

    def on_ttype(self, ttype: str) -> None:
        name = sanitize.term_name(ttype)
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
        size = sanitize.window(cols, rows)
        if size and size != self.size:
            self.size = size
            self._tell(Resized(*size))

    def on_charset(self, charset: str) -> None:
        name = sanitize.charset_name(charset)
        if name and name != self.charset:
            self.charset = name
            self._tell(Charset(name))

    def on_environ(self, mapping: dict[str, str]) -> None:
        self.environ.update(sanitize.chosen(mapping, frozenset(VARIABLES)))
        self.handle = sanitize.printable(mapping.get("USER", "")) or self.handle
        self.on_charset(sanitize.charset_of_locale(self.environ) or self.environ.get("CHARSET", ""))

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
            self.queue.put(event)

    # -- the call ----------------------------------------------------------------------------

    def _typed(self, data: bytes) -> None:
        if len(self._said) < LISTENED and not self._names and self.size is None:
            self._said += data[:LISTENED]
            if is_program(self._said):
                return self.refuse("a program, not a caller")
        self._begin()
        return self.queue.data(self._enter.feed(data))

    def _look(self) -> None:
        if self._begun or self.transport.is_closing():
            return
        pending = self.writer.pending_option
        if not (pending.get(DO + TTYPE) or pending.get(SB + TTYPE)):
            self._ask_environ()
        if not any(pending.values()):
            self._begin()

    def _begin(self) -> None:
        if self._begun or self.queue.ended:
            return
        self._begun = True
        if self._starting is not None:
            self._starting.cancel()
            self._starting = None
        self._listener.calls.begin(WireLine(self, self._hints()))

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
            environ=dict(self.environ),
        )


_COMMON: Final = frozenset(vars(_Wire))


class TelnetListener:
    """Answers telnet calls on one address.

    `on_call` runs each call.  `connect_seconds` is how long a client that answers nothing
    is waited for, `send_seconds` how long a caller may leave what was sent untaken.  Beyond
    `most` connections new ones are dropped without a word, so that descriptors are left, and so
    are those that `admits` does not let in; those of one address take turns at `pace`.
    """

    def __init__(
        self,
        host: str,
        port: int,
        on_call: OnCall,
        *,
        connect_seconds: float = 1.0,
        send_seconds: float = 30.0,
        most: int = 4000,
        admits: Admits = everybody,
        pace: Pace | None = None,
    ) -> None:
        self._host, self._port, self._admits, self._pace = host, port, admits, pace or Pace()
        self.most = most
        self.connect_seconds, self.send_seconds = connect_seconds, send_seconds
        self.calls = Calls(on_call)
        self.wires: set[_Wire] = set()
        self.nobody_waits: asyncio.Future[None]
        self._server: asyncio.Server | None = None

    async def start(self) -> tuple[str, int]:
        """Listens; the address and the real port.  OSError where that cannot be had."""
        # Its warnings are what clients send us, each worth a line to whoever sends them.
        logging.getLogger("telnetlib3").setLevel(logging.CRITICAL)
        loop = asyncio.get_running_loop()
        self.nobody_waits = loop.create_future()
        self.nobody_waits.set_result(None)
        self._server = await loop.create_server(
            lambda: Acceptor("telnet", self._admits, self._pace, lambda: _Wire(self)),
            self._host,
            self._port,
            backlog=1024,
        )
        host, port = self._server.sockets[0].getsockname()[:2]
        return str(host), int(port)

    async def close(self) -> None:
        """Takes no more calls and ends those that are left."""
        if self._server is not None:
            self._server.close()
        await self.calls.end()
        for wire in list(self.wires):
            wire.abort("the board is closing")
