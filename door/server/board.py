"""A board put together: settings → records → doors → what every call is given.

Law: everything with a choice in it lives elsewhere; here pieces are made and handed to each other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from door.board.art.art_store import ArtStore
from door.board.art.news_files import NewsFiles
from door.board.bulletin_files.forms import forms
from door.midend.doors import DOORS, infos
from door.net.calls import Tasks
from door.net.guard.nodes import Nodes, within
from door.net.line import CallLine
from door.net.rlogin import DOOR
from door.records.access.bans import Bans
from door.records.access.failed_logons import FailedLogons
from door.records.callers.callers import Callers
from door.records.callers.passwords import Passwords
from door.records.community.community import Community
from door.records.play.game_store import GameStore
from door.server.lazy import Screens
from door.server.log import noted_in
from door.server.worker_pool import end, workers
from door.session.call.api import LOG_ON, Call, Plan, Services
from door.session.call.roster import Roster
from door.session.call.writes import Writes
from door.session.effects import refresh
from door.session.tables.hub import TableHub
from door.settings import Settings, SettingsError, load
from door.settings.reload import Watch, in_force, write_snapshot
from door.settings.texts import Known
from door.ui.texts import speak

LOG = logging.getLogger("door.board")
GOODBYE_SECONDS = 3.0


class StartError(Exception):
    """The board cannot start; one plain sentence for the sysop (or several lines of them)."""


@dataclass(slots=True)
class Board:
    """A board that runs: the settings in force, and what every call is given; `faulty` while the
    files as they are were refused."""

    folder: Path
    settings: Settings
    services: Services
    nodes: Nodes
    screens: Screens
    faulty: bool = False

    def reload(self) -> None:
        """Reads the configuration again; a broken edit is refused and the old settings stay."""
        try:
            fresh = load(self.folder, INFOS, known=_known)
        except SettingsError as error:
            for line in error.errors:
                LOG.error("settings not reloaded: %s", line)
            self.faulty = True
            return
        if self.faulty:
            self.faulty = False
            LOG.info("settings: the files are in order again")
        for change in Watch.compare(self.settings, fresh):
            LOG.info("settings: %s", change)
        self.settings = in_force(self.settings, fresh)
        self.nodes.limits = self.settings.limits
        logging.getLogger("door").setLevel(self.settings.log.level.upper())
        write_snapshot(self.folder, self.settings)
        self.news()

    def news(self) -> None:
        """Tells every caller's screens that the books have changed."""
        for call in self.services.roster.on():
            refresh.news(call)


INFOS = infos()


def _known() -> Known:
    """Every text there is: as much is loaded for it as for the first call."""
    from door.session.texts import known

    return known()


def is_open(settings: Settings, slug: str) -> bool:
    """Whether there is such a door, and the sysop has it open."""
    return slug in settings.doors and settings.doors[slug].enabled


def no_door(slug: str) -> str:
    """Says that there is no such door, and which there are."""
    return f"There is no door {slug!r}. The doors are: {', '.join(INFOS)}."


def trouble(folder: Path, error: OSError) -> str:
    """One sentence for what the system refused while starting."""
    return f"{error.filename or folder}: {error.strerror or error}"


def read_settings(folder: Path) -> Settings:
    """The board's settings, or StartError with every error as file:line: key: reason."""
    try:
        return load(folder, INFOS, known=_known)
    except SettingsError as error:
        raise StartError("\n".join(error.errors)) from None


@asynccontextmanager
async def opened(folder: Path, settings: Settings) -> AsyncIterator[Board]:
    """The board's records opened and its services put together; closed again at the end."""
    board: Board

    def now() -> datetime:
        return datetime.now(settings.zone)

    async def call(line: CallLine, node: int) -> None:
        await board.screens.loaded()
        from door.session.call.loop import Session

        wanted = line.hints.environ.get(DOOR, "") if line.hints.kind == "rlogin" else ""
        straight = line.hints.proved and is_open(board.settings, wanted)
        plan = Plan(slug=wanted, straight=True) if straight else LOG_ON
        await Session(line, node, board.services, plan).run()

    tasks, pool = Tasks(), workers()
    services = _services(settings, lambda: board, now, tasks, pool)
    nodes = Nodes(call, settings.limits, services.bans.keeps_out)
    board = Board(folder, settings, services, nodes, Screens())
    speak(lambda: board.settings.texts)
    try:
        with noted_in(services.log):
            for sentence in await services.store.open():
                LOG.warning("%s", sentence)
            yield board
            await tasks.finished(GOODBYE_SECONDS)
    finally:
        await services.store.close()
        await asyncio.to_thread(end, pool)


def _services(
    settings: Settings, board: Callable[[], Board], now: Callable[[], datetime], tasks: Tasks, pool: Executor
) -> Services:
    """What every call is given.  `board` is asked for what may change; it stands once the first
    call is answered."""
    doors, data, rules = {door.INFO.slug: door for door in DOORS}, settings.data, settings.callers

    def spared(address: str) -> bool:
        return within(address, board().settings.limits.trusted)

    async def think(task: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(pool, task, *args)

    bans = Bans(data, now, spared)
    roster: Roster[Call] = Roster()
    store = GameStore(
        data, doors, lambda slug: board().settings.doors[slug].options, settings.zone, now, forms
    )
    store.tables.computers.think = think
    store.tables.days = lambda: board().settings.tables.days
    return Services(
        settings=lambda: board().settings,
        doors=doors,
        store=store,
        callers=Callers(data / "callers", Passwords.at_cost(rules.password_passes, rules.password_kilobytes)),
        failed_logons=FailedLogons(spared=spared, kept_out=bans.keeps_out),
        bans=bans,
        roster=roster,
        art_store=ArtStore(lambda: board().settings.art, seconds=1.0),
        now=now,
        keep=tasks.keep,
        writes=Writes(tasks.keep),
        proved=lambda node: board().nodes.proved(node),
        workers=pool,
        community=Community(data, now, lambda: board().settings.callers.letter_days),
        tables=TableHub(store, roster.of, tasks.keep),
        news_files=NewsFiles(settings.folder),
        reload=lambda: board().reload(),
    )
