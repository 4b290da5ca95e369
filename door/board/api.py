"""What the board's own screens say to the session, and what they hear back.

Law: values only, as in `door.ui.screen`; these are the effects and events that doors do
not have.  A board screen is a `Page`: `start(lobby, arg)` and a door's three functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from door.board.tables.effects import LadderRow
from door.midend.api import MOTION, VOICES
from door.midend.books import Books, LuckRow
from door.midend.puzzle import Tally
from door.midend.streaks import Runs
from door.records.ledger.history import History, Won
from door.term.canvas import Canvas
from door.ui.screen import Effect, Effects, Event, Question, Reply, Screen, Snapshot
from door.ui.texts import MaybeSaid, Sentence, tr

# -- what a screen is shown of the board -------------------------------------------------


@dataclass(frozen=True, slots=True)
class DoorListing:
    """One door as the menu lists it; `books` are this caller's view of its contest, `shut` why
    they may not enter it just now, `ladder` the first of its ladder, `luck` of the month with the luck taken
    out."""

    slug: str
    name: str
    tagline: str
    accent: int
    books: Books = Books()
    waiting: bool = False
    fewer_is_better: bool = False
    shut: str = ""
    ladder: tuple[LadderRow, ...] = ()
    luck: tuple[LuckRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Online:
    """One node with a caller on it; `minutes` since the call began; `ignored` says that whoever asks does
    not hear them."""

    node: int
    handle: str
    where: str
    minutes: int
    ignored: bool = False


@dataclass(frozen=True, slots=True)
class OnTv(Reply):
    """Board TV before the log-on: what is on ("On now: Ann at Shut The Box", "" for nothing), how it stands,
    and the game's picture at its full size, None where there is none."""

    title: str = ""
    stand: str = ""
    picture: Canvas | None = None


@dataclass(frozen=True, slots=True)
class Lobby(Snapshot):
    """The board as one caller sees it just now; sent again whenever a page is shown anew.

    `art` holds drawn screens by name (a missing file is left out, and pages draw without).
    `policy` is how new callers are taken: "open", "password" or "closed"; `guests` says that
    GUEST is let in, `guest` that this caller is one; `closed` why nobody is let in just now.
    `prefs` are the caller's remembered choices, `terminal` what is in force for this call.
    `today` are the games finished today, door's name and score, `unread` the messages that came
    since they were last looked at, `letters` those not read, `more` the external doors, slug and name,
    `tables_waiting` the tables that wait for this caller, `on_tv` what a stranger is shown of board TV, None
    for nothing, `unvalidated` says that the sysop has yet to validate this caller, `chatting` who else is in
    Chat, `to_sysop` the letters to the sysop, where the caller is one; `menu` the main menu's commands by the
    settings' names, with their keys, none where they are as shipped; `languages` those that a caller may
    choose, none where there is only English.
    """

    board: str
    sysop: str
    node: int
    handle: str = ""
    calls: int = 0
    policy: str = "open"
    attempts: int = 3
    offered: str = ""
    clock: str = ""
    doors: tuple[DoorListing, ...] = ()
    art: Mapping[str, Canvas] = field(default_factory=dict)
    prefs: Mapping[str, str] = field(default_factory=dict)
    terminal: Mapping[str, str] = field(default_factory=dict)
    today: tuple[tuple[str, int], ...] = ()
    guests: bool = False
    guest: bool = False
    is_sysop: bool = False
    unread: int = 0
    closed: str = ""
    more: tuple[tuple[str, str], ...] = ()
    tables_waiting: int = 0
    on_tv: OnTv | None = None
    letters: int = 0
    chatting: tuple[str, ...] = ()
    to_sysop: int = 0
    menu: tuple[tuple[str, str], ...] = ()
    unvalidated: bool = False
    languages: tuple[str, ...] = ()

    @property
    def plain(self) -> bool:
        """Whether the caller has lines of text."""
        return self.terminal.get("plain") == "on"


@dataclass(frozen=True, slots=True)
class Note:
    """A line that another caller sent to this one, or (from node 0, without a handle) the sysop; `when` by
    the board's clock."""

    handle: str
    node: int
    when: str
    text: str


@dataclass(frozen=True, slots=True)
class DoorPast:
    """What a caller has behind them at one door; `ladder` is their place there, None where they have
    ended no rated game, `puzzles` what they have made of the days' puzzles."""

    name: str
    accent: int
    history: History
    ladder: LadderRow | None = None
    puzzles: Tally = field(default_factory=Tally)


@dataclass(frozen=True, slots=True)
class Profile(Reply):
    """A caller's page.  `since` and `last_call` by the board's clock; `keys` are the SSH
    keys as (fingerprint and comment, OpenSSH line), `ignored` the callers whom this one does not hear,
    `runs` their streaks of days, `calling` a sentence on for how many years they have been a caller."""

    handle: str
    calls: int
    since: str
    last_call: str
    doors: tuple[DoorPast, ...]
    keys: tuple[tuple[str, str], ...]
    ignored: tuple[str, ...] = ()
    runs: Runs = field(default_factory=dict)
    calling: str = ""


# -- events ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandleChecked(Reply):
    """Who a typed handle is: `known` by its registered spelling, or `rule` why it cannot be had."""

    handle: str
    known: bool
    rule: MaybeSaid = ""


