"""Visits to external doors, counted by caller and day: a flat file of JSON lines.

Nothing else depends on it. Several processes may append, and a sysop who deletes a line gives a visit
back. A visit that came to nothing is another line, which takes one off. A long file is folded to a line
for each caller and door of the day.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from door.records.files.jsonl import LARGEST, JsonlFile, Line
from door.records.journal.lines import caller_key, reason
from door.ui.texts import MaybeSaid, tr

NAME: Final = Path("external", "visits.jsonl")
MANY: Final = 5000
"""Lines above which a file is folded."""

LOG: Final = logging.getLogger("door.records")


class Visits:
    """The visits in a board's data folder; a day is the board's, "YYYY-MM-DD"."""

    def __init__(self, data: Path) -> None:
        self._book, self._many = JsonlFile(data / NAME, most=LARGEST), MANY

    def made(self, caller: str, door: str, day: str) -> int:
        """Return how many visits the caller has made that day at that door; 0 if the file can't be read."""
        try:
            return counted(self._book.read(), caller, door, day)
        except OSError as error:
            LOG.error("%s cannot be read: %s", NAME, reason(error))
            return 0

    def charge(self, t: str, caller: str, door: str, day: str, most: int) -> MaybeSaid:
        """Count a visit at the time `t` (RFC 3339); return a sentence if the day's `most` (0 for no limit)
        are used up. Raises OSError."""

        def refuse(lines: Iterable[Line]) -> MaybeSaid:
            return tr.external.no_visits_left() if most and counted(lines, caller, door, day) >= most else ""

        return self._book.append(_line(t, caller, door, day, 1), refuse) or self._fold(day)

    def give_back(self, t: str, caller: str, door: str, day: str) -> None:
        """Take back a visit that came to nothing. Raises OSError."""
        self._book.append(_line(t, caller, door, day, -1))

    def _fold(self, day: str) -> MaybeSaid:
        """Keep a line for each caller and door of that day, if there are many lines."""
        if len(self._book.read()) > self._many:
            self._book.edit(lambda lines: _folded(lines, day))
            self._many = max(MANY, 2 * len(self._book.read()))
        return ""


def _folded(lines: Iterable[Line], day: str) -> list[Line]:
    sums: dict[tuple[str, str], Line] = {}
    for line in lines:
        if line.get("day") == day and isinstance(visits := line.get("visits"), int):
            key = caller_key(str(line.get("caller"))), str(line.get("door"))
            sums[key] = {**line, "visits": visits + (sums[key]["visits"] if key in sums else 0)}
    return list(sums.values())


def counted(lines: Iterable[Line], caller: str, door: str, day: str) -> int:
    """Return the visits in those lines. Lines that aren't ours count for nothing."""
    key = caller_key(caller)
    own = (
        line.get("visits") for line in lines
        if line.get("day") == day and line.get("door") == door and caller_key(str(line.get("caller"))) == key
    )  # fmt: skip
    return sum(n for n in own if isinstance(n, int))


def _line(t: str, caller: str, door: str, day: str, visits: int) -> Line:
    return {"t": t, "caller": caller, "door": door, "day": day, "visits": visits}
