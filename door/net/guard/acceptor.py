"""The way in of every connection: counted by its address, in that address's turn, and then under TLS where
the listener wants that. On a proxied listener a proxy names the address first.

Guarantees: a connection that is not let in gets no answer and costs one line in the log. Only a trusted
proxy may name callers, and only on a listener that asks for it. Nothing of the call is read here.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import ssl
from typing import TYPE_CHECKING, Any, Final

from door.net import sanitize
from door.net.calls import log_refusal

if TYPE_CHECKING:
    from door.net.socketline import SocketListener

TOO_OFTEN: Final = "connects too often"
TOO_MANY: Final = "too many connections"

HEAD_SECONDS: Final = 5.0
"""Seconds that a proxy has to name the caller."""

HANDSHAKE_SECONDS: Final = 10.0
CLOSING_SECONDS: Final = 3.0
"""Seconds for the beginning and for the end of TLS."""


class Acceptor(asyncio.BufferedProtocol):
    """A connection on its way in. It ends by handing the connection to the listener's own protocol."""

    def __init__(self, listener: SocketListener) -> None:
        self._listener, self._gate = listener, listener.gate
        self._transport: Any = None
        self._timer: asyncio.TimerHandle | None = None
        self._address = ""
        self._data = b""

    def connection_made(self, transport: Any) -> None:
        transport.pause_reading()
        self._transport = transport
        self._address = sanitize.address(transport.get_extra_info("peername"))
        if not self._address:  # the peer is gone already, as after a proxy's check of health
            transport.abort()
        elif not self._listener.proxied:
            self._knock()
        elif not self._gate.spared(self._address):
            self._turn_away("not a trusted proxy")
        elif self._enter():
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(HEAD_SECONDS, self._turn_away, "there is no PROXY head")
            transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection was lost before it was let in."""
        self._transport = None
        self._gate.leave(self)
        self._stop_timer()

    def abort(self, reason: str) -> None:
        self._stop_timer()
        if self._transport is not None:
            self._transport.abort()

    def _turn_away(self, why: str) -> None:
        self._stop_timer()
        log_refusal(self._listener.kind, self._address, why)
        self._transport.abort()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _enter(self) -> bool:
        if self._gate.enter(self, self._address, self._listener.drop):
            return True
        self._turn_away(TOO_MANY)
        return False

    def _knock(self) -> None:
        if self._listener.comes_too_often(self._address):
            self._turn_away(TOO_OFTEN)
        elif self._enter():
            self._gate.pace.when_due(self._address, self._let_in)

    # -- what the proxy says, and what is read too early (uvloop can't pause at the beginning)

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._listener.read if self._timer is None else self._listener.read[: missing(self._data)]

    def buffer_updated(self, nbytes: int) -> None:
        self._data += self._listener.read[:nbytes]
        if self._timer is None:
            if self._transport.get_protocol() is self:
                self._transport.pause_reading()
            return
        try:
            if missing(self._data):
                return
            caller = address_in(self._data)
        except BadHead as error:
            self._turn_away(str(error))
            return
        self._transport.pause_reading()
        self._stop_timer()
        self._data = b""
        self._address = caller if caller == sanitize.UNKNOWN else sanitize.address((caller,)) or self._address
        self._knock()

    # -- in

    def _let_in(self) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        if self._listener.tls is None:
            self._hand_over(self._transport)
        else:
            self._listener.calls.keep(self._begin_tls(self._listener.tls()))

    async def _begin_tls(self, context: ssl.SSLContext) -> None:
        loop = asyncio.get_running_loop()
        starting = asyncio.ensure_future(
            loop.start_tls(
                self._transport, self, context, server_side=True,
                ssl_handshake_timeout=HANDSHAKE_SECONDS, ssl_shutdown_timeout=CLOSING_SECONDS,
            )
        )  # fmt: skip
        loop.call_soon(loop.call_soon, self._feed, self._transport)  # once it can take bytes
        try:
            transport = await starting
        except OSError as error:
            self._gate.leave(self)
            why = getattr(error, "reason", None) or "it has not ended"
            log_refusal(self._listener.kind, self._address, f"no TLS: {' '.join(str(why).split())}")
            return
        if transport is not None and not transport.is_closing():
            self._hand_over(transport)

    def _feed(self, transport: Any) -> None:
        """Give TLS the bytes that were read before it began."""
        data, self._data = self._data, b""
        tls = transport.get_protocol()
        while data and tls is not self and not transport.is_closing():
            room = tls.get_buffer(len(data))
            part = data[: len(room)]
            room[: len(part)] = part
            tls.buffer_updated(len(part))
            data = data[len(part) :]

    def _hand_over(self, transport: Any) -> None:
        wire = self._listener.wire(self._address)
        self._gate.hand_on(self, wire)
        transport.set_protocol(wire)
        wire.connection_made(transport)
        transport.resume_reading()
        if self._data:
            wire.data_received(self._data)


# -- what a proxy says ---------------------------------------------------------------------------


MARK: Final = b"\r\n\r\n\x00\r\nQUIT\n"
"""The first bytes of version 2."""

BINARY: Final = 16
"""Bytes of a binary head that say how long it is."""

LONGEST_LINE: Final = 107
LONGEST: Final = 1024
"""Most bytes of a line (version 1), and of a binary head with what else the proxy has to tell."""

SHORTEST: Final = len(b"PROXY UNKNOWN\r\n")

_LINE: Final = re.compile(r"PROXY TCP([46]) ([0-9a-fA-F:.]{3,45}) [0-9a-fA-F:.]{3,45} \d{1,5} \d{1,5}\r\n")
_SIZES: Final = {0x11: 4, 0x21: 16}
"""Bytes of an address, by family: TCP over IPv4 and over IPv6."""


class BadHead(Exception):
    """The proxy's head is malformed. The text says how."""


