"""Messages between the community pages and the session: values only."""

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
    """Ask who is on → `WhoIsOn`."""


@dataclass(frozen=True, slots=True)
class WhoIsOn(Reply):
    """By node."""

    rows: tuple[Online, ...]


@dataclass(frozen=True, slots=True)
class AskWall(Question):
    """→ `Wall`."""


@dataclass(frozen=True, slots=True)
class Wall(Reply):
    """The one-liners, newest last."""

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
    """Find callers by part of a handle → `CallersFound`."""

    part: str = ""


@dataclass(frozen=True, slots=True)
class CallerRow:
    """A caller: their last call by the board's clock, or the `node` they are on; number of calls; best
    place this month (0 for none) and its door.
    """

    handle: str
    last_call: str
    calls: int
    place: int = 0
    door: str = ""
    node: int = 0


@dataclass(frozen=True, slots=True)
class CallersFound(Reply):
    """The latest callers first, and how many there are in all."""

    rows: tuple[CallerRow, ...]
    count: int


@dataclass(frozen=True, slots=True)
class AskNews(Question):
    """Ask for the news → `WhatIsNew`."""


@dataclass(frozen=True, slots=True)
class WhatIsNew(Reply):
    """The last callers and the wall, newest last.

    `told` are sentences about who has passed the caller, and whose anniversary is today. `items` are the
    sysop's news, newest first. `feats` are others' achievements, latest last.
    """

    calls: tuple[LastCall, ...]
    posted: tuple[Posted, ...]
    told: tuple[str, ...] = ()
    items: tuple[NewsItem, ...] = ()
    feats: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class AskMail(Question):
    """Ask for the caller's messages and letters, or the letters to the sysop → `Mail`. It is empty for
    anybody else.
    """

    sysops: bool = False


@dataclass(frozen=True, slots=True)
class Mail(Reply):
    """The messages of this call, and the letters, newest last. `drafts` are the caller's unfinished
    letters, with their recipients.
    """

    notes: tuple[Note, ...]
    letters: tuple[Letter, ...]
    drafts: tuple[Letter, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenLetter(Question):
    """Mark that letter as read."""

    id: str


@dataclass(frozen=True, slots=True)
class Delete(Effect):
    """Delete that message or letter, the caller's or (`sysops`) the sysop's → `Done` or `Denied`."""

    what: Note | Letter
    sysops: bool = False


@dataclass(frozen=True, slots=True)
class MayPost(Question):
    """May this caller write on the wall?  → `Allowed`."""


@dataclass(frozen=True, slots=True)
class MayWrite(Question):
    """May this caller write to that caller, or ("") to the sysop? → `Allowed`."""

    to: str = ""


@dataclass(frozen=True, slots=True)
class Allowed(Reply):
    """Yes, or why not in one sentence. `to` is the handle as its caller spells it, `draft` an unfinished
    text from an earlier call.
    """

    refusal: MaybeSaid = ""
    to: str = ""
    draft: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MaySend(Question):
    """May this caller send a line, as `Send` does? → `Allowed`."""

    node: int
    handle: str


@dataclass(frozen=True, slots=True)
class MayPage(Question):
    """May the sysop be paged? → `Allowed`."""


@dataclass(frozen=True, slots=True)
class Send(Effect):
    """Send one line to the caller `handle` on `node`, or (0) wherever they are → `Done` or `Denied`."""

    node: int
    handle: str
    text: str


@dataclass(frozen=True, slots=True)
class Post(Effect):
    """Post a one-liner on the wall → `Done` or `Denied`."""

    text: str


@dataclass(frozen=True, slots=True)
class ThrowAway(Effect):
    """Drop the unfinished text to that caller, or ("") to the sysop → `Done`."""

    to: str = ""


@dataclass(frozen=True, slots=True)
class Write(Effect):
    """Write a letter to that caller, or ("") to the sysop → `Done` or `Denied`."""

    lines: tuple[str, ...]
    to: str = ""


# -- Chat ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnterChat(Effect):
    """Enter Chat while the page is open → `InChat`, at every change."""


@dataclass(frozen=True, slots=True)
class InChat(Snapshot):
    """The latest lines as (who, text), and who else is there."""

    talk: tuple[tuple[str, str], ...]
    here: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SayInChat(Effect):
    """Say this to all in the room."""

    text: str


@dataclass(frozen=True, slots=True)
class PageSysop(Effect):
    """Page the sysop, with a reason → `Done` or `Denied`."""

    text: str
