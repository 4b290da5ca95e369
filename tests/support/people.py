"""People with real clients: at terminals of their own, reading the screen and not the bytes."""

import re
import time
from pathlib import Path

from boardroom import PASSWORD
from effort import PATIENCE
from pty_client import PtyClient
from served import Served
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
