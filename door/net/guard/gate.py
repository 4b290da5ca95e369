"""The gate that every connection passes first. It limits how often an address connects and how many
connections there are, and gives the addresses their turns.

Guarantees: a flood costs us an accept, a count and a close for each connection. It gets no answer, since its
sender doesn't read. Memory stays bounded, however many addresses connect. Each pass of the event loop does
little for callers who have not logged on, one thing for each address, so everybody's keys are served. A
person who redials by hand is let in.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import resource
import socket
from collections import deque
from collections.abc import Callable, Hashable, Iterable
from itertools import islice
from typing import Any, Final, Protocol

from door.net.guard.strangers import Strangers
from door.records.access.failed_logons import block_of

MINUTE: Final = 60.0
ADDRESSES: Final = 10_000
"""Most addresses whose connections are counted."""

QUEUED: Final = 1000
"""Most connections of an address that wait to be let in."""

AT_ONCE: Final = 4
"""Most things done in a pass of the event loop, at about a millisecond each."""

OUT_OF_FILES: Final = (errno.EMFILE, errno.ENFILE)
"""The system's errors for a process without descriptors."""

MOST: Final = 4000
"""Most connections, unless the sysop wants more nodes."""

FILES: Final = 150
"""Descriptors that the board needs besides its calls: journal, log, workers, commands."""

BACKLOG: Final = 1024
"""Connections that the kernel queues for us."""

ACCEPTED: Final = 16
"""Connections to accept in one pass of the event loop."""

MANY: Final = 1 << 20
"""A number that means "no limit"."""


def nobody(address: str) -> bool:
    """Make no address an exception."""
    return False


class ConnectRate:
    """Counts connections by address, an IPv6 address as its /64, in seconds of a clock that doesn't jump.

    An address may connect `per_minute` times at once (0 for no limit), and then as often as a minute has room
    again. Each connection costs the `per_minute`th part of a minute, and nobody may owe more than a minute.
    `spared` addresses, such as a proxy's, are not counted.
    """

    def __init__(self, per_minute: Callable[[], int], spared: Callable[[str], bool]) -> None:
        self._per_minute, self._spared = per_minute, spared
        self._paid: dict[str, float] = {}  # when each address will owe nothing

    def __len__(self) -> int:
        return len(self._paid)

    def admits(self, address: str, time: float) -> bool:
        """Count a connection; return False if it is one too many."""
        limit = self._per_minute()
        if not limit or self._spared(address):
            return True
        block = block_of(address)
        paid = max(self._paid.pop(block, time), time)
        admitted = paid - time <= MINUTE - MINUTE / limit + 1e-6
        self._paid[block] = paid + MINUTE / limit if admitted else paid
        if len(self._paid) > ADDRESSES:
            del self._paid[next(iter(self._paid))]  # the oldest
        return admitted


