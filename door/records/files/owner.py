"""The owner of a data folder: the only process that writes to it.

Guarantees: the owner holds a lock, which ends with its process, however that ends. Some file systems that
several machines share don't lock: there the mark in `.owner` tells another machine's board, which touches it
every `BEAT` seconds for as long as it lives.
"""

from __future__ import annotations

import json
import logging
import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from door import __version__
from door.records.clock import boot_id
from door.records.files.disk import (
    make_folder,
    naming,
    open_file,
    open_lock,
    read_file,
    replace_file,
    try_lock,
)
from door.records.journal.lines import RecordsError
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")
NAME: Final = ".owner"
BEAT: Final = 10.0
WATCH: Final = 2.5 * BEAT
"""Seconds for which another machine's mark is watched: a board that was killed there touches it no more."""

NAP: Final = 0.02
"""Seconds between two tries to take the lock."""


class Owned(RecordsError):
    """Another process owns the data folder. The text names it."""


@contextmanager
def owning(data: Path, patience: float = 0.0, gives_up: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Own the data folder for the time of a `with`, waiting up to `patience` seconds for its owner's end.

    Raises Owned if it is still owned then, or as soon as `gives_up`, NewerRelease if a newer release has
    written what we can't read, and OSError.
    """
    make_folder(data)
    fd = open_lock(data / NAME)
    try:
        limit = time.monotonic() + patience
        while not try_lock(fd):
            if time.monotonic() >= limit or gives_up():
                raise Owned(tr.records.data_owned(data=data, pid=_read_mark(fd).pid or "?"))
            time.sleep(NAP)
        with naming(data / NAME):
            mark = _read_mark(fd)
        _refuse_foreign(data, mark)
        with suppress(OSError):  # on a full disk, the owner has no name
            os.ftruncate(fd, 0)
            os.pwrite(fd, f"{' '.join(_our_mark())}\n".encode(), 0)
            os.fsync(fd)
        note_release(data)
        try:
            with _beating(data / NAME):
                yield
        finally:
            with suppress(OSError):
                os.ftruncate(fd, 0)
    finally:
        os.close(fd)


class Mark(NamedTuple):
    """An owner's process, its machine, and the boot of that machine; "" for what isn't known."""

    pid: str = ""
    host: str = ""
    boot: str = ""


def _our_mark() -> Mark:
    return Mark(str(os.getpid()), socket.gethostname() or "?", boot_id() or "?")


def _read_mark(fd: int) -> Mark:
    words = os.pread(fd, 400, 0).decode("utf-8", "replace").split()
    return Mark(*words[:3])


def _refuse_foreign(data: Path, mark: Mark) -> None:
    """Raise Owned if a board on another machine has left that mark, and still touches it."""
    ours = _our_mark()
    if not mark.boot or mark.host == ours.host or mark.boot == ours.boot:
        return
    LOG.warning("%s may belong to a board on %s: watching it for %.0f s.", data, mark.host, WATCH)
    first, limit = _last_write(data / NAME), time.monotonic() + WATCH
    while time.monotonic() < limit:
        time.sleep(min(1.0, WATCH / 10))
        if _last_write(data / NAME) != first:
            raise Owned(tr.records.data_owned_elsewhere(data=data, pid=mark.pid, host=mark.host))


def _last_write(path: Path) -> tuple[int, int]:
    """Return when a file was written last, and its size, as its server has them: opening it asks again."""
    fd = open_file(path, os.O_RDONLY)
    try:
        state = os.fstat(fd)
        return state.st_mtime_ns, state.st_size
    finally:
        os.close(fd)


@contextmanager
def _beating(path: Path) -> Iterator[None]:
    """Touch our mark every `BEAT` seconds."""
    ended = threading.Event()

    def beat() -> None:
        while not ended.wait(BEAT):
            with suppress(OSError):
                os.utime(path)

    threading.Thread(target=beat, name="owner", daemon=True).start()
    try:
        yield
    finally:
        ended.set()


# -- the release that has written a folder -------------------------------------------------------


RELEASE: Final = "release.json"
READABLE_SINCE: Final = "1.0.0"
"""The oldest release that can read what this one writes. A change of a file's format moves it."""

NOTE: Final = {"readable_since": READABLE_SINCE, "release": __version__}


FIRST: Final = "1.0.0"
"""The first release. Boards that were run before it are refused: their files may have other shapes."""


class NewerRelease(RecordsError):
    """A newer release has written the files in a way that we can't read, or one from before the first."""


def refuse_newer(what: Path, note: object) -> None:
    """Raise NewerRelease if the note that came with `what` says that we can't read it."""
    written = note if isinstance(note, dict) else {}
    since, release = str(written.get("readable_since", "")), str(written.get("release", ""))
    if _parts(since) > _parts(__version__):
        raise NewerRelease(
            tr.records.newer_release(what=what, release=release, since=since, ours=__version__)
        )
    if release and _parts(release) < _parts(FIRST):
        raise NewerRelease(tr.records.development_release(what=what, release=release, first=FIRST))


def check_release(data: Path) -> object:
    """Return the folder's note, if it has one. Raises NewerRelease if this release can't read the folder."""
    note = None
    with suppress(OSError, ValueError):  # the note is not worth refusing a board that can be read
        note = json.loads(read_file(data / RELEASE, 10_000))
    refuse_newer(data, note)
    return note


def note_release(data: Path) -> None:
    """Note this release in the data folder. Raises NewerRelease."""
    if check_release(data) != NOTE:
        with suppress(OSError):  # a full or read-only disk
            replace_file(data / RELEASE, json.dumps(NOTE).encode() + b"\n")


def _parts(release: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", release, re.ASCII)[:3]]
