"""A connection to a PostgreSQL database. Only this module uses the driver.

Guarantees: a commit is never cancelled and has no timeout. While the server waits for a standby, it would
keep the rows and report a failure.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

from door.records.journal.lines import reason
from door.records.store import StoreRefused
from door.ui.catalogue import tr

LOG: Final = logging.getLogger("door.records")

CONNECT_SECONDS: Final = 2.5
READ_SECONDS: Final = 2.5
"""Seconds after which a statement that does no harm twice has failed, as on a server that was stopped."""

TCP: Final = {"TCP_KEEPIDLE": 3, "TCP_KEEPINTVL": 1, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 6000}
"""After six seconds without a sign of the server's machine, a connection to it breaks."""

FIRST_WAIT, LONGEST_WAIT = 0.1, 1.0
"""Seconds between attempts to connect again."""

_HOLD: Final = "set local idle_in_transaction_session_timeout to 2000"  # for a host that hangs
_BROKEN: Final = (
    asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError, asyncpg.InterfaceError,
    asyncpg.InternalClientError, OSError,
)  # fmt: skip
"""After these nobody knows whether a statement was carried out."""

_CUT: Final = (
    asyncpg.InterfaceError, asyncpg.ConnectionDoesNotExistError, ConnectionResetError, BrokenPipeError,
)  # fmt: skip
"""The driver says in many words that a connection was lost."""

_POOLED: Final = (
    asyncpg.exceptions.DuplicatePreparedStatementError, asyncpg.exceptions.InvalidSQLStatementNameError,
)  # fmt: skip
"""A pool in transaction mode gives each transaction another connection, with other prepared statements."""

_LOST: Final = (*_BROKEN, asyncpg.PostgresError, TimeoutError)


class DatabaseRefused(StoreRefused):
    """The database has refused a statement, and carried out nothing of it. `state` is its SQLSTATE."""

    def __init__(self, why: str, state: str) -> None:
        super().__init__(why)
        self.state = state


def _away(error: BaseException) -> StoreRefused:
    text = reason(error) if isinstance(error, OSError) and error.strerror else str(error)
    if isinstance(error, TimeoutError):
        text = str(tr.records.database_silent())
    elif isinstance(error, _POOLED):
        text = str(tr.records.database_pooled())
    elif "SSL" in text or isinstance(error, asyncpg.exceptions.ClientConfigurationError):
        pass  # the address or the server has a fault, which the text names
    elif isinstance(error, _CUT) or type(error) in (asyncpg.InternalClientError, ConnectionError):
        text = str(tr.records.database_lost())
    why = text.split("\n")[0] or type(error).__name__
    if isinstance(error, asyncpg.PostgresError) and not isinstance(error, _BROKEN):
        return DatabaseRefused(why, error.sqlstate or "")
    return StoreRefused(why)


async def _connect(url: str) -> Any:
    """Connect to the first of the address's hosts that can be written to. A dead one takes only its share of
    the time."""
    errors: list[BaseException] = []
    urls = _each(url)
    for one in urls:
        try:
            connection = await asyncpg.connect(
                one, timeout=CONNECT_SECONDS / len(urls), target_session_attrs="read-write"
            )
        except _LOST as error:
            errors.append(error)
        else:
            _notice_death(connection._transport.get_extra_info("socket"))  # noqa: SLF001
            return connection
    raise errors[0]


def _each(url: str) -> list[str]:
    """Return an address for each host in it."""
    parts = urlsplit(url)
    user, at, hosts = parts.netloc.rpartition("@")
    if "," not in hosts:
        return [url]
    return [parts._replace(netloc=f"{user}{at}{host}").geturl() for host in hosts.split(",")]


def _notice_death(sock: socket.socket) -> None:
    """Have the connection break if the server's machine is gone, for which a commit would wait for hours."""
    if sock.family in (socket.AF_INET, socket.AF_INET6):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in TCP.items():
            if hasattr(socket, name):
                sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


