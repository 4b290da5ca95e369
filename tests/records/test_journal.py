"""The journal on real files: chain, months, group commit, torn tails, other processes, bad disks."""

import asyncio
import errno
import json
import os
import threading
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from effort import some
from random_matches import random_match
from records_kit import NOON, VIENNA, Clock, write_journal
from unprivileged import unprivileged

from door.records.audit.audit import audit
from door.records.journal import files
from door.records.journal.files import journal_head, journal_months, last_hashes, last_time, lines_since
from door.records.journal.journal import (
    Decision,
    Journal,
    JournalBusy,
    JournalPlan,
    JournalWaits,
    WrittenLines,
)
from door.records.journal.lines import ZERO, Fields, JournalLine, digest, stamp
from door.records.store import Change, Conflict, Unit
from door.records.store import tail as module
from door.records.store.files import Folder
from door.records.store.tail import JournalTail

pytestmark = pytest.mark.files("it is about disks that fail")


def make(folder: Path, clock: Clock | None = None) -> Journal:
    return Journal(Folder(folder), UTC, clock or Clock())


@pytest.fixture
def journal(tmp_path):
    return make(tmp_path)


def numbers(journal: Journal) -> list[int]:
    return [entry.fields["n"] for entry, _ in lines_since(journal.folder)]


def sound(journal: Journal) -> bool:
    return audit(journal.folder, {}).faults == ()


def note(n: int) -> dict[str, Any]:
    return {"kind": "note", "n": n}


async def test_a_line_is_canonical_json_chained_to_the_one_before(tmp_path, journal):
    first = await journal.decide([{"kind": "note", "text": "Zoë ░", "n": 1}])
    await journal.decide([note(2)])
    raw = (tmp_path / "journal/2025-11.jsonl").read_bytes().splitlines()
    expected = f'"prev":"{ZERO}","t":"2025-11-21T12:00:00.000Z","text":"Zoë ░","v":1'
    assert raw[0] == f'{{"kind":"note","n":1,{expected}}}'.encode()
    assert json.loads(raw[1])["prev"] == digest(raw[0]) == first.entries[0].hash
    assert (tmp_path / "journal/2025-11.jsonl").stat().st_mode & 0o777 == 0o600


async def test_many_appends_at_once_share_writes_and_keep_their_order(tmp_path, monkeypatch):
    journal, syncs = make(tmp_path), []
    real = os.fsync
    monkeypatch.setattr(module.os, "fsync", lambda fd: (syncs.append(fd), real(fd)))
    await asyncio.gather(*(journal.decide([note(n), note(n + 1)]) for n in range(0, 400, 2)))
    assert numbers(journal) == list(range(400))
    assert len(syncs) < 100
    assert sound(journal)


async def test_each_caller_gets_its_own_entries(journal):
    answers = await asyncio.gather(*(journal.decide([note(n)] * (n % 3)) for n in range(9)))
    assert [[e.fields["n"] for e in own.entries] for own in answers] == [[n] * (n % 3) for n in range(9)]


async def test_the_file_is_the_boards_month_and_never_an_older_one(tmp_path):
    clock = Clock(datetime(2025, 11, 30, 22, 59, tzinfo=UTC))
    journal = Journal(Folder(tmp_path), VIENNA, clock)
    await journal.decide([note(1)])
    clock.pass_by(minutes=2)
    await journal.decide([note(2)])
    clock.pass_by(days=-20)
    await journal.decide([note(3)])
    assert journal_months(journal.folder) == ["2025-11", "2025-12"]
    assert [e.fields["n"] for e, _ in lines_since(journal.folder, ("2025-12", 0))] == [2, 3]
    assert [e.fields["t"][:10] for e, _ in lines_since(journal.folder)] == ["2025-11-30"] * 3
    assert sound(journal)


async def test_reading_goes_on_from_a_place(journal):
    await journal.decide([note(1), note(2)])
    places = [place for _, place in lines_since(journal.folder)]
    await journal.decide([note(3)])
    assert [e.fields["n"] for e, _ in lines_since(journal.folder, places[0])] == [2, 3]
    assert [e.fields["n"] for e, _ in lines_since(journal.folder, places[1])] == [3]


