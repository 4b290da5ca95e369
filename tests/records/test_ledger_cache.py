"""The kept ledger: a start with it shows just what the journal alone would, whatever became of either."""

import asyncio
import json
import os
import shutil
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from ledger_lines import DOORS, LINES, both, game, told, turn
from records_kit import Clock, make_store, one_batch, play, take_lines, write_journal

from door.records.audit.audit import audit
from door.records.journal.files import lines_since
from door.records.journal.journal import Journal, JournalBusy
from door.records.journal.lines import Fields
from door.records.ledger import live_ledger
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import Folded, LiveLedger, keep, read_ledger
from door.records.ledger.months import declared_months
from door.records.ledger.standings import history
from door.records.play.lifecycle import GameWish
from door.records.store.files import Folder

BOOKS = {
    "2025-09": both("1", "Alice", 10, month="2025-09"),
    "2025-10": [*both("2", "Bob", 7, month="2025-10"), turn("3", "Alice")],
    "2025-11": [game("3", "Alice", 5), *both("4", "Dan", 21), *both("5", "Bob", 30)],
}


@pytest.fixture(autouse=True)
def _every_line_is_worth_keeping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_ledger, "WORTH", 1)


def journal_in(folder: Path, books: dict[str, list[Fields]] | None = None) -> Journal:
    write_journal(folder / "journal", BOOKS if books is None else books)
    return Journal(Folder(folder), UTC, Clock())


def fold(journal: Journal, cache: Path | None = None) -> Folded:
    """From what the cache has of it on; from its first line without one."""
    return live_ledger.fold(journal.folder, DOORS, cache or journal.folder / "none")


def truth(journal: Journal) -> Any:
    """The tables as the journal's first to last line make them."""
    ledger = Ledger(DOORS)
    take_lines(ledger, (entry for entry, _ in lines_since(journal.folder)))
    return told(ledger)


def kept_at(tmp_path: Path) -> tuple[Journal, Path, Any]:
    """A journal of three months, its cache, and what its tables are."""
    journal, cache = journal_in(tmp_path), tmp_path / "cache"
    assert told(fold(journal, cache).ledger) == truth(journal)
    return journal, cache, truth(journal)


def is_believed(journal: Journal, cache: Path) -> bool:
    return live_ledger.read_cache(journal.folder, DOORS, cache) is not None


def test_lines_that_cannot_be_read_are_told_by_their_month(tmp_path, caplog):
    journal = journal_in(tmp_path)
    before = truth(journal)["open"]
    with (journal.folder / "2025-11.jsonl").open("ab") as file:
        file.write(b"\xff\xfe\n{}\n[]\nnothing\n")
    assert told(fold(journal, tmp_path / "cache").ledger)["open"] == before
    (line,) = [record.getMessage() for record in caplog.records]
    assert line == "2025-11.jsonl: skipped 4 unreadable lines; run `door audit` to list them."
    with (journal.folder / "2025-11.jsonl").open("ab") as file:
        file.write(b"nothing\n")
    caplog.clear()
    fold(journal, tmp_path / "cache")
    (line,) = [record.getMessage() for record in caplog.records]
    assert line == "2025-11.jsonl: skipped 1 unreadable line; run `door audit` to list them."


def test_progress_ends_with_all_the_bytes_that_were_read(tmp_path, monkeypatch):
    monkeypatch.setattr(live_ledger, "OFTEN", 1)
    journal, reports = journal_in(tmp_path), list[tuple[int, int]]()
    read_ledger(journal.folder, DOORS, tmp_path / "cache", lambda *report: reports.append(report))
    whole = sum(path.stat().st_size for path in journal.folder.iterdir())
    assert [done for done, _ in reports] == sorted({done for done, _ in reports}) and len(reports) == 10
    assert {total for _, total in reports} == {whole} and reports[-1] == (whole, whole)
    journal.decide_now(both("6", "Eve", 1))
    more = sum(path.stat().st_size for path in journal.folder.iterdir()) - whole
    read_ledger(journal.folder, DOORS, tmp_path / "cache", lambda *report: reports.append(report))
    assert len(reports) == 12 and reports[-1] == (more, more)
    fold(journal)  # nobody asks how far it is


