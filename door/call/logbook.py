"""A log handler that keeps the latest lines in memory for the sysop.

Lines are as in the log file, but printable only, and cut if they are very long. Records may come from any
thread.
"""

from __future__ import annotations

import logging
from collections import deque
from typing import Final

from door.records.part import Part
from door.term.charset import clean

KEPT: Final = 1000
LONGEST: Final = 500
"""Lines kept, and characters per line."""


class Logbook(logging.Handler, Part):
    """The latest lines. `total` counts all lines ever, so that a reader can ask for new ones."""

    def __init__(self, kept: int = KEPT) -> None:
        super().__init__()
        self.total = 0
        self._lines: deque[str] = deque(maxlen=kept)

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._lines.append(clean(self.format(record), LONGEST))
            self.total += 1
        except Exception:
            self.handleError(record)

    def since(self, seen: int = 0) -> tuple[int, tuple[str, ...]]:
        """Return `total`, and the kept lines after the first `seen`."""
        self.acquire()
        try:
            fresh = min(max(self.total - seen, 0), len(self._lines))
            return self.total, tuple(self._lines)[len(self._lines) - fresh :]
        finally:
            self.release()
