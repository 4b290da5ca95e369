"""Connections that have not logged on, and which one to drop when the board is full.

Guarantees: networks have equal shares (the first 24 bits of IPv4, 64 of IPv6), and so have addresses within
a network. The network with the most connections loses its oldest, so a few addresses can't keep callers from
elsewhere out. A newcomer never gets more places than the one who is dropped. Among equals, a silent or a
long-lasting connection makes room for a newcomer that talks. Times are arguments, in seconds of a clock that
doesn't jump.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Final, Generic, NamedTuple, TypeVar

from door.records.access.failed_logons import block_of

K = TypeVar("K", bound=Hashable)

LONG_SECONDS: Final = 30.0
"""Seconds after which a stranger may be dropped for one with no more places."""

WHOLE: Final = 24
"""Leading bits of an IPv4 network."""


def network_of(address: str) -> str:
    """Return the network that shares its room: an IPv4 address's /24, an IPv6 address's /64."""
    try:
        network = ipaddress.ip_network(f"{address}/{WHOLE}", strict=False)
    except ValueError:
        return block_of(address)
    return str(network) if network.version == 4 else block_of(address)


class _Place(NamedTuple):
    """A connection's network, its address, and when it came."""

    network: tuple[str, str]
    block: tuple[str, str]
    since: float


def _place(address: str, time: float) -> _Place:
    return _Place(("network", network_of(address)), ("address", block_of(address)), time)


class Strangers(Generic[K]):
    """Strangers by a key of the owner's choice, oldest first. `silent(key)` is True if the client has not
    yet sent anything that people's clients send."""

    def __init__(self, silent: Callable[[K], bool]) -> None:
        self._silent = silent
        self._places: dict[K, _Place] = {}
        self._held: Counter[tuple[str, str]] = Counter()

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: K) -> bool:
        return key in self._places

    def add(self, key: K, address: str, time: float) -> None:
        place = self._places[key] = _place(address, time)
        self._held.update(place[:2])

    def discard(self, key: K) -> None:
        """Remove a stranger who has gone or logged on, if they are here."""
        if place := self._places.pop(key, None):
            self._held -= Counter(place[:2])  # drops counts of zero

    def of(self, address: str) -> int:
        """Return how many strangers that address has (for IPv6, its /64)."""
        return self._held["address", block_of(address)]

    def who_makes_room(self, address: str, tells: bool, time: float) -> K | None:
        """Return the stranger to drop for a newcomer from that address, or None. `tells` is True if the
        newcomer's client has reported something about its terminal."""
        own = _place(address, time)
        more = {key: self._more(place, own) for key, place in self._places.items()}
        if over := [key for key, by in more.items() if by > 0]:
            return max(over, key=self._weight)
        equal = [key for key, by in more.items() if by == 0 and (tells or self._silent(key))]
        return next((key for key in equal if self._gives_way(key, tells, time)), None)

    def _more(self, place: _Place, own: _Place) -> int:
        """Return how many more places that network would have than the newcomer's, or that address in the
        newcomer's network."""
        if place.network == own.network:
            return self._held[place.block] - self._held[own.block] - 1
        return self._held[place.network] - self._held[own.network] - 1

    def _gives_way(self, key: K, tells: bool, time: float) -> bool:
        """True if a stranger is dropped for a newcomer with an equal right to stay."""
        return time - self._places[key].since >= LONG_SECONDS or (tells and self._silent(key))

    def _weight(self, key: K) -> tuple[int, int, bool]:
        place = self._places[key]
        return self._held[place.network], self._held[place.block], self._silent(key)
