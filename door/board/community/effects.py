"""What the pages of callers among themselves ask for, and what they hear back: values only."""

from __future__ import annotations

from dataclasses import dataclass

from door.board.api import Note, Online
from door.board.art.news_files import NewsItem
from door.records.community.community import LastCall, Posted
from door.records.community.letters import Letter
from door.ui.screen import Effect, Question, Reply, Snapshot
from door.ui.texts import MaybeSaid


@dataclass(frozen=True, slots=True)
class AskWho(Question):
    """Who is on line → `WhoIsOn`."""


@dataclass(frozen=True, slots=True)
class WhoIsOn(Reply):
    """By node."""

    rows: tuple[Online, ...]


@dataclass(frozen=True, slots=True)
class AskWall(Question):
    """→ `Wall`."""


@dataclass(frozen=True, slots=True)
class Wall(Reply):
    """Its one-liners, the newest last."""

    posted: tuple[Posted, ...]


@dataclass(frozen=True, slots=True)
class AskLastCallers(Question):
    """→ `LastCallers`."""


@dataclass(frozen=True, slots=True)
class LastCallers(Reply):
    """The newest last."""

    calls: tuple[LastCall, ...]


@dataclass(frozen=True, slots=True)
class AskCallers(Question):
    """Those with that in their handles → `CallersFound`."""

    part: str = ""


@dataclass(frozen=True, slots=True)
class CallerRow:
    """A caller: when they called last by the board's clock, or the `node` they are on; how often, and their
    best place this month (0 for none) with the door's name."""

    handle: str
    last_call: str
    calls: int
    place: int = 0
    door: str = ""
    node: int = 0


@dataclass(frozen=True, slots=True)
class CallersFound(Reply):
    """The last to call first, and how many there are in all."""

    rows: tuple[CallerRow, ...]
    count: int


@dataclass(frozen=True, slots=True)
class AskNews(Question):
    """What has happened of late → `WhatIsNew`."""


@dataclass(frozen=True, slots=True)
class WhatIsNew(Reply):
    """The last callers and the wall, the newest last; `told` are sentences on who has passed the caller, and
    who has been calling for whole years today; `items` are the sysop's own news, the newest first; `feats`
    who has done something worth doing, and what, the latest last."""

    calls: tuple[LastCall, ...]
    posted: tuple[Posted, ...]
    told: tuple[str, ...] = ()
    items: tuple[NewsItem, ...] = ()
    feats: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class AskMail(Question):
    """The caller's messages and letters, or the letters to the sysop → `Mail`; empty for who is none."""

    sysops: bool = False


@dataclass(frozen=True, slots=True)
class Mail(Reply):
    """What others have sent on this call, and the letters; the newest last.  `drafts` are the caller's own
    that are not finished, each with the handle of whom it is to."""

    notes: tuple[Note, ...]
    letters: tuple[Letter, ...]
    drafts: tuple[Letter, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenLetter(Question):
    """The caller reads that letter of theirs."""

    id: str


@dataclass(frozen=True, slots=True)
class Delete(Effect):
    """That message, or letter of the caller's or (`sysops`) to the sysop, goes → `Done` or `Denied`."""

    what: Note | Letter
    sysops: bool = False


@dataclass(frozen=True, slots=True)
class MayPost(Question):
    """May this caller write on the wall?  → `Allowed`."""


@dataclass(frozen=True, slots=True)
class MayWrite(Question):
    """May this caller write a letter to that one, or ("") to the sysop?  → `Allowed`."""

    to: str = ""


@dataclass(frozen=True, slots=True)
class Allowed(Reply):
    """Yes; or why not, in one sentence.  `to` is the handle as its caller writes it, `draft` what was written
    to them when an earlier call ended."""

    refusal: MaybeSaid = ""
    to: str = ""
    draft: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MaySend(Question):
    """May a line be sent to that caller?  As `Send` has it → `Allowed`."""

    node: int
    handle: str


@dataclass(frozen=True, slots=True)
class MayPage(Question):
    """May the sysop be paged? → `Allowed`."""


@dataclass(frozen=True, slots=True)
class Send(Effect):
    """One line to the caller `handle` on `node`, or (0) on whichever they are → `Done` or `Denied`."""

    node: int
    handle: str
    text: str


@dataclass(frozen=True, slots=True)
class Post(Effect):
    """A one-liner for the wall → `Done` or `Denied`."""

    text: str


@dataclass(frozen=True, slots=True)
class ThrowAway(Effect):
    """What was written to that caller, or ("") to the sysop, is not kept → `Done`."""

    to: str = ""


@dataclass(frozen=True, slots=True)
class Write(Effect):
    """A letter to that caller, or ("") to the sysop → `Done` or `Denied`."""

    lines: tuple[str, ...]
    to: str = ""


# -- Chat ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnterChat(Effect):
    """Into the room for everybody, as long as the page is there → `InChat`, whenever it has changed."""


@dataclass(frozen=True, slots=True)
class InChat(Snapshot):
    """What was said last, (who, text), and who else is there."""

    talk: tuple[tuple[str, str], ...]
    here: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SayInChat(Effect):
    """Say this to all in the room."""

    text: str


@dataclass(frozen=True, slots=True)
class PageSysop(Effect):
    """Call the sysop, who hears why → `Done` or `Denied`."""

    text: str