@pytest.mark.parametrize("torn", [b'{"kind":"no', b"x", b"\0\0\0\0", b"\0\0\0\n", b"\0" * 200_000 + b"}\n"])
async def test_a_torn_tail_is_cut_off_kept_aside_and_told(tmp_path, journal, torn):
    await journal.decide([note(1), note(2)])
    with (journal.folder / "2025-11.jsonl").open("ab") as file:
        file.write(torn)
    again = make(tmp_path)
    told = again.repair()
    assert len(told) == 1 and "2025-11.jsonl" in told[0] and "torn" in told[0]
    assert again.repair() == []
    assert (tmp_path / "journal/2025-11.jsonl.torn").read_bytes().rstrip(b"\n") == torn.rstrip(b"\n")
    await again.decide([note(3)])
    assert numbers(again) == [1, 2, 3] and sound(again)


async def test_a_file_that_is_all_torn_lets_the_month_before_be_chained_to(tmp_path, clock):
    await make(tmp_path, clock).decide([note(1)])
    (tmp_path / "journal/2025-12.jsonl").write_bytes(b'{"a"')
    clock.pass_by(days=30)
    journal = make(tmp_path, clock)
    await journal.decide([note(2)])
    assert numbers(journal) == [1, 2] and sound(journal)


@pytest.mark.parametrize("make_it", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to(path.name)])
async def test_what_is_no_file_but_is_called_a_month_is_set_aside(tmp_path, make_it):
    await make(tmp_path).decide([note(1)])
    odd = [tmp_path / "journal" / f"{month}.jsonl" for month in ("2025-10", "2025-12", "2099-01")]
    for path in (*odd, tmp_path / "journal/2025-11.jsonl.torn"):
        make_it(path)
    with (tmp_path / "journal/2025-11.jsonl").open("ab") as file:
        file.write(b"torn")
    journal = make(tmp_path)
    told = journal.repair()
    assert [f"{path.name} is not a file; it was kept as {path.name}.broken." for path in odd] == told[:3]
    assert "torn line of 4 bytes" in told[3] and journal.repair() == []
    await journal.decide([note(2)])
    assert numbers(journal) == [1, 2] and sound(journal)
    assert journal_months(journal.folder) == ["2025-11"]


async def test_a_later_month_without_a_line_is_not_written_to(tmp_path):
    await make(tmp_path).decide([note(1)])
    (tmp_path / "journal/2099-01.jsonl").touch()
    journal = make(tmp_path)
    await journal.decide([note(2)])
    assert len((tmp_path / "journal/2025-11.jsonl").read_bytes().splitlines()) == 2 and sound(journal)


@pytest.mark.parametrize("lost", [False, True])
async def test_a_journal_that_is_cut_at_any_byte_loses_no_whole_line(tmp_path, lost):
    """Blocks that a power cut has `lost` are NUL bytes."""
    clock = Clock(NOON.replace(day=30))
    journal = make(tmp_path, clock)
    await journal.decide([note(1)])
    clock.pass_by(days=1)
    for n in (2, 3):
        await journal.decide([note(n)])
    path = journal.folder / "2025-12.jsonl"
    whole = path.read_bytes()
    for cut in some(range(len(whole) + 1)):
        path.write_bytes(whole[:cut] + bytes(len(whole) - cut) * lost)
        (aside := path.with_name(f"{path.name}.torn")).unlink(missing_ok=True)
        kept = whole[: whole.rfind(b"\n", 0, cut) + 1]
        tail = JournalTail(path.parent)
        is_torn = len(kept) < (len(whole) if lost else cut)
        assert len(tail.repair()) == is_torn and path.read_bytes() == kept, cut
        torn = aside.read_bytes() if is_torn else b""
        assert torn.rstrip(b"\0\n") == whole[len(kept) : cut].rstrip(b"\0\n"), cut
        end = tail.head()
        assert end and end.fields["n"] == 1 + kept.count(b"\n"), cut


