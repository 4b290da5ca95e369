"""Who makes room when connections that have not logged on fill the board.

Guarantees: networks have equal shares (the first 24 bits of IPv4, 64 of IPv6), and so have addresses within a
network. A few addresses can't keep callers from elsewhere out. The choice takes as long as there are
networks, not connections.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Final, Generic, NamedTuple, TypeVar

from door.records.access.failed_logons import block_of

K = TypeVar("K", bound=Hashable)

LONG_SECONDS: Final = 30.0
"""Seconds after which a stranger may be dropped for one with no more places."""

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


class _StrangerPlace(NamedTuple):
    """A connection's address, the network and the block that it counts for, and when it came."""

    address: str
    network: str
    block: str
    since: float


class Strangers(Generic[K]):
    """Connections that have not logged on, by a key of the owner's choice, oldest first; and which one makes
    room when the board is full. `silent(key)` is True if the client has not yet sent anything that people's
    clients send.

    The network with the most connections loses its oldest. A newcomer never gets more places than the one who
    is dropped. Among equals, a silent or a long-lasting connection makes room for a newcomer that talks.
    """

    def __init__(self, silent: Callable[[K], bool]) -> None:
        self._silent = silent
        self._places: dict[K, _StrangerPlace] = {}
        self._networks: dict[str, dict[K, None]] = {}
        self._blocks: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: K) -> bool:
        return key in self._places

    def add(self, key: K, address: str, time: float) -> None:
        place = self._places[key] = _StrangerPlace(address, network_of(address), block_of(address), time)
        self._networks.setdefault(place.network, {})[key] = None
        self._blocks[place.block] += 1

    def discard(self, key: K) -> None:
        """Remove a stranger who has gone or logged on, if they are here."""
        if place := self._places.pop(key, None):
            there = self._networks[place.network]
            del there[key]
            if not there:
                del self._networks[place.network]
            self._blocks -= Counter((place.block,))  # drops counts of zero

    def of(self, address: str) -> int:
        """Return how many strangers that address has (for IPv6, its /64)."""
        return self._blocks[block_of(address)]

    def address_of(self, key: K) -> str:
        """Return the address of a stranger who is here."""
        return self._places[key].address

    def who_makes_room(self, address: str, tells: bool, time: float) -> K | None:
        """Return the stranger to drop for a newcomer from that address, or None. `tells` is True if the
        newcomer's client has reported something about its terminal."""
        network, own = network_of(address), self.of(address)
        here = self._size(network)
        largest = max((other for other in self._networks if other != network), key=self._size, default="")
        if self._size(largest) > here + 1:
            crowd = [*self._networks[largest]]
        else:
            crowd = [key for key in self._networks.get(network, ()) if self._places_of(key) > own + 1]
        if crowd:
            return max(crowd, key=lambda key: (self._places_of(key), self._silent(key)))
        for key, place in self._places.items():
            is_near = place.network == network
            is_equal = self._places_of(key) == own + 1 if is_near else self._size(place.network) == here + 1
            if is_equal and (tells or self._silent(key)) and self._gives_way(key, tells, time):
                return key
        return None

    def _size(self, network: str) -> int:
        return len(self._networks.get(network, ()))

    def _places_of(self, key: K) -> int:
        """Return how many places that stranger's address has."""
        return self._blocks[self._places[key].block]

    def _gives_way(self, key: K, tells: bool, time: float) -> bool:
        """True if a stranger is dropped for a newcomer with an equal right to stay."""
        return time - self._places[key].since >= LONG_SECONDS or (tells and self._silent(key))
