"""Messages between the board's own screens and the session.

Values only, as in `door.ui.screen`. These are the effects and events that doors don't have. A board screen
is a `BoardPage`: `start(lobby, arg)` and a door's three functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from door.play.api import MOTION, SUGGEST, VOICES
from door.play.books import Books, LuckRow, Runs
from door.play.next_thing import PuzzleTally
from door.records.ledger.standings import History, Won
from door.term.canvas import Canvas
from door.term.profile import PAGE, UPRIGHT
from door.ui.screen import Act, Effect, Effects, Event, Query, Reply, Screen, Snapshot
from door.ui.screen import Done as Done
from door.ui.screen import Visit as Visit
from door.ui.texts import MaybeSaid, Sentence, tr

# -- a screen's view of the board --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A place on a game's ladder (0 while provisional). `results` are the last games, latest last: "WLD"."""

    place: int
    handle: str
    rating: int
    deviation: int
    games: int
    results: str


@dataclass(frozen=True, slots=True)
class DoorListing:
    """A door in the menu. `shut`: why the caller can't enter now. Only bulletins have the `ladder`, and
    `luck`, the month with luck taken out."""

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
    """A caller on a node. `minutes` since the call began. `ignored`: the asking caller ignores them.

    `open`: they would like to play.
    """

    node: int
    handle: str
    where: str
    minutes: int
    ignored: bool = False
    open: bool = False


@dataclass(frozen=True, slots=True)
class OnTv(Reply):
    """Board TV before the log-on.

    `title` is "On now: Ann at Shut The Box", or "". `stand` is the position in words.
    """

    title: str = ""
    stand: str = ""
    picture: Canvas | None = None


@dataclass(frozen=True, slots=True)
class Lobby(Snapshot):
    """The board as one caller sees it now. A page gets a new one whenever it is shown again.

    Every page has these. A page that shows more names a class of its own as its `LOBBY`.

    - `prefs`: the caller's settings. `terminal`: the values in force for this call.
    - `guest`: the caller is one. `unvalidated`: the sysop has yet to validate them.
    - `menu`: the main menu's commands by their settings' names, with their keys. Empty means as shipped.
    - `languages`: the languages to choose from. Empty if there is only English.
    - `face`: the picture above the page's title (`Page.FACE`).
    """

    board: str
    sysop: str
    node: int
    handle: str = ""
    prefs: Mapping[str, str] = field(default_factory=dict)
    terminal: Mapping[str, str] = field(default_factory=dict)
    guest: bool = False
    is_sysop: bool = False
    unvalidated: bool = False
    menu: tuple[tuple[str, str], ...] = ()
    languages: tuple[str, ...] = ()
    face: Canvas | None = None

    @property
    def plain(self) -> bool:
        """True if the caller gets lines of text."""
        return self.terminal.get("plain") == "on"

    @property
    def on_text_page(self) -> bool:
        """True on the board's own page of lines, which shows nothing else."""
        return self.terminal.get("term") == PAGE

    @property
    def upright(self) -> bool:
        """True on a phone held upright, where commands are buttons."""
        return self.terminal.get("term") == UPRIGHT

    @property
    def has_row_buttons(self) -> bool:
        """True if each row of a list has buttons: on a phone held upright, and on the page of lines."""
        return self.terminal.get("term") in (UPRIGHT, PAGE)

    @property
    def why_silent(self) -> MaybeSaid:
        """Why the caller can't write anything that others read, or ""."""
        if self.guest:
            return tr.people.guests_can_only_read()
        return tr.logon.write_only_to_sysop() if self.unvalidated else ""


@dataclass(frozen=True, slots=True)
class DoorsLobby(Lobby):
    """With the doors, and pictures by name. A missing file is left out, and pages do without."""

    doors: tuple[DoorListing, ...] = ()
    art: Mapping[str, Canvas] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CallerLine:
    """A line from another caller, or from the sysop (node 0, no handle). `when` uses the board's clock."""

    handle: str
    node: int
    when: str
    text: str


@dataclass(frozen=True, slots=True)
class DoorPast:
    """A caller's results at one door. `puzzles` are their daily puzzles."""

    name: str
    accent: int
    history: History
    ladder: LadderRow | None = None
    puzzles: PuzzleTally = field(default_factory=PuzzleTally)


@dataclass(frozen=True, slots=True)
class CallerProfile:
    """A caller's page.

    - `since` and `last_call` use the board's clock.
    - `keys`: SSH keys as (fingerprint and comment, OpenSSH line).
    - `ignored`: callers they ignore. `is_ignored`: the reader ignores them.
    - `runs`: streaks of days. `calling`: a sentence about an anniversary.
    """

    handle: str
    calls: int
    since: str
    last_call: str
    doors: tuple[DoorPast, ...]
    keys: tuple[tuple[str, str], ...]
    ignored: tuple[str, ...] = ()
    runs: Runs = field(default_factory=dict)
    calling: str = ""
    is_ignored: bool = False


