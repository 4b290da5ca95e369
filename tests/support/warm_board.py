"""Boards that start without the half second that Python needs to load the house.

The nursery is a process that has imported what `door serve` imports, and has read a new board's settings. A
test sends it a request over a socket, with the descriptors for the board's output. The nursery forks a
minder, and the minder forks the board, reports its process id, waits for it and reports its exit code.
`Served(..., cold=True)` starts a real process instead.
"""

import atexit
import gc
import json
import os
import random
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache
from importlib import import_module
from multiprocessing import resource_tracker
from pathlib import Path
from typing import IO, Any, NoReturn

ADDRESS = "DOOR_TESTS_NURSERY"
"""The variable that gives the nursery's address to processes that tests start."""

SERVE, ON_DEMAND = "door.__main__", "door.server.on_demand"
LOADED = (
    "asyncssh", "telnetlib3", "websockets.asyncio.server", "door.cli", "door.commands.service",
    "door.server.app", "door.server.start", "door.server.listeners", "door.server.services",
    "door.net.telnet.server", "door.net.ssh.server", "door.net.web.server", "door.net.rlogin",
    "door.web.site",
)  # fmt: skip
"""Modules that load everything that `door serve` uses."""

_started: list[subprocess.Popen[bytes]] = []


@cache
def nursery() -> str:
    """Return the nursery's address. Start it if no process above this one has; it ends with its starter."""
    if ADDRESS not in os.environ:
        name = f"door-tests-{os.getpid()}-{os.urandom(8).hex()}"
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
            listening.bind(f"\0{name}")
            listening.listen(64)
            fd = listening.fileno()
            words = [sys.executable, __file__, str(fd)]
            _started.append(subprocess.Popen(words, pass_fds=[fd], stdin=subprocess.PIPE))
        os.environ[ADDRESS] = name
    return f"\0{os.environ[ADDRESS]}"


class WarmBoard:
    """A board from the nursery, with the part of `subprocess.Popen` that tests use."""

    def __init__(
        self, module: str, argv: list[str], env: dict[str, str], stderr: IO[bytes] | None = None,
        text: bool = False,
    ) -> None:  # fmt: skip
        """Run `python -m module argv`. Without `stderr`, its errors go to its output, in its own session."""
        output, writes = os.pipe()
        reports, minder = os.pipe()
        request = json.dumps([module, argv, env, str(Path.cwd())]).encode()
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
            connection.connect(nursery())
            socket.send_fds(connection, [request], [writes, stderr.fileno() if stderr else writes, minder])
        os.close(writes)
        os.close(minder)
        self.stdout: IO[Any] | None = os.fdopen(output) if text else os.fdopen(output, "rb", 0)
        self._reports = os.fdopen(reports)
        self.pid = int(self._reports.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"board {self.pid}", timeout or 0)
        return code

    def _ended(self, seconds: float | None) -> int | None:
        """Return the exit code, or None if the board still runs after that time."""
        if self.returncode is None and select.select([self._reports], [], [], seconds)[0]:
            self.returncode = int(self._reports.readline())
            self._reports.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it has just ended, and its minder hasn't said so yet
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


_popen = subprocess.Popen


def _popen_warm(argv: Any, *rest: Any, **named: Any) -> Any:
    if argv[1:3] == ["-m", ON_DEMAND]:
        env = {key: value for key, value in os.environ.items() if key != ADDRESS}
        return WarmBoard(ON_DEMAND, argv[3:], env, text=True)
    return _popen(argv, *rest, **named)


def warm_boards_for_commands() -> None:
    """Take the boards that this process's commands start from the nursery."""
    subprocess.Popen = _popen_warm  # type: ignore[misc, assignment]


def nurse(listening: socket.socket) -> int:
    """Start boards until the tests end; return the exit code."""
    for name in LOADED:
        import_module(name)
    mains = {name: import_module(name) for name in (SERVE, ON_DEMAND)}
    import_module("remember").read_ahead()
    resource_tracker.ensure_running()  # a process that all boards share
    background = import_module("door.server.jobs.background")
    background.wake = lambda pool: 0  # type: ignore[attr-defined]  # load an opponent when it first thinks
    gc.collect()
    gc.freeze()
    while True:
        if 0 in select.select([listening.fileno(), 0], [], [])[0]:
            return 0
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        connection, _ = listening.accept()
        with connection:
            request, fds, _, _ = socket.recv_fds(connection, 1 << 18, 3)
            peer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        if len(fds) == 3 and struct.unpack("3i", peer)[1] == os.getuid() and not os.fork():
            listening.close()
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            _mind(mains, fds, *json.loads(request))
        for fd in fds:
            os.close(fd)


def _mind(
    mains: dict[str, Any], fds: list[int], module: str, argv: list[str], env: dict[str, str], cwd: str
) -> NoReturn:
    """Fork a board and report on it."""
    reports = fds.pop()
    if pid := os.fork():
        for fd in fds:
            os.close(fd)
        with suppress(BrokenPipeError):  # nobody waits for the board
            os.write(reports, b"%d\n" % pid)
            os.write(reports, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        os._exit(0)
    os.close(reports)
    for number, fd in enumerate(fds, 1):
        os.dup2(fd, number)
        os.close(fd)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, "utf-8", "backslashreplace", closefd=False)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    random.seed()
    gc.unfreeze()
    main = sys.modules["__main__"] = mains[module]
    sys.argv = ["door", *argv]
    if module == SERVE:
        leave(main.main())
    os.setsid()
    main.IDLE_SECONDS = float(env.get("DOOR_IDLE_SECONDS", "60"))
    leave(main.start(*map(Path, argv)))


def leave(code: int) -> NoReturn:
    """End a forked process as Python would, but free nothing: that copies most of the house's memory."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    sys.exit(nurse(socket.socket(fileno=int(sys.argv[1]))))
