"""How many connections the process can hold, so that a flood leaves descriptors for the board's own files."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import socket
from collections.abc import Iterable
from typing import Final

OUT_OF_FILES: Final = (errno.EMFILE, errno.ENFILE)
"""The system's errors for a process without descriptors."""

MOST: Final = 4000
"""Most connections, unless the sysop wants more nodes."""

FILES: Final = 150
"""Descriptors that the board needs besides its calls: journal, log, workers, commands."""

BACKLOG: Final = 1024
"""Connections that the kernel queues for us."""

AT_ONCE: Final = 16
"""Connections to accept in one pass of the event loop."""


def needed(nodes: int) -> int:
    """Return how many open files that many calls may take: a connection and a game each, and the board's."""
    return 2 * nodes + FILES


def most_connections(files: int, nodes: int) -> int:
    """Return how many connections leave enough of those open files for the calls' games and the board."""
    return min(max(MOST, 2 * nodes), max(files // 4, files - nodes - FILES))


def most_files() -> int:
    """Return how many open files this process may have at most."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return MANY if hard == resource.RLIM_INFINITY else hard


def raise_limit() -> int:
    """Let this process have as many open files as its hard limit allows; return how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # a hard limit beyond what the kernel gives
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return MANY if soft == resource.RLIM_INFINITY else soft


MANY: Final = 1 << 20
"""Stands for "no limit"."""


def deepen(sockets: Iterable[socket.socket]) -> None:
    """Have the kernel keep `BACKLOG` connections.  asyncio takes as many at once as it was told to keep."""
    for one in sockets:
        with socket.socket(fileno=os.dup(one.fileno())) as same:
            same.listen(BACKLOG)
