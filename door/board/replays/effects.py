"""What the pages of replays say to the session, and what they hear back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from door.midend.api import Setup
from door.midend.replays.finished import Finished
from door.ui.screen import Question, Reply


class ReplayRow(NamedTuple):
    """A finished game in a list: `when` it ended by the board's clock, who played, the scores."""

    id: str
    when: str
    door: str
    players: str
    score: str


@dataclass(frozen=True, slots=True)
class ReplaysFound(Reply):
    """Finished games, the latest first."""

    rows: tuple[ReplayRow, ...]


@dataclass(frozen=True, slots=True)
class ReplayFound(Reply):
    """A finished game, and what a door is started with for whoever watches it."""

    finished: Finished
    setup: Setup


@dataclass(frozen=True, slots=True)
class AskReplays(Question):
    """The latest finished games, at a `door`, of a `caller`, of a `month` (YYYY-MM); "" for any
    → `ReplaysFound`."""

    door: str = ""
    caller: str = ""
    month: str = ""


@dataclass(frozen=True, slots=True)
class AskReplay(Question):
    """The finished game whose id begins so → `ReplayFound`, or `door.board.api.Denied`."""

    id: str
