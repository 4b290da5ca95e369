"""Passwords as argon2id strings, checked off the event loop and two at a time.

A check costs what OWASP asks at least (19 MiB, two passes, one thread): 20 ms of one core, 5 s for the 250
who call again after a restart; with the library's 64 MiB and three passes it was 165 ms and 41 s.  One
address's many guesses must not starve whoever is honest: all wait in a `FairQueue`.  A handle nobody has
costs as much as a real one whose hash is of that cost.
"""

from __future__ import annotations

import unicodedata
from functools import partial
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from door.records.callers.fair_queue import FairQueue, Name
from door.ui.texts import MaybeSaid, tr

SHORTEST: Final = 6
LONGEST: Final = 128
AT_ONCE: Final = 2
PASSES: Final = 2
KILOBYTES: Final = 19_456
NOBODY: Final[Name] = ("",)


def check_password_rule(password: str) -> MaybeSaid:
    """The rule a new password breaks, as a sentence, or "" for a good one."""
    if not SHORTEST <= len(password) <= LONGEST:
        return tr.accounts.password_length(least=SHORTEST, most=LONGEST)
    if any(unicodedata.category(c) == "Cc" for c in password):
        return tr.accounts.password_characters()
    return ""


class Passwords:
    """Hashing and checking; `hasher` sets argon2's cost.  `who` is whose turn it takes: an address,
    then a handle."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self._queue = FairQueue(AT_ONCE)
        self._decoy = ""

    @classmethod
    def at_cost(cls, passes: int = PASSES, kilobytes: int = KILOBYTES) -> Passwords:
        """As the sysop's settings say."""
        return cls(PasswordHasher(passes, kilobytes, parallelism=1))

    async def hash(self, password: str, who: Name = NOBODY) -> str:
        """The argon2id string to keep."""
        return await self._queue.run(who, partial(self._hasher.hash, _bytes(password)))

    async def verify(self, known: str, password: str, who: Name = NOBODY) -> bool:
        """Whether `password` belongs to `known`; an empty `known` takes as long and never fits."""
        return await self._queue.run(who, partial(self._verify, known, password))

    def stale(self, known: str) -> bool:
        """Whether `known` was made at another cost than is asked for now."""
        return self._hasher.check_needs_rehash(known)

    def _verify(self, known: str, password: str) -> bool:
        self._decoy = self._decoy or self._hasher.hash(b"nobody's password")
        guess = _bytes(password) if len(password) <= LONGEST else b""
        try:
            return self._hasher.verify(known or self._decoy, guess) and bool(known)
        except (Argon2Error, InvalidHashError):
            return False


def _bytes(password: str) -> bytes:
    """One spelling for what a terminal may send composed or not; SSH clients prepare it so, too."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "replace")
