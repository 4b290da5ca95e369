"""What a session is given of the board: every piece by argument, nothing global."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from door.board.art.art_store import ArtStore
from door.midend.api import Door
from door.net.guard.pace import Pace
from door.records.access.bans import Bans
from door.records.access.failed_logons import FailedLogons
from door.records.callers.callers import Callers
from door.records.community.community import Community
from door.records.play.game_store import GameStore
from door.session.call.logbook import Logbook
from door.session.call.roster import Roster
from door.session.call.writes import Writes
from door.settings import Settings


@dataclass(frozen=True, slots=True)
class Services:
    """The board around a call.

    `settings` gives those in force now (a reload replaces them); `now` is the board's local
    time; `keep` runs something to its end even when the call that asked for it is gone, and
    `writes` does so with what goes into a caller's file;
    `proved` tells `Nodes` that the caller on a node has logged on; `workers` works
    computer opponents out beside the event loop; `reload` reads the configuration again;
    `bans` are the addresses that are kept out; `community` is what callers leave for each other;
    `log` is the end of the board's log; `pace` gives strangers their turns.
    """

    settings: Callable[[], Settings]
    doors: Mapping[str, Door]
    store: GameStore
    callers: Callers
    failed_logons: FailedLogons
    bans: Bans
    roster: Roster
    art_store: ArtStore
    now: Callable[[], datetime]
    keep: Callable[[Coroutine[Any, Any, Any]], Any]
    writes: Writes
    proved: Callable[[int], None]
    workers: Executor
    community: Community
    reload: Callable[[], None] = lambda: None
    log: Logbook = field(default_factory=Logbook)
    pace: Pace = field(default_factory=Pace)
