"""Read the journal's files: one for each month, a line for each entry. Nothing is written here."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from door.records.files.disk import is_odd, open_to_read
from door.records.journal.grammar import time_of
from door.records.journal.lines import ZERO, JournalLine, decode, digest, encode

_NAME: Final = re.compile(r"(\d{4}-(?:0[1-9]|1[0-2]))\.jsonl")
MARK: Final = ".lock"
"""An empty file that a board leaves in its journal before the first game."""

BLOCK: Final = 64 * 1024
PIECE: Final = 1 << 20
"""Most bytes to read at a time, of a file's end or of a torn line."""

JournalOffset = tuple[str, int]
"""A month, and an offset in its file."""

START: Final[JournalOffset] = ("", 0)


def journal_months(folder: Path) -> list[str]:
    """Return the months that have a file in a journal folder, oldest first; none for a missing folder.
    Raises OSError if it can't be read."""
    try:  # to `glob` an unreadable folder looks empty
        names = os.listdir(folder)  # noqa: PTH208
    except (FileNotFoundError, NotADirectoryError):
        return []
    return sorted(found[1] for found in map(_NAME.fullmatch, names) if found)


def lines_since(folder: Path, since: JournalOffset = START) -> Iterator[tuple[JournalLine, JournalOffset]]:
    """Yield every whole line of a journal after the offset `since`, each with the offset that follows it."""
    for month in journal_months(folder):
        if month >= since[0]:
            offset = since[1] if month == since[0] else 0
            for entry, after in read_lines(folder / f"{month}.jsonl", month, offset):
                yield entry, (month, after)


def scan(folder: Path, months: Iterable[str], sign: re.Pattern[bytes] | None = None) -> Iterator[bytes]:
    """Yield the lines of these months' files, in their order, perhaps only lines that have that `sign`. A
    missing file has none, and a torn last line is left out."""
    for month in months:
        with suppress(FileNotFoundError), (folder / f"{month}.jsonl").open("rb") as file:
            for raw in file:
                if (sign is None or sign.search(raw)) and raw.endswith(b"\n"):
                    yield raw


def read_lines(path: Path, month: str, offset: int = 0) -> Iterator[tuple[JournalLine, int]]:
    """Yield the whole lines of a file from `offset` on, each with the offset of the next."""
    with path.open("rb") as file:
        file.seek(offset)
        for line in file:
            if not line.endswith(b"\n"):
                return
            offset += len(line)
            yield JournalLine.of(month, line[:-1]), offset


def last_time(folder: Path) -> str:
    """Return the time of the last line that has one, or "". Raises OSError."""
    for month in reversed(journal_months(folder)):
        if is_odd(path := folder / f"{month}.jsonl"):
            continue
        with open_to_read(path) as file:
            ends = line_ends(file, os.fstat(file.fileno()).st_size)
            end = next(ends)
            for begin in ends:
                file.seek(begin)
                if end - begin < PIECE and (t := time_of(decode(file.read(end - begin)))):
                    return t
                end = begin
    return ""


def journal_head(folder: Path) -> bytes:
    """Return the journal's head as a line of JSON: the SHA-256 of the last line (the next line's `prev`), its
    month, and the size of that month's file up to there. Raises OSError."""
    for month in reversed(journal_months(folder)):
        with open_to_read(folder / f"{month}.jsonl") as file:
            ends = line_ends(file, os.fstat(file.fileno()).st_size)
            if end := next(ends):
                file.seek(begin := next(ends))
                return (
                    encode({"head": digest(file.read(end - begin - 1)), "month": month, "size": end}) + b"\n"
                )
    return encode({"head": ZERO, "month": "", "size": 0}) + b"\n"


def last_hashes(folder: Path, most: int) -> Iterator[str]:
    """Yield the hashes of a journal's lines, the last line's first, at most so many. Raises OSError."""
    for month in reversed(journal_months(folder)):
        with open_to_read(folder / f"{month}.jsonl") as file:
            ends = line_ends(file, os.fstat(file.fileno()).st_size)
            end = next(ends)
            for begin in ends:
                file.seek(begin)
                yield digest(file.read(end - begin - 1))
                end, most = begin, most - 1
                if not most:
                    return


def line_ends(file: BinaryIO, size: int) -> Iterator[int]:
    """Yield the offsets behind the lines of a file, the last line's first, and then 0."""
    block = BLOCK
    while size:
        start, block = max(0, size - block), PIECE
        file.seek(start)
        data = file.read(size - start)
        at = len(data)
        while (at := data.rfind(b"\n", 0, at)) >= 0:
            yield start + at + 1
        size = start
    yield 0
