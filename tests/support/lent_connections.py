"""Connections to a database that the next test uses again. A new one costs more than most tests do."""

from __future__ import annotations

import asyncio
import atexit
import os
from itertools import chain
from typing import Any
from unittest.mock import patch

import asyncpg

from door.records.store import blocking, database

_connect = database._connect


class Loop(asyncio.SelectorEventLoop):
    """An event loop with the connections it has made, by address. The next store uses it again."""

    spare: Loop | None = None

    def __init__(self) -> None:
        super().__init__()
        self.idle: dict[str, list[Any]] = {}

    def close(self) -> None:
        if Loop.spare is None:
            Loop.spare = self
        else:  # the store of another host
            self.end()

    def end(self) -> None:
        for connection in chain(*self.idle.values()):
            connection.terminate()
        super().close()

    @classmethod
    def taken(cls) -> Loop:
        loop, cls.spare = cls.spare or cls(), None
        return loop


class Lent:
    """A connection for one store."""

    def __init__(self, connection: Any, idle: list[Any]) -> None:
        self._connection, self._idle, self._is_back = connection, idle, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def is_closed(self) -> bool:
        return self._is_back or bool(self._connection.is_closed())

    def terminate(self) -> None:
        if self._is_back:
            return
        if self.is_closed() or self.is_in_transaction():
            self._connection.terminate()
        else:
            self._idle.append(self._connection)
        self._is_back = True


async def lent(url: str) -> Any:
    """Connect, or use an idle connection, unless it still waits for an answer."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop, Loop):
        return await _connect(url)
    idle = loop.idle.setdefault(url, [])
    while idle:
        connection = idle.pop()
        try:
            await connection.reset()
        except (asyncpg.InterfaceError, asyncpg.PostgresError, OSError):
            connection.terminate()
        else:
            return Lent(connection, idle)
    return Lent(await _connect(url), idle)


class Again(blocking.BlockingStore):
    def __init__(self, *args: Any) -> None:
        with patch.object(asyncio, "new_event_loop", Loop.taken):
            super().__init__(*args)


def use() -> None:
    os.register_at_fork(after_in_child=lambda: setattr(Loop, "spare", None))
    atexit.register(lambda: Loop.taken().end())
    blocking.BlockingStore = Again  # type: ignore[misc]
    database._connect = lent
