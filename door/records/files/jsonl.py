"""A flat file of JSON lines that callers add to: the wall, the last callers, letters.

Guarantees: no standings depend on such a file, so a sysop may cut or edit it at any time, and foreign lines
are skipped. Threads write one after the other. A file with a limit (`keep`) is cut to its last lines
when it has twice as many, or more than `MOST_BYTES`.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Final

from door.records.files.disk import (
    OddFile,
    make_folder,
    open_to_read,
    opened,
    replace_file,
    signature,
    write_all,
)
from door.records.journal.lines import decode
from door.ui.catalogue import tr
from door.ui.texts import MaybeSaid

MOST_BYTES: Final = 1 << 20
"""Bytes to read from the end of a file."""

LARGEST: Final = 64 << 20
"""Most bytes of a file that can be edited."""

_WRITING: Final = Lock()
"""One for all files: each is opened by whoever needs it just then."""

Line = dict[str, Any]
Refuse = Callable[[Sequence[Line]], MaybeSaid]


class JsonlFile:
    """The file at `path`. It keeps `keep` lines, 0 for all. `most` bytes are read from its end."""

    def __init__(self, path: Path, keep: int = 0, most: int = MOST_BYTES) -> None:
        self.path, self.keep, self.most = path, keep, most
        self._held: tuple[tuple[int, ...], tuple[Line, ...]] = ((), ())

    def read(self) -> tuple[Line, ...]:
        """Return the lines, newest last; none for a missing file. Raises OSError if it can't be read."""
        try:
            sign = signature(self.path)
        except FileNotFoundError:
            self._held = ((), ())
            return ()
        if self._held[0] != sign:
            self._held = (sign, tuple(self._lines(self.most)))
        return self._held[1][-self.keep :]

    def append(self, line: Line, refuse: Refuse = lambda lines: "") -> MaybeSaid:
        """Append a line, unless `refuse` returns a sentence against it, given the lines so far. Return that
        sentence, or "".

        OSError leaves the file as it was, except for a torn line on a full disk. The next line starts behind
        that.
        """
        make_folder(self.path.parent)
        with _WRITING:
            lines = self.read()
            if reason := refuse(lines):
                return reason
            self._add(_written(line))
            held = [*self._held[1], line]
            if self.keep and (len(held) > 2 * self.keep or self.path.stat().st_size > MOST_BYTES):
                replace_file(self.path, b"".join(map(_written, held[-self.keep :])))
        return ""

    def edit(self, change: Callable[[Sequence[Line]], Sequence[Line]]) -> None:
        """Replace all lines; foreign lines are lost. OSError leaves the file as it was."""
        if not self.path.exists():
            return
        with _WRITING:
            if (size := self.path.stat().st_size) > LARGEST:
                raise OddFile(errno.EFBIG, tr.records.too_large(bytes=f"{size:,}"), str(self.path))
            lines = self._lines(size)
            if (edited := list(change(lines))) != lines:
                replace_file(self.path, b"".join(map(_written, edited)))

    def _add(self, data: bytes) -> None:
        with opened(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND) as fd:
            size = os.fstat(fd).st_size
            torn = size and os.pread(fd, 1, size - 1) != b"\n"
            write_all(fd, b"\n" + data if torn else data)

    def _lines(self, most: int) -> list[Line]:
        with open_to_read(self.path) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - most))
            raw = file.read().splitlines()
        return [line for line in map(decode, raw) if line]


def _written(line: Line) -> bytes:
    return json.dumps(line, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
