"""Chance: one stream of bytes for each game, from a secret seed, checkable by anyone.

Law: a `Chance` is a value.  A draw returns the result and the next `Chance`.  Nothing here reads a clock or
the system's random numbers.

The board makes a seed of 32 random bytes.  It shows SHA-256(seed) before the first draw and the seed after
the last.  The stream is HMAC-SHA256(key=seed, message=counter as 8 bytes big-endian) for counter 0, 1, 2, …;
its 32-byte blocks are read left to right.  Callers may add words after they see the commitment.  `chance_for`
then mixes the words into the key, so that the seed alone doesn't decide the dice.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")


def commitment(seed: bytes) -> str:
    """Return SHA-256 of the seed as 64 hexadecimal digits, shown before the first draw."""
    return hashlib.sha256(seed).hexdigest()


def chance_for(seed: str, words: Sequence[str] = ()) -> Chance:
    """Return the stream's start for a seed of 64 hexadecimal digits and the callers' words in seat order.

    With words, even empty ones, the key is HMAC-SHA256(key=seed, message=each word's length in bytes as 4
    bytes big-endian, then the word in UTF-8).
    """
    key = bytes.fromhex(seed)
    if words:
        said = [word.encode("utf-8", "surrogatepass") for word in words]
        key = hmac.digest(key, b"".join(len(word).to_bytes(4, "big") + word for word in said), "sha256")
    return Chance(key)


@lru_cache(maxsize=32)
def _block(seed: bytes, counter: int) -> bytes:
    """Return 32 bytes of the stream.  Cached because several draws use the same block."""
    return hmac.digest(seed, counter.to_bytes(8, "big"), "sha256")


def _draw(seed: bytes, at: int, n: int) -> tuple[int, int]:
    """Return a number 0..n-1 read from byte `at` of the stream, and the next byte's place.

    Bytes that would favour low results (b >= 256 - 256 mod n) are skipped.
    """
    if not 1 <= n <= 256:
        raise ValueError(f"below({n}): n must be 1 to 256")
    limit = 256 - 256 % n
    while True:
        byte = _block(seed, at // 32)[at % 32]
        at += 1
        if byte < limit:
            return byte % n, at


@dataclass(frozen=True, slots=True)
class Chance:
    """The stream of `seed` (32 bytes) with `used` bytes of it consumed."""

    seed: bytes
    used: int = 0

    def below(self, n: int) -> tuple[int, Chance]:
        """Return a number 0..n-1, all equally likely.  Raises ValueError unless 1 <= n <= 256."""
        value, at = _draw(self.seed, self.used, n)
        return value, Chance(self.seed, at)

    def roll(self) -> tuple[tuple[int, int], Chance]:
        """Roll two dice; the first die is drawn first."""
        first, at = _draw(self.seed, self.used, 6)
        second, at = _draw(self.seed, at, 6)
        return (first + 1, second + 1), Chance(self.seed, at)

    def several(self, n: int, count: int) -> tuple[tuple[int, ...], Chance]:
        """Return `count` draws of below(n), in order."""
        drawn, at = [], self.used
        for _ in range(count):
            value, at = _draw(self.seed, at, n)
            drawn.append(value)
        return tuple(drawn), Chance(self.seed, at)

    def shuffle(self, items: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """Return the items in a fair order: for i = len-1 … 1, swap i with below(i+1)."""
        pack, at = list(items), self.used
        for i in range(len(pack) - 1, 0, -1):
            j, at = _draw(self.seed, at, i + 1)
            pack[i], pack[j] = pack[j], pack[i]
        return tuple(pack), Chance(self.seed, at)
