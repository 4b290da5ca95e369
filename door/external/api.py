"""What a program's screen and the session say to each other.

Law: values only, as in `door.games.api`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MoreDoor:
    """An external door as its page lists it: visits left today (None without a limit), and why the
    caller cannot enter just now, or ""."""

    slug: str
    name: str
    tagline: str
    left: int | None = None
    shut: str = ""


# -- events ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Printed:
    """The program has printed these bytes; no more come before a `More`."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Ended:
    """The program is over; `status` is its exit code, below 0 the signal that ended it."""

    status: int


@dataclass(frozen=True, slots=True)
class Back:
    """The caller is back from the program, with a sentence to be shown or none."""

    note: str = ""


# -- effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enter:
    """Start the external door of that slug on top of this page → later `Back`, or `Denied`."""

    slug: str


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
