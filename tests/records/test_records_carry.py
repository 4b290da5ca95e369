"""The kept ledger: a start with it shows just what the journal alone would, whatever became of either."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ledger_lines import LINES, both, game, turn
from records_kit import Clock, make_store, play, write_journal
from testdoor import TestDoor

from door.records.audit.audit import audit
from door.records.journal.journal import Journal
from door.records.journal.lines import Fields
from door.records.ledger import chain_digest, ledger_cache, live_ledger
from door.records.ledger.chain_digest import BLOCK, ChainDigest, mark_of
from door.records.ledger.ledger import Ledger
from door.records.ledger.ledger_cache import Folded, compared, fold, keep, read_ledger
from door.records.ledger.live_ledger import LiveLedger

DOORS = {"dice": TestDoor(), "few": TestDoor("few", fewer=True)}
BOOKS = {
    "2025-09": both("1", "Alice", 10, month="2025-09"),
    "2025-10": [*both("2", "Bob", 7, month="2025-10"), turn("3", "Alice")],
    "2025-11": [game("3", "Alice", 5), *both("4", "Dan", 21), *both("5", "Bob", 30)],
}


LINES_IN_ALL = sum(map(len, BOOKS.values()))


def journal_in(folder: Path, books: dict[str, list[Fields]] | None = None) -> Journal:
    write_journal(folder / "journal", BOOKS if books is None else books)
    return Journal(folder / "journal", UTC, Clock())


def told(folded: Folded | Ledger) -> Any:
    ledger = folded.ledger if isinstance(folded, Folded) else folded
    return json.loads(json.dumps(ledger.to_json()))


def kept_at(tmp_path: Path) -> tuple[Journal, Path, Any]:
    """A journal of three months, its cache, and what its tables are."""
    journal, cache = journal_in(tmp_path), tmp_path / "cache"
    folded = fold(journal, DOORS)
    assert keep(journal, folded, cache)
    return journal, cache, told(folded)


def test_lines_that_cannot_be_read_are_told_by_their_month(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal = journal_in(tmp_path)
    before = fold(journal, DOORS).ledger.open
    assert not caplog.records
    with journal.path("2025-11").open("ab") as file:
        file.write(b"\xff\xfe\n{}\n[]\nnothing\n")
    assert fold(journal, DOORS).ledger.open == before
    (line,) = [record.getMessage() for record in caplog.records]
    assert line == "2025-11.jsonl: skipped 4 unreadable lines; run `door audit` to list them."


# -- the seal --------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.lists(st.integers(0, 3 * BLOCK), max_size=6), st.integers(0, 6 * BLOCK), st.integers(0, 6 * BLOCK))
def test_a_seal_is_the_same_however_the_bytes_come(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[int], left: int, changed: int
) -> None:
    data = b"".join(os.urandom(size) for size in pieces)
    path = tmp_path_factory.mktemp("seal") / "file"
    path.write_bytes(data)
    whole = ChainDigest()
    at = 0
    for size in pieces:
        whole.add(data[at : at + size])
        at += size
    assert whole.mark == mark_of(path, len(data)) and whole.size == len(data)
    left = min(left, len(data))
    early = ChainDigest()
    early.add(data[:left])
    resumed = ChainDigest.resumed(path, left, early.before, early.mark)
    assert resumed is not None
    resumed.add(data[left:])
    assert resumed.mark == whole.mark
    if changed < len(data):
        path.write_bytes(data[:changed] + bytes([data[changed] ^ 1]) + data[changed + 1 :])
        assert mark_of(path, len(data)) != whole.mark
        assert mark_of(path, changed) == mark_of(path, changed)
    assert mark_of(path, len(data) + 1) == ""


# -- from the cache as from the journal --------------------------------------------------------


@settings(max_examples=120)
@given(st.lists(LINES, min_size=1, max_size=3), st.integers(0, 120), st.integers(0, 120))
def test_a_start_from_any_point_makes_the_tables_of_the_whole(
    tmp_path_factory: pytest.TempPathFactory, months: list[list[Fields]], stop: int, again: int
) -> None:
    folder = tmp_path_factory.mktemp("carry")
    names = ["2025-10", "2025-11", "2025-12"]
    journal = journal_in(folder, dict(zip(names, months, strict=False)))
    whole, cache = fold(journal, DOORS), folder / "cache"
    for at in (stop, again):
        partly = fold_until(journal, at, cache)
        keep(journal, partly, cache)
    start = fold(journal, DOORS, cache)
    assert compared(journal, start.doubts) is not None
    assert told(start) == told(whole) and start.place == whole.place and start.seal.mark == whole.seal.mark
    assert start.ledger.head == whole.ledger.head


def fold_until(journal: Journal, lines: int, cache: Path) -> Folded:
    """A start that ends after so many new lines, as a killed board's does."""
    folded = ledger_cache._kept(journal, DOORS, cache) or Folded(Ledger(DOORS))
    for count, (entry, _) in enumerate(journal.since(folded.place)):
        if count == lines:
            break
        folded.take(entry)
    return folded


