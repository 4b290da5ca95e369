"""Callers by rlogin (RFC 1282), whom other boards connect directly.

Guarantees: neither a port below 1024 nor the name in the greeting is trusted; `prove` authenticates. The
greeting is bounded in bytes and time.

A client sends NUL, a first name, NUL, a second name, NUL, its terminal and speed, NUL. In the RFC the names
are the user's there and here. Among boards the first is a password and the second the alias. A door is asked
for by a terminal "xtrn=DOOR". For clients that can't choose the terminal or the first name, the second may be
"DOOR:Alice" or "DOOR:PASSWORD:Alice". We answer one
NUL, and an urgent byte asks for the window's size. From then on the client sends it among the caller's
bytes: FF FF "ss", rows, columns and two sizes in pixels. Our side needs no escapes.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import socket
from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY, dataclass, replace
from typing import Final, NamedTuple

from door.net import sanitize
from door.net.calls import Calls, line_of, log_refusal
from door.net.line import CallLine, Data, EnterFilter, LostCaller, Resized
from door.net.socketline import SocketListener, SocketWire

log = logging.getLogger("door.net")

GREETING_SECONDS: Final = 10.0
LONGEST_GREETING: Final = 1024
SEND_WINDOW: Final = b"\x80"
ASK_AGAIN: Final = (0.5, 2.0)
"""Seconds to wait for a size before asking again. Old clients miss a question that comes right after the
answer to their greeting."""

_WINDOW: Final = re.compile(rb"\xff\xffss(........)", re.S)
_BEGUN: Final = re.compile(rb"\xff(?:\xff(?:s(?:s.{0,7})?)?)?\Z", re.S)


# -- the protocol, sans-IO ---------------------------------------------------------------


class Greeting(NamedTuple):
    """A client's greeting: two names, the terminal, and the door it asks for, if any."""

    first: str
    second: str
    term: str
    door: str = ""


class BadGreeting(Exception):
    """The client doesn't speak rlogin. The text says why."""


def read_greeting(data: bytes) -> tuple[Greeting, bytes] | None:
    """Return the greeting and the bytes after it, None while it is incomplete. Raises BadGreeting."""
    if data[:1] not in (b"", b"\0"):
        raise BadGreeting("it does not begin with NUL")
    parts = data.split(b"\0", 4)
    if len(parts) < 5:
        if len(data) > LONGEST_GREETING:
            raise BadGreeting("it has no end")
        return None
    first, second, term = (_text(part) for part in parts[1:4])
    name, _, wanted = term.partition("=")
    if name.lower() == "xtrn":
        return Greeting(first, second, "", sanitize.term_name(wanted.partition("/")[0])), parts[4]
    door, key, alias = _split_door(second) if ":" in second else ("", "", second)
    return Greeting(key or first, alias, sanitize.term_name(term.partition("/")[0]), door), parts[4]


def _split_door(second: str) -> tuple[str, str, str]:
    """Return the door, the key and the alias of "DOOR:Alice" or "DOOR:KEY:Alice"."""
    door, *rest = second.split(":", 2)
    return sanitize.term_name(door), rest[0] if len(rest) > 1 else "", rest[-1]


def _text(data: bytes) -> str:
    """Decode a name or password: UTF-8, or CP437 as boards have it."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp437")


class Windows:
    """Takes window sizes out of the caller's bytes, however they are cut."""

    def __init__(self) -> None:
        self._begun = b""

    def feed(self, data: bytes) -> list[Data | Resized]:
        """Return the typed bytes, with sizes in their places."""
        *pieces, last = _WINDOW.split(self._begun + data)
        begun = _BEGUN.search(last)
        self._begun = last[begun.start() :] if begun else b""
        events: list[Data | Resized] = []
        for at, piece in enumerate([*pieces, last[: len(last) - len(self._begun)]]):
            if at % 2:
                rows, cols = int.from_bytes(piece[:2], "big"), int.from_bytes(piece[2:4], "big")
                size = sanitize.window(cols, rows)
                events += [Resized(*size)] if size else []
            elif piece:
                events.append(Data(piece))
        return events


# -- a call ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RloginProof:
    """The caller's handle, whether it is authenticated, or why the call is refused."""

    handle: str = ""
    proved: bool = False
    refusal: str = ""


Prove = Callable[[str, str, str], Awaitable[RloginProof]]
"""`prove(alias, secret, address)` authenticates an alias and a password."""


class _RloginWire(SocketWire):
    _listener: RloginListener

    def __init__(self, listener: RloginListener, address: str) -> None:
        super().__init__(listener, address)
        self._hello = b""
        self.greeting: Greeting | None = None
        self._windows, self._enter = Windows(), EnterFilter()
        self.later(listener.greeting_seconds, self.refuse, "it does not say who calls")

    def data_received(self, data: bytes) -> None:
        if self.finishing:
            return
        if self.greeting is not None:
            self._read_typing(data)
            return
        self._hello += data
        try:
            found = read_greeting(self._hello)
        except BadGreeting as error:
            self.refuse(str(error))
            return
        if found:
            self.greeting, rest = found
            self._hello = b""
            self.stop_timer()
            self._listener.calls.begin(self)
            self._read_typing(rest)

    def _read_typing(self, data: bytes) -> None:
        for event in self._windows.feed(data):
            if isinstance(event, Data):
                self.put(Data(self._enter.feed(event.data)))
            else:
                self.resize(*event)

    def accept(self) -> None:
        """Answer the greeting, and ask for the window's size."""
        self.transport.write(b"\0")
        self._ask_size(ASK_AGAIN)

    def _ask_size(self, again: tuple[float, ...]) -> None:
        if again:
            self.later(again[0], self._unless_told, again[1:])
        with contextlib.suppress(OSError, ValueError):
            descriptor = os.dup(self.transport.get_extra_info("socket").fileno())
            with socket.socket(fileno=descriptor) as own:
                own.send(SEND_WINDOW, socket.MSG_OOB | socket.MSG_DONTWAIT)

    def _unless_told(self, again: tuple[float, ...]) -> None:
        if self.size is None and not self.finishing:
            self._ask_size(again)

    def log_on(self, greeting: Greeting, proof: RloginProof) -> None:
        """Set the call's hints after authentication."""
        handle = proof.handle if proof.proved else sanitize.printable(proof.handle)
        self.hints = replace(
            self.hints, term=greeting.term, size=self.size, handle=handle, proved=proof.proved,
            door=greeting.door,
        )  # fmt: skip


@dataclass(eq=False)
class RloginListener(SocketListener):
    """Answers rlogin calls on one address (see `SocketListener`). `prove` authenticates, and a greeting may
    take `greeting_seconds`."""

    kind = "rlogin"
    _: KW_ONLY
    prove: Prove
    greeting_seconds: float = GREETING_SECONDS

    def __post_init__(self) -> None:
        super().__post_init__()
        self.calls = Calls(self._admit)

    def wire(self, address: str) -> SocketWire:
        return _RloginWire(self, address)

    async def _admit(self, line: CallLine) -> None:
        """Authenticate the caller, and run the call."""
        assert isinstance(line, _RloginWire) and line.greeting is not None
        line.accept()
        proof = await self.prove(line.greeting.second, line.greeting.first, line.hints.address)
        line.log_on(line.greeting, proof)
        if proof.refusal:
            log_refusal(self.kind, line.hints.address, proof.refusal)
            with contextlib.suppress(LostCaller):
                await line.send(line_of(proof.refusal, ""))
        elif line.ended is None:
            line.begin_call()
            await self.on_call(line)
