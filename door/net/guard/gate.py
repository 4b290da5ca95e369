"""The gate that every connection passes first. It limits how often an address connects and how many
connections there are, gives the addresses their turns, and chooses who makes room when the board is full.

Guarantees: a flood costs us an accept, a count and a close for each connection. It gets no answer, since its
sender doesn't read. Memory stays bounded, however many addresses connect. Each pass of the event loop does
little for callers who have not logged on, one thing for each address, so everybody's keys are served. A
person who redials by hand is let in.

Only connections that have not logged on make room. Networks have equal shares (the first 24 bits of IPv4, 64
of IPv6), and so have addresses within a network, so a few addresses can't keep callers from elsewhere out.
The choice takes as long as there are networks, not connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
import resource
import socket
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Generic, NamedTuple, TypeVar

from door.records.access.failed_logons import block_of

# -- who makes room --------------------------------------------------------------------------------

K = TypeVar("K", bound=Hashable)

LONG_SECONDS: Final = 30.0
"""Seconds after which a stranger may be dropped for one whose address has no more of them."""

WHOLE: Final = 24
"""Leading bits of an IPv4 network."""


@lru_cache(maxsize=4096)  # called for every connection of a flood
def network_of(address: str) -> str:
    """Return the network that shares its room: an IPv4 address's /24, an IPv6 address's /64."""
    try:
        network = ipaddress.ip_network(f"{address}/{WHOLE}", strict=False)
    except ValueError:
        return block_of(address)
    return str(network) if network.version == 4 else block_of(address)


class _Stranger(NamedTuple):
    """A connection's address, the network and the block that it counts for, and when it came."""

    address: str
    network: str
    block: str
    since: float


class Strangers(Generic[K]):
    """Connections that have not logged on, by a key of the owner's choice, oldest first; and which one makes
    room when the board is full. `silent(key)` is True if the client has not yet sent anything that people's
    clients send.

    The network with the most connections loses its oldest. The newcomer's address never gets
    more connections than the address that loses one. Among equals, a silent or a long-lasting connection
    makes room for a newcomer that talks.
    """

    def __init__(self, silent: Callable[[K], bool]) -> None:
        self._silent = silent
        self._here: dict[K, _Stranger] = {}
        self._networks: dict[str, dict[K, None]] = {}
        self._blocks: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._here)

    def __contains__(self, key: K) -> bool:
        return key in self._here

    def add(self, key: K, address: str, time: float) -> None:
        stranger = self._here[key] = _Stranger(address, network_of(address), block_of(address), time)
        self._networks.setdefault(stranger.network, {})[key] = None
        self._blocks[stranger.block] += 1

    def discard(self, key: K) -> None:
        """Remove a stranger who has gone or logged on, if they are here."""
        if stranger := self._here.pop(key, None):
            there = self._networks[stranger.network]
            del there[key]
            if not there:
                del self._networks[stranger.network]
            self._blocks -= Counter((stranger.block,))  # drops counts of zero

    def of(self, address: str) -> int:
        """Return how many strangers that address has (for IPv6, its /64)."""
        return self._blocks[block_of(address)]

    def address_of(self, key: K) -> str:
        """Return the address of a connected stranger."""
        return self._here[key].address

    def who_makes_room(self, address: str, tells: bool, time: float) -> K | None:
        """Return the stranger to drop for a newcomer from that address, or None. `tells` is True if the
        newcomer's client has reported something about its terminal."""
        network, own = network_of(address), self.of(address)
        here = self._size(network)
        largest = max((other for other in self._networks if other != network), key=self._size, default="")
        if self._size(largest) > here + 1:
            crowd = [*self._networks[largest]]
        else:
            crowd = [key for key in self._networks.get(network, ()) if self._crowd_of(key) > own + 1]
        if crowd:
            return max(crowd, key=lambda key: (self._crowd_of(key), self._silent(key)))
        for key, stranger in self._here.items():
            is_near = stranger.network == network
            is_equal = self._crowd_of(key) == own + 1 if is_near else self._size(stranger.network) == here + 1
            if is_equal and (tells or self._silent(key)) and self._gives_way(key, tells, time):
                return key
        return None

    def _size(self, network: str) -> int:
        return len(self._networks.get(network, ()))

    def _crowd_of(self, key: K) -> int:
        """Return how many strangers have that one's address."""
        return self._blocks[self._here[key].block]

    def _gives_way(self, key: K, tells: bool, time: float) -> bool:
        """True if a stranger is dropped for a newcomer with an equal right to stay."""
        return time - self._here[key].since >= LONG_SECONDS or (tells and self._silent(key))


# -- the gate --------------------------------------------------------------------------------------

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


Drop = Callable[[Any, str], None]
"""`drop(connection, address)` closes a connection."""


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
        self._drops: dict[Hashable, Drop] = {}

    def __len__(self) -> int:
        return len(self._drops)

    def comes_too_often(self, address: str) -> bool:
        """Count a connection of that address; return True if it is one too many."""
        time = asyncio.get_running_loop().time()
        return self.pace.waiting(address) >= QUEUED or not self._rate.admits(address, time)

    def enter(self, connection: Hashable, address: str, drop: Drop) -> bool:
        """Count an open connection, which `drop` closes. False if there are too many, and none of them makes
        room."""
        if connection not in self._drops:
            if len(self._drops) >= self.most() and not self._make_room(address):
                return False
            self._drops[connection] = drop
        self.set_address(connection, address)
        return True

    def _make_room(self, address: str) -> bool:
        leaving = self._waiting.who_makes_room(address, False, asyncio.get_running_loop().time())
        if leaving is None:
            return False
        at, drop = self._waiting.address_of(leaving), self._drops[leaving]
        self.leave(leaving)
        drop(leaving, at)
        return True

    def set_address(self, connection: Hashable, address: str) -> None:
        """Note the address of a connection without a call: its own, or the one that a proxy names."""
        if connection in self._drops and connection not in self._calls:
            self._waiting.discard(connection)
            self._waiting.add(connection, address, asyncio.get_running_loop().time())

    def begin_call(self, connection: Hashable) -> None:
        """Note that the connection has a call. The nodes limit those."""
        if connection in self._drops:
            self._waiting.discard(connection)
            self._calls.add(connection)

    def hand_on(self, connection: Hashable, to: Hashable) -> None:
        """Count another object as that connection."""
        drop, address = self._drops[connection], self._waiting.address_of(connection)
        self.leave(connection)
        self._drops[to] = drop
        self.set_address(to, address)

    def leave(self, connection: Hashable) -> None:
        """Note that the connection is closed."""
        self._drops.pop(connection, None)
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
