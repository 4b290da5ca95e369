"""Runs between the board and a program: sets up the new process, then becomes the program.

This file is run, not imported, by a Python that loads nothing else (-I -S), so it uses only the standard
library. The board has threads, so nothing may run between its fork and exec; that work happens here. It
starts as the leader of its own session with the terminal on 0, 1 and 2, reads one JSON object from the given
socket, and becomes the program. An error is one sentence on that socket, which is closed before the program
starts. A Python script of the board's own is loaded before and run after the change of the user, who may have
no right to read it or this Python.
"""

import fcntl
import json
import os
import resource
import runpy
import signal
import socket
import sys
import termios
from typing import Any

NICE = 5  # callers' keys go first
FILES = 256
CUT = {
    "core": resource.RLIMIT_CORE,
    "cpu": resource.RLIMIT_CPU,
    "memory": resource.RLIMIT_AS,
    "processes": resource.RLIMIT_NPROC,
}


def main() -> int:
    """Become the program, or report the reason and exit with 127."""
    what, board = "orders", socket.socket(fileno=int(sys.argv[1]))
    try:
        board.set_inheritable(False)
        spec = json.loads(b"".join(iter(lambda: board.recv(65536), b"")))
        what = "script"
        script = runpy.run_path(spec["script"])["main"] if spec["script"] else None
        what = "terminal"
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        fresh_signals()
        what = "limits"
        limit(spec["limits"])
        what = "user"
        become(spec)
        what = "folder"
        os.chdir(spec["folder"])
        what = "program"
        if script is not None:
            os.environ.clear()
            os.environ.update(spec["environ"])
            sys.argv[1:] = spec["words"]
            board.close()
            return int(script())
        os.execvpe(spec["words"][0], spec["words"], spec["environ"])
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        board.sendall(f"{what}: {reason}".encode("utf-8", "replace"))
    return 127


def fresh_signals() -> None:
    """Unblock all signals and restore their defaults."""
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for name in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGPIPE,
                 signal.SIGCHLD, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGXFSZ):  # fmt: skip
        signal.signal(name, signal.SIG_DFL)


def limit(limits: dict[str, int]) -> None:
    """Apply the limits, turn off core files, and cap open files at the hard limit."""
    for name, most in limits.items():
        cut(CUT[name], most)
    cut(resource.RLIMIT_NOFILE, FILES)
    os.nice(NICE)
    os.umask(0o077)


def cut(which: int, most: int) -> None:
    """Set both limits to `most`, or as high as allowed."""
    hard = resource.getrlimit(which)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(which, (most, most))


def become(spec: dict[str, Any]) -> None:
    """Become another user for good, with that user's groups, and give them the terminal."""
    if spec["uid"] is None:
        return
    os.fchown(0, spec["uid"], -1)
    os.fchmod(0, 0o600)
    os.initgroups(spec["user"], spec["gid"])
    os.setgid(spec["gid"])
    os.setuid(spec["uid"])


if __name__ == "__main__":
    sys.exit(main())
