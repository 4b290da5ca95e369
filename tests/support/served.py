"""A real board: `door serve` as a process of its own, in a folder that `door init` has made."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path

import asyncssh
import forked_door
from boardroom import PASSWORD, QUICK
from effort import PATIENCE
from remember import turn_web_off
from warm_board import SERVE, WarmBoard
from wire import TTYPE, TelnetClient

from door.net.ssh.host_key import OLD_NAME
from door.records.callers.caller_file import Caller
from door.records.callers.callers import Callers
from door.records.callers.passwords import Passwords
from door.records.files.disk import descriptor, make_folder, write_all
from door.records.store.files import Folder
from door.server.board import RunningBoard, open_records
from door.settings import Settings
from door.settings.skeleton import init

ENVIRON = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": "/nonexistent", "DOOR_IDLE_SECONDS": "1"}


def door(*words: str, board: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """One `door` command to its end."""
    if "LD_PRELOAD" not in ENVIRON:
        return forked_door.run([*words, "--board", str(board)], text, ENVIRON, PATIENCE)
    argv = [sys.executable, "-m", "door", *words, "--board", str(board)]
    return subprocess.run(argv, input=text, capture_output=True, text=True, env=ENVIRON, timeout=PATIENCE)


@cache
def old_key() -> bytes:
    """An RSA key that is quicker made and read than a board's own."""
    return asyncssh.generate_private_key("ssh-rsa", key_size=2048).export_private_key("openssh")


def give_old_key(keys: Path) -> None:
    if not keys.exists():
        make_folder(keys)
        with descriptor(keys / OLD_NAME, os.O_WRONLY | os.O_CREAT) as fd:
            write_all(fd, old_key())


class Served:
    """A board that runs.  `printed` is its standard output, `log` what it has logged."""

    def __init__(self, folder: Path, *words: str, cold: bool = False) -> None:
        self.folder = folder
        self.log_path = folder / "stderr.log"
        self.printed = ""
        if not words:
            words = ("--telnet", "127.0.0.1:0", "--ssh", "127.0.0.1:0")
            give_old_key(folder / "data" / "keys")
        self.listeners = sum(word.endswith(":0") for word in words)
        argv = ["serve", "--board", str(folder), *words]
        self.process: subprocess.Popen[bytes] | WarmBoard
        with self.log_path.open("ab") as log:
            if cold or "LD_PRELOAD" in ENVIRON:
                command = [sys.executable, "-m", "door", *argv]
                self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=ENVIRON)
            else:
                self.process = WarmBoard(SERVE, argv, ENVIRON, log)

    @property
    def log(self) -> str:
        return self.log_path.read_text()

    @property
    def spent(self) -> float:
        """The process's CPU seconds, which tell how far it has come on a busy machine as well."""
        return time.clock_gettime(~self.process.pid << 3 | 2)  # how Linux numbers these clocks

    def has_spent(self, seconds: float) -> bool:
        return self.spent >= seconds

    def listening(self) -> Served:
        """Waits for the listeners' lines."""
        deadline = time.monotonic() + PATIENCE
        assert self.process.stdout
        while self.printed.count("\n") < self.listeners:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            data = os.read(self.process.stdout.fileno(), 4096) if ready else b""
            assert data, f"printed {self.printed!r}, logged {self.log!r}"
            self.printed += data.decode()
        return self

    def port(self, kind: str) -> int:
        """The listener's real port, from the line that was printed."""
        found = re.search(rf"^{kind} listening on 127\.0\.0\.1:(\d+)$", self.printed, re.M)
        assert found, self.printed
        return int(found[1])

    def logged(self, pattern: str, seconds: float = PATIENCE) -> str:
        """Waits for a line of the log; what it matched."""
        deadline = time.monotonic() + seconds
        while not (found := re.search(pattern, self.log)):
            assert time.monotonic() < deadline, f"/{pattern}/ never came in the log:\n{self.log}"
            select.select([], [], [], 0.02)
        return found[0]

    def signal(self, name: signal.Signals) -> None:
        self.process.send_signal(name)

    def end(self, seconds: float = PATIENCE) -> int:
        """Waits for the process's end; its exit code."""
        try:
            return self.process.wait(seconds)
        finally:
            self.stop()

    def stop(self) -> None:
        """Ends the process, however it stands; a test that wants more of its end signals it first."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()


def ready_folder(folder: Path, *callers: str, **prefs: str) -> Path:
    """A board's folder, with callers whose password is PASSWORD and costs little to check."""
    init(folder)
    turn_web_off(folder / "config" / "board.yaml")
    add_callers(folder, *callers, **prefs)
    return folder


def add_callers(folder: Path, *names: str, **prefs: str) -> None:
    """Callers with the test's password, and with choices of their own."""
    callers = Callers(Folder(folder / "data"), Passwords(QUICK))
    for name in names:
        callers.add(Caller(name, password=QUICK.hash(PASSWORD), prefs=prefs))


@asynccontextmanager
async def open_board(folder: Path, settings: Settings) -> AsyncIterator[RunningBoard]:
    """Open a board with everything loaded; close it at the end."""
    async with open_records(folder, settings) as board:
        await board.load_services()
        yield board


@contextmanager
def served(folder: Path, *words: str) -> Iterator[Served]:
    """The board listens; it is ended in any case."""
    board = Served(folder, *words)
    try:
        yield board.listening()
    finally:
        board.stop()


async def plain_call(board: Served, handle: str = "") -> TelnetClient:
    """A call in plain text; with a handle, its caller has typed that and the password."""
    call = await TelnetClient({TTYPE}, terms=(b"DUMB",)).call(board.port("telnet"))
    if handle:
        await call.see(b"Your handle (or NEW): ")
        call.send(f"{handle}\r\0".encode())
        await call.see(f"Password for {handle}: ".encode())
        call.send(f"{PASSWORD}\r\0".encode())
    return call


async def logged_on(board: Served, handle: str = "Alice") -> TelnetClient:
    """A caller at the menu, in plain text."""
    call = await plain_call(board, handle)
    await call.see(b"Main menu command? ")
    return call


def settle(path: Path, **values: object) -> None:
    """Sets keys of a configuration file."""
    text = path.read_text()
    for key, value in values.items():
        text, count = re.subn(rf"^( *){key}: .*$", rf"\g<1>{key}: {value}", text, flags=re.M)
        assert count == 1, key
    path.write_text(text)
