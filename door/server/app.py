"""The only wiring: settings → records → doors → listeners.

Law: everything with a choice in it lives elsewhere; here pieces are made and handed to each
other, signals are taken, and the few things that happen by the clock are set going.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from door.board.art.art_store import ArtStore
from door.midend.doors import DOORS
from door.net.calls import fault
from door.net.control import ControlListener, Message, Peer, folder_of
from door.net.guard.nodes import Limits, Nodes, within
from door.net.line import CallLine
from door.net.rlogin import DOOR
from door.net.stdio import open_stdio
from door.records.access.bans import Bans
from door.records.access.failed_logons import FailedLogons
from door.records.access.failed_logons_file import NAME as STRIKES
from door.records.access.failed_logons_file import read_failed_logons
from door.records.callers.callers import Callers
from door.records.callers.passwords import Passwords
from door.records.community.community import Community
from door.records.play.game_store import GameStore
from door.server import background
from door.server.heap import one_heap
from door.server.lazy import Screens
from door.server.listeners import StartError, listen
from door.server.log import noted_in, start_log
from door.server.worker_pool import end, workers
from door.session.call.logbook import Logbook
from door.session.call.roster import Roster
from door.session.call.services import Services
from door.session.call.writes import Writes
from door.settings import Settings, SettingsError, load
from door.settings.reload import Watch, in_force, write_snapshot

LOG = logging.getLogger("door.board")
GOODBYE_SECONDS = 3.0
EVICT_SECONDS = 1.0


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
            fresh = load(self.folder, INFOS)
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
        self.nodes.limits = _call_limits(self.settings)
        logging.getLogger("door").setLevel(self.settings.log.level.upper())
        write_snapshot(self.folder, self.settings)
        self.news()

    def news(self) -> None:
        """Tells every caller's screens that the books have changed."""
        for session in self.services.roster.sessions():
            session.news()


def _call_limits(settings: Settings) -> Limits:
    limits = settings.limits
    return Limits(limits.nodes, limits.per_address, limits.unproved, limits.trusted)


INFOS = {door.INFO.slug: door.INFO for door in DOORS}


def is_open(settings: Settings, slug: str) -> bool:
    """Whether there is such a door, and the sysop has it open."""
    return slug in settings.doors and settings.doors[slug].enabled


def trouble(folder: Path, error: OSError) -> str:
    """One sentence for what the system refused while starting."""
    return f"{error.filename or folder}: {error.strerror or error}"


def read_settings(folder: Path) -> Settings:
    """The board's settings, or StartError with every error as file:line: key: reason."""
    try:
        return load(folder, INFOS)
    except SettingsError as error:
        raise StartError("\n".join(error.errors)) from None


class _Tasks:
    """Work that goes on beside the calls, kept so that a board which stops can wait for it."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def keep(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def finished(self, seconds: float) -> None:
        """Waits until all is done, but no longer than that."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)


@asynccontextmanager
async def opened(folder: Path, settings: Settings) -> AsyncIterator[Board]:
    """The board's records opened and its services put together; closed again at the end."""
    board: Board

    def now() -> datetime:
        return datetime.now(settings.zone)

    async def call(line: CallLine, node: int) -> None:
        await board.screens.loaded()
        from door.session.call.loop import LOG_ON, Plan, Session

        wanted = line.hints.environ.get(DOOR, "") if line.hints.kind == "rlogin" else ""
        plan = Plan(slug=wanted) if line.hints.proved and is_open(board.settings, wanted) else LOG_ON
        await Session(line, node, board.services, plan).run()

    tasks, pool = _Tasks(), workers()
    services = _services(settings, lambda: board, now, tasks, pool)
    nodes = Nodes(call, _call_limits(settings), services.bans.keeps_out)
    board = Board(folder, settings, services, nodes, Screens())
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
    settings: Settings,
    board: Callable[[], Board],
    now: Callable[[], datetime],
    tasks: _Tasks,
    pool: Executor,
) -> Services:
    """What every call is given.  `board` is asked for what may change; it stands once the first
    call is answered."""
    doors, data, rules = {door.INFO.slug: door for door in DOORS}, settings.data, settings.callers

    def spared(address: str) -> bool:
        return within(address, board().settings.limits.trusted)

    bans = Bans(data, now, spared)
    return Services(
        settings=lambda: board().settings,
        doors=doors,
        store=GameStore(data, doors, lambda slug: board().settings.doors[slug].options, settings.zone, now),
        callers=Callers(data / "callers", Passwords.at_cost(rules.password_passes, rules.password_kilobytes)),
        failed_logons=FailedLogons(spared=spared, kept_out=bans.keeps_out),
        bans=bans,
        roster=Roster(),
        art_store=ArtStore(lambda: board().settings.art),
        now=now,
        keep=tasks.keep,
        writes=Writes(tasks.keep),
        proved=lambda node: board().nodes.proved(node),
        workers=pool,
        community=Community(data, now),
        log=Logbook(),
        reload=lambda: board().reload(),
    )


