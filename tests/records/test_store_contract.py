"""What every kind of store guarantees. `Opened` opens one: add a kind to `OPENERS` to have it checked."""

import asyncio
import os
import secrets
import shutil
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import postgres_kit
import pytest
from bad_disk import Fault, Killed, Unsynced, full
from effort import PATIENCE, examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from store_kit import Threads, add, body, in_files, lines, put, tip

from door.records.journal.files import journal_months
from door.records.journal.lines import ZERO
from door.records.store import (
    MOST_SAID,
    Change,
    Conflict,
    Lease,
    Odd,
    StoreError,
    StoreRefused,
    Unit,
    unit_as_json,
)
from door.records.store import files as store_files
from door.records.store import postgres as store_postgres
from door.records.store.files import NOTE, Folder, version_of
from door.records.store.kinds import DOC_KINDS, listed_key
from door.records.store.postgres import PostgresStore
from door.records.store.rows import Rows
from door.ui.texts import tr

pytestmark = pytest.mark.files("it chooses its stores by itself")

Clients = tuple[Threads, Threads]
Opener = Callable[[Path], Awaitable[Clients]]
"""Opens an empty store for two clients, the first with its files in that folder."""


async def files(data: Path) -> Clients:
    """A folder has one owner, so its clients share the store."""
    store = Threads(Folder(data))
    await store.open()
    return store, store


async def postgres(data: Path) -> Clients:
    url = postgres_kit.server().emptied()
    two = PostgresStore(url, data.with_name(f"{data.name}-two"), "two")
    stores = Threads(PostgresStore(url, data, "one")), Threads(two)
    for store in stores:
        await store.open()
    return stores


OPENERS = [
    pytest.param(files, id="files"),
    pytest.param(postgres, id="postgres", marks=pytest.mark.whole("database")),
]


@pytest.fixture(params=OPENERS)
async def clients(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Clients]:
    monkeypatch.setattr(store_postgres, "PATIENCE", PATIENCE)  # twenty at once wait long on a busy machine
    one, two = await request.param(tmp_path)
    yield one, two
    await two.close()
    await one.close()


async def numbers(store: Threads, data: Path) -> list[int]:
    """The lines in the journal's files, which hold every line up to the one that `head` returns."""
    last = await store.head()
    found = in_files(data)
    assert (last is None) == (not found)
    return found


# -- lines ---------------------------------------------------------------------------------------


async def test_lines_are_written_behind_the_last_one(clients, tmp_path):
    one, two = clients
    assert await one.head() is None
    first = lines(ZERO, 1, 2)
    await one.write(Unit(lines=first, after=ZERO))
    head = await two.head()
    assert head and head[:3] == first[-1][:3]
    await two.write(Unit(lines=lines(first[-1].hash, 3), after=first[-1].hash))
    turn, head = await one.lock_head(), await two.head()
    assert turn and head and turn[:3] == head[:3] and await numbers(one, tmp_path) == [1, 2, 3]


async def test_lines_behind_another_line_are_refused_whole(clients, tmp_path):
    one, two = clients
    first = lines(ZERO, 1)
    await one.write(Unit(lines=first, after=ZERO))
    with pytest.raises(Conflict):
        await two.write(Unit([Change("put", "save", "a", 0, b"x\n")], lines(ZERO, 2, 3), ZERO))
    assert await numbers(one, tmp_path) == [1] and await two.get("save", "a") is None
    await two.lock_head()
    await two.write(Unit(lines=lines(first[0].hash, 2, 3), after=await tip(two)))
    with pytest.raises(Conflict):
        await one.write(Unit(lines=lines(first[0].hash, 4), after=first[0].hash))
    assert await numbers(one, tmp_path) == [1, 2, 3]


async def test_lines_of_a_month_that_is_over_join_the_newest(clients, tmp_path):
    one, two = clients
    december = lines(ZERO, 1, month="2025-12")
    await one.write(Unit(lines=december, after=ZERO))
    await two.write(Unit(lines=lines(december[0].hash, 2), after=december[0].hash))
    assert await numbers(one, tmp_path) == [1, 2]
    assert journal_months(tmp_path / "journal") == ["2025-12"]


