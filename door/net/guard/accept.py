"""Who meets a connection before anything is made for it.

Law: a connection that comes too often costs an accept, a count and a close.  It gets no word:
whoever floods does not read, and each word would be one more packet of ours.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from door.net import sanitize
from door.net.calls import refused
from door.net.guard.connect_rate import TOO_OFTEN
from door.net.guard.connections import TOO_MANY, Connections
from door.net.guard.pace import MOST, Pace

Admits = Callable[[str], bool]
"""Counts a connection of that address; False where it is one too many."""


def everybody(address: str) -> bool:
    """No limit."""
    return True


def nobody(address: str) -> bool:
    """No exception."""
    return False


def turn_away(kind: str, address: str, why: str, connection: Any) -> None:
    """Drops a connection without a word; the log says why."""
    refused(kind, address, why)
    connection.abort()


class Acceptor(asyncio.Protocol):
    """Lets a connection in to the protocol that is made for it, when it is its address's turn, or
    closes it."""

    def __init__(
        self,
        kind: str,
        admits: Admits,
        pace: Pace,
        connections: Connections,
        protocol: Callable[[], asyncio.BufferedProtocol],
    ) -> None:
        self._kind, self._admits, self._pace, self._protocol = kind, admits, pace, protocol
        self._connections = connections
        self._transport: Any = None

    def connection_made(self, transport: Any) -> None:
        address = sanitize.address(transport.get_extra_info("peername"))
        if self._pace.waiting(address) >= MOST or not self._admits(address):
            turn_away(self._kind, address, TOO_OFTEN, transport)
            return
        if not self._connections.add(transport):
            turn_away(self._kind, address, TOO_MANY, transport)
            return
        self._transport = transport
        transport.pause_reading()
        self._pace.when_due(address, self._let_in)

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone before it was let in."""
        self._connections.discard(self._transport)
        self._transport = None

    def _let_in(self) -> None:
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        protocol = self._protocol()
        transport.set_protocol(protocol)
        protocol.connection_made(transport)
        transport.resume_reading()
