"""What carries a call's effects out is given: the call, and the board around it.

Law: every piece by argument, nothing global.  A `Call` is made of parts, each of which is changed by
its own methods alone.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Protocol

from door.board.art.art_store import ArtStore
from door.board.art.news_files import NewsFiles
from door.midend.api import Door
from door.net.guard.gate import Pace
from door.records.access.bans import Bans
from door.records.access.failed_logons import FailedLogons
from door.records.callers.callers import Callers
from door.records.community.community import Community
from door.records.daily.rules import DailyAddresses
from door.records.play.game_store import GameStore
from door.session.call.ahead import DrawingTurns
from door.session.call.identity import CallHistory, Identity
from door.session.call.logbook import Logbook
from door.session.call.messages import Messages
from door.session.call.roster import Roster
from door.session.call.stack import Layer, Stack
from door.session.call.terminal import Terminal
from door.session.call.writes import Writes
from door.session.clock.clock import Clock
from door.session.clock.timers import Timers
from door.session.tables.hub import TableHub
from door.session.talk.rooms import Chat
from door.settings import Settings
from door.ui.texts import MaybeSaid, Said


@dataclass(frozen=True, slots=True)
class Plan:
    """Where a call begins: at the log-on, or (`handle`) as a caller who is known, perhaps
    in a door (`slug`, with the toggles `argv`), which is then all of the call; `straight` passes over
    its title page.

    A `page` (with its `arg`) is a console's, who is the board's own account: no caller, no node.
    `trace` is told each event a screen heard and each effect it asked for, a line each."""

    handle: str = ""
    slug: str = ""
    argv: tuple[str, ...] = ()
    straight: bool = False
    plain: bool = False
    page: str = ""
    arg: str = ""
    trace: Callable[[str], object] | None = None


LOG_ON: Final = Plan()


@dataclass(frozen=True, slots=True)
class Services:
    """The board around a call.

    `settings` gives those in force now (a reload replaces them); `now` is the board's local
    time; `keep` runs something to its end even when the call that asked for it is gone, and
    `writes` does so with what goes into a caller's file;
    `proved` tells `Nodes` that the caller on a node has logged on; `workers` works
    computer opponents out beside the event loop; `reload` reads the configuration again;
    `bans` are the addresses that are kept out; `community` is what callers leave for each other;
    `news_files` are the sysop's own news;
    `tables` brings tables and calls together; `chat` is the room for everybody;
    `log` is the end of the board's log; `pace` gives strangers their turns, `drawing` those who draw ahead;
    `daily_addresses` tells who has begun the day's deals from where;
    `events_running` are the names of the events that run.
    """

    settings: Callable[[], Settings]
    doors: Mapping[str, Door]
    store: GameStore
    callers: Callers
    failed_logons: FailedLogons
    bans: Bans
    roster: Roster[Call]
    art_store: ArtStore
    now: Callable[[], datetime]
    keep: Callable[[Coroutine[Any, Any, Any]], Any]
    writes: Writes
    proved: Callable[[int], None]
    workers: Executor
    community: Community
    tables: TableHub
    news_files: NewsFiles
    chat: Chat = field(default_factory=Chat)
    reload: Callable[[], None] = lambda: None
    log: Logbook = field(default_factory=Logbook)
    pace: Pace = field(default_factory=Pace)
    drawing: DrawingTurns = field(default_factory=DrawingTurns)
    daily_addresses: DailyAddresses = field(default_factory=DailyAddresses)
    events_running: set[str] = field(default_factory=set)


class Call(Protocol):
    """One call, as its effects see it: who it is, their terminal with the screens on it, the time, and
    what reaches them beside their screen."""

    node: int
    services: Services
    who: Identity
    history: CallHistory
    terminal: Terminal
    stack: Stack
    clock: Clock
    timers: Timers
    messages: Messages

    def post(self, layer: Layer | None, event: Any) -> None:
        """Hands an event to the loop: for a screen, or (None) for the call itself."""

    def forget_typed(self) -> None:
        """Lets drop what was typed for the page before, and was not heard yet."""

    def leave(self, reason: str, *farewell: Said) -> None:
        """Ends the call now: the reason for the log, the sentences for the caller."""

    def evict(self, reason: Said, saved: MaybeSaid = "", why: str = "evicted") -> None:
        """Ends it soon, with that sentence, another (`saved`) where a game waits, and a word for the log."""

    @property
    def over(self) -> bool:
        """Whether the call has ended."""

    async def wait_closed(self) -> None:
        """Waits until the call is over and its game is let go."""
