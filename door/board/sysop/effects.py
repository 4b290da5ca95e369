"""Messages between the sysop's pages and the session: values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from door.records.ledger.history import History
from door.settings.keys import Key as Setting
from door.term.canvas import Canvas
from door.ui.screen import Effect, Question, Reply, Screen, View
from door.ui.texts import Said, tr


@dataclass(frozen=True, slots=True)
class NodeListing:
    """One call as the sysop sees it. `handle` is "" before the log-on.

    `idle` is seconds since a key, `minutes` since the call began, `left` until it must end (None without a
    limit). `client` is the kind of call and the terminal's name, `screen` the character set and size.
    `watched` lists the sysops who watch it, `talking`: a sysop chats with the caller.
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
        """The caller, or a description before the log-on."""
        return self.handle or tr.sysop.is_logging_on()


@dataclass(frozen=True, slots=True)
class ListNodes(Question):
    """List every call, or the call on `node` → `NodesFound`."""

    node: int = 0


@dataclass(frozen=True, slots=True)
class NodesFound(Reply):
    """By node."""

    listings: tuple[NodeListing, ...]


@dataclass(frozen=True, slots=True)
class ReadLog(Question):
    """Ask for the log's lines after the first `seen` → `LogLines`."""

    seen: int = 0


@dataclass(frozen=True, slots=True)
class LogLines(Reply):
    """The number of lines so far, and the lines asked for that are still kept."""

    total: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NodeAct(Effect):
    """An act on the call on `node` → `Done` or `Denied`. If `handle` is given, it must still be that
    caller's call. `text` is what the sysop typed.
    """

    node: int
    text: str = ""
    handle: str | None = None


class SendLine(NodeAct):
    """Send a line to their status line and their Messages."""


class HangUpNode(NodeAct):
    """End the call, with that last sentence or the usual one."""


class PutOutNode(NodeAct):
    """End the call of a banned caller. The reason is the caller's, or "" if the address is banned."""


class GiveMinutes(NodeAct):
    """Give this call more minutes, or fewer."""


class BanCaller(NodeAct):
    """Ban the handle for that reason, and end the call."""


class BanAddress(NodeAct):
    """Ban the address for some days, or "ever", and end its calls."""


@dataclass(frozen=True, slots=True)
class Announce(Effect):
    """Send a line to everybody who is on → `Done` or `Denied`."""

    text: str


# -- watching and talking ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Watch(Effect):
    """Watch the caller on `node` → a `Glimpse` now and after every change, `Over` when the call ends; or
    `Denied`.
    """

    node: int


@dataclass(frozen=True, slots=True)
class BreakIn(Effect):
    """Break in on the caller on `node` with a chat → `Heard`, and `Over` at the end; or `Denied`."""

    node: int


@dataclass(frozen=True, slots=True)
class Say(Effect):
    """In a chat: an entered `line` (or ""), and the half-typed one."""

    line: str = ""
    typing: str = ""


@dataclass(frozen=True, slots=True)
class Glimpse(Reply):
    """A watched caller's view: `screen` with its `state` as drawn for `view`, below `status` (one row). In
    plain mode `said` is the new text.
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
    """The other's new lines, and half-typed one."""

    lines: tuple[str, ...]
    typing: str = ""


@dataclass(frozen=True, slots=True)
class Over(Reply):
    """The watched call, or the chat, has ended, with the reason in one sentence."""

    reason: Said


# -- callers' accounts, settings, hours and bans -----------------------------------------------


@dataclass(frozen=True, slots=True)
class AccountRow:
    """A caller in the list. `last` uses the board's clock, "" before the first call. `marks` says what is
    special about them, `online` is their node, 0 for none.
    """

    handle: str
    calls: int
    level: int
    last: str
    marks: str = ""
    online: int = 0


@dataclass(frozen=True, slots=True)
class Account(Reply):
    """One caller: facts by name, games by door, their SSH keys in readable form, and the values that the
    page's commands depend on.
    """

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
    """A banned caller or address. `told` says why, or how long and by whom. `since` is the day (YYYY-MM-DD,
    or ""), `lift` undoes the ban.
    """

    name: str
    told: str
    since: str
    lift: Effect


@dataclass(frozen=True, slots=True)
class Hours:
    """The board or a door: its section of keys ("board", "doors.shutbox"), its hours as written, its state
    now, and the access level, or None.
    """

    section: str
    name: str
    hours: str
    now: str
    level: int | None = None
    open: bool = True


@dataclass(frozen=True, slots=True)
class FindAccounts(Question):
    """Find callers by part of a handle → `AccountsFound`."""

    part: str = ""


@dataclass(frozen=True, slots=True)
class AccountsFound(Reply):
    """By handle."""

    rows: tuple[AccountRow, ...]


@dataclass(frozen=True, slots=True)
class ShowAccount(Question):
    """→ `Account`, or `Denied`."""

    handle: str


@dataclass(frozen=True, slots=True)
class AccountAct(Effect):
    """An act on a caller's account → `Done` or `Denied`. `text` is what the sysop typed; the log calls the
    act `word`.
    """

    word: ClassVar[str] = ""
    handle: str
    text: str = ""


class GrantTurns(AccountAct):
    """A door and turns for today, as "shutbox 3"."""

    word = "turns"


class SetLevel(AccountAct):
    """Set the access level."""

    word = "level"


class SetSysop(AccountAct):
    """Make the caller a sysop, or not: "yes" or "no"."""

    word = "sysop"


class ChangeKeys(AccountAct):
    """Add an SSH key, or remove one by its number."""

    word = "keys"


class ValidateCaller(AccountAct):
    """Validate the caller, so that their games count."""

    word = "validate"


class BanHandle(AccountAct):
    """Ban the handle for that reason."""

    word = "ban"


class UnbanHandle(AccountAct):
    """Lift the ban."""

    word = "unban"


class RenameCaller(AccountAct):
    """Rename the caller."""

    word = "rename"


class RemoveCaller(AccountAct):
    """Remove the account. The games stay."""

    word = "remove"


class SetPassword(AccountAct):
    """Set a password. Without one typed, one is made up."""

    word = "password"


class AddCaller(AccountAct):
    """Add a caller with that password. Without one typed, one is made up."""

    word = "add"


@dataclass(frozen=True, slots=True)
class ListSettings(Question):
    """→ `SettingsFound`."""


@dataclass(frozen=True, slots=True)
class SettingsFound(Reply):
    """Every key of the board's files."""

    keys: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class ChangeSetting(Effect):
    """Write a value to its file → `Done` or `Denied`, or `AreYouSure` if callers would be disconnected and
    the sysop is not yet `sure`.
    """

    name: str
    text: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class AreYouSure(Reply):
    """The consequences, as a question."""

    question: str


@dataclass(frozen=True, slots=True)
class ListHours(Question):
    """→ `HoursFound`."""


@dataclass(frozen=True, slots=True)
class HoursFound(Reply):
    """The hours of the board and every door, and the board's time."""

    clock: str
    rows: tuple[Hours, ...]


@dataclass(frozen=True, slots=True)
class ListBans(Question):
    """→ `BansFound`."""


@dataclass(frozen=True, slots=True)
class BansFound(Reply):
    """Handles, then addresses."""

    rows: tuple[Barred, ...]


@dataclass(frozen=True, slots=True)
class KeepOut(Effect):
    """Ban an address or a network for some days, or "ever" → `Done` or `Denied`."""

    address: str
    days: str = ""


@dataclass(frozen=True, slots=True)
class LetIn(Effect):
    """Lift that ban → `Done` or `Denied`."""

    address: str
