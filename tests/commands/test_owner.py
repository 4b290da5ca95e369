"""A board that belongs to an account of its own: what root's commands write stays that account's."""

import io
import os
import pwd
import signal
from pathlib import Path

import pytest
from served import door, ready_folder, served

from door import cli
from door.records.files.disk import make_folder, replace_file
from door.settings.skeleton import init

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a file to another user")


def given_to(owner: pwd.struct_passwd, folder: Path) -> Path:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, owner.pw_uid, owner.pw_gid)
    return folder


def strangers(owner: pwd.struct_passwd, folder: Path) -> list[str]:
    """The files and folders of a board that are not its owner's."""
    return sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if (path.lstat().st_uid, path.lstat().st_gid) != (owner.pw_uid, owner.pw_gid)
    )


@needs_root
def test_commands_of_root_leave_the_board_to_its_own_account(tmp_path, monkeypatch):
    owner = pwd.getpwnam("nobody")
    given_to(owner, tmp_path)
    board = tmp_path / "board"
    assert cli.main(["init", str(board)]) == 0
    ready = [("callers", "add", "Bo", "--password-stdin"), ("callers", "add", "Di", "--password-stdin")]
    commands: list[tuple[str, ...]] = [
        *ready,
        ("callers", "sysop", "Bo", "yes"),
        ("callers", "level", "Bo", "20"),
        ("callers", "ban", "Bo", "too", "loud"),
        ("callers", "ban-address", "203.0.113.0/24"),
        ("callers", "turns", "Bo", "shutbox", "3"),
        ("callers", "rename", "Bo", "Cy"),
        ("callers", "remove", "Di"),
        ("config", "set", "limits.idle_minutes", "20"),
        ("texts", "set", "menu.hello", "Moin, {handle}! {-calls}"),
        ("bulletin", "--write", str(board / "www" / "bulletins")),
        ("audit",),
        ("check",),
    ]
    for words in commands:
        monkeypatch.setattr("sys.stdin", io.StringIO("correct horse\n" if words in ready else ""))
        assert cli.main(["--board", str(board), *words]) == 0, words
    ran = door("play", "shutbox", "--plain", board=board, text="q\n")
    assert ran.returncode == 0, ran.stderr
    assert (board / "data" / "bans.json").exists() and (board / "data" / "log" / "door.log").exists()
    assert strangers(owner, board) == []


@needs_root
@pytest.mark.parametrize(("uid", "file", "count"), [
    (65534, "command: [/bin/true]", 1), (0, "command: [/bin/true]", 0), (65534, "rlogin: localhost", 0),
])  # fmt: skip
def test_root_is_told_that_its_rights_are_not_the_board_s(tmp_path, capsys, uid, file, count):
    init(board := tmp_path / "board")
    (board / "config" / "external" / "toy.yaml").write_text(f"name: Toy\n{file}\n")
    os.chown(board, uid, 0)
    assert cli.main(["--board", str(board), "check"]) == 0
    assert capsys.readouterr().out.count("sudo -u nobody door check") == count


@needs_root
def test_a_board_that_root_runs_leaves_its_files_to_its_own_account(tmp_path):
    owner = pwd.getpwnam("nobody")
    board = given_to(owner, ready_folder(tmp_path / "board", "Alice"))
    with served(board) as running:
        running.logged("SSH host key")
        running.signal(signal.SIGTERM)
        assert running.end() == 0
    (board / "stderr.log").unlink()
    assert (board / "data" / "keys" / "ssh_host_ed25519_key").exists()
    assert strangers(owner, board) == []


@needs_root
def test_a_file_that_is_replaced_keeps_its_owner(tmp_path):
    """Not its folder's: configuration may be root's in a folder that is not."""
    owner = pwd.getpwnam("nobody")
    path = tmp_path / "board.yaml"
    path.write_bytes(b"old")
    os.chown(path, owner.pw_uid, 0)
    replace_file(path, b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (owner.pw_uid, 0)
    assert tmp_path.stat().st_uid == 0


@needs_root
def test_root_follows_no_link_that_another_user_has_laid(tmp_path):
    """A file of root's is never given away by way of a link."""
    owner = pwd.getpwnam("nobody")
    secret = tmp_path / "secret"
    secret.write_bytes(b"root's")
    folder = tmp_path / "board"
    folder.mkdir()
    (folder / "bans.json").symlink_to(secret)
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    replace_file(folder / "bans.json", b"{}")
    make_folder(folder / "data")
    assert secret.stat().st_uid == 0 and secret.read_bytes() == b"root's"
    assert (folder / "data").stat().st_uid == owner.pw_uid
