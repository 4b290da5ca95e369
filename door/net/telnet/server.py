"""Callers by telnet. telnetlib3 does the option bookkeeping; everything else is ours.

Of telnetlib3 we use only the public `TelnetWriter`, since its protocols and streams have no bounds.
"""

from __future__ import annotations

import contextlib
import logging
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from telnetlib3 import TelnetWriter
from telnetlib3.stream_writer import Option
from telnetlib3.telopt import (
    BINARY,
    CHARSET,
    DO,
    DONT,
    EC,
    ECHO,
    EL,
    IAC,
    IP,
    MSSP,
    NAWS,
    NEW_ENVIRON,
    SB,
    SGA,
    TM,
    TTYPE,
    WILL,
    WONT,
)

from door.net import sanitize
from door.net.calls import fault
from door.net.line import Charset, Data, EnterFilter, LineEvent, Term
from door.net.socketline import SocketListener, SocketWire

# -- options ---------------------------------------------------------------------------------------
#
# Options that we didn't ask for or offer are refused, and their contents are never parsed. Too many commands
# or too long a subnegotiation hangs up. While a client doesn't receive our answers, we don't read its
# questions.

log = logging.getLogger("door.net")

WE_DO: Final = frozenset([ECHO, SGA, BINARY, TM, CHARSET])
WE_READ: Final = frozenset([SGA, BINARY, TTYPE, NAWS, NEW_ENVIRON, CHARSET])
OFFERS: Final = ((WILL, ECHO), (WILL, SGA), (WILL, BINARY))
QUESTIONS: Final = ((DO, TTYPE), (DO, NAWS), (DO, SGA), (DO, BINARY), (DO, NEW_ENVIRON))
CHARSETS: Final = ("UTF-8", "CP437", "IBM437", "US-ASCII")
KEYS: Final = {IP: b"\x03", EC: b"\x08", EL: b"\x15"}
"""Commands that mean a key."""

LONGEST_ANSWER: Final = 4096
"""Most bytes of a command or subnegotiation without an end."""

COMMANDS, COMMANDS_A_SECOND = 600, 40.0
"""How many commands a client may send at once, and how many more each second."""

_COMMAND: Final = re.compile(
    rb"\xff(?:[\xfb-\xfe]."
    rb"|\xfa(\x1f.{4})\xff\xf0"
    rb"|\xfa(?!\x1f.\xff\x00.?\xff?\Z)"
    rb"([^\xff]*(?:\xff\xff[^\xff]*)*)(?:(\xff\xf0)|(?=\xff[\xfa-\xfe])|\xff[^\xff])"
    rb"|[^\xfa-\xfe])",
    re.DOTALL,
)
"""A whole command. Group 1 is the body of a window's size, in which some clients do not double a 255. Group
2 is the body of another subnegotiation, which may be cut off by another command."""


class Budget:
    """A budget of commands that grows back with time."""

    def __init__(self, now: float) -> None:
        self._left, self._then = float(COMMANDS), now

    def spend(self, count: int, now: float) -> bool:
        """True if `count` more commands are allowed at `now` (seconds)."""
        self._left = min(float(COMMANDS), self._left + (now - self._then) * COMMANDS_A_SECOND) - count
        self._then = now
        return self._left >= 0


def choose_charset(offered: list[str]) -> str | None:
    """Return the character set we speak best among those a client offers, as it spelt it, or None."""
    known = {sanitize.charset_name(name): name for name in reversed(offered)}
    return next((known[name] for name in ("utf-8", "cp437", "ascii") if name in known), None)


def _bytes(data: bytes) -> list[bytes]:
    return [data[at : at + 1] for at in range(len(data))]


class _OptionStates(Option):  # type: ignore[misc]
    """The options that are on. Skips the log text that telnetlib3 builds at each change."""

    __setitem__ = dict.__setitem__