@pytest.mark.parametrize("tail", [b"", b"\n", b"x\n"])
async def test_what_never_reached_the_disk_takes_no_memory(tmp_path, tail):
    await make(tmp_path).decide([note(1)])
    path = tmp_path / "journal/2025-11.jsonl"
    size = path.stat().st_size
    os.truncate(path, 1 << 28)
    with path.open("ab") as file:
        file.write(tail)
    tracemalloc.start()
    try:
        assert len(make(tmp_path).repair()) == 1
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()
    assert path.stat().st_size == size
    kept = (tmp_path / "journal/2025-11.jsonl.torn").stat()
    assert kept.st_size > 1 << 27 and kept.st_blocks * 512 < 16 << 20


async def test_a_line_that_is_no_json_is_chained_to_and_left_for_the_audit(journal):
    await journal.decide([note(1)])
    with (journal.folder / "2025-11.jsonl").open("ab") as file:
        file.write(b"edited by hand\n")
    await journal.decide([note(2)])
    raw = (journal.folder / "2025-11.jsonl").read_bytes().splitlines()
    assert json.loads(raw[2])["prev"] == digest(b"edited by hand")
    assert {fault.line for fault in audit(journal.folder, {}).faults} == {2}


@pytest.mark.parametrize(("block", "piece"), [(files.BLOCK, files.PIECE), (5, 300), (14, 300)])
@pytest.mark.parametrize("torn", [b"", b'{"t":"2025-12-24T'])
def test_a_journal_s_end_is_read_from_behind(tmp_path, monkeypatch, block, piece, torn):
    monkeypatch.setattr(files, "BLOCK", block)
    monkeypatch.setattr(files, "PIECE", piece)
    assert (last_time(tmp_path), list(last_hashes(tmp_path, 9))) == ("", [])
    assert json.loads(journal_head(tmp_path)) == {"head": ZERO, "month": "", "size": 0}
    november, december = (
        [{"kind": "a", "t": stamp(NOON.replace(month=month, minute=at))} for at in (1, 2)]
        for month in (11, 12)
    )
    write_journal(tmp_path, {"2025-11": november, "2025-12": december})
    whole = b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir())) + b'{"kind":"c"}\n'
    path = tmp_path / "2025-12.jsonl"
    path.write_bytes(path.read_bytes() + b'{"kind":"c"}\n' + torn)
    if torn:
        (tmp_path / "2026-01.jsonl").write_bytes(torn)
    hashes = [digest(line) for line in reversed(whole.splitlines())]
    head = {"head": hashes[0], "month": "2025-12", "size": path.stat().st_size - len(torn)}
    assert json.loads(journal_head(tmp_path)) == head
    assert [[*last_hashes(tmp_path, most)] for most in (1, 4, 9)] == [hashes[:1], hashes[:4], hashes]
    assert last_time(tmp_path) == december[1]["t"]


async def test_a_line_longer_than_any_block_is_still_chained_to(tmp_path, journal):
    await journal.decide([{"kind": "note", "text": "x" * 700_000}])
    again = make(tmp_path)
    await again.decide([note(2)])
    assert sound(again)


async def test_lines_made_under_the_lock_see_what_was_written_before(journal):
    await journal.decide([note(1)])
    await journal.decide(lambda moment: [note(max(numbers(journal)) + 1)])
    assert numbers(journal) == [1, 2]


async def test_a_line_that_cannot_be_made_is_its_own_askers_trouble(journal):
    results = await asyncio.gather(
        journal.decide([{"kind": "note", "n": float("nan")}]),
        journal.decide([{"kind": "note", "n": object()}]),
        journal.decide([note(1)]),
        return_exceptions=True,
    )
    assert isinstance(results[0], ValueError) and isinstance(results[1], TypeError)
    assert numbers(journal) == [1] and not journal.owes


async def test_a_cancelled_caller_does_not_cancel_the_writing(journal):
    task = asyncio.create_task(journal.decide([note(1)]))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await journal.decide([note(2)])
    assert numbers(journal) == [1, 2]


# -- a disk that refuses -------------------------------------------------------------------


