"""Messages between the sysop's pages and the session: values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from door.records.access.played import DoorPlayed
from door.records.ledger.standings import History
from door.settings.keys import SettingKey as Setting
from door.term.canvas import Canvas
from door.ui.screen import Act, Effect, Query, Reply, Screen, View
from door.ui.texts import tr


@dataclass(frozen=True, slots=True)
class NodeListing:
    """One call as the sysop sees it. `handle` is "" before the log-on.

    - `idle`: seconds since a key. `minutes`: since the call began. `left`: minutes until its end, or None.
    - `client`: the kind of call and the terminal's name. `screen`: the character set and size.
    - `watched`: the number of sysops who watch. `talking`: a sysop chats with the caller.
    """

    node: int
    handle: str
    where: str
    idle: int
    minutes: int
    left: int | None
    kind: str
    address: str
    client: str
    screen: str
    watched: int = 0
    talking: bool = False

    @property
    def who(self) -> str:
        """The caller's handle, or a description before the log-on."""
        return self.handle or tr.sysop.is_logging_on()


NODES: Final[Query[int, tuple[NodeListing, ...]]] = Query("nodes")
"""Every call by node (0), or the call on that node."""


ANNOUNCE: Final[Act[str]] = Act("announce")
"""Send a line to all callers online."""


@dataclass(frozen=True, slots=True)
class CallAct(Effect):
    """An act of `acts.ON_CALLS` on the call on `node` → `Done` or `No`.

    With a `handle`, it must still be that caller's call. `text` is the sysop's input.
    """

    do: str
    node: int
    text: str = ""
    handle: str | None = None


@dataclass(frozen=True, slots=True)
class SysopAct(Effect):
    """An act of `acts.ON_ACCOUNTS` on a handle or an address → `Done` or `No`."""

    do: str
    about: str
    text: str = ""


# -- watching and talking ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WatchCall(Effect):
    """Watch the caller on `node` → `Glimpse`, or `No`.

    A `Glimpse` comes after every change, and `No` at the end of the call.
    """

    node: int


@dataclass(frozen=True, slots=True)
class BreakIn(Effect):
    """Open a chat with the caller on `node` → `Heard` and finally `No`."""

    node: int


@dataclass(frozen=True, slots=True)
class Say(Effect):
    """Send a `line` of the chat, or "", and the half-typed one."""

    line: str = ""
    typing: str = ""


@dataclass(frozen=True, slots=True)
class Glimpse(Reply):
    """A watched caller's view: `screen` with its `state`, drawn for `view`. In plain mode `said` is new
    text.
    """

    listing: NodeListing
    screen: Screen
    state: Any
    view: View
    status: Canvas
    plain: bool
    said: str = ""


@dataclass(frozen=True, slots=True)
class Heard(Reply):
    """The other's new lines, and their half-typed one."""

    lines: tuple[str, ...]
    typing: str = ""


# -- callers' accounts, settings, hours and bans -----------------------------------------------


@dataclass(frozen=True, slots=True)
class AccountRow:
    """A caller in the list. `marks` says what is special about them. `online` is their node (0 for none)."""

    handle: str
    calls: int
    level: int
    last: str
    marks: str = ""
    online: int = 0


@dataclass(frozen=True, slots=True)
class AccountFacts:
    """One caller: facts by name, games by door, and more facts that the page's commands depend on."""

    handle: str
    facts: tuple[tuple[str, str], ...]
    doors: tuple[tuple[str, str, History], ...]
    banned: bool = False
    sysop: bool = False
    online: int = 0
    keys: tuple[str, ...] = ()
    unvalidated: bool = False


@dataclass(frozen=True, slots=True)
class Barred:
    """A banned caller or address. `details`: the reason, or the length and author. `lift` undoes the ban."""

    name: str
    details: str
    since: str
    lift: Effect


@dataclass(frozen=True, slots=True)
class Hours:
    """The hours of the board or a door. `section` is its section of keys, such as "doors.shutbox"."""

    section: str
    name: str
    hours: str
    now: str
    level: int | None = None
    open: bool = True


class HoursFound(NamedTuple):
    """The hours of the board and every door, and the board's time."""

    clock: str
    rows: tuple[Hours, ...]


ACCOUNTS: Final[Query[str, tuple[AccountRow, ...]]] = Query("accounts")
"""Callers by part of a handle, in order."""

ACCOUNT: Final[Query[str, AccountFacts]] = Query("account")
SETTINGS: Final[Query[None, tuple[Setting, ...]]] = Query("settings")
"""Every key of the board's settings files."""

HOURS: Final[Query[None, HoursFound]] = Query("hours")


DOORS_PLAYED: Final[Query[None, tuple[DoorPlayed, ...]]] = Query("doors-played")
"""Every door, the most visited first."""

BANS: Final[Query[None, tuple[Barred, ...]]] = Query("bans")
"""Banned handles, then addresses."""


@dataclass(frozen=True, slots=True)
class ChangeSetting(Effect):
    """Write a value to its file → `Done` or `No`, or `AreYouSure` if it would disconnect callers."""

    name: str
    text: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class AreYouSure(Reply):
    """The consequences, as a question."""

    question: str
