"""Files replaced whole: what the system refuses names the file that was meant, and nothing is left."""

import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from door.records.files import disk
from door.records.files.disk import (
    OddFile,
    cut_off,
    give_name,
    is_odd,
    lock_file,
    make_folder,
    read_file,
    replace_file,
    replace_if_new,
)

pytestmark = pytest.mark.files("it has no store")


def test_a_folder_that_is_not_there_is_told_by_the_file_s_name(tmp_path):
    path = tmp_path / "none" / "bans.json"
    with pytest.raises(FileNotFoundError) as error:
        replace_file(path, b"x")
    assert str(error.value) == f"[Errno 2] No such file or directory: {str(path)!r}"


def test_folders_are_made_with_their_parents_and_refused_where_the_system_has_none(tmp_path):
    made = [tmp_path / "one", tmp_path / "one" / "two", tmp_path / "one" / "two" / "three"]
    make_folder(made[-1])
    assert [folder.stat().st_mode & 0o777 for folder in made] == [0o700] * 3
    with pytest.raises(OSError):
        make_folder(Path("/proc/none/two"))


def test_a_full_disk_is_told_by_the_file_s_name_and_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "bans.json"
    replace_file(path, b"old")

    def full(fd: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError) as error:
        replace_file(path, b"new")
    assert (error.value.errno, error.value.filename) == (errno.ENOSPC, str(path))
    assert [one.name for one in tmp_path.iterdir()] == ["bans.json"] and path.read_bytes() == b"old"


@pytest.mark.parametrize(
    ("lasting", "at_once", "folders"),
    [(True, True, [False, True]), (True, False, [False]), (False, True, [])],
)
def test_a_file_is_synced_before_it_takes_its_place_and_then_its_folder(
    tmp_path, monkeypatch, lasting, at_once, folders
):
    def fsync(fd: int) -> None:
        synced.append((stat.S_ISDIR(os.fstat(fd).st_mode), path.read_bytes()))

    def ready(fd: int) -> None:
        assert len(synced) == lasting and path.read_bytes() == b"old"

    path, synced = tmp_path / "bans.json", list[tuple[bool, bytes]]()
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", fsync)
    replace_file(path, b"new", lasting, at_once=at_once, ready=ready)
    assert synced == [(is_folder, b"new" if is_folder else b"old") for is_folder in folders]
    assert path.read_bytes() == b"new" and path.stat().st_mode & 0o777 == 0o600


def test_a_file_is_written_only_if_its_content_is_new(tmp_path):
    path, seen = tmp_path / "top.txt", list[int]()
    for data in (b"one", b"one", b"two!", b"two"):
        replace_if_new(path, data)
        assert path.read_bytes() == data
        seen.append(path.stat().st_ino)
    assert seen[0] == seen[1] != seen[2] != seen[3]


def test_only_a_regular_file_is_read_and_only_up_to_its_limit(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"abc")
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    for name, number in (("folder", errno.EISDIR), ("loop", errno.ELOOP), ("pipe", errno.EINVAL)):
        with pytest.raises(OddFile) as error:
            read_file(tmp_path / name, 9)
        assert error.value.errno == number and is_odd(tmp_path / name)
    with pytest.raises(OddFile):
        read_file(path, 2)
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "none", 9)
    assert read_file(path, 3) == b"abc" and not is_odd(path) and not is_odd(tmp_path / "none")


def test_a_file_that_cannot_be_put_in_place_is_told_by_its_name_alone(tmp_path, monkeypatch):
    path = tmp_path / "bans.json"
    path.mkdir()
    monkeypatch.setattr("door.records.files.disk.set_aside", lambda path: path)
    with pytest.raises(OSError) as error:
        replace_file(path, b"x")
    assert str(error.value).endswith(f": {str(path)!r}")
    assert [one.name for one in tmp_path.iterdir()] == ["bans.json"]


@pytest.mark.parametrize("refused", [errno.EPERM, errno.EOPNOTSUPP])
def test_a_file_system_without_hard_links_keeps_one_file_of_a_name(tmp_path, monkeypatch, refused):
    def link(old: object, new: object) -> None:
        raise OSError(refused, os.strerror(refused))

    monkeypatch.setattr(os, "link", link)
    path, draft = tmp_path / "save.jsonl", tmp_path / ".draft.new"
    draft.write_text("first")
    give_name(draft, path)
    assert path.read_text() == "first" and not draft.exists()
    draft.write_text("second")
    with pytest.raises(FileExistsError):
        give_name(draft, path)
    assert path.read_text() == "first" and draft.exists()


def test_a_link_that_fails_otherwise_is_told(tmp_path):
    with pytest.raises(FileNotFoundError):
        give_name(tmp_path / "none", tmp_path / "save.jsonl")


def test_the_end_of_a_file_is_moved_to_another_file_and_is_there_before_it_is_gone(tmp_path, monkeypatch):
    def fsync(fd: int) -> None:
        synced.append(Path(f"/proc/self/fd/{fd}").readlink().name)

    path, kept, synced = tmp_path / "table", tmp_path / "table.kept", list[str]()
    path.write_bytes(b"abcdef")
    kept.write_bytes(b"x")
    monkeypatch.setattr(os, "fsync", fsync)
    cut_off(path, 4, ".kept")
    assert (path.read_bytes(), kept.read_bytes(), synced) == (b"abcd", b"xef", ["table.kept", "table"])
    cut_off(path, 0, ".kept")
    assert kept.read_bytes() == b"xefabcd" and not path.exists()


def test_a_lock_is_waited_for_with_patience_alone(tmp_path, monkeypatch):
    real, tries, path = disk.try_lock, list[bool](), tmp_path / "lock"
    held, waits = threading.Event(), threading.Event()

    def hold() -> None:
        with lock_file(path):
            held.set()
            waits.wait(10)

    def try_lock(fd: int) -> bool:
        tries.append(real(fd))
        if held.is_set():
            waits.set()
        return tries[-1]

    monkeypatch.setattr(disk, "try_lock", try_lock)
    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(10)
    with lock_file(path):
        assert tries[:2] == [True, False] and tries[-1]
        with pytest.raises(TimeoutError), lock_file(path, 0):
            pytest.fail("two have the lock")
    holder.join()