class TelnetOptions(TelnetWriter):  # type: ignore[misc]
    """The options of one connection."""

    slc_simulated = False

    def __init__(self, transport: Any, client: _TelnetWire) -> None:
        self._asks_environ = self._has_told = False
        self._client = client
        self._corked: bytearray | None = None
        self.begun = b""  # the beginning of an unfinished command
        super().__init__(transport, None, server=True)
        for book in ("pending_option", "local_option", "remote_option"):
            setattr(self, book, _OptionStates(book, self.log))
        for command, key in KEYS.items():
            self.set_iac_callback(command, lambda _, key=key: client.type_data(key))
        self.set_ext_callback(NAWS, client.on_naws)
        self.set_ext_callback(TTYPE, client.on_ttype)
        self.set_ext_callback(NEW_ENVIRON, client.on_environ)
        self.set_ext_callback(CHARSET, client.on_charset)
        self.set_ext_offer_callback(NEW_ENVIRON, client.variables)
        self.set_ext_offer_callback(CHARSET, lambda: CHARSETS)
        self.set_ext_send_callback(CHARSET, choose_charset)

    def ask(self) -> None:
        """Send all our offers and questions in one packet; answers may come late."""
        with self.together():
            for command, option in OFFERS + QUESTIONS:
                self.iac(command, option)
            self.send_iac(IAC + WILL + MSSP)  # without a note of it: no call waits for the answer

    def ask_environ(self) -> None:
        """Ask for variables, now or once the client offers them, but only once."""
        if not self._asks_environ:
            self._asks_environ = True
            self.request_environ()

    def request_environ(self) -> bool:
        """Hold the request, which telnetlib3 makes when the client offers variables, until `ask_environ`."""
        return self._asks_environ and bool(super().request_environ())

    def close(self) -> None:
        """Close the writer, and release the client so that no reference cycle is left."""
        super().close()
        del self._client

    # -- what comes in ------------------------------------------------------------------------

    def feed(self, data: bytes) -> bool:
        """Execute the commands in `data`, and hand on the typed bytes between them; return False if a command
        is endless."""
        data, self.begun, at = self.begun + data, b"", 0
        while (begin := data.find(IAC, at)) >= 0:
            if typed := data[at:begin]:
                self._client.type_data(typed)
            command = _COMMAND.match(data, begin)
            at = command.end() if command else len(data)
            if command is None:
                self.begun = data[begin:]
            if at - begin > LONGEST_ANSWER:
                return False
            if command is not None:
                self._carry_out(command)
        if typed := data[at:]:
            self._client.type_data(typed)
        return True

    def _carry_out(self, command: re.Match[bytes]) -> None:
        whole, (size, body, end) = command[0], command.groups()
        try:
            if size:
                self.handle_subnegotiation(deque(_bytes(size)))
            elif end:  # at once, which is faster than byte by byte
                self.handle_subnegotiation(deque(_bytes(body.replace(IAC + IAC, IAC))))
            elif body is None and whole[2:] != IAC and [self.feed_byte(byte) for byte in _bytes(whole)][-1]:
                self._client.type_data(whole[1:])
        except Exception as error:  # the client breaks the protocol
            log.debug("telnet: %s", fault(error))

    def handle_do(self, opt: bytes) -> bool:
        if opt in WE_DO:
            return bool(super().handle_do(opt))
        told, self._has_told = self._has_told, self._has_told or opt == MSSP
        if opt != MSSP or not (status := self._client.status()):
            self.iac(WONT, opt)
        elif not told:
            self.local_option[MSSP] = True
            self.send_mssp(dict(status))
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
        self.environ_encoding = "latin-1"  # else a CHARSET answer would choose it
        if buf[0] in WE_READ:
            super().handle_subnegotiation(buf)

    # -- what goes out ------------------------------------------------------------------------

    def send_iac(self, buf: bytes) -> None:
        """Send a command, or keep it for the end of `together`."""
        if self._corked is None:
            super().send_iac(buf)
        else:
            self._corked += buf

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Send the commands inside in one packet at the end."""
        self._corked = bytearray()
        try:
            yield
        finally:
            commands, self._corked = bytes(self._corked), None
            if commands:
                super().send_iac(commands)


# -- callers ---------------------------------------------------------------------------------------
#
# - We ask for everything at once, in the first packet, and take answers in any order, at any time.
# - A call begins when the client has answered all, when the caller types, or after `connect_seconds`.
#   Later answers are events.
# - ENTER is CR NUL, CR LF or CR, split anywhere, and becomes CR. A bare LF stays.
# - Terminal types cycle: RFC 1091 says the best comes first, but MUD clients send name, terminal and
#   `MTTS bits`.
# - We ask for NEW-ENVIRON once the first type is known, because asking Microsoft's client (ANSI, then VT100)
#   for USER crashes it.

MTTS_UTF8: Final = 4
VARIABLES: Final = ("LANG", "LC_ALL", "COLORTERM", "CHARSET")
CYCLE: Final = 4
"""Most terminal types to ask a client for."""


class _TelnetWire(SocketWire):
    """A connection: its options, its limits and its end."""

    _listener: TelnetListener

    def __init__(self, listener: TelnetListener, address: str) -> None:
        super().__init__(listener, address)
        self._options: TelnetOptions
        self.later(listener.connect_seconds, self._begin)
        self._begun = False
        self._names: list[str] = []
        self._mtts = False
        self._said = b""
        self._budget = Budget(self._loop.time())
        self._enter = EnterFilter()
        self._charset = ""
        self._environ: dict[str, str] = {}
        self._handle = ""

    # -- the connection ------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._options = TelnetOptions(transport, self)
        if not transport.is_closing():
            self._options.ask()

    def data_received(self, data: bytes) -> None:
        commands = data.count(255)
        if self.finishing:
            return
        if not commands and not self._options.begun:
            self.type_data(data)
        elif not self._budget.spend(commands, self._loop.time()):
            self.refuse("too many telnet commands")
        else:
            with self._options.together():
                if self._options.feed(data):
                    self._look()
                else:
                    self.refuse("a telnet command without end")

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._options.close()

    def write(self, data: bytes) -> None:
        self.transport.write(data.replace(b"\xff", b"\xff\xff") if b"\xff" in data else data)

    # -- what the client says of itself ------------------------------------------------------

    @property
    def term(self) -> str:
        """Return the terminal's name: the second one that a MUD client sends, the first one of others."""
        return self._names[min(self._mtts, len(self._names) - 1)] if self._names else ""

    def on_ttype(self, ttype: str) -> None:
        name = sanitize.term_name(ttype)
        fresh = bool(name) and name not in self._names and len(self._names) < CYCLE
        if name.startswith("mtts ") and name[5:].isdecimal():
            self._mtts, fresh = True, False
            self._environ["MTTS"] = name[5:]
            if int(name[5:]) & MTTS_UTF8:
                self.on_charset("utf-8")
        if fresh:
            self._names.append(name)
        if self._mtts or len(self._names) == 1:
            self.tell(Term(self.term))
        if name != "ansi" or len(self._names) > 1 or not fresh:
            self._options.ask_environ()
        if fresh:
            self._options.request_ttype()

    def on_naws(self, rows: int, cols: int) -> None:
        self.resize(cols, rows)

    def on_charset(self, charset: str) -> None:
        name = sanitize.charset_name(charset)
        if name and name != self._charset:
            self._charset = name
            self.tell(Charset(name))

    def on_environ(self, mapping: dict[str, str]) -> None:
        self._environ.update(sanitize.pick_variables(mapping, frozenset(VARIABLES)))
        self._handle = sanitize.printable(mapping.get("USER", "")) or self._handle
        self.on_charset(sanitize.charset_of_locale(self._environ) or self._environ.get("CHARSET", ""))

    def variables(self) -> list[str]:
        """Return the environment variables to ask for."""
        microsoft = self._names[:2] == ["ansi", "vt100"]
        return [*VARIABLES] if microsoft else ["USER", *VARIABLES]

    def status(self) -> Mapping[str, str]:
        return self._listener.status()

    def tell(self, event: LineEvent) -> None:
        if self._begun:
            super().tell(event)

    # -- the call ----------------------------------------------------------------------------

    def type_data(self, data: bytes) -> None:
        if len(self._said) < LISTENED and not self._names and self.size is None:
            self._said += data[:LISTENED]
            if is_program(self._said):
                return self.refuse("a program, not a caller")
        if not self._begun:
            self._begin()
        return self.put(Data(self._enter.feed(data)))

    def _look(self) -> None:
        if self._begun or self.transport.is_closing():
            return
        pending = self._options.pending_option
        if not (pending.get(DO + TTYPE) or pending.get(SB + TTYPE)):
            self._options.ask_environ()
        if not any(pending.values()):
            self._begin()

    def _begin(self) -> None:
        if self._begun or self.ended:
            return
        self._begun = True
        self.stop_timer()
        self.hints = replace(
            self.hints, term=self.term, size=self.size, charset=self._charset, handle=self._handle,
            environ=dict(self._environ),
        )  # fmt: skip
        self.begin_call()
        self._listener.calls.begin(self)


