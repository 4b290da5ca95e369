"""A PostgreSQL database as a store, and what its hosts say to each other.

A connection to a PostgreSQL database. Only this module uses the driver.

Guarantees: a commit is never cancelled and has no timeout. While the server waits for a standby, it would
keep the rows and report a failure.

The journal's files of a host whose board is in a database.

Guarantees: each line is in the files before anybody hears of it, and is synced a moment later. A start
compares the last lines with the database's, and writes again what a power cut has damaged.

Messages between the hosts of a board, by a database's notifications. They may be lost.

Guarantees: every role of a PostgreSQL server may notify and listen, so the messages are encrypted and
authenticated with a key that only the owner of the board's tables can read. Foreign and repeated messages are
dropped. The database's own notice of new lines carries nothing.

A PostgreSQL database as a store, for a board on several hosts.

Guarantees:

    A unit is one call of `door_write`, so it is one transaction. It carries a token that the transaction
    writes as well. If the connection breaks, the same call is made again until the database answers: it waits
    for the older transaction, and finds its token, or writes the unit.
    Hosts of two releases call two functions: the name ends with the digest of the function's text.
    The host's own files hold every line up to the last one that `head` or `write` has returned.
    Fences and versions come from sequences, so none is ever used twice. A crash can turn back the versions'
    sequence, so they end with 20 random bits.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import logging
import secrets
import socket
import struct
import time
import uuid
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from door.records.journal.files import JournalFiles
from door.records.journal.lines import ZERO, JournalLine, digest, reason
from door.records.store import MOST_SAID, Conflict, Doc, Lease, StoreError, StoreRefused, Unit
from door.records.store.kinds import BOARD_ID, file_of, listed_key
from door.records.store.tail import JournalTail
from door.ui.texts import Said, tr

LOG: Final = logging.getLogger("door.records")

# -- the connections -------------------------------------------------------------------------------

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


# -- the host's own files --------------------------------------------------------------------------

FETCHED: Final = 2_000
"""Most lines to read at a time."""


class Lost(StoreRefused):
    """The database lacks a line that it had, like a standby that was promoted and wasn't synchronous."""


class JournalMirror:
    """The files in `folder`, which continue with the database's lines. `tell` is called for new ones."""

    def __init__(self, reader: Link, folder: Path, tell: Callable[[], None]) -> None:
        self._reader, self._tell = reader, tell
        self._tail, self._mirrored = JournalTail(JournalFiles(folder)), 0
        self._following = asyncio.Lock()

    async def open(self) -> list[str]:
        """Repair the files, and find their last line in the database. Raises StoreError."""
        notes = await asyncio.to_thread(self._tail.repair)
        if end := self._tail.head():
            found = await self._reader.run("select n from line where hash = $1", end.hash)
            if not found:
                raise StoreError(self._lacks(end))
            rows = await self._reader.run(
                "select raw, hash from line where n > $1::bigint - $2 and n <= $1 and month = $3 order by n",
                found[0][0],
                FETCHED,
                end.month,
            )
            lines = [JournalLine(end.month, row["raw"], row["hash"]) for row in rows]
            self._mirrored = found[0][0] - await asyncio.to_thread(self._tail.keep_only, lines)
        return notes

    def sync(self) -> None:
        self._tail.sync()

    def _lacks(self, end: JournalLine) -> Said:
        return tr.records.database_lacks_line(file=self._tail.files.path(end.month))

    def head(self) -> JournalLine | None:
        return self._tail.head()

    async def keep(self, unit: Unit) -> None:
        """Write a unit's lines to our files, once the database has them."""
        async with self._following:
            end = self._tail.head()
            if (end.hash if end else ZERO) == unit.after:
                self._tail.append(unit.lines, unit.after, is_synced=False)
                self._mirrored += len(unit.lines)
                return
        await self.follow(unit.lines)

    async def follow(self, ours: Sequence[JournalLine] = ()) -> None:
        """Write new lines to our files, and tell about them unless they are ours. Raises Lost."""
        known, news = {line.hash for line in ours}, False
        async with self._following:
            while True:
                rows = await self._reader.run(
                    "select n, month, raw, hash from line where n >= $1 order by n limit $2",
                    self._mirrored,
                    FETCHED,
                )
                if end := self._tail.head():
                    if not rows or rows[0]["hash"] != end.hash:
                        raise Lost(str(self._lacks(end)))
                    rows = rows[1:]
                if not rows:
                    break
                is_full = len(rows) + 1 >= FETCHED  # `open` compares no more lines than that
                while rows:
                    month = rows[0]["month"]
                    part = [row for row in rows if row["month"] == month]
                    rows = rows[len(part) :]
                    lines = [JournalLine(month, row["raw"], row["hash"]) for row in part]
                    end = self._tail.head()
                    self._tail.append(lines, end.hash if end else ZERO, is_synced=is_full)
                    self._mirrored = part[-1]["n"]
                    news = news or any(line.hash not in known for line in lines)
        if news:
            self._tell()


