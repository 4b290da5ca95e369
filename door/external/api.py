"""Messages between a program's screen and the session. Values only, as in `door.ui.screen`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from door.ui.screen import Act, Effect, Query, Reply
from door.ui.texts import MaybeSaid, Said


@dataclass(frozen=True, slots=True)
class MoreDoor:
    """An external door in the list: visits left today (None means no limit), and the reason why the caller
    can't enter, or "". `setup` is its set-up program, for sysops. `kept`: the caller's last visit was there,
    and can be kept as a film.
    """

    slug: str
    name: str
    tagline: str
    visits_left: int | None = None
    shut: MaybeSaid = ""
    setup: str = ""
    kept: bool = False


MORE_DOORS: Final[Query[None, tuple[MoreDoor, ...]]] = Query("more-doors")
"""The external doors, with this caller's visits left."""


@dataclass(frozen=True, slots=True)
class Keepable:
    """The last visit: its door's name, and the way to its files: "browser", "address" or ""."""

    name: str
    way: str


KEEPABLE: Final[Query[None, Keepable]] = Query("last-visit")
KEEP: Final[Act[str]] = Act("keep-visit")
"""Make a file of the last visit: "cast", "png" or "txt". The answer says where it is."""


# -- events ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Printed(Reply):
    """The program printed these bytes. The next ones come after a `MoreOutput`."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Logged(Reply):
    """The end of DOSBox's log, for a sysop who tries the door."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProgramEnded(Reply):
    """The program has ended. `status` is its exit code, or the negative signal number. `why` is a sentence
    for the caller if there is more to say.
    """

    status: int
    why: MaybeSaid = ""


@dataclass(frozen=True, slots=True)
class BackFromProgram(Reply):
    """The caller is back from the program, with a sentence to show or none. `keeps`: they want its film."""

    note: MaybeSaid = ""
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class Busy(Reply):
    """All seats are taken; `why` says by whom. The caller may wait for one."""

    why: Said


# -- effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnterProgram(Effect):
    """Start the external door `slug` on top of this page → later `BackFromProgram`, or `No` or `Busy`.

    The sysop may run another `program` of a DOS door's folder, with its words.
    """

    slug: str
    program: str = ""


@dataclass(frozen=True, slots=True)
class WaitForSeat(Effect):
    """Put the caller in the queue of the external door `slug` → `BackFromProgram` with their place in it."""

    slug: str


@dataclass(frozen=True, slots=True)
class MoreOutput(Effect):
    """The output has been processed. Send more."""


@dataclass(frozen=True, slots=True)
class Type(Effect):
    """Type these bytes on the program's keyboard.

    A `line` comes from a caller in plain mode. If the program reads lines it gets Enter, otherwise just the
    keys.
    """

    data: bytes
    line: bool = False


@dataclass(frozen=True, slots=True)
class Fit(Effect):
    """Resize the program's window to columns × rows."""

    cols: int
    rows: int


@dataclass(frozen=True, slots=True)
class StatusNotice(Effect):
    """Show a sentence on the caller's status line for a while."""

    text: Said


@dataclass(frozen=True, slots=True)
class ProgramOver(Effect):
    """Return to the page that started the program, with a sentence or none. `keeps`: the caller wants a film
    of it.
    """

    note: MaybeSaid = ""
    keeps: bool = False