class Pace:
    """Gives every address (of IPv6, every /64) its turns. A turn is a pass of the event loop."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[Callable[[], None]]] = {}  # next address first
        self._served: set[str] = set()  # in this pass

    def waiting(self, address: str) -> int:
        """Return how many things of that address wait for their turn."""
        return len(self._queues.get(block_of(address), ()))

    def when_due(self, address: str, act: Callable[[], None]) -> None:
        """Do something now, or when the address has its turn."""
        block = block_of(address)
        if len(self._served) >= AT_ONCE or block in self._served or block in self._queues:
            self._queues.setdefault(block, deque()).append(act)
        else:
            self._serve(block, act)

    async def wait_turn(self, address: str) -> None:
        """Return when the address has its turn: at once, or in a later pass."""
        due: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def come() -> None:
            if not due.done():
                due.set_result(None)

        self.when_due(address, come)
        await due

    def _serve(self, block: str, act: Callable[[], None]) -> None:
        if not self._served:
            asyncio.get_running_loop().call_soon(self._next)
        self._served.add(block)
        act()

    def _next(self) -> None:
        """Begin the next pass: the addresses that have waited longest have their turns."""
        self._served.clear()
        for block in [*islice(self._queues, AT_ONCE)]:
            queue = self._queues.pop(block)
            act = queue.popleft()
            if queue:
                self._queues[block] = queue
            self._serve(block, act)


class Owner(Protocol):
    """Whoever closes a connection, such as its listener."""

    def drop(self, connection: Any, address: str) -> None: ...


class Gate:
    """The gate that all listeners share: an address may connect `per_minute` times (0 for no limit) unless it
    is `spared`, and there may be `most()` connections.

    If it is full, a connection without a call makes room for one from a network with fewer of them. So idle
    and half-open connections keep nobody out, whatever they speak.
    """

    def __init__(
        self, per_minute: Callable[[], int] = lambda: 0, spared: Callable[[str], bool] = nobody
    ) -> None:
        self.spared, self.pace = spared, Pace()
        self.most: Callable[[], int] = lambda: MOST
        self._rate = ConnectRate(per_minute, spared)
        self._calls: set[Hashable] = set()
        self._waiting: Strangers[Hashable] = Strangers(lambda connection: True)
        self._owners: dict[Hashable, Owner] = {}

    def __len__(self) -> int:
        return len(self._owners)

    def comes_too_often(self, address: str) -> bool:
        """Count a connection of that address; return True if it is one too many."""
        time = asyncio.get_running_loop().time()
        return self.pace.waiting(address) >= QUEUED or not self._rate.admits(address, time)

    def enter(self, connection: Hashable, address: str, owner: Owner) -> bool:
        """Count an open connection. False if there are too many, and none of them makes room."""
        if connection not in self._owners:
            if len(self._owners) >= self.most() and not self._make_room(address):
                return False
            self._owners[connection] = owner
        self.place(connection, address)
        return True

    def _make_room(self, address: str) -> bool:
        leaving = self._waiting.who_makes_room(address, False, asyncio.get_running_loop().time())
        if leaving is None:
            return False
        at, owner = self._waiting.address_of(leaving), self._owners[leaving]
        self.leave(leaving)
        owner.drop(leaving, at)
        return True

    def place(self, connection: Hashable, address: str) -> None:
        """Note the address of a connection without a call: its own, or the one that a proxy names."""
        if connection in self._owners and connection not in self._calls:
            self._waiting.discard(connection)
            self._waiting.add(connection, address, asyncio.get_running_loop().time())

    def begin_call(self, connection: Hashable) -> None:
        """Note that the connection has a call. The nodes limit those."""
        if connection in self._owners:
            self._waiting.discard(connection)
            self._calls.add(connection)

    def hand_on(self, connection: Hashable, to: Hashable) -> None:
        """Count another object as that connection."""
        owner, address = self._owners[connection], self._waiting.address_of(connection)
        self.leave(connection)
        self._owners[to] = owner
        self.place(to, address)

    def leave(self, connection: Hashable) -> None:
        """Note that the connection is closed."""
        self._owners.pop(connection, None)
        self._calls.discard(connection)
        self._waiting.discard(connection)


# -- descriptors, so that a flood leaves some for the board's own files


def files_for(nodes: int) -> int:
    """Return how many open files that many calls may need: a connection and a game each, and spare ones."""
    return 2 * nodes + FILES


def most_connections(files: int, nodes: int) -> int:
    """Return how many connections so many open files allow, with enough left for games and the board."""
    return min(max(MOST, 2 * nodes), max(files // 4, files - nodes - FILES))


def most_files() -> int:
    """Return how many open files this process may have at most."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return MANY if hard == resource.RLIM_INFINITY else hard


def raise_limit() -> int:
    """Let this process have as many open files as its hard limit allows; return how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # the hard limit may exceed the kernel's
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return MANY if soft == resource.RLIM_INFINITY else soft


def deepen(sockets: Iterable[socket.socket]) -> None:
    """Let the kernel queue `BACKLOG` connections. asyncio accepts as many at once as its backlog."""
    for one in sockets:
        with socket.socket(fileno=os.dup(one.fileno())) as same:
            same.listen(BACKLOG)