async def test_clients_that_write_at_once_lose_nothing_and_write_nothing_twice(clients, tmp_path):
    async def write(store: Threads, n: int) -> None:
        last = await store.head()
        while True:
            after = last.hash if last else ZERO
            try:
                await store.write(Unit(lines=lines(after, n), after=after))
                return
            except Conflict:
                last = await store.lock_head()

    await asyncio.gather(*(write(clients[n % 2], n) for n in range(20)))
    assert sorted(await numbers(clients[0], tmp_path)) == list(range(20))


# -- documents -----------------------------------------------------------------------------------


async def test_a_document_is_made_once_and_grows_by_pieces(clients):
    one, two = clients
    assert await one.get("save", "a") is None
    version = await add(one, "save", "a", b"head\n", 0)
    for stale in (0, version + 1):
        with pytest.raises(Conflict):
            await add(two, "save", "a", b"other\n", stale)
    version = await add(two, "save", "a", b"1\n", version, unsynced=True)
    version = await add(one, "save", "a", b"2\n3\n", version)
    doc = await two.get("save", "a")
    assert doc == (version, b"head\n1\n2\n3\n") and await two.keys("save") == ["a"]
    version = await put(two, "save", "a", b"new\n", version)
    assert await add(one, "save", "a", b"4\n", version) and await body(two, "save", "a") == b"new\n4\n"


async def test_a_document_is_deleted_and_made_again(clients):
    one, two = clients
    version = await put(one, "caller", "Ann", b"level: 1\n", 0)
    again = await put(one, "caller", "Ann", b"level: 2\n", version)
    with pytest.raises(Conflict):
        await two.write(Unit([Change("delete", "caller", "Ann", version)]))
    assert await two.write(Unit([Change("delete", "caller", "Ann", again)])) == [0]
    assert await one.get("caller", "Ann") is None
    with pytest.raises(Conflict):
        await put(one, "caller", "Ann", b"level: 3\n", again)
    await two.write(Unit([Change("delete", "caller", "Ann", None)]))  # whatever is there, also nothing
    await put(one, "caller", "Ann", b"level: 3\n", None)
    await put(one, "caller", "Ann", b"level: 4\n", None)
    assert await body(two, "caller", "Ann") == b"level: 4\n"


@pytest.mark.parametrize("size", [0, 1, 64 * 1024])
async def test_documents_of_any_size(clients, size):
    one, two = clients
    data = secrets.token_bytes(size)
    version = await put(one, "caller", "Ann", data, 0)
    assert version and await two.get("caller", "Ann") == (version, data)
    with pytest.raises(Conflict):
        await put(two, "caller", "Ann", b"", 0)


@pytest.mark.parametrize("kind", [name for name, kind in DOC_KINDS.items() if not kind.single])
async def test_keys_are_any_handles_and_are_listed_in_order(clients, kind):
    one, two = clients
    keys = ["Ann", "Ann Lee", "Zoë", "ß", "a.b", "x..y", "日本", "O'Neill", "50%", "~", "Ann.yaml", "a\\b"]
    for key in keys:
        await put(one, kind, key, f"{listed_key(kind, key)}\n".encode(), 0)
    keys = [listed_key(kind, key) for key in keys]
    assert await two.keys(kind) == sorted(keys) and await two.keys(kind, "nn") == sorted(
        keys[:2] + keys[-2:-1]
    )
    for key in keys:
        assert await body(two, kind, key) == f"{key}\n".encode()
    for other in DOC_KINDS:
        assert other == kind or await one.keys(other) == []


