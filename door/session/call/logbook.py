"""The end of the board's log, kept in memory for the sysop to read: a handler like any other.

Law: bounded, whatever is logged; a line is what the log's file has, printable, cut where it is
very long.  Records may come from any thread.
"""

from __future__ import annotations

import logging
from collections import deque
from typing import Final

from door.term.charset import clean

KEPT: Final = 1000
LONGEST: Final = 500
"""Lines that are kept, and characters of one."""


class Logbook(logging.Handler):
    """The last lines.  `total` counts all there ever were, so that a reader knows what is new."""

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
        """`total`, and the lines after the first `seen`, as far as they are kept."""
        self.acquire()
        try:
            fresh = min(max(self.total - seen, 0), len(self._lines))
            return self.total, tuple(self._lines)[len(self._lines) - fresh :]
        finally:
            self.release()
