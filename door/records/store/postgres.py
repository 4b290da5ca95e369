"""A PostgreSQL database as a store, for a board on several hosts. Only this module uses the driver.

Guarantees:

    A unit is one call of `door_write`, so it is one transaction. It carries a token that the transaction
    writes as well. If the connection breaks, the same call is made again until the database answers: it waits
    for the older transaction, and finds its token, or writes the unit.
    A commit is never cancelled and has no timeout: while the server waits for a standby, it would keep the
    rows and report a failure. Nobody waits longer than `PATIENCE` for a unit: it may still be written,
    `Unanswered` says so, and has its result. Until that is there, all other units are refused.
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
import math
import os
import secrets
import socket
import struct
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypeVar

import psycopg
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from psycopg.pq import TransactionStatus
from psycopg.rows import scalar_row

from door.records.journal.lines import ZERO, JournalLine, digest, reason
from door.records.store import (
    MOST_SAID,
    Conflict,
    Doc,
    Lease,
    StoreError,
    StoreRefused,
    Unanswered,
    Unit,
    message_bytes,
    unit_as_json,
)
from door.records.store.kinds import BOARD_ID, DOC_KINDS, file_of, listed_key
from door.records.store.tail import JournalTail
from door.ui.texts import Said, tr

T = TypeVar("T")
LOG: Final = logging.getLogger("door.records")

# -- the connections -------------------------------------------------------------------------------

CONNECT_SECONDS: Final = 2
"""Seconds to wait for each of the address's servers. The driver knows no shorter time."""

READ_SECONDS: Final = 2.5
"""Seconds after which a statement that does no harm twice has failed, as on a server that was stopped."""

TCP: Final[Mapping[str, Any]] = {
    "keepalives_idle": 3,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 6000,
}
"""After six seconds without a sign of the server's machine, a connection to it breaks. A commit would wait
for hours."""

FIRST_WAIT, LONGEST_WAIT = 0.1, 1.0
"""Seconds between attempts to connect again."""

TURN_SECONDS: Final = 1.0

_BROKEN: Final = ("08", "57", "25P03")
"""Beginnings of the SQLSTATE of errors after which a statement may have been carried out."""

_POOLED: Final = ("42P05", "26000")
"""A pool in transaction mode gives each transaction another connection, with other prepared statements."""


class DatabaseRefused(StoreRefused):
    """The database has refused a statement, and carried out nothing of it. `state` is its SQLSTATE."""

    def __init__(self, why: str, state: str) -> None:
        super().__init__(why)
        self.state = state


class DatabaseLost(StoreRefused):
    """The connection was lost. A statement may have been carried out."""


@contextmanager
def _plainly() -> Iterator[None]:
    """Turn the driver's errors into the store's."""
    try:
        yield
    except psycopg.Error as error:
        raise _away(error) from None  # it may have a part of the password


def _away(error: psycopg.Error) -> StoreRefused:
    text, state = str(error).removeprefix("connection failed: "), error.sqlstate or ""
    if isinstance(error, psycopg.ProgrammingError) and not state:
        return StoreRefused(str(tr.records.database_bad_address()))
    if isinstance(error, psycopg.errors.ConnectionTimeout):
        text = str(tr.records.database_silent())
    elif state in _POOLED:
        text = str(tr.records.database_pooled())
    elif (not state and "closed" in text) or "lost" in text:
        text = str(tr.records.database_lost())
    why = text.split("\n")[0] or type(error).__name__
    is_local = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and not state
    return DatabaseLost(why) if is_local or state.startswith(_BROKEN) else DatabaseRefused(why, state)