async def test_handles_are_one_key_in_any_case(clients, tmp_path):
    one, two = clients
    made = await asyncio.gather(
        *(put(store, "caller", key, key.encode(), 0) for store in clients for key in ("Ann", "ANN", "aNN")),
        return_exceptions=True,
    )
    assert [type(each) for each in made].count(Conflict) == 5 and await two.keys("caller") == ["ann"]
    version, _ = await two.get("caller", "anN") or (0, b"")
    await put(one, "caller", "ANN", b"Ann\n", version)
    assert await body(two, "caller", "ann") == b"Ann\n"
    unit = Unit([Change("put", "gone", "Ann", None, b"Anna\n"), Change("delete", "caller", "Ann", None)])
    await two.write(unit)
    assert await one.get("caller", "Ann") is None and await one.keys("gone", "ANN") == ["ann"]
    assert one is not two or [path.name for path in (tmp_path / "callers" / "removed").iterdir()] == [
        "Ann.yaml"
    ]


async def test_a_single_document_has_no_key(clients):
    one, two = clients
    version = await put(one, "alive", "", b"1", 0)
    assert await two.get("alive", "") == (version, b"1")
    with pytest.raises(StoreError):
        await put(one, "alive", "x", b"1")


async def test_a_change_changes_a_document_s_state(clients):
    one, two = clients
    assert await one.states("thread") == {}
    a, b = await put(one, "thread", "a", b"1\n", 0), await put(one, "thread", "b", b"1\n", 0)
    before = await two.states("thread")
    await add(one, "thread", "a", b"2\n", a)
    after = await two.states("thread")
    assert before.keys() == after.keys() == {"a", "b"}
    assert before["a"] != after["a"] and before["b"] == after["b"]
    assert max(after, key=after.__getitem__) == "a"
    await one.write(Unit([Change("delete", "thread", "b", b)]))
    assert (await two.states("thread")).keys() == {"a"}


async def test_a_damaged_document_is_set_aside(clients):
    one, two = clients
    await put(one, "save", "b", b"3\n", 0)
    for data in (b"1\n", b"2\n"):
        await put(one, "save", "a", data, 0)
        assert (await two.set_aside("save", "a")).startswith("a.jsonl.")
        assert await one.get("save", "a") is None and await one.keys("save") == ["b"]


@pytest.mark.parametrize("key", ["", ".hidden", "a/b", "../a", "a\0b"])
async def test_what_no_file_can_be_called_is_no_key(clients, key):
    with pytest.raises(StoreError):
        await put(clients[0], "caller", key, b"x")


async def test_a_unit_is_written_whole_or_not_at_all(clients, tmp_path):
    one, two = clients
    ann, box = await put(one, "caller", "Ann", b"1\n", 0), await put(one, "letters", "ann", b"1\n", 0)
    first = lines(ZERO, 1)
    versions = await one.write(
        Unit(
            [
                Change("delete", "letters", "ann", box),
                Change("put", "caller", "Ann", ann, b"2\n"),
                Change("add", "letters", "bob", 0, b"3\n"),
            ],
            first,
            ZERO,
        )
    )
    assert versions[0] == 0 and await two.get("caller", "Ann") == (versions[1], b"2\n")
    assert (
        await two.get("letters", "bob") == (versions[2], b"3\n") and await two.get("letters", "ann") is None
    )
    with pytest.raises(Conflict):
        await two.write(
            Unit(
                [
                    Change("put", "caller", "Ann", versions[1], b"4\n"),
                    Change("add", "letters", "bob", versions[2] + 1, b"5\n"),
                ],
                lines(first[0].hash, 2),
                first[0].hash,
            )
        )
    assert await body(one, "caller", "Ann") == b"2\n" and await body(one, "letters", "bob") == b"3\n"
    assert await numbers(one, tmp_path) == [1]


# -- leases and messages -------------------------------------------------------------------------


async def test_a_name_is_taken_once_and_its_numbers_grow(clients):
    one, two = clients
    first = await one.take("chores")
    assert first and first.name == "chores" and await two.take("chores") is None
    assert await two.take("on/Ann")
    await one.release(first)
    second = await two.take("chores")
    assert second and second.fence > first.fence
    await one.release(first)  # it doesn't hold any more
    assert await one.take("chores") is None