# -- a start from any point ---------------------------------------------------------------------


@examples(60, deadline=None)
@given(st.lists(LINES, max_size=3), st.integers(0, 120), st.integers(0, 120))
def test_a_start_from_any_point_makes_the_tables_of_the_whole(tmp_path_factory, months, stop, again):
    folder = tmp_path_factory.mktemp("carry")
    names = ["2025-10", "2025-11", "2025-12"]
    journal, cache = journal_in(folder, dict(zip(names, months, strict=False))), folder / "cache"
    for at in (stop, again):
        keep(fold_until(journal, at, cache), cache)
    start = fold(journal, cache)
    whole = Ledger(DOORS)
    take_lines(whole, (entry for entry, _ in lines_since(journal.folder)))
    assert told(start.ledger) == told(whole) and start.ledger.head == whole.head
    assert start.ledger.turns.given == whole.turns.given


def fold_until(journal: Journal, lines: int, cache: Path) -> Folded:
    """A start that ends after so many new lines, as a killed board's does."""
    folded = live_ledger.read_cache(journal.folder, DOORS, cache) or Folded(Ledger(DOORS))
    for count, (entry, _) in enumerate(lines_since(journal.folder, folded.offset)):
        if count == lines:
            break
        folded.take(entry)
    return folded


def test_only_what_is_new_is_read(tmp_path, monkeypatch):
    journal, cache, want = kept_at(tmp_path)
    read = []
    since = live_ledger.lines_since
    monkeypatch.setattr(
        live_ledger, "lines_since", lambda *place: (read.append(one) or one for one in since(*place))
    )
    assert told(fold(journal, cache).ledger) == want and read == []
    journal.decide_now(both("6", "Eve", 1))
    assert told(fold(journal, cache).ledger) == truth(journal) != want
    assert told(read_ledger(journal.folder, DOORS, cache)) == truth(journal)


def test_a_restored_backup_is_believed(tmp_path):
    kept_at(tmp_path / "one")
    shutil.copytree(tmp_path / "one", tmp_path / "other")
    assert is_believed(Journal(Folder(tmp_path / "other"), UTC, Clock()), tmp_path / "other" / "cache")


# -- a cache that is not what was written -------------------------------------------------------


def test_a_cache_torn_anywhere_or_junk_is_as_good_as_none(tmp_path):
    journal, cache, want = kept_at(tmp_path)
    path = cache / live_ledger.NAME
    data = path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600
    for at in range(0, len(data) - 2, 17):
        for torn in (data[:at], data[:at] + b"\0" * (len(data) - at)):
            path.write_bytes(torn)
            assert not is_believed(journal, cache), torn
    for junk in (b"", b"{", b"[]\n", b"\0" * 5000, b"[" * 100_000, b"[]\n{}\n", b"1\n2\n"):
        path.write_bytes(junk)
        assert told(read_ledger(journal.folder, DOORS, cache)) == want


