"""A journal's files: which there are, their lines, and their end: the last sound line, what is torn
behind it cut off and kept aside.

Law: what cuts is for who holds the journal's lock.  Sound is a line that has its newline and no
NUL byte, which is what a power cut leaves where a block never reached the disk.  Nothing is cut
off that is not kept in `*.torn` first.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from door.records.files.disk import opened, write_all
from door.records.journal.grammar import is_time
from door.records.journal.lines import Entry, decode, digest

_NAME: Final = re.compile(r"(\d{4}-(?:0[1-9]|1[0-2]))\.jsonl")
BLOCK: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Tail:
    """The end of the journal as last seen: file, its size, the last line's hash and its `t`, "" where
    that is none."""

    path: Path
    size: int
    hash: str
    t: str

    @property
    def moment(self) -> datetime | None:
        """When the last line was written."""
        return datetime.fromisoformat(self.t) if self.t else None


@dataclass(frozen=True, slots=True)
class Doubt:
    """Bytes that a failing disk may or may not have kept, from `size` on."""

    path: Path
    size: int
    blob: bytes

    def unless_cut(self, fd: int) -> Doubt | None:
        """Cuts the open file back; None where that is done, and else the doubt, for later."""
        try:
            os.ftruncate(fd, self.size)
        except OSError:
            return self
        return None

    def is_written(self) -> bool:
        """Whether all of it is there; what is there of it is cut off otherwise.  OSError where the disk
        refuses still."""
        with self.path.open("rb+") as file:
            file.seek(self.size)
            there = file.read(len(self.blob))
            if there != self.blob and self.blob.startswith(there):
                file.truncate(self.size)
        return there == self.blob


def tail_of(path: Path, size: int, raw: bytes) -> Tail:
    """The tail of a file of that size whose last line is `raw`, without its newline."""
    t = decode(raw).get("t")
    return Tail(path, size, digest(raw), t if is_time(t) and t[17:19] != "60" else "")


def journal_months(folder: Path) -> list[str]:
    """The months that have a file in a journal folder, oldest first; none where it is missing.  OSError where
    it cannot be read."""
    try:  # `glob` takes what it may not read for empty; ten years of paths take 0.19 ms, of names 0.06
        names = os.listdir(folder)  # noqa: PTH208
    except (FileNotFoundError, NotADirectoryError):
        return []
    return sorted(found[1] for found in map(_NAME.fullmatch, names) if found)


def read_lines(path: Path, month: str, offset: int = 0) -> Iterator[tuple[Entry, int]]:
    """The whole lines of a file from byte `offset` on, each with the offset of the next."""
    with path.open("rb") as file:
        file.seek(offset)
        for line in file:
            if not line.endswith(b"\n"):
                return
            offset += len(line)
            yield Entry(month, line[:-1], decode(line[:-1])), offset


def sound_end(path: Path, size: int, told: Callable[[str], None]) -> Tail | None:
    """The last whole line of a file, what is torn behind it cut off and `told` of; None where there
    is none.  OSError where the disk refuses."""
    with path.open("rb+") as file:
        block, end = BLOCK, -1
        while end < 0:
            start = max(0, size - block)
            file.seek(start)
            data = file.read(size - start)
            begin, end = _last_line(data, whole=start == 0)
            block *= 4
        if start + end < size:
            told(_set_aside(path, data[end:]))
            file.truncate(start + end)
            os.fsync(file.fileno())
    return tail_of(path, start + end, data[begin : end - 1]) if end else None


def _set_aside(path: Path, torn: bytes) -> str:
    aside = path.with_name(path.name + ".torn")
    with opened(aside, os.O_WRONLY | os.O_APPEND | os.O_CREAT) as fd:
        write_all(fd, torn + b"\n")
        os.fsync(fd)
    return f"{path.name}: a torn line of {len(torn)} bytes at its end was cut off and kept in {aside.name}."


def _last_line(data: bytes, whole: bool) -> tuple[int, int]:
    """Where the last sound line of `data` begins and where the one after it would.

    (0, 0) when there is none, (0, -1) when it may begin before `data`, which is not the `whole` file.
    """
    end = data.rfind(b"\n") + 1
    while end:
        begin = data.rfind(b"\n", 0, end - 1) + 1
        if begin == 0 and not whole:
            break
        if b"\0" not in data[begin:end]:
            return begin, end
        end = begin
    return (0, 0) if whole else (0, -1)
