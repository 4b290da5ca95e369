"""The callers as a list: of thousands only the files that were written last are read."""

from __future__ import annotations

import heapq
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from door.records.callers.caller_file import Caller
from door.records.callers.caller_folder import SUFFIX
from door.records.callers.callers import Callers
from door.records.callers.handles import key_of


def latest(callers: Callers, part: str, most: int) -> tuple[list[Caller], int]:
    """The callers with that in their handles, the last to call first, `most` at most; and how many there
    are.  It waits for the disk."""
    files = list(_files(callers.folder, key_of(part.strip())))
    found = [caller for _, handle in heapq.nlargest(most, files) if (caller := callers.find(handle))]
    return sorted(found, key=lambda caller: caller.last_call, reverse=True), len(files)


def _files(folder: Path, part: str) -> Iterator[tuple[int, str]]:
    """When each was written, and whose it is; none where the folder cannot be read."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        handle = entry.name.removesuffix(SUFFIX)
        if handle != entry.name and not handle.startswith(".") and part in key_of(handle):
            with suppress(OSError):  # renamed or removed just now
                yield entry.stat().st_mtime_ns, handle
