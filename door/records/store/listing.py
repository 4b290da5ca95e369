"""The files of a folder by folded names, for kinds whose keys fold case.

Guarantees: the folder is listed again when it has changed. Of two files with the same key, the last by name
counts. Several threads may ask at once.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final

from door.records.store.kinds import key_of

GRAIN: Final = 50_000_000
"""Nanoseconds within which two changes of a folder may have the same time."""

TRUSTED: Final = 60.0
"""Seconds until the folder is listed again although only we seem to have written."""


class Listing:
    """The files in `folder` that end with `suffix`: their names by key, as last listed."""

    def __init__(self, folder: Path, suffix: str) -> None:
        self._folder, self._suffix = folder, suffix
        self._place = f"{folder}/"  # faster than a Path for each file
        self._sign: object = None
        self._listed, self._trusting = 0.0, False
        self._looking = Lock()
        self._sorted: list[str] | None = []
        self.names: dict[str, str] = {}

    def place(self, key: str) -> str | None:
        """Return the path of the file that has that key, by the last listing."""
        name = self.names.get(key_of(key))
        return self._place + name if name else None

    def keys(self) -> list[str]:
        """Return all keys, in order. It is the same list as long as nothing changes."""
        self.look()
        with self._looking:
            if self._sorted is None:
                self._sorted = sorted(self.names)
            return self._sorted

    def look(self) -> None:
        """List the folder if it has changed. Raises OSError.

        A folder that was changed just now is listed again the next time, because a change within the clock's
        grain could be missed. A file that came from outside during our write is seen within `TRUSTED`
        seconds.
        """
        with self._looking:
            try:
                sign = self._state()
                old = self._trusting and time.monotonic() - self._listed > TRUSTED
                if self._sign == sign and not old:
                    return
                fresh = time.time_ns() - sign[0] < GRAIN
                self._listed, self._trusting = time.monotonic(), False
                listed = os.listdir(self._folder)  # noqa: PTH208  twice as fast as an object for each
                self._sign = None if fresh else sign
            except FileNotFoundError:
                self._sign, listed = None, []
            there = {name for name in listed if name.endswith(self._suffix) and name[0] != "."}
            known = set(self.names.values())
            if gone := known - there:
                self.names = {key: name for key, name in self.names.items() if name not in gone}
                known -= gone
                self._sorted = None
            if there != known:
                for name in sorted(there - known):
                    self._take(name)

    @contextmanager
    def writing(self, name: str) -> Iterator[None]:
        """Wrap the writing of a file of ours, so that it needs no new listing."""
        before = None
        with suppress(OSError):
            before = self._state()
        yield
        with self._looking, suppress(OSError):
            if before and before == self._sign:
                self._take(name)
                self._sign, self._trusting = self._state(), True

    def _state(self) -> tuple[int, int]:
        state = self._folder.stat()
        return state.st_mtime_ns, state.st_ino

    def _take(self, name: str) -> None:
        key = key_of(name.removesuffix(self._suffix))
        if key not in self.names:
            self._sorted = None
        self.names[key] = max(name, self.names.get(key, ""))
