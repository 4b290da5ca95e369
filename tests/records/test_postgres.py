"""A database as a store: connections that break, a server that is away, other hosts and other boards."""

import asyncio
import base64
import errno
import json
import os
import signal
import socket
import sys
import threading
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import postgres_kit
import pytest
from bad_disk import Unsynced
from relay import Relay
from store_kit import Threads, add, in_files, lines, put, tip

from door.records.journal.lines import ZERO
from door.records.store import (
    Change,
    Conflict,
    StoreError,
    StoreRefused,
    Unanswered,
    Unit,
    postgres,
    tail,
    unit_as_json,
)
from door.records.store import postgres as module
from door.records.store.opening import store_of
from door.records.store.postgres import PostgresStore
from door.ui.texts import tr

pytestmark = [pytest.mark.files("it chooses its stores by itself"), pytest.mark.whole("database")]


@pytest.fixture
def url() -> str:
    return postgres_kit.server().emptied()


@asynccontextmanager
async def opened(url: str, data: Path, host: str = "one") -> AsyncIterator[Threads]:
    store = Threads(PostgresStore(url, data, host))
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def from_host_b(url: str) -> str:
    """A message of another host, as it goes through the database."""
    [[board]] = await sql(url, "select id from board")
    return postgres.Cipher(board.bytes).encrypt(json.dumps({"from": "b", "do": "x"}).encode())


async def sql(url: str, query: str, *args: object) -> list[Any]:
    import psycopg

    async with await psycopg.AsyncConnection.connect(
        url, autocommit=True, cursor_factory=psycopg.AsyncRawCursor, application_name="test"
    ) as connection:
        cursor = await connection.execute(query, args)
        return await cursor.fetchall() if cursor.description else []


async def test_a_write_whose_answer_is_lost_is_made_once(url, tmp_path):
    relay = Relay(postgres_kit.server(), base64.b64encode(b"piece of ours\n"), cuts=3)
    async with opened(f"postgresql://door@{await relay.start()}/postgres", tmp_path) as store:
        version = await put(store, "save", "a", b"piece of ours\n", 0)
        await store.write(
            Unit([Change("add", "save", "a", version, b"piece of ours\n")], lines(ZERO, 1), ZERO)
        )
        assert relay.cuts == 0
        doc = await store.get("save", "a")
        assert doc and doc.body == b"piece of ours\n" * 2
        assert await store.head() and in_files(tmp_path) == [1]
    relay.listener.close()


async def test_a_unit_is_asked_for_until_the_database_is_there_again(url, tmp_path, caplog):
    import psycopg

    relay = Relay(postgres_kit.server())
    there = f"postgresql://door@{await relay.start()}/postgres"
    async with opened(there, tmp_path) as store, await psycopg.AsyncConnection.connect(url) as other:
        assert await store.take("chores")
        store.store._documents._connection.deadline = 0.0  # as long after that statement
        await other.execute("lock table piece")
        late = store.store.send(Unit([Change("put", "save", "a", 0, b"1\n")]))
        while not await sql(url, "select 1 from pg_locks where not granted"):
            assert not late.done()
        assert not caplog.messages, "it has no deadline"
        folder, relay.folder = relay.folder, tmp_path / "no server"
        for cable in set(relay.cables):
            cable.cut()
        async with asyncio.timeout(10):
            while relay.refused < 8:
                await sql(url, "select 1")
        assert not late.done()
        relay.folder = folder
        await other.commit()
        [version] = await asyncio.wrap_future(late)
        assert await patiently(store.get, "save", "a") == (version, b"1\n")
    assert caplog.text.count("finding out whether it has written") == 1
    relay.listener.close()


async def test_a_dead_host_in_the_address_leaves_time_for_the_next():
    """The first one answers nothing, like a machine without power, and the second one is there."""
    relay = Relay(postgres_kit.server())
    with socket.create_server(("127.0.0.1", 0)) as dead:
        hosts = f"127.0.0.1:{dead.getsockname()[1]},{await relay.start()}"
        link = postgres.Link(f"postgresql://door@{hosts}/postgres", lambda connection: None)
        assert await asyncio.to_thread(link.run, "select 1") == [(1,)]
        process, link._connection.deadline = link.process, 0.0  # as long after that statement
        assert await asyncio.to_thread(link.run, "select 1") == [(1,)] and link.process == process
        link.close()
    relay.listener.close()


