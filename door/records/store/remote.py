"""A store of another process, through a socket: its owner's end, and a client's.

Guarantees: a client that is gone leaves no names taken and nobody waiting. The line breaks only if one of the
two processes ends. A client's writes that are not answered then stay so: its process has to end as well.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from struct import Struct
from typing import Any, Final

from door.records.store import (
    MOST_SAID,
    Away,
    Blocking,
    Change,
    Doc,
    Forbidden,
    Lease,
    Line,
    Moved,
    Odd,
    StoreError,
    Unanswered,
    Unit,
)
from door.ui.catalogue import tr

LOG: Final = logging.getLogger("door.records")
TURN_SECONDS: Final = 1.0
MOST_UNREAD: Final = 16 << 20
"""Bytes that a client may leave unread, besides what it has asked for, before it is let go."""

_HEAD: Final = Struct(">I")
_ERRORS: Final = {error.__name__: error for error in (Moved, Away, Odd, Forbidden)}


def _packed(value: object) -> bytes:
    data = json.dumps(value, default=lambda raw: {"bytes": b64encode(raw).decode()}).encode()
    return _HEAD.pack(len(data)) + data


def _hook(tree: dict[str, Any]) -> Any:
    return b64decode(tree["bytes"]) if tree.keys() == {"bytes"} else tree


async def _unpacked(reader: asyncio.StreamReader) -> Any:
    """Return the next value. Raises asyncio.IncompleteReadError or OSError at the end."""
    [size] = _HEAD.unpack(await reader.readexactly(_HEAD.size))
    return json.loads(await reader.readexactly(size), object_hook=_hook)


class _Client:
    """A client, as its owner sees it."""

    def __init__(self, name: str, writer: asyncio.StreamWriter) -> None:
        self.name, self.writer = name, writer
        self.leases, self.tasks = dict[str, Lease](), set[asyncio.Task[None]]()

    def put(self, value: object) -> None:
        self.writer.write(_packed(value))


class Owner:
    """Lets other processes use `store`, which is open. They hear each other under their names."""

    def __init__(self, store: Blocking) -> None:
        self._store, self._clients = store, dict[str, _Client]()
        self._writing = asyncio.Lock()
        self._holder: _Client | None = None  # whose turn it is, and who has the lock
        store.listen(self._tell)

    async def serve(self, line: socket.socket, name: str) -> None:
        """Answer a client of that name until it is gone."""
        reader, writer = await asyncio.open_unix_connection(sock=line)
        client = self._clients[name] = _Client(name, writer)
        try:
            while True:
                id, do, *args = await _unpacked(reader)
                if do == "say":
                    self._say(client, *args)
                else:
                    task = asyncio.create_task(self._answer(client, id, do, args))
                    client.tasks.add(task)
                    task.add_done_callback(client.tasks.discard)
        except (asyncio.IncompleteReadError, OSError):
            pass
        finally:
            if self._clients[name] is client:
                del self._clients[name]
            writer.close()
            self._end_turn(client)
            await asyncio.gather(*client.tasks)  # what it has sent is done before its names are free
            with suppress(StoreError):
                for lease in client.leases.values():
                    await asyncio.to_thread(self._store.release, lease)

    async def _answer(self, client: _Client, id: int, do: str, args: list[Any]) -> None:
        try:
            value, error = await self._done(client, do, args), ""
        except StoreError as why:
            value, error = str(why), type(why).__name__
        except Exception as why:  # its client would wait for ever
            LOG.exception("store: %s of process %s failed", do, client.name)
            value, error = str(why), StoreError.__name__
        client.put([id, value, error, self._store.now().timestamp()])

    async def _done(self, client: _Client, do: str, args: list[Any]) -> Any:
        match do:
            case "open":
                return None
            case "turn":
                return await self._turn(client)
            case "write":
                changes, lines, after, lease, soon = args
                held = Lease(*lease) if lease else None
                unit = Unit(
                    [Change(*one) for one in changes], [Line(*one) for one in lines], after, held, soon
                )
                return await self._write(client, unit)
            case "take":
                if lease := await asyncio.to_thread(self._store.take, *args):
                    client.leases[lease.name] = lease
                return lease
            case "release":
                client.leases.pop(args[0], None)
                return await asyncio.to_thread(self._store.release, Lease(*args))
            case "head" | "get" | "keys" | "states" | "some" | "set_aside":
                return await asyncio.to_thread(getattr(self._store, do), *args)
        raise StoreError(tr.records.cannot_be_done(reason=do))

    async def _turn(self, client: _Client) -> Line | None:
        if self._holder is not client:
            await self._writing.acquire()
            self._holder = client
            asyncio.get_running_loop().call_later(TURN_SECONDS, self._end_turn, client)
            if self._clients.get(client.name) is not client:
                self._end_turn(client)
        return await asyncio.to_thread(self._store.turn)

    def _end_turn(self, client: _Client) -> None:
        if self._holder is client:
            self._holder = None
            self._writing.release()

    async def _write(self, client: _Client, unit: Unit) -> list[int]:
        if not unit.lines:
            return await self._written(unit)
        if self._holder is client:
            try:
                versions = await self._written(unit)
            finally:
                self._end_turn(client)
        else:
            async with self._writing:
                versions = await self._written(unit)
        self._tell({"do": "line"}, client)
        return versions

    async def _written(self, unit: Unit) -> list[int]:
        try:
            return await asyncio.to_thread(self._store.write, unit)
        except Unanswered as slow:
            return await asyncio.wrap_future(slow.late)

    def _say(self, client: _Client, message: dict[str, Any]) -> None:
        self._tell(message, client)
        with suppress(StoreError):
            self._store.say(message)

    def _tell(self, message: Mapping[str, Any], but: _Client | None = None) -> None:
        """Pass a message on to all clients but the one who has said it."""
        if but is None and message.get("from") in self._clients:  # our own words have come back
            return
        for client in list(self._clients.values()):
            if client is not but:
                client.put([0, message])
                if client.writer.transport.get_write_buffer_size() > MOST_UNREAD:
                    client.writer.transport.abort()


class RemoteStore:
    """The store at the other end of `line`, for the client of that name."""

    def __init__(self, line: socket.socket, host: str) -> None:
        self.heard: Callable[[Mapping[str, Any]], None] = lambda message: None
        self.gone = asyncio.Event()
        """Set when the owner has ended."""
        self._line, self._host, self._said, self._asked = line, host, 0, 0
        self._waiting: dict[int, tuple[str, asyncio.Future[Any]]] = {}
        self._ahead = 0.0
        self._writer: asyncio.StreamWriter | None = None

    async def open(self) -> list[str]:
        reader, self._writer = await asyncio.open_unix_connection(sock=self._line)
        self._reading = asyncio.create_task(self._read(reader), name="owner")
        await self._ask("open")
        return []

    async def close(self) -> None:
        if self._writer:
            self._writer.close()
            await asyncio.wait([self._reading])

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while True:
                id, value, *rest = await _unpacked(reader)
                if not id:
                    self.heard(value)
                    continue
                error, time_there = rest
                self._ahead = time_there - time.time()
                _, answer = self._waiting.pop(id)
                if answer.done():
                    continue
                if error:
                    answer.set_exception(_ERRORS.get(error, StoreError)(value))
                else:
                    answer.set_result(value)
        except (asyncio.IncompleteReadError, OSError):
            self.gone.set()
            for do, answer in self._waiting.values():
                if do != "write" and not answer.done():
                    answer.set_exception(Away(str(tr.records.owner_ended())))

    async def _ask(self, do: str, *args: object) -> Any:
        if self._writer is None or self.gone.is_set():
            raise Away(str(tr.records.owner_ended()))
        self._asked += 1
        answer = asyncio.get_running_loop().create_future()
        self._waiting[self._asked] = do, answer
        self._writer.write(_packed([self._asked, do, *args]))
        return await answer

    async def head(self) -> Line | None:
        return _line(await self._ask("head"))

    async def turn(self) -> Line | None:
        return _line(await self._ask("turn"))

    async def write(self, unit: Unit) -> list[int]:
        versions: list[int] = await self._ask("write", *unit)
        return versions

    async def get(self, kind: str, key: str) -> Doc | None:
        doc = await self._ask("get", kind, key)
        return Doc(*doc) if doc else None

    async def keys(self, kind: str, part: str = "") -> list[str]:
        keys: list[str] = await self._ask("keys", kind, part)
        return keys

    async def states(self, kind: str) -> dict[str, object]:
        states: dict[str, object] = await self._ask("states", kind)
        return states

    async def some(self, kind: str, after: str = "", most: int = 100) -> list[tuple[str, Doc]]:
        return [(key, Doc(*doc)) for key, doc in await self._ask("some", kind, after, most)]

    async def set_aside(self, kind: str, key: str) -> str:
        return str(await self._ask("set_aside", kind, key))

    async def take(self, name: str) -> Lease | None:
        lease = await self._ask("take", name)
        return Lease(*lease) if lease else None

    async def release(self, lease: Lease) -> None:
        await self._ask("release", *lease)

    async def say(self, message: Mapping[str, Any]) -> None:
        if len(json.dumps(message).encode()) > MOST_SAID:
            raise StoreError(tr.records.message_too_long(most=MOST_SAID))
        if self._writer and not self.gone.is_set():
            self._said += 1
            self._writer.write(_packed([0, "say", {"from": self._host, "seq": self._said, **message}]))

    def now(self) -> datetime:
        return datetime.fromtimestamp(time.time() + self._ahead, UTC)


def _line(value: list[Any] | None) -> Line | None:
    return Line(*value) if value else None
