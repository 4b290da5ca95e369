"""Callers' streaks and badges: days they have played on, days with a daily deal, games that came off,
and what was worth doing.

Law: pure, folded with the ledger and kept with it.  A game counts when it has ended, for the board's day on
which it began; one at a table for all who sat there, unless it was aborted.
"""

from __future__ import annotations

from typing import Any

from door.midend.streaks import DAYS, DEALS, Badge, Run, Runs


class Streaks:
    """By caller's key, and what there is a streak of: `DAYS`, `DEALS`, or a door's slug."""

    def __init__(self) -> None:
        self._runs: dict[str, dict[str, Run]] = {}
        self._badges: dict[str, dict[str, dict[str, Badge]]] = {}

    def played(self, key: str, day: str, deal: bool = False) -> None:
        """A game that began on that day has ended."""
        for what in (DAYS, *((DEALS,) if deal else ())):
            self._put(key, what, self._run(key, what).on(day))

    def came_off(self, key: str, door: str, so: bool) -> None:
        """A game at that door has come off, or not."""
        run = self._run(key, door)
        self._put(key, door, run.plus() if so else run._replace(now=0))

    def earned(self, key: str, door: str, what: str, month: str, game: str) -> None:
        """A game of that month's has earned a badge there: once a month."""
        badges = self._badges.setdefault(key, {}).setdefault(door, {})
        old = badges.get(what, Badge(what))
        if month > old.month:
            badges[what] = Badge(what, old.months + 1, month, game)

    def badges(self, key: str, door: str) -> tuple[Badge, ...]:
        """A caller's at a door."""
        return tuple(self._badges.get(key, {}).get(door, {}).values())

    def _run(self, key: str, what: str) -> Run:
        return self._runs.get(key, {}).get(what, Run())

    def _put(self, key: str, what: str, run: Run) -> None:
        if run != Run():
            self._runs.setdefault(key, {})[what] = run

    def days(self, key: str, day: str) -> Runs:
        """A caller's of days, as they stand on that one."""
        return {what: self._run(key, what).at(day) for what in (DAYS, DEALS)}

    def at(self, key: str, door: str) -> Run:
        """A caller's of what comes off at a door."""
        return self._run(key, door)

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle; what stood under that is nobody's."""
        self.bury(new)
        if old in self._runs:
            self._runs[new] = self._runs.pop(old)
        if old in self._badges:
            self._badges[new] = self._badges.pop(old)

    def bury(self, key: str) -> None:
        """A caller leaves the board."""
        self._runs.pop(key, None)
        self._badges.pop(key, None)

    # -- kept between two starts

    def to_json(self) -> list[Any]:
        return [self._runs, self._badges]

    def load(self, kept: Any) -> None:
        every, badges = kept
        self._runs.update(
            {key: {what: Run._make(run) for what, run in runs.items()} for key, runs in every.items()}
        )
        for key, doors in badges.items():
            self._badges[key] = {
                door: {what: Badge._make(badge) for what, badge in known.items()}
                for door, known in doors.items()
            }
