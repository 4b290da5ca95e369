"""Limits how often a caller may do something: in memory, and for visits to external doors in a file.

Guarantees: a restart forgives what is in memory, which is bounded by the callers of the longest window.
Times are arguments. Nothing else depends on the file of visits, and a sysop who deletes a line gives a visit
back. A visit that came to nothing is another line, which takes one off.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from door.records.journal.lines import caller_key
from door.records.store import Store, StoreError
from door.records.store.rows import Row, Rows
from door.ui.texts import MaybeSaid, tr

MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)


class Quota:
    """Limits, each a count and the time for it."""

    def __init__(self, *limits: tuple[int, timedelta]) -> None:
        self._limits = limits
        self._longest = max(window for _, window in limits)
        self._done: dict[str, deque[datetime]] = {}  # by caller, most recent last

    def why_not(self, who: str, now: datetime) -> MaybeSaid:
        """Say why that caller may not do it now, or return ""."""
        times = self._done.get(caller_key(who), deque())
        waits = [
            times[-most] + window - now
            for most, window in self._limits
            if len(times) >= most and timedelta() <= now - times[-most] < window  # the clock may have jumped
        ]
        return tr.common.too_often(time=_words(max(waits))) if waits else ""

    def know(self, who: str, times: Iterable[datetime]) -> None:
        """Load the times at which the caller did it before this process began, earliest first."""
        if caller_key(who) not in self._done:
            for time in times:
                self.count(who, time)

    def count(self, who: str, now: datetime) -> None:
        """Note that the caller does it now."""
        times = self._done.pop(caller_key(who), None)
        if times is None:
            times = deque(maxlen=max(most for most, _ in self._limits))
        times.append(now)
        self._done[caller_key(who)] = times
        first = next(iter(self._done))
        if now - self._done[first][-1] > self._longest:
            del self._done[first]

    def take(self, who: str, now: datetime) -> MaybeSaid:
        """Count it if the caller may do it now; say why not, or return ""."""
        reason = self.why_not(who, now)
        if not reason:
            self.count(who, now)
        return reason


def _words(wait: timedelta) -> str:
    seconds = max(1, ceil(wait.total_seconds()))
    if seconds < 120:
        return tr.count.seconds(n=seconds)
    return (
        tr.count.minutes(n=ceil(seconds / 60)) if seconds < 7200 else tr.count.hours(n=ceil(seconds / 3600))
    )


# -- visits to external doors, by caller and day -------------------------------------------------


MANY: Final = 5000
"""Lines above which a file is folded."""

LOG: Final = logging.getLogger("door.records")


class Visits:
    """The board's visits; a day is the board's, "YYYY-MM-DD"."""

    def __init__(self, store: Store) -> None:
        self._book, self._many = Rows(store, "visits", "visits"), MANY

    def count(self, caller: str, door: str, day: str) -> int:
        """Return how many visits the caller has made that day at that door; 0 if the file can't be read."""
        try:
            return visit_count(self._book.read(), caller, door, day)
        except StoreError as error:
            LOG.error("%s cannot be read: %s", self._book.name, error)
            return 0

    def charge(self, t: str, caller: str, door: str, day: str, most: int) -> MaybeSaid:
        """Count a visit at the time `t` (RFC 3339); return a sentence if the day's `most` (0 for no limit)
        are used up. Raises StoreError."""

        def refuse(lines: Iterable[Row]) -> MaybeSaid:
            return (
                tr.external.no_visits_left() if most and visit_count(lines, caller, door, day) >= most else ""
            )

        return self._book.append(_line(t, caller, door, day, 1), refuse) or self._fold(day)

    def give_back(self, t: str, caller: str, door: str, day: str) -> None:
        """Take back a visit that came to nothing. Raises StoreError."""
        self._book.append(_line(t, caller, door, day, -1))

    def _fold(self, day: str) -> MaybeSaid:
        """Keep a line for each caller and door of that day, if there are many lines."""
        if len(self._book.read()) > self._many:
            self._book.edit(lambda lines: _sum_rows(lines, day))
            self._many = max(MANY, 2 * len(self._book.read()))
        return ""


def _sum_rows(lines: Iterable[Row], day: str) -> list[Row]:
    sums: dict[tuple[str, str], Row] = {}
    for line in lines:
        if line.get("day") == day and isinstance(visits := line.get("visits"), int):
            key = caller_key(str(line.get("caller"))), str(line.get("door"))
            sums[key] = {**line, "visits": visits + (sums[key]["visits"] if key in sums else 0)}
    return list(sums.values())


def visit_count(lines: Iterable[Row], caller: str, door: str, day: str) -> int:
    """Return the visits in those lines. Lines that aren't ours count for nothing."""
    key = caller_key(caller)
    own = (
        line.get("visits") for line in lines
        if line.get("day") == day and line.get("door") == door and caller_key(str(line.get("caller"))) == key
    )  # fmt: skip
    return sum(n for n in own if isinstance(n, int))


def _line(t: str, caller: str, door: str, day: str, visits: int) -> Row:
    return {"t": t, "caller": caller, "door": door, "day": day, "visits": visits}