class Link:
    """A connection for one statement at a time. It is made again after it was lost.

    `prepare` gets each new connection. All methods raise StoreRefused.
    """

    def __init__(self, url: str, prepare: Callable[[Any], Coroutine[Any, Any, None]] | None = None) -> None:
        self._lock = asyncio.Lock()
        self._url, self._prepare = url, prepare
        self._connection: Any = None
        self._held: asyncio.TimerHandle | None = None

    @property
    def process(self) -> int:
        """The number of the server's process, 0 without a connection."""
        return 0 if self._connection is None else int(self._connection.get_server_pid())

    def drop(self) -> None:
        """Close the connection without waiting for the server. A transaction is rolled back."""
        self._keep_turn()
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def run(self, query: str, *args: object) -> list[Any]:
        """Run a statement that does no harm twice, and return its rows.

        A connection that was lost while nobody used it is noticed here, so a second one is tried.
        """
        try:
            async with asyncio.timeout(READ_SECONDS), self._lock:
                with suppress(*_BROKEN):
                    return await self._fetch(query, args)
                return await self._fetch(query, args)
        except _LOST as error:
            raise _away(error) from error

    async def run_all(self, work: Callable[[Any], Coroutine[Any, Any, Any]]) -> Any:
        """Run `work` with the connection in a transaction, and return its result."""
        try:
            async with asyncio.timeout(READ_SECONDS), self._lock:
                connection = await self._open_connection()
                async with connection.transaction():
                    return await work(connection)
        except _LOST as error:
            self.drop()
            raise _away(error) from error

    async def hold(self, query: str, seconds: float) -> None:
        """Begin a transaction with this statement, unless one was begun. `settle` ends it, or `seconds`."""
        try:
            async with asyncio.timeout(READ_SECONDS), self._lock:
                connection = await self._open_connection()
                if connection.is_in_transaction():
                    return
                try:
                    await connection.execute(f"begin; {_HOLD}; {query}")
                except (*_LOST, asyncio.CancelledError):
                    self.drop()
                    raise
        except _LOST as error:
            raise _away(error) from error
        self._held = asyncio.get_running_loop().call_later(seconds, self.drop)

    def _keep_turn(self) -> None:
        """Don't end the transaction that `hold` has begun."""
        if self._held:
            self._held.cancel()

    async def settle(self, query: str, args: Sequence[object]) -> Any:
        """Run a statement until its result is known, and commit; return its value.

        The statement must find out by itself that it was carried out before. Raises Refused, or StoreRefused
        if we can't connect to begin with.
        """
        async with self._lock:
            self._keep_turn()
            connection, wait = await self._again(), FIRST_WAIT
            while True:
                try:
                    value = await connection.fetchval(query, *args)
                    if connection.is_in_transaction():
                        await connection.execute("commit")
                    return value
                except _BROKEN as error:
                    LOG.warning("database: %s; finding out whether it has written", _away(error))
                    self.drop()
                except asyncpg.PostgresError as error:
                    if connection.is_in_transaction():
                        self.drop()
                    raise _away(error) from error
                while self._connection is None:
                    with suppress(StoreRefused):
                        connection = await self._again()
                        break
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_WAIT)

    async def _again(self) -> Any:
        try:
            return await self._open_connection()
        except _LOST as error:
            raise _away(error) from error

    async def _fetch(self, query: str, args: Sequence[object]) -> list[Any]:
        try:
            rows: list[Any] = await (await self._open_connection()).fetch(query, *args)
        except (*_LOST, asyncio.CancelledError):
            self.drop()
            raise
        return rows

    async def _open_connection(self) -> Any:
        if self._connection is None or self._connection.is_closed():
            try:
                self._connection = await _connect(self._url)
                if self._prepare:
                    await self._prepare(self._connection)
            except _LOST:
                self.drop()
                raise
            except (ValueError, OverflowError):  # its text may have a part of the password
                raise StoreRefused(str(tr.records.database_bad_address())) from None
        return self._connection
