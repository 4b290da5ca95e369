"""What the sysop's pages of callers and settings say to the session, and what they hear back:
values only."""

from __future__ import annotations

from dataclasses import dataclass

from door.records.ledger.history import History
from door.ui.screen import Effect


@dataclass(frozen=True, slots=True)
class Administer(Effect):
    """An act of the sysop's on the books, by its name in `door.session.effects.sysop_accounts` → `Answer`
    (of the act's name), `Done` or `Denied`.

    `about` is a caller's handle or a key of the settings, `text` what was typed.  What would send
    callers away is asked about first (`Answer` "sure", the question) unless the sysop is `sure`.
    """

    act: str
    about: str = ""
    text: str = ""
    sure: bool = False


@dataclass(frozen=True, slots=True)
class AccountRow:
    """A caller in the list; `last` by the board's clock, "" before the first call; `marks` is what
    is special about them, `online` the node they are on, 0 for none."""

    handle: str
    calls: int
    level: int
    last: str
    marks: str = ""
    online: int = 0


@dataclass(frozen=True, slots=True)
class Account:
    """One caller: facts by name, games by door, their SSH keys as people tell them apart, and what
    the ways of changing them depend on."""

    handle: str
    facts: tuple[tuple[str, str], ...]
    doors: tuple[tuple[str, str, History], ...]
    banned: bool = False
    sysop: bool = False
    online: int = 0
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Barred:
    """A caller or an address that is kept out: `told` says why, or how long and by whom, `since` the
    day (YYYY-MM-DD; "" where it is not known), `act` what lets them in again."""

    name: str
    told: str
    since: str
    act: str


@dataclass(frozen=True, slots=True)
class Hours:
    """The board or a door: the section of its keys ("board", "doors.shutbox"), its hours as they
    are written, how it stands now, and the least access level, None where there is none."""

    section: str
    name: str
    hours: str
    now: str
    level: int | None = None
    open: bool = True
