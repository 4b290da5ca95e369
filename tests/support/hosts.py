"""Two boards in one process as the hosts of one board: one folder, and a bus in memory."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import boardroom as rooms
import postgres_kit
import store_kit
from boardroom import Boardroom, boardroom

from door.records.store import Lease, Store, Unit
from door.records.store.files import Folder
from door.records.store.opening import store_of
from door.screens.door import GameDoor


class Wire:
    """What the hosts share: a folder, and the messages."""

    def __init__(self, data: Path) -> None:
        self.folder = Folder(data)
        self.hosts: list[End] = []
        self.owners: dict[str, End] = {}
        self.said: list[Mapping[str, Any]] = []

    def carry(self, sender: End, message: Mapping[str, Any]) -> None:
        self.said.append(message)
        for host in self.hosts:
            if host is not sender and not host.is_cut and not sender.is_cut:
                asyncio.get_running_loop().call_soon(host.heard, message)


class End:
    """One host's store."""

    never_waits = True
    is_cut = False

    def __init__(self, wire: Wire, host: str) -> None:
        self.wire, self.host = wire, host
        self.ears: list[Callable[[Mapping[str, Any]], object]] = []
        wire.hosts.append(self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.wire.folder, name)

    def write(self, unit: Unit) -> list[int]:
        made = self.wire.folder.write(unit)
        for other in self.wire.hosts:
            if unit.lines and other is not self:
                other.heard({"do": "line"})
        return made

    def take(self, name: str) -> Lease | None:
        if not (lease := self.wire.folder.take(name)):
            return None
        self.wire.owners[name] = self
        return lease

    def release(self, lease: Lease) -> None:
        self.wire.owners.pop(lease.name, None)
        self.wire.folder.release(lease)

    def say(self, message: Mapping[str, Any]) -> None:
        self.wire.folder.say(message)
        self.wire.carry(self, message)

    def listen(self, heard: Callable[[Mapping[str, Any]], object]) -> None:
        self.ears.append(heard)

    def heard(self, message: Mapping[str, Any]) -> None:
        for heard in self.ears:
            heard(message)

    def die(self) -> None:
        """Say and hear nothing any more. Its names are free, as after ten seconds."""
        self.is_cut = True
        for name in [name for name, owner in self.wire.owners.items() if owner is self]:
            self.wire.folder.release(Lease(name, self.wire.folder._leases.get(name, 0)))


def losing(say: Callable[[Mapping[str, Any]], object], first: int) -> Callable[[Mapping[str, Any]], object]:
    """Say two of three messages: of each kind the `first` one is lost, and every third one after it."""
    said = Counter[tuple[str, ...]]()

    def say_or_lose(message: Mapping[str, Any]) -> None:
        kind = tuple(_kinds(message))
        said[kind] += 1
        if said[kind] % 3 != first % 3:
            say(message)

    return say_or_lose


def _kinds(message: Mapping[str, Any]) -> Iterator[str]:
    """The names of a message, of the values in it, and of the messages in those."""
    yield message["do"]
    for it in message.get("it", ()):
        while it:
            [(name, fields)] = it.items()
            yield name
            it = fields.get("message")


def _in_memory(wire: Wire, names: Iterator[str], data: Path) -> End:
    return End(wire, next(names))


def _in_database(url: str, names: Iterator[str], data: Path) -> Store:
    return store_of(data, url, next(names))


def _kept(made: Callable[[Path], Any], lost: int, data: Path) -> Any:
    store = made(data)
    if lost:
        store.say = losing(store.say, lost)
    return store


@asynccontextmanager
async def hosts(
    folder: Path, *doors: GameDoor, lost: int = 0, breaks: bool = False, callers: tuple[str, ...] = ()
) -> AsyncIterator[tuple[Boardroom, Boardroom]]:
    """Two open boards, whose node numbers begin with 1 and 101. What `breaks` isn't a database. If `lost` is
    1, 2 or 3, one message in three is lost, from the first, second or third one of each kind on."""
    names, homes = iter("ab"), (folder, folder)
    games = {"doors": doors} if doors else {}
    if store_kit.chosen == "postgres" and not breaks:
        url, homes = postgres_kit.server().database(folder), (folder / "a", folder / "b")
        made = partial(_in_database, url, names)
    else:
        made = partial(_in_memory, Wire(folder / "data"), names)
    with patch.object(rooms, "kept_in", partial(_kept, made, lost)):
        async with boardroom(homes[0], **games) as first, boardroom(homes[1], **games) as second:
            second.first = 101
            for handle in callers:
                await first.register(handle, fast="on")
            jobs = [board.keep(board.services.roster.others.run()) for board in (first, second)]
            try:
                for board in (first, second):
                    await board.until(lambda others=board.services.roster.others: bool(others.names))
                yield first, second
            finally:
                for job in jobs:
                    job.cancel()
