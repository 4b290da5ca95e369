"""Messages between the replay pages and the session."""

from __future__ import annotations

from typing import Final, NamedTuple

from door.midend.api import Setup
from door.midend.replays.finished import Finished
from door.records.journal.find import Wanted
from door.ui.screen import Query


class ReplayRow(NamedTuple):
    """A finished game in a list. `when` is its end by the board's clock."""

    id: str
    when: str
    door: str
    players: str
    score: str


class ReplayFound(NamedTuple):
    """A finished game, and its door's parameters for a viewer."""

    finished: Finished
    setup: Setup


REPLAYS: Final[Query[Wanted, tuple[ReplayRow, ...]]] = Query("replays")
"""The latest finished games, latest first."""

REPLAY: Final[Query[str, ReplayFound]] = Query("replay")
"""The finished game whose id starts with this."""
