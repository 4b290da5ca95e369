"""The board's control socket, by which commands reach it, and hand over terminals and sockets of callers.

Guarantees: a Unix socket of mode 600 in a folder of mode 700, so only the board's account and root can
connect, without a password. A malformed message (see `control_wire`) is answered with a sentence and ends
the connection. Only the owner of the data folder listens, and it replaces a socket that a killed board has
left behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from door.net.calls import Tasks, fault
from door.net.control_wire import LONGEST, SOCKET, BadMessage, Message, pack, socket_name, unpack
from door.records.files.disk import give, make_folder
from door.ui.texts import tr

log = logging.getLogger("door.net")

MOST_DESCRIPTORS: Final = 3
ASK_SECONDS: Final = 10.0
AGAIN_SECONDS: Final = 1.0
SEND_SECONDS: Final = 30.0
PARTING_SECONDS: Final = 3.0
"""Seconds that requests may take to end when the board ends."""


class Peer:
    """A connection, as messages. `descriptors` came with them, and are closed at its end."""

    def __init__(self, line: socket.socket) -> None:
        self._line, self._rest = line, b""
        self._loop = asyncio.get_running_loop()
        self.descriptors: list[int] = []

    async def get(self) -> dict[str, Any] | None:
        """Return the next message, or None at the end. Raises BadMessage if it is malformed."""
        while b"\n" not in self._rest:
            if len(self._rest) > LONGEST:
                raise BadMessage(tr.control.line_too_long(limit=LONGEST))
            try:
                data = await self._more()
            except OSError:
                data = b""
            if not data:
                return None
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return unpack(line)

    async def _more(self) -> bytes:
        readable = asyncio.Event()
        self._loop.add_reader(self._line, readable.set)
        try:
            await readable.wait()
        finally:
            self._stop_reading()
        data, descriptors, _, _ = socket.recv_fds(self._line, LONGEST, MOST_DESCRIPTORS)
        for descriptor in descriptors:
            os.set_inheritable(descriptor, False)
        self.descriptors += descriptors
        return data

    async def put(self, message: Message) -> None:
        """Send a message. Raises OSError or TimeoutError if that fails."""
        async with asyncio.timeout(SEND_SECONDS):
            await self._loop.sock_sendall(self._line, pack(message))

    def _stop_reading(self) -> None:
        """Have the loop forget our socket while it is open. Later its number may be another connection's."""
        if self._line.fileno() >= 0:
            self._loop.remove_reader(self._line)

    def close(self) -> None:
        self._stop_reading()
        self._line.close()
        while self.descriptors:
            os.close(self.descriptors.pop())


NO_COMMANDS: Final = "the sysop's commands cannot reach this board: %s"

Answer = Callable[[dict[str, Any], Peer], Awaitable[None]]
"""Carry out a request. The connection is closed when it returns."""


def bind_socket(folder: Path) -> socket.socket:
    """Return a socket for commands, and remove one that a killed board left behind. Raises OSError."""
    make_folder(folder)
    folder.chmod(0o700)
    (folder / SOCKET).unlink(missing_ok=True)
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with socket_name(folder) as name:
            line.bind(name)
        (folder / SOCKET).chmod(0o600)
        give(folder / SOCKET, folder)
        line.listen(128)
    except OSError:
        line.close()
        raise
    line.setblocking(False)
    return line


class ControlListener:
    """The board's end of the socket."""

    def __init__(self, folder: Path, answer: Answer) -> None:
        self.folder, self._answer = folder, answer
        self.trouble = ""
        self._line: socket.socket | None = None
        self._tasks, self._loop = Tasks(), asyncio.get_running_loop()
        self.quiet_since = self._loop.time()
        """When the last connection ended."""

    def start(self) -> None:
        """Start to listen. If that is not possible, `trouble` says why."""
        try:
            self._line = bind_socket(self.folder)
        except OSError as error:
            self.trouble = NO_COMMANDS % (error.strerror or error)
            return
        self.listen()

    def _accept(self) -> None:
        if self._line is None:
            return
        try:
            line, _ = self._line.accept()
        except BlockingIOError:
            return
        except OSError as error:  # no descriptor is free
            log.error("control: %s", error.strerror or error)
            self._loop.remove_reader(self._line)
            self._loop.call_later(AGAIN_SECONDS, self.listen)
            return
        line.setblocking(False)
        self._tasks.keep(self._serve(Peer(line)))

    def listen(self) -> None:
        """Take connections, unless the listener is closed."""
        self.quiet_since = self._loop.time()
        if self._line is not None:
            self._loop.add_reader(self._line, self._accept)

    @property
    def idle(self) -> float:
        """The seconds for which nobody has been connected."""
        return 0.0 if self._tasks else self._loop.time() - self.quiet_since

    def close(self) -> None:
        """Take no more connections, and remove the socket. Safe to call twice."""
        if self._line is not None:
            with contextlib.suppress(OSError):
                (self.folder / SOCKET).unlink(missing_ok=True)
            self._loop.remove_reader(self._line)
            self._line.close()
            self._line = None

    async def end(self) -> None:
        """Close, and end every connection."""
        self.close()
        await self._tasks.wait(PARTING_SECONDS)
        await self._tasks.end()

    async def _serve(self, peer: Peer) -> None:
        try:
            async with asyncio.timeout(ASK_SECONDS):
                request = await peer.get()
            if request is not None:
                await self._answer(request, peer)
        except BadMessage as error:
            with contextlib.suppress(OSError, TimeoutError):
                await peer.put({"error": str(error)})
        except (OSError, TimeoutError):
            pass
        except Exception as error:
            log.error("control: %s", fault(error))
            with contextlib.suppress(OSError, TimeoutError):
                await peer.put({"error": tr.control.fault()})
        finally:
            peer.close()
            self.quiet_since = self._loop.time()
