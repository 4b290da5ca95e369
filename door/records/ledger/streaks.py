"""Callers' streaks and badges: days they have played on, days with a daily deal, games that came off,
and what was worth doing.

Law: pure, folded with the ledger and kept with it.  A game counts when it has ended, for the board's day on
which it began; one at a table for all who sat there, unless it was aborted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from door.midend.streaks import DAYS, DEALS, Badge, Run, Runs
from door.records.ledger.shelf import Shelf
from door.ui.texts import tr

RECORD: Final = tr.streaks.badge_new_record.id
"""The badge of the best game that there has been at a door."""

EARLY: Final = 20
"""Games before one is called a record: at a new door each is better than those before."""


class Streaks:
    """By caller's key, and what there is a streak of: the ids of `DAYS` and `DEALS`, or a door's slug;
    badges by door.  Both are on shelves of the ledger's."""

    def __init__(self, runs: Shelf, badges: Shelf) -> None:
        self._runs, self._badges = runs, badges

    def played(self, key: str, day: str, deal: bool = False) -> None:
        """A game that began on that day has ended."""
        for what in (DAYS, *((DEALS,) if deal else ())):
            run = self.at(key, what.name.id)
            self._put(key, what.name.id, run, run.on(day))

    def came_off(self, key: str, door: str, so: bool) -> None:
        """A game at that door has come off, or not."""
        run = self.at(key, door)
        self._put(key, door, run, run.plus() if so else run._replace(now=0))

    def earned(self, key: str, door: str, what: str, month: str, game: str) -> None:
        """A game of that month's has earned a badge there: once a month."""
        badges = {badge.what: badge for badge in self.badges(key, door)}
        old = badges.get(what, Badge(what))
        if month > old.month:
            badges[what] = Badge(what, old.months + 1, month, game)
            self._badges[key] = {**self._badges.get(key, {}), door: list(badges.values())}

    def badges(self, key: str, door: str) -> tuple[Badge, ...]:
        """A caller's at a door."""
        return tuple(map(Badge._make, self._badges.get(key, {}).get(door, ())))

    def at(self, key: str, what: str) -> Run:
        """A caller's of one thing."""
        return Run._make(self._runs.get(key, {}).get(what, Run()))

    def _put(self, key: str, what: str, before: Run, run: Run) -> None:
        if run != before:
            self._runs[key] = {**self._runs.get(key, {}), what: run}

    def days(self, key: str, day: str) -> Runs:
        """A caller's of days, as they stand on that one."""
        return {what: self.at(key, what.name.id).at(day) for what in (DAYS, DEALS)}

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle; what stood under that is nobody's."""
        self._runs.move(old, new)
        self._badges.move(old, new)

    def bury(self, key: str) -> None:
        """A caller leaves the board."""
        self._runs.pop(key, None)
        self._badges.pop(key, None)


class Bests:
    """The best game that there has been, and how many there were, by door and by what they are ranked among:
    a score tells nothing beside one of other options."""

    def __init__(self) -> None:
        self._best: dict[str, dict[str, list[int]]] = {}

    def beaten(self, door: str, marks: Mapping[str, int], fewer: bool) -> bool:
        """Takes a game in: whether it is the best there has been, by any of its marks."""
        found = False
        for among, mark in marks.items():
            known = self._best.setdefault(door, {}).setdefault(among, [mark, 0])
            better = mark < known[0] if fewer else mark > known[0]
            found |= better and known[1] >= EARLY
            known[:] = [mark if better else known[0], known[1] + 1]
        return found

    def move(self, old: str, new: str) -> None:
        """Nobody's name is in it."""

    def to_json(self) -> Any:
        return self._best

    def load(self, kept: Any) -> None:
        self._best = {
            door: {among: [int(n) for n in best] for among, best in bests.items()}
            for door, bests in kept.items()
        }
