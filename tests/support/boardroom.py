"""A whole board in a temporary folder, without listeners: services as the wiring makes them,
with a clock that tests set, quick password hashing, and callers in memory."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache, reduce
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from argon2 import PasswordHasher
from callline import DUMB, XTERM, CallDouble, pass_time
from effort import PATIENCE
from store_kit import kept_in, loop_may_use

from door.call.api import LOG_ON, CallStart, Services, Upkeep, Workers, parts
from door.call.bus import CallBus
from door.call.faults import DoorFaults
from door.call.logbook import Logbook
from door.call.loop import Session
from door.call.roster import Roster, Writes
from door.features.every import FEATURES
from door.features.menu import art_store
from door.features.menu.art_store import ArtStore
from door.games.chance import chance_for
from door.games.shutbox import rules
from door.net.line import Hints
from door.pages.bulletin_files import forms
from door.records.access.bans import Bans
from door.records.access.failed_logons import FailedLogons
from door.records.callers.callers import Callers
from door.records.callers.logons import LogonGate
from door.records.callers.passwords import Passwords
from door.records.play.game_store import GameStore
from door.screens.door import GameDoor
from door.screens.doors import find
from door.screens.state import State
from door.settings import Settings, defaults
from door.settings.skeleton import SKELETON
from door.web.drawing import Drawing
from door.web.takeaway import Takeaway

art_store.read_art = cache(art_store.read_art)  # type: ignore[attr-defined]  # once for all boards of tests

shutbox = find("shutbox")

PASSWORD = "open sesame"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@dataclass
class Clock:
    """The time of a test: it stands until it is set."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now

    def on(self, **delta: float) -> None:
        self.now += timedelta(**delta)


BEFORE = "2026-10-31T20:00:00.000Z"
"""When those who are registered here called last."""


