"""Messages between the hosts of a board, by a database's notifications. They may be lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from door.records.store import MOST_SAID, StoreError
from door.records.store.database import Link
from door.ui.catalogue import tr

CHANNEL: Final = "door"
ECHO_SECONDS: Final = 2.0
"""Seconds that our own message may take to come back at the start."""


class Bus:
    """One host's messages. `heard` gets the messages of others. `ring` is set when lines are written, except
    through `ours`."""

    def __init__(self, url: str, host: str, ours: Link, heard: Callable[[Mapping[str, Any]], None]) -> None:
        self.link = Link(url, self._listen)
        self.ring = asyncio.Event()
        self._host, self._ours, self._heard = host, ours, heard
        self._echo: asyncio.Future[None] | None = None

    async def say(self, message: Mapping[str, Any], by: Link | None = None) -> None:
        """Tell the other hosts, perhaps by another connection. Raises StoreError if it is too long."""
        if len(json.dumps(message).encode()) > MOST_SAID:
            raise StoreError(tr.records.message_too_long(most=MOST_SAID))
        text = json.dumps({"from": self._host, **message})
        await (by or self.link).run("select pg_notify($1, $2)", CHANNEL, text)

    async def test(self, other: Link) -> None:
        """Raise StoreError unless what we say comes back, as it doesn't through some connection pools. They
        bring it to the connection that has said it, so that must be another one."""
        self._echo = asyncio.get_running_loop().create_future()
        await self.say({"do": "echo"}, other)
        try:
            async with asyncio.timeout(ECHO_SECONDS):
                await self._echo
        except TimeoutError:
            raise StoreError(tr.records.database_without_notify()) from None

    async def _listen(self, connection: Any) -> None:
        await connection.add_listener(CHANNEL, self._hear)

    def _hear(self, connection: object, process: int, channel: str, text: str) -> None:
        try:
            message = json.loads(text)
            host = message.get("from")
        except (ValueError, AttributeError):
            return
        if host is None:
            if process != self._ours.process:
                self.ring.set()
        elif host == self._host:
            if self._echo and not self._echo.done():
                self._echo.set_result(None)
        else:
            self._heard(message)
