"""Stores for the journal. Its files are the only kind of store today.

Guarantees, which `tests/records/test_store_contract.py` checks for every kind:

    A write names the line it was decided after. If that isn't the last line any more, nothing is written.
    Once a method has returned, its work survives a power cut. An interrupted write may leave its first lines,
    but never a part of a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from door.records.journal.files import Place
from door.records.journal.lines import Entry, RecordsError


class Moved(RecordsError):
    """The last line is a different one. Nothing was written: decide again."""


class Last(Protocol):
    """The journal's last line."""

    @property
    def hash(self) -> str:
        """Its SHA-256, which the next line names."""

    @property
    def t(self) -> str:
        """Its time, "" if it doesn't have a valid one."""


class Store(Protocol):
    """Keeps the journal's lines. All methods block, and raise OSError if nothing was written or repaired."""

    @property
    def place(self) -> Place:
        """The place behind the last line in the journal's files, which every kind of store writes."""

    def head(self) -> Last | None:
        """Return the last line, as of the last write. After Moved it is the true one."""

    def append(self, entries: Sequence[Entry], after: str) -> None:
        """Write the entries behind the line whose hash is `after` (ZERO for the first). Raises Moved if that
        isn't the last line."""

    def repair(self) -> list[str]:
        """Repair the results of a crash; return a sentence for each repair."""
