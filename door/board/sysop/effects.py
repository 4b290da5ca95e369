"""What the sysop's pages say to the session, and what they hear back: values only."""

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
    """One call as the sysop sees it; `handle` is "" before the log-on.

    `idle` are the seconds since a key, `minutes` those since the call began, `left` those it may
    still last (None without a limit).  `client` is how it came in and its terminal's name,
    `screen` the character set and size in force.  `watched` are those who look over its
    shoulder, `talking` says that the sysop has broken in.
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
        """The caller, or what there is of one before the log-on."""
        return self.handle or tr.sysop.is_logging_on()


@dataclass(frozen=True, slots=True)
class ListNodes(Question):
    """Every call, or the one on `node` → `NodesFound`."""

    node: int = 0


@dataclass(frozen=True, slots=True)
class NodesFound(Reply):
    """By node."""

    listings: tuple[NodeListing, ...]


@dataclass(frozen=True, slots=True)
class ReadLog(Question):
    """The log's lines after the first `seen` → `LogLines`."""

    seen: int = 0


@dataclass(frozen=True, slots=True)
class LogLines(Reply):
    """How many lines there ever were, and those that were asked for, as far as they are kept."""

    total: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NodeAct(Effect):
    """Something done to the call on `node` → `Done` or `Denied`.  Where `handle` is given it must be
    that caller's call still; `text` is what was typed."""

    node: int
    text: str = ""
    handle: str | None = None


class SendLine(NodeAct):
    """A line on their status line, and under Messages."""


class HangUpNode(NodeAct):
    """The call ends, with that last sentence or the usual one."""


class PutOutNode(NodeAct):
    """The call of somebody who is banned ends; the reason is theirs, or "" their address's."""


class GiveMinutes(NodeAct):
    """More minutes for this call, or less."""


class BanCaller(NodeAct):
    """The handle is banned, for that reason, and the call ends."""


class BanAddress(NodeAct):
    """The address is banned for so many days, or "ever", and its calls end."""


@dataclass(frozen=True, slots=True)
class Announce(Effect):
    """A line to everybody who is on → `Done` or `Denied`."""

    text: str


# -- watching and talking ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Watch(Effect):
    """Look over the shoulder of the caller on `node` → a `Glimpse` now and after every change,
    `Over` when the call ends; or `Denied`."""

    node: int


@dataclass(frozen=True, slots=True)
class BreakIn(Effect):
    """Put a chat over whatever the caller on `node` does → `Heard`, and `Over` at the end; or `Denied`."""

    node: int


@dataclass(frozen=True, slots=True)
class Say(Effect):
    """In a chat: a `line` that was entered (or ""), and the one being typed."""

    line: str = ""
    typing: str = ""


@dataclass(frozen=True, slots=True)
class Glimpse(Reply):
    """What a watched caller sees: `screen` with its `state` as drawn for `view`, below `status`
    (one row); in plain mode what was `said` to them since the last glimpse."""

    listing: NodeListing
    screen: Screen
    state: Any
    view: View
    status: Canvas
    plain: bool
    said: str = ""


@dataclass(frozen=True, slots=True)
class Heard(Reply):
    """What the other has entered since the last time, and is typing now."""

    lines: tuple[str, ...]
    typing: str = ""


@dataclass(frozen=True, slots=True)
class Over(Reply):
    """The call that was watched, or the chat, has ended: why, in one sentence."""

    reason: Said


# -- callers' accounts, settings, hours and bans -----------------------------------------------


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
class Account(Reply):
    """One caller: facts by name, games by door, their SSH keys as people tell them apart, and what
    the ways of changing them depend on."""

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
    """A caller or an address that is kept out: `told` says why, or how long and by whom, `since` the
    day (YYYY-MM-DD; "" where it is not known), `lift` is what lets them in again."""

    name: str
    told: str
    since: str
    lift: Effect


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


@dataclass(frozen=True, slots=True)
class FindAccounts(Question):
    """The callers with that part of a handle → `AccountsFound`."""

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
    """Something done to a caller's account → `Done` or `Denied`; `text` is what was typed.  The log
    knows it by `word`."""

    word: ClassVar[str] = ""
    handle: str
    text: str = ""


class GrantTurns(AccountAct):
    """A door and turns for today, as "shutbox 3"."""

    word = "turns"


class SetLevel(AccountAct):
    """Another access level."""

    word = "level"


class SetSysop(AccountAct):
    """A sysop, or none any more: "yes" or "no"."""

    word = "sysop"


class ChangeKeys(AccountAct):
    """An SSH key more, or one less by its number."""

    word = "keys"


class ValidateCaller(AccountAct):
    """Their games count from now on."""

    word = "validate"


class BanHandle(AccountAct):
    """Banned, for that reason."""

    word = "ban"


class UnbanHandle(AccountAct):
    """Banned no more."""

    word = "unban"


class RenameCaller(AccountAct):
    """Another handle."""

    word = "rename"


class RemoveCaller(AccountAct):
    """The account goes, the games stay."""

    word = "remove"


class SetPassword(AccountAct):
    """Another password; with none typed one is made."""

    word = "password"


class AddCaller(AccountAct):
    """A new caller with that password; with none typed one is made."""

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
    """Puts a value in its file → `Done` or `Denied`; or `AreYouSure` where it would send callers away
    and the sysop is not `sure` yet."""

    name: str
    text: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class AreYouSure(Reply):
    """What would happen, as a question."""

    question: str


@dataclass(frozen=True, slots=True)
class ListHours(Question):
    """→ `HoursFound`."""


@dataclass(frozen=True, slots=True)
class HoursFound(Reply):
    """The hours of the board and every door, and what the board's clock says."""

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
    """Bans an address or a network for so many days, or "ever" → `Done` or `Denied`."""

    address: str
    days: str = ""


@dataclass(frozen=True, slots=True)
class LetIn(Effect):
    """Lifts that ban → `Done` or `Denied`."""

    address: str
