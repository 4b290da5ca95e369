"""The owner of a data folder: the only process that writes to it.

Guarantees: the owner holds a lock, which ends with its process, however that ends.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from door.records.files.disk import make_folder, open_file, try_lock
from door.records.files.release import note_release
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