async def test_broken_connections_lose_nothing_and_write_nothing_twice(url, tmp_path):
    """While 20 lines are written at once, all connections are ended again and again."""
    kill = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"

    async def write(store: Threads, n: int) -> None:
        if n % 3 == 0:
            await sql(url, f"{kill} and backend_type = 'client backend' and application_name <> 'test'")
        while True:
            try:
                after = await tip(store)
                await store.write(Unit(lines=lines(after, n), after=after))
                return
            except (Conflict, StoreRefused):
                pass

    async with opened(url, tmp_path / "1") as one, opened(url, tmp_path / "2", "two") as two:
        async with asyncio.timeout(60):
            await asyncio.gather(*(write((one, two)[n % 2], n) for n in range(20)))
        assert (await patiently(one.head)).hash == (await patiently(two.head)).hash
        assert sorted(in_files(tmp_path / "1")) == list(range(20))
    same = [[*(tmp_path / name / "journal").glob("*.jsonl")] for name in "12"]
    assert [file.read_bytes() for file in same[0]] == [file.read_bytes() for file in same[1]]


async def patiently(ask: Callable[..., Awaitable[Any]], *args: object) -> Any:
    """The answer, as soon as the database gives one."""
    while True:
        try:
            return await ask(*args)
        except StoreRefused:
            pass


async def test_while_the_server_is_away_nothing_is_written_and_afterwards_others_are_heard_again(
    url, tmp_path
):
    async with opened(url, tmp_path) as store:
        heard: asyncio.Queue[Any] = asyncio.Queue()
        store.heard = heard.put_nowait
        version = await put(store, "save", "a", b"1\n", 0)
        server = postgres_kit.server()
        server.stop()
        try:
            for _ in range(2):
                with pytest.raises(StoreRefused):
                    await store.get("save", "a")
            with pytest.raises(StoreRefused):
                await store.write(Unit(lines=lines(ZERO, 1), after=ZERO))
        finally:
            server.start()
        async with asyncio.timeout(30):
            while heard.empty():  # until the store listens again
                await sql(url, "select pg_notify('door', $1)", await from_host_b(url))
            assert (await heard.get())["do"] == "x"
        await add(store, "save", "a", b"2\n", version)
        assert await store.head() is None


async def test_a_crash_that_loses_soon_writes_never_gives_their_versions_again(url, tmp_path):
    """A host that didn't see the crash still has the old ones, and must meet Moved with them."""
    store, server = Threads(PostgresStore(url, tmp_path, "one")), postgres_kit.server()
    await store.keys("save")
    [[writer]] = await sql(url, "select pid from pg_stat_activity where backend_type = 'walwriter'")
    assert writer in server.pids()
    os.kill(writer, signal.SIGSTOP)
    await store.write(Unit([Change("put", "save", "0a", 0, b"1\n")], unsynced=True))
    await put(store, "save", "a", b"1\n", 0)  # lasts, and so does what came before it
    unit = Unit([Change("put", "save", str(n), 0, b"2\n") for n in range(40)], unsynced=True)
    lost = await store.write(unit)
    server.kill()
    server.start()
    assert await store.keys("save") == ["0a", "a"]
    assert not {*lost} & {*await store.write(unit)}
    await store.close()


async def test_calls_are_refused_as_soon_as_the_store_closes(url, tmp_path):
    writes, goes_on = threading.Event(), threading.Event()

    class Slow(PostgresStore):
        def _write(self, unit: Unit) -> list[int]:
            writes.set()
            goes_on.wait()
            return super()._write(unit)

    store = Slow(url, tmp_path, "one")
    await asyncio.to_thread(store.open)
    late = store.send(Unit([Change("put", "save", "a", None, b"")]))
    await asyncio.to_thread(writes.wait)
    closing = asyncio.create_task(asyncio.to_thread(store.close))
    try:
        await asyncio.to_thread(store._is_closed.wait)
        with pytest.raises(StoreRefused):
            await asyncio.to_thread(store.write, Unit([Change("put", "save", "b", None, b"")]))
    finally:
        goes_on.set()
        await closing
    assert late.result(), "what was being written is written"
    store.say({"do": "nothing"})
    with pytest.raises(StoreRefused):
        store.get("save", "a")
    with pytest.raises(StoreRefused):
        store.write(Unit([Change("put", "save", "a", None, b"")]))


