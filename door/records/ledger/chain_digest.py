"""A digest: what a file's first bytes were, in a few numbers, to be gone on with where it was left.

Law: no more than arithmetic and plain reading.  The bytes are hashed in blocks, each one with
the hash of those before it: mark(n) = SHA-256(mark(n-1) + block n), where the last block may
be short.  So a digest of a file that has grown needs only its last block read again, and whether
all of the file is still what it was can be found out by anybody who reads it once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

BLOCK: Final = 64 * 1024


class ChainDigest:
    """Of the first `size` bytes of a file."""

    __slots__ = ("_before", "_last", "size")

    def __init__(self, size: int = 0, before: bytes = b"", last: bytes = b"") -> None:
        self.size, self._before, self._last = size, before, bytearray(last)

    def add(self, data: bytes) -> None:
        """More bytes, as they follow."""
        self.size += len(data)
        self._last += data
        while len(self._last) >= BLOCK:
            self._before = _joined(self._before, self._last[:BLOCK])
            del self._last[:BLOCK]

    @property
    def before(self) -> str:
        """The mark of all whole blocks, in hex: with `size` and `mark`, enough to go on."""
        return self._before.hex()

    @property
    def mark(self) -> str:
        """What all of the bytes come to, 64 hexadecimal digits."""
        return _joined(self._before, self._last).hex()

    def copy(self) -> ChainDigest:
        """As it is now."""
        return ChainDigest(self.size, self._before, bytes(self._last))

    @classmethod
    def resumed(cls, path: Path, size: int, before: str, mark: str) -> Self | None:
        """The digest that was left at `size`, None where the file does not end its last block as it did.

        OSError where the file cannot be read.
        """
        with path.open("rb") as file:
            file.seek(size - size % BLOCK)
            seal = cls(size, bytes.fromhex(before), file.read(size % BLOCK))
        return seal if seal.mark == mark else None


def mark_of(path: Path, size: int, stop: Callable[[], bool] = lambda: False) -> str:
    """The mark of a file's first `size` bytes, read anew; "" where there are fewer, or on `stop`.

    OSError where the file cannot be read.
    """
    seal = ChainDigest()
    with path.open("rb", buffering=0) as file:
        while seal.size < size and not stop():
            data = file.read(min(BLOCK, size - seal.size))
            if not data:
                break
            seal.add(data)
    return seal.mark if seal.size == size else ""


def _joined(before: bytes, block: bytes | bytearray) -> bytes:
    return hashlib.sha256(before + block).digest()
