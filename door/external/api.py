"""What a program's screen and the session say to each other.

Law: values only, as in `door.ui.screen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from door.ui.screen import Effect, Question, Reply
from door.ui.texts import MaybeSaid, Said


@dataclass(frozen=True, slots=True)
class MoreDoor:
    """An external door as its page lists it: visits left today (None without a limit), and why the
    caller cannot enter just now, or ""."""

    slug: str
    name: str
    tagline: str
    left: int | None = None
    shut: MaybeSaid = ""


@dataclass(frozen=True, slots=True)
class AskMore(Question):
    """The external doors → `MoreDoors`."""


@dataclass(frozen=True, slots=True)
class MoreDoors(Reply):
    """With what this caller has left of them."""

    doors: tuple[MoreDoor, ...]


# -- events ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Printed(Reply):
    """The program has printed these bytes; no more come before a `More`."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Ended(Reply):
    """The program is over; `status` is its exit code, below 0 the signal that ended it."""

    status: int


@dataclass(frozen=True, slots=True)
class Back(Reply):
    """The caller is back from the program, with a sentence to be shown or none."""

    note: MaybeSaid = ""


# -- effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enter(Effect):
    """Start the external door of that slug on top of this page → later `Back`, or `Denied`."""

    slug: str


@dataclass(frozen=True, slots=True)
class More(Effect):
    """What was printed has been taken in: go on."""


@dataclass(frozen=True, slots=True)
class Type(Effect):
    """These bytes come from the program's keyboard; a `line` of a caller in plain mode with ENTER where
    the program reads lines, else as keys."""

    data: bytes
    line: bool = False


@dataclass(frozen=True, slots=True)
class Fit(Effect):
    """The program's window is columns × rows now."""

    cols: int
    rows: int


@dataclass(frozen=True, slots=True)
class Notice(Effect):
    """A sentence for the caller's status line, for a while."""

    text: Said


@dataclass(frozen=True, slots=True)
class Over(Effect):
    """Back to the page the program was started from, with a sentence or none."""

    note: MaybeSaid = ""
