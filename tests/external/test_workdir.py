"""A visit's folder: private, its owner's, gone afterwards, and cleared after a board that was killed."""

import os
import pwd
import subprocess

import pytest

from door.external import workdir


@pytest.fixture(autouse=True)
def _temporary(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def test_it_is_its_owners_alone(tmp_path):
    """Another user's, where the board may give it away: as root."""
    nobody = pwd.getpwnam("nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name)
    folder = workdir.make(7, (nobody.pw_uid, nobody.pw_gid))
    path = workdir.leave(folder, "DOOR.SYS", b"x", (nobody.pw_uid, nobody.pw_gid))
    for made, mode in ((folder, 0o700), (path, 0o600)):
        assert made.stat().st_mode & 0o777 == mode and made.stat().st_uid == nobody.pw_uid
    assert folder.parent == tmp_path and folder.name.startswith(f"door-node7-{os.getpid()}-")


def test_a_folder_in_it_is_its_owners_alone_and_a_link_gives_nothing_away(tmp_path):
    nobody = pwd.getpwnam("nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name)
    ids = nobody.pw_uid, nobody.pw_gid
    made = workdir.inner(workdir.make(1, ids), "home", ids)
    assert made.stat().st_mode & 0o777 == 0o700 and made.stat().st_uid == nobody.pw_uid
    kept, link = tmp_path / "kept", tmp_path / "link"
    kept.mkdir()
    link.symlink_to(kept)
    workdir.give(link, ids)
    assert kept.stat().st_uid == os.geteuid() and link.lstat().st_uid == nobody.pw_uid


def test_it_goes_with_all_but_what_its_links_lead_to(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").write_text("x")
    folder = workdir.make(1, None)
    (folder / "link").symlink_to(kept)
    (folder / "sub").mkdir()
    workdir.clear(folder)
    assert not folder.exists() and (kept / "file").exists()
    workdir.clear(folder)


def test_what_a_killed_board_left_is_cleared_and_nothing_else(tmp_path):
    over = subprocess.Popen(["/bin/true"])
    over.wait(30)
    dead, mine = tmp_path / f"door-node3-{over.pid}-abc_1", workdir.make(1, None)
    other = tmp_path / "door-node3-mine"
    for folder in (dead, other):
        folder.mkdir()
    workdir.make(2, None)
    assert not dead.exists() and mine.exists() and other.exists()
