"""Callers by telnet. telnetlib3 does the option bookkeeping; everything else is ours.

- We ask for everything at once, in the first packet, and take answers in any order, at any time.
- A call begins when the client has answered all, when the caller types, or after `connect_seconds`.
  Later answers are events.
- We agree to and read only what we asked for. Too many commands or too long a subnegotiation hangs up. While
  a client doesn't receive our answers, we don't read its questions.
- ENTER is CR NUL, CR LF or CR, split anywhere, and becomes CR. A bare LF stays.
- Terminal types cycle: RFC 1091 says the best comes first, but MUD clients send name, terminal and
  `MTTS bits`.
- We ask for NEW-ENVIRON once the first type is known, because asking Microsoft's client (ANSI, then VT100)
  for USER crashes it.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from telnetlib3.telopt import DO, SB, TTYPE

from door.net import sanitize
from door.net.line import Charset, LineEvent, Term
from door.net.line_queue import EnterFilter
from door.net.socketline import SocketListener, SocketWire
from door.net.telnet.options import Budget, TelnetOptions

MTTS_UTF8: Final = 4
VARIABLES: Final = ("LANG", "LC_ALL", "COLORTERM", "CHARSET")
CYCLE: Final = 4
"""Most terminal types to ask a client for."""


class _TelnetWire(SocketWire):
    """A connection: its options, its limits and its end."""

    _listener: TelnetListener

    def __init__(self, listener: TelnetListener, address: str) -> None:
        super().__init__(listener, address)
        self._loop = asyncio.get_running_loop()
        self._options: TelnetOptions
        self._starting = self._loop.call_later(listener.connect_seconds, self._begin)
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
        self._starting.cancel()
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
        return self.data(self._enter.feed(data))

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
        self._starting.cancel()
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