def test_a_command_ends_without_a_fault(tmp_path, monkeypatch):
    store = store_of(tmp_path, postgres_kit.server().database(tmp_path), "one")
    store.keys("caller")
    monkeypatch.setattr("concurrent.futures.thread._shutdown", True)  # as when the interpreter ends
    store.close()


async def test_a_server_that_stands_still_holds_nobody_up(url, tmp_path, monkeypatch):
    """Reads fail after a moment. A write that was sent says later what became of it; others are refused."""
    store = PostgresStore(url, tmp_path, "one")

    def work() -> None:
        store.open()
        first = lines(ZERO, 1)
        sends, second = (
            Unit(lines=lines(first[-1].hash, 2), after=first[-1].hash),
            Unit([Change("put", "save", "b", 0, b"2\n")]),
        )
        store.write(Unit([Change("put", "save", "a", 0, b"1\n")], first, ZERO))
        with postgres_kit.server().hung(), monkeypatch.context() as patch:
            patch.setattr(postgres, "READ_SECONDS", 0.2)
            patch.setattr(postgres, "PATIENCE", 0.4)
            with pytest.raises(Unanswered) as sent:
                store.write(sends)
            with pytest.raises(StoreRefused):
                store.get("save", "a")
            with pytest.raises(StoreRefused, match="does not answer"):
                store.write(second)
        assert sent.value.late.result(30) == []
        assert in_files(tmp_path) == [1, 2] and store.keys("save") == ["a"]
        store.write(second)

    try:
        await asyncio.to_thread(work)
    finally:
        await asyncio.to_thread(store.close)


async def test_a_store_closes_though_its_server_stands_still(url, tmp_path, monkeypatch):
    monkeypatch.setattr(postgres, "PATIENCE", 0.1)
    monkeypatch.setattr(postgres, "CLOSING_SECONDS", 0.3)
    monkeypatch.setattr(postgres, "READ_SECONDS", 0.3)
    store = PostgresStore(url, tmp_path, "one")
    await asyncio.to_thread(store.open)
    await asyncio.to_thread(store.send(Unit([Change("put", "save", "b", 0, b"1\n")])).result)
    with postgres_kit.server().hung():
        with pytest.raises(Unanswered) as sent:
            await asyncio.to_thread(store.write, Unit([Change("put", "save", "a", 0, b"1\n")]))
        async with asyncio.timeout(10):
            await asyncio.to_thread(store.close)
        with pytest.raises(StoreRefused):
            sent.value.late.result(0)


async def test_a_connection_to_another_board_s_database_is_refused(url, tmp_path):
    """As after a dump of another board was put in its place."""
    async with opened(url, tmp_path) as store:
        version = await put(store, "save", "a", b"1\n", 0)
        await sql(url, "update board set id = gen_random_uuid()")
        kill = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
        await sql(url, f"{kill} and backend_type = 'client backend'")
        with pytest.raises(StoreError, match="another board's"):
            await store.get("save", "a")
        with pytest.raises(StoreError, match="another board's"):
            await add(store, "save", "a", b"2\n", version)


async def test_a_turn_that_the_server_has_ended_can_be_taken_again(url, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "TURN_SECONDS", 0.01)
    held = "select 1 from pg_stat_activity where state = 'idle in transaction'"
    async with opened(url, tmp_path) as store:
        for n in range(3):
            await store.lock_head()
            while await sql(url, held):
                pass
            if n:
                after = await tip(store)
                await store.write(Unit(lines=lines(after, n), after=after))
        assert in_files(tmp_path) == [1, 2]


async def test_a_message_whose_answer_is_lost_is_heard_once(url, tmp_path):
    relay = Relay(postgres_kit.server(), b"pg_notify")
    there = f"postgresql://door@{await relay.start()}/postgres"
    async with opened(there, tmp_path / "1") as one, opened(url, tmp_path / "2", "two") as two:
        heard = list[Any]()
        two.heard = heard.append
        relay.cuts = 1
        for text in ("first", "second"):
            await one.say({"do": text})
        async with asyncio.timeout(10):
            while not heard or heard[-1]["do"] != "second":  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert [message["do"] for message in heard] == ["first", "second"] and not relay.cuts
    relay.listener.close()


