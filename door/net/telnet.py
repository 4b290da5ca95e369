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
from typing import Any, Final

from telnetlib3 import TelnetServer
from telnetlib3.telopt import CHARSET, DO, SB, TTYPE

from door.net import clean
from door.net.bots import LISTENED, is_program
from door.net.doorman import Admits, Doorman, everybody
from door.net.inbox import Inbox, Valve
from door.net.knocks import of_crowd
from door.net.options import (
    KEYS,
    LONGEST_ANSWER,
    MTTS_UTF8,
    OFFERS,
    QUESTIONS,
    VARIABLES,
    Budget,
    Enter,
    Intake,
    Writer,
    choose_charset,
    keep_alive,
)
from door.net.tasks import Calls, OnCall
from door.session.line import Charset, Hints, LineEvent, LostCaller, Resized, Term

log = logging.getLogger("door.net")

CYCLE: Final = 4
"""Terminal types that one client is asked for."""

HIGH_WATER, LOW_WATER = 16384, 4096
LINGER_SECONDS: Final = 3.0


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
            reader_factory=Intake,
            writer_factory=Writer,
            _waiter_connected=nobody_waits,
        )
        self._listener = listener
        self._loop = loop
        self._starting: asyncio.TimerHandle | None = None
        self._begun = self._answered = self._finishing = False
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
        if len(self._listener.wires) > self._listener.most:
            self.abort("too many connections")

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
        log.warning("hang-up telnet from %s: %s", self.address, reason, extra=of_crowd(self.address))
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
        if len(self._said) < LISTENED and not self._names and self.size is None:
            self._said += data[:LISTENED]
            if is_program(self._said):
                return self._refuse("a program, not a caller")
        self._begin()
        return self.inbox.data(self._enter.feed(data))

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
    is waited for, `send_seconds` how long a caller may leave what was sent untaken.  Beyond
    `most` connections new ones are dropped without a word, so that descriptors are left, and so
    are those that `admits` does not let in.
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
    ) -> None:
        self._host, self._port, self._admits = host, port, admits
        self.most = most
        self.connect_seconds, self.send_seconds = connect_seconds, send_seconds
        self.calls = Calls(on_call)
        self.wires: set[_Wire] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> tuple[str, int]:
        """Listens; the address and the real port.  OSError where that cannot be had."""
        # Its warnings are what clients send us, each worth a line to whoever sends them.
        logging.getLogger("telnetlib3").setLevel(logging.CRITICAL)
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: Doorman("telnet", self._admits, lambda: _Wire(self)), self._host, self._port, backlog=1024
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
