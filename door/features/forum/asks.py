"""What the pages of the forum ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from door.records.community.forum import ThreadRow, Window
from door.ui.screen import Act, Effect, Query


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


class PostRange(NamedTuple):
    """Posts to read: from a number on, or (`back`) before it. Number 0 is the first new post, or the last."""

    id: str
    number: int = 0
    back: bool = False


FORUM: Final[Query[None, tuple[Area, ...]]] = Query("forum")
"""The forum's areas."""

THREADS: Final[Query[str, ThreadsFound]] = Query("threads")
"""The threads of an area."""

POSTS: Final[Query[PostRange, Window]] = Query("posts")
"""Some posts of a thread."""

NEXT_NEW: Final[Query[str, str]] = Query("next-new")
"""The id of a thread with new posts, except the given one; "" if nothing is new."""

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
