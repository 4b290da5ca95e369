"""What a program's screen and the session say to each other.

Law: values only, as in `door.games.api`.
"""

from __future__ import annotations

from dataclasses import dataclass

# -- events ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Printed:
    """The program has printed these bytes; no more come before a `More`."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Ended:
    """The program is over; `status` is its exit code, below 0 the signal that ended it."""

    status: int


# -- effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class More:
    """What was printed has been taken in: go on."""


@dataclass(frozen=True, slots=True)
class Type:
    """These bytes come from the program's keyboard."""

    data: bytes


@dataclass(frozen=True, slots=True)
class TypeLine:
    """A line of a caller in plain mode: with ENTER where the program reads lines, else as keys."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Fit:
    """The program's window is columns × rows now."""

    cols: int
    rows: int


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the caller's status line, for a while."""

    text: str


@dataclass(frozen=True, slots=True)
class Over:
    """Back to the page the program was started from, with a sentence or none."""

    note: str = ""
