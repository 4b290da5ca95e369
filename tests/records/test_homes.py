"""A caller's home at an external door: its owner, its limit, its removal, and planted links."""

import os
import pwd
from pathlib import Path

import pytest

from door.records.files import homes
from door.records.files.homes import every_home, home_entries, is_full, make_home, open_entry, remove_homes
from door.records.journal.lines import RecordsError

pytestmark = pytest.mark.files("it has no store")

ID, OTHER = "0123456789abcdef", "fedcba9876543210"
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to other users")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "homes"


def readable(home: Path) -> set[str]:
    """Return the paths that a backup would read."""
    found = set()
    for entry in home_entries(home):
        if (fd := open_entry(entry)) is not None:
            os.close(fd)
            found.add(str(entry.path))
    return found


def test_only_the_program_reads_a_home_and_only_the_board_lists_them(root):
    old = os.umask(0o077)
    try:
        home = make_home(root, "hack", ID, None)
    finally:
        os.umask(old)
    modes = [folder.stat().st_mode & 0o777 for folder in (root, root / "hack", home)]
    assert modes == [0o711, 0o711, 0o700] and home == root / "hack" / ID
    (home / "save").write_text("x")
    assert (make_home(root, "hack", ID, None) / "save").read_text() == "x", "it stays"


@pytest.mark.parametrize("id", ["", "..", "../../data", "/etc", "0123456789ABCDEF", ID + "\n", ID + "/x"])
def test_an_id_that_a_file_was_given_by_hand_is_no_path(root, id):
    with pytest.raises(RecordsError, match="not one that the board has made"):
        make_home(root, "hack", id, None)
    assert not root.exists()


@as_root
def test_a_home_from_a_backup_is_given_to_the_program_s_user_but_nothing_that_is_another_s(root, tmp_path):
    nobody = pwd.getpwnam("nobody")
    ids = (nobody.pw_uid, nobody.pw_uid + 1)
    home = make_home(root, "hack", ID, None)
    (home / "sub").mkdir()
    (home / "sub" / "save").write_text("x")
    secret = tmp_path / "secret"
    secret.write_text("the board's")
    (home / "link").symlink_to(secret)
    os.link(secret, home / "hard")
    make_home(root, "hack", ID, ids)
    assert [path.lstat().st_uid for path in (home, home / "sub", home / "sub" / "save")] == [ids[0]] * 3
    assert secret.stat().st_uid == 0
    assert readable(home) == {"sub/save"}, "the file that is linked hard still belongs to root"
    os.chown(home / "sub" / "save", ids[0], 7)
    make_home(root, "hack", ID, ids)
    assert (home / "sub" / "save").stat().st_gid == 7, "it is given once"


def test_a_home_is_a_folder_and_not_a_link(root, tmp_path):
    (root / "hack").mkdir(parents=True)
    (root / "hack" / ID).symlink_to(tmp_path)
    mode = tmp_path.stat().st_mode
    with pytest.raises(OSError):
        make_home(root, "hack", ID, None)
    assert tmp_path.stat().st_mode == mode


def test_planted_links_pipes_and_sockets_are_not_read(root, tmp_path):
    home = make_home(root, "hack", ID, None)
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key").write_text("x")
    (home / ".hackrc").write_text("x")
    (home / "file").symlink_to(secret / "key")
    (home / "folder").symlink_to(secret)
    os.mkfifo(home / "pipe")
    assert readable(home) == {".hackrc"}


@pytest.mark.parametrize("becomes", ["link", "pipe"])
def test_a_file_that_becomes_something_else_after_it_was_seen_is_not_read(root, tmp_path, becomes):
    home = make_home(root, "hack", ID, None)
    (tmp_path / "key").write_text("x")
    (home / "save").write_text("x")
    for entry in home_entries(home):
        (home / "save").unlink()
        (home / "save").symlink_to(tmp_path / "key") if becomes == "link" else os.mkfifo(home / "save")
        assert open_entry(entry) is None


def test_a_home_is_full_at_its_limit(root):
    home = homes.home_path(root, "hack", ID)
    assert not is_full(home, 1), "there is none yet"
    make_home(root, "hack", ID, None)
    (home / "save").write_bytes(bytes((1 << 20) - 1))
    assert not is_full(home, 1)
    (home / "more").touch()
    assert is_full(home, 1) and not is_full(home, 2)
    (home / "more").unlink()
    (home / "save").write_bytes(bytes(1 << 20))
    assert is_full(home, 1)


def test_a_file_with_holes_counts_in_full_and_a_link_does_not_count_what_it_leads_to(root, tmp_path):
    home = make_home(root, "hack", ID, None)
    (home / "out").symlink_to("/")
    (tmp_path / "large").write_bytes(bytes(2 << 20))
    (home / "large").symlink_to(tmp_path / "large")
    assert not is_full(home, 1)
    with (home / "holes").open("wb") as file:
        file.truncate(1 << 40)
    assert is_full(home, 1000)


def test_many_files_and_deep_folders_fill_a_home(root, monkeypatch):
    home = make_home(root, "hack", ID, None)
    for at in range(5):
        (home / f"{at}").touch()
    for most in (5, 4):
        monkeypatch.setattr(homes, "MOST_FILES", most)
        assert is_full(home, 1000) is (most == 4)
    deep = make_home(root, "hack", OTHER, None)
    here = os.open(deep, os.O_RDONLY)
    for _ in range(300):  # deeper than we have files to open, if a folder is kept open for each
        os.mkdir("d", dir_fd=here)
        there = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = there
    os.close(here)
    monkeypatch.setattr(homes, "MOST_FILES", 10_000)
    assert is_full(deep, 1000) and len(list(home_entries(deep))) == homes.DEEPEST + 1


def test_a_caller_s_homes_go_with_them_and_nothing_else(root, tmp_path, caplog):
    mine = [make_home(root, slug, ID, None) for slug in ("hack", "crawl")]
    other = make_home(root, "hack", OTHER, None)
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").touch()
    (mine[0] / "link").symlink_to(kept)
    (mine[0] / "sub").mkdir()
    (root / "linked").symlink_to(root / "hack")
    (root / "hack" / ("0" * 16)).symlink_to(kept)
    assert sorted(every_home(root)) == sorted([*mine, other])
    ids = {"hack": ID, "crawl": ID, "linked": OTHER, "none": OTHER}
    remove_homes(root, {"x": {}, **{slug: {"home": id} for slug, id in ids.items()}})
    assert [*(home.exists() for home in mine), other.exists()] == [False, False, True]
    assert (kept / "file").exists() and {path.name for path in (root / "hack").iterdir()} == {OTHER, "0" * 16}
    other.with_name("notes").mkdir()
    for id in ("", ".", "..", "../crawl", str(kept), "notes", ID):
        remove_homes(root, {"hack": {"home": id}})
    assert other.exists() and (kept / "file").exists() and other.with_name("notes").exists()
    remove_homes(tmp_path / "nowhere", {"hack": {"home": ID}})
    assert caplog.text == ""


def test_what_a_killed_removal_left_goes_with_the_next_visit_to_the_door(root):
    left = make_home(root, "hack", ID, None).rename(root / "hack" / f".removed-{ID}")
    make_home(root, "hack", OTHER, None)
    assert not left.exists()