class _Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection whose statements fail when the `deadline` is over, a time of `time.monotonic`."""

    deadline = math.inf

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        left = min(self.deadline - time.monotonic(), math.inf if timeout is None else timeout)
        return super().wait(gen, interval, None if left == math.inf else max(0.0, left))


class Link:
    """A connection for one statement at a time, of any thread. It is made again after it was lost.

    `prepare` gets each new connection. All methods raise StoreRefused, or what it raises.
    """

    def __init__(self, url: str, prepare: Callable[[_Connection], object]) -> None:
        self._url, self._prepare = url, prepare
        self._lock, self._is_cut = threading.Lock(), threading.Event()
        self._connection: _Connection | None = None
        self.process = 0
        """The number of the server's process, 0 without a connection."""

    def cut(self) -> None:
        """End the statement that is running, and refuse all others from now on."""
        self._is_cut.set()
        if (connection := self._connection) and not connection.closed:
            with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
                line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection. A transaction is rolled back."""
        self.cut()
        with self._lock:
            self._drop()

    def run(self, query: str, *args: object) -> list[Any]:
        """Run a statement that does no harm twice, and return its rows."""

        def ask(connection: _Connection) -> list[Any]:
            cursor = connection.execute(query, args, binary=True)
            return cursor.fetchall() if cursor.description else []

        return self.do(ask)

    def do(self, work: Callable[[_Connection], T], seconds: float = 0.0) -> T:
        """Do what does no harm twice with the connection, and return its result. It may wait so long.

        A connection that was lost while nobody used it is noticed here, so a second one is tried.
        """
        until = time.monotonic() + READ_SECONDS + seconds
        with suppress(DatabaseLost):
            return self._do(work, until)
        return self._do(work, until)

    def hold(self, query: str) -> None:
        """Begin a transaction with this statement. `settle` ends it, or the server after `TURN_SECONDS`."""
        limit = f"set local idle_in_transaction_session_timeout to {round(1000 * TURN_SECONDS)}"

        def begin(connection: _Connection) -> None:
            is_new = connection.info.transaction_status == TransactionStatus.IDLE
            connection.execute(f"begin; {limit}; {query}" if is_new else query)

        self.do(begin)

    def settle(self, query: str, args: Sequence[object]) -> Any:
        """Run a statement until its result is known, and commit; return its value.

        The statement must find out by itself that it was carried out before. Raises DatabaseRefused, or
        DatabaseLost if we can't connect to begin with, or the link is cut.
        """
        with self._lock:
            connection, wait = self._open_connection(), FIRST_WAIT
            while True:
                connection.deadline = math.inf
                try:
                    with _plainly():
                        [[value]] = connection.execute(query, args, binary=True).fetchall()
                        if connection.info.transaction_status != TransactionStatus.IDLE:
                            connection.execute("commit")
                        return value
                except DatabaseLost as error:
                    LOG.warning("database: %s; finding out whether it has written", error)
                except DatabaseRefused:
                    if connection.info.transaction_status != TransactionStatus.IDLE:
                        self._drop()
                    raise
                while True:
                    self._drop()
                    with suppress(DatabaseLost, DatabaseRefused):
                        connection = self._open_connection()
                        break
                    if self._is_cut.wait(wait):
                        raise DatabaseLost(str(tr.records.database_lost()))
                    wait = min(2 * wait, LONGEST_WAIT)

    def _do(self, work: Callable[[_Connection], T], until: float) -> T:
        left = until - time.monotonic()
        if left <= 0 or not self._lock.acquire(timeout=left):
            raise DatabaseLost(str(tr.records.database_silent()))
        try:
            with _plainly():
                connection = self._open_connection()
                connection.deadline = until
                return work(connection)
        except DatabaseLost:
            self._drop()
            if time.monotonic() >= until:
                raise DatabaseLost(str(tr.records.database_silent())) from None
            raise
        finally:
            self._lock.release()

    def _drop(self) -> None:
        """Close the connection without waiting for the server."""
        if self._connection:
            self._connection.close()
            self._connection, self.process = None, 0

    def _open_connection(self) -> _Connection:
        if self._is_cut.is_set():
            raise DatabaseLost(str(tr.records.database_lost()))
        if self._connection is None or self._connection.closed:
            with _plainly():
                made = _Connection.connect(
                    self._url, autocommit=True, cursor_factory=psycopg.RawCursor,
                    connect_timeout=CONNECT_SECONDS, target_session_attrs="read-write", **TCP,
                )  # fmt: skip
                made.deadline = time.monotonic() + READ_SECONDS
                try:
                    self._prepare(made)
                except BaseException:
                    made.close()
                    raise
                self._connection, self.process = made, made.info.backend_pid
        return self._connection


# -- the host's own files --------------------------------------------------------------------------
#
# Each line is in the files before the board shows it, and is synced a moment later. A start compares the last
# lines with the database's, and writes again what a power cut has damaged.

FETCHED: Final = 2_000
"""Most lines to read at a time."""


class Lost(StoreRefused):
    """The database lacks a line that it had, like a standby that was promoted and wasn't synchronous."""