# -- door serve ------------------------------------------------------------------------------


def serve(folder: Path, telnet: str | None, ssh: str | None, rlogin: str | None = None) -> int:
    """Runs the board until SIGTERM or SIGINT; the exit code."""
    one_heap()
    try:
        settings = read_settings(folder)
        start_log(settings)
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            return runner.run(_serve(folder, settings, {"telnet": telnet, "ssh": ssh, "rlogin": rlogin}))
    except StartError as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(trouble(folder, error), file=sys.stderr)
    return 1


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's where it is installed: a little less CPU for each keystroke."""
    try:
        import uvloop
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


async def _serve(folder: Path, settings: Settings, instead: Mapping[str, str | None]) -> int:
    asyncio.get_running_loop().set_exception_handler(_one_line)
    gc.disable()  # what a start makes stays, and a collector that looks at all of it holds callers up
    async with opened(folder, settings) as board, _controlled(board) as control:
        _recall_strikes(board)
        board.services.bans.look()
        stop = asyncio.Event()
        _take_signals(board, stop)
        listeners = await listen(board, instead)
        gc.freeze()
        gc.enable()
        write_snapshot(folder, settings)
        running = [asyncio.create_task(work) for work in _chores(board)]
        await stop.wait()
        LOG.info("shutting down")
        await control.close()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await _part(board)
        for listener in listeners:
            await listener.close()
    return 0


@asynccontextmanager
async def _controlled(board: Board) -> AsyncIterator[ControlListener]:
    """The socket of the sysop's commands; a board that cannot have one runs without."""

    async def answer(request: Message, peer: Peer) -> None:
        await board.screens.loaded()
        from door.server.control import Control

        await Control(board.services).answer(request, peer)

    control = ControlListener(folder_of(board.settings.data), answer)
    if reason := await control.start():
        LOG.warning("%s", reason)
    try:
        yield control
    finally:
        await control.close()


def _recall_strikes(board: Board) -> None:
    """A restart forgives no wrong passwords."""
    failed_logons, note = read_failed_logons(board.settings.data / STRIKES, board.services.now())
    if note:
        LOG.warning("%s", note)
    board.services.failed_logons.restore(failed_logons, asyncio.get_running_loop().time())


def _chores(board: Board) -> list[Coroutine[Any, Any, None]]:
    store, services = board.services.store, board.services
    return [
        background.wake_workers(services.workers),
        background.watch_files(board.folder, board.reload),
        background.follow_journal(store, services.roster),
        background.keep_midnight(store, services.now, board.news),
        background.keep_failed_logons(services.failed_logons, board.settings.data / STRIKES, services.now),
        background.fold_log(logging.getLogger("door.net")),
        background.fold_log(logging.getLogger("door.records")),
        background.collect(lambda: len(board.nodes.calls)),
    ]


async def _part(board: Board) -> None:
    """Callers are told, and their games are let go; nobody new is taken from here on."""
    calls = [call.task for call in board.nodes.calls.values()]
    for session in board.services.roster.calls():
        session.evict("The board is going down. Please call again soon.", "Your game is saved.")
    if calls:
        await asyncio.wait(calls, timeout=EVICT_SECONDS)
    await board.nodes.shut(b"\r\nThe board is going down. Please call again soon.\r\n", GOODBYE_SECONDS)


def _one_line(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What nobody caught is one line in the log; a board does not stop for it."""
    error = context.get("exception")
    LOG.error("%s%s", context.get("message", "error"), f": {fault(error)}" if error else "")


def _take_signals(board: Board, stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    loop.add_signal_handler(signal.SIGHUP, board.reload)


# -- door play -------------------------------------------------------------------------------


def play(folder: Path, slug: str | None, argv: Sequence[str], caller: str | None, plain: bool) -> int:
    """Plays on this terminal; the exit code."""
    try:
        settings = read_settings(folder)
        if slug is not None and slug not in INFOS:
            raise StartError(f"There is no door {slug!r}. The doors are: {', '.join(INFOS)}.")
        start_log(settings, console=False)
        return asyncio.run(_play(folder, settings, slug, tuple(argv), caller, plain))
    except StartError as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(trouble(folder, error), file=sys.stderr)
    return 1


async def _play(
    folder: Path, settings: Settings, slug: str | None, argv: tuple[str, ...], caller: str | None, plain: bool
) -> int:
    from door.session.call.loop import Plan, Session

    async with opened(folder, settings) as board:
        handle = caller or settings.board.sysop
        plan = Plan(handle=handle, slug=slug or "", argv=argv, plain=plain)
        line = await open_stdio(environ=os.environ, handle=handle)
        await Session(line, 0, board.services, plan).run()
    return 0
