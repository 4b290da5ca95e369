"""The board's control socket, by which the sysop's commands reach a running board.

Guarantees: a Unix socket of mode 600 in a folder of mode 700, so only the board's account and root can
connect, without a password. Messages are JSON objects with a `v`, one a line of at most `LONGEST` bytes. A
malformed message is answered with a sentence and ends the connection. Only the owner of the data folder
listens, and it replaces a socket that a killed board has left behind.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import errno
import json
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from door.net import sanitize
from door.net.calls import Tasks, fault
from door.net.line import Hints, LostCaller, Resized
from door.net.line_queue import LineQueue, QueuedLine
from door.records.files.disk import make_folder
from door.ui.catalogue import tr

log = logging.getLogger("door.net")

VERSION: Final = 1
LONGEST: Final = 65_536
PIECE: Final = 32_768
"""Bytes of a line, and of a terminal's data in one of them."""

FOLDER, SOCKET = "control", "door.sock"
LONGEST_PATH: Final = 100
"""Bytes of a socket's path that every system accepts. Linux has room for 107, others for 103."""

MOST: Final = 16
ASK_SECONDS: Final = 10.0
SEND_SECONDS: Final = 30.0

Message = Mapping[str, Any]


class BadMessage(Exception):
    """A malformed control message. The text says what is wrong."""


def pack(message: Message) -> bytes:
    """Encode a message as a line."""
    return json.dumps({"v": VERSION, **message}, ensure_ascii=True).encode() + b"\n"


def unpack(line: bytes) -> dict[str, Any]:
    """Parse a line. Raises BadMessage."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise BadMessage(tr.control.not_json()) from None
    if not isinstance(message, dict) or message.get("v") != VERSION:
        raise BadMessage(tr.control.other_version(version=VERSION))
    return message


def folder_of(data: Path) -> Path:
    """Return the folder of the board's socket."""
    return data / FOLDER


@contextmanager
def named(folder: Path) -> Iterator[str]:
    """Yield a short enough name for the socket, by the folder's descriptor if its path is too long."""
    path = folder / SOCKET
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield str(path)
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{descriptor}/{SOCKET}"
    finally:
        os.close(descriptor)


def connected(folder: Path) -> socket.socket:
    """Connect to the running board. Raises OSError if none runs."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with named(folder) as name:
            line.connect(name)
    except OSError:
        line.close()
        raise
    return line


class Peer:
    """A connection, as messages."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def get(self) -> dict[str, Any] | None:
        """Return the next message, or None at the end. Raises BadMessage if it is malformed."""
        try:
            line = await self._reader.readline()
        except ValueError:
            raise BadMessage(tr.control.line_too_long(limit=LONGEST)) from None
        except OSError:
            return None
        return unpack(line) if line.endswith(b"\n") else None

    async def put(self, message: Message) -> None:
        """Send a message. Raises OSError or TimeoutError if that fails."""
        self._writer.write(pack(message))
        async with asyncio.timeout(SEND_SECONDS):
            await self._writer.drain()

    def close(self) -> None:
        self._writer.close()


Answer = Callable[[dict[str, Any], Peer], Awaitable[None]]
"""Carry out a request. The connection is closed when it returns."""


class ControlListener:
    """The board's end of the socket."""

    def __init__(self, folder: Path, answer: Answer) -> None:
        self.folder, self._answer = folder, answer
        self._server: asyncio.Server | None = None
        self._tasks = Tasks()

    async def start(self) -> str:
        """Start to listen. Return "", or a sentence if that is not possible."""
        try:
            make_folder(self.folder)
            self.folder.chmod(0o700)
            self._server = await asyncio.start_unix_server(self._met, sock=self._bound(), limit=LONGEST)
        except OSError as error:
            return f"the sysop's commands cannot reach this board: {error.strerror or error}"
        return ""

    def _bound(self) -> socket.socket:
        """Bind the socket, and remove one that a killed board left behind."""
        (self.folder / SOCKET).unlink(missing_ok=True)
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with named(self.folder) as name:
                line.bind(name)
            (self.folder / SOCKET).chmod(0o600)
        except OSError:
            line.close()
            raise
        line.setblocking(False)
        return line

    async def close(self) -> None:
        """End every connection and remove the socket. Safe to call twice."""
        server, self._server = self._server, None
        if server is None:
            return
        server.close()
        await self._tasks.end()
        with contextlib.suppress(OSError):
            (self.folder / SOCKET).unlink(missing_ok=True)

    def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._tasks.keep(self._serve(Peer(reader, writer)))

    async def _serve(self, peer: Peer) -> None:
        try:
            if len(self._tasks) > MOST:
                raise BadMessage(tr.control.too_many())
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


class ControlLine(QueuedLine):
    """The terminal of a sysop's command, as a call's line (see `door.net.line`)."""

    def __init__(self, peer: Peer, hints: Hints) -> None:
        self._room = asyncio.Event()
        self._room.set()
        super().__init__(LineQueue(self._room.clear, self._room.set), hints)
        self._peer = peer
        self._reading = asyncio.get_running_loop().create_task(self._read())

    async def send(self, data: bytes) -> None:
        """Send to the terminal. Raises LostCaller if it is gone or takes nothing."""
        try:
            for at in range(0, len(data), PIECE):
                await self._peer.put({"data": base64.b64encode(data[at : at + PIECE]).decode()})
        except (OSError, TimeoutError) as error:
            self.queue.end("gone")
            raise LostCaller(str(error) or "gone") from None

    async def hang_up(self) -> None:
        self.queue.end("hung up by the board")
        self._reading.cancel()
        self._peer.close()

    async def _read(self) -> None:
        try:
            while (message := await self._peer.get()) is not None:
                self._hear(message)
                await self._room.wait()
        except (BadMessage, OSError):
            pass
        finally:
            self.queue.end("end of input")

    def _hear(self, message: Message) -> None:
        data, size = message.get("data"), message.get("size")
        if isinstance(data, str):
            with contextlib.suppress(binascii.Error, ValueError):
                self.queue.data(base64.b64decode(data, validate=True))
        told = isinstance(size, list) and len(size) == 2 and all(type(side) is int for side in size)
        if window := sanitize.window(*size) if told and size else None:
            self.queue.put(Resized(*window))


def hints_of(request: Message) -> Hints:
    """Read what a command reports about its terminal. Implausible values are left out."""
    cols, rows = request.get("cols"), request.get("rows")
    environ = request.get("environ")
    kept = {str(k)[:40]: str(v)[:80] for k, v in environ.items()} if isinstance(environ, dict) else {}
    charset = request.get("charset")
    return Hints(
        kind="local" if request.get("kind") == "local" else "pipe",
        address="",
        term=sanitize.term_name(str(request.get("term", ""))),
        size=sanitize.window(cols, rows) if isinstance(cols, int) and isinstance(rows, int) else None,
        charset=charset if charset in ("utf-8", "cp437", "ascii") else "",
        proved=True,
        environ=sanitize.chosen(kept, frozenset({"COLORTERM", "NO_COLOR"})),
    )


def nobody_runs(error: OSError) -> bool:
    """True if the error of a refused connection means that no board runs."""
    return error.errno in (errno.ENOENT, errno.ECONNREFUSED, errno.ENOTDIR)
