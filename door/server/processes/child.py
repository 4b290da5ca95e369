"""A board whose connections come from a parent process, and whose store is the parent's."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from door.notify.happenings import Happenings
from door.records.store import StoreError
from door.records.store.blocking import BlockingStore
from door.records.store.remote import RemoteStore
from door.server.board import StartError
from door.server.processes.entrance import COMMANDS, LONGEST
from door.settings import Address

if TYPE_CHECKING:
    from door.net.control import ControlListener
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
        """Set for the child that does what only one process does; True if it ends with the board."""
        self._kinds: list[str] = []
        self._store = BlockingStore(RemoteStore(kept), data, host)

    async def store(self) -> BlockingStore:
        try:
            await asyncio.to_thread(self._store.open)
        except StoreError as error:
            raise StartError(str(error)) from None
        return self._store

    async def _get(self) -> tuple[dict[str, Any], socket.socket | None]:
        """Return the next message, and the connection that came with it. It is {"do": "end"} if the parent
        has ended."""
        while True:
            try:
                data, descriptors, *_ = socket.recv_fds(self._line, LONGEST, 1)
                break
            except BlockingIOError:  # also if the parent has taken back what has come
                await self._readable()
            except OSError:
                data, descriptors = b"", []
                break
        connection = socket.socket(fileno=descriptors[0]) if descriptors else None
        if connection:
            connection.setblocking(False)
            connection.set_inheritable(False)
        return json.loads(data or b'{"do": "end"}'), connection

    async def _readable(self) -> None:
        loop, readable = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._line, readable.set)
        try:
            await readable.wait()
        finally:
            loop.remove_reader(self._line)

    def _tell(self, do: str, over: int) -> None:
        """Tell the parent something, and how many connections are over."""
        with contextlib.suppress(OSError):
            self._line.send(json.dumps({"do": do, "over": over}).encode())

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
        control: ControlListener,
        end: Callable[[], None],
    ) -> None:
        """Do what the parent says."""
        adopt = {kind: listener.adopt for kind, listener in zip(self._kinds, listeners, strict=True)}
        adopt[COMMANDS], taken = control.adopt, 0
        self._tell("ready", 0)
        while True:
            message, connection = await self._get()
            match message["do"]:
                case "call" if connection:
                    taken += 1
                    with contextlib.suppress(OSError):  # it has gone
                        await adopt[message["kind"]](connection)
                case "ping":
                    self._tell("pong", taken - len(board.records.gate))
                case "lead":
                    self.leads.set()
                    if message["first"]:
                        board.services[Happenings].up()
                case "reload":
                    board.reload()
                case "end":
                    self.is_last = self.leads.is_set() and message.get("last", True)
                    end()
                    return
