"""The other end of an external door, whatever it is: a program here, a DOS program, a board elsewhere.

A connection prints bytes, which the emulator of `door.external.screen` draws, and takes the bytes of keys.
The opener gives it two functions, which it calls in the event loop: `printed(bytes)`, once for each
`more`, and `ended(status)`, once, after all output. After `close` it calls neither.
"""

from __future__ import annotations

import asyncio
from typing import Protocol


class OtherEnd(Protocol):
    @property
    def label(self) -> str:
        """A word for the log, such as "pid=123"."""

    def more(self) -> None:
        """Hand on the next output, when there is some."""

    def type(self, data: bytes, line: bool = False) -> None:
        """Type these bytes. A `line` comes from a caller in plain mode."""

    def fit(self, cols: int, rows: int) -> None:
        """Resize the window to columns × rows."""

    def close(self) -> asyncio.Task[None] | None:
        """Hang up at once. The task is done when nothing of it is left, or None if that is so already."""
