"""Limits how often a caller may open a table, leave a letter, make an offer.

Guarantees: kept in memory, so a restart forgives. Times are arguments. Memory is bounded by the callers of
the longest window.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from door.records.journal.lines import caller_key
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
