"""Chance: one stream of bytes a game, from a secret seed, checkable by anyone.

Law: a `Chance` is a value.  Drawing gives the result and the chance that follows; nothing
here knows a clock or the system's own randomness.  The board makes a seed of 32 random
bytes, shows SHA-256(seed) before the first draw and the seed after the last.

The stream is HMAC-SHA256(key=seed, message=counter as 8 bytes big-endian) for counter 0,
1, 2, …, its 32-byte blocks read left to right.  Where callers gave words after they saw the
commitment, another key takes the seed's place (`keyed`), so that nobody who picked the seed could
know the dice.
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
    """SHA-256 of the seed, 64 hexadecimal digits: what is shown before the first draw."""
    return hashlib.sha256(seed).hexdigest()


def keyed(seed: str, words: Sequence[str] = ()) -> Chance:
    """The stream's start, from a seed of 64 hexadecimal digits and the callers' words in seat order.

    With words, be they "", the key is HMAC-SHA256(key=seed, each word's length in bytes as 4 bytes
    big-endian and the word in UTF-8).
    """
    key = bytes.fromhex(seed)
    if words:
        said = [word.encode("utf-8", "surrogatepass") for word in words]
        key = hmac.digest(key, b"".join(len(word).to_bytes(4, "big") + word for word in said), "sha256")
    return Chance(key)


@lru_cache(maxsize=32)
def _block(seed: bytes, counter: int) -> bytes:
    """32 bytes of the stream; kept, since draws follow each other."""
    return hmac.digest(seed, counter.to_bytes(8, "big"), "sha256")


def _draw(seed: bytes, at: int, n: int) -> tuple[int, int]:
    """A number 0..n-1 from the stream's byte `at` on, and the place after it.

    Bytes that would favour low results (b >= 256 - 256 mod n) are passed over.
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
        """A number 0..n-1, each as likely; 1 <= n <= 256, else ValueError."""
        value, at = _draw(self.seed, self.used, n)
        return value, Chance(self.seed, at)

    def roll(self) -> tuple[tuple[int, int], Chance]:
        """Two dice, the first die drawn first."""
        first, at = _draw(self.seed, self.used, 6)
        second, at = _draw(self.seed, at, 6)
        return (first + 1, second + 1), Chance(self.seed, at)

    def several(self, n: int, count: int) -> tuple[tuple[int, ...], Chance]:
        """`count` draws of below(n), in order: a hidden code's holes, a box's switches."""
        drawn, at = [], self.used
        for _ in range(count):
            value, at = _draw(self.seed, at, n)
            drawn.append(value)
        return tuple(drawn), Chance(self.seed, at)

    def shuffle(self, items: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """The items in a fair order: for i = len-1 … 1, swap i with below(i+1)."""
        pack, at = list(items), self.used
        for i in range(len(pack) - 1, 0, -1):
            j, at = _draw(self.seed, at, i + 1)
            pack[i], pack[j] = pack[j], pack[i]
        return tuple(pack), Chance(self.seed, at)
