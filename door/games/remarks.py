"""What is said of single moves of a finished game, and which of them are worth looking at again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Remark(NamedTuple):
    """What is to be said of one move, a sentence; `marked` ones are jumped to."""

    words: str
    marked: bool = False


def dearest(costs: Mapping[int, tuple[float, str]], most: int = 3) -> dict[int, Remark]:
    """Remarks by the number of the move, from what each cost (or was worth) and a sentence; those with the
    highest figures above 0 are marked."""
    marked = sorted(costs, key=lambda at: -costs[at][0])[:most]
    return {at: Remark(words, cost > 0 and at in marked) for at, (cost, words) in costs.items()}
