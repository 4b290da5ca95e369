"""The only wiring: settings → records → doors → listeners.

Law: everything with a choice in it lives elsewhere; here pieces are made and handed to each
other, signals are taken, and the few things that happen by the clock are set going.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from door.board.shelf import Shelf
from door.games.catalogue import DOORS
from door.log import start_log
from door.net.front import Front, Limits
from door.net.hostkey import BadHostKey, host_key
from door.net.ssh import SshListener
from door.net.stdio import open_stdio
from door.net.telnet import TelnetListener
from door.records.callers import CallerError, Callers
from door.records.desk import Desk
from door.records.strikes import Strikes
from door.session.line import CallLine
from door.session.loop import Plan, Session
from door.session.roster import Roster
from door.session.services import Services
from door.settings import Settings, SettingsError, address, load
from door.settings.live import Watch, in_force, write_snapshot

LOG = logging.getLogger("door.board")
WATCH_SECONDS = 1.0
GOODBYE_SECONDS = 3.0
EVICT_SECONDS = 1.0
BANNED = 86_400.0  # seconds: longer than anybody waits


class StartError(Exception):
    """The board cannot start; one plain sentence for the sysop (or several lines of them)."""


@dataclass(slots=True)
class Board:
    """A board that runs: the settings in force, and what every call is given."""

    folder: Path
    settings: Settings
    services: Services
    front: Front

    def reload(self) -> None:
        """Reads the configuration again; a broken edit is refused and the old settings stay."""
        try:
            fresh = load(self.folder, INFOS)
        except SettingsError as error:
            for line in error.errors:
                LOG.error("settings not reloaded: %s", line)
            return
        for change in Watch.compare(self.settings, fresh):
            LOG.info("settings: %s", change)
        self.settings = in_force(self.settings, fresh)
        self.front.limits = _call_limits(self.settings)
        logging.getLogger("door").setLevel(self.settings.log.level.upper())
        write_snapshot(self.folder, self.settings)
        for session in self.services.roster.sessions():
            session.news()


def _call_limits(settings: Settings) -> Limits:
    return Limits(settings.limits.nodes, settings.limits.per_address, settings.limits.unproved)


INFOS = {door.INFO.slug: door.INFO for door in DOORS}


def read_settings(folder: Path) -> Settings:
    """The board's settings, or StartError with every error as file:line: key: reason."""
    try:
        return load(folder, INFOS)
    except SettingsError as error:
        raise StartError("\n".join(error.errors)) from None


