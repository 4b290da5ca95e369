"""The seats of a door: a file each, which the board locks for the caller who sits there.

The kernel frees a lock when nobody has the file open any more, so a seat can't be lost. A program that has
inherited the open file keeps its seat although the board was killed. The files' contents say who it is.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Sitter(NamedTuple):
    """The caller in a seat, when they sat down, and when they must leave (RFC 3339, or "" for no limit).

    `leaves`: the caller has gone, and the program is saving. `comes`: it is kept for them.
    """

    caller: str
    since: str
    until: str = ""
    leaves: bool = False
    comes: bool = False


class TakenSeat(NamedTuple):
    """A seat: its open file, which keeps it locked, and its number from 1."""

    file: int
    number: int


def take(folder: Path, door: str, seats: int, who: Sitter) -> TakenSeat | None:
    """Take a free seat of the door, if there is one. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, path in enumerate(_files(folder, door, seats), 1):
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
        else:
            taken = TakenSeat(fd, number)
            seat(taken, who)
            return taken
    return None


def seat(taken: TakenSeat, who: Sitter) -> None:
    """Write who has that seat. A disk error changes nothing."""
    with contextlib.suppress(OSError):
        os.ftruncate(taken.file, 0)
        os.pwrite(taken.file, json.dumps(who._asdict()).encode(), 0)


def sitters(folder: Path, door: str, seats: int) -> Iterator[Sitter]:
    """Yield who has the door's seats now, as far as their files can be read."""
    for path in _files(folder, door, seats):
        with contextlib.suppress(OSError, ValueError, TypeError), path.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                yield Sitter(**json.loads(file.read(4096)))


def _files(folder: Path, door: str, seats: int) -> list[Path]:
    return [folder / f"{door}.{number}" for number in range(1, seats + 1)]