async def test_a_turn_holds_others_back_until_the_unit_or_for_a_moment(url, tmp_path, monkeypatch):
    async with opened(url, tmp_path / "1") as one, opened(url, tmp_path / "2", "two") as two:
        await one.lock_head()
        other = asyncio.create_task(two.write(Unit(lines=lines(ZERO, 2), after=ZERO)))
        await one.write(Unit(lines=lines(ZERO, 1), after=ZERO))
        with pytest.raises(Conflict, match=str(tr.records.journal_changed())):
            await other
        monkeypatch.setattr(module, "TURN_SECONDS", 0.01)
        await two.lock_head()
        after = await tip(one)
        await one.write(Unit(lines=lines(after, 3), after=after))
        assert in_files(tmp_path / "1") == [1, 3]


async def test_a_unit_in_its_turn_and_one_of_the_same_document_do_not_wait_for_each_other(url, tmp_path):
    def unit(n: int) -> Unit:
        return Unit([Change("put", "save", "a", 0, b"1\n")], lines(ZERO, n), ZERO)

    async with opened(url, tmp_path / "1") as one, opened(url, tmp_path / "2", "two") as two:
        await one.lock_head()
        late = asyncio.create_task(two.write(unit(2)))
        while not await sql(url, "select 1 from pg_locks where not granted"):
            assert not late.done()
        await one.write(unit(1))
        with pytest.raises(Conflict):
            await late


async def test_units_wait_for_those_with_the_same_documents_which_are_locked_in_order(url, tmp_path):
    import psycopg

    def unit(*keys: str) -> Unit:
        return Unit([Change("put", "save", key, 0, b"1\n") for key in keys])

    number = "({0}.classid::bigint << 32 | {0}.objid::bigint)"
    in_order = f"""
        select bool_and({number.format("has")} < {number.format("wants")})
        from pg_locks has join pg_locks wants using (pid, locktype)
        where locktype = 'advisory' and has.granted and not wants.granted
    """
    async with opened(url, tmp_path) as store, await psycopg.AsyncConnection.connect(url) as other:
        given = uuid.uuid4(), unit_as_json(unit("a"))
        await other.execute(f"select {store.store._write_name}(%s, %s, false)", given)  # not committed
        await store.write(unit("z"))
        late = asyncio.create_task(store.write(unit(*"zyxwvutsabcdefgh")))
        while not await sql(url, "select 1 from pg_locks where not granted"):
            assert not late.done()
        assert await sql(url, in_order) == [(True,)]
        await other.commit()
        with pytest.raises(Conflict, match=str(tr.records.document_changed(key="z"))):
            await late


async def test_a_dead_hosts_names_are_taken_over(url, tmp_path):
    async with opened(url, tmp_path / "1") as one, opened(url, tmp_path / "2", "two") as two:
        lost = await one.take("chores")
        assert lost and await two.take("chores") is None
        await sql(url, "update host set until = now() - interval '1 second' where id = 'one'")
        held = await two.take("chores")
        assert held and held.fence > lost.fence
        assert await two.holds(held) and not await one.holds(lost)
    await sql(url, "insert into host values ('two', 0, now() - interval '1 second', 'a machine that died')")
    async with opened(url, tmp_path / "2", "two"), opened(url, tmp_path / "1") as one:
        assert await one.take("chores"), "a host that starts anew has no names left"


async def test_two_hosts_cannot_have_one_name_but_a_host_can_start_again(url, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "TICK", 0.01)
    async with opened(url, tmp_path / "1") as one:
        heard: asyncio.Queue[Any] = asyncio.Queue()
        one.heard = heard.put_nowait
        with pytest.raises(StoreError, match="called one"):
            PostgresStore(url, tmp_path / "2", "one").open()
        async with opened(url, tmp_path / "1") as again, asyncio.timeout(10):
            while (await heard.get())["do"] != "end":
                pass
            assert await again.take("chores")
            await one.close()  # which leaves the names to its successor
            async with opened(url, tmp_path / "2", "two") as two:
                assert await two.take("chores") is None
    assert await sql(url, "select 1 from host") == [], "hosts that have closed hold no names"