@examples(150, deadline=None)
@given(st.data())
def test_one_written_by_hand_cannot_stop_a_start(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("bent")
    journal, cache, _ = kept_at(folder)
    head, ledger = map(json.loads, (cache / live_ledger.NAME).read_bytes().splitlines())
    junk = st.none() | st.integers() | st.text(max_size=3) | st.lists(st.integers(), max_size=3)
    at = data.draw(st.sampled_from([*range(len(head)), *ledger]))
    (head if isinstance(at, int) else ledger)[at] = data.draw(junk)
    text = "".join(json.dumps(row) + "\n" for row in (head, ledger))
    (cache / live_ledger.NAME).write_text(text)
    fold(journal, cache)


def test_a_row_that_lacks_a_figure_is_not_believed(tmp_path):
    journal, cache, _ = kept_at(tmp_path)
    head, ledger = map(json.loads, (cache / live_ledger.NAME).read_bytes().splitlines())
    sums = next(rows for doors in ledger["months"][1].values() for rows in doors.values() if rows)
    assert is_believed(journal, cache)
    next(iter(sums.values())).pop()
    (cache / live_ledger.NAME).write_text("".join(json.dumps(row) + "\n" for row in (head, ledger)))
    assert not is_believed(journal, cache)


def test_another_version_or_other_doors_do_not_believe_it(tmp_path, monkeypatch):
    journal, cache, want = kept_at(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(live_ledger, "__version__", "0.0.1")
        assert not is_believed(journal, cache)
    with monkeypatch.context() as patch:
        patch.setattr("door.records.ledger.ledger.VERSION", 0)
        assert not is_believed(journal, cache)
    dice = {"dice": want["tallies"]["dice"]}
    assert read_ledger(journal.folder, {"dice": DOORS["dice"]}, cache).tallies == dice


def test_another_boards_cache_is_not_believed(tmp_path):
    kept_at(tmp_path / "theirs")
    ours = journal_in(tmp_path / "ours", {**BOOKS, "2025-11": [*both("9", "Zoe", 1), *BOOKS["2025-11"]]})
    shutil.copytree(tmp_path / "theirs" / "cache", tmp_path / "ours" / "cache")
    assert told(fold(ours, tmp_path / "ours" / "cache").ledger) == truth(ours)


def test_what_a_killed_writer_left_goes_when_it_is_old(tmp_path):
    journal, cache = journal_in(tmp_path), tmp_path / "cache"
    cache.mkdir()
    old, young = cache / f".{live_ledger.NAME}.aaaa.new", cache / f".{live_ledger.NAME}.bbbb.new"
    for draft in (old, young):
        draft.write_bytes(b"[")
    os.utime(old, (1, 1))
    fold(journal, cache)
    left = [path.name for path in cache.iterdir() if not path.match(live_ledger.SHELVES.format("*"))]
    assert sorted(left) == [young.name, live_ledger.NAME]


def test_a_cache_that_cannot_be_written_is_one_line_in_the_log(tmp_path, caplog):
    journal = journal_in(tmp_path)
    (tmp_path / "cache").write_bytes(b"a file in its place")
    assert told(fold(journal, tmp_path / "cache").ledger) == truth(journal)
    assert len(caplog.records) == 1 and "was not kept" in caplog.text


def test_a_few_lines_are_not_worth_it(tmp_path, monkeypatch):
    monkeypatch.setattr(live_ledger, "WORTH", 99)
    fold(journal_in(tmp_path), tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_a_few_lines_more_are_kept_at_the_end_and_not_while_a_start_waits(tmp_path, monkeypatch):
    journal, cache, _ = kept_at(tmp_path)
    monkeypatch.setattr(live_ledger, "DEAR", 1)
    before = (cache / live_ledger.NAME).read_bytes()
    journal.decide_now(both("6", "Eve", 1))
    folded = fold(journal, cache)
    assert told(folded.ledger) == truth(journal) and (cache / live_ledger.NAME).read_bytes() == before
    keep(folded, cache)
    assert (cache / live_ledger.NAME).read_bytes() != before and is_believed(journal, cache)


def test_a_long_reading_that_is_broken_off_goes_on_from_there(tmp_path, monkeypatch):
    journal, cache = journal_in(tmp_path), tmp_path / "cache"
    monkeypatch.setattr(live_ledger, "MANY", 3)
    read, take = list[int](), Folded.take

    def killed(folded: Folded, *line: Any) -> None:
        if len(read) == 5:
            raise KeyboardInterrupt
        read.append(folded.fresh)
        take(folded, *line)

    monkeypatch.setattr(Folded, "take", killed)
    with pytest.raises(KeyboardInterrupt):
        fold(journal, cache)
    assert read == [0, 1, 2, 0, 1]
    monkeypatch.setattr(Folded, "take", take)
    kept = live_ledger.read_cache(journal.folder, DOORS, cache)
    assert kept and len(list(lines_since(journal.folder, kept.offset))) == 7
    assert told(fold(journal, cache).ledger) == truth(journal)


# -- a journal that is not what was folded --------------------------------------------------------


def test_a_last_line_that_was_edited_is_read_anew_and_one_before_it_the_audit_finds(tmp_path):
    journal, cache, want = kept_at(tmp_path)
    path = journal.folder / "2025-11.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"score":30', b'"score":99'))
    assert told(fold(journal, cache).ledger) == truth(journal) != want
    path.write_bytes(whole)
    assert told(fold(journal, cache).ledger) == want
    path.write_bytes(whole.replace(b'"score":21', b'"score":99'))
    assert told(fold(journal, cache).ledger) == want, "the chain is broken behind it: believed, and found"
    faults = audit(journal.folder, DOORS).faults
    assert any("the chain is broken" in fault.reason for fault in faults)


@pytest.mark.parametrize("lines", [0, 1, 4])
def test_a_journal_cut_short_is_read_anew(tmp_path, lines):
    journal, cache, _ = kept_at(tmp_path)
    path, live = journal.folder / "2025-11.jsonl", LiveLedger(journal, DOORS, cache)
    live.reread()
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:lines]))
    for cut in (lambda: None, path.unlink):
        cut()
        live.follow()
        assert told(fold(journal, cache).ledger) == told(live.read(lambda ledger: ledger)) == truth(journal)


