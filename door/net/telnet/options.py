"""Telnet's options: the ones we use, and limits on what a hostile client can do with them.

Guarantees: telnetlib3 keeps the state of each option, and nothing else. Its public `TelnetWriter` is all
we use, since its protocols and streams have no bounds. Options that we didn't ask for or offer are
refused, and their contents are never parsed. No call here.
"""

from __future__ import annotations

import contextlib
import logging
import re
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, Final, Protocol

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
    SGA,
    TM,
    TTYPE,
    WILL,
    WONT,
)

from door.net import sanitize
from door.net.calls import fault

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


class TelnetClient(Protocol):
    """Receives typed bytes, and everything that the client reports about itself."""

    def type_data(self, data: bytes) -> None: ...
    def on_naws(self, rows: int, cols: int) -> None: ...
    def on_ttype(self, ttype: str) -> None: ...
    def on_environ(self, mapping: dict[str, str]) -> None: ...
    def on_charset(self, charset: str) -> None: ...
    def variables(self) -> list[str]:
        """The environment variables to ask for."""
        ...

    def status(self) -> Mapping[str, str]:
        """The board's variables for MSSP, by which lists of boards are made. Empty if it tells nothing."""
        ...


class _OptionStates(Option):  # type: ignore[misc]
    """The options that are on. Skips the log text that telnetlib3 builds at each change."""

    __setitem__ = dict.__setitem__


class TelnetOptions(TelnetWriter):  # type: ignore[misc]
    """The options of one connection."""

    slc_simulated = False

    def __init__(self, transport: Any, client: TelnetClient) -> None:
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
