"""The circuit breaker of games: a door whose game fails for several callers begins no new games for a while.

Guarantees: one caller can't close a door for the others. A fault counts only if neither its caller nor its
address has counted at that door within the hour. A game in progress, or one that waits, can always be played
on. A closed door opens by itself.
"""

from __future__ import annotations

import logging
from typing import Final, NamedTuple

from door.records.access.failed_logons import block_of
from door.records.journal.lines import caller_key
from door.records.part import Part

LOG: Final = logging.getLogger("door.call")

MOST: Final = 3
"""Callers whose faults close a door."""

WITHIN_SECONDS: Final = 600.0
"""Seconds in which they happen."""

CLOSED_SECONDS: Final = 600.0
"""Seconds until the door opens again."""

COUNTED_SECONDS: Final = 3600.0
"""Seconds for which a caller's fault counts once."""


class _CountedFault(NamedTuple):
    """A counted fault at a loop time in seconds, and its caller's handle and address."""

    time: float
    handle: str
    block: str

    def is_by(self, handle: str, block: str) -> bool:
        return (handle != "" and handle == self.handle) or (block != "" and block == self.block)


class DoorFaults(Part):
    """The counted faults of each door, and when the closed ones open again. Times are the loop's."""

    def __init__(self) -> None:
        self._counted: dict[str, tuple[_CountedFault, ...]] = {}
        self._closed: dict[str, float] = {}

    def note(self, slug: str, handle: str, address: str, now: float) -> None:
        """Count a fault at a door by a caller ("" for a guest) from an address ("" for one that many share).

        A fault of a guest at such an address doesn't count, because guests can't be told apart there.
        """
        handle, block = caller_key(handle), block_of(address)
        if not handle and not block:
            return
        recent = tuple(one for one in self._counted.get(slug, ()) if now - one.time < COUNTED_SECONDS)
        if self.is_closed(slug, now) or any(one.is_by(handle, block) for one in recent):
            return
        self._counted[slug] = recent = (*recent, _CountedFault(now, handle, block))
        opened = self._closed.get(slug, 0.0)
        fresh = [one for one in recent if now - one.time < WITHIN_SECONDS and one.time >= opened]
        if len(fresh) >= MOST:
            self._closed[slug] = now + CLOSED_SECONDS
            LOG.error(
                "door=%s begins no new games for %d minutes, because it failed for %d callers",
                slug, CLOSED_SECONDS // 60, len(fresh),
            )  # fmt: skip

    def is_closed(self, slug: str, now: float) -> bool:
        """True if that door begins no new games now."""
        return now < self._closed.get(slug, 0.0)

    def forget(self) -> None:
        """Open all doors and count again from zero."""
        self._counted.clear()
        self._closed.clear()