@asynccontextmanager
async def opened(folder: Path, settings: Settings) -> AsyncIterator[Board]:
    """The board's records opened and its services put together; closed again at the end."""
    zone, data = settings.zone, settings.data

    def now() -> datetime:
        return datetime.now(zone)

    board: Board
    desk = Desk(
        data,
        {door.INFO.slug: door for door in DOORS},
        lambda slug: board.settings.doors[slug].options,
        zone,
        now,
    )
    tasks: set[asyncio.Task[Any]] = set()

    def keep(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        return task

    async def call(line: CallLine, node: int) -> None:
        await Session(line, node, services).run()

    thinkers = ProcessPoolExecutor(max_workers=2)
    services = Services(
        settings=lambda: board.settings,
        doors={door.INFO.slug: door for door in DOORS},
        desk=desk,
        callers=Callers(data / "callers"),
        strikes=Strikes(),
        roster=Roster(),
        shelf=Shelf(lambda: board.settings.art),
        now=now,
        keep=keep,
        proved=lambda node: front.proved(node),
        thinkers=thinkers,
    )
    front = Front(call, _call_limits(settings))
    board = Board(folder, settings, services, front)
    try:
        for sentence in await desk.open():
            LOG.warning("%s", sentence)
        yield board
        if tasks:
            await asyncio.wait(tasks, timeout=GOODBYE_SECONDS)
    finally:
        await desk.close()
        thinkers.shutdown(wait=False, cancel_futures=True)


# -- door serve ------------------------------------------------------------------------------


def serve(folder: Path, telnet: str | None, ssh: str | None) -> int:
    """Runs the board until SIGTERM or SIGINT; the exit code."""
    try:
        settings = read_settings(folder)
        start_log(settings)
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            return runner.run(_serve(folder, settings, telnet, ssh))
    except (StartError, BadHostKey) as error:
        print(error, file=sys.stderr)
        return 1


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's where it is installed: about a third less CPU for a telnet keystroke."""
    try:
        import uvloop
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


async def _serve(folder: Path, settings: Settings, telnet: str | None, ssh: str | None) -> int:
    try:
        async with opened(folder, settings) as board:
            front = board.front
            listeners = await _listen(board, front, telnet, ssh)
            write_snapshot(folder, settings)
            stop = asyncio.Event()
            _take_signals(board, stop)
            chores = [asyncio.create_task(chore(board)) for chore in (_watch_files, _follow, _midnight)]
            await stop.wait()
            LOG.info("shutting down")
            for task in chores:
                task.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            calls = [call.task for call in front.calls.values()]
            for session in board.services.roster.sessions():
                session.evict("The board is going down. Your game is saved; please call again soon.")
            if calls:
                await asyncio.wait(calls, timeout=EVICT_SECONDS)
            await front.shut(b"\r\nThe board is going down. Please call again soon.\r\n", GOODBYE_SECONDS)
            for listener in listeners:
                await listener.close()
    except OSError as error:
        raise StartError(f"{error.filename or folder}: {error.strerror or error}") from None
    return 0


async def _listen(board: Board, front: Front, telnet: str | None, ssh: str | None) -> list[Any]:
    """Starts the listeners and prints one line for each."""
    limits, data = board.settings.limits, board.settings.data
    listeners: list[Any] = []
    wanted = {"telnet": telnet or board.settings.listen.telnet, "ssh": ssh or board.settings.listen.ssh}
    for kind, text in wanted.items():
        try:
            wanted_at = address(text)
        except ValueError as error:
            raise StartError(f"--{kind}: {error}") from None
        if wanted_at is None:
            continue
        host, port = wanted_at
        if kind == "telnet":
            listener: Any = TelnetListener(host, port, front.answer, send_seconds=limits.send_seconds)
        else:
            gate = Gate(board.services)
            key = host_key(data / "keys")
            listener = SshListener(host, port, front.answer, host_key=key, gate=gate,
                                   send_seconds=limits.send_seconds)  # fmt: skip
        try:
            bound = await listener.start()
        except OSError as error:
            for other in listeners:
                await other.close()
            reason = error.strerror or str(error)
            raise StartError(f"{kind}: cannot listen on {wanted_at}: {reason}") from None
        listeners.append(listener)
        shown = f"[{bound[0]}]" if ":" in bound[0] else bound[0]
        print(f"{kind} listening on {shown}:{bound[1]}", flush=True)
    if not listeners:
        raise StartError("Neither telnet nor ssh is on: there would be nobody to serve.")
    return listeners


def _take_signals(board: Board, stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    loop.add_signal_handler(signal.SIGHUP, board.reload)


async def _watch_files(board: Board) -> None:
    """Saving a configuration file reloads it."""
    watch = Watch(board.folder)
    while True:
        await asyncio.sleep(WATCH_SECONDS)
        if watch.changed():
            board.reload()


async def _follow(board: Board) -> None:
    """Picks up what other processes have put in the journal, and writes what a disk refused."""
    while True:
        await asyncio.sleep(WATCH_SECONDS)
        if await board.services.desk.refresh():
            for session in board.services.roster.sessions():
                session.news()


async def _midnight(board: Board) -> None:
    """New turns at midnight, winners at a month's end.  A clock that is set meanwhile is
    noticed within a minute, since no sleep is longer."""
    day = board.services.now().date()
    while True:
        now = board.services.now()
        if now.date() != day:
            day = now.date()
            for sentence in await board.services.desk.roll_over():
                LOG.info("%s", sentence)
            for session in board.services.roster.sessions():
                session.news()
        left = (board.services.desk.next_midnight() - now).total_seconds()
        await asyncio.sleep(max(0.5, min(60.0, left)))


class Gate:
    """Who may come in by SSH: the board's own records, as `door.net.ssh` asks for them."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def known(self, handle: str) -> bool:
        try:
            return self._services.callers.find(handle) is not None
        except CallerError as error:
            LOG.error("%s", error)
            return True  # a broken file is a known caller whom nothing proves

    async def password(self, handle: str, password: str, address: str) -> bool:
        callers = self._services.callers
        try:
            caller = callers.find(handle)
            right = (
                caller is not None and not caller.banned and await callers.check_password(handle, password)
            )
        except CallerError:
            right = False
        time = asyncio.get_running_loop().time()
        if right:
            self._services.strikes.hit(handle, address)
        else:
            self._services.strikes.miss(handle, address, time)
            logging.getLogger("door.call").warning(
                "log-on failed node=0 handle=%r address=%s", handle, address
            )
        return right

    def keys(self, handle: str) -> list[str]:
        try:
            caller = self._services.callers.find(handle)
        except CallerError:
            return []
        return [] if caller is None or caller.banned else list(caller.keys)

    def may_try(self, handle: str, address: str) -> float:
        wait = self._services.strikes.wait(handle, address, asyncio.get_running_loop().time())
        return BANNED if wait.banned else wait.seconds


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
        return 1


async def _play(
    folder: Path, settings: Settings, slug: str | None, argv: tuple[str, ...], caller: str | None, plain: bool
) -> int:
    try:
        async with opened(folder, settings) as board:
            handle = caller or settings.board.sysop
            plan = Plan(handle=handle, slug=slug or "", argv=argv, plain=plain)
            line = await open_stdio(environ=os.environ, handle=handle)
            await Session(line, 0, board.services, plan).run()
    except OSError as error:
        raise StartError(f"{error.filename or folder}: {error.strerror or error}") from None
    return 0
