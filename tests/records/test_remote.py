"""A store's owner and its clients, when one of them ends. What clients may do is in `test_store_contract`."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from effort import examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from store_kit import body, in_files, lines, put, tip

from door.records.journal.lines import ZERO
from door.records.store import Change, Moved, StoreRefused, Unit
from door.records.store import remote as module
from door.records.store.files import Folder
from door.records.store.remote import Owner, RemoteStore

pytestmark = pytest.mark.files("it chooses its stores by itself")


class Owned:
    """An owner and its clients, which can be killed."""

    def __init__(self, data: Path) -> None:
        self.store = Folder(data)
        self.owner, self.serving = Owner(self.store), dict[RemoteStore, asyncio.Task[None]]()
        self.lines = dict[RemoteStore, socket.socket]()

    async def client(self, name: str) -> RemoteStore:
        ours, theirs = socket.socketpair()
        client = RemoteStore(ours)
        self.lines[client] = ours
        self.serving[client] = asyncio.create_task(self.owner.serve(theirs, name))
        await client.open()
        return client

    async def kill(self, client: RemoteStore) -> None:
        """End a client's process: what it has sent arrives, and nobody reads the answers."""
        self.lines[client].shutdown(socket.SHUT_RDWR)
        await self.serving.pop(client)
        await client.gone.wait()


@asynccontextmanager
async def owned(data: Path) -> AsyncIterator[Owned]:
    it = Owned(data)
    it.store.open()
    yield it
    for client in list(it.serving):
        await it.kill(client)
    it.store.close()


async def test_the_names_of_a_killed_client_are_free(tmp_path: Path) -> None:
    async with owned(tmp_path) as it:
        one, two = await it.client("one"), await it.client("two")
        lost = await one.take("on/ann")
        assert lost and await two.take("on/ann") is None
        await it.kill(one)
        held = await two.take("on/ann")
        assert held and held.fence > lost.fence
        with pytest.raises(Moved):
            await two.write(Unit([Change("put", "lines", "a", None, b"1\n")], lease=lost))


async def test_a_client_that_is_killed_in_its_turn_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TURN_SECONDS", 1000)
    async with owned(tmp_path) as it:
        one, two, three = [await it.client(name) for name in ("one", "two", "three")]
        await one.turn()
        waiting = asyncio.create_task(two.turn())
        await asyncio.sleep(0)
        await two.head()
        writing = asyncio.create_task(three.write(Unit(lines=lines(ZERO, 3), after=ZERO)))
        await asyncio.sleep(0)
        await three.head()
        assert not (waiting.done() or writing.done())
        await it.kill(one)
        await waiting
        await two.write(Unit(lines=lines(ZERO, 2), after=ZERO))
        with pytest.raises(Moved):
            await writing
        assert in_files(tmp_path) == [2]


async def test_a_turn_that_is_not_used_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TURN_SECONDS", 0.01)
    async with owned(tmp_path) as it:
        one, two = await it.client("one"), await it.client("two")
        await one.turn()
        await two.turn()
        await two.write(Unit(lines=lines(ZERO, 2), after=ZERO))


async def test_units_of_killed_clients_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """Each client writes a line and a document with its number in one unit, and is killed unanswered."""
    async with owned(tmp_path) as it:
        kept = await it.client("kept")
        for n in range(30):
            client, after = await it.client(f"{n}"), await tip(kept)
            unit = Unit([Change("put", "lines", f"{n}", 0, f"{n}\n".encode())], lines(after, n), after)
            writing = asyncio.create_task(client.write(unit))
            await asyncio.sleep(0)
            for _ in range(n % 5):
                await kept.keys("lines")
            await it.kill(client)
            writing.cancel()
        await put(kept, "lines", "last", b"x")
        assert sorted(map(int, set(await kept.keys("lines")) - {"last"})) == in_files(tmp_path)


STEPS = st.lists(
    st.tuples(
        st.integers(0, 1), st.sampled_from(["put", "add", "delete"]), st.sampled_from("ab"), st.booleans(),
        st.sampled_from(["answered", "killed", "killed in the middle"]),
    ),
    max_size=30,
)  # fmt: skip


@examples(15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
async def test_two_clients_that_are_killed_again_and_again_agree_with_a_dictionary(
    tmp_path_factory: pytest.TempPathFactory, steps: Sequence[tuple[int, str, str, bool, str]]
) -> None:
    """Each step may name a stale version. One in whose middle the client is killed may be written or not."""
    async with owned(tmp_path_factory.mktemp("store")) as it:
        clients = [await it.client("first"), await it.client("second")]
        want = dict[str, bytes]()
        for number, (who, do, key, is_stale, end) in enumerate(steps):
            client, old, piece = clients[who], await clients[1 - who].get("save", key), f"{number}\n".encode()
            version = old.version if old else 0
            change = Change(do, "save", key, version + is_stale, b"" if do == "delete" else piece)  # type: ignore[arg-type]
            writing = asyncio.create_task(client.write(Unit([change])))
            after = {"put": piece, "add": want.get(key, b"") + piece, "delete": b""}[do]
            if end == "killed in the middle":
                await asyncio.sleep(0)
                await it.kill(client)
                writing.cancel()
                await asyncio.wait([writing])
                is_written = await body(clients[1 - who], "save", key) == (after or None) and not is_stale
            else:
                await asyncio.wait([writing])
                is_written = not is_stale
                assert isinstance(writing.exception(), Moved) == is_stale
            if is_written:
                want[key] = after
            if end == "killed":
                await it.kill(client)
            if end != "answered":
                clients[who] = await it.client(f"{number}")
        for client in clients:
            docs = [(key, await client.get("save", key)) for key in await client.keys("save")]
            assert {key: doc.body for key, doc in docs if doc} == {
                key: data for key, data in want.items() if data
            }


async def test_a_client_of_an_owner_that_has_ended_says_so(tmp_path: Path) -> None:
    async with owned(tmp_path) as it:
        client = await it.client("one")
        await put(client, "lines", "a", b"1\n")
        await it.kill(client)
        with pytest.raises(StoreRefused, match="has ended"):
            await body(client, "lines", "a")


async def test_a_large_answer_is_not_taken_for_unread_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_UNREAD", 100_000)
    async with owned(tmp_path) as it:
        reader, talker = await it.client("reader"), await it.client("talker")
        await put(talker, "lines", "a", large := b"x" * 2_000_000)
        reader._end.transport.pause_reading()
        reading = asyncio.create_task(body(reader, "lines", "a"))
        for _ in range(5):
            await talker.head()
            await talker.say({"do": "note"})
        assert not reading.done()
        reader._end.transport.resume_reading()
        assert await reading == large


async def test_a_client_that_has_been_replaced_gives_its_names_back(tmp_path: Path) -> None:
    async with owned(tmp_path) as it:
        old, new, other = [await it.client(name) for name in ("one", "one", "two")]
        assert await old.take("on/ann")
        await it.kill(new)
        await it.kill(old)
        assert await other.take("on/ann")


async def test_who_does_not_read_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_UNREAD", 100_000)
    async with owned(tmp_path) as it:
        talker = await it.client("talker")
        ours, theirs = socket.socketpair()
        serving = asyncio.create_task(it.owner.serve(theirs, "deaf"))
        await talker.head()
        while not serving.done():
            await talker.say({"do": "note", "text": "x" * 7000})
            await talker.head()
        ours.close()
