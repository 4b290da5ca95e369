"""What the pages of callers ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from door.pages.api import Online
from door.records.community.community import LastCall
from door.ui.screen import Act, Query


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


WHO: Final[Query[None, tuple[Online, ...]]] = Query("who")
"""Callers online, by node."""

LAST_CALLERS: Final[Query[None, tuple[LastCall, ...]]] = Query("last-callers")
"""The last calls, newest last."""

CALLERS: Final[Query[str, CallersFound]] = Query("callers")
"""Callers by part of a handle."""

OPEN: Final[Act[None]] = Act("open-to-a-game")
"""Be open to a game on this call, or no longer."""
