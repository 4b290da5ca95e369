"""A program on a terminal of its own, driven by what it shows: for tests with real clients."""

import contextlib
import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import termios
import time
from pathlib import Path

import pytest
from effort import PATIENCE


def needs(program: str) -> pytest.MarkDecorator:
    """Skips a test where a program is not installed."""
    return pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not installed")


class PtyClient:
    """`argv` runs on a new terminal of columns × rows; every wait is bounded."""

    def __init__(self, argv: list[str], cols: int = 80, rows: int = 24, home: Path | None = None) -> None:
        environ = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "en_US.UTF-8"}
        environ["DOOR_IDLE_SECONDS"] = "1"
        environ["HOME"] = str(home or "/nonexistent")
        self.shown = b""
        self._from = 0
        self._status: int | None = None
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            # The parent sets the size before the program may look at it.
            try:
                os.read(0, 1)
                os.execvpe(argv[0], argv, environ)
            finally:
                os._exit(127)  # a copy of the tests must not go on beside them
        self.resize(cols, rows)
        os.write(self._fd, b"\n")

    def resize(self, cols: int, rows: int) -> None:
        """As when the window is dragged: the program gets SIGWINCH."""
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def type(self, data: bytes) -> None:
        """Presses keys."""
        assert select.select([], [self._fd], [], PATIENCE)[1], f"nothing is read; it showed {self.shown!r}"
        os.write(self._fd, data)

    def see(self, text: bytes, seconds: float = PATIENCE) -> bytes:
        """Everything since the last `see` up to `text`; AssertionError when it does not come."""
        deadline = time.monotonic() + seconds
        while text not in self.shown[self._from :]:
            more = self._more(deadline - time.monotonic())
            assert more, f"{text!r} did not come; the terminal showed {self.shown!r}"
        end = self.shown.index(text, self._from) + len(text)
        seen, self._from = self.shown[self._from : end], end
        return seen

    def end(self, seconds: float = PATIENCE) -> int:
        """Waits until the program ends; its exit status."""
        deadline = time.monotonic() + seconds
        while self._more(deadline - time.monotonic()):
            pass
        if self._status is None:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            while not pid and time.monotonic() < deadline:
                select.select([], [], [], 0.01)
                pid, status = os.waitpid(self._pid, os.WNOHANG)
            assert pid, f"still running; the terminal showed {self.shown!r}"
            self._status = os.waitstatus_to_exitcode(status)
        return self._status

    def close(self) -> None:
        """Ends the program if it still runs; a second time changes nothing."""
        if self._status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
            self._status = -9
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _more(self, seconds: float) -> bool:
        if seconds <= 0 or not select.select([self._fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            data = b""
        self.shown += data
        return bool(data)
