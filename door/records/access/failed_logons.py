"""Counts wrong passwords of each handle and each address, which delay the next try.

Guarantees: the guesser pays. An address waits longer after each wrong password, and is banned in the end.
Guesses at a handle delay its owner by a few seconds and never lock them out. Everything is in memory, which
is bounded. Nothing sleeps: times are arguments (seconds of any clock that doesn't jump). Only the first 64
bits of an IPv6 address count.
"""

from __future__ import annotations

import ipaddress
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple

from door.records.journal.lines import stamp
from door.records.part import Part
from door.records.store import Change, Odd, Store, StoreRefused, Unit
from door.records.store.kinds import key_of
from door.ui.texts import tr

FREE: Final = 2
LONGEST: Final = 15.0
LONGEST_FOR_OTHERS: Final = 4.0
"""Most seconds that a try waits because of guesses from other addresses."""

FORGOTTEN: Final = 3600.0
MOST: Final = 10_000


class Wait(NamedTuple):
    """Seconds to wait before the next try, and whether the address is banned."""

    seconds: float = 0.0
    banned: bool = False


class Strike(NamedTuple):
    """The wrong passwords of a handle or an address, and seconds since the last one."""

    kind: str
    name: str
    misses: int
    age: float


@dataclass(frozen=True, slots=True)
class _Misses:
    misses: int
    last: float


@lru_cache(maxsize=4096)
def block_of(address: str) -> str:
    """Return the key for counting an address: itself, or an IPv6 address's /64."""
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network((int(ipaddress.IPv6Address(address)) >> 64 << 64, 64)))
    except ValueError:
        return address


def delay(attempts: int) -> float:
    """Return the seconds to wait after that many wrong passwords: 0 for the first two, then 1, 2, 4 … 15."""
    return 0.0 if attempts <= FREE else min(LONGEST, 2.0 ** min(attempts - FREE - 1, 10))