class JournalMirror:
    """The files in `folder`, which continue with the database's lines. `tell` is called for new ones."""

    def __init__(self, reader: Link, folder: Path, tell: Callable[[], None]) -> None:
        self._reader, self._tell = reader, tell
        self.tail, self._mirrored = JournalTail(folder), 0
        self._following = threading.Lock()

    def open(self) -> list[str]:
        """Repair the files, and find their last line in the database. Raises StoreError."""
        notes = self.tail.repair()
        if end := self.tail.head():
            found = self._reader.run("select n from line where hash = $1", end.hash)
            if not found:
                raise StoreError(self._lacks(end))
            rows = self._reader.run(
                "select raw, hash from line where n > $1::bigint - $2 and n <= $1 and month = $3 order by n",
                found[0][0],
                FETCHED,
                end.month,
            )
            lines = [JournalLine(end.month, *row) for row in rows]
            self._mirrored = found[0][0] - self.tail.keep_only(lines)
        return notes

    def _lacks(self, end: JournalLine) -> Said:
        return tr.records.database_lacks_line(file=self.tail.folder / f"{end.month}.jsonl")

    def keep(self, unit: Unit) -> None:
        """Write a unit's lines to our files, once the database has them."""
        with self._following:
            end = self.tail.head()
            if (end.hash if end else ZERO) == unit.after:
                self.tail.append(unit.lines, is_synced=False)
                self._mirrored += len(unit.lines)
                return
        self.follow(unit.lines)

    def follow(self, ours: Sequence[JournalLine] = ()) -> None:
        """Write new lines to our files, and tell about them unless they are ours. Raises Lost."""
        known, news = {line.hash for line in ours}, False
        with self._following:
            while True:
                rows = self._reader.run(
                    "select n, month, raw, hash from line where n >= $1 order by n limit $2",
                    self._mirrored,
                    FETCHED,
                )
                if end := self.tail.head():
                    if not rows or rows[0][3] != end.hash:
                        raise Lost(str(self._lacks(end)))
                    rows = rows[1:]
                if not rows:
                    break
                is_full = len(rows) + 1 >= FETCHED  # `open` compares no more lines than that
                while rows:
                    month = rows[0][1]
                    part = [row for row in rows if row[1] == month]
                    rows = rows[len(part) :]
                    lines = [JournalLine(*row[1:]) for row in part]
                    self.tail.append(lines, is_synced=is_full)
                    self._mirrored = part[-1][0]
                    news = news or any(line.hash not in known for line in lines)
        if news:
            self._tell()


# -- messages between hosts ------------------------------------------------------------------------
#
# They are the database's notifications, and may be lost. Every role of a PostgreSQL server may notify and
# listen. So the messages are encrypted and authenticated with a key that only the owner of the board's tables
# can read. Foreign and repeated messages are dropped. The database's own notice of new lines carries nothing.

CHANNEL: Final = "door"
ECHO_SECONDS: Final = 2.0
"""Seconds that our own message may take to come back at the start."""

FRESH_SECONDS: Final = 120
"""Seconds for which a message counts. The hosts' clocks are at most a minute apart."""

_HEAD: Final = struct.Struct(">16sQQ")
"""A process's random name, the message's number and its Unix time in seconds."""


class Cipher:
    """Encrypts this process's messages, and decrypts messages of processes with the same `secret`."""

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
    """Sends one host's messages by `mouth`, and passes on to `heard` the messages of other hosts from `ear`.
    The `cipher` is known from the first connection on."""

    cipher: Cipher | None = None

    def __init__(self, host: str, mouth: Link, ear: Link, heard: Callable[[Mapping[str, Any]], None]) -> None:
        self.ear = ear
        self._host, self._mouth, self._heard = host, mouth, heard
        self._strange = 0

    def say(self, message: Mapping[str, Any]) -> None:
        data, text = message_bytes({"from": self._host, **message}), ""

        def notify(connection: _Connection) -> None:
            nonlocal text
            assert self.cipher, "there is a connection"
            text = text or self.cipher.encrypt(data)  # once: a second one with this number is dropped
            connection.execute("select pg_notify($1, $2)", (CHANNEL, text))

        self._mouth.do(notify)

    def test(self) -> None:
        """Raise StoreError unless what we say comes back, as it doesn't through some connection pools. They
        bring it to the connection that has said it, so that must be another one."""
        self.hear(0.0, 0)
        self.say({"do": "echo"})
        until = time.monotonic() + ECHO_SECONDS
        while (left := until - time.monotonic()) > 0:
            if "echo" in self.hear(left, 0):
                return
        raise StoreError(tr.records.database_without_notify())

    def hear(self, seconds: float, ours: int) -> set[str]:
        """Pass on what others say. Wait so long for the first message. Return "line" in a set if somebody
        has written lines, except the server's process `ours`, and "echo" if we have heard ourselves."""
        notes = self.ear.do(lambda ear: list(ear.notifies(timeout=seconds, stop_after=1)), seconds)
        assert self.cipher, "there is a connection"
        found = {"line" for note in notes if note.payload == LINES and note.pid != ours}
        for text in (note.payload for note in notes if note.payload != LINES):
            try:
                message = json.loads(self.cipher.decrypt(text))
            except ValueError as error:
                self._strange += 1
                if self._strange & (self._strange - 1) == 0:  # the first, the second, the fourth …
                    LOG.warning(
                        "database: message %d on the hosts' channel is dropped: %s", self._strange, error
                    )
                continue
            if message["from"] != self._host:
                self._heard(message)
            elif message["do"] == "echo":
                found.add("echo")
        return found