@dataclass(frozen=True, slots=True)
class Denied(Reply):
    """No: the reason, one sentence.  `final` says that the call ends here."""

    reason: MaybeSaid
    final: bool = False


@dataclass(frozen=True, slots=True)
class Done(Reply):
    """It was carried out; one sentence to show, or empty."""

    note: MaybeSaid = ""


@dataclass(frozen=True, slots=True)
class Hall(Reply):
    """The winners, the newest month first."""

    won: tuple[Won, ...]


# -- effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskTv(Effect):
    """→ `OnTv`, or nothing where the sysop does not want it any more."""


@dataclass(frozen=True, slots=True)
class CheckHandle(Effect):
    """Is there a caller of that handle, and if not, may there be?  → `HandleChecked`."""

    text: str


@dataclass(frozen=True, slots=True)
class LogOn(Effect):
    """→ the menu, or `Denied`."""

    handle: str
    password: str


@dataclass(frozen=True, slots=True)
class EnterAsGuest(Effect):
    """→ the menu, as somebody of whom nothing is remembered; or `Denied`."""


@dataclass(frozen=True, slots=True)
class CheckInvite(Effect):
    """Is that the new user password?  → `Done` or `Denied`."""

    text: str


@dataclass(frozen=True, slots=True)
class Register(Effect):
    """A new caller → the menu, or `Denied`.  `invite` is the new user password."""

    handle: str
    password: str
    invite: str = ""


@dataclass(frozen=True, slots=True)
class Visit(Effect):
    """Open a page of `door.board.pages` on top of this one."""

    page: str
    arg: str = ""


@dataclass(frozen=True, slots=True)
class Pass(Effect):
    """Leave, and let the screen below have the event."""

    event: Event


@dataclass(frozen=True, slots=True)
class Play(Effect):
    """Open a door."""

    slug: str


@dataclass(frozen=True, slots=True)
class Prefer(Effect):
    """Keep a choice of this caller's, a key of `PREFERENCES`; in force at once."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class CheckPassword(Effect):
    """Is that the caller's own password?  → `Done` or `Denied`."""

    text: str


@dataclass(frozen=True, slots=True)
class NewPassword(Effect):
    """→ `Done` or `Denied`."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class AskHall(Question):
    """The winners of every month that is over → `Hall`."""


@dataclass(frozen=True, slots=True)
class AskProfile(Question):
    """The caller's own page, or what everybody may know of another → `Profile`, or `Denied`."""

    handle: str = ""


@dataclass(frozen=True, slots=True)
class AddKey(Effect):
    """Another SSH key of this caller's, an OpenSSH public key line → `Done` or `Denied`."""

    line: str


@dataclass(frozen=True, slots=True)
class DropKey(Effect):
    """That SSH key is no longer this caller's → `Done` or `Denied`."""

    line: str


@dataclass(frozen=True, slots=True)
class Ignore(Effect):
    """That caller is not heard from now on, or heard again → `Done` or `Denied`."""

    handle: str


@dataclass(frozen=True, slots=True)
class HangUp(Effect):
    """End the call, with a last sentence where there is a reason."""

    farewell: MaybeSaid = ""


class Page(Screen, Protocol):
    """A screen of the board's own."""

    def start(self, lobby: Lobby, arg: str) -> tuple[Any, Effects]: ...


LANGUAGE: Final = "language"
"""The preference by which a caller reads another language than the board's, where there are several."""

NAMED: Final = "named"
"""The preference by which a caller is named where the day's puzzle is from a game of theirs."""

# Preferences a caller may set: key -> (label, choices); the first choice is the default.
PREFERENCES: Final[dict[str, tuple[Sentence, tuple[str, ...]]]] = {
    "charset": (tr.settings.label_charset, ("auto", "cp437", "utf-8", "ascii")),
    "colours": (tr.settings.label_colours, ("auto", "16", "256", "rgb", "mono")),
    "mouse": (tr.settings.label_mouse, ("auto", "on", "off")),
    "plain": (tr.settings.label_plain_text, ("auto", "on", "off")),
    MOTION: (tr.settings.label_motion, ("normal", "quick", "slow", "off")),
    "bell": (tr.settings.label_bell, ("on", "off")),
    "speed": (
        tr.settings.label_modem_speed,
        ("off", "300", "1200", "2400", "9600", "14400", "28800", "57600"),
    ),
    "expert": (tr.settings.label_expert_menus, ("off", "on")),
    "messages": (tr.settings.label_messages, ("on", "off")),
    "watchable": (tr.settings.label_watchable, ("auto", "yes", "ask", "no")),
    NAMED: (tr.settings.label_named_in_puzzle, ("no", "yes")),
    "keys": (tr.settings.label_door_keys, ("numbers", "numpad", "letters")),
    VOICES: (tr.settings.label_voices, ("on", "off")),
    "size": (
        tr.settings.label_screen_size,
        ("auto", "80x24", "80x25", "80x43", "80x50", "100x37", "132x37", "132x50"),
    ),
}


def preferences(lobby: Lobby) -> dict[str, tuple[Sentence, tuple[str, ...]]]:
    """Return the preferences that this caller may set."""
    if not lobby.languages:
        return PREFERENCES
    return {**PREFERENCES, LANGUAGE: (tr.settings.label_language, ("auto", *lobby.languages))}
