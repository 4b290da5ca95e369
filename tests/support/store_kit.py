"""What tests of stores write and read."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import postgres_kit
import pytest

from door.records.journal.files import lines_since
from door.records.journal.lines import ZERO, JournalLine, chain_lines
from door.records.store import Change, Store, Unit
from door.records.store.files import Folder
from door.records.store.opening import store_of


class Far(Folder):
    """A folder that takes the place of a database: an event loop that calls it has a fault."""

    never_waits = False


class Threads:
    """A store for threads, each call of which is made in a thread."""

    def __init__(self, store: Store) -> None:
        self.store, self.now = store, store.now

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.store, name)
        return lambda *args, **named: asyncio.to_thread(method, *args, **named)

    @property
    def heard(self) -> Callable[[Mapping[str, Any]], None]:
        raise NotImplementedError

    @heard.setter
    def heard(self, heard: Callable[[Mapping[str, Any]], None]) -> None:
        self.store.listen(heard)


def _off_loop(work: Callable[..., Any]) -> Callable[..., Any]:
    def called(*args: Any, **named: Any) -> Any:
        assert asyncio._get_running_loop() is None, f"{work.__name__} would hold up the event loop"
        return work(*args, **named)

    return called


for name in (
    "open",
    "close",
    "head",
    "lock_head",
    "write",
    "get",
    "keys",
    "states",
    "set_aside",
    "take",
    "release",
):
    setattr(Far, name, _off_loop(getattr(Folder, name)))


def postgres(data: Path) -> Store:
    return store_of(data, postgres_kit.server().database(data), "one")


KINDS: dict[str, Callable[[Path], Store]] = {"files": Folder, "postgres": postgres}
"""The stores for boards in tests; `--store` chooses one."""

chosen = "files"


def choose(kind: str) -> None:
    """Have boards keep their records there. A database may take long: what else runs is not its fault."""
    global chosen
    chosen = kind
    if kind == "postgres":
        if not postgres_kit.programs():
            raise pytest.UsageError("--store postgres needs a server: apt-get install postgresql")
        from door.records.play import lifecycle, saves
        from door.records.store import postgres as store_postgres

        for module, name in (
            (store_postgres, "PATIENCE"), (store_postgres, "CONNECT_SECONDS"),
            (store_postgres, "READ_SECONDS"),
            (lifecycle, "PATIENT"), (saves, "PATIENT"),
        ):  # fmt: skip
            setattr(module, name, 10.0)


opened: list[Store] = []
"""The stores of the running test."""


def kept_in(data: Path) -> Store:
    """The store of a board with that data folder. The test's end closes it."""
    opened.append(KINDS[chosen](data))
    return opened[-1]


def text_of(data: Path, kind: str, key: str) -> str:
    """The text of a document of that board's."""
    doc = loop_may_use(kept_in(data)).get(kind, key)
    assert doc, f"{kind} {key} is not there"
    return doc.body.decode()


def end() -> None:
    """Close the running test's stores, and empty its databases."""
    for store in opened:
        if not store.never_waits:
            store.close()
    opened.clear()
    if postgres_kit.server.cache_info().currsize:
        postgres_kit.server().empty()


def loop_may_use(store: Store) -> Store:
    """The same records for a test, which runs on an event loop and may wait."""
    return Folder(store.data) if isinstance(store, Far) else store


def lines(prev: str, *count: int, month: str = "2025-11") -> list[JournalLine]:
    t = f"{month}-21T12:00:00.000Z"
    return chain_lines([{"kind": "note", "t": t, "n": n} for n in count], prev, month)


def in_files(data: Path) -> list[int]:
    entries = [entry for entry, _ in lines_since(data / "journal")]
    hashes = [ZERO, *(entry.hash for entry in entries)]
    assert [entry.fields["prev"] for entry in entries] == hashes[:-1], "one chain"
    return [entry.fields["n"] for entry in entries]


async def tip(store: Threads) -> str:
    last = await store.head()
    return last.hash if last else ZERO


async def body(store: Threads, kind: str, key: str) -> bytes | None:
    doc = await store.get(kind, key)
    return doc.body if doc else None


async def put(store: Threads, kind: str, key: str, data: bytes, version: int | None = None) -> int:
    [new] = await store.write(Unit([Change("put", kind, key, version, data)]))
    return new


async def add(store: Threads, kind: str, key: str, data: bytes, version: int, unsynced: bool = False) -> int:
    [new] = await store.write(Unit([Change("add", kind, key, version, data)], unsynced=unsynced))
    return new
