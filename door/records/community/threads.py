"""The forum's files: each thread is a file of JSON lines, with an index of its posts in memory.

Guarantees: the first line is the thread's head, and every other line a post, with a number that never
changes. A post is one append, synced. Everything else rewrites the file of one thread. A sysop may edit or
delete files at any time, and lines that aren't posts are skipped. A file without a head is set aside, with
a line in the log.
"""

from __future__ import annotations

import json
import logging
import secrets
from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from threading import RLock
from typing import Final

from door.records.files.disk import (
    OddFile,
    make_folder,
    open_to_read,
    read_file,
    replace_file,
    set_aside,
    signature,
)
from door.records.files.jsonl import LARGEST, Line
from door.records.journal.lines import decode, reason
from door.records.store.pieces import Pieces
from door.ui.catalogue import tr

LOG: Final = logging.getLogger("door.records")
ENDING: Final = ".jsonl"
_GUARD: Final = RLock()
"""One for all folders: a rename opens them too."""


class Thread:
    """A thread: its `head`, and for each post its number, its time in seconds since 1970, and its
    writer."""

    def __init__(self, id: str, head: Line, size: int) -> None:
        self.id, self.head, self.size = id, head, size
        self.numbers, self.times, self.writers = array("I"), array("d"), list[str]()
        self._starts = array("Q")  # bytes from the file's beginning

    @property
    def last(self) -> int:
        """The number of the last post, 0 without one."""
        return self.numbers[-1] if self.numbers else 0

    def place(self, number: int) -> int:
        """Return the place of the first post that has at least that number."""
        return bisect_left(self.numbers, number)

    def add(self, line: Line, start: int, names: dict[str, str]) -> None:
        """Add a line if it is a post. `names` are the handles in use, so that each is in memory once."""
        match line:
            case {"n": int(number), "handle": str(who), "t": str(t), "lines": list()}:
                if self.last < number < 1 << 31 and (at := _seconds(t)) is not None:
                    self.numbers.append(number)
                    self.times.append(at)
                    self.writers.append(names.setdefault(who, who))
                    self._starts.append(start)

    def read(self, path: Path, first: int, end: int) -> list[Line]:
        """Return the posts in the places from `first` to before `end`. Raises OSError."""
        if first >= end:
            return []
        stop = self._starts[end] if end < len(self._starts) else self.size
        with open_to_read(path) as file:
            file.seek(self._starts[first])
            raw = file.read(stop - self._starts[first])
        start = self._starts[first]
        found = (raw[at - start :].partition(b"\n")[0] for at in self._starts[first:end])
        return [decode(line) for line in found]


class Threads:
    """The threads in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.guard = folder, _GUARD
        self._known: dict[str, tuple[tuple[int, ...], Thread | None]] = {}  # None: it can't be read
        self._names: dict[str, str] = {}

    def all(self) -> list[Thread]:
        """Return all threads as they are on the disk. A missing folder has none."""
        with self.guard:
            ids = [path.stem for path in self.folder.glob(f"[!.]*{ENDING}")]
            self._known = {id: self._known[id] for id in ids if id in self._known}
            return [found for id in ids if (found := self.find(id))]

    def find(self, id: str) -> Thread | None:
        """Return the thread as it is on the disk, or None."""
        if not (id.isascii() and id.isalnum()):
            return None
        path = self.path(id)
        with self.guard:
            try:
                sign = signature(path)
                if id not in self._known or self._known[id][0] != sign:
                    self._known[id] = sign, self._load(id, path)
            except FileNotFoundError:
                self._known.pop(id, None)
            except OSError as error:
                LOG.error("%s cannot be read: %s", path.name, reason(error))
                self._known.pop(id, None)
            return self._known.get(id, ((), None))[1]

    def path(self, id: str) -> Path:
        return self.folder / f"{id}{ENDING}"

    def create(self, head: Line, post: Line) -> str:
        """Write a new thread with its first post, and return its id. Raises OSError."""
        make_folder(self.folder)
        id = secrets.token_hex(8)
        Pieces.create(self.path(id), _written(head) + _written(post)).close()
        return id

    def append(self, thread: Thread, line: Line) -> None:
        """Add a post behind the others, in one write. Raises OSError."""
        path, data = self.path(thread.id), _written(line)
        with self.guard:
            pieces = Pieces(path, thread.size)
            try:
                pieces.add(data, lasting=True)
            finally:
                pieces.close()
            thread.add(line, thread.size, self._names)
            thread.size = pieces.size
            self._known[thread.id] = signature(path), thread

    def edit(self, id: str, change: Callable[[Line, list[Line]], tuple[Line, Sequence[Line]]]) -> None:
        """Replace the thread's head and posts. A thread without posts is deleted. Raises OSError."""
        with self.guard:
            if (thread := self.find(id)) is None:
                return
            posts = thread.read(self.path(id), 0, len(thread.numbers))
            head, kept = change(thread.head, posts)
            if not kept:
                self.delete(id)
            elif (head, kept) != (thread.head, posts):
                replace_file(self.path(id), b"".join(map(_written, (head, *kept))))

    def delete(self, id: str) -> None:
        """Delete the thread. Raises OSError."""
        with self.guard:
            self.path(id).unlink(missing_ok=True)
            self._known.pop(id, None)

    def _load(self, id: str, path: Path) -> Thread | None:
        """Read a file. One that isn't a thread is set aside. Raises OSError if it can't be read."""
        try:
            data = read_file(path, LARGEST)
        except OddFile as error:
            self._set_aside(path, reason(error))
            return None
        head, *lines = data.split(b"\n")
        thread = Thread(id, decode(head), len(head) + 1)
        titled = isinstance(thread.head.get("title"), str) and isinstance(thread.head.get("area"), str)
        if not (lines and titled):
            self._set_aside(path, tr.forum.no_head())
            return None
        del lines[-1]  # a torn line, or nothing
        for raw in lines:
            thread.add(decode(raw), thread.size, self._names)
            thread.size += len(raw) + 1
        return thread

    def _set_aside(self, path: Path, why: str) -> None:
        LOG.error("forum/%s is not a thread (%s). It was kept as %s.", path.name, why, set_aside(path).name)


def _written(line: Mapping[str, object]) -> bytes:
    return json.dumps(line, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def _seconds(t: str) -> float | None:
    try:
        return datetime.fromisoformat(t).timestamp()
    except (ValueError, OverflowError, OSError):
        return None
