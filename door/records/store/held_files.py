"""The files of a folder's documents while units change them: which are busy, what they hold, and what a disk
that refused has left to be done."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from door.records.files.disk import open_regular, read_file, signature, write_all
from door.records.store import Change, Doc
from door.records.store.kinds import KINDS

NOTE: Final = ".unit"
CACHED: Final = 5_000
"""Most documents to cache, each of at most `SMALL` bytes."""

SMALL: Final = 64 * 1024
OPEN: Final = 256
"""Most files to hold open, for pieces that come soon after each other."""


class _Open(NamedTuple):
    """A file to which pieces are added: its descriptor, its size and its document's version."""

    fd: int
    size: int
    version: int


class HeldFiles:
    """The files of a folder. Units wait for each other if they change the same ones."""

    def __init__(self) -> None:
        self._busy = set[Path]()
        self._free = threading.Condition()
        self._left: dict[Path, Callable[[], object]] = {}
        self._cache: OrderedDict[str, tuple[tuple[int, ...], Doc]] = OrderedDict()
        self._open: OrderedDict[Path, _Open] = OrderedDict()

    def get(self, kind: str, path: str) -> Doc | None:
        try:
            sign = signature(path)
        except FileNotFoundError:
            self._cache.pop(path, None)
            return None
        except OSError:
            sign = ()  # reading it says why
        if (held := self._cache.get(path)) and held[0] == sign:
            return held[1]
        doc = self.read(kind, Path(path))
        if doc and len(doc.body) <= SMALL:
            self._cache[path] = sign, doc
            while len(self._cache) > CACHED:
                with suppress(KeyError):
                    self._cache.popitem(last=False)
        return doc

    def read(self, kind: str, path: Path) -> Doc | None:
        try:
            data = read_file(path, KINDS[kind].most)
        except FileNotFoundError:
            return None
        whole = data[: data.rfind(b"\n") + 1] if KINDS[kind].torn else data
        return Doc(version_of(whole), whole)

    @contextmanager
    def holding(self, paths: Sequence[Path]) -> Iterator[set[Path]]:
        """Lock these files, and all files with work left to do."""
        wanted = set(paths)
        with self._free:
            while self._busy & (wanted := wanted | self._left.keys()):
                self._free.wait()
            self._busy |= wanted
        try:
            yield wanted
        finally:
            with self._free:
                self._busy -= wanted
                self._free.notify_all()

    def append(self, change: Change, path: Path) -> int:
        """Add a piece to a file that stays open; return its new version, or 0 if it can't be added that
        way."""
        if change.do != "add" or not change.version:
            return 0
        held, body = self._open.get(path), change.body
        if held is None:
            doc = self.read(change.kind, path)
            if doc is None or doc.version != change.version or not doc.body.endswith(b"\n"):
                return 0
            held = _Open(open_regular(path, os.O_RDWR | os.O_APPEND), len(doc.body), doc.version)
            self._open[path] = held
            with self._free:
                idle = next((one for one in self._open if one not in self._busy), None)
                if len(self._open) > OPEN and idle:
                    self.forget(idle)
        state = os.fstat(held.fd)
        if held.version != change.version or state.st_size != held.size or not state.st_nlink:
            self.forget(path)
            return 0
        self._cache.pop(str(path), None)
        try:
            write_all(held.fd, body)
        except OSError:
            os.ftruncate(held.fd, held.size)
            raise
        new = (held.size + len(body) + 1) << 32 | crc32(body, held.version & 0xFFFFFFFF)
        self._open[path] = _Open(held.fd, held.size + len(body), new)
        return new

    def finish(self, steps: Iterable[tuple[Path, Callable[[], object]]]) -> None:
        """Take these steps in order. If the disk refuses one, the rest is left for the next write."""
        left: dict[Path, Callable[[], object]] = {}
        for path, step in steps:
            self.forget(path)
            try:
                if not left:
                    step()
                    continue
            except OSError:
                pass
            left[path] = step
        if left:
            with self._free:
                self._left |= left

    def tidy(self, held: set[Path]) -> None:
        """Do what is left of these files, the note last. Raises OSError."""
        for path in (
            sorted(held & self._left.keys(), key=lambda path: path.name == NOTE) if self._left else ()
        ):
            self._left[path]()
            with self._free:
                del self._left[path]

    def forget(self, path: Path) -> None:
        self._cache.pop(str(path), None)
        if held := self._open.pop(path, None):
            os.close(held.fd)

    def close(self) -> None:
        """Close the files that are open for more pieces."""
        for path in list(self._open):
            self.forget(path)


def version_of(body: bytes) -> int:
    """Return a document's version: a document with the same content is the same one."""
    return (len(body) + 1) << 32 | crc32(body)
