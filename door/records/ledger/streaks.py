"""Callers' streaks and badges: days played, days with a daily deal, goals reached in a row, and feats.

Guarantees: pure, and folded and cached with the ledger. A game counts when it ends, for the board's day on
which it began. A match counts for all its callers, unless it was aborted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from door.midend.books import DAYS, DEALS, Badge, Run, Runs
from door.records.ledger.shelf import Shelf
from door.ui.texts import tr

RECORD: Final = tr.streaks.badge_new_record.id
"""The badge for the best game ever at a door."""

EARLY: Final = 20
"""Games before one can be a record. At a new door almost any game is the best so far."""


class Streaks:
    """Streaks by caller's key and the ids of `DAYS` and `DEALS`, or a door's slug. Badges by caller's key
    and door. Both are on shelves of the ledger."""

    def __init__(self, runs: Shelf, badges: Shelf) -> None:
        self._runs, self._badges = runs, badges

    def played(self, key: str, day: str, deal: bool = False) -> None:
        """Count a finished game that began on that day."""
        for what in (DAYS, *((DEALS,) if deal else ())):
            run = self.at(key, what.name.id)
            self._put(key, what.name.id, run, run.on(day))

    def came_off(self, key: str, door: str, so: bool) -> None:
        """Count a game at that door that reached the goal, or didn't."""
        run = self.at(key, door)
        self._put(key, door, run, run.plus() if so else run._replace(now=0))

    def earned(self, key: str, door: str, what: str, month: str, game: str) -> None:
        """Give a caller a badge for a game of that month, once a month."""
        badges = {badge.what: badge for badge in self.badges(key, door)}
        old = badges.get(what, Badge(what))
        if month > old.month:
            badges[what] = Badge(what, old.months + 1, month, game)
            self._badges[key] = {**self._badges.get(key, {}), door: list(badges.values())}

    def badges(self, key: str, door: str) -> tuple[Badge, ...]:
        """Return a caller's badges at a door."""
        return tuple(map(Badge._make, self._badges.get(key, {}).get(door, ())))

    def at(self, key: str, what: str) -> Run:
        """Return a caller's streak of one kind."""
        return Run._make(self._runs.get(key, {}).get(what, Run()))

    def _put(self, key: str, what: str, before: Run, run: Run) -> None:
        if run != before:
            self._runs[key] = {**self._runs.get(key, {}), what: run}

    def days(self, key: str, day: str) -> Runs:
        """Return a caller's streaks of days, as of that day."""
        return {what: self.at(key, what.name.id).at(day) for what in (DAYS, DEALS)}

    def move(self, old: str, new: str) -> None:
        """Give a caller's streaks another key. Data that the new key had is dropped."""
        self._runs.move(old, new)
        self._badges.move(old, new)

    def bury(self, key: str) -> None:
        """Forget a removed caller."""
        self._runs.pop(key, None)
        self._badges.pop(key, None)


class Bests:
    """The best mark ever and the number of games, by door and `among`. Different kinds don't compare."""

    def __init__(self) -> None:
        self._best: dict[str, dict[str, list[int]]] = {}

    def beaten(self, door: str, marks: Mapping[str, int], fewer: bool) -> bool:
        """Count a game; True if one of its marks is a record."""
        found = False
        for among, mark in marks.items():
            known = self._best.setdefault(door, {}).setdefault(among, [mark, 0])
            better = mark < known[0] if fewer else mark > known[0]
            found |= better and known[1] >= EARLY
            known[:] = [mark if better else known[0], known[1] + 1]
        return found

    def move(self, old: str, new: str) -> None:
        """Do nothing, because callers don't matter here."""

    def to_json(self) -> Any:
        return self._best

    def load(self, kept: Any) -> None:
        self._best = {
            door: {among: [int(n) for n in best] for among, best in bests.items()}
            for door, bests in kept.items()
        }