async def test_a_lease_that_was_lost_does_not_hold(clients):
    one, two = clients
    lost = await one.take("chores")
    assert lost and await one.holds(lost)
    await one.release(lost)
    held = await two.take("chores")
    assert held and await two.holds(held) and not await one.holds(lost)


async def test_other_hosts_hear_what_is_said_in_order(clients):
    one, two = clients
    heard: asyncio.Queue[Any] = asyncio.Queue()
    two.heard = heard.put_nowait
    long = {"do": "note", "text": "x" * (MOST_SAID - 30)}
    for message in ({"do": "ring", "n": 1}, {"do": "ring", "n": 2}, long):
        await one.say(message)
    with pytest.raises(StoreError):
        await one.say({"do": "note", "text": "x" * MOST_SAID})
    if one is not two:
        async with asyncio.timeout(PATIENCE):
            got = [await heard.get() for _ in range(3)]
        assert [message.get("n") for message in got] == [1, 2, None]


# -- against a dictionary ------------------------------------------------------------------------

Step = tuple[int, str, str, bool, bool]
STEPS = st.lists(
    st.tuples(
        st.integers(0, 1), st.sampled_from(["put", "add", "delete"]), st.sampled_from("ab"), st.booleans(),
        st.booleans(),
    ),
    max_size=40,
)  # fmt: skip


