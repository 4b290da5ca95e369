"""What the pages of callers among themselves ask for, and what they hear back: values only."""

from __future__ import annotations

from dataclasses import dataclass

from door.board.api import Note, Online
from door.records.community.community import LastCall, Letter, Posted
from door.ui.screen import Effect, Reply


@dataclass(frozen=True, slots=True)
class AskWho(Effect):
    """Who is on line → `WhoIsOn`."""


@dataclass(frozen=True, slots=True)
class WhoIsOn(Reply):
    """By node."""

    rows: tuple[Online, ...]


@dataclass(frozen=True, slots=True)
class AskWall(Effect):
    """→ `Wall`."""


@dataclass(frozen=True, slots=True)
class Wall(Reply):
    """Its one-liners, the newest last."""

    posted: tuple[Posted, ...]


@dataclass(frozen=True, slots=True)
class AskLastCallers(Effect):
    """→ `LastCallers`."""


@dataclass(frozen=True, slots=True)
class LastCallers(Reply):
    """The newest last."""

    calls: tuple[LastCall, ...]


@dataclass(frozen=True, slots=True)
class AskNews(Effect):
    """What has happened of late → `WhatIsNew`."""


@dataclass(frozen=True, slots=True)
class WhatIsNew(Reply):
    """The last callers and the wall, the newest last."""

    calls: tuple[LastCall, ...]
    posted: tuple[Posted, ...]


@dataclass(frozen=True, slots=True)
class AskMessages(Effect):
    """What others have sent on this call → `Inbox`."""


@dataclass(frozen=True, slots=True)
class Inbox(Reply):
    """The newest last."""

    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class AskFeedback(Effect):
    """What callers wrote to the sysop → `Feedback`; empty for anybody else."""


@dataclass(frozen=True, slots=True)
class Feedback(Reply):
    """The newest last."""

    letters: tuple[Letter, ...]


@dataclass(frozen=True, slots=True)
class MayPost(Effect):
    """May this caller write on the wall?  → `Allowed`."""


@dataclass(frozen=True, slots=True)
class MayWrite(Effect):
    """May this caller write to the sysop?  → `Allowed`."""


@dataclass(frozen=True, slots=True)
class Allowed(Reply):
    """Yes; or why not, in one sentence."""

    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Send(Effect):
    """One line to the caller `handle` on `node` → `Done` or `Denied`."""

    node: int
    handle: str
    text: str


@dataclass(frozen=True, slots=True)
class Post(Effect):
    """A one-liner for the wall → `Done` or `Denied`."""

    text: str


@dataclass(frozen=True, slots=True)
class Write(Effect):
    """A letter to the sysop → `Done` or `Denied`."""

    lines: tuple[str, ...]
