"""What the sysop's pages say to the session, and what they hear back: values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from door.term.canvas import Canvas
from door.ui.screen import Effect, Reply, Screen, View


@dataclass(frozen=True, slots=True)
class NodeCard:
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
        return self.handle or "(logging on)"


@dataclass(frozen=True, slots=True)
class Oversee(Effect):
    """An act of the sysop's, by its name in `door.session.effects.sysop_nodes.ACTS` → `Answer`, `Done` or
    `Denied`.  `node` 0 is no node; `text` is a message, a reason, a number of minutes.  Where
    `handle` is given it must be that caller's call still."""

    act: str
    node: int = 0
    text: str = ""
    handle: str | None = None


# -- watching and talking ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Watch(Effect):
    """Look over the shoulder of the caller on `node` → a `Glimpse` now and after every change,
    `Over` when the call ends; or `Denied`."""

    node: int


@dataclass(frozen=True, slots=True)
class BreakIn(Effect):
    """Put a chat over whatever the caller on `node` does → `Said`, and `Over` at the end; or `Denied`."""

    node: int


@dataclass(frozen=True, slots=True)
class Say(Effect):
    """In a chat: a `line` that was entered (or ""), and the one being typed."""

    line: str = ""
    typing: str = ""


@dataclass(frozen=True, slots=True)
class Took(Effect):
    """The last `Glimpse` or `Said` was taken in: the next may come.  So they never pile up."""


@dataclass(frozen=True, slots=True)
class Glimpse(Reply):
    """What a watched caller sees: `screen` with its `state` as drawn for `view`, below `status`
    (one row); in plain mode what was `said` to them since the last glimpse."""

    card: NodeCard
    screen: Screen
    state: Any
    view: View
    status: Canvas
    plain: bool
    said: str = ""


@dataclass(frozen=True, slots=True)
class Said(Reply):
    """What the other has entered since the last time, and is typing now."""

    lines: tuple[str, ...]
    typing: str = ""


@dataclass(frozen=True, slots=True)
class Over(Reply):
    """The call that was watched, or the chat, has ended: why, in one sentence."""

    reason: str