@pytest.mark.parametrize("opener", OPENERS)
@examples(10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
async def test_two_clients_with_right_and_stale_versions_agree_with_a_dictionary(
    tmp_path_factory, opener, steps
):
    """Each step may name a stale version, and may write a line as well."""
    data = tmp_path_factory.mktemp("store")
    one, two = await opener(data)
    want, versions, count = dict[str, bytes](), dict[str, int](), 0
    for number, (who, do, key, is_stale, with_line) in enumerate(steps):
        store, piece = (one, two)[who], f"{number}\n".encode()
        version = versions.get(key, 0)
        after = await tip(store)
        behind = lines(after, count) if with_line else ()
        change = Change(do, "save", key, version + is_stale, b"" if do == "delete" else piece)  # type: ignore[arg-type]
        if is_stale or (do == "delete" and not version):
            with pytest.raises(Conflict):
                await store.write(Unit([change._replace(version=version + 1)], behind, after))
            continue
        [versions[key]] = await store.write(Unit([change], behind, after))
        count += with_line
        want[key] = {"put": piece, "add": want.get(key, b"") + piece, "delete": b""}[do]
        if do == "delete":
            del want[key]
    for store in (one, two):
        assert {key: await body(store, "save", key) for key in await store.keys("save")} == want
    assert await numbers(one, data) == list(range(count))
    await two.close()
    await one.close()


# -- a folder: crashes and bad disks -------------------------------------------------------------


def prepared(data: Path) -> tuple[Folder, Unit]:
    """A store, and a unit of everything: two callers' files, letters, a save that goes, and two lines."""
    store = Folder(data)
    first = lines(ZERO, 1)
    ann, box, save, _ = store.write(
        Unit(
            [
                Change("put", "caller", "Ann", 0, b"handle: Ann\n"),
                Change("put", "letters", "ann", 0, b"1\n"),
                Change("put", "save", "s", 0, b"save\n"),
                Change("put", "table", "t", 0, b"terms\n"),
            ],
            first,
            ZERO,
        )
    )
    table = store.get("table", "t")
    assert table
    return store, Unit(
        [
            Change("delete", "caller", "Ann", ann),
            Change("put", "caller", "Anna", 0, b"handle: Anna\n"),
            Change("delete", "letters", "ann", box),
            Change("put", "letters", "anna", 0, b"1\n"),
            Change("add", "table", "t", table.version, b"rename\n"),
            Change("delete", "save", "s", save),
        ],
        lines(first[0].hash, 2, 3),
        first[0].hash,
    )


BEFORE = {"callers/Ann.yaml", "letters/ann.jsonl", "saves/s.jsonl"}
AFTER = {"callers/Anna.yaml", "letters/anna.jsonl"}


def state(data: Path) -> tuple[set[str], bytes, list[int]]:
    names = {
        f"{path.parent.name}/{path.name}" for path in data.rglob("*")
        if path.is_file() and path.parent.name in ("callers", "letters", "saves") and path.name[0] != "."
    }  # fmt: skip
    return names, (data / "tables" / "t.jsonl").read_bytes(), in_files(data)


WAS, IS = (BEFORE, b"terms\n", [1]), (AFTER, b"terms\nrename\n", [1, 2, 3])


def test_a_kill_at_any_call_of_a_unit_leaves_all_of_it_or_nothing(tmp_path):
    found, said = list[bool](), set[str]()
    for after in range(100):
        data = tmp_path / str(after)
        store, unit = prepared(data)
        with pytest.MonkeyPatch.context() as patch, suppress(Killed):
            Fault(patch, after, Killed)
            store.write(unit)
            assert after > 15 and found == sorted(found) and {*found} == {False, True}
            assert said == {tr.records.unit_finished()}
            return
        again = Folder(data)
        said.update(again.open())
        assert state(data) in (WAS, IS), after
        found.append(state(data) == IS)
        assert again.open() == [] and not (data / NOTE).exists()
        last = again.head()
        assert last
        again.write(Unit(lines=lines(last.hash, 4), after=last.hash))


def test_a_kill_at_any_call_leaves_two_documents_and_their_line_or_nothing(tmp_path):
    """Also documents of whatever version."""
    changes = [Change("put", "gone", "Ann", None, b"1\n"), Change("put", "letters", "ann", None, b"1\n")]
    said, all_of_it = set[str](), [["ann"], ["ann"], [1]]
    for after in range(100):
        store = Folder(data := tmp_path / str(after))
        with pytest.MonkeyPatch.context() as patch, suppress(Killed):
            Fault(patch, after, Killed)
            store.write(Unit(changes, lines(ZERO, 1), ZERO))
            assert said == {tr.records.unit_finished()}
            return
        again = Folder(data)
        said.update(again.open())
        assert [again.keys("gone"), again.keys("letters"), in_files(data)] in (all_of_it, [[], [], []])


def test_a_disk_that_refuses_at_any_call_of_a_unit_leaves_all_of_it_or_nothing(tmp_path):
    """Until there is room again nothing more is written."""
    for after in range(100):
        data = tmp_path / str(after)
        store, unit = prepared(data)
        with pytest.MonkeyPatch.context() as patch:
            fault = Fault(patch, after, lambda: OSError(28, "No space left on device"))
            try:
                store.write(unit)
            except StoreRefused as error:
                assert str(error) == "no space left on device"
                fault.is_on = False
                assert store.write(Unit([Change("put", "lines", "x", None, b"x\n")]))
                assert state(data) == WAS
                store.write(unit)
            if fault.left > 0:
                return
            fault.is_on = False
            store.write(Unit([Change("put", "lines", "x", None, b"x\n")]))  # and what it owes
            assert state(data) == IS and not (data / NOTE).exists()


def test_a_unit_that_the_next_start_can_t_finish_is_finished_before_another(tmp_path):
    """A killed board's disk is still full when it starts again, and the unit's note isn't lost."""
    refusals = 0
    for after in range(100):
        store, unit = prepared(tmp_path / "board")
        with pytest.MonkeyPatch.context() as patch, suppress(Killed):
            Fault(patch, after, Killed)
            store.write(unit)
            assert refusals > 20
            return
        for start in range(0, 20, 3):
            data = tmp_path / f"{after} {start}"
            shutil.copytree(tmp_path / "board", data)
            again, one = Folder(data), Change("put", "lines", "x", None, b"x\n")
            with pytest.MonkeyPatch.context() as patch:
                fault = Fault(patch, start, full)
                with suppress(StoreRefused):
                    again.open()
                refusals += fault.left <= 0 and (data / NOTE).exists()
            last = again.head()
            assert last
            with suppress(Conflict):  # the unit's own lines came first
                again.write(Unit([one], lines(last.hash, 4), last.hash))
            names, text, written = state(data)
            assert (names, text, [n for n in written if n != 4]) in (WAS, IS), (after, start)
            assert not (data / NOTE).exists()
        shutil.rmtree(tmp_path / "board")


def test_no_line_comes_before_those_of_a_unit_that_the_start_can_t_finish(tmp_path, caplog):
    """Though the disk refuses only a document of the unit. Other documents can be written. The log has what
    was repaired at the start, and the end of the unit."""
    replace = Path.replace

    def refused(draft: Path, path: Path) -> Path:
        if path.name == "Ann.yaml":
            raise full()
        return replace(draft, path)

    both = [Change("put", "caller", name, 0, b"1\n") for name in ("Ann", "Bob")]
    (tmp_path / NOTE).write_bytes(unit_as_json(Unit(both, lines(ZERO, 1), ZERO)).encode())
    (tmp_path / "journal" / "2026-07.jsonl").mkdir(parents=True)
    store, other = Folder(tmp_path), Change("put", "lines", "x", None, b"x\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", refused)
        for step in (store.open, lambda: store.write(Unit(lines=lines(ZERO, 2), after=ZERO))):
            with pytest.raises(StoreRefused):
                step()
        assert store.write(Unit([other]))
        assert in_files(tmp_path) == [] and (tmp_path / NOTE).exists()
        assert [one.split()[0] for one in caplog.messages] == ["2026-07.jsonl"]
    with pytest.raises(Conflict):
        store.write(Unit(lines=lines(ZERO, 2), after=ZERO))
    assert (in_files(tmp_path), store.keys("caller")) == ([1], ["ann", "bob"])
    assert not (tmp_path / NOTE).exists() and caplog.messages[1:] == [tr.records.unit_finished()]


def test_a_note_stays_for_the_next_start_until_its_unit_is_undone(tmp_path):
    """Though the disk refuses to delete one file, and then takes other writes."""
    unlink = Path.unlink

    def refused(path: Path, missing_ok: bool = False) -> None:
        if path.name == "Anna.yaml":
            raise OSError(5, "Input/output error")
        unlink(path, missing_ok)

    for after in range(4, 40, 4):
        data = tmp_path / str(after)
        store, unit = prepared(data)
        with pytest.MonkeyPatch.context() as patch:
            fault = Fault(patch, after, lambda: OSError(28, "No space left on device"))
            with suppress(StoreRefused):
                store.write(unit)
            fault.is_on = False
            patch.setattr(Path, "unlink", refused)
            store.write(Unit([Change("put", "lines", "x", None, b"x\n")]))
        Folder(data).open()
        assert state(data) in (WAS, IS), after


@pytest.mark.parametrize("month", ["2025-11", "2025-12"])
def test_a_power_cut_after_a_unit_loses_nothing_of_it(tmp_path, month):
    """A new month's file has a new name in its folder."""
    store, unit = prepared(tmp_path)
    [bob] = store.write(Unit([Change("put", "caller", "Bob", 0, b"1\n")]))
    bob_again = Change("put", "caller", "Bob", bob, b"2\n")
    with pytest.MonkeyPatch.context() as patch:
        lost = Unsynced(patch)
        store.write(
            unit._replace(changes=[*unit.changes, bob_again], lines=lines(unit.after, 2, month=month))
        )
        assert (lost.data, lost.names) == (set(), set())
        store.write(Unit([Change("add", "letters", "anna", version_of(b"1\n"), b"2\n")], unsynced=True))
        assert len(lost.data) == 1, "such a unit may be lost, and takes no time"
        store.write(Unit([Change("put", "caller", "Bob", None, b"3\n")], unsynced=True))


@pytest.mark.parametrize("lasting", [True, False])
def test_a_power_cut_loses_no_row_that_lasts(tmp_path, lasting):
    rows = Rows(Folder(tmp_path), "letters", "ann", lasting=lasting)
    for number in (1, 2):
        with pytest.MonkeyPatch.context() as patch:
            lost = Unsynced(patch)
            rows.append({"n": number})
            assert (lost.data == set()) is lasting


@pytest.mark.parametrize("unsynced", [False, True])
def test_a_torn_piece_is_none_but_a_line_that_a_sysop_left_open_counts(tmp_path, unsynced):
    store = Folder(tmp_path)
    for kind, whole in (("save", b"1\n"), ("letters", b"1\n2 by hand")):
        version = store.write(Unit([Change("put", kind, "a", 0, b"1\n")]))[0]
        [path] = [*(tmp_path / DOC_KINDS[kind].folder).iterdir()]
        with path.open("ab") as file:
            file.write(b"2 by hand")
        doc = store.get(kind, "a")
        assert doc and doc.body == whole and (doc.version == version) == DOC_KINDS[kind].torn
        store.write(Unit([Change("add", kind, "a", doc.version, b"3\n")], unsynced=unsynced))
        with pytest.raises(Conflict):
            store.write(Unit([Change("add", kind, "gone", doc.version, b"3\n")], unsynced=unsynced))
    assert (tmp_path / "saves" / "a.jsonl").read_bytes() == b"1\n3\n"
    assert (tmp_path / "letters" / "a.jsonl").read_bytes() == b"1\n2 by hand\n3\n"


@pytest.mark.parametrize("make_it", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to(path.name)])
def test_what_is_no_file_is_odd_and_can_be_replaced(tmp_path, make_it):
    store = Folder(tmp_path)
    (tmp_path / "saves").mkdir()
    make_it(tmp_path / "saves" / "a.jsonl")
    with pytest.raises(Odd):
        store.get("save", "a")
    store.write(Unit([Change("put", "save", "a", None, b"1\n")]))
    assert (doc := store.get("save", "a")) and doc.body == b"1\n"


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_note_that_a_power_cut_brings_back_changes_nothing_newer(tmp_path, goes_on):
    """A file system may lose the deletion of the note, and keep what was written after it."""
    store, unit = prepared(tmp_path)
    note, notes = tmp_path / NOTE, list[bytes]()
    unlink = Path.unlink

    def kept(path: Path, missing_ok: bool = False) -> None:
        if path == note:
            notes.append(path.read_bytes())
        unlink(path, missing_ok)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "unlink", kept)
        store.write(unit)
    newer = Change("put", "caller", "Anna", None, b"handle: Anna\npassword: new\n")
    last = store.head()
    assert last
    store.write(Unit([newer], lines(last.hash, 4) if goes_on else (), last.hash))
    store.write(Unit([Change("put", "caller", "Ann", 0, b"handle: Ann\nold: no\n")]))  # somebody new
    before = in_folder(tmp_path)
    note.write_bytes(notes[0])
    store.close()
    assert Folder(tmp_path).open() == [tr.records.unit_outdated(note=NOTE)]
    assert in_folder(tmp_path) == before