class Boardroom:
    """A board, its clock, and the calls made to it."""

    def __init__(self, folder: Path, zone: str = "UTC", doors: tuple[GameDoor, ...] = (shutbox,)) -> None:
        self.folder, self.zone = folder, ZoneInfo(zone)
        self.doors: Mapping[str, GameDoor] = {door.INFO.slug: door for door in doors}
        self.clock = Clock(datetime(2026, 11, 10, 20, 0, tzinfo=self.zone))
        self.settings: Settings = defaults(folder, {slug: door.INFO for slug, door in self.doors.items()})
        self.store = GameStore(
            kept_in(folder / "data"),
            self.doors,
            lambda slug: self.settings.doors[slug].options,
            self.zone,
            self.clock,
            forms,
        )
        self.callers = callers = Callers(
            loop_may_use(self.store.journal.store), Passwords(QUICK), now=self.clock
        )
        if not self.store.journal.store.never_waits:
            callers = Callers(self.store.journal.store, Passwords(QUICK), now=self.clock)

            def follow(who: str) -> None:
                self.workers.submit(callers.find, who).result()
                callers.changed(who)

            self.callers.changed = follow
        self.proved: list[int] = []
        self.tasks: set[asyncio.Task[Any]] = set()
        self.sessions: list[Session] = []
        self.first = 1
        bans = Bans(self.store.journal.store, self.clock)
        failed_logons = FailedLogons(kept_out=bans.keeps_out)
        self.workers = ThreadPoolExecutor(1)
        self.services = Services(
            settings=lambda: self.settings,
            doors=self.doors,
            store=self.store,
            callers=callers,
            roster=Roster(CallBus(self.store.journal.store)),
            now=self.clock,
            keep=self.keep,
            writes=Writes(self.keep),
            parts=parts(
                FEATURES,
                ArtStore(lambda: SKELETON / "ansi_art"),
                Upkeep(self.proved.append),
                Workers(self.workers),
                DoorFaults(),
                failed_logons,
                LogonGate(callers, failed_logons),
                bans,
                Takeaway(Drawing(self.workers, lambda address: True), lambda: self.settings),
                Logbook(),
            ),
        )
        FEATURES.join(self.services)

    def keep(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def options(self, slug: str, **changes: Any) -> None:
        """Sets options of a door, as a reload would."""
        self.change_door(slug, options={**self.settings.doors[slug].options, **changes})

    def change_door(self, slug: str, **changes: Any) -> None:
        """Sets keys of a door, as a reload would."""
        changed = replace(self.settings.doors[slug], **changes)
        self.settings = replace(self.settings, doors={**self.settings.doors, slug: changed})

    def call(self, hints: Hints = XTERM, plan: CallStart = LOG_ON) -> tuple[CallDouble, asyncio.Task[None]]:
        """A call comes in; the caller's end of it, and the session's task."""
        line = CallDouble(hints)
        session = Session(line, self.first + len(self.sessions), self.services, plan)
        self.sessions.append(session)
        return line, self.keep(session.run())

    async def register(
        self, handle: str, password: str = PASSWORD, fast: str = "", sysop: bool = False, **prefs: str
    ) -> None:
        """A caller of the board's, with choices of their own, who has called before; `fast` is motion off."""
        known = {
            "prefs": {**({"motion": "off"} if fast == "on" else {}), **prefs}, "last_call": BEFORE,
            "sysop": sysop,
        }  # fmt: skip
        await self.callers.register(handle, password)
        self.callers.change(handle, lambda caller: replace(caller, **known))

    async def loses(self, line: CallDouble, handle: str) -> None:
        """A caller hangs up, and is off the board."""
        line.drop()
        await self.until(lambda: self.services.roster.of(handle) is None, "the hang-up")

    @staticmethod
    async def until(condition: Callable[[], bool], what: str = "it") -> None:
        """Waits for what the board does beside the callers' screens."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, f"{what} never came to be"
            await asyncio.sleep(0.002)

    @property
    def state(self) -> State:
        """What the latest call's game stands at."""
        state = self.sessions[-1].stack.top.state
        assert isinstance(state, State)
        return state

    pass_time = staticmethod(pass_time)

    @staticmethod
    def time() -> float:
        """The seconds that limits and strikes are counted in."""
        return asyncio.get_running_loop().time()

    def change(self, section: str, **changes: Any) -> None:
        """Sets keys of a section of the settings, as a reload would (past what a file may say, too)."""
        changed = getattr(self.settings, section).model_copy(update=changes)
        self.settings = replace(self.settings, **{section: changed})

    def game(self, handle: str) -> rules.BoxGame:
        """The game of Shut The Box that caller has in progress, as its save on the disk has it."""
        header, *moves = map(json.loads, self.saved(handle))
        first = rules.begin(rules.Variant(), chance_for(header["seed"], header.get("words", ())))
        return reduce(rules.apply, moves, first)

    def saved(self, handle: str) -> list[str]:
        """The lines of that caller's save at Shut The Box."""
        doc = loop_may_use(self.store.journal.store).get(*self.store.ranked.saves.doc_key("shutbox", handle))
        assert doc, "no game waits"
        return doc.body.decode().splitlines()

    def lines(self, kind: str) -> list[dict[str, Any]]:
        """The journal's lines of a kind."""
        files = sorted((self.folder / "data" / "journal").glob("*.jsonl"))
        every = [json.loads(line) for file in files for line in file.read_text().splitlines()]
        return [line for line in every if line["kind"] == kind]

    def proved_call(self, handle: str, hints: Hints = XTERM) -> tuple[CallDouble, asyncio.Task[None]]:
        """A call of somebody whom the line has proved, as SSH does."""
        return self.call(replace(hints, handle=handle, proved=True))

    async def at_menu(self, handle: str, hints: Hints = XTERM, **prefs: str) -> CallDouble:
        """A caller at the main menu, registered if the board doesn't know them yet."""
        if self.callers.find(handle) is None:
            await self.register(handle, **prefs)
        line, _ = self.proved_call(handle, hints)
        await (line.hears(r"command\?") if hints is DUMB else line.shows(f"Hello, {handle}"))
        return line


@asynccontextmanager
async def boardroom(
    folder: Path, zone: str = "UTC", doors: tuple[GameDoor, ...] = (shutbox,)
) -> AsyncIterator[Boardroom]:
    """An open board, closed in the end with every call that is left."""
    board = Boardroom(folder, zone, doors)
    await board.store.open()
    try:
        yield board
    finally:
        for session in board.sessions:
            session.evict("The test is over.")
        if board.tasks:
            await asyncio.wait(board.tasks, timeout=10)
        await board.store.close()
