"""How a board in several processes gets its connections: the parent accepts them, and hands each to a child.

Guarantees: a connection that a child has not read yet can be taken back, and is read only once. The parent
reads nothing of a connection. Connections of one address go to one child for a while, which counts them.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from door.net import sanitize
from door.net.calls import refused
from door.net.guard.acceptor import TOO_OFTEN
from door.net.guard.gate import ACCEPTED, BACKLOG, OUT_OF_FILES, Gate
from door.net.guard.nodes import within
from door.records.access.failed_logons import block_of
from door.settings import Address, Settings

LOG: Final = logging.getLogger("door.board")

SILENT_SECONDS: Final = 2.0
"""Seconds of silence after which a child gets no more connections, and those that it has not read go to
others."""

NEAR_SECONDS: Final = 2.0
"""Seconds for which the connections of an address go to the same child. By then the others know of them."""

AGAIN_SECONDS: Final = 1.0
LONGEST: Final = 4096
"""Most bytes of a message between a parent and a child."""

COMMANDS: Final = "commands"
"""The kind of the connections of `door` commands, besides those of the listeners."""

Listening = Sequence[tuple[str, Address, socket.socket]]
"""The kinds, addresses and sockets of the listeners. A host name may have several addresses."""


class Child:
    """A child, as its parent sees it: a process, the socket to it, and the socket's other end, which is the
    child's."""

    def __init__(
        self, name: str, process: asyncio.subprocess.Process, line: socket.socket, end: socket.socket
    ) -> None:
        self.name, self.process, self._line, self._end = name, process, line, end
        self.is_ready, self.is_leaving, self.is_silent = asyncio.Event(), False, False
        self.has_successor = False
        self._heard, self._handed, self._over = time.monotonic(), 0, 0
        for one in (line, end):
            one.setblocking(False)
        asyncio.get_running_loop().add_reader(line, self._hear)

    @property
    def calls(self) -> int:
        """How many connections the child has."""
        return self._handed - self._over

    @property
    def silence(self) -> float:
        return time.monotonic() - self._heard

    def excuse(self) -> None:
        """Begin to count its silence again."""
        self._heard = time.monotonic()

    @property
    def takes_calls(self) -> bool:
        return self.is_ready.is_set() and not self.is_leaving and self.silence < SILENT_SECONDS

    def tell(self, do: str, **more: Any) -> None:
        """Send a message, unless the child reads none."""
        with suppress(OSError):
            self._line.send(json.dumps({"do": do, **more}).encode())

    def give(self, kind: str, connection: socket.socket) -> bool:
        """Send a connection. Return False if the child takes none."""
        try:
            socket.send_fds(self._line, [b'{"do":"call","kind":"%s"}' % kind.encode()], [connection.fileno()])
        except OSError:
            return False
        self._handed += 1
        return True

    def _hear(self) -> None:
        with suppress(OSError, ValueError):
            message = json.loads(self._line.recv(LONGEST))
            self._heard, self._over = time.monotonic(), message["over"]
            if message["do"] == "ready":
                self.is_ready.set()

    def take_back(self) -> list[tuple[str, socket.socket]]:
        """Return the connections that the child has not read, and their kinds."""
        taken, others = list[tuple[str, socket.socket]](), list[dict[str, Any]]()
        with suppress(OSError):
            while True:
                data, descriptors, *_ = socket.recv_fds(self._end, LONGEST, 1)
                message = json.loads(data)
                if descriptors:
                    taken.append((message["kind"], socket.socket(fileno=descriptors[0])))
                elif message["do"] != "ping":
                    others.append(message)
        self._handed -= len(taken)
        for message in others:
            self.tell(**message)
        return taken

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._line)
        self._line.close()
        self._end.close()


class Entrance:
    """Accepts connections at its `doors`, by their kinds, and hands them to `children`."""

    def __init__(
        self, settings: Callable[[], Settings], doors: list[tuple[str, socket.socket]], children: list[Child]
    ) -> None:
        self.doors = doors
        self._settings, self._children, self._quiet_until = settings, children, 0.0
        self._near: dict[str, tuple[Child, float]] = {}
        self._gate = Gate(
            lambda: settings().limits.connects_per_minute,
            lambda address: within(address, settings().limits.trusted),
        )

    def open(self) -> None:
        for kind, door in self.doors:
            self._listen(kind, door)

    def _listen(self, kind: str, door: socket.socket) -> None:
        if door.fileno() >= 0:
            asyncio.get_running_loop().add_reader(door, self._accept, kind, door)

    def close(self) -> None:
        for _, door in self.doors:
            asyncio.get_running_loop().remove_reader(door)
            door.close()

    def _accept(self, kind: str, door: socket.socket) -> None:
        for _ in range(ACCEPTED):
            try:
                connection, peer = door.accept()
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno in OUT_OF_FILES:
                    self._wait_for_files(kind, door)
                return
            address = "" if kind in self._settings().listen.proxied else sanitize.address(peer)
            if address and self._gate.comes_too_often(address):  # a proxy's are counted by the child
                refused(kind, address, TOO_OFTEN)
                connection.close()
            else:
                self._hand_over(kind, connection, "" if self._gate.spared(address) else block_of(address))

    def _wait_for_files(self, kind: str, door: socket.socket) -> None:
        if time.monotonic() > self._quiet_until:
            self._quiet_until = time.monotonic() + 60
            LOG.error("too many open files: callers wait until some are closed")
        loop = asyncio.get_running_loop()
        loop.remove_reader(door)
        loop.call_later(AGAIN_SECONDS, self._listen, kind, door)

    def _hand_over(self, kind: str, connection: socket.socket, block: str = "") -> None:
        """Give a connection to the child that has the address's last one, or else to the one with the fewest.
        Commands go to the oldest, which knows all others. If all are silent, give it to one of them."""
        near, _ = self._near.get(block, (None, 0.0))
        ready = (child for child in self._children if child.is_ready.is_set() and not child.is_leaving)

        def rank(child: Child) -> tuple[bool, bool, int]:
            return not child.takes_calls, child is not near, 0 if kind == COMMANDS else child.calls

        for child in sorted(ready, key=rank):
            if child.give(kind, connection):
                if block:
                    self._near[block] = child, time.monotonic()
                break
        else:
            LOG.error("no process takes a %s call", kind)
        connection.close()

    def look(self) -> None:
        """Take back the connections of silent children if another child takes them. Forget old addresses."""
        if any(child.takes_calls for child in self._children):
            for child in self._children:
                if child.is_ready.is_set() and child.silence > SILENT_SECONDS:
                    self.hand_on(child)
        late = time.monotonic() - NEAR_SECONDS
        self._near = {block: near for block, near in self._near.items() if near[1] > late}

    def hand_on(self, child: Child) -> None:
        """Give the connections that a child has not read to others."""
        for kind, connection in child.take_back():
            self._hand_over(kind, connection)


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