# -- messages between hosts ------------------------------------------------------------------------

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


# -- the store -------------------------------------------------------------------------------------

SCHEMA: Final = 1
"""The number of the tables' layout. A change of them raises it."""

TABLES: Final = Path(__file__).with_suffix(".sql")
FUNCTION: Final = Path(__file__).with_name("door_write.sql")
LEASE_SECONDS: Final = 10
"""Seconds without a renewal after which a host loses its names."""

TICK: Final = 1.0
"""Seconds between two looks at the database: a host renews its row and reads new lines."""

TURN_SECONDS: Final = 1.0

CLOSING_SECONDS: Final = 5.0
CLOCKS_APART: Final = timedelta(minutes=1)
MOVED: Final = "DR001"
"""The SQLSTATE of a unit that was decided on something that has changed."""

_ARGUMENTS: Final = "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11"
_TAKE: Final = """
insert into lease values ($1, $2, nextval('fence')) on conflict (name) do update
    set host = excluded.host, fence = excluded.fence
    where not exists (select from host where id = lease.host and until > clock_timestamp())
        or lease.host = $2 and not $3  -- we have taken it, but the answer was lost
returning fence
"""
_ENTER: Final = """
insert into host values ($1, nextval('fence'), clock_timestamp() + $2, $3)
    on conflict (id) do update set epoch = excluded.epoch, until = excluded.until, home = excluded.home
    where host.home = excluded.home or host.until < clock_timestamp() returning epoch
"""
_LEAVE: Final = "delete from host where id = $1 and epoch = $2"
_RENEW: Final = """
update host set until = clock_timestamp() + $3 where id = $1 and epoch = $2 returning clock_timestamp()
"""


def _moved_error(error: DatabaseRefused) -> Conflict:
    what, _, key = str(error).partition(" ")
    if what == "document":
        return Conflict(tr.records.document_changed(key=key))
    return Conflict(tr.records.journal_changed())


def _arguments(unit: Unit) -> tuple[Any, ...]:
    """Return the arguments of `door_write`, with a new token."""
    changes = unit.changes
    does, kinds, _, olds, bodies = ([change[at] for change in changes] for at in range(5))
    keys = [listed_key(change.kind, change.key) for change in changes]
    months, raws, hashes = ([line[at] for line in unit.lines] for at in range(3))
    return (
        uuid.uuid4(), does, kinds, keys, olds, bodies, months, raws, hashes, unit.after, unit.unsynced
    )  # fmt: skip


