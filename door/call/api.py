"""The parameters of an effect: the call, and the board around it.

Everything is passed as an argument. There are no globals.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Protocol, TypeVar

from door.call.clock import Clock, Timers
from door.call.events import StrayKeys
from door.call.identity import CallHistory, Identity
from door.call.messages import Messages
from door.call.roster import CallInfo, CallMessage, Roster, Writes
from door.call.stack import Layer, Stack
from door.call.terminal import CallTerminal
from door.net.guard.gate import Pace
from door.play.match.values import Refusal
from door.records.callers.callers import Callers
from door.records.part import Part
from door.records.play.game_store import GameStore
from door.screens.door import GameDoor
from door.settings import Settings
from door.ui.screen import Effect
from door.ui.texts import MaybeSaid, Said, tr

LOG = logging.getLogger("door.call")
P = TypeVar("P", bound=Part)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CallStart:
    """The start of a call: the log-on page, or a known caller (`handle`).

    - `slug`: the call is for this door only, with its toggles `argv`. `straight` skips the title page. A
      caller who isn't known comes in as a guest if the door takes guests, else by the log-on page.
    - `page`, `arg`: open a page for a console, which is the board's own account (no caller, no node).
    - `trace`: receives a line for each event and effect.
    """

    handle: str = ""
    slug: str = ""
    argv: tuple[str, ...] = ()
    straight: bool = False
    plain: bool = False
    page: str = ""
    arg: str = ""
    trace: Callable[[str], object] | None = None


LOG_ON: Final = CallStart()


@dataclass(frozen=True, slots=True)
class Upkeep(Part):
    """The server, as calls see it.

    - `proved` notes that the caller on a node has logged on. `reload` reads the settings again for a sysop.
    - `pace` gives turns to callers before the log-on.
    - `unheard` has a sentence for each listener whose port is taken, by its kind. `for_commands`: the board
      has no listeners.
    """

    proved: Callable[[int], None]
    reload: Callable[[str], None] = lambda by: None
    pace: Pace = field(default_factory=Pace)
    unheard: dict[str, str] = field(default_factory=dict)
    for_commands: bool = False


class Workers(Part):
    """Processes that compute outside the event loop."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Return `work(*args)`. Raises what it raises, and BrokenProcessPool if its process was killed."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)


@dataclass(frozen=True, slots=True)
class Services:
    """The board around a call.

    - `settings` returns the settings in force. `now`: the board's local time.
    - `keep` finishes a task even after its call has ended. `writes` finishes changes of callers' files.
    - `parts`: what features and the server keep for the whole board, by class: `services[Chat]`. Only a
      module that may import `Chat` can ask for it.
    """

    settings: Callable[[], Settings]
    doors: Mapping[str, GameDoor]
    store: GameStore
    callers: Callers
    roster: Roster
    now: Callable[[], datetime]
    keep: Callable[[Coroutine[Any, Any, Any]], Any]
    writes: Writes
    parts: dict[type[Part], Any]

    def __getitem__(self, kind: type[P]) -> P:
        """Return a part of the board. Raises Refusal if the feature that makes it is missing."""
        if (part := self.parts.get(kind)) is None:
            LOG.error("no feature makes %s", kind.__name__)
            raise Refusal(tr.refused.missing_here())
        found: P = part
        return found


def parts(*each: Part) -> dict[type[Part], Any]:
    """Return parts of a board, by class."""
    return {type(one): one for one in each}


class Call(Protocol):
    """One call as its effects see it."""

    node: int
    services: Services
    plan: CallStart
    who: Identity
    history: CallHistory
    terminal: CallTerminal
    stack: Stack
    clock: Clock
    timers: Timers
    messages: Messages
    stray: StrayKeys

    def post(self, layer: Layer | None, event: Any) -> None:
        """Post an event to a screen, or to the call itself (None)."""

    def leave(self, reason: str, *farewell: Said) -> None:
        """End the call now, with the reason for the log and the sentences for the caller."""

    def evict(self, reason: Said, saved: MaybeSaid = "", why: str = "evicted") -> None:
        """End the call soon.

        The caller reads `reason`, and `saved` if a game is saved. The log gets `why`.
        """

    @property
    def over(self) -> bool:
        """True if the call has ended."""

    def info(self) -> CallInfo:
        """Return the call as others know it."""

    def carry_out(self, layer: Layer, effect: Effect) -> None:
        """Carry out the effect of a screen, or start it."""

    def receive(self, message: CallMessage[T]) -> T | None:
        """Do what others want from the call. Return the answer, or None after a fault."""

    def answer(self, message: CallMessage[T]) -> T:
        """Do the same. Raises Refusal after a fault."""

    async def wait_closed(self) -> None:
        """Wait until the call has ended and released its game."""
