"""Messages between the replay pages and the session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from door.midend.api import Setup
from door.midend.replays.finished import Finished
from door.ui.screen import Question, Reply


class ReplayRow(NamedTuple):
    """A finished game in a list. `when` is its end by the board's clock."""

    id: str
    when: str
    door: str
    players: str
    score: str


@dataclass(frozen=True, slots=True)
class ReplaysFound(Reply):
    """Finished games, latest first."""

    rows: tuple[ReplayRow, ...]


@dataclass(frozen=True, slots=True)
class ReplayFound(Reply):
    """A finished game, and its door's parameters for a viewer."""

    finished: Finished
    setup: Setup


@dataclass(frozen=True, slots=True)
class AskReplays(Question):
    """Ask for the latest finished games → `ReplaysFound`.

    They can be limited to a door, a caller, and a month (YYYY-MM).
    """

    door: str = ""
    caller: str = ""
    month: str = ""


@dataclass(frozen=True, slots=True)
class AskReplay(Question):
    """Ask for the finished game whose id starts with this → `ReplayFound`, or `No`."""

    id: str