class PostgresStore:
    """The database at `url` as a store for the host of that name, with its journal's files in `data`."""

    def __init__(self, url: str, data: Path, host: str) -> None:
        self.data, self.host = data, host
        self.heard: Callable[[Mapping[str, Any]], None] = lambda message: None
        self._journal, self._documents, self._reader = Link(url), Link(url), Link(url)
        self._bus = StoreBus(url, host, self._journal, lambda message: self.heard(message))
        self._mirror = JournalMirror(self._reader, data / "journal", lambda: self.heard({"do": "line"}))
        self._function = FUNCTION.read_text()
        self._write_name = f"door_write_{digest(self._function.encode())[:8]}"
        self._epoch, self._ahead, self._renewed, self._is_prepared = 0, timedelta(), 0.0, False
        self._held, self._taking = dict[str, int](), asyncio.Lock()
        self._writing = set[asyncio.Task[Any]]()
        self._keeper: asyncio.Task[None] | None = None

    # -- its life ------------------------------------------------------------------------------

    async def open(self) -> list[str]:
        await self._prepare()
        notes = await self._mirror.open()
        home = f"{socket.gethostname()}:{self.data.resolve()}"
        rows = await self._bus.link.run(_ENTER, self.host, timedelta(seconds=LEASE_SECONDS), home)
        if not rows:
            raise StoreError(tr.records.database_same_host(host=self.host))
        [[self._epoch]] = rows
        await self._bus.link.run("delete from lease where host = $1", self.host)
        await self._bus.test(self._reader)
        await self._renew()
        await self._mirror.follow()
        self._keeper = asyncio.create_task(self._keep(), name="database")
        return notes

    async def advice(self) -> str:
        query = "select current_database(), has_database_privilege('public', current_database(), 'connect')"
        [[name, is_public]] = await self._read(query)
        return str(tr.records.database_is_public(name=name)) if is_public else ""

    async def close(self) -> None:
        if self._keeper:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
        if self._writing:
            await asyncio.wait(self._writing, timeout=CLOSING_SECONDS)
        if self._epoch:
            with suppress(StoreRefused):
                await self._bus.link.run(_LEAVE, self.host, self._epoch)
        for link in (self._journal, self._documents, self._reader, self._bus.link):
            link.drop()
        with suppress(OSError):
            self._mirror.sync()  # not in a thread: the interpreter may be shutting down

    async def _prepare(self) -> None:
        """Make the tables of a new database. Commands read and write without `open`. Raises StoreError if the
        database is another board's."""

        async def make_tables(connection: Any) -> Any:
            await connection.execute("select pg_advisory_xact_lock(hashtext('door'))")
            if await connection.fetchval("select to_regclass('board')") is None:
                await connection.execute(TABLES.read_text())
                await connection.execute("insert into board values (true, $1, $2)", uuid.uuid4(), SCHEMA)
                await connection.execute("insert into head values (true, 0, '', $1)", ZERO)
            board, schema = await connection.fetchrow("select id, schema from board")
            if schema != SCHEMA:
                raise StoreError(tr.records.database_other_schema(schema=schema, ours=SCHEMA))
            if await connection.fetchval("select to_regproc($1::text)", self._write_name) is None:
                await connection.execute(self._function.replace("door_write", self._write_name))
            return board

        board = await self._reader.run_all(make_tables)
        note = self.data / BOARD_ID
        if not note.exists():
            self.data.mkdir(parents=True, exist_ok=True)
            note.write_text(f"{board}\n")
        elif note.read_text().strip() != str(board):
            raise StoreError(tr.records.database_other_board(file=note))
        self._bus.cipher = Cipher(board.bytes)
        self._is_prepared = True

    async def _keep(self) -> None:
        """Renew our row and follow the journal, each second and whenever a line is announced."""
        trouble = ""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await self._bus.ring.wait()
            self._bus.ring.clear()
            before, trouble = trouble, ""
            try:
                if time.monotonic() - self._renewed >= TICK:
                    await self._renew()
                    await asyncio.to_thread(self._mirror.sync)
                await self._mirror.follow()
            except Lost as lost:
                self.heard({"do": "end", "why": str(lost)})
                return
            except StoreError as error:
                trouble = f"database: {error}"
            except OSError as error:
                trouble = f"journal: cannot write this host's files: {reason(error)}"
            if trouble and not before:
                LOG.error("%s", trouble)
            elif before and not trouble:
                LOG.info("database: following the journal again")
            if trouble:
                await asyncio.sleep(TICK / 4)

    async def _renew(self) -> None:
        sent = datetime.now(UTC)
        rows = await self._bus.link.run(_RENEW, self.host, self._epoch, timedelta(seconds=LEASE_SECONDS))
        came, self._renewed = datetime.now(UTC), time.monotonic()
        if not rows:
            self.heard({"do": "end", "why": str(tr.records.database_same_host(host=self.host))})
            return
        ahead = rows[0][0] - (sent + (came - sent) / 2)
        if abs(ahead) > CLOCKS_APART >= abs(self._ahead):
            seconds = ahead.total_seconds()
            LOG.warning("database: its clock is %+.0f s from this machine's, and is the board's", seconds)
        self._ahead = ahead
        await self._bus.link.run("delete from unit where made < now() - interval '1 hour'")

    def now(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    # -- lines ---------------------------------------------------------------------------------

    async def head(self) -> JournalLine | None:
        await self._mirror.follow()
        return self._mirror.head()

    async def lock_head(self) -> JournalLine | None:
        await self._journal.hold("select from head for update", TURN_SECONDS)
        return await self.head()

    # -- units ---------------------------------------------------------------------------------

    async def write(self, unit: Unit) -> list[int]:
        task = asyncio.create_task(self._write(unit))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        try:
            return await asyncio.shield(task)
        finally:
            del task  # its exception would keep this frame, and that the task, and with it a call

    async def _write(self, unit: Unit) -> list[int]:
        if not self._is_prepared:
            await self._prepare()
        for change in unit.changes:
            file_of(self.data, change.kind, change.key)
        link = self._journal if unit.lines else self._documents
        try:
            made = await link.settle(f"select {self._write_name}({_ARGUMENTS})", _arguments(unit))
        except DatabaseRefused as error:
            raise _moved_error(error) if error.state == MOVED else error from None
        if unit.lines:
            with suppress(StoreError, OSError):  # it is written; the files follow
                await self._mirror.keep(unit)
        return list(made)

    async def _read(self, query: str, *args: object) -> list[Any]:
        """Read documents."""
        if not self._is_prepared:
            await self._prepare()
        return await self._reader.run(query, *args)

    async def get(self, kind: str, key: str) -> Doc | None:
        rows = await self._read(
            "select max(n), string_agg(body, ''::bytea order by n) from piece where kind = $1 and key = $2",
            kind, listed_key(kind, key),
        )  # fmt: skip
        [(version, body)] = rows
        return None if version is None else Doc(version, body)

    async def keys(self, kind: str, part: str = "") -> list[str]:
        rows = await self._read(
            "select distinct key from piece where kind = $1 and position($2 in key) > 0 order by key",
            kind,
            listed_key(kind, part),
        )
        return [row[0] for row in rows]

    async def states(self, kind: str) -> dict[str, Any]:
        rows = await self._read("select key, max(n) from piece where kind = $1 group by key", kind)
        return dict(map(tuple, rows))

    async def set_aside(self, kind: str, key: str) -> str:
        """Move the document to the kind "broken", under the name of its file and a number."""
        name = file_of(self.data, kind, key).name
        [[number]] = await self._documents.run("select nextval('version')")
        kept = f"{name}.{number}"
        await self._documents.run(
            "update piece set kind = 'broken', key = $3 where kind = $1 and key = $2",
            kind,
            listed_key(kind, key),
            kept,
        )
        return kept

    # -- names and messages --------------------------------------------------------------------

    async def say(self, message: Mapping[str, Any]) -> None:
        if not self._is_prepared:
            await self._prepare()
        await self._bus.say(message)

    async def take(self, name: str) -> Lease | None:
        if not self._is_prepared:
            await self._prepare()
        async with self._taking:  # two processes of this host may want the same name at once
            rows = await self._documents.run(_TAKE, name, self.host, name in self._held)
            if not rows:
                return None
            self._held[name] = rows[0][0]
            return Lease(name, self._held[name])

    async def holds(self, lease: Lease) -> bool:
        return bool(await self._documents.run("select from lease where name = $1 and fence = $2", *lease))

    async def release(self, lease: Lease) -> None:
        if self._held.get(lease.name) == lease.fence:
            del self._held[lease.name]  # also if the database is away: then we may take the name again
        await self._documents.run("delete from lease where name = $1 and fence = $2", *lease)