def test_every_line_once_is_read_and_then_none(tmp_path: Path) -> None:
    journal, cache, want = kept_at(tmp_path)
    start = fold(journal, DOORS, cache)
    assert (told(start), start.fresh) == (want, 0)
    assert fold(journal, DOORS).fresh == LINES_IN_ALL
    assert told(read_ledger(journal, DOORS, cache)[0]) == want


def test_only_the_running_months_file_is_in_doubt(tmp_path: Path) -> None:
    journal, cache, _ = kept_at(tmp_path)
    start = fold(journal, DOORS, cache)
    assert [part.month for part in start.doubts] == ["2025-11"]
    sure = compared(journal, start.doubts)
    assert sure is not None
    start.settle(sure)
    assert start.doubts == []


def test_a_restored_backup_is_compared_and_not_folded_anew(tmp_path: Path) -> None:
    _, _, want = kept_at(tmp_path)
    shutil.copytree(tmp_path, tmp_path / "other")
    journal = Journal(tmp_path / "other" / "journal", UTC, Clock())
    start = fold(journal, DOORS, tmp_path / "other" / "cache")
    assert len(start.doubts) == 3 and start.fresh == 0 and told(start) == want
    sure = compared(journal, start.doubts)
    assert sure is not None and len(sure) == 3


# -- a cache that is not what was written -------------------------------------------------------


def test_a_cache_torn_or_bent_anywhere_is_as_good_as_none(tmp_path: Path) -> None:
    journal, cache, want = kept_at(tmp_path)
    path = cache / ledger_cache.NAME
    data = path.read_bytes()
    for at in range(0, len(data), 17):
        flipped = data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]
        for bent in (data[:at], flipped, data[:at] + data[at + 1 :]):
            path.write_bytes(bent)
            assert ledger_cache._kept(journal, DOORS, cache) is None, bent
    for junk in (b"", b"{", b"[]\n", b"\0" * 5000, b'["sum",' + ledger_cache._sum(b""), b"[" * 100_000):
        path.write_bytes(junk)
        assert told(read_ledger(journal, DOORS, cache)[0]) == want


@settings(max_examples=150)
@given(st.data())
def test_one_written_by_hand_with_a_right_sum_cannot_stop_a_start(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("bent")
    journal, cache, _ = kept_at(folder)
    rows = [json.loads(line) for line in (cache / ledger_cache.NAME).read_bytes().splitlines()[:-1]]
    row = data.draw(st.sampled_from(rows))
    junk = st.none() | st.integers() | st.text(max_size=3) | st.lists(st.integers(), max_size=3)
    row[data.draw(st.integers(0, 2))] = data.draw(junk)
    text = b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows)
    (cache / ledger_cache.NAME).write_bytes(text + b'["sum",' + ledger_cache._sum(text))
    fold(journal, DOORS, cache)


def test_another_version_or_other_doors_do_not_believe_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, cache, want = kept_at(tmp_path)
    assert read_ledger(journal, {"dice": DOORS["dice"]}, cache)[0].tallies == {
        "dice": want["tallies"]["dice"]
    }
    monkeypatch.setattr(ledger_cache, "__version__", "0.0.1")
    assert fold(journal, DOORS, cache).fresh == LINES_IN_ALL
    monkeypatch.undo()
    monkeypatch.setattr("door.records.ledger.ledger.VERSION", 0)
    assert fold(journal, DOORS, cache).fresh == LINES_IN_ALL


def test_another_boards_cache_is_not_believed(tmp_path: Path) -> None:
    kept_at(tmp_path / "theirs")
    ours = journal_in(tmp_path / "ours", {**BOOKS, "2025-11": [*both("9", "Zoe", 1), *BOOKS["2025-11"]]})
    shutil.copytree(tmp_path / "theirs" / "cache", tmp_path / "ours" / "cache")
    assert told(fold(ours, DOORS, tmp_path / "ours" / "cache")) == told(fold(ours, DOORS))


def test_what_a_killed_writer_left_goes_when_it_is_old(tmp_path: Path) -> None:
    journal, cache, _ = kept_at(tmp_path)
    old, young = cache / f".{ledger_cache.NAME}.aaaa.new", cache / f".{ledger_cache.NAME}.bbbb.new"
    for draft in (old, young):
        draft.write_bytes(b"[")
    os.utime(old, (1, 1))
    assert keep(journal, fold(journal, DOORS), cache)
    assert sorted(path.name for path in cache.iterdir()) == [young.name, ledger_cache.NAME]


