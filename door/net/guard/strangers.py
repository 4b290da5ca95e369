"""Those who have not logged on yet, and which of them makes room when there is none.

Law: pure counting; the time is an argument, in seconds of a clock that does not jump.  Room belongs
to networks in equal shares (of IPv4 the first 24 bits, of IPv6 the first 64), and within a network to
its addresses.  So whoever calls from elsewhere is let in, however many calls a few addresses make: one
of whoever has the most makes room, the oldest first.  Nobody makes room for a newcomer who would have
more than they.  Among equals, those who say nothing make room for one who does, and those who have
been there for long.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Final, Generic, NamedTuple, TypeVar

from door.records.access.failed_logons import block_of

K = TypeVar("K", bound=Hashable)

LONG_SECONDS: Final = 30.0
"""After which a stranger makes room for another with no more places than they."""

WHOLE: Final = 24
"""Leading bits of an IPv4 address that are its network's."""


def network_of(address: str) -> str:
    """The network that shares its room: an IPv4 address's /24, an IPv6 address's /64."""
    try:
        network = ipaddress.ip_network(f"{address}/{WHOLE}", strict=False)
    except ValueError:
        return block_of(address)
    return str(network) if network.version == 4 else block_of(address)


class _Place(NamedTuple):
    """The network and the address that it counts for, and since when it is taken."""

    network: tuple[str, str]
    block: tuple[str, str]
    since: float


def _place(address: str, time: float) -> _Place:
    return _Place(("network", network_of(address)), ("address", block_of(address)), time)


class Strangers(Generic[K]):
    """Strangers by a key of their own, the oldest first.  `silent` says of one that nothing has come
    which a caller's program says."""

    def __init__(self, silent: Callable[[K], bool]) -> None:
        self._silent = silent
        self._places: dict[K, _Place] = {}
        self._held: Counter[tuple[str, str]] = Counter()

    def __len__(self) -> int:
        return len(self._places)

    def add(self, key: K, address: str, time: float) -> None:
        """Somebody has come."""
        place = self._places[key] = _place(address, time)
        self._held.update(place[:2])

    def discard(self, key: K) -> None:
        """They are gone, or strangers no more; nothing where they were not here."""
        if place := self._places.pop(key, None):
            self._held -= Counter(place[:2])  # which drops those of whom there are none

    def of(self, address: str) -> int:
        """How many there are of that address (of IPv6, of its /64)."""
        return self._held["address", block_of(address)]

    def who_makes_room(self, address: str, tells: bool, time: float) -> K | None:
        """Who goes for a newcomer from that address, who `tells` of themselves or not; None where
        all have as good a right to be there."""
        own = _place(address, time)
        more = {key: self._more(place, own) for key, place in self._places.items()}
        if over := [key for key, by in more.items() if by > 0]:
            return max(over, key=self._weight)
        equal = [key for key, by in more.items() if by == 0 and (tells or self._silent(key))]
        return next((key for key in equal if self._gives_way(key, tells, time)), None)

    def _more(self, place: _Place, own: _Place) -> int:
        """How many more that network has than the newcomer's would have, or of the newcomer's network
        that address."""
        if place.network == own.network:
            return self._held[place.block] - self._held[own.block] - 1
        return self._held[place.network] - self._held[own.network] - 1

    def _gives_way(self, key: K, tells: bool, time: float) -> bool:
        """Whether somebody makes room for one who has as good a right to be there."""
        return time - self._places[key].since >= LONG_SECONDS or (tells and self._silent(key))

    def _weight(self, key: K) -> tuple[int, int, bool]:
        place = self._places[key]
        return self._held[place.network], self._held[place.block], self._silent(key)
