"""The games that reached the books lately, so that a caller can be told what today came to.

Law: pure, folded with the ledger.  Nothing of it is kept between two starts: a board's day
never spans two months' files, and the newest month is always read line by line.
"""

from __future__ import annotations

from typing import Final, NamedTuple

DAYS: Final = 3
"""By UTC: any zone's today lies within the last two of them."""


class Ended(NamedTuple):
    """A game on the books: when (RFC 3339 UTC), at which door, by which caller's key, its score."""

    t: str
    door: str
    caller: str
    score: int


class Recent:
    """The games of the last days there were any."""

    def __init__(self) -> None:
        self._days: dict[str, list[Ended]] = {}

    def add(self, game: Ended) -> None:
        """One more game."""
        self._days.setdefault(game.t[:10], []).append(game)
        if len(self._days) > DAYS:
            del self._days[min(self._days)]

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle."""
        for day, games in self._days.items():
            self._days[day] = [game._replace(caller=new) if game.caller == old else game for game in games]

    def since(self, t: str) -> tuple[Ended, ...]:
        """The games from that moment on, in the order they reached the books."""
        days = [day for day in sorted(self._days) if day >= t[:10]]
        return tuple(game for day in days for game in self._days[day] if game.t >= t)