def test_a_cache_that_cannot_be_written_is_one_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal = journal_in(tmp_path)
    (tmp_path / "cache").write_bytes(b"a file in its place")
    assert not keep(journal, fold(journal, DOORS), tmp_path / "cache")
    assert len(caplog.records) == 1 and "was not kept" in caplog.text


# -- a journal that is not what was folded --------------------------------------------------------


def edited(path: Path, old: bytes = b'"score":21', new: bytes = b'"score":99') -> None:
    """A line edited in place: same file, same size, and the time it had before."""
    stat = path.stat()
    data = path.read_bytes()
    assert data.count(old) == 1
    with path.open("r+b") as file:
        file.write(data.replace(old, new))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Months as long as theirs are who read them in the background: only their end is compared at once."""
    monkeypatch.setattr(live_ledger, "AT_ONCE", 0)
    monkeypatch.setattr(chain_digest, "BLOCK", 64)


@pytest.mark.parametrize(
    ("month", "old", "new"),
    [("2025-11", b'"score":21', b'"score":99'), ("2025-09", b'"score":10', b'"score":99')],
)
def test_an_edited_line_is_found_and_the_tables_follow_the_journal(
    tmp_path: Path, month: str, old: bytes, new: bytes
) -> None:
    journal, cache, want = kept_at(tmp_path)
    edited(journal.path(month), old, new)
    truth = told(fold(journal, DOORS))
    assert truth != want
    assert told(read_ledger(journal, DOORS, cache)[0]) == truth
    ledger = LiveLedger(journal, DOORS, cache)
    ledger.open()
    assert told(ledger.read(Ledger.copy)) == truth


@pytest.mark.parametrize("lines", [0, 1, 4])
def test_a_journal_cut_short_is_read_anew(tmp_path: Path, lines: int) -> None:
    journal, cache, _ = kept_at(tmp_path)
    path = journal.path("2025-11")
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:lines]))
    assert told(fold(journal, DOORS, cache)) == told(fold(journal, DOORS))
    path.unlink()
    assert told(fold(journal, DOORS, cache)) == told(fold(journal, DOORS))


def test_a_month_that_was_put_in_or_taken_away_is_noticed(tmp_path: Path) -> None:
    journal, cache, _ = kept_at(tmp_path)
    early = journal.path("2025-08")
    early.write_bytes(journal.path("2025-09").read_bytes())
    assert told(fold(journal, DOORS, cache)) == told(fold(journal, DOORS))
    early.unlink()
    journal.path("2025-09").unlink()
    assert told(fold(journal, DOORS, cache)) == told(fold(journal, DOORS))


def test_a_closed_months_file_that_was_edited_while_the_board_ran_is_not_kept(tmp_path: Path) -> None:
    journal, cache = journal_in(tmp_path), tmp_path / "cache"
    folded = fold(journal, DOORS)
    edited(journal.path("2025-10"), b'"score":7', b'"score":8')
    assert not keep(journal, folded, cache) and not (cache / ledger_cache.NAME).exists()


async def test_a_large_month_is_compared_once_the_board_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    large(monkeypatch)
    journal, cache, want = kept_at(tmp_path)
    edited(journal.path("2025-11"))
    ledger = LiveLedger(journal, DOORS, cache)
    ledger.open()
    version = ledger.version
    assert told(ledger.read(Ledger.copy)) == want, "believed for the moment"
    ledger.keep(least=0)
    assert compared(journal, fold(journal, DOORS, cache).doubts) is None, "and not kept while it is in doubt"
    await ledger.compare()
    assert told(ledger.read(Ledger.copy)) == told(fold(journal, DOORS)) != want
    assert ledger.version > version and "read anew" in caplog.text
    ledger.keep(least=0)
    assert compared(journal, fold(journal, DOORS, cache).doubts) is not None
    await journal.close()


async def test_comparing_ends_when_the_board_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    large(monkeypatch)
    journal, cache, want = kept_at(tmp_path)
    edited(journal.path("2025-11"))
    ledger = LiveLedger(journal, DOORS, cache)
    ledger.open()
    ledger.closing()
    await ledger.compare()
    assert told(ledger.read(Ledger.copy)) == want and ledger._folded.doubts
    await journal.close()


async def test_lines_that_wait_for_the_disk_are_counted_once_after_reading_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large(monkeypatch)
    journal, cache, _ = kept_at(tmp_path)
    edited(journal.path("2025-11"))
    ledger = LiveLedger(journal, DOORS, cache)
    ledger.open()
    journal.waiting = both("7", "Eve", 50)
    ledger._count_ahead(journal.waiting)
    ledger.keep(least=0)
    assert b"Eve" not in (cache / ledger_cache.NAME).read_bytes()
    await ledger.compare()
    eve = ledger.read(lambda books: books.place("2025-11", "dice", "total", "Eve"))
    assert eve and (eve.score, eve.games) == (50, 1) and journal.waiting == []
    await journal.close()


# -- a board's own life --------------------------------------------------------------------------


async def test_a_board_that_is_closed_and_opened_reads_no_line_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("door.records.play.game_store.WORTH", 1)
    clock = Clock()
    store = make_store(tmp_path, clock)
    assert await store.open() == []
    await play(store, "Alice")
    want = store.books("dice", "Alice")
    await store.close()
    again = make_store(tmp_path, clock)
    assert await again.open() == []
    assert again.ledger._folded.fresh == 0 and again.books("dice", "Alice") == want
    await play(again, "Bob")
    await again.close()
    assert not audit(tmp_path / "journal", again.doors).faults


async def test_a_running_board_keeps_its_ledger_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_store(tmp_path, Clock())
    await store.open()
    await play(store, "Alice")
    await store.refresh()
    assert not (tmp_path / "cache" / ledger_cache.NAME).exists(), "a few lines are not worth it"
    for number in range(live_ledger.OFTEN):
        store.ledger._folded.fresh = number + 1
    await store.refresh()
    killed = make_store(tmp_path, Clock())  # nobody closed the first one
    await killed.open()
    assert killed.ledger._folded.fresh == 0
    assert killed.books("dice", "Alice").score == store.books("dice", "Alice").score
    await asyncio.gather(store.close(), killed.close())


async def test_a_month_that_ends_is_kept_as_a_closed_one(tmp_path: Path) -> None:
    clock = Clock()
    store = make_store(tmp_path, clock)
    await store.open()
    await play(store, "Alice")
    clock.set("2025-12-01 00:01")
    await store.roll_over()
    await play(store, "Bob")
    store.ledger.keep(least=0)
    assert [(part.month, part.sign is not None) for part in store.ledger._folded.closed] == [
        ("2025-11", True)
    ]
    again = make_store(tmp_path, clock)
    await again.open()
    assert again.ledger._folded.fresh == 0
    assert again.books("dice", "Bob") == store.books("dice", "Bob")
    await asyncio.gather(store.close(), again.close())


async def test_no_winner_is_declared_by_tables_in_doubt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large(monkeypatch)
    clock = Clock()
    store = make_store(tmp_path, clock)
    await store.open()
    scores = {}
    for caller in ("Alice", "Bob"):
        booked = await play(store, caller, "die", "stop")
        scores[caller] = booked.books.score
    store.ledger.keep(least=0)
    await store.close()
    path = tmp_path / "journal" / "2025-11.jsonl"
    text = path.read_bytes()
    line = next(line for line in text.splitlines() if b'"caller":"Bob"' in line and b'"kind":"game"' in line)
    liar = line.replace(b'"score":%d' % scores["Bob"], b'"score":9' if scores["Bob"] != 9 else b'"score":8')
    path.write_bytes(text.replace(line, liar))
    clock.set("2025-12-01 00:01")
    again = make_store(tmp_path, clock)
    assert await again.open() == ["2025-11, dice: Bob won with 9."]
    await again.close()


def test_the_sum_is_of_all_that_stands_before_it(tmp_path: Path) -> None:
    _, cache, _ = kept_at(tmp_path)
    *rows, last = (cache / ledger_cache.NAME).read_bytes().splitlines(keepends=True)
    assert json.loads(last) == ["sum", hashlib.sha256(b"".join(rows)).hexdigest()]
    assert (cache / ledger_cache.NAME).stat().st_mode & 0o777 == 0o600


async def test_a_running_board_compares_at_its_first_look_at_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large(monkeypatch)
    store = make_store(tmp_path, Clock())
    await store.open()
    await play(store, "Alice", "die", "stop")
    score = store.books("dice", "Alice").score
    store.ledger.keep(least=0)
    await store.close()
    line = b'"month":"2025-11"'
    edited(tmp_path / "journal" / "2025-11.jsonl", line, line.replace(b"2025-11", b"2025-10"))
    again = make_store(tmp_path, Clock())
    await again.open()
    assert again.books("dice", "Alice").score == score, "believed so far"
    await again.refresh()
    await asyncio.wait(again._tasks)
    await again.refresh()
    assert again.books("dice", "Alice").score == 0 != score
    await again.close()


def test_whoever_waits_for_a_long_journal_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    journal, cache, _ = kept_at(tmp_path)
    monkeypatch.setattr(ledger_cache, "NOTABLE", 500)
    fold(journal, DOORS, cache)
    assert caplog.records == []
    fold(journal, DOORS)
    assert "read line by line" in caplog.text
