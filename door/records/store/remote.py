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
from functools import partial
from struct import Struct
from typing import Any, Final

from door.records.store import (
    MOST_SAID,
    Blocking,
    Change,
    Doc,
    Forbidden,
    Lease,
    Line,
    Moved,
    Odd,
    StoreError,
    StoreRefused,
    Unanswered,
    Unit,
    off_loop,
)
from door.ui.catalogue import tr

LOG: Final = logging.getLogger("door.records")
TURN_SECONDS: Final = 1.0
MOST_UNREAD: Final = 16 << 20
"""Bytes that a client may leave unread, besides what it has asked for, before it is let go."""

_HEAD: Final = Struct(">I")
_ERRORS: Final = {error.__name__: error for error in (Moved, StoreRefused, Odd, Forbidden)}


def _packed(value: object) -> bytes:
    data = json.dumps(value, default=lambda raw: {"bytes": b64encode(raw).decode()}).encode()
    return _HEAD.pack(len(data)) + data


def _hook(tree: dict[str, Any]) -> Any:
    return b64decode(tree["bytes"]) if tree.keys() == {"bytes"} else tree


class _End(asyncio.Protocol):
    """One end of a line for values. `heard` is called with those of the other end, and `gone` is set at the
    line's end."""

    transport: asyncio.Transport

    def __init__(self, heard: Callable[[Any], None]) -> None:
        self._heard, self._data, self.gone = heard, bytearray(), asyncio.Event()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone.set()

    def data_received(self, data: bytes) -> None:
        self._data += data
        while len(self._data) >= (end := _HEAD.size):
            end += _HEAD.unpack_from(self._data)[0]
            if len(self._data) < end:
                break
            value = json.loads(self._data[_HEAD.size : end], object_hook=_hook)
            del self._data[:end]
            self._heard(value)


class _Client(_End):
    """A client, as its owner sees it."""

    def __init__(self, name: str, heard: Callable[[_Client, Any], None]) -> None:
        super().__init__(partial(heard, self))
        self.name = name
        self.leases, self.tasks = dict[str, Lease](), set[asyncio.Task[None]]()
        self._answers = 0  # bytes of those that may be unread

    def answer(self, packed: bytes) -> None:
        if not self.transport.get_write_buffer_size():
            self._answers = 0
        self._answers += len(packed)
        self.transport.write(packed)

    def tell(self, packed: bytes) -> None:
        """Send a message, and let the client go if it leaves too many unread."""
        self.transport.write(packed)
        if self.transport.get_write_buffer_size() > MOST_UNREAD + self._answers:
            self.transport.abort()


class Owner:
    """Lets other processes use `store`, which is open. They hear each other under their names."""

    def __init__(self, store: Blocking) -> None:
        self._store, self._clients = store, dict[str, _Client]()
        self.host = store.host
        self._writing = asyncio.Lock()
        self._holder: _Client | None = None  # whose turn it is, and who has the lock
        store.listen(self._tell)

    async def serve(self, line: socket.socket, name: str) -> None:
        """Answer a client of that name until it is gone."""
        client = _Client(name, self._heard)
        await asyncio.get_running_loop().create_unix_connection(lambda: client, sock=line)
        self._clients[name] = client
        await client.gone.wait()
        if self._clients.get(name) is client:
            del self._clients[name]
        self._end_turn(client)
        await asyncio.gather(*client.tasks)  # what it has sent is done before its names are free
        with suppress(StoreError):
            for lease in client.leases.values():
                await asyncio.to_thread(self._store.release, lease)

    def _heard(self, client: _Client, asked: Any) -> None:
        id, do, *args = asked
        if do == "say":
            text, by = args[0], {"from": client.name}
            self._pass_on(text, by, client)
            if not self._store.is_local:
                with suppress(StoreError):
                    self._store.say({**by, **json.loads(text)})
        else:
            task = asyncio.create_task(self._answer(client, id, do, args))
            client.tasks.add(task)
            task.add_done_callback(client.tasks.discard)

    async def _answer(self, client: _Client, id: int, do: str, args: list[Any]) -> None:
        try:
            value, error = await self._done(client, do, args), ""
        except StoreError as why:
            value, error = str(why), type(why).__name__
        except Exception as why:  # its client would wait for ever
            LOG.exception("store: %s of process %s failed", do, client.name)
            value, error = str(why), StoreError.__name__
        client.answer(_packed([id, value, error, self._store.now().timestamp()]))

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
                if lease := await off_loop(self._store, self._store.take, *args):
                    client.leases[lease.name] = lease
                return lease
            case "release":
                client.leases.pop(args[0], None)
                return await off_loop(self._store, self._store.release, Lease(*args))
            case "get":
                return await off_loop(self._store, self._store.get, *args)
            case "head" | "keys" | "states" | "set_aside":
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
        self._pass_on('{"do": "line"}', {}, client)
        return versions

    async def _written(self, unit: Unit) -> list[int]:
        try:
            write = partial(self._store.write, unit)
            return await (off_loop(self._store, write) if unit.soon else asyncio.to_thread(write))
        except Unanswered as slow:
            return await asyncio.wrap_future(slow.late)

    def _tell(self, message: Mapping[str, Any]) -> None:
        """Tell all clients what another host says, unless it is ours and has come back."""
        if message.get("from") not in self._clients:
            self._pass_on(json.dumps(message), {})

    def _pass_on(self, text: str, by: Mapping[str, Any], but: _Client | None = None) -> None:
        """Pass a message on, unread, to all clients but the one who has said it."""
        packed = _packed([0, text, by])
        for client in list(self._clients.values()):
            if client is not but:
                client.tell(packed)


