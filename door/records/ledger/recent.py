"""The games that reached the books lately, so that a caller can be told what today came to.

Law: pure, folded with the ledger and kept with it; only the last days of it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

DAYS: Final = 3
"""By UTC: any zone's today lies within the last two of them."""


class Ended(NamedTuple):
    """A game on the books: when (RFC 3339 UTC), at which door, its score."""

    t: str
    door: str
    score: int


class Recent:
    """The games of the last days there were any, by caller: who asks for their own is not kept
    waiting by everybody else's."""

    def __init__(self) -> None:
        self._days: dict[str, dict[str, list[Ended]]] = {}

    def add(self, caller: str, game: Ended) -> None:
        """One more game of that caller's."""
        self._days.setdefault(game.t[:10], {}).setdefault(caller, []).append(game)
        if len(self._days) > DAYS:
            del self._days[min(self._days)]

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle; what stood under that is nobody's."""
        for callers in self._days.values():
            callers.pop(new, None)
            if old in callers:
                callers[new] = callers.pop(old)

    def of(self, caller: str, t: str) -> tuple[Ended, ...]:
        """That caller's games from that moment on, in the order they reached the books."""
        days = [day for day in sorted(self._days) if day >= t[:10]]
        return tuple(game for day in days for game in self._days[day].get(caller, ()) if game.t >= t)

    def to_json(self) -> list[Any]:
        return [
            [day, caller, games] for day, callers in self._days.items() for caller, games in callers.items()
        ]

    def load(self, kept: Any) -> None:
        for day, caller, games in kept:
            self._days.setdefault(day, {})[caller] = [Ended(*game) for game in games]
