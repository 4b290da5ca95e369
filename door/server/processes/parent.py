"""`door serve --processes N`: a parent accepts connections, and hands them to children, each of which is a
board of its own for them.

Guarantees: the parent owns the data folder, and children use its store through sockets. A child that ends
takes only its own callers' lines with it, and another one is started in its place. A child that is silent
gets no callers, and is killed if that lasts. No connection is refused while children are replaced one by one.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import logging
import math
import os
import signal
import socket
import sys
import time
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from door import __version__
from door.midend.doors import infos
from door.net import sanitize
from door.net.calls import refused
from door.net.guard.acceptor import TOO_OFTEN
from door.net.guard.gate import ACCEPTED, BACKLOG, OUT_OF_FILES, Gate
from door.net.guard.nodes import within
from door.records.store import StoreError
from door.records.store.remote import Owner
from door.server.board import StartError
from door.server.jobs.background import tell_systemd
from door.server.listeners import addresses
from door.server.records import end_with, opened_store
from door.settings import Address, Settings, SettingsError, load
from door.settings.reload import Watch, in_force
from door.ui.catalogue import tr

LOG: Final = logging.getLogger("door.board")

PING_SECONDS: Final = 0.5
SILENT_SECONDS: Final = 2.0
"""Seconds of silence after which a child gets no more callers, and takes none that it got before."""

TAKEN_SECONDS: Final = SILENT_SECONDS + 0.5
"""Seconds after which a connection that a child has not taken goes to another one."""

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

AGAIN_SECONDS: Final = 1.0
LONGEST: Final = 4096
"""Most bytes of a message between a parent and a child."""

Listening = Sequence[tuple[str, Address, socket.socket]]
"""The kinds, addresses and sockets of the listeners. A host name may have several addresses."""


class Handed(NamedTuple):
    """A connection that was handed to a child at the time `t`, and that it has not taken yet."""

    kind: str
    connection: socket.socket
    t: float


class Child:
    """A child, as its parent sees it. `calls` is how many connections it has, `line` is the socket to it."""

    def __init__(self, name: str, process: asyncio.subprocess.Process, line: socket.socket) -> None:
        self.name, self.process, self.line = name, process, line
        self.is_ready, self.is_leaving, self.is_silent, self.calls = asyncio.Event(), False, False, 0
        self.heard, self.handed = time.monotonic(), dict[int, Handed]()
        asyncio.get_running_loop().add_reader(line, self._hear)

    @property
    def silence(self) -> float:
        return time.monotonic() - self.heard

    @property
    def takes_calls(self) -> bool:
        return self.is_ready.is_set() and not self.is_leaving and self.silence < SILENT_SECONDS

    def tell(self, do: str, connection: socket.socket | None = None, **more: Any) -> bool:
        """Send a message, and a connection with it. Return False if the child takes none."""
        data = json.dumps({"do": do, **more}).encode()
        try:
            socket.send_fds(self.line, [data], [connection.fileno()] if connection else [])
        except OSError:
            return False
        return True

    def _hear(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            message = json.loads(self.line.recv(LONGEST) or b"{}")
            if not message:
                asyncio.get_running_loop().remove_reader(self.line)
                return
            self.heard, self.calls = time.monotonic(), message["calls"]
            if message["do"] == "ready":
                self.is_ready.set()
            elif message["do"] == "taken" and (taken := self.handed.pop(message["id"], None)):
                taken.connection.close()

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self.line)
        self.line.close()


class Parent:
    """Accepts connections for `count` children."""

    def __init__(
        self, folder: Path, settings: Settings, owner: Owner, listening: Listening, count: int
    ) -> None:
        self.settings = settings
        self._folder, self._owner, self._listening, self._count = folder, owner, listening, count
        self._children: list[Child] = []
        self._leader: Child | None = None
        self._tasks = set[asyncio.Task[None]]()
        self._replacing: asyncio.Task[None] | None = None
        self._started, self._is_up, self._is_ending = 0, False, False
        self._gate = Gate(
            lambda: self.settings.limits.connects_per_minute,
            lambda address: within(address, self.settings.limits.trusted),
        )
        self._accepted, self._quiet_until = 0, 0.0

    # -- children

    async def start(self) -> None:
        """Start all children, and then accept connections."""
        await asyncio.gather(*(self._add() for _ in range(self._count)))
        for kind, _, door in self._listening:
            self._listen(kind, door)

    def _listen(self, kind: str, door: socket.socket) -> None:
        if not self._is_ending:
            asyncio.get_running_loop().add_reader(door, self._accept, kind, door)

    async def _add(self) -> Child:
        """Start a child, and wait until it is ready. If it can't start, try again."""
        while True:
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
                return child
            if child.is_ready.is_set():
                LOG.info("process %s is ready (pid %d)", child.name, child.process.pid)
                self._lead()
                return child
            LOG.error("process %s has not started; another one is started", child.name)
            child.is_leaving = True
            self._kill(child)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _born(self) -> Child:
        self._started += 1
        name = f"{self._started}"
        host = f"{self._owner.host}/{name}"  # two hosts may have processes
        (ours, theirs), (store, stored) = _pair(socket.SOCK_SEQPACKET), _pair(socket.SOCK_STREAM)
        environment = {key: value for key, value in os.environ.items() if key != "NOTIFY_SOCKET"}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "door.server.processes", str(self._folder),
            f"{theirs.fileno()},{stored.fileno()},{host}",
            pass_fds=[theirs.fileno(), stored.fileno()], env=environment, start_new_session=True,
        )  # fmt: skip
        theirs.close()
        stored.close()
        child = Child(name, process, ours)
        self._children.append(child)
        self._keep(self._owner.serve(store, host))
        self._keep(self._follow(child))
        child.tell("listen", kinds={kind: list(place) for kind, place, _ in self._listening})
        return child

    async def _follow(self, child: Child) -> None:
        """Wait for a child's end, and start another one unless it was told to end."""
        code = await child.process.wait()
        self._children.remove(child)
        self._hand_on(child)
        child.close()
        self._lead()
        if not (child.is_leaving or self._is_ending):
            LOG.error("process %s has ended by itself (%d); another one is started", child.name, code)
            await asyncio.sleep(AGAIN_SECONDS)
            if not self._is_ending:
                await self._add()

    def _lead(self) -> None:
        """Let a child answer the sysop's commands, unless one does. There is one socket for them."""
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
        if files.changed():
            with contextlib.suppress(SettingsError):  # the children tell
                self.settings = in_force(self.settings, load(self._folder, infos()))
        for child in self._children:
            child.tell("ping")
            if child.is_ready.is_set() and not child.is_leaving:
                self._judge(child)

    def _judge(self, child: Child) -> None:
        self._hand_on(child, time.monotonic() - TAKEN_SECONDS)
        was_silent, child.is_silent = child.is_silent, child.silence > SILENT_SECONDS
        if child.is_silent and not was_silent:
            LOG.warning("process %s does not answer, and gets no callers", child.name)
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
            LOG.info("process %s is replaced", old.name)
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
        for *_, door in self._listening:
            asyncio.get_running_loop().remove_reader(door)
            door.close()
        await asyncio.gather(*(self._end(child) for child in list(self._children)))
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=LATE_SECONDS)

    def _keep(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # -- connections

    def _accept(self, kind: str, door: socket.socket) -> None:
        for _ in range(ACCEPTED):
            try:
                connection, peer = door.accept()
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno in OUT_OF_FILES:
                    if time.monotonic() > self._quiet_until:
                        self._quiet_until = time.monotonic() + 60
                        LOG.error("too many open files: callers wait until some are closed")
                    loop = asyncio.get_running_loop()
                    loop.remove_reader(door)
                    loop.call_later(AGAIN_SECONDS, self._listen, kind, door)
                return
            address = sanitize.address(peer)
            if kind not in self.settings.listen.proxied and self._gate.comes_too_often(address):
                refused(kind, address, TOO_OFTEN)  # a proxy's are counted by the child
                connection.close()
            else:
                self._hand_over(kind, connection)

    def _hand_on(self, child: Child, before: float = math.inf) -> None:
        """Give the connections that a child was handed before then, and has not taken, to others."""
        for id, (kind, connection, t) in list(child.handed.items()):
            if t < before:
                del child.handed[id]
                self._hand_over(kind, connection, but=child)

    def _hand_over(self, kind: str, connection: socket.socket, but: Child | None = None) -> None:
        """Give a connection to the child with the fewest; if all are silent, to one of them."""
        ready = (child for child in self._children if child.is_ready.is_set() and not child.is_leaving)
        for child in sorted(
            ready, key=lambda child: (not child.takes_calls, child.calls + len(child.handed))
        ):
            self._accepted, t = self._accepted + 1, time.monotonic()
            if child is not but and child.tell("call", connection, kind=kind, id=self._accepted, t=t):
                child.handed[self._accepted] = Handed(kind, connection, t)
                return
        LOG.error("no process takes a %s call", kind)
        connection.close()


def _pair(kind: socket.SocketKind) -> tuple[socket.socket, socket.socket]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, kind)
    ours.setblocking(False)
    return ours, theirs