LINES: Final = '{"do":"line"}'
"""The notice of `door_write` that lines were written."""


# -- the store -------------------------------------------------------------------------------------

SCHEMA: Final = 1
"""The number of the tables' layout. A change of them raises it."""

TABLES: Final = Path(__file__).with_suffix(".sql")
FUNCTION: Final = Path(__file__).with_name("door_write.sql")
PATIENCE: Final = 3.0
"""Seconds to wait for a unit to be written."""

LEASE_SECONDS: Final = 10
"""Seconds without a renewal after which a host loses its names."""

TICK: Final = 1.0
"""Seconds between two looks at the database: a host renews its row and reads new lines."""

CLOSING_SECONDS: Final = 5.0
CLOCKS_APART: Final = timedelta(minutes=1)
CONFLICT: Final = "DR001"
"""The SQLSTATE of a unit that was decided on something that has changed."""

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


def _conflict_error(error: DatabaseRefused) -> Conflict:
    what, _, key = str(error).partition(" ")
    if what == "document":
        return Conflict(tr.records.document_changed(key=key))
    return Conflict(tr.records.journal_changed())


class PostgresStore:
    """The database at `url` as a store for the host of that name, with its journal's files in `data`."""

    never_waits = False

    def __init__(self, url: str, data: Path, host: str) -> None:
        self.data, self.host = data, host
        self._journal, self._documents, self._reader = (Link(url, self._prepare) for _ in range(3))
        self._bus = StoreBus(host, self._reader, Link(url, self._prepare_ear), self._hear)
        self._mirror = JournalMirror(self._reader, data / "journal", lambda: self._hear({"do": "line"}))
        self._function = FUNCTION.read_text()
        self._write_name = f"door_write_{digest(self._function.encode())[:8]}"
        self._write_query = f"select {self._write_name}($1, $2, $3)"
        self._epoch, self._ahead, self._renewed, self._is_open = 0, timedelta(), 0.0, False
        self._held, self._taking = dict[str, int](), threading.Lock()
        self._writers = {True: ThreadPoolExecutor(1, "lines"), False: ThreadPoolExecutor(1, "documents")}
        self._sayer = ThreadPoolExecutor(1, "messages")
        self._unanswered = set[Future[list[int]]]()
        self._ears: list[tuple[asyncio.AbstractEventLoop, Callable[[Mapping[str, Any]], None]]] = []
        self._keeper = threading.Thread(target=self._keep, name="database", daemon=True)
        self._is_closed = threading.Event()

    # -- its life ------------------------------------------------------------------------------

    def open(self) -> list[str]:
        """Open the store, unless that has been done."""
        if self._is_open:
            return []
        notes = self._mirror.open()
        home = f"{socket.gethostname()}:{self.data.resolve()}"
        rows = self._bus.ear.run(_ENTER, self.host, timedelta(seconds=LEASE_SECONDS), home)
        if not rows:
            raise StoreError(tr.records.database_same_host(host=self.host))
        [[self._epoch]] = rows
        self._bus.ear.run("delete from lease where host = $1", self.host)
        self._bus.test()
        self._renew()
        self._mirror.follow()
        self._keeper.start()
        self._is_open = True
        return notes

    def advice(self) -> str:
        query = "select current_database(), has_database_privilege('public', current_database(), 'connect')"
        [[name, is_public]] = self._reader.run(query)
        return str(tr.records.database_is_public(name=name)) if is_public else ""

    def close(self) -> None:
        """Release everything, and refuse all calls from now on. A unit on its way has a moment left."""
        pools = (*self._writers.values(), self._sayer)
        for pool in pools:
            pool.shutdown(wait=False)
        if self._is_closed.is_set():
            return
        self._is_closed.set()
        self._bus.ear.cut()
        cutters = [threading.Timer(CLOSING_SECONDS, link.cut) for link in (self._journal, self._documents)]
        for cutter in cutters:
            cutter.start()
        for pool in pools:
            pool.shutdown()
        for cutter in cutters:
            cutter.cancel()
        if self._is_open:
            self._keeper.join()
        if self._epoch:
            with suppress(StoreError):
                self._reader.run(_LEAVE, self.host, self._epoch)
        for link in (self._journal, self._documents, self._reader, self._bus.ear):
            link.close()
        with suppress(OSError):
            self._mirror.tail.sync()

    def _prepare(self, connection: _Connection) -> None:
        """Make the tables of a new database. Raises StoreError if it is another board's."""
        with connection.transaction(), connection.cursor(row_factory=scalar_row) as cursor:
            cursor.execute("select pg_advisory_xact_lock(hashtext('door'))")
            if cursor.execute("select to_regclass('board')").fetchone() is None:
                cursor.execute(TABLES.read_text())
                cursor.execute("insert into board values (true, $1, $2)", (uuid.uuid4(), SCHEMA))
                cursor.execute("insert into head values (true, 0, '', $1)", (ZERO,))
            if (schema := cursor.execute("select schema from board").fetchone()) != SCHEMA:
                raise StoreError(tr.records.database_other_schema(schema=schema, ours=SCHEMA))
            if cursor.execute("select to_regproc($1::text)", (self._write_name,)).fetchone() is None:
                cursor.execute(self._function.replace("door_write", self._write_name))
            board: Any = cursor.execute("select id from board").fetchone()
        note = self.data / BOARD_ID
        if not note.exists():
            self.data.mkdir(parents=True, exist_ok=True)
            note.write_text(f"{board}\n")
        elif note.read_text().strip() != str(board):
            raise StoreError(tr.records.database_other_board(file=note))
        self._bus.cipher = self._bus.cipher or Cipher(board.bytes)

    def _prepare_ear(self, connection: _Connection) -> None:
        self._prepare(connection)
        connection.execute(f"listen {CHANNEL}")

    def _keep(self) -> None:
        """Hear the other hosts, and each second renew our row and follow the journal."""
        trouble = ""
        while not self._is_closed.is_set():
            before, trouble = trouble, ""
            try:
                has_lines = self._bus.hear(TICK, self._journal.process)
                is_due = time.monotonic() - self._renewed >= TICK
                if is_due:
                    self._renew()
                    self._mirror.tail.sync()
                if has_lines or is_due:
                    self._mirror.follow()
            except Lost as lost:
                self._hear({"do": "end", "why": str(lost)})
                return
            except StoreError as error:
                trouble = f"database: {error}"
            except OSError as error:
                trouble = f"journal: cannot write this host's files: {reason(error)}"
            if self._is_closed.is_set():
                return
            if trouble and not before:
                LOG.error("%s", trouble)
            elif before and not trouble:
                LOG.info("database: following the journal again")
            if trouble:
                self._is_closed.wait(TICK / 4)

    def _renew(self) -> None:
        sent = datetime.now(UTC)
        rows = self._bus.ear.run(_RENEW, self.host, self._epoch, timedelta(seconds=LEASE_SECONDS))
        came, self._renewed = datetime.now(UTC), time.monotonic()
        if not rows:
            self._hear({"do": "end", "why": str(tr.records.database_same_host(host=self.host))})
            return
        ahead = rows[0][0] - (sent + (came - sent) / 2)
        if abs(ahead) > CLOCKS_APART >= abs(self._ahead):
            seconds = ahead.total_seconds()
            LOG.warning("database: its clock is %+.0f s from this machine's, and is the board's", seconds)
        self._ahead = ahead
        self._bus.ear.run("delete from unit where made < now() - interval '1 hour'")

    def now(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    # -- lines ---------------------------------------------------------------------------------

    def head(self) -> JournalLine | None:
        """Return the last line. The store is opened, if that hasn't been done."""
        self.open()
        self._mirror.follow()
        return self._mirror.tail.head()

    def lock_head(self) -> JournalLine | None:
        self._journal.hold("select from head for update")
        return self.head()

    # -- units ---------------------------------------------------------------------------------

    def write(self, unit: Unit) -> list[int]:
        if self._unanswered:
            raise StoreRefused(str(tr.records.database_silent()))
        future = self.send(unit)
        try:
            return future.result(PATIENCE)
        except TimeoutError:
            self._unanswered.add(future)
            future.add_done_callback(self._unanswered.discard)
            raise Unanswered(str(tr.records.database_silent()), future) from None
        finally:
            del future  # its exception would keep this frame, and that the future, and with it a call

    def send(self, unit: Unit) -> Future[list[int]]:
        try:
            return self._writers[bool(unit.lines)].submit(self._write, unit)
        except RuntimeError:  # closed
            raise StoreRefused(str(tr.records.database_lost())) from None

    def _write(self, unit: Unit) -> list[int]:
        for change in unit.changes:
            file_of(self.data, change.kind, change.key)  # raises, as with files
        changes = [one._replace(key=listed_key(one.kind, one.key)) for one in unit.changes]
        listed = unit_as_json(unit._replace(changes=changes))
        link = self._journal if unit.lines else self._documents
        try:
            made = link.settle(self._write_query, (uuid.uuid4(), listed, unit.unsynced))
        except DatabaseRefused as error:
            raise _conflict_error(error) if error.state == CONFLICT else error from None
        if unit.lines:
            with suppress(StoreError, OSError):  # it is written; the files follow
                self._mirror.keep(unit)
        return list(made)

    def get(self, kind: str, key: str) -> Doc | None:
        rows = self._reader.run(
            "select max(n), string_agg(body, ''::bytea order by n) from piece where kind = $1 and key = $2",
            kind, listed_key(kind, key),
        )  # fmt: skip
        [(version, body)] = rows
        return None if version is None else Doc(version, body)

    def keys(self, kind: str, part: str = "") -> list[str]:
        rows = self._reader.run(
            "select distinct key from piece where kind = $1 and position($2 in key) > 0 order by key",
            kind,
            listed_key(kind, part),
        )
        return [row[0] for row in rows]

    def states(self, kind: str) -> dict[str, Any]:
        rows = self._reader.run("select key, max(n) from piece where kind = $1 group by key", kind)
        return dict(map(tuple, rows))

    def name(self, kind: str, key: str) -> str:
        return f"{key}{DOC_KINDS[kind].suffix}"

    def set_aside(self, kind: str, key: str) -> str:
        """Move the document to the kind "broken", under the name of its file and a number."""
        name = file_of(self.data, kind, key).name
        [[number]] = self._documents.run("select nextval('version')")
        kept = f"{name}.{number}"
        self._documents.run(
            "update piece set kind = 'broken', key = $3 where kind = $1 and key = $2",
            kind,
            listed_key(kind, key),
            kept,
        )
        return kept

    # -- names and messages --------------------------------------------------------------------

    def say(self, message: Mapping[str, Any]) -> None:
        """Send it after earlier ones, in the background. It is lost if the database is away."""
        if len(message_bytes(message)) > MOST_SAID:
            raise StoreError(tr.records.message_too_long(most=MOST_SAID))
        with suppress(RuntimeError):  # closed
            self._sayer.submit(self._say, message)

    def _say(self, message: Mapping[str, Any]) -> None:
        with suppress(StoreError):
            self._bus.say(message)

    def listen(self, heard: Callable[[Mapping[str, Any]], None]) -> None:
        self._ears.append((asyncio.get_running_loop(), heard))

    def _hear(self, message: Mapping[str, Any]) -> None:
        for loop, heard in self._ears:
            with suppress(RuntimeError):  # that loop has ended
                loop.call_soon_threadsafe(heard, message)

    def take(self, name: str) -> Lease | None:
        with self._taking:  # two processes of this host may want the same name at once
            rows = self._documents.run(_TAKE, name, self.host, name in self._held)
            if not rows:
                return None
            self._held[name] = rows[0][0]
            return Lease(name, self._held[name])

    def holds(self, lease: Lease) -> bool:
        return bool(self._documents.run("select 1 from lease where name = $1 and fence = $2", *lease))

    def release(self, lease: Lease) -> None:
        if self._held.get(lease.name) == lease.fence:
            del self._held[lease.name]  # also if the database is away: then we may take the name again
        self._documents.run("delete from lease where name = $1 and fence = $2", *lease)
