"""Takes lines that a clock far ahead has written out of a board's data. They are moved to files whose names
end in `.later`.

A journal's times never go back, so its later lines are its last ones, and the chain stays valid. No board
may run meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from door.records.clock import NOTE
from door.records.daily.days import Seeds
from door.records.files.disk import OddFile, cut_off, open_to_read, sync_folder
from door.records.journal.files import JournalFiles, read_lines
from door.records.journal.grammar import is_time
from door.records.journal.lines import Entry, Fields, decode, is_day
from door.records.store.files import Folder
from door.records.store.kinds import file_of
from door.records.store.tail import Tail
from door.records.tables.table_files import TableFiles

KEPT: Final = ".later"


@dataclass(frozen=True, slots=True)
class Taken:
    """The journal's lines that were taken out, and the ids of the tables that lost events."""

    lines: Sequence[Fields]
    tables: Sequence[str]


def take_out(data: Path, files: JournalFiles, t: str) -> Taken:
    """Take out everything later than `t` (RFC 3339 in UTC). Raises OSError."""
    taken = [entry.fields for entry in _out_of_journal(files, t)]
    for fields in taken:
        _restore_seed(data, fields)
    tables = TableFiles(Folder(data), {})
    ids = [id for id in sorted(tables.ids()) if _out_of_table(file_of(data, "table", id), t)]
    if tables.alive() > t:
        file_of(data, "alive", "").unlink(missing_ok=True)
    (data / NOTE).unlink(missing_ok=True)
    return Taken(taken, ids)


def _out_of_journal(files: JournalFiles, t: str) -> list[Entry]:
    """Take out the journal's later lines, the newest file's first."""
    taken: list[Entry] = []
    Tail(files).repair()
    for month in reversed(files.months()):
        path = files.path(month)
        start, lines = _later(path, month, t)
        if not lines:
            break
        cut_off(path, start, KEPT)
        taken = lines + taken
    sync_folder(files.folder)
    return taken


def _later(path: Path, month: str, t: str) -> tuple[int, list[Entry]]:
    """Return the offset of a file's first later line, and all lines from there on."""
    start, lines = 0, list[Entry]()
    for entry, after in read_lines(path, month):
        if lines or _is_later(entry.fields, t):
            lines.append(entry)
        else:
            start = after
    return start, lines


def _is_later(fields: Fields, t: str) -> bool:
    said = fields.get("t")
    return is_time(said) and said[:23] > t[:23]


def _restore_seed(data: Path, fields: Fields) -> None:
    """Restore the seed of a deal that was revealed too soon, so that its day can go on."""
    seed, day = fields.get("seed"), fields.get("day")
    if fields.get("kind") == "reveal" and isinstance(seed, str) and is_day(day):
        Seeds(Folder(data)).restore(str(day), seed)


def _out_of_table(path: Path, t: str) -> bool:
    """Take the later events out of a match, or all of one that was opened later; True if there were any."""
    with suppress(OddFile), open_to_read(path) as file:
        start = 0
        for line in file:
            if _is_later(decode(line), t):
                cut_off(path, start, KEPT)
                return True
            start += len(line)
    return False
