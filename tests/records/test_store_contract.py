"""What every kind of store guarantees: the journal with two clients of it, and documents made of pieces."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from door.records.journal.files import START, JournalFiles
from door.records.journal.lines import ZERO, Entry, chained
from door.records.store import Moved, Store, pieces
from door.records.store import files as module
from door.records.store.files import FileStore
from door.records.store.pieces import Pieces

Open = Callable[[], Store]


@pytest.fixture(params=["files"])
def client(tmp_path: Path) -> Open:
    """Open one more client of the same store."""
    return lambda: FileStore(JournalFiles(tmp_path / "journal"))


def numbers(folder: Path) -> list[int]:
    files = JournalFiles(folder / "journal")
    entries = [entry for entry, _ in files.since(START)]
    hashes = [ZERO, *(entry.hash for entry in entries)]
    assert [entry.fields["prev"] for entry in entries] == hashes[:-1], "one chain"
    return [entry.fields["n"] for entry in entries]


def lines(prev: str, *count: int, month: str = "2025-11") -> list[Entry]:
    t = f"{month}-21T12:00:00.000Z"
    return chained([{"kind": "note", "t": t, "n": n} for n in count], prev, month)


def head(store: Store) -> str:
    last = store.head()
    return last.hash if last else ZERO


def test_lines_are_written_behind_the_last_one(client: Open, tmp_path: Path) -> None:
    one, two = client(), client()
    assert head(one) == ZERO
    first = lines(ZERO, 1, 2)
    one.append(first, ZERO)
    assert head(two) == first[-1].hash and (last := two.head()) and last.t == "2025-11-21T12:00:00.000Z"
    two.append(lines(first[-1].hash, 3), first[-1].hash)
    assert numbers(tmp_path) == [1, 2, 3]


def test_a_write_after_another_clients_write_is_refused_whole(client: Open, tmp_path: Path) -> None:
    one, two = client(), client()
    first = lines(ZERO, 1)
    one.append(first, ZERO)
    with pytest.raises(Moved):
        two.append(lines(ZERO, 2, 3), ZERO)
    assert numbers(tmp_path) == [1]
    two.append(lines(first[0].hash, 2, 3), head(two))
    with pytest.raises(Moved):
        one.append(lines(first[0].hash, 4), first[0].hash)
    assert numbers(tmp_path) == [1, 2, 3]


def test_lines_of_a_month_that_is_over_join_the_newest(client: Open, tmp_path: Path) -> None:
    one, two = client(), client()
    december = lines(ZERO, 1, month="2025-12")
    one.append(december, ZERO)
    two.append(lines(december[0].hash, 2), december[0].hash)
    assert numbers(tmp_path) == [1, 2]
    assert JournalFiles(tmp_path / "journal").months() == ["2025-12"]


class Killed(BaseException):
    """Stands in for a kill: nothing of ours runs after it but what frees descriptors."""


@pytest.mark.parametrize("at", range(40))
def test_a_kill_at_any_moment_of_a_write_leaves_whole_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    """`at` counts bytes in steps of 20, and then the calls to the system that follow."""
    first, blob = lines(ZERO, 1), b"".join(entry.raw + b"\n" for entry in lines(ZERO, 2, 3))
    FileStore(JournalFiles(tmp_path / "journal")).append(first, ZERO)
    rest = at - len(blob) // 20
    real_write, real_sync = module.write_all, os.fsync

    def write(fd: int, data: bytes) -> None:
        real_write(fd, data if rest > 0 else data[: at * 20])
        if rest <= 0:
            raise Killed

    def sync(fd: int) -> None:
        if rest == 1:
            raise Killed
        real_sync(fd)

    with monkeypatch.context() as patch:
        patch.setattr(module, "write_all", write)
        patch.setattr(module.os, "fsync", sync)
        killed = FileStore(JournalFiles(tmp_path / "journal"))
        with contextlib.suppress(Killed):
            killed.append(lines(first[0].hash, 2, 3), first[0].hash)
    again = FileStore(JournalFiles(tmp_path / "journal"))
    again.repair()
    found = numbers(tmp_path)
    assert found in ([1], [1, 2], [1, 2, 3]) and (rest <= 0 or found == [1, 2, 3])
    again.append(lines(head(again), 4), head(again))
    assert numbers(tmp_path) == [*found, 4]


Steps = st.lists(st.tuples(st.integers(0, 1), st.integers(1, 3)), max_size=12)


@settings(max_examples=25, deadline=None)
@given(steps=Steps)
def test_two_clients_with_fresh_and_stale_heads_agree_with_a_list(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, int]]
) -> None:
    folder = tmp_path_factory.mktemp("store")
    clients = [FileStore(JournalFiles(folder / "journal")) for _ in range(2)]
    last, want = ZERO, list[int]()
    for who, count in steps:
        after = head(clients[who])
        if after != last:
            with pytest.raises(Moved):
                clients[who].append(lines(after, 0), after)
            after = head(clients[who])
        assert after == last
        new = lines(after, *range(len(want), len(want) + count))
        clients[who].append(new, after)
        want += range(len(want), len(want) + count)
        last = new[-1].hash
    assert numbers(folder) == want


# -- documents made of pieces ------------------------------------------------------------------------


def contents(path: Path) -> list[bytes]:
    document, data = Pieces.load(path, 10_000)
    document.close()
    return data.splitlines()


def test_a_document_is_made_once_and_grows_by_whole_pieces(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    document = Pieces.create(path, b"head\n")
    with pytest.raises(FileExistsError):
        Pieces.create(path, b"another\n")
    assert [one.name for one in tmp_path.iterdir()] == ["one.jsonl"] and path.stat().st_mode & 0o777 == 0o600
    document.add(b"1\n")
    document.close()
    document.add(b"2\n", lasting=True)
    assert contents(path) == [b"head", b"1", b"2"] and document.size == path.stat().st_size


def test_a_torn_piece_is_none_and_is_cut_off_before_the_next(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    Pieces.create(path, b"head\n").close()
    with path.open("ab") as file:
        file.write(b"a piece without an en")
    document, data = Pieces.load(path, 10_000)
    assert data == b"head\n"
    document.add(b"1\n")
    assert path.read_bytes() == b"head\n1\n"


def test_a_document_that_has_lost_its_name_deletes_no_other(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    first = Pieces.create(path, b"first\n")
    path.unlink()
    second = Pieces.create(path, b"second\n")
    first.delete()
    assert contents(path) == [b"second"]
    second.delete()
    assert not path.exists()


@settings(max_examples=50, deadline=None)
@given(steps=st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["", "full", "killed"])), max_size=12))
def test_pieces_agree_with_a_list_whatever_the_disk_does(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, str]]
) -> None:
    """The disk takes that many bytes of a piece, and then it is full or the process killed."""
    path, want, real = tmp_path_factory.mktemp("pieces") / "one.jsonl", [b"head"], pieces.write_all
    document = Pieces.create(path, b"head\n")
    for number, (takes, fate) in enumerate(steps):
        piece = f"piece {number:_>20}\n".encode()

        def write(fd: int, data: bytes, takes: int = takes, fate: str = fate) -> None:
            real(fd, data[:takes] if fate else data)
            if fate:
                raise OSError(28, "No space left on device") if fate == "full" else Killed

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pieces, "write_all", write)
            with contextlib.suppress(OSError, Killed):
                document.add(piece)
        if not fate or (fate == "killed" and takes >= len(piece)):
            want.append(piece[:-1])
        if fate == "killed":
            document.close()
            document, _ = Pieces.load(path, 10_000)
        assert contents(path) == want
