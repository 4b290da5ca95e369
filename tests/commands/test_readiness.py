"""`door check` on what `door serve` would refuse, and on what is unwise."""

import os
import pwd
import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from certificates import write_certificate
from served import door, ready_folder, settle

from door import cli
from door.commands.parts import readiness
from door.net import control_wire
from door.net.guard import gate as connections

ROOT = Path(__file__).parents[2]
Check = Callable[[], tuple[int, str, str]]


@pytest.fixture
def board(tmp_path: Path) -> Path:
    return ready_folder(tmp_path / "board", "Alice")


@pytest.fixture
def check(door: Callable[..., tuple[int, str, str]]) -> Check:
    """Exit code, what is said, and the faults."""

    return partial(door, "check")


def off(board: Path) -> None:
    settle(board / "config" / "board.yaml", telnet='"off"', ssh='"off"', web='"off"', rlogin='"off"')


def data_is_a_file(board: Path) -> None:
    shutil.rmtree(board / "data")
    (board / "data").write_text("in the way")


def data_in_proc(board: Path) -> None:
    settle(board / "config" / "board.yaml", data="/proc/x")


def journal_is_a_file(board: Path) -> None:
    (board / "data" / "journal").write_text("in the way")


def log_is_a_folder(board: Path) -> None:
    settle(board / "config" / "board.yaml", file="config")


def no_such_address(board: Path) -> None:
    settle(board / "config" / "board.yaml", ssh="192.0.2.77:2222")


def bad_bans(board: Path) -> None:
    (board / "data" / "bans.json").write_text("{")


def bad_key(board: Path) -> None:
    (board / "data" / "keys").mkdir(mode=0o700)
    (board / "data" / "keys" / "ssh_host_ed25519_key").write_text("no key")


def bad_caller(board: Path) -> None:
    (board / "data" / "callers" / "Bob.yaml").write_text("handle: [")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (off, r"board\.yaml:\d+: listen: all listeners are off"),
        (
            no_such_address,
            r"board\.yaml:\d+: listen\.ssh: cannot listen on 192\.0\.2\.77:2222: cannot assign",
        ),
        (data_is_a_file, r"board\.yaml:\d+: board\.data: \S+/data: is not a folder"),
        (data_in_proc, r"board\.yaml:\d+: board\.data: /proc/x: cannot be made: "),
        (journal_is_a_file, r"data/journal:1: is not a folder"),
        (log_is_a_folder, r"board\.yaml:\d+: log\.file: \S+/config: is not a file"),
        (bad_bans, r"data/bans\.json:1: bans\.json is damaged; mend it, or delete it"),
        (bad_key, r"data/keys/ssh_host_ed25519_key:1: not a usable SSH private key"),
        (bad_caller, r"Bob\.yaml"),
    ],
)
def test_what_serve_would_refuse_is_a_fault(board, check, spoil, said):
    spoil(board)
    code, out, err = check()
    assert code == 1 and "No faults." not in out and "Traceback" not in err
    assert re.search(said, err), err


@pytest.mark.parametrize("spoil", [off, data_in_proc, journal_is_a_file, bad_bans, bad_key])
def test_and_serve_refuses_it(board, spoil):
    spoil(board)
    assert door("serve", board=board).returncode == 1


def test_nothing_is_made_or_changed(board, check):
    shutil.rmtree(board / "data")
    before = {path: path.stat().st_mtime_ns for path in board.rglob("*")}
    assert check()[0] == 0
    assert {path: path.stat().st_mtime_ns for path in board.rglob("*")} == before


def test_a_running_board_s_own_port_is_no_fault(board, check):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        settle(board / "config" / "board.yaml", telnet=f"127.0.0.1:{taken.getsockname()[1]}")
        assert check()[0] == 0


def test_what_is_unwise_is_warned_of(board, check, monkeypatch):
    config = board / "config" / "board.yaml"
    settle(
        config, trusted='["0.0.0.0/0", "10.0.0.0/8"]', boards='["VERT a-long-secret-of-vert"]', nodes="5000"
    )
    config.chmod(0o644)
    config.with_suffix(".yml").write_text("board: {}\n")
    monkeypatch.setattr(readiness, "most_files", lambda: 4096)
    code, out, _ = check()
    assert code == 0
    assert "trusted: 0.0.0.0/0 covers most of the world" in out and "10.0.0.0/8 covers" not in out
    assert f"Warning: {config} contains passwords and has mode 644" in out
    assert f"Warning: {config.with_suffix('.yml')} is not read" in out
    assert "5000 callers may need 10150 open files, but this account may open 4096" in out
    config.chmod(0o600)
    assert "contains passwords" not in check()[1]
    assert connections.most_files() > 0


def test_a_certificate_for_another_host_is_told(board, check):
    write_certificate(board, "one", of="example.org")
    config = board / "config" / "board.yaml"
    text = config.read_text() + "\ntls:\n  certificate: board.pem\n  key: board.key\n"
    text = re.sub("(?m)^tls:\n(  .*\n)+(?=[\\s\\S]*^tls:)", "", text)
    config.write_text(re.sub("(?m)^  web_tls: .*", "  web_tls: 127.0.0.1:8443", text))
    assert "is not for" not in check()[1]
    config.write_text(re.sub("(?m)^  url: .*", "  url: https://bbs.example.org", config.read_text()))
    assert "board.pem is not for bbs.example.org, the name in web.url" in check()[1]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a file to another user")