def in_folder(data: Path) -> dict[str, bytes]:
    """What is in the store's files."""
    return {path.name: path.read_bytes() for path in data.rglob("*.*l") if path.is_file()}


def test_a_note_of_documents_alone_that_comes_back_changes_nothing_newer(tmp_path):
    store = Folder(tmp_path)
    both = [Change("put", "caller", name, 0, b"1\n") for name in ("Ann", "Bob")]
    noted = unit_as_json(Unit(both)).encode()
    store.write(Unit(both))
    store.write(Unit([Change("put", "caller", "Ann", None, b"2\n")]))
    (tmp_path / NOTE).write_bytes(noted)
    notes = Folder(tmp_path).open()
    assert notes == [f"{NOTE} was about an older change, and was deleted."]
    assert (tmp_path / "callers" / "Ann.yaml").read_bytes() == b"2\n" and not (tmp_path / NOTE).exists()


def test_the_note_s_deletion_is_synced(tmp_path, monkeypatch):
    store, unit = prepared(tmp_path)
    steps, sync = list[str](), store_files.sync_folder

    def synced(folder: Path) -> None:
        steps.append("synced" if folder == tmp_path else folder.name)
        assert not (tmp_path / NOTE).exists() or folder != tmp_path or len(steps) == 1
        sync(folder)

    monkeypatch.setattr(store_files, "sync_folder", synced)
    store.write(unit)
    assert steps[-1] == "synced"