# -- a board's own life --------------------------------------------------------------------------


async def test_a_board_that_is_closed_and_opened_reads_no_line_again(tmp_path):
    clock = Clock()
    store = make_store(tmp_path, clock)
    assert await store.open() == []
    await play(store, "Alice")
    want = store.standings.books("dice", "Alice")
    await store.close()
    again = make_store(tmp_path, clock)
    assert live_ledger.read_cache(again.journal.folder, again.doors, tmp_path / "cache") is not None
    assert await again.open() == [] and again.standings.books("dice", "Alice") == want
    await play(again, "Bob")
    await again.close()
    assert not audit(tmp_path / "journal", again.doors).faults


async def test_a_board_goes_on_where_a_killed_one_was_over_a_months_end(tmp_path):
    clock = Clock()
    store = make_store(tmp_path, clock)
    await store.open()
    await play(store, "Alice")
    clock.set("2025-12-01 00:01")
    await store.roll_over()
    again = make_store(tmp_path, clock)
    await again.open()
    await play(store, "Bob")
    third = make_store(tmp_path, clock)  # nobody closed the first two
    await third.open()
    assert third.standings.books("dice", "Bob") == store.standings.books("dice", "Bob")
    await asyncio.gather(store.close(), again.close(), third.close())


@pytest.mark.parametrize("refused", [False, True])
async def test_a_month_that_is_over_leaves_the_memory_and_nothing_on_the_disk(tmp_path, refused, caplog):
    clock, cache = Clock(), tmp_path / "cache"
    store = make_store(tmp_path, clock)
    await store.open()
    await play(store, "Alice")
    clock.set("2025-12-01 00:01")
    await store.roll_over()

    def past(ledger: Ledger) -> Any:
        return history(ledger, DOORS["dice"], {}, "Alice"), ledger.months.winner_rows("2025-11", "dice")

    want = store.ledger.read(past)
    if refused:
        cache.rmdir()
        cache.write_bytes(b"a file in its place")
    await store.pack_closed()
    there = store.ledger.read(lambda ledger: declared_months(ledger.months))
    assert bool(there) == refused == ("stays in memory" in caplog.text)
    assert refused or not list(cache.iterdir())
    assert store.ledger.read(past) == want
    await play(store, "Alice")
    books = store.standings.books("dice", "Alice")
    await store.close()
    if not refused:
        again = make_store(tmp_path, clock)
        await again.open()
        assert again.ledger.read(past)[1] == want[1] and again.standings.books("dice", "Alice") == books
        await again.close()


