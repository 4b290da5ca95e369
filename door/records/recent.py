"""The games that reached the books lately, so that a caller can be told what today came to.

Law: pure, folded with the ledger and kept with it; only the last days of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

DAYS: Final = 3
"""By UTC: any zone's today lies within the last two of them."""

ROW: Final = 500


class Ended(NamedTuple):
    """A game on the books: when (RFC 3339 UTC), at which door, by which caller's key, its score."""

    t: str
    door: str
    caller: str
    score: int


class Recent:
    """The games of the last days there were any, by caller: who asks for their own is not kept
    waiting by everybody else's."""

    def __init__(self) -> None:
        self._days: dict[str, dict[str, list[Ended]]] = {}

    def add(self, game: Ended) -> None:
        """One more game."""
        self._days.setdefault(game.t[:10], {}).setdefault(game.caller, []).append(game)
        if len(self._days) > DAYS:
            del self._days[min(self._days)]

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle."""
        for callers in self._days.values():
            moved = [game._replace(caller=new) for game in callers.pop(old, ())]
            if moved:
                callers[new] = [*callers.get(new, ()), *moved]

    def copy(self) -> Recent:
        """As they are now."""
        other = Recent()
        other._days = {
            day: {caller: list(games) for caller, games in callers.items()}
            for day, callers in self._days.items()
        }
        return other

    def to_json(self) -> list[list[Any]]:
        """The days, some hundreds of games in a row; a caller's in the order they reached the books."""
        rows = []
        for day, callers in self._days.items():
            games = [game for own in callers.values() for game in own]
            rows += [
                [day, *(cell for game in games[at : at + ROW] for cell in game)]
                for at in range(0, len(games), ROW)
            ]
        return rows

    @classmethod
    def from_json(cls, rows: Iterable[Sequence[Any]]) -> Recent:
        """Those of `to_json`; TypeError or ValueError where a row is none."""
        recent = cls()
        for day, *cells in rows:
            columns = (cells[at :: len(Ended._fields)] for at in range(len(Ended._fields)))
            callers = recent._days.setdefault(day, {})
            for game in map(Ended._make, zip(*columns, strict=True)):
                callers.setdefault(game.caller, []).append(game)
        return recent

    def of(self, caller: str, t: str) -> tuple[Ended, ...]:
        """That caller's games from that moment on, in the order they reached the books."""
        days = [day for day in sorted(self._days) if day >= t[:10]]
        return tuple(game for day in days for game in self._days[day].get(caller, ()) if game.t >= t)