def listening(places: Iterator[tuple[str, Address]]) -> Listening:
    """Listen on these addresses. Raises OSError, whose `filename` is the kind and the address."""
    opened = list[tuple[str, Address, socket.socket]]()
    try:
        for kind, where in places:
            found = socket.getaddrinfo(where.host, where.port, type=socket.SOCK_STREAM)
            names = {(one[0], one[4][:2]) for one in found}
            for left, (family, name) in enumerate(names, 1 - len(names)):
                try:
                    door = socket.create_server(name, family=family, backlog=BACKLOG)
                except OSError as error:
                    is_last = not left and all(kind != one for one, *_ in opened)
                    if is_last or error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                        raise
                    continue  # as on a machine without IPv6
                door.setblocking(False)
                opened.append((kind, Address(*door.getsockname()[:2]), door))
    except OSError as error:
        for *_, door in opened:
            door.close()
        error.filename = kind, where
        raise
    return opened


async def run(
    folder: Path, settings: Settings, watch: Watch, instead: Mapping[str, str | None], count: int
) -> int:
    """Run the board in `count` children until SIGTERM or SIGINT; return the exit code."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    try:
        store = await asyncio.to_thread(opened_store, settings)
        for note in await asyncio.to_thread(store.open):
            LOG.warning("%s", note)
    except StoreError as error:
        raise StartError(str(error)) from None
    try:
        doors = listening(addresses(settings, instead))
    except OSError as error:
        kind, where = error.filename
        raise StartError(tr.command.cannot_listen(kind=kind, place=where, why=error.strerror)) from None
    end_with(store, stop)
    parent = Parent(folder, settings, Owner(store), doors, count)
    watching = asyncio.create_task(parent.watch(watch))
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    loop.add_signal_handler(signal.SIGHUP, parent.reload)
    loop.add_signal_handler(signal.SIGUSR2, parent.replace)
    starting, stopping = asyncio.create_task(parent.start()), asyncio.create_task(stop.wait())
    await asyncio.wait([starting, stopping], return_when=asyncio.FIRST_COMPLETED)
    if not stop.is_set():
        for kind, where, _ in doors:
            print(tr.command.listening(kind=kind, place=where), flush=True)
        LOG.info("The Door %s runs in %d processes", __version__, count)
        tell_systemd("READY=1")
    await stopping
    tell_systemd("STOPPING=1")
    LOG.info("shutting down")
    watching.cancel()
    await parent.close()
    await asyncio.to_thread(store.close)
    return 0
