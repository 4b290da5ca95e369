"""The owner of a data folder: the only process that writes to it.

Guarantees: the owner holds a lock, which ends with its process, however that ends.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from door import __version__
from door.records.files.disk import make_folder, open_file, read_file, replace_file, try_lock
from door.records.journal.lines import RecordsError
from door.ui.catalogue import tr

NAME: Final = ".owner"
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
    fd = _opened(data / NAME)
    try:
        limit = time.monotonic() + patience
        while not try_lock(fd):
            if time.monotonic() >= limit or gives_up():
                pid = os.pread(fd, 20, 0).strip().decode("ascii", "replace")
                raise Owned(tr.records.data_owned(data=data, pid=pid or "?"))
            time.sleep(NAP)
        with suppress(OSError):  # on a full disk, the owner has no name
            os.ftruncate(fd, 0)
            os.pwrite(fd, b"%d\n" % os.getpid(), 0)
        note_release(data)
        yield
    finally:
        os.close(fd)


def _opened(path: Path) -> int:
    try:
        return open_file(path, os.O_RDWR | os.O_CREAT)
    except OSError:
        return open_file(path, os.O_RDONLY)  # a read-only disk can still be locked


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
