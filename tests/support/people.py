"""People with real clients: at terminals of their own, reading the screen and not the bytes."""

import re
import time
from pathlib import Path

import asyncssh
from boardroom import PASSWORD
from effort import PATIENCE
from pty_client import PtyClient
from served import Served, door
from terminal import Terminal


class Person(PtyClient):
    """Somebody at a terminal, who reads the screen and not the bytes."""

    def __init__(self, argv: list[str], cols: int = 80, rows: int = 24, home: Path | None = None) -> None:
        self.terminal, self._read = Terminal(cols, rows, "utf-8"), 0
        super().__init__(argv, cols, rows, home)

    def shows(self, pattern: str, seconds: float = PATIENCE) -> str:
        """Waits until the screen matches; the screen."""
        deadline = time.monotonic() + seconds
        while True:
            self.terminal.feed(self.shown[self._read :])
            self._read = len(self.shown)
            if answers := self.terminal.answers:
                self.type(answers)
            screen = self.terminal.text()
            if re.search(pattern, screen, re.S):
                return screen
            assert self._more(deadline - time.monotonic()), f"/{pattern}/ never came; the screen:\n{screen}"


def ssh(board: Served, name: str, *more: str) -> list[str]:
    options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "SendEnv=LANG"]
    options += ["NumberOfPasswordPrompts=2", "PreferredAuthentications=none,publickey,password"]
    flags = [part for option in options for part in ("-o", option)]
    return ["ssh", "-F", "none", "-t", "-p", str(board.port("ssh")), *flags, *more, f"{name}@127.0.0.1"]


def logs_on(one: Person, name: str, then: str = "") -> None:
    one.shows(r"Your handle \(or NEW\)")
    one.type(f"{name}\r".encode())
    one.shows(f"Password for {name}")
    one.type(f"{PASSWORD}\r".encode())
    one.shows(then or f"Hello, {name}")


def by_telnet(board: Served, person: type[Person], name: str, then: str = "") -> Person:
    one = person(["telnet", "127.0.0.1", str(board.port("telnet"))])
    logs_on(one, name, then)
    return one


def by_ssh(board: Served, person: type[Person], name: str, **size: int) -> Person:
    one = person(ssh(board, name), **size)
    one.see(b"assword:")
    one.type(f"{PASSWORD}\r".encode())
    one.shows(f"Hello, {name}")
    return one


def registered_key(folder: Path, board: Path, name: str) -> list[str]:
    """Make a key in the folder and register it. Return the words with which ssh uses it."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    (folder / "key").write_bytes(key.export_private_key())
    (folder / "key").chmod(0o600)
    (folder / "key.pub").write_bytes(key.export_public_key())
    ran = door("callers", "key", name, str(folder / "key.pub"), board=board)
    assert ran.returncode == 0, ran.stderr
    return ["-i", str(folder / "key"), "-o", "IdentitiesOnly=yes"]