async def test_lines_are_heard_of_at_once_and_a_living_host_keeps_its_names(url, tmp_path, monkeypatch):
    until = "select until from host where id = 'two'"
    async with opened(url, tmp_path / "2", "two") as two:
        heard: asyncio.Queue[Any] = asyncio.Queue()
        two.heard = heard.put_nowait
        monkeypatch.setattr(module, "TICK", 3600.0)
        async with opened(url, tmp_path / "1") as one, asyncio.timeout(10):
            await one.write(Unit(lines=lines(ZERO, 1), after=ZERO))
            while (await heard.get())["do"] != "line":
                pass
            assert in_files(tmp_path / "2") == [1]
            monkeypatch.setattr(module, "TICK", 0.01)
            for minutes in (61, 59):  # units whose answer may still be asked for
                made = f"now() - interval '{minutes} minutes'"
                await sql(url, f"insert into unit values (gen_random_uuid(), {made})")
            await one.say({"do": "wake"})
            before = await sql(url, until)
            while await sql(url, until) == before or len(await sql(url, "select 1 from unit")) != 2:
                pass


async def test_two_processes_of_a_host_never_get_one_name_at_once(url, tmp_path):
    async with opened(url, tmp_path) as store:
        leases = await asyncio.gather(*(store.take("slot/0") for _ in range(3)))
        assert len([lease for lease in leases if lease]) == 1


async def test_a_name_whose_return_the_database_missed_can_be_taken_again(url, tmp_path):
    relay = Relay(postgres_kit.server())
    async with opened(f"postgresql://door@{await relay.start()}/postgres", tmp_path) as store:
        lease = await store.take("new/ann")
        assert lease
        folder, relay.folder = relay.folder, tmp_path / "no server"
        for cable in set(relay.cables):
            cable.cut()
        with pytest.raises(StoreRefused):
            await store.release(lease)
        relay.folder = folder
        async with asyncio.timeout(10):
            again = await store.take("new/ann")
        assert again and again.fence > lease.fence
        await store.release(lease)  # it doesn't hold any more
        assert await store.take("new/ann") is None


def test_a_message_counts_once_and_for_two_minutes():
    now, secret, fresh = 1_000_000.0, bytes(16), postgres.FRESH_SECONDS
    ours, theirs, third = (postgres.Cipher(secret, lambda: now) for _ in range(3))
    ahead = postgres.Cipher(secret, lambda: now + fresh)
    too_far = postgres.Cipher(secret, lambda: now + fresh + 1)
    early, too_early, slow, last = (one.encrypt(b"x") for one in (ahead, too_far, theirs, theirs))

    def refused(text: str, why: str = "old", by: postgres.Cipher = ours) -> bool:
        with pytest.raises(ValueError, match=why):
            by.decrypt(text)
        return True

    assert ours.decrypt(early) and refused(too_early)
    now += fresh
    assert ours.decrypt(last) and refused(last) and refused(slow)
    now += fresh
    assert ours.decrypt(third.encrypt(b"x")) and refused(early), "it is fresh, and was heard"
    now += 1
    assert ours.decrypt(third.encrypt(b"x")) and refused(early) and refused(last)
    assert len(ours._heard) == 2, "a process is forgotten once its messages are old"
    stranger = postgres.Cipher(bytes(15) + b"1", lambda: now)
    assert refused(third.encrypt(b"x"), "not from a host of this board", stranger)
    assert refused("AAAA", "too short")


async def test_messages_of_others_are_heard_and_what_is_not_one_is_not(url, tmp_path):
    async with opened(url, tmp_path) as store:
        heard: asyncio.Queue[Any] = asyncio.Queue()
        store.heard = heard.put_nowait
        for text in ("not JSON", "[1]", json.dumps({"from": "b", "do": "y"}), await from_host_b(url)):
            await sql(url, "select pg_notify('door', $1)", text)
        async with asyncio.timeout(10):
            assert (await heard.get())["do"] == "x"