@dataclass(frozen=True, slots=True)
class HandleChecked:
    """The result of a handle check. `known`: a caller has it. `rule`: why it can't be registered, or ""."""

    handle: str
    known: bool
    rule: MaybeSaid = ""


HANDLE: Final[Query[str, HandleChecked]] = Query("handle")
"""Check whether a handle is registered or could be."""

HALL: Final[Query[None, tuple[Won, ...]]] = Query("hall")
"""The winners of all closed months, newest month first."""

PROFILE: Final[Query[str, CallerProfile]] = Query("profile")
"""The caller's own page (""), or another caller's public one."""


# -- effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskTv(Effect):
    """→ `OnTv`, or nothing if the sysop has turned it off."""


@dataclass(frozen=True, slots=True)
class LogOn(Effect):
    """→ the menu, `MustChoose` if the password is a one-time word and there is no `new` one, or `No`."""

    handle: str
    password: str
    new: str = ""


@dataclass(frozen=True, slots=True)
class MustChoose(Reply):
    """The one-time word is right. The caller must choose a password."""


@dataclass(frozen=True, slots=True)
class EnterAsGuest(Effect):
    """→ the menu as a guest, or `No`."""


@dataclass(frozen=True, slots=True)
class Register(Effect):
    """Register a new caller → the menu, or `No`. `invite` is the new user password."""

    handle: str
    password: str
    invite: str = ""


@dataclass(frozen=True, slots=True)
class Pass(Effect):
    """Leave, and pass the event to the screen below."""

    event: Event


@dataclass(frozen=True, slots=True)
class TrySize(Effect):
    """Use that screen size for now, such as "132x37"; with "" go back to the saved one."""

    size: str


@dataclass(frozen=True, slots=True)
class PlayDoor(Effect):
    """Open a door. With `first`, press that key on its title page."""

    slug: str
    first: str = ""


@dataclass(frozen=True, slots=True)
class HangUp(Effect):
    """End the call, with a last sentence if there is a reason."""

    farewell: MaybeSaid = ""


CHECK_INVITE: Final[Act[str]] = Act("check-invite")
"""Check the new user password."""

LOST_PASSWORD: Final[Act[str]] = Act("lost-password")
"""Mail a one-time word to the caller with that handle, who is not logged on."""

CHECK_PASSWORD: Final[Act[str]] = Act("check-password")
"""Check the caller's own password."""

NEW_PASSWORD: Final[Act[tuple[str, str]]] = Act("new-password")
"""Change the caller's password: the old and the new one."""

ADD_KEY: Final[Act[str]] = Act("add-key")
DROP_KEY: Final[Act[str]] = Act("drop-key")
"""Add or remove an SSH key, an OpenSSH public key line."""

IGNORE: Final[Act[str]] = Act("ignore")
"""Ignore that caller, or stop ignoring them."""


class BoardPage(Screen, Protocol):
    """A screen of the board."""

    def start(self, lobby: Lobby, arg: str) -> tuple[Any, Effects]: ...


LANGUAGE: Final = "language"
"""The preference for a language other than the board's, if there are several."""

NAMED: Final = "named"
"""The preference that allows the puzzle to name this caller."""

FORUM: Final = "forum"
"""The preference for hearing of new posts in the forum."""

RIVAL: Final = "rival"
"""The preference to hear of one's own month at the log-on: places, cups, and a caller near in the month."""

ON_WEB: Final = "web"
"""The preference that shows this caller's handle on the public pages. "auto" is the sysop's choice."""

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
    ON_WEB: (tr.settings.label_on_web, ("auto", "yes", "no")),
    "keys": (tr.settings.label_door_keys, ("numbers", "numpad", "letters")),
    VOICES: (tr.settings.label_voices, ("on", "off")),
    SUGGEST: (tr.settings.label_suggest, ("on", "off")),
    RIVAL: (tr.settings.label_rival, ("on", "off")),
    FORUM: (tr.settings.label_forum, ("on", "off")),
    "size": (
        tr.settings.label_screen_size,
        ("auto", "80x24", "80x25", "80x43", "80x50", "100x37", "132x37", "132x50"),
    ),
}


NOT_UPRIGHT: Final = ("mouse", "keys")
"""Preferences that make no difference on a phone held upright."""


def preferences(lobby: Lobby) -> dict[str, tuple[Sentence, tuple[str, ...]]]:
    """Return the preferences that this caller may set here."""
    languages = {LANGUAGE: (tr.settings.label_language, ("auto", *lobby.languages))}
    found = {**languages, **PREFERENCES} if lobby.languages else PREFERENCES
    return {key: one for key, one in found.items() if not (lobby.upright and key in NOT_UPRIGHT)}