def test_files_that_the_board_s_account_cannot_use_are_named(board, check):
    owner = pwd.getpwnam("nobody")
    for path in (board, *board.rglob("*")):
        os.chown(path, owner.pw_uid, owner.pw_gid)
    assert check() == (0, check()[1], "") and "belongs to" not in check()[1]
    alice, art = board / "data" / "callers" / "Alice.yaml", board / "ansi_art" / "menu.ans"
    os.chown(alice, 0, 0)
    os.chown(art, 0, 0)
    art.chmod(0o600)
    code, out, err = check()
    assert code == 1
    assert f"{alice}:1: the board's account nobody can't read or write it. Run chown nobody {alice}" in err
    assert f"{art}:1: the board's account nobody" in err
    art.chmod(0o644)
    alice.chmod(0o666)
    for name in ("control", "letters"):  # nobody can make a socket in the one, or enter the other
        (board / "data" / name).mkdir(mode=0o777 if name == "control" else 0o700)
    code, out, err = check()
    assert code == 1 and f"Run chown nobody {board}/data/control" in err
    assert f"Run chown nobody {board}/data/letters" in err
    shutil.rmtree(board / "data/control")
    shutil.rmtree(board / "data/letters")
    code, out, err = check()
    assert code == 0 and f"Warning: {alice} belongs to root, the board to nobody" in out


def test_a_fifo_is_not_waited_for(board, check, door):
    config, log = board / "config" / "board.yaml", board / "data" / "log" / "door.log"
    for path in (board / "ansi_art" / "x.ans", board / "news" / "x.txt", board / "config" / "texts.yaml"):
        path.parent.mkdir(exist_ok=True)
        os.mkfifo(path)
    code, out, err = check()
    assert code == 1 and "texts.yaml:1: cannot be read: Not a regular file" in out
    assert "x.ans:1: cannot be read: Not a regular file" in err and "x.txt:1: is not a file" in err
    assert door("texts", "set", "menu.title", "x") == (
        1,
        "",
        f"{config.parent}/texts.yaml: Not a regular file.\n",
    )
    log.unlink(missing_ok=True)
    log.parent.mkdir(exist_ok=True)
    os.mkfifo(log)
    for words in (["--trail"], []):
        assert door("log", *words) == (1, "", f"{log}: Not a regular file.\n")
    owner = board / "data" / ".owner"
    owner.unlink(missing_ok=True)
    owner.mkdir()
    assert door("callers", "ban-address", "203.0.113.9")[2].endswith(f"{owner}: Is a directory.\n")
    config.unlink()
    os.mkfifo(config)
    assert door("nodes") == (1, "", f"{config}:1: cannot be read: Not a regular file\n")


def test_a_socket_for_commands_that_cannot_be_is_told(board, check, monkeypatch):
    control = board / "data" / "control"
    control.write_text("no folder")
    assert f"{control}:1: is not a folder" in check()[2]
    control.unlink()
    control.mkdir(mode=0o755)
    control.chmod(0o755)
    code, out, err = check()
    assert (code, err) == (0, "") and f"{control} has mode 755" in out
    (control / "door.sock").mkdir()
    assert "door.sock:1: is a folder, so `door` commands can't reach the board" in check()[2]
    (control / "door.sock").rmdir()
    monkeypatch.setattr(control_wire, "DESCRIPTORS", "/none")
    monkeypatch.setattr(control_wire, "LONGEST_PATH", len(bytes(control)) + len("/door.sock"))
    assert check()[0] == 0
    monkeypatch.setattr(control_wire, "LONGEST_PATH", len(bytes(control)) + len("/door.soc"))
    assert f"{control}:1: its path is too long for a socket" in check()[2]


def test_text_that_says_something_else_than_was_meant_is_warned_of(board, check):
    config = board / "config" / "board.yaml"
    settle(config, name="The #1 Board", file="“data/log/door.log”", sysop="Maggie # that's me")
    code, out, _ = check()
    assert code == 0
    assert "board.name: the text is 'The', because '#1 Board' is a comment. Put it in quotes" in out
    assert "log.file: “ is part of the text. Use \" or ' as quotes" in out
    assert out.count("Warning") == 2, out
    settle(config, name='"The #1 Board"', file="data/log/door.log")
    assert "Warning" not in check()[1]


def test_schemas_of_another_release_are_told_and_refreshed(board, capsys):
    schema = board / "config/schema/board.schema.json"
    fresh = schema.read_bytes()
    schema.write_text("{}")
    command = ["--board", str(board), "check"]
    cli.main(command)
    assert "config/schema: from another release." in capsys.readouterr().out
    assert cli.main([*command, "--refresh"]) == 0
    out = capsys.readouterr().out
    assert "1 file was refreshed." in out and "another release" not in out
    assert schema.read_bytes() == fresh
    shutil.rmtree(schema.parent)
    assert cli.main(command) == 0 and "schema" not in capsys.readouterr().out


def test_a_folder_in_the_board_says_which_the_board_is(board, capsys):
    assert cli.main(["--board", str(board / "config"), "check"]) == 1
    assert f"The board's folder is {board}" in capsys.readouterr().err


def test_data_that_is_left_behind_is_told(board, capsys):
    assert cli.main(["--board", str(board), "config", "set", "board.data", "elsewhere"]) == 0
    assert f"The board's data is still in {board / 'data'}." in capsys.readouterr().out
