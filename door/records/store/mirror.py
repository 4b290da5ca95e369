"""The journal's files of a host whose board is in a database.

Guarantees: each line is in the files before anybody hears of it, and is synced a moment later. A start
compares the last lines with the database's, and writes again what a power cut has damaged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from door.records.journal.files import JournalFiles
from door.records.journal.lines import ZERO, JournalLine
from door.records.store import StoreError, StoreRefused, Unit
from door.records.store.database import Link
from door.records.store.tail import JournalTail
from door.ui.catalogue import tr
from door.ui.texts import Said

FETCHED: Final = 2_000
"""Most lines to read at a time."""


class Lost(StoreRefused):
    """The database lacks a line that it had, like a standby that was promoted and wasn't synchronous."""


class JournalMirror:
    """The files in `folder`, which continue with the database's lines. `tell` is called for new ones."""

    def __init__(self, reader: Link, folder: Path, tell: Callable[[], None]) -> None:
        self._reader, self._tell = reader, tell
        self._tail, self._mirrored = JournalTail(JournalFiles(folder)), 0
        self._following = asyncio.Lock()

    async def open(self) -> list[str]:
        """Repair the files, and find their last line in the database. Raises StoreError."""
        notes = await asyncio.to_thread(self._tail.repair)
        if end := self._tail.head():
            found = await self._reader.run("select n from line where hash = $1", end.hash)
            if not found:
                raise StoreError(self._lacks(end))
            rows = await self._reader.run(
                "select raw, hash from line where n > $1::bigint - $2 and n <= $1 and month = $3 order by n",
                found[0][0],
                FETCHED,
                end.month,
            )
            lines = [JournalLine(end.month, row["raw"], row["hash"]) for row in rows]
            self._mirrored = found[0][0] - await asyncio.to_thread(self._tail.keep_only, lines)
        return notes

    def sync(self) -> None:
        self._tail.sync()

    def _lacks(self, end: JournalLine) -> Said:
        return tr.records.database_lacks_line(file=self._tail.files.path(end.month))

    def head(self) -> JournalLine | None:
        return self._tail.head()

    async def keep(self, unit: Unit) -> None:
        """Write a unit's lines to our files, once the database has them."""
        async with self._following:
            end = self._tail.head()
            if (end.hash if end else ZERO) == unit.after:
                self._tail.append(unit.lines, unit.after, is_synced=False)
                self._mirrored += len(unit.lines)
                return
        await self.follow(unit.lines)

    async def follow(self, ours: Sequence[JournalLine] = ()) -> None:
        """Write new lines to our files, and tell about them unless they are ours. Raises Lost."""
        known, news = {line.hash for line in ours}, False
        async with self._following:
            while True:
                rows = await self._reader.run(
                    "select n, month, raw, hash from line where n >= $1 order by n limit $2",
                    self._mirrored,
                    FETCHED,
                )
                if end := self._tail.head():
                    if not rows or rows[0]["hash"] != end.hash:
                        raise Lost(str(self._lacks(end)))
                    rows = rows[1:]
                if not rows:
                    break
                is_full = len(rows) + 1 >= FETCHED  # `open` compares no more lines than that
                while rows:
                    month = rows[0]["month"]
                    part = [row for row in rows if row["month"] == month]
                    rows = rows[len(part) :]
                    lines = [JournalLine(month, row["raw"], row["hash"]) for row in part]
                    end = self._tail.head()
                    self._tail.append(lines, end.hash if end else ZERO, is_synced=is_full)
                    self._mirrored = part[-1]["n"]
                    news = news or any(line.hash not in known for line in lines)
        if news:
            self._tell()