def test_whoever_waits_for_a_long_journal_is_told_so(tmp_path, monkeypatch, caplog):
    journal, cache, _ = kept_at(tmp_path)
    monkeypatch.setattr(live_ledger, "NOTABLE", 500)
    fold(journal, cache)
    assert caplog.records == []
    fold(journal)
    assert "read line by line" in caplog.text


# -- a shelf that is damaged under the running board ---------------------------------------------


def overwritten(cache: Path) -> None:
    """Every value on the shelves is another, in the file that a running board has open."""
    (shelves,) = cache.glob("shelves-*.jsonl")
    end = json.loads((cache / "ledger.jsonl").read_bytes().splitlines()[0])[-1]
    with shelves.open("r+b") as file:
        lines = file.read(end).split(b"\n")
        file.seek(0)
        file.write(b"\n".join(line[: line.rfind(b",") + 1].ljust(len(line), b"~") for line in lines))


async def test_what_is_written_is_written_though_it_cannot_be_counted(tmp_path):
    journal, cache, _ = kept_at(tmp_path)
    live = LiveLedger(journal, DOORS, cache)
    live.reread()
    overwritten(cache)
    entries = (await journal.decide([*both("7", "Dan", 5), turn("8", "Bob")])).entries
    assert [entry.fields["id"] for entry in entries] == ["7", "7", "8"]
    assert await journal.retry()
    ids = [entry.fields["id"] for entry, _ in lines_since(journal.folder)]
    assert ids[-3:] == ["7", "7", "8"] and ids.count("7") == 2
    assert told(live.read(lambda ledger: ledger)) == truth(journal)
    await journal.close()


def raising(*args: object, **kwargs: object) -> Any:
    raise OSError(28, "No space left on device")


async def test_nothing_is_decided_by_a_ledger_that_is_half_folded(tmp_path, monkeypatch):
    journal, cache, _ = kept_at(tmp_path)
    live = LiveLedger(journal, DOORS, cache)
    live.reread()
    overwritten(cache)
    with monkeypatch.context() as patch:
        patch.setattr(live_ledger, "fold", raising)
        assert len((await journal.decide(both("7", "Dan", 5))).entries) == 2, "it is written"
        with pytest.raises(JournalBusy):
            await journal.decide(())
    await journal.decide(())
    assert told(live.read(lambda ledger: ledger)) == truth(journal)
    await journal.close()


def test_a_start_on_a_damaged_shelf_reads_the_journal(tmp_path):
    journal, cache, _ = kept_at(tmp_path)
    overwritten(cache)
    journal.decide_now(both("7", "Dan", 5))
    assert told(fold(journal, cache).ledger) == truth(journal)


async def test_after_an_error_of_ours_the_ledger_is_what_the_journal_says(tmp_path, monkeypatch):
    journal, cache, _ = kept_at(tmp_path)
    live = LiveLedger(journal, DOORS, cache)
    live.reread()

    def fails(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(journal.store, "write", fails)
        with pytest.raises(ZeroDivisionError):
            await journal.decide([*both("7", "Dan", 5), turn("8", "Bob")])
    assert await journal.retry()
    assert told(live.read(lambda ledger: ledger)) == truth(journal)
    await journal.close()


@pytest.mark.files("it looks at the files")
async def test_a_unit_that_begins_in_one_month_and_ends_in_the_next_keeps_its_place(tmp_path):
    clock = Clock()
    store = make_store(tmp_path, clock, doors=DOORS)
    await store.open()
    clock.set("2025-11-30 23:59")
    async with one_batch(store) as ask:
        await ask(store.games.begin(store.ranked, GameWish("dice", "Alice")))
        clock.set("2025-12-01 00:00")
        await ask(store.games.begin(store.ranked, GameWish("dice", "Bob")))
    assert [path.stem for path in (tmp_path / "journal").glob("*.jsonl")] == ["2025-12"]
    await store.close()
    assert is_believed(store.journal, tmp_path / "cache")