async def test_what_is_not_our_database_is_refused_in_a_sentence(url, tmp_path):
    async with opened(url, tmp_path) as store:
        await store.write(Unit(lines=lines(ZERO, 1), after=ZERO))
    await sql(url, "update board set schema = 99")
    with pytest.raises(StoreError, match="layout 99"):
        PostgresStore(url, tmp_path, "one").open()
    again = postgres_kit.server().emptied()
    with pytest.raises(StoreError, match="another board's"):
        PostgresStore(again, tmp_path, "one").open()
    (tmp_path / "board-id").unlink()
    with pytest.raises(StoreError, match=r"lacks the last line of .*2025-11\.jsonl"):
        PostgresStore(again, tmp_path, "one").open()
    with pytest.raises(StoreRefused, match="does not exist"):
        PostgresStore(url.replace("/postgres?", "/nobody?"), tmp_path, "one").open()
    with pytest.raises(StoreRefused):
        PostgresStore("postgresql://door@/postgres?host=/nowhere", tmp_path, "one").open()
    standby = f"{again}&options=-c%20default_transaction_read_only%3Don"
    with pytest.raises(StoreRefused, match="session is read-only"):
        postgres.Link(standby, lambda connection: None).run("select 1")


async def test_hosts_of_two_releases_write_each_with_the_function_of_its_own(url, tmp_path, monkeypatch):
    async def write(data: Path, key: str) -> int:
        store = Threads(PostgresStore(url, data, key))
        try:
            return await put(store, "save", key, b"1\n", 0)
        finally:
            await store.close()

    newer = tmp_path / "door_write.sql"
    newer.write_text(module.FUNCTION.read_text().replace("random() * 1048576", "7"))
    for n in range(2):  # the second time both have theirs
        await write(tmp_path / "one", f"one {n}")
        with monkeypatch.context() as patch:
            patch.setattr(module, "FUNCTION", newer)
            assert await write(tmp_path / "two", f"two {n}") % (1 << 20) == 7
    assert len(await sql(url, "select 1 from pg_proc where proname like 'door_write%'")) == 2


async def test_hosts_that_come_at_once_to_a_new_database_make_its_tables_once(url, tmp_path):
    stores = [Threads(PostgresStore(url, tmp_path / host, host)) for host in ("one", "two", "three")]
    try:
        await asyncio.gather(*(store.open() for store in stores))
    finally:
        await asyncio.gather(*(store.close() for store in stores))
    assert len({(tmp_path / host / "board-id").read_text() for host in ("one", "two", "three")}) == 1


async def test_a_database_that_a_board_cannot_use_is_refused_in_a_sentence(url, tmp_path, monkeypatch):
    monkeypatch.setattr(postgres, "ECHO_SECONDS", 0.05)
    with monkeypatch.context() as patch, pytest.raises(StoreError, match="pool in transaction mode"):
        patch.setattr(postgres.StoreBus, "hear", lambda *given: set())  # as through a pool
        PostgresStore(url, tmp_path, "one").open()
    with monkeypatch.context() as patch, pytest.raises(StoreError, match="pip install 'bbs-door"):
        patch.delitem(sys.modules, "door.records.store.postgres")
        patch.setitem(sys.modules, "psycopg", None)
        store_of(tmp_path, url)
    assert store_of(tmp_path).never_waits


async def test_a_database_that_has_lost_lines_is_refused_by_the_hosts_that_have_them(
    url, tmp_path, monkeypatch
):
    """As after the promotion of a standby that wasn't synchronous."""
    monkeypatch.setattr(module, "TICK", 0.01)
    async with opened(url, tmp_path / "1") as one, opened(url, tmp_path / "2", "two") as two:
        heard: asyncio.Queue[Any] = asyncio.Queue()
        one.heard = heard.put_nowait
        first = lines(ZERO, 1)
        await one.write(Unit(lines=first, after=ZERO))
        kept = lines(first[-1].hash, 2)
        await one.write(Unit(lines=kept, after=first[-1].hash))
        assert in_files(tmp_path / "2") == [1, 2] or await two.head()
        await sql(url, "delete from line where n > 1")
        await sql(url, "update head set n = 1, hash = $1", first[-1].hash)
        with pytest.raises(StoreRefused, match=r"lacks the last line of .*2025-11\.jsonl"):
            await one.head()
        async with asyncio.timeout(10):
            while (message := await heard.get())["do"] != "end":
                pass
        assert "lacks the last line" in message["why"]
        with pytest.raises(Conflict):
            await one.write(Unit(lines=lines(kept[-1].hash, 3), after=kept[-1].hash))
        assert in_files(tmp_path / "1") == [1, 2]
    with pytest.raises(StoreError, match=r"lacks the last line of .*2025-11\.jsonl"):
        PostgresStore(url, tmp_path / "1", "one").open()
    (tmp_path / "1" / "journal").rename(tmp_path / "aside")  # the sysop accepts the loss
    async with opened(url, tmp_path / "1"):
        assert in_files(tmp_path / "1") == [1]


