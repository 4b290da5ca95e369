"""A flat file of JSON lines that callers add to: the wall, the last callers, the sysop's letters.

Law: no table rests on one of these, so that a sysop may cut or edit them at any time.  Lines
are whole, several processes may append, a line that is not ours is passed over, and no file
grows for ever: one that keeps only its last `keep` lines is cut back when it has twice as many,
or more bytes than are read of it.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from door.records.files.disk import (
    OddFile,
    lock_file,
    make_folder,
    open_regular,
    opened,
    replace_file,
    signature,
    write_all,
)
from door.records.journal.lines import decode
from door.ui.catalogue import tr
from door.ui.texts import MaybeSaid

MOST_BYTES: Final = 1 << 20
"""What is read of a file, from its end."""

LARGEST: Final = 64 << 20
"""Bytes of a file that can be edited."""

Line = dict[str, Any]
Refuse = Callable[[Sequence[Line]], MaybeSaid]


class JsonlFile:
    """The file at `path`; `keep` lines stay, 0 for all of them.  `most` bytes are read of its end."""

    def __init__(self, path: Path, keep: int = 0, most: int = MOST_BYTES) -> None:
        self.path, self.keep, self.most = path, keep, most
        self._held: tuple[tuple[int, ...], tuple[Line, ...]] = ((), ())

    def read(self) -> tuple[Line, ...]:
        """The lines kept, newest last; none where there is no file.  OSError where it cannot be read."""
        try:
            sign = signature(self.path)
        except FileNotFoundError:
            self._held = ((), ())
            return ()
        if self._held[0] != sign:
            self._held = (sign, tuple(self._lines(self.most)))
        return self._held[1][-self.keep :]

    def append(self, line: Line, refuse: Refuse = lambda lines: "") -> MaybeSaid:
        """Adds a line unless `refuse` gives, of those there are, a sentence against it; the sentence.

        OSError leaves the file as it was, but for what a full disk took of the line; the next
        one begins anew behind that.
        """
        make_folder(self.path.parent)
        with lock_file(self.path.with_name(f".{self.path.name}.lock")):
            lines = self.read()
            if reason := refuse(lines):
                return reason
            self._add(_written(line))
            held = [*self._held[1], line]
            if self.keep and (len(held) > 2 * self.keep or self.path.stat().st_size > MOST_BYTES):
                replace_file(self.path, b"".join(map(_written, held[-self.keep :])))
        return ""

    def edit(self, change: Callable[[Sequence[Line]], Sequence[Line]]) -> None:
        """Puts other lines in place of all there are; what is not ours goes.  OSError leaves the file as it
        was."""
        if not self.path.exists():
            return
        with lock_file(self.path.with_name(f".{self.path.name}.lock")):
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
        with os.fdopen(open_regular(self.path), "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - most))
            raw = file.read().splitlines()
        return [line for line in map(decode, raw) if line]


def _written(line: Line) -> bytes:
    return json.dumps(line, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