@dataclass(eq=False)
class TelnetListener(SocketListener):
    """Answers telnet calls on one address (see `SocketListener`). A silent client gets `connect_seconds`.
    `status` returns what the board tells lists of boards by MSSP."""

    kind = "telnet"
    connect_seconds: float = 1.0
    status: Callable[[], Mapping[str, str]] = dict

    async def start(self) -> tuple[str, int]:
        # telnetlib3 warns about clients' data, so clients could fill the log.
        logging.getLogger("telnetlib3").setLevel(logging.CRITICAL)
        return await super().start()

    def wire(self, address: str) -> SocketWire:
        return _TelnetWire(self, address)


# -- programs that connect to every port ---------------------------------------------------------


LISTENED: Final = 512
"""Bytes at the beginning of a call that are checked."""

_PROTOCOL: Final = re.compile(
    rb"(?:GET|POST|HEAD|PUT|OPTIONS|CONNECT|PRI|DESCRIBE) \S+ (?:HTTP|RTSP|SIP)/|SSH-\d\.|"
    rb"\x16\x03|\x03\x00\x00|\x00\x00\x00.\xff?SMB|EHLO |HELO |USER \S+ \S+ |\{\"|\x04\x01|\x05\x01\x00"
)
_SHELL: Final = re.compile(
    rb"(?:^|[\r\n])(?:enable|shell|sh|linuxshell|bash|su|debug|start|config terminal|ping ;sh|cat /proc\S*.*"
    rb"|(?:cd|wget|curl|chmod|tftp|rm|echo|mount) .*|.*/bin/busybox.*|.*busybox .*)[\r\n]",
    re.I,
)


def is_program(said: bytes) -> bool:
    """True if the first bytes of a call are a program's: of another protocol, or for a shell that we never
    offered.

    People never notice. Only a client that has reported nothing about its terminal is checked, and people's
    programs report something. Nobody has to solve a riddle, so slow callers and screen readers are not kept
    out.
    """
    return bool(_PROTOCOL.match(said) or _SHELL.search(said))