@pytest.mark.parametrize("damage", ["hole", "shorter", "longer"])
async def test_a_hosts_files_that_a_power_cut_has_damaged_are_written_again(url, tmp_path, damage):
    async with opened(url, tmp_path) as store:
        before = ZERO
        for n in range(6):
            one = lines(before, n, month="2025-10" if n in (0, 1, 3) else "2025-11")
            await store.write(Unit(lines=one, after=before))
            before = one[-1].hash
    file = tmp_path / "journal" / "2025-11.jsonl"
    whole = file.read_bytes()
    at = whole.index(b'"n":2')
    hole = whole[:at] + bytes(9) + whole[at + 9 :]
    file.write_bytes({"hole": hole, "shorter": hole[9:], "longer": whole[:at] + b"{" + whole[at:]}[damage])
    async with opened(url, tmp_path) as store:
        assert file.read_bytes() == whole
        await store.write(Unit(lines=lines(before, 6), after=before))
    assert in_files(tmp_path) == list(range(7))


async def test_lines_that_a_start_would_not_compare_are_synced_as_they_come(url, tmp_path, monkeypatch):
    async with opened(url, tmp_path / "1") as one:
        await one.write(Unit(lines=lines(ZERO, *range(7)), after=ZERO))
        monkeypatch.setattr(module, "FETCHED", 3)
        monkeypatch.setattr(module, "TICK", 3600.0)
        unsynced = Unsynced(monkeypatch)
        async with opened(url, tmp_path / "2", "two"):
            assert in_files(tmp_path / "2") == list(range(7))
            [file] = (tmp_path / "2" / "journal").glob("*.jsonl")
            assert file.stat().st_ino not in unsynced.data
            monkeypatch.setattr(module, "TICK", 0.01)
            after = await tip(one)
            await one.write(Unit(lines=lines(after, 7), after=after))
            async with asyncio.timeout(10):
                while len(in_files(tmp_path / "2")) < 8 or file.stat().st_ino in unsynced.data:
                    await sql(url, "select 1")  # others are synced a moment later


