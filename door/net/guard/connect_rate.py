"""How often an address connects, before anything is spent on it.

Law: pure counting; the time is an argument, in seconds of a clock that does not jump, and what is
kept is bounded however many addresses knock.  A person who redials as fast as a hand can is let
in; a program that connects without end is not even answered, since an answer is what it costs us.

An address may connect `per_minute` times at once, and after that as often as a minute has room
again.  All that is kept of it is the time when its last knock is paid off: each costs the
`per_minute`th part of a minute, and nobody may owe more than one minute.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from door.records.access.failed_logons import block_of

MINUTE: Final = 60.0
MOST: Final = 10_000
"""Addresses that are remembered."""

TOO_OFTEN: Final = "connects too often"


class ConnectRate:
    """Connections counted by address, an IPv6 address as its /64.

    `per_minute` gives the limit now, 0 for none; addresses that are `spared` (a proxy's, which
    many callers share) are not counted.
    """

    def __init__(self, per_minute: Callable[[], int], spared: Callable[[str], bool]) -> None:
        self._per_minute, self._spared = per_minute, spared
        self._paid: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._paid)

    def admits(self, address: str, time: float) -> bool:
        """Counts a connection that comes at `time`; False where it is one too many."""
        limit = self._per_minute()
        if not limit or self._spared(address):
            return True
        block = block_of(address)
        paid = max(self._paid.pop(block, time), time)
        admitted = paid - time <= MINUTE - MINUTE / limit + 1e-6
        self._paid[block] = paid + MINUTE / limit if admitted else paid
        if len(self._paid) > MOST:
            del self._paid[next(iter(self._paid))]  # the one that has not knocked for longest
        return admitted
