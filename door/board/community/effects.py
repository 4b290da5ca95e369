"""Messages between the community pages and the session: values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from door.board.api import Note, Online
from door.board.art.news_files import NewsItem
from door.records.community.community import LastCall, Posted
from door.records.community.forum import ThreadRow, Window
from door.records.community.letters import Letter
from door.ui.screen import Act, Effect, Query, Question, Snapshot


@dataclass(frozen=True, slots=True)
class CallerRow:
    """A caller in the list. `node` is set while they're online. `place` is this month's best (0 for none)."""

    handle: str
    last_call: str
    calls: int
    place: int = 0
    door: str = ""
    node: int = 0


class CallersFound(NamedTuple):
    """The callers found, latest call first, and the `total` number."""

    rows: tuple[CallerRow, ...]
    total: int


@dataclass(frozen=True, slots=True)
class WhatIsNew:
    """The last callers and the wall, newest last.

    `told` are sentences about callers who have passed this one, and about anniversaries. `items` are the
    sysop's news, newest first. `feats` are others' achievements, latest last. `cups` are the doors where the
    caller has won last month, told once.
    """

    calls: tuple[LastCall, ...]
    posted: tuple[Posted, ...]
    told: tuple[str, ...] = ()
    items: tuple[NewsItem, ...] = ()
    feats: tuple[tuple[str, str], ...] = ()
    cups: tuple[str, ...] = ()


class Mail(NamedTuple):
    """Messages of this call, letters, and unfinished letters (`drafts`, with recipients), newest last."""

    notes: tuple[Note, ...]
    letters: tuple[Letter, ...]
    drafts: tuple[Letter, ...] = ()


class Addressee(NamedTuple):
    """A registered handle to write to, or "" for the sysop. `draft` is an unfinished letter."""

    to: str
    draft: tuple[str, ...] = ()


WHO: Final[Query[None, tuple[Online, ...]]] = Query("who")
"""Callers online, by node."""

MAIL: Final[Query[bool, Mail]] = Query("mail")
"""The caller's messages and letters, or (True) the letters to the sysop, which only a sysop gets."""

MAY_WRITE: Final[Query[str, Addressee]] = Query("may-write")
"""Check whether this caller may write a letter to another, or ("") to the sysop."""

MAY_SEND: Final[Query[tuple[int, str], str]] = Query("may-send")
"""Check whether this caller may `Send` a line, by node and handle. The answer is the handle."""

WALL: Final[Query[None, tuple[Posted, ...]]] = Query("wall")
"""The one-liners, newest last."""

LAST_CALLERS: Final[Query[None, tuple[LastCall, ...]]] = Query("last-callers")
"""The last calls, newest last."""

CALLERS: Final[Query[str, CallersFound]] = Query("callers")
"""Callers by part of a handle."""

NEWS: Final[Query[None, WhatIsNew]] = Query("news")
MAY_POST: Final[Query[None, bool]] = Query("may-post")
"""Check whether this caller may write on the wall."""

MAY_PAGE: Final[Query[None, bool]] = Query("may-page")
"""Check whether the sysop may be paged."""


@dataclass(frozen=True, slots=True)
class OpenLetter(Question):
    id: str


POST: Final[Act[str]] = Act("post")
"""Post a one-liner on the wall."""

PAGE_SYSOP: Final[Act[str]] = Act("page-sysop")
"""Page the sysop, with a reason."""

OPEN: Final[Act[None]] = Act("open-to-a-game")
"""Be open to a game on this call, or no longer."""

THROW_AWAY: Final[Act[str]] = Act("throw-away")
"""Delete the draft to a caller, or ("") to the sysop."""


@dataclass(frozen=True, slots=True)
class Delete(Effect):
    """Delete the caller's message or letter, or (`sysops`) the sysop's → `Done` or `No`."""

    what: Note | Letter
    sysops: bool = False


@dataclass(frozen=True, slots=True)
class Send(Effect):
    """Send a line to a caller → `Done` or `No`. Node 0 finds them wherever they are."""

    node: int
    handle: str
    text: str


@dataclass(frozen=True, slots=True)
class KeepDraft(Effect):
    """Save the letter as a draft if its page closes before it is sent."""


@dataclass(frozen=True, slots=True)
class Write(Effect):
    """Send a letter to a caller, or ("") to the sysop → `Done` or `No`."""

    lines: tuple[str, ...]
    to: str = ""


# -- Chat ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnterChat(Effect):
    """Enter Chat while the page is open → `InChat`, again after every change."""


@dataclass(frozen=True, slots=True)
class InChat(Snapshot):
    """The latest lines as (handle, text), and the others in the room."""

    talk: tuple[tuple[str, str], ...]
    here: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SayInChat(Effect):
    text: str


# -- the forum -----------------------------------------------------------------------------


class Area(NamedTuple):
    """A part of the forum. `t` and `last_by`: its newest post, with the board's time."""

    slug: str
    name: str
    threads: int
    new: int
    t: str = ""
    last_by: str = ""


class ThreadsFound(NamedTuple):
    """The threads of an area, the one with the newest post first."""

    area: str
    rows: tuple[ThreadRow, ...]


class Wish(NamedTuple):
    """Posts to read: from a number on, or (`back`) before it. Number 0 is the first new post, or the last."""

    id: str
    number: int = 0
    back: bool = False


FORUM: Final[Query[None, tuple[Area, ...]]] = Query("forum")
"""The forum's areas."""

THREADS: Final[Query[str, ThreadsFound]] = Query("threads")
"""The threads of an area."""

POSTS: Final[Query[Wish, Window]] = Query("posts")
"""Some posts of a thread."""

NEXT_NEW: Final[Query[str, str]] = Query("next-new")
"""The id of a thread with new posts, except the given one; "" if nothing is new."""

MAY_WRITE_IN_FORUM: Final[Query[bool, bool]] = Query("may-write-in-forum")
"""Check whether this caller may answer, or (True) begin a thread."""

ANSWER_THREAD: Final[Act[tuple[str, tuple[str, ...]]]] = Act("answer-thread")
"""Add a post to a thread, by its id."""

BEGIN_THREAD: Final[Act[tuple[str, str, tuple[str, ...]]]] = Act("begin-thread")
"""Begin a thread in an area, with a title and a first post."""

READ_ALL: Final[Act[None]] = Act("read-all")
"""Mark every post as read."""

DELETE_POST: Final[Act[tuple[str, int]]] = Act("delete-post")
DELETE_THREAD: Final[Act[str]] = Act("delete-thread")
MOVE_THREAD: Final[Act[tuple[str, str]]] = Act("move-thread")
"""Move a thread to the area whose name begins so. These three are the sysop's."""


@dataclass(frozen=True, slots=True)
class PostSeen(Effect):
    """Note that the caller has seen a thread up to that post."""

    id: str
    number: int
