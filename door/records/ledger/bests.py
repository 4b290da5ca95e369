"""The best game that there has been at each door.

Law: pure, folded with the ledger and kept with it; by what games are ranked among, since a score tells
nothing beside one of other options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

EARLY: Final = 20
"""Games before one is called a record: at a new door each is better than those before."""


class Bests:
    """The best mark and how many games there were, by door and by what they are ranked among."""

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