async def test_a_full_disk_of_a_host_is_told_once_and_its_files_follow_later(
    url, tmp_path, monkeypatch, caplog
):
    def full(fd: int, data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(module, "TICK", 0.01)
    async with opened(url, tmp_path) as store:
        with monkeypatch.context() as disk:
            disk.setattr(tail, "write_all", full)
            await store.write(Unit(lines=(one := lines(ZERO, 1)), after=ZERO))
            await store.write(Unit(lines=lines(one[-1].hash, 2), after=one[-1].hash))
            async with asyncio.timeout(30):
                while not caplog.messages:
                    await store.get("save", "a")
        await store.head()
    assert in_files(tmp_path) == [1, 2]
    assert caplog.messages[0] == "journal: cannot write this host's files: no space left on device"
    assert len(caplog.messages) <= 2


async def test_the_time_is_the_databases(url, tmp_path, monkeypatch, caplog):
    class Slow(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return datetime.now(tz) - timedelta(minutes=2)

    monkeypatch.setattr(module, "datetime", Slow)
    async with opened(url, tmp_path) as store:
        assert abs(store.now() - datetime.now(UTC)) < timedelta(minutes=1)
    assert caplog.text.count("its clock is +120 s from") == 1


async def test_a_pool_that_loses_messages_is_refused_in_a_sentence(url, tmp_path, monkeypatch):
    with postgres_kit.pooled(postgres_kit.server(), "session") as pooled:
        async with opened(pooled, tmp_path):
            pass
    monkeypatch.setattr(postgres, "ECHO_SECONDS", 0.2)
    with postgres_kit.pooled(postgres_kit.server(), "transaction") as pooled:
        store = Threads(PostgresStore(pooled, tmp_path, "one"))
        with pytest.raises(StoreError, match=str(tr.records.database_without_notify()).rstrip(".")):
            await store.open()
        await store.close()
        store = Threads(
            PostgresStore(pooled, tmp_path, "one")
        )  # the pool's connection has the statements of the first
        with pytest.raises(StoreError, match="connection pool in transaction mode"):
            await store.open()
        await store.close()


def test_a_new_connection_is_prepared_in_time_and_a_busy_one_waited_for_as_long(url, monkeypatch):
    monkeypatch.setattr(module, "READ_SECONDS", 0.1)
    link = postgres.Link(url, lambda connection: connection.execute("select pg_sleep(5)"))
    since = time.monotonic()
    with pytest.raises(StoreRefused):
        link.run("select 1")
    with link._lock, pytest.raises(StoreRefused, match="does not answer"):
        link.run("select 1")
    assert time.monotonic() - since < 5
    link.close()


def test_a_statement_that_was_refused_is_not_taken_for_one_whose_answer_was_lost():
    import psycopg

    for error, refused in (
        (psycopg.errors.DiskFull("no space"), True), (psycopg.errors.DeadlockDetected("deadlock"), True),
        (psycopg.errors.UniqueViolation("twice"), True), (psycopg.errors.AdminShutdown("ends"), False),
        (psycopg.errors.ConnectionFailure("broken"), False), (psycopg.OperationalError("no answer"), False),
    ):  # fmt: skip
        kind = postgres.DatabaseRefused if refused else postgres.DatabaseLost
        assert type(postgres._away(error)) is kind, error


@pytest.mark.parametrize("kind", ["DuplicatePreparedStatement", "InvalidSqlStatementName"])
def test_a_pool_that_mixes_up_statements_is_named(kind):
    import psycopg

    error = getattr(psycopg.errors, kind)('prepared statement "_pg3_0" is strange')
    assert str(postgres._away(error)) == str(tr.records.database_pooled())


async def test_another_role_of_the_server_neither_reads_nor_writes_the_hosts_messages(url, tmp_path, caplog):
    """Any role may listen and notify, and PUBLIC may connect to a new database."""
    import psycopg

    async with opened(url, tmp_path / "one") as one, opened(url, tmp_path / "two", "two") as two:
        heard, seen = list[Any](), list[str]()
        two.heard = heard.append
        stranger = await psycopg.AsyncConnection.connect(url, autocommit=True)
        stranger.add_notify_handler(lambda note: seen.append(note.payload))
        await stranger.execute("listen door")
        await one.say({"do": "x", "who": "Alice at 192.0.2.7"})
        async with asyncio.timeout(10):
            while not (heard and seen):
                await stranger.execute("select 1")
        assert heard == [{"from": "one", "do": "x", "who": "Alice at 192.0.2.7"}]
        assert not any("Alice" in text or "192.0.2.7" in text for text in seen)
        forged = [
            json.dumps({"from": "one", "do": "x"}), seen[0], seen[0][:-4] + "AAA=", "", "x" * 7000,
            "{", base64.b64encode(bytes(80)).decode(),
        ]  # fmt: skip
        for text in forged:
            await stranger.execute("select pg_notify('door', %s)", [text])
        await one.say({"do": "last"})
        async with asyncio.timeout(10):
            while len(heard) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await stranger.close()
        assert [message["do"] for message in heard] == ["x", "last"], "nothing of a stranger's, nothing twice"
        assert "is dropped" in caplog.text


async def test_a_database_to_which_everybody_may_connect_is_told(url, tmp_path):
    async with opened(url, tmp_path) as store:
        [[name]] = await sql(url, "select current_database()")
        advice = await store.advice()
        assert f"revoke connect, temporary on database {name} from public" in advice
        await sql(url, f"revoke connect, temporary on database {name} from public")
        try:
            assert await store.advice() == ""
        finally:
            await sql(url, f"grant connect, temporary on database {name} to public")
