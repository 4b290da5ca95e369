"""Stands between the board and a program: makes the new process the program's own, then becomes it.

Law: this file is run, not imported, by a Python that loads nothing else (-I -S); the standard
library is all it may use.  The board is a process with threads, in which nothing may run between
fork and exec: whatever must be done there is done here instead.  It arrives as the leader of a
session of its own with the terminal on 0, 1 and 2, reads one JSON object from the socket whose
number it is given, and becomes the program.  What goes wrong is one sentence on that socket, which
is closed by then: the program never has it.
"""

import fcntl
import json
import os
import resource
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
    """Becomes the program, or says why not and exits with 127."""
    what, board = "orders", socket.socket(fileno=int(sys.argv[1]))
    try:
        board.set_inheritable(False)
        spec = json.loads(b"".join(iter(lambda: board.recv(65536), b"")))
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
        os.execvpe(spec["words"][0], spec["words"], spec["environ"])
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        board.sendall(f"{what}: {reason}".encode("utf-8", "replace"))
    return 127


def fresh_signals() -> None:
    """No signal is blocked or ignored, whatever the board does with it."""
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for name in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGPIPE,
                 signal.SIGCHLD, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGXFSZ):  # fmt: skip
        signal.signal(name, signal.SIG_DFL)


def limit(limits: dict[str, int]) -> None:
    """Sets what is limited; no core files, and not more open files than the hard limit has."""
    for name, most in limits.items():
        cut(CUT[name], most)
    cut(resource.RLIMIT_NOFILE, FILES)
    os.nice(NICE)
    os.umask(0o077)


def cut(which: int, most: int) -> None:
    """Both limits to `most`, or as high as they may be."""
    hard = resource.getrlimit(which)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(which, (most, most))


def become(spec: dict[str, Any]) -> None:
    """Another user for good, with that user's groups; the terminal is theirs."""
    if spec["uid"] is None:
        return
    os.fchown(0, spec["uid"], -1)
    os.fchmod(0, 0o600)
    os.initgroups(spec["user"], spec["gid"])
    os.setgid(spec["gid"])
    os.setuid(spec["uid"])


if __name__ == "__main__":
    sys.exit(main())
