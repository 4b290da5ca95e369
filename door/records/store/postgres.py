"""A PostgreSQL database as a store, for a board on several hosts.

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
import logging
import socket
import time
import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from door.records.journal.lines import ZERO, JournalLine, digest, reason
from door.records.store import Conflict, Doc, Lease, StoreError, StoreRefused, Unit
from door.records.store.bus import Cipher, StoreBus
from door.records.store.database import DatabaseRefused, Link
from door.records.store.kinds import BOARD_ID, file_of, listed_key
from door.records.store.mirror import JournalMirror, Lost
from door.ui.catalogue import tr

LOG: Final = logging.getLogger("door.records")

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
