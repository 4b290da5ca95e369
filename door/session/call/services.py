"""What a session is given of the board: every piece by argument, nothing global."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from door.board.art.art_store import Shelf
from door.midend.api import Door
from door.net.guard.pace import Pace
from door.records.access.bans import Bans
from door.records.access.failed_logons import Strikes
from door.records.callers.callers import Callers
from door.records.community.community import Commons
from door.records.play.game_store import Desk
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
    `proved` tells the front that the caller on a node has logged on; `thinkers` works
    computer opponents out beside the event loop; `reload` reads the configuration again;
    `bans` are the addresses that are kept out; `commons` is what callers leave for each other;
    `log` is the end of the board's log; `pace` gives strangers their turns.
    """

    settings: Callable[[], Settings]
    doors: Mapping[str, Door]
    desk: Desk
    callers: Callers
    strikes: Strikes
    bans: Bans
    roster: Roster
    shelf: Shelf
    now: Callable[[], datetime]
    keep: Callable[[Coroutine[Any, Any, Any]], Any]
    writes: Writes
    proved: Callable[[int], None]
    thinkers: Executor
    commons: Commons
    reload: Callable[[], None] = lambda: None
    log: Logbook = field(default_factory=Logbook)
    pace: Pace = field(default_factory=Pace)
