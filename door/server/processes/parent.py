"""`door serve --processes N`: a parent accepts connections, and hands them to children, each of which is a
board of its own for them.

Guarantees: the parent owns the data folder, and children use its store through sockets. A child that ends
takes only its own callers' lines with it, and another one is started in its place. A child that is silent
gets no callers, and is killed if that lasts. No connection is refused while children are replaced one by one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, Final

from door import __version__
from door.net.control import NO_COMMANDS, bound
from door.net.control_wire import SOCKET, folder_of
from door.net.guard.gate import raise_limit
from door.records.store import Blocking, StoreError
from door.records.store.remote import Owner
from door.screens.doors import infos
from door.server.board import StartError, addresses, reason_of_system
from door.server.log import fold_log
from door.server.processes.entrance import (
    AGAIN_SECONDS,
    COMMANDS,
    SILENT_SECONDS,
    Child,
    Entrance,
    Listening,
    listening,
)
from door.server.records import end_with, opened_store
from door.server.systemd import feed_watchdog, tell_systemd
from door.settings import Settings, SettingsError, load
from door.settings.reload import Watch, in_force
from door.ui.catalogue import tr

LOG: Final = logging.getLogger("door.board")

PING_SECONDS: Final = 0.5
DEAD_SECONDS: Final = 10.0
"""Seconds of silence after which a child is killed."""

START_SECONDS: Final = 120.0
"""Seconds that a child may take to start."""

END_SECONDS: Final = 30.0
"""Seconds that a child may take to end."""

LATE_SECONDS: Final = 5.0
"""Seconds that the parent waits at its end for a database that owes children an answer."""

LAST_CALL_SECONDS: Final = 1.0
"""Seconds for which a child that is to be replaced answers its last connections before it ends."""


class Parent:
    """Runs `count` children, and the entrance that hands them connections."""

    def __init__(
        self, folder: Path, settings: Settings, owner: Owner, listening: Listening, count: int
    ) -> None:
        self.settings = settings
        self._folder, self._owner, self._count = folder, owner, count
        self._children: list[Child] = []
        self._places = {kind: list(place) for kind, place, _ in listening}
        doors = [(kind, door) for kind, _, door in listening]
        self._entrance = Entrance(lambda: self.settings, doors, self._children)
        self._leader: Child | None = None
        self._tasks = set[asyncio.Task[None]]()
        self._replacing: asyncio.Task[None] | None = None
        self._started, self._is_up, self._is_ending = 0, False, False
        self._looked = time.monotonic()
        self.cannot_start = False
        """True if a child has said why there can't be such a board."""

    async def start(self) -> None:
        """Start all children, and then accept connections."""
        await asyncio.gather(*(self._add() for _ in range(self._count)))
        if self._is_ending:
            return
        try:
            self._entrance.doors.append((COMMANDS, bound(folder_of(self.settings.data))))
        except OSError as error:
            LOG.warning(NO_COMMANDS, error.strerror or error)
        self._entrance.open()

    async def _add(self) -> None:
        """Start a child, and wait until it is ready. If it fails, try again. If the board's first children
        fail with a reason, the board can't start."""
        while not self._is_ending:
            try:
                child = await self._born()
            except OSError as error:
                LOG.error("no process can be started: %s", error.strerror or error)
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            waiting = asyncio.create_task(child.is_ready.wait())
            ending = asyncio.create_task(child.process.wait())
            await asyncio.wait([waiting, ending], timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            for task in (waiting, ending):
                task.cancel()
            if self._is_ending:
                return
            if child.is_ready.is_set():
                LOG.info("process %s is ready (pid %d)", child.name, child.process.pid)
                self._lead()
                return
            if not self._is_up and child.process.returncode == 1:
                self.cannot_start = self._is_ending = True
                return
            LOG.error("process %s has not started; another one is started", child.name)
            child.is_leaving = True
            self._kill(child)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _born(self) -> Child:
        self._started += 1
        name = f"{self._started}"
        host = f"{self._owner.host}/{name}"  # two hosts may have processes
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        store, stored = socket.socketpair()
        environment = {key: value for key, value in os.environ.items() if key != "NOTIFY_SOCKET"}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "door.server.processes", str(self._folder),
            f"{theirs.fileno()},{stored.fileno()},{host}",
            pass_fds=[theirs.fileno(), stored.fileno()], env=environment, start_new_session=True,
        )  # fmt: skip
        stored.close()
        child = Child(name, process, ours, theirs)
        self._children.append(child)
        self._keep(self._owner.serve(store, host))
        self._keep(self._follow(child))
        child.tell("listen", kinds=self._places)
        if self._is_ending:
            self._kill(child)
        return child

    async def _follow(self, child: Child) -> None:
        """Wait for a child's end, and start another one unless it was told to end."""
        code = await child.process.wait()
        self._children.remove(child)
        if not self._is_ending:
            self._entrance.hand_on(child)
        child.close()
        if child.is_ready.is_set() and not (child.is_leaving or self._is_ending):
            LOG.error("process %s has ended by itself (%d); another one is started", child.name, code)
            if not child.has_successor:
                await asyncio.sleep(AGAIN_SECONDS)
                await self._add()

    def _lead(self) -> None:
        """Let a child do what only one process of a data folder does, unless one does."""
        if self._leader not in self._children:
            self._leader = next((child for child in self._children if child.takes_calls), None)
            if self._leader:
                self._leader.tell("lead", first=not self._is_up)
                self._is_up = True

    async def watch(self, files: Watch) -> None:
        """Ask the children whether they live, and kill those that don't answer. Follow the configuration,
        which the children follow by themselves."""
        while True:
            try:
                self._look(files)
            except Exception:
                LOG.exception("the processes can't be watched")
            await asyncio.sleep(PING_SECONDS)

    def _look(self, files: Watch) -> None:
        late, self._looked = time.monotonic() - self._looked, time.monotonic()
        if late > SILENT_SECONDS:  # we could not have heard them, as when all of us were frozen
            for child in self._children:
                child.excuse()
        self._lead()
        if files.changed():
            with contextlib.suppress(SettingsError):  # the children tell
                self.settings = in_force(self.settings, load(self._folder, infos()))
        for child in self._children:
            child.tell("ping")
            if child.is_ready.is_set() and not child.is_leaving:
                self._judge(child)
        self._entrance.look()

    def _judge(self, child: Child) -> None:
        was_silent, child.is_silent = child.is_silent, child.silence > SILENT_SECONDS
        if child.is_silent and not was_silent:
            LOG.warning("process %s does not answer, and gets no callers", child.name)
        elif was_silent and not child.is_silent:
            LOG.info("process %s answers again", child.name)
        if child.silence > DEAD_SECONDS:
            LOG.error("process %s still does not answer, and is killed", child.name)
            self._kill(child)

    def _kill(self, child: Child) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.process.pid, signal.SIGKILL)  # and its workers

    def replace(self) -> None:
        """Replace the children one by one, unless that goes on already."""
        if self._replacing is None or self._replacing.done():
            self._replacing = self._keep(self._replace())

    async def _replace(self) -> None:
        for old in list(self._children):
            if old in self._children and not self._is_ending:  # it has not ended meanwhile
                LOG.info("process %s is replaced", old.name)
                old.has_successor = True
                await self._add()
                await self._end(old)

    async def _end(self, child: Child) -> None:
        child.is_leaving = True
        if not self._is_ending:
            await asyncio.sleep(LAST_CALL_SECONDS)
        child.tell("end", last=self._is_ending)
        if not child.is_ready.is_set():  # it doesn't listen yet
            self._kill(child)
        try:
            async with asyncio.timeout(END_SECONDS):
                await child.process.wait()
        except TimeoutError:
            LOG.error("process %s does not end; it is killed", child.name)
            self._kill(child)
            await child.process.wait()

    def reload(self) -> None:
        """Have the children read the configuration again."""
        for child in self._children:
            child.tell("reload")

    async def close(self) -> None:
        """Take no more connections, and end all children."""
        self._is_ending = True
        self._entrance.close()
        (folder_of(self.settings.data) / SOCKET).unlink(missing_ok=True)
        await asyncio.gather(*(self._end(child) for child in list(self._children)))
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=LATE_SECONDS)

    def _keep(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def run(
    folder: Path, settings: Settings, watch: Watch, instead: Mapping[str, str | None], count: int
) -> int:
    """Run the board in `count` children until SIGTERM or SIGINT; return the exit code."""
    raise_limit()
    try:
        store = await asyncio.to_thread(opened_store, settings)
        try:
            for note in await asyncio.to_thread(store.open):
                LOG.warning("%s", note)
            return await _run(folder, settings, watch, _listening(settings, instead), store, count)
        finally:
            await asyncio.to_thread(store.close)
    except StoreError as error:
        raise StartError(str(error)) from None


def _listening(settings: Settings, instead: Mapping[str, str | None]) -> Listening:
    try:
        doors = listening(addresses(settings, instead))
    except OSError as error:
        kind, where = error.filename
        why = reason_of_system(error)
        raise StartError(tr.command.cannot_listen(kind=kind, place=where, why=why)) from None
    if not doors:
        raise StartError(tr.check.nobody_could_call())
    return doors


async def _run(
    folder: Path, settings: Settings, watch: Watch, doors: Listening, store: Blocking, count: int
) -> int:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    end_with(store, stop)
    parent = Parent(folder, settings, Owner(store), doors, count)
    jobs = [parent.watch(watch), feed_watchdog(), fold_log(logging.getLogger("door.net"))]
    working = [asyncio.create_task(job) for job in jobs]
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    loop.add_signal_handler(signal.SIGHUP, parent.reload)
    loop.add_signal_handler(signal.SIGUSR2, parent.replace)
    starting, stopping = asyncio.create_task(parent.start()), asyncio.create_task(stop.wait())
    await asyncio.wait([starting, stopping], return_when=asyncio.FIRST_COMPLETED)
    if parent.cannot_start:
        stop.set()
    if not stop.is_set():
        for kind, where, _ in doors:
            print(tr.command.listening(kind=kind, place=where), flush=True)
        LOG.info("The Door %s runs in %d processes", __version__, count)
        tell_systemd("READY=1")
    await stopping
    tell_systemd("STOPPING=1")
    LOG.info("shutting down")
    await parent.close()
    for job in working:
        job.cancel()
    await asyncio.wait(working)
    return int(parent.cannot_start)
