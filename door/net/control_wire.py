"""Messages between the sysop's commands and the board that owns the data folder.

They are JSON objects with a `v`, one a line of at most `LONGEST` bytes. asyncio is not imported here, so
that `door run` starts quickly.
"""

from __future__ import annotations

import errno
import json
import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from door.ui.texts import tr

VERSION: Final = 1
LONGEST: Final = 65_536

FOLDER, SOCKET = "control", "door.sock"
LONGEST_PATH: Final = 100
"""Bytes of a socket's path that every system accepts. Linux has room for 107, others for 103."""

DESCRIPTORS: Final = "/proc/self/fd"

MAKE_WAY: Final = "make-way"
WAY_SECONDS: Final = 15.0
"""Seconds that a board which a command has started may take to make way for another."""

READY: Final = "ready"
"""Printed by such a board when it takes connections."""

Message = Mapping[str, Any]


class BadMessage(Exception):
    """A malformed control message. The text says what is wrong."""


def pack(message: Message) -> bytes:
    return json.dumps({"v": VERSION, **message}, ensure_ascii=True).encode() + b"\n"


def unpack(line: bytes) -> dict[str, Any]:
    """Parse a line. Raises BadMessage."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise BadMessage(tr.control.not_json()) from None
    if not isinstance(message, dict) or message.get("v") != VERSION:
        raise BadMessage(tr.control.other_version(version=VERSION))
    return message


def folder_of(data: Path) -> Path:
    return data / FOLDER


@contextmanager
def socket_name(folder: Path) -> Iterator[str]:
    """Yield a short enough name for the socket, by the folder's descriptor if its path is too long."""
    path = folder / SOCKET
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield str(path)
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"{DESCRIPTORS}/{descriptor}/{SOCKET}"
    finally:
        os.close(descriptor)


def connect(folder: Path) -> socket.socket:
    """Connect to the running board. Raises OSError if none runs."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with socket_name(folder) as name:
            line.connect(name)
    except OSError:
        line.close()
        raise
    return line


def nobody_runs(error: OSError) -> bool:
    """True if the error of a refused connection means that no board runs."""
    return error.errno in (errno.ENOENT, errno.ECONNREFUSED, errno.ENOTDIR)
