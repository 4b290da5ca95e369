"""Who has begun a door's deal of the day from which address, where the sysop limits that.

Law: kept in memory alone, since a journal that anybody may read has no addresses in it; a board that
is started anew begins to count anew.
"""

from __future__ import annotations

from door.records.journal.lines import caller_key


class DailyAddresses:
    """Callers' keys by door and address, of one day; an IPv6 address stands for its /64."""

    def __init__(self) -> None:
        self._day = ""
        self._begun: dict[tuple[str, str], set[str]] = {}

    def admit(self, day: str, slug: str, block: str, caller: str, most: int) -> bool:
        """Whether that caller may begin the day's deal there, of at most so many; whoever may is counted."""
        if day != self._day:
            self._day, self._begun = day, {}
        begun = self._begun.setdefault((slug, block), set())
        if caller_key(caller) not in begun and len(begun) >= most:
            return False
        begun.add(caller_key(caller))
        return True

    def forget(self, slug: str, block: str, caller: str) -> None:
        """They have not begun it after all."""
        self._begun.get((slug, block), set()).discard(caller_key(caller))
