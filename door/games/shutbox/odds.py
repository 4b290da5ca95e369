"""The worth of a box: exact expectations over all dice, by dynamic programming.

Every set of open tiles is a state; nine tiles have 512.  Closing tiles makes the mask a smaller number, so
one pass upwards from the empty box finds the worth of all states.

The `worth` of a state is the expected score still to come before the dice are rolled: the entries, and the
bonuses at the end, which depend on the state alone.  With `Fraction` as `number` the results are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from door.games.shutbox.rules import MOST, Variant, all_tiles, legal, total_of

Number = Any  # int, float or Fraction: they mix here, and mypy has no name for that
Policy = Callable[[Sequence[int], Sequence[Number]], Number]

ROUNDING: Final = 1e-9
"""Points; worths that differ by less are the same."""
WAYS: Final = {total: 6 - abs(total - 7) for total in range(2, MOST + 1)}


def best(sets: Sequence[int], worths: Sequence[Number]) -> Number:
    return max(worths)


def end_bonus(variant: Variant, open_tiles: int) -> int:
    """Return the bonuses of a box that ends with these tiles open."""
    bonus = (variant.tiles - open_tiles.bit_count()) * variant.bonus_per_tile
    return bonus if open_tiles else bonus + variant.shut_bonus


def worths(variant: Variant, policy: Policy = best, number: type = float, again: Number = 0) -> list[Number]:
    """Return the worth of each set of open tiles under a policy; the last is the whole box.

    `again` is the worth of a free turn, which a shut box earns.
    """
    table: list[Number] = [number(end_bonus(variant, 0)) + again]
    for state in range(1, all_tiles(variant.tiles) + 1):
        so_far = number(0)
        for total, ways in WAYS.items():
            sets = legal(state, total)
            if sets:
                so_far += ways * policy(sets, [total + table[state & ~mask] for mask in sets])
            else:
                so_far += ways * end_bonus(variant, state)
        table.append(so_far / 36)
    return table


@lru_cache(maxsize=4)
def _float_worths(variant: Variant) -> tuple[float, ...]:
    return tuple(worths(variant))


def average(variant: Variant) -> float:
    """Return the best play's average, in points for each box."""
    return _float_worths(variant)[-1]


def best_sets(variant: Variant, open_tiles: int, total: int) -> tuple[tuple[int, float], ...]:
    """Return the legal sets, best first, each with its points plus the expected score still to come."""
    ahead = _float_worths(variant)
    ranked = [(mask, total_of(mask) + ahead[open_tiles & ~mask]) for mask in legal(open_tiles, total)]
    return tuple(sorted(ranked, key=lambda pair: -pair[1]))
