"""A board whose connections come from a parent process, and whose store is the parent's."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from door.records.store.blocking import BlockingStore
from door.records.store.remote import RemoteStore
from door.server.processes.parent import LONGEST, SILENT_SECONDS
from door.settings import Address

if TYPE_CHECKING:
    from door.net.socketline import SocketListener
    from door.server.board import Board


class Child:
    """This process's ends of the lines that the parent has named in `descriptors`, on our command line."""

    def __init__(self, descriptors: str, data: Path) -> None:
        line, store, host = descriptors.split(",", 2)
        self._line, kept = socket.socket(fileno=int(line)), socket.socket(fileno=int(store))
        for one in (self._line, kept):
            one.setblocking(False)
            one.set_inheritable(False)
        self.leads, self.is_last = asyncio.Event(), False
        """Set for the child that the sysop's commands reach; True if it ends with the board."""
        self._kinds: list[str] = []
        self._store = BlockingStore(RemoteStore(kept, host), data, host)

    async def store(self) -> BlockingStore:
        await asyncio.to_thread(self._store.open)
        return self._store

    async def _get(self) -> tuple[dict[str, Any], socket.socket | None]:
        """Return the next message, and the connection that came with it. It is {"do": "end"} if the parent
        has ended."""
        loop, readable = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._line, readable.set)
        try:
            await readable.wait()
        finally:
            loop.remove_reader(self._line)
        try:
            data, descriptors, _, _ = socket.recv_fds(self._line, LONGEST, 1)
        except OSError:
            data, descriptors = b"", []
        connection = socket.socket(fileno=descriptors[0]) if descriptors else None
        if connection:
            connection.setblocking(False)
            connection.set_inheritable(False)
        return json.loads(data or b'{"do": "end"}'), connection

    def _tell(self, do: str, calls: int, **more: int) -> None:
        with contextlib.suppress(OSError):
            self._line.send(json.dumps({"do": do, "calls": calls, **more}).encode())

    async def places(self) -> dict[str, Address]:
        """Return the addresses of the listeners whose connections we get, by their kind."""
        while True:
            message, _ = await self._get()
            if message["do"] == "listen":
                self._kinds = list(message["kinds"])
                return {kind: Address(*place) for kind, place in message["kinds"].items()}

    async def while_leading(self, job: Callable[[], Awaitable[object]]) -> None:
        """Do what only one process of a data folder does, from when we lead."""
        await self.leads.wait()
        await job()

    async def serve(
        self,
        board: Board,
        listeners: Sequence[SocketListener],
        lead: Callable[[], None],
        end: Callable[[], None],
    ) -> None:
        """Do what the parent says. `lead` lets the sysop's commands come here."""
        by_kind = dict(zip(self._kinds, listeners, strict=True))
        self._tell("ready", 0)
        while True:
            message, connection = await self._get()
            match message["do"]:
                case "call" if connection:
                    if time.monotonic() - message["t"] > SILENT_SECONDS:  # another child gets it
                        connection.close()
                        continue
                    with contextlib.suppress(OSError):  # it has gone
                        await by_kind[message["kind"]].adopt(connection)
                    self._tell("taken", len(board.records.gate), id=message["id"])
                case "ping":
                    self._tell("pong", len(board.records.gate))
                case "lead":
                    self.leads.set()
                    lead()
                    if message["first"]:
                        board.services.happenings.up()
                case "reload":
                    board.reload()
                case "end":
                    self.is_last = self.leads.is_set() and message.get("last", True)
                    end()
                    return
