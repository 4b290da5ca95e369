"""A call as the session sees it: what comes in, what goes out, and what the line knows.

Law: this is the only shape of a connection above `door.net`.  Telnet, SSH, rlogin and the
local terminal each provide a `CallLine`; nothing above them knows which.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


class Data(NamedTuple):
    """Bytes from the caller's terminal, protocol removed (no IAC, no CR NUL pairs: ENTER is b"\\r")."""

    data: bytes


class Resized(NamedTuple):
    """The window is now columns × rows (already clamped to 1..500)."""

    cols: int
    rows: int


class Term(NamedTuple):
    """The terminal has named itself (again): lower case, printable ASCII, at most 40 characters."""

    name: str


class Charset(NamedTuple):
    """The client named its character set: "utf-8", "cp437" or "ascii" (others are not passed on)."""

    name: str


class HungUp(NamedTuple):
    """The line is gone; nothing follows and nothing can be sent."""

    reason: str = ""


LineEvent = Data | Resized | Term | Charset | HungUp


@dataclass(frozen=True, slots=True)
class Hints:
    """What the line knew when the call began; None or "" where it did not say.

    `size` is the window's columns × rows (1..500).  `handle` is a name the client gave; `proved` says
    that the line has checked who it is (SSH password or key, a drop file), so that no log-on is asked.
    """

    kind: str
    address: str
    term: str = ""
    size: tuple[int, int] | None = None
    charset: str = ""
    handle: str = ""
    proved: bool = False
    environ: dict[str, str] = field(default_factory=dict)


class LostCaller(Exception):
    """The caller could not be reached: gone, or too slow to take what was sent."""


class CallLine(Protocol):
    """One call's line."""

    @property
    def hints(self) -> Hints: ...

    async def receive(self) -> LineEvent:
        """The next thing that happens; after `HungUp` it gives HungUp for ever."""
        ...

    def take(self) -> LineEvent | None:
        """The next thing that has happened already, if any; `HungUp` once, and None ever after."""
        ...

    def listen(self, arrived: Callable[[], None]) -> None:
        """Has `arrived()` called, in the loop's own thread, whenever there is something to take.

        From then on it is `take` that gives the events, and nobody calls `receive` any more.
        What is not taken stays on the line, and too much of it stops the reading of the wire.
        """
        ...

    async def send(self, data: bytes) -> None:
        """Sends, waiting while the caller is slow; LostCaller after the line's time limit."""
        ...

    def offer(self, data: bytes) -> bool:
        """Sends where that needs no waiting; otherwise nothing is sent, and False."""
        ...

    async def hang_up(self) -> None:
        """Sends what is still to be sent and closes; safe to call twice."""
        ...