def missing(data: bytes) -> int:
    """Return how many bytes the head still has at least: 0 if it is complete. Raises BadHead."""
    if data.startswith(MARK):
        if len(data) < BINARY:
            return BINARY - len(data)
        whole = BINARY + int.from_bytes(data[14:16], "big")
        if whole > LONGEST:
            raise BadHead("the proxy's head is too long")
        return whole - len(data)
    begun = data[: len(MARK)]
    if not MARK.startswith(begun) and not b"PROXY ".startswith(begun[:6]):
        raise BadHead("there is no PROXY head")
    if len(data) >= SHORTEST and data.endswith(b"\r\n"):
        return 0
    if len(data) >= LONGEST_LINE:
        raise BadHead("the proxy's head is too long")
    return max(SHORTEST - len(data), 1 if data.endswith(b"\r") else 2)


def address_in(head: bytes) -> str:
    """Return the address that a complete head names, "" if the proxy calls for itself. Raises BadHead."""
    try:
        return _from_bytes(head) if head.startswith(MARK) else _from_line(head.decode("latin-1"))
    except ValueError:
        raise BadHead("the proxy's head names no address") from None


def _from_line(line: str) -> str:
    if line.startswith("PROXY UNKNOWN"):
        return sanitize.UNKNOWN
    if not (found := _LINE.fullmatch(line)):
        raise BadHead("the proxy's head is malformed")
    address = ipaddress.ip_address(found[2])
    if address.version != int(found[1]):
        raise BadHead("the proxy's head is malformed")
    return str(address)


def _from_bytes(head: bytes) -> str:
    if head[12] == 0x20:  # version 2, "LOCAL"
        return ""
    size = _SIZES.get(head[13], 0)
    if head[12] != 0x21 or len(head) < BINARY + 2 * size + 4:
        raise BadHead("the proxy's head is malformed")
    return str(ipaddress.ip_address(head[BINARY : BINARY + size]))