class RemoteStore:
    """The store at the other end of `line`."""

    def __init__(self, line: socket.socket) -> None:
        self.heard: Callable[[Mapping[str, Any]], None] = lambda message: None
        self._line, self._asked = line, 0
        self._end = _End(self._hear)
        self.gone = self._end.gone
        """Set when the owner has ended."""
        self._waiting: dict[int, tuple[str, asyncio.Future[Any]]] = {}
        self._ahead = 0.0
        self._following: asyncio.Task[None] | None = None

    async def open(self) -> list[str]:
        await asyncio.get_running_loop().create_unix_connection(lambda: self._end, sock=self._line)
        self._following = asyncio.create_task(self._follow(), name="owner")
        await self._ask("open")
        return []

    async def close(self) -> None:
        if self._following:
            self._end.transport.close()
            await self._following

    def _hear(self, told: Any) -> None:
        id, value, *rest = told
        if not id:
            self.heard({**rest[0], **json.loads(value)})
            return
        error, time_there = rest
        self._ahead = time_there - time.time()
        _, answer = self._waiting.pop(id)
        if not answer.done():
            if error:
                answer.set_exception(_ERRORS.get(error, StoreError)(value))
            else:
                answer.set_result(value)

    async def _follow(self) -> None:
        """Wait for the owner's end, and let go those who wait, except for writes."""
        await self.gone.wait()
        for do, answer in self._waiting.values():
            if do != "write" and not answer.done():
                answer.set_exception(StoreRefused(str(tr.records.owner_ended())))

    async def _ask(self, do: str, *args: object) -> Any:
        if self.gone.is_set():
            raise StoreRefused(str(tr.records.owner_ended()))
        self._asked += 1
        answer = asyncio.get_running_loop().create_future()
        self._waiting[self._asked] = do, answer
        self._end.transport.write(_packed([self._asked, do, *args]))
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

    async def set_aside(self, kind: str, key: str) -> str:
        return str(await self._ask("set_aside", kind, key))

    async def take(self, name: str) -> Lease | None:
        lease = await self._ask("take", name)
        return Lease(*lease) if lease else None

    async def release(self, lease: Lease) -> None:
        await self._ask("release", *lease)

    async def say(self, message: Mapping[str, Any]) -> None:
        text = json.dumps(message)
        if len(text) > MOST_SAID:
            raise StoreError(tr.records.message_too_long(most=MOST_SAID))
        if self._following and not self.gone.is_set():
            self._end.transport.write(_packed([0, "say", text]))

    def now(self) -> datetime:
        return datetime.fromtimestamp(time.time() + self._ahead, UTC)


def _line(value: list[Any] | None) -> Line | None:
    return Line(*value) if value else None
