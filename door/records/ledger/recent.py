"""The games of the last days: today's results, and who has passed whom.

Guarantees: pure, and folded and cached with the ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from door.records.ledger.contest import Sum

DAYS: Final = 7
"""Days in UTC. Any zone's today lies within the last two."""

Before = Mapping[str, Sum | None]
"""A caller's sums in a month before a game, by `among`; None before the first game."""


class Ended(NamedTuple):
    """A finished game: when (RFC 3339 UTC), at which door, its score and month, the caller's sums before
    it, and the ids of the badges it earned."""

    t: str
    door: str
    score: int
    month: str
    before: Before
    badges: tuple[str, ...] = ()


class Recent:
    """The games of the last `DAYS` days with games, by day and caller."""

    def __init__(self) -> None:
        self._days: dict[str, dict[str, list[Ended]]] = {}

    def add(self, caller: str, game: Ended) -> None:
        """Add a caller's game."""
        self._days.setdefault(game.t[:10], {}).setdefault(caller, []).append(game)
        if len(self._days) > DAYS:
            del self._days[min(self._days)]

    def move(self, old: str, new: str) -> None:
        """Give a caller's games another key. Data that the new key had is dropped."""
        for callers in self._days.values():
            callers.pop(new, None)
            if old in callers:
                callers[new] = callers.pop(old)

    def of(self, caller: str, t: str) -> tuple[Ended, ...]:
        """Return a caller's games since `t`, in the order of the journal."""
        days = [day for day in sorted(self._days) if day >= t[:10]]
        return tuple(game for day in days for game in self._days[day].get(caller, ()) if game.t >= t)

    def badges(self, t: str) -> list[tuple[str, str, str, str, int]]:
        """Return the badges earned since `t`, earliest first: when, by whom (a key), at which door, which,
        and the score."""
        days = (self._days[day].items() for day in self._days if day >= t[:10])
        games = ((caller, game) for day in days for caller, every in day for game in every if game.t >= t)
        return sorted(
            (game.t, caller, game.door, what, game.score) for caller, game in games for what in game.badges
        )

    def before(self, t: str, door: str, month: str, among: str) -> dict[str, Sum | None]:
        """Return the sums at `t` of all callers who have played in that month since, None before their
        first game. Only the last days are known."""
        stood: dict[str, Sum | None] = {}
        for day in sorted(day for day in self._days if day >= t[:10]):
            for caller, games in self._days[day].items():
                for g in games if caller not in stood else ():
                    if g.door == door and g.t > t and g.month == month and among in g.before:
                        stood[caller] = g.before[among]
                        break
        return stood

    def to_json(self) -> list[Any]:
        return [
            [day, caller, games] for day, callers in self._days.items() for caller, games in callers.items()
        ]

    def load(self, kept: Any) -> None:
        for day, caller, games in kept:
            self._days.setdefault(day, {})[caller] = [
                Ended(t, door, score, month, _sums(before), tuple(badges))
                for t, door, score, month, before, badges in games
            ]


def _sums(before: Mapping[str, Any]) -> Before:
    return {among: was and Sum._make(was) for among, was in before.items()}