def test_a_damaged_note_is_set_aside(tmp_path):
    (tmp_path / NOTE).write_bytes(b'{"changes": [["put", "call')
    assert [NOTE in note for note in Folder(tmp_path).open()] == [True]
    assert Folder(tmp_path).open() == [] and (tmp_path / f"{NOTE}.broken").exists()


def test_a_killed_processs_draft_is_deleted_and_a_fresh_one_is_not(tmp_path):
    young, old = tmp_path / "saves" / ".aa.new", tmp_path / "saves" / ".bb.new"
    young.parent.mkdir()
    for path in (young, old):
        path.write_text("{}\n")
    os.utime(old, (1, 1))
    assert Folder(tmp_path).open() == []
    assert young.exists() and not old.exists()


def test_pieces_that_come_soon_after_each_other_follow_the_file(tmp_path):
    """Whatever others do to it, and with more files than may be open at once."""
    store, versions = Folder(tmp_path), dict[str, int]()
    for key in map(str, range(store_files.OPEN + 10)):
        [versions[key]] = store.write(Unit([Change("put", "save", key, 0, b"0\n")]))
        [versions[key]] = store.write(
            Unit([Change("add", "save", key, versions[key], b"1\n")], unsynced=True)
        )
    for key, version in versions.items():
        [versions[key]] = store.write(Unit([Change("add", "save", key, version, b"2\n")], unsynced=True))
    assert {doc.body for key in versions if (doc := store.get("save", key))} == {b"0\n1\n2\n"}
    path = tmp_path / "saves" / "0.jsonl"
    path.write_bytes(b"0\n1\n")  # by hand
    with pytest.raises(Conflict):
        store.write(Unit([Change("add", "save", "0", versions["0"], b"3\n")], unsynced=True))
    doc = store.get("save", "0")
    assert doc and doc.body == b"0\n1\n"
    [version] = store.write(Unit([Change("add", "save", "0", doc.version, b"3\n")], unsynced=True))
    path.unlink()
    with pytest.raises(Conflict):
        store.write(Unit([Change("add", "save", "0", version, b"4\n")], unsynced=True))


def test_threads_that_write_at_once_wait_only_for_each_others_files(tmp_path):
    store, done = Folder(tmp_path), list[int]()

    def work(number: int) -> None:
        version = store.write(Unit([Change("put", "save", str(number), 0, b"0\n")]))[0]
        for _ in range(20):
            change = Change("add", "save", str(number), version, b"1\n")
            [version] = store.write(Unit([change], unsynced=number % 2 > 0))
        last = store.head()
        while True:
            after = last.hash if last else ZERO
            gone = Change("delete", "save", str(number), version)
            try:
                store.write(Unit([gone], lines(after, number), after))
                break
            except Conflict:
                last = store.head()
        done.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == sorted(in_files(tmp_path)) == list(range(8)) and store.keys("save") == []


def test_of_two_threads_only_one_takes_a_name(tmp_path):
    store, both = Folder(tmp_path), threading.Barrier(2)

    class Together:
        """Numbers that two threads get at once."""

        def __next__(self) -> int:
            both.wait(10)
            return threading.get_ident()

    store._fences = Together()  # type: ignore[assignment]
    leases = list[Lease | None]()
    threads = [threading.Thread(target=lambda: leases.append(store.take("new/ann"))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(leases) == 2 and len([lease for lease in leases if lease]) == 1
