"""Messages between the hosts of a board, by a database's notifications. They may be lost.

Guarantees: every role of a PostgreSQL server may notify and listen, so the messages are encrypted and
authenticated with a key that only the owner of the board's tables can read. Foreign and repeated messages are
dropped. The database's own notice of new lines carries nothing.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import logging
import secrets
import struct
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from door.records.store import MOST_SAID, StoreError
from door.records.store.database import Link
from door.ui.catalogue import tr

LOG: Final = logging.getLogger("door.records")
CHANNEL: Final = "door"
ECHO_SECONDS: Final = 2.0
"""Seconds that our own message may take to come back at the start."""

FRESH_SECONDS: Final = 120
"""Seconds for which a message counts. The hosts' clocks are at most a minute apart."""

_HEAD: Final = struct.Struct(">16sQQ")
"""A process's random name, the message's number and its Unix time in seconds."""


class Cipher:
    """Encrypts this process's messages and decrypts those of others, which have the same `secret`."""

    def __init__(self, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        self._secret, self._clock = secret, clock
        self._name, self._number = secrets.token_bytes(16), 0
        self._own = self._key(self._name)
        self._heard: dict[bytes, tuple[AESGCM, int, float]] = {}  # key, last number and its time, by process

    def _key(self, process: bytes) -> AESGCM:
        return AESGCM(hmac.digest(self._secret, b"door messages " + process, "sha256"))

    def encrypt(self, message: bytes) -> str:
        self._number += 1
        head = _HEAD.pack(self._name, self._number, int(self._clock()))
        return base64.b64encode(head + self._own.encrypt(_nonce(self._number), message, head)).decode()

    def decrypt(self, text: str) -> bytes:
        """Return the message. Raises ValueError if it is somebody else's, old, or one that came before."""
        data = base64.b64decode(text, validate=True)
        if len(data) < _HEAD.size:
            raise ValueError("too short")
        process, number, sent = _HEAD.unpack_from(data)
        now = self._clock()
        key, last, _ = self._heard.get(process) or (self._key(process), 0, 0.0)
        if abs(now - sent) > FRESH_SECONDS or number <= last:
            raise ValueError("old")
        try:
            message = key.decrypt(_nonce(number), data[_HEAD.size :], data[: _HEAD.size])
        except InvalidTag:
            raise ValueError("not from a host of this board") from None
        self._heard.pop(process, None)
        self._heard[process] = key, number, now
        while now - (oldest := next(iter(self._heard.items())))[1][2] > 2 * FRESH_SECONDS:
            del self._heard[oldest[0]]
        return message


def _nonce(number: int) -> bytes:
    return number.to_bytes(12, "big")


class StoreBus:
    """One host's messages. `heard` gets the messages of others. `ring` is set when lines are written, except
    through `ours`. The `cipher` must be set before the first message."""

    cipher: Cipher

    def __init__(self, url: str, host: str, ours: Link, heard: Callable[[Mapping[str, Any]], None]) -> None:
        self.link = Link(url, self._listen)
        self.ring = asyncio.Event()
        self._host, self._ours, self._heard = host, ours, heard
        self._echo: asyncio.Future[None] | None = None
        self._strange = 0

    async def say(self, message: Mapping[str, Any], by: Link | None = None) -> None:
        """Tell the other hosts, perhaps by another connection. Raises StoreError if it is too long."""
        if len(json.dumps(message).encode()) > MOST_SAID:
            raise StoreError(tr.records.message_too_long(most=MOST_SAID))
        text = self.cipher.encrypt(json.dumps({"from": self._host, **message}).encode())
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
        if text == LINES:
            if process != self._ours.process:
                self.ring.set()
            return
        try:
            message = json.loads(self.cipher.decrypt(text))
        except ValueError as error:
            self._strange += 1
            if self._strange & (self._strange - 1) == 0:  # the first, the second, the fourth …
                LOG.warning("database: message %d on the hosts' channel is dropped: %s", self._strange, error)
            return
        if message["from"] != self._host:
            self._heard(message)
        elif self._echo and not self._echo.done():
            self._echo.set_result(None)


LINES: Final = '{"do":"line"}'
"""The notice of `door_write` that lines were written."""
