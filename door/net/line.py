"""A call as the session sees it: events in, bytes out, and hints about the caller.

Guarantees: this is the only kind of connection above `door.net`. Telnet, SSH, rlogin and the local terminal
each provide a `CallLine`, and nothing above knows which.
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


@dataclass(frozen=True, slots=True)
class ScreenLost:
    """The terminal has lost its screen and its modes. It needs all of them again."""


LineEvent = Data | Resized | Term | Charset | ScreenLost | HungUp


@dataclass(frozen=True, slots=True)
class Hints:
    """Facts known when the call began; None or "" for an unknown one.

    `size` is the window's columns × rows (1..500). `handle` is a name the client gave. With `proved` the
    line has checked it (SSH password or key, a drop file), so the caller doesn't log on again. `door` is the
    slug of a door that the caller asks for, unchecked. `encrypted`: nobody on the way can read the line.
    """

    kind: str
    address: str
    term: str = ""
    size: tuple[int, int] | None = None
    charset: str = ""
    handle: str = ""
    proved: bool = False
    door: str = ""
    environ: dict[str, str] = field(default_factory=dict)
    encrypted: bool = False


class LostCaller(Exception):
    """The caller could not be reached: gone, or too slow to take what was sent."""


class CallLine(Protocol):
    """One call's line."""

    @property
    def hints(self) -> Hints: ...

    async def receive(self) -> LineEvent:
        """Return the next event; after `HungUp`, HungUp for ever."""
        ...

    def take(self) -> LineEvent | None:
        """Return the next event if there is one; `HungUp` once, then None."""
        ...

    def listen(self, arrived: Callable[[], None]) -> None:
        """Call `arrived()` in the loop's thread whenever there is an event to take.

        From then on use `take`, not `receive`. Events that aren't taken stay on the line, and too many of
        them stop the reading of the wire.
        """
        ...

    async def send(self, data: bytes) -> None:
        """Send, waiting while the caller is slow. Raises LostCaller after the line's time limit."""
        ...

    def offer(self, data: bytes) -> bool:
        """Send if that needs no waiting; otherwise send nothing and return False."""
        ...

    async def hang_up(self) -> None:
        """Send the rest and close. Safe to call twice."""
        ...