class FailedLogons(Part):
    """The counts. A `limit` of wrong passwords bans an address for `ban` seconds.

    `spared` addresses, such as a proxy that many callers share, are not counted. Addresses that the sysop
    has `kept_out` are always refused.
    """

    def __init__(
        self,
        limit: int = 20,
        ban: float = 900.0,
        spared: Callable[[str], bool] = lambda address: False,
        kept_out: Callable[[str], bool] = lambda address: False,
    ) -> None:
        self.limit, self.ban, self.spares, self.kept_out = limit, ban, spared, kept_out
        self._counts: dict[tuple[str, str], _Misses] = {}
        self._trying: Counter[str] = Counter()
        self.misses_here = 0
        """Wrong passwords that this process has heard."""

        self.version = 0
        """Grows with every change, so that the file is written when needed."""
        self.followers: list[Callable[[str, str, bool], object]] = []
        """Called with the handle and the block of a wrong or (True) right password heard here. A block of ""
        is not counted."""

    def wait(self, handle: str, address: str, time: float) -> Wait:
        """Return how long that caller must wait before the next try."""
        block = block_of(address)
        if self._is_banned(address, time):
            return Wait(LONGEST, True)
        by_others = min(LONGEST_FOR_OTHERS, delay(self._misses("handle", key_of(handle), time)))
        return Wait(max(delay(self._misses("address", block, time)), by_others))

    @contextmanager
    def trying(self, address: str, time: float) -> Iterator[bool]:
        """Reserve a place for a password that is being checked. Yield False if it must not be checked.

        Passwords being checked count as wrong ones, so many connections can guess no more than one.
        """
        block = block_of(address)
        may = not self._is_banned(address, time, self._trying[block])
        self._trying[block] += 1
        try:
            yield may
        finally:
            self._trying -= Counter([block])  # drops counts of zero

    def _is_banned(self, address: str, time: float, more: int = 0) -> bool:
        """True if the address is banned, or would be after so many `more` wrong passwords."""
        if self.kept_out(address):
            return True
        if self.spares(address):
            return False
        last = self._counts.get(("address", block_of(address)))
        misses = self._misses("address", block_of(address), time)
        return misses + more >= self.limit and (last is None or time - last.last < self.ban)

    def miss(self, handle: str, address: str, time: float) -> int:
        """Count a wrong password; return the address's count. Handle "" is a guess at a board's key."""
        block = "" if self.spares(address) else block_of(address)
        self.misses_here += 1
        self._tell(key_of(handle), block, False)
        self.count(handle, block, time)
        return self._misses("address", block_of(address), time)

    def count(self, handle: str, block: str, time: float) -> None:
        """Count a wrong password, perhaps one that another host has heard."""
        keys = [("handle", key_of(handle))] if handle else []
        for key in [*keys, ("address", block)] if block else keys:
            misses = self._misses(*key, time) + 1
            self._counts.pop(key, None)  # newest last, because the first is forgotten first
            self._counts[key] = _Misses(misses, time)
        while len(self._counts) > MOST:
            del self._counts[next(iter(self._counts))]
        self.version += 1

    def hit(self, handle: str, address: str) -> None:
        """Clear the handle after a right password, but not the address, which may have guessed at others."""
        self._tell(key_of(handle), "", True)
        self.clear(handle)

    def _tell(self, handle: str, block: str, right: bool) -> None:
        for follower in self.followers:
            follower(handle, block, right)

    def clear(self, handle: str) -> None:
        """Clear the handle, perhaps because another host has heard the right password."""
        if self._counts.pop(("handle", key_of(handle)), None):
            self.version += 1

    def strikes(self, time: float) -> list[Strike]:
        """Return all strikes that count at `time`, the oldest first."""
        known = ((*key, count.misses, time - count.last) for key, count in self._counts.items())
        return [strike for strike in map(Strike._make, known) if strike.age <= FORGOTTEN]

    def restore(self, strikes: Iterable[Strike], time: float) -> None:
        """Load saved strikes; newer ones stay."""
        before = {(s.kind, s.name): _Misses(s.misses, time - s.age) for s in strikes}
        self._counts = dict(list((before | self._counts).items())[-MOST:])

    def _misses(self, kind: str, name: str, time: float) -> int:
        count = self._counts.get((kind, name))
        return 0 if count is None or time - count.last > FORGOTTEN else count.misses


KEY: Final = "strikes"
NAME: Final = f"{KEY}.json"
COUNTED: Final = ("address", "handle")


def read_failed_logons(store: Store, now: datetime) -> tuple[list[Strike], str]:
    """Return the strikes that were kept, and a sentence if it can't be read, else "".

    Losing the file costs a few guesses, so a damaged one is never a reason not to start. Its times are times
    of day, because the clock that counts strikes restarts with the machine. If the clock is set back, a
    strike gets younger, never older.
    """
    try:
        doc = store.get("list", KEY)
        rows = json.loads(doc.body)["strikes"][-MOST:] if doc else []
        return [_strike(row, now) for row in rows], ""
    except (Odd, ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return [], tr.records.failed_logons_damaged(file=NAME)
    except StoreRefused as error:
        return [], tr.records.failed_logons_unreadable(file=NAME, reason=str(error))


def write_failed_logons(store: Store, strikes: Sequence[Strike], now: datetime) -> None:
    """Write the strikes. Raises StoreRefused. Too slow for every wrong password."""
    rows = [[s.kind, s.name, s.misses, stamp(now - timedelta(seconds=s.age))] for s in strikes]
    data = json.dumps({"v": 1, "strikes": rows}, indent=0).encode() + b"\n"
    store.write(Unit([Change("put", "list", KEY, None, data)]))


def _strike(row: Any, now: datetime) -> Strike:
    kind, name, misses, last = row
    if kind not in COUNTED or not isinstance(name, str) or type(misses) is not int or misses < 1:
        raise ValueError
    return Strike(kind, name, misses, max(0.0, (now - datetime.fromisoformat(last)).total_seconds()))
