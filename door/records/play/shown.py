"""The standings that callers see. Data shared by all callers at a door is computed once.

Guarantees: a caller never sees anything older than the ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from door.games.info import Options
from door.midend.books import Books
from door.records.daily.rules import Today, today_at
from door.records.journal.lines import hours_left
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import LiveLedger
from door.records.ledger.tables import DoorBooks, books_of, door_books


class ShownBooks:
    """Standings from the ledger `live`, by the sysop's complete options."""

    def __init__(self, live: LiveLedger, options_for: Callable[[str], Options]) -> None:
        self.live, self.options_for = live, options_for
        self._as_of: tuple[int, Today, int] = (-1, Today("", ""), 0)
        self._doors: dict[str, DoorBooks] = {}
        self._listed: dict[str, Mapping[str, Books]] = {}

    def books(self, slug: str, caller: str) -> Books:
        """Return the standings at a door, and the caller's turns."""

        def ask(ledger: Ledger) -> Books:
            self._forget_what_was()
            return books_of(ledger, self._door(ledger, slug), caller)

        return self.live.read(ask)

    def listed(self, caller: str) -> Mapping[str, Books]:
        """Return the same for every door, without tallies."""

        def ask(ledger: Ledger) -> Mapping[str, Books]:
            self._forget_what_was()
            doors = [self._door(ledger, slug) for slug in self.live.doors]
            if caller not in self._listed:
                self._listed[caller] = {
                    door.info.slug: books_of(ledger, door, caller, tally=False) for door in doors
                }
            return self._listed[caller]

        return self.live.read(ask)

    def _forget_what_was(self) -> None:
        """Forget everything if the ledger, the day or the hour has changed."""
        moment, zone = self.live.journal.now(), self.live.journal.zone
        as_of = self.live.version, today_at(moment, zone), hours_left(moment, zone)
        if as_of != self._as_of:
            self._as_of, self._doors, self._listed = as_of, {}, {}

    def _door(self, ledger: Ledger, slug: str) -> DoorBooks:
        door, options = self._doors.get(slug), self.options_for(slug)
        if door is None or door.options != options:
            _, now, hours = self._as_of
            door = door_books(ledger, self.live.doors[slug].INFO, options, now, hours)
            self._doors[slug], self._listed = door, {}
        return door
