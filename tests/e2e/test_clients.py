"""Real clients call a real board: telnet, plink and OpenSSH, on terminals of their own and in tmux."""

import os
import re
import subprocess
import time

from boardroom import PASSWORD
from effort import PATIENCE
from people import Person, by_telnet, logs_on, registered_key, ssh
from pty_client import needs
from served import ready_folder, served
from terminal import Terminal


def plays_a_move_and_leaves(one: Person) -> None:
    """In and out of the door, by keys and arrows, then goodbye; the program must end by itself."""
    one.type(b"1")
    one.shows("Go on")
    one.type(b" ")
    one.shows("Press Enter")
    one.type(b"\r")
    one.shows(r"\d \+ \d = \d+")
    one.type(b"\x1b[C2")
    one.shows(r"[1-9] to match|matches|too many")
    one.type(b"q")
    one.shows("[Ll]eave it|later")
    one.type(b"l")
    one.shows(r"Your game is waiting|waits \d")
    one.type(b"g")
    one.shows("Thank you for calling")
    one.type(b"\r")
    assert one.end() == 0 or "telnet" in one.shown.decode("utf-8", "replace")


@needs("telnet")
def test_inetutils_telnet(board, person):
    one = by_telnet(board, person, "Frieda")
    one.resize(100, 30)
    one.terminal = Terminal(100, 30)
    one.shows("Hello, Frieda")
    plays_a_move_and_leaves(one)


@needs("plink")
def test_plink_over_telnet(board, person, tmp_path):
    one = person(["plink", "-telnet", "-P", str(board.port("telnet")), "127.0.0.1"], home=tmp_path)
    logs_on(one, "Frieda")
    one.type(b"g")
    one.shows("Thank you for calling, Frieda")
    one.type(b"\r")
    assert one.end() == 0


@needs("plink")
def test_plink_over_ssh(board, person, tmp_path):
    argv = ["plink", "-ssh", "-P", str(board.port("ssh")), "Gustav@127.0.0.1"]
    one = person(argv, home=tmp_path)
    one.see(b"Store key in cache?")
    one.type(b"n\r")
    one.see(b"assword:")
    one.type(f"{PASSWORD}\r".encode())
    one.see(b"Press Return to begin session.")
    one.type(b"\r")
    one.shows("Hello, Gustav")
    one.type(b"g")
    one.shows("Thank you for calling, Gustav")
    one.type(b"\r")
    assert one.end() == 0


@needs("ssh")
def test_openssh_with_a_password_is_on_the_board_at_once(board, person):
    one = person(ssh(board, "gustav"), cols=132, rows=50)
    one.see(b"assword:")
    one.type(b"wrong\r")
    one.see(b"assword:")
    one.type(f"{PASSWORD}\r".encode())
    one.shows("Hello, Gustav")
    board.logged("log-on failed node=0 handle='gustav' address=127.0.0.1")
    plays_a_move_and_leaves(one)


@needs("ssh")
def test_openssh_with_a_registered_key(board, person, tmp_path):
    key = registered_key(tmp_path, board.folder, "Hanna")
    one = person(ssh(board, "Hanna", *key))
    one.shows("Hello, Hanna")
    second = person(ssh(board, "Hanna", *key))
    second.shows("Hello, Hanna")
    one.shows("You have logged on from somewhere else")
    assert one.end() == 0


@needs("ssh")
def test_a_name_that_ssh_does_not_know_reaches_the_log_on(board, person):
    one = person(ssh(board, "Stranger"))
    one.shows(r"Your handle \(or NEW\) \[Stranger\]:")
    one.type(b"\r")
    one.shows("know Stranger. Join the board")
    one.type(b"n")
    logs_on(one, "Gustav")
    one.type(b"g\r")
    assert one.end() == 0


@needs("tmux")
@needs("ssh")
def test_a_menu_in_tmux(board, tmp_path):
    key = registered_key(tmp_path, board.folder, "Alice")
    tmux = ["tmux", "-f", "/dev/null", "-S", str(tmp_path / "tmux")]
    environ = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(tmp_path), "TERM": "xterm-256color"}
    command = " ".join(ssh(board, "Alice", *key))

    def run(*words: str) -> str:
        ran = subprocess.run([*tmux, *words], capture_output=True, env=environ, timeout=PATIENCE, check=True)
        return ran.stdout.decode()

    run("-u", "new-session", "-d", "-x", "80", "-y", "25", command)
    try:
        run("set", "-g", "status", "off")
        for key_, pattern in (("", "Hello, Alice"), ("b", r"1 of \d+.*SO FAR IN"), ("q", "Hello, Alice")):
            if key_:
                run("send-keys", key_)
            deadline = time.monotonic() + 30
            while not re.search(pattern, screen := run("capture-pane", "-p"), re.S):
                assert time.monotonic() < deadline, screen
                time.sleep(0.05)
        assert "╔" in screen and "█" in screen
    finally:
        run("kill-server")


@needs("ssh")
def test_a_stock_openssh_client_is_in_a_door_within_two_keys(tmp_path, person):
    folder = ready_folder(tmp_path / "board", "Hanna")
    config = folder / "config" / "board.yaml"
    config.write_text(config.read_text().replace("guests: false", "guests: true"))
    with served(folder) as board:
        argv = ["ssh", "-F", "none", "-p", str(board.port("ssh")), "shutbox@127.0.0.1"]
        argv[1:1] = ["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"]
        guest = person(argv, home=tmp_path)
        guest.shows(r"\d \+ \d = \d+")
        guest.shows("Guest #1")
        guest.type(b"qg")
        guest.shows("scores, call as NEW")
        guest.type(b"q")  # what is typed before the end page is shown is dropped
        assert guest.end() == 0
        key = registered_key(tmp_path, folder, "Hanna")
        caller = person([*argv[:-1], *key, argv[-1]], home=tmp_path)
        caller.shows(r"\d \+ \d = \d+")
        caller.shows("Hanna")
        caller.type(b"ql")
        assert caller.end() == 0
