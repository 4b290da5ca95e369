"""What the sysop's pages say to the session, and what they hear back: values only."""

from __future__ import annotations

from dataclasses import dataclass


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
class Oversee:
    """An act of the sysop's, by its name in `door.session.oversight.ACTS` → `Answer`, `Done` or
    `Denied`.  `node` 0 is no node; `text` is a message, a reason, a number of minutes."""

    act: str
    node: int = 0
    text: str = ""
