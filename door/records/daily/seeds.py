"""The secret seeds of days to come, one small file each in `data/daily/`.

Guarantees: a seed is on the disk, mode 600, before anybody sees its commitment. Its file is deleted only
once the seed is revealed. A seed that doesn't fit its commitment is ignored.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

from door.records.daily.rules import fits
from door.records.files.disk import read_file, replace_file

LARGEST: Final = 1000
"""Most bytes of a seed's file, which has 65."""


class Seeds:
    """The folder; days are "YYYY-MM-DD"."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def of(self, day: str, commit: str) -> str:
        """Return the seed of that commitment in hex, "" if it is lost."""
        seed = self._read(day).hex()
        return seed if fits(seed, commit) else ""

    def make(self, day: str) -> bytes:
        """Return the day's seed: one that was made but not sealed, or a new one. Raises OSError if it can't
        be written."""
        seed = self._read(day)
        if not seed:
            seed = secrets.token_bytes(32)
            replace_file(self._path(day), f"{seed.hex()}\n".encode())
        return seed

    def restore(self, day: str, seed: str) -> None:
        """Write the seed of a day that was revealed too soon. Raises OSError."""
        replace_file(self._path(day), f"{seed}\n".encode())

    def delete(self, day: str) -> None:
        """Delete the seed of a revealed day."""
        self._path(day).unlink(missing_ok=True)

    def _path(self, day: str) -> Path:
        return self.folder / f"{day}.seed"

    def _read(self, day: str) -> bytes:
        try:
            seed = bytes.fromhex(read_file(self._path(day), LARGEST).decode("ascii").strip())
        except (OSError, ValueError):
            return b""
        return seed if len(seed) == 32 else b""
