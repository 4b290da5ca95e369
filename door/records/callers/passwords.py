"""Passwords as argon2id strings, checked off the event loop and two at a time.

A check costs the least that OWASP recommends (19 MiB, two passes, one thread), about 20 ms. All checks
wait in a `FairQueue`, so that an address with many guesses can't starve the others. An unknown handle
costs as much as a known one.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from door.ui.texts import MaybeSaid, tr

SHORTEST: Final = 6
SHORTEST_OF_SYSOPS: Final = 10
LONGEST: Final = 128
AT_ONCE: Final = 2
PASSES: Final = 2
KILOBYTES: Final = 19_456
NOBODY: Final[Name] = ("",)


def check_password_rule(password: str, for_sysop: bool = False) -> MaybeSaid:
    """Return the rule that a caller's or a sysop's new password breaks, as a sentence, or ""."""
    if for_sysop and len(password) < SHORTEST_OF_SYSOPS:
        return tr.accounts.sysop_password_length(least=SHORTEST_OF_SYSOPS)
    if not SHORTEST <= len(password) <= LONGEST:
        return tr.accounts.password_length(least=SHORTEST, most=LONGEST)
    if any(unicodedata.category(c) == "Cc" for c in password):
        return tr.accounts.password_characters()
    return ""


class Passwords:
    """Hashes and checks passwords. `hasher` sets argon2's cost. `who` is the address and then the handle of
    the caller who asks."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self._queue = FairQueue(AT_ONCE)
        self._decoy = ""

    @classmethod
    def at_cost(cls, passes: int = PASSES, kilobytes: int = KILOBYTES) -> Passwords:
        """Return passwords at the cost that the sysop has set."""
        return cls(PasswordHasher(passes, kilobytes, parallelism=1))

    async def hash(self, password: str, who: Name = NOBODY) -> str:
        """Return the argon2id string to keep."""
        return await self._queue.run(who, partial(self._hasher.hash, _bytes(password)))

    async def verify(self, known: str, password: str, who: Name = NOBODY) -> bool:
        """True if the password fits the hash `known`. An empty `known` takes as long and never fits."""
        return await self._queue.run(who, partial(self._verify, known, password))

    def stale(self, known: str) -> bool:
        """True if the hash was made at a different cost than the one set now."""
        return self._hasher.check_needs_rehash(known)

    def _verify(self, known: str, password: str) -> bool:
        self._decoy = self._decoy or self._hasher.hash(b"nobody's password")
        guess = _bytes(password) if len(password) <= LONGEST else b""
        try:
            return self._hasher.verify(known or self._decoy, guess) and bool(known)
        except (Argon2Error, InvalidHashError):
            return False


def _bytes(password: str) -> bytes:
    """Normalize a password. Terminals may send composed characters or not, and SSH clients normalize."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "replace")


T = TypeVar("T")
MOST: Final = 10_000
"""Most names and first parts of names to remember."""

Name = tuple[str, ...]


class FairQueue:
    """Runs expensive work in threads, `at_once` pieces at a time.

    The next piece belongs to the name with the fewest pieces under way, then to the one served longest
    ago, then to the first that came. A name may have parts (an address, then a handle). The address is
    compared first, so handles of one address share its turns. A piece whose caller is gone counts until it
    is done.
    """

    def __init__(self, at_once: int) -> None:
        self.free = at_once
        self._waiting: dict[asyncio.Future[None], Name] = {}
        self.under_way: Counter[Name] = Counter()
        self.served: dict[Name, int] = {}
        self._numbers = count(1)

    def __len__(self) -> int:
        """The number of pieces that wait."""
        return len(self._waiting)

    async def run(self, name: Name, work: Callable[[], T]) -> T:
        """Do the work when it is `name`'s turn, and return its result."""
        loop = asyncio.get_running_loop()
        await self._turn(name)
        try:
            job = loop.run_in_executor(None, work)
        except BaseException:
            self._release(name)
            raise
        job.add_done_callback(lambda _: self._release(name))
        return await asyncio.shield(job)

    async def _turn(self, name: Name) -> None:
        """Return when it is `name`'s turn."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting[turn] = name
        self._serve()
        try:
            await turn
        except asyncio.CancelledError:
            self._waiting.pop(turn, None)
            if not turn.cancelled():  # its turn had come
                self._release(name)
            raise

    def _serve(self) -> None:
        while self.free and self._waiting:
            turn = min(self._waiting, key=lambda turn: self._standing(self._waiting[turn]))
            name = self._waiting.pop(turn)
            if turn.cancelled():
                continue
            self.free -= 1
            self.under_way.update(_parts(name))
            self._remember(name)
            turn.set_result(None)

    def _standing(self, name: Name) -> list[tuple[int, int]]:
        return [(self.under_way[part], self.served.get(part, 0)) for part in _parts(name)]

    def _remember(self, name: Name) -> None:
        for part in _parts(name):
            self.served.pop(part, None)  # latest last, because the first is forgotten first
            self.served[part] = next(self._numbers)
        while len(self.served) > MOST:
            del self.served[next(iter(self.served))]

    def _release(self, name: Name) -> None:
        self.free += 1
        self.under_way -= Counter(_parts(name))  # drops counts of zero
        self._serve()


def _parts(name: Name) -> Iterator[Name]:
    """Yield the name's first part, the first two, and so on."""
    return (name[:length] for length in range(1, len(name) + 1))