class BadDisk:
    """Stands in for the one function that writes: takes some bytes, then fails."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.error, self.takes = 0, 0
        self._real, self._sync, self._cut = module.write_all, os.fsync, os.ftruncate
        self.bad_sync = self.bad_cut = False
        monkeypatch.setattr(module, "write_all", self.write)
        monkeypatch.setattr(module.os, "fsync", self.sync)
        monkeypatch.setattr(module.os, "ftruncate", self.cut)

    def write(self, fd: int, data: bytes) -> None:
        if self.error:
            self._real(fd, data[: self.takes])
            raise OSError(self.error, os.strerror(self.error))
        self._real(fd, data)

    def sync(self, fd: int) -> None:
        if self.bad_sync:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._sync(fd)

    def cut(self, fd: int, size: int) -> None:
        if self.bad_cut:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._cut(fd, size)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> BadDisk:
    return BadDisk(monkeypatch)


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
async def test_a_full_disk_leaves_nothing_half_written_and_decisions_wait_in_order(journal, disk, error):
    await journal.decide([note(1)])
    before = (journal.folder / "2025-11.jsonl").read_bytes()
    disk.error, disk.takes = error, 30
    for n in (2, 3):
        with pytest.raises(JournalBusy, match=r"cannot be written: [a-z]"):
            await journal.decide([note(n)], waits=True)
        assert (journal.folder / "2025-11.jsonl").read_bytes() == before
    assert journal.owes and journal.trouble and journal.fault() == journal.trouble
    assert not await journal.retry()
    disk.error = 0
    await journal.decide([note(4)])
    assert numbers(journal) == [1, 2, 3, 4] and not journal.owes and journal.trouble == ""
    assert sound(journal)


async def test_a_decision_without_anything_to_write_is_answered_though_the_disk_refuses(journal, disk):
    await journal.decide([note(1)])
    disk.error = errno.ENOSPC
    drain, journal._drain = journal._drain, lambda: None  # type: ignore[method-assign]
    asked = [
        asyncio.ensure_future(journal.decide(made, about=about))
        for about, made in (("Ann", lambda moment: []), ("Bob", lambda moment: [note(2)]))
    ]
    while len(journal._asked) < 2:  # noqa: ASYNC110
        await asyncio.sleep(0)
    journal._drain, journal._is_called = drain, False  # type: ignore[method-assign]
    await journal.retry()
    nothing, refused = await asyncio.gather(*asked, return_exceptions=True)
    assert nothing == WrittenLines([], []) and isinstance(refused, JournalBusy)
    await journal.close()


async def test_time_never_goes_back(tmp_path, clock, caplog):
    journal = make(tmp_path, clock)
    made_at = []

    def made(moment: datetime) -> list[Fields]:
        made_at.append(stamp(moment))
        return [note(len(made_at))]

    for seconds in (60, -90, -3600, 2 * 3600):
        clock.pass_by(seconds=seconds)
        await journal.decide(made)
        journal.decide_now(made)
    times = [entry.fields["t"] for entry, _ in lines_since(journal.folder)]
    assert times == sorted(times) == made_at and len(times) == 8
    assert (times[0], times[5], times[6]) == (stamp(NOON.replace(minute=1)), times[0], stamp(clock()))
    assert caplog.text.count("behind the journal") == 1
    assert journal.now() == clock()


async def test_a_journal_knows_its_time_before_the_first_decision(tmp_path, clock):
    await make(tmp_path, clock).decide([note(1)])
    before = clock()
    clock.pass_by(days=-1)
    again = make(tmp_path, clock)
    assert again.repair() == [] and again.now() == before


async def test_the_time_of_another_programs_last_line_holds_as_well(tmp_path):
    for last, first in (
        ("2025-11-21T12:00:30.000+00:00", "2025-11-21T12:00:30.000Z"),
        ("tomorrow", stamp(NOON)),
        (None, stamp(NOON)),
    ):
        folder = tmp_path / str(last)[:5]
        write_journal(folder / "journal", {"2025-11": [{"kind": "theirs", "t": last}]})
        journal = make(folder)
        (entry,) = journal.decide_now([note(1)]).entries
        assert entry.fields["t"][:23] == first[:23]


def test_a_line_behind_a_later_one_has_its_time_and_a_table_keeps_when_play_began():
    table, _ = random_match(Random(1), NOON).lines()
    decision, later = Decision(lambda moment: [note(1), without_time], NOON), stamp(NOON.replace(hour=13))
    without_time = {name: value for name, value in table.items() if name != "t"}
    assert decision.decide((ZERO, later), NOON, "2025-11")[1] == later
    assert [entry.fields["t"] for entry in decision.entries] == [later, later]
    assert [entry.fields.get("begun") for entry in decision.entries] == [None, stamp(NOON)]


async def test_waiting_decisions_keep_the_time_when_they_happened(tmp_path, clock, disk):
    journal = make(tmp_path, clock)
    disk.error = errno.ENOSPC
    with pytest.raises(JournalBusy):
        await journal.decide([note(1)], waits=True)
    disk.error = 0
    clock.pass_by(days=2)
    assert await journal.retry()
    assert [e.fields["t"][:10] for e, _ in lines_since(journal.folder)] == ["2025-11-21"]


async def test_a_failing_sync_is_not_taken_for_written(journal, disk):
    disk.bad_sync = True
    with pytest.raises(JournalBusy):
        await journal.decide([note(1)], waits=True)
    assert numbers(journal) == []
    disk.bad_sync = False
    assert await journal.retry()
    assert numbers(journal) == [1]


@pytest.mark.parametrize(("takes", "sync"), [(40, False), (10_000, True)])
async def test_what_cannot_be_cut_back_is_written_once_all_the_same(journal, disk, takes, sync):
    await journal.decide([note(1)])
    disk.error, disk.takes, disk.bad_sync, disk.bad_cut = (0 if sync else errno.EIO), takes, sync, True
    with pytest.raises(JournalBusy):
        await journal.decide([note(2)], waits=True)
    disk.error, disk.bad_sync, disk.bad_cut = 0, False, False
    await journal.decide([note(3)])
    assert numbers(journal) == [1, 2, 3] and sound(journal)


async def test_a_folder_that_vanishes_is_not_begun_anew(tmp_path, journal):
    await journal.decide([note(1)])
    (tmp_path / "journal").rename(tmp_path / "gone")
    with pytest.raises(JournalBusy, match="no such file"):
        await journal.decide([note(2)], waits=True)
    assert not (tmp_path / "journal").exists()
    (tmp_path / "gone").rename(tmp_path / "journal")
    assert await journal.retry()
    assert numbers(journal) == [1, 2] and sound(journal)


async def test_a_journal_that_is_changed_from_outside_is_looked_at_again(tmp_path, journal, disk):
    for n in (1, 2, 3):
        await journal.decide([note(n)])
    path = journal.folder / "2025-11.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:1]))
    await journal.decide(lambda moment: [note(max(numbers(journal)) + 10)])
    assert numbers(journal) == [1, 11] and sound(journal)
    make(tmp_path).decide_now([note(12)])
    await journal.decide(lambda moment: [note(max(numbers(journal)) + 1)])
    assert numbers(journal) == [1, 11, 12, 13] and sound(journal)


async def test_a_journal_that_is_replaced_while_decisions_wait_loses_none(journal, disk):
    for n in (1, 2):
        await journal.decide([note(n)])
    disk.error = errno.ENOSPC
    with pytest.raises(JournalBusy):
        await journal.decide(lambda moment: [note(max(numbers(journal)) + 10)], waits=True)
    disk.error = 0
    path = journal.folder / "2025-11.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:1]))
    assert await journal.retry()
    assert numbers(journal) == [1, 11] and sound(journal)


@pytest.mark.parametrize("refused", ["its save", "all saves"])
async def test_a_document_that_the_system_refuses_holds_up_its_own_decisions_alone(refused, caplog):
    def saved(n: int, who: str, do: Any = "put") -> Callable[[datetime], JournalPlan]:
        return lambda moment: JournalPlan([note(n)], [Change(do, "save", f"{who}.dice", None, b"x\n")])

    with unprivileged() as folder:
        journal, saves = make(folder), folder / "saves"
        for n, who in ((1, "ann"), (2, "bob")):
            await journal.decide(saved(n, who), about=who)
        if refused == "all saves":
            saves.chmod(0o500)
            await journal.decide(saved(3, "ann", "delete"), about="ann")  # its line counts all the same
        else:
            (saves / "ann.dice.jsonl").chmod(0)
        for n in (4, 5):
            with pytest.raises(JournalWaits, match=r"^saves/ann.dice.jsonl cannot be read or written: perm"):
                await journal.decide(saved(n, "ann"), about="ann", waits=True)
        with pytest.raises(JournalBusy, match=r"^saves/ann"):
            await journal.decide(saved(6, "ann"), about="ann")
        if refused == "its save":
            await journal.decide(saved(7, "bob"), about="bob")
        await journal.decide([note(8)])
        journal.store.write(Unit([Change("put", "caller", name, None, b"handle: x\n") for name in "xy"]))
        assert journal.fault() == "" and caplog.text.count("saves/ann") == 1 and journal.owes
        assert [one.split()[0] for one in journal.refusals] == ["saves/ann.dice.jsonl"]
        (folder / "callers").chmod(0)
        assert make(folder).repair() == [], "a start doesn't blame the journal for it"
        saves.chmod(0o700)
        (saves / "ann.dice.jsonl").chmod(0o600)
        assert await journal.retry() and numbers(journal)[-3:] == [8, 4, 5] and sound(journal)
        assert not journal.refusals
        await journal.close()


async def test_a_decision_whose_document_has_changed_is_its_own_askers_trouble(journal):

    def plan(n: int, version: int) -> Callable[[datetime], JournalPlan]:
        return lambda moment: JournalPlan([note(n)], [Change("put", "save", str(n), version, b"x\n")])

    results = await asyncio.gather(
        journal.decide(plan(1, 0), about=1), journal.decide(plan(2, 7), about=2),
        journal.decide(plan(3, 0), about=3), return_exceptions=True,
    )  # fmt: skip
    assert isinstance(results[1], Conflict) and numbers(journal) == [1, 3] and sound(journal)
    assert isinstance(results[0], WrittenLines) and journal.store.keys("save") == ["1", "3"]


async def test_a_refused_decision_is_not_made_again_with_its_batch(tmp_path):
    journal, made = make(tmp_path), list[datetime]()

    def fails_once(moment: datetime) -> list[Fields]:
        made.append(moment)
        if len(made) == 1:
            raise KeyError("no turn left")
        return [note(1)]

    changed = JournalPlan([note(2)], [Change("put", "save", "a", 7, b"x\n")])
    together = threading.Event()
    asked = asyncio.gather(
        journal.decide(lambda moment: together.wait() and []), journal.decide(fails_once, about=1),
        journal.decide(lambda moment: changed, about=2), journal.decide([note(3)]), return_exceptions=True,
    )  # fmt: skip
    await asyncio.sleep(0)
    together.set()
    _, *results = await asked
    assert isinstance(results[0], KeyError) and isinstance(results[1], Conflict) and numbers(journal) == [3]


async def test_a_closed_journal_leaves_nobody_waiting(journal):
    await journal.close()
    for _ in range(2):
        with pytest.raises(RuntimeError, match="after shutdown"):
            await journal.decide([note(1)])


def test_a_new_month_begins_after_the_last_one_is_synced(tmp_path, monkeypatch):
    synced = list[int]()
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.fstat(fd).st_ino))
    tail = JournalTail(tmp_path)
    for month in ("2025-11", "2025-12"):
        line = JournalLine.of(month, b"{}")
        tail.append([line], is_synced=False)
    assert (tail.folder / "2025-11.jsonl").stat().st_ino in synced


async def test_decisions_about_the_same_thing_see_each_other(journal):

    def more(moment: datetime) -> list[Fields]:
        return [note(len(numbers(journal)))]

    await asyncio.gather(*(journal.decide(more, about="it") for _ in range(5)), journal.decide(more))
    assert numbers(journal) == list(range(6))


def test_a_command_appends_without_a_loop_and_nothing_waits(journal, disk):
    assert [e.fields["n"] for e in journal.decide_now([note(1)]).entries] == [1]
    disk.error = errno.ENOSPC
    with pytest.raises(JournalBusy, match="no space left"):
        journal.decide_now([note(2)])
    assert not journal.owes
