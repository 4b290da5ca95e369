"""The worth of a box, exact over all dice by dynamic programming, and the coach that says it.

Every set of open tiles is a state; nine tiles have 512.  Closing tiles makes the mask a smaller number, so
one pass upwards from the empty box finds the worth of all states.

The `worth` of a state is the expected score still to come before the dice are rolled: the entries, and the
bonuses at the end, which depend on the state alone.  With `Fraction` as `number` the results are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from door.games import api
from door.games.shutbox import record, rules
from door.games.shutbox.play import variant
from door.games.shutbox.rules import MOST, BoxGame, Variant, all_tiles, legal, move_text, total_of
from door.ui.texts import tr
from door.ui.widgets import Column
from door.ui.words import Lines

our: Final = tr.shutbox

# -- the worth of a box ----------------------------------------------------------------------------

Number = Any  # int, float or Fraction: they mix here, and mypy has no name for that

ROUNDING: Final = 1e-9
"""Points; worths that differ by less are the same."""
WAYS: Final = {total: 6 - abs(total - 7) for total in range(2, MOST + 1)}


def end_bonus(variant: Variant, open_tiles: int) -> int:
    """Return the bonuses of a box that ends with these tiles open."""
    bonus = (variant.tiles - open_tiles.bit_count()) * variant.bonus_per_tile
    return bonus if open_tiles else bonus + variant.shut_bonus


def worths(variant: Variant, number: type = float) -> list[Number]:
    """Return the worth of each set of open tiles to the best play; the last is the whole box."""
    table: list[Number] = [number(end_bonus(variant, 0))]
    for state in range(1, all_tiles(variant.tiles) + 1):
        so_far = number(0)
        for total, ways in WAYS.items():
            sets = legal(state, total)
            if sets:
                so_far += ways * max(total + table[state & ~mask] for mask in sets)
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


# -- the coach -------------------------------------------------------------------------------------


class BoxCoach(api.Coach):
    """The coach of one box, used for this door and for MicroLink's turns."""

    new = staticmethod(record.new)
    apply = staticmethod(rules.apply)
    status = staticmethod(record.status)
    exact = True
    chosen = Column(tr.door_heads.shut, 7)
    clear, ways = 5.0, 3
    opened = our.coach_tiles_open

    def rank(self, position: Any) -> Sequence[api.Worth]:
        ranked = best_sets(position.variant, position.open, position.total)
        return [api.Worth(move_text(mask), position.points + worth) for mask, worth in ranked]

    def par(self, options: api.Options, rows: Sequence[api.CoachRow]) -> float:
        return average(variant(options))

    def final(self, position: BoxGame) -> float:
        return position.score

    def ended_by_draw(self, position: BoxGame) -> bool:
        return position.why == "stuck"

    def columns(self, rows: Sequence[api.CoachRow]) -> tuple[Column, ...]:
        tiles = rows[0].seen.variant.tiles if rows else 0
        width = max(2 * tiles - 1, 12) + 3 * (tiles > 9)
        return Column(tr.door_heads.roll, 5), Column(self.opened, width)

    def cells(self, row: api.CoachRow) -> tuple[object, ...]:
        return "{} + {}".format(*row.seen.dice), move_text(row.seen.open)

    def where(self, row: api.CoachRow) -> str:
        return rules.roll_text(row.seen.dice)

    def title(self, table: api.GameView) -> str:
        best = our.coach_averages(average=f"{average(table.position.variant):.2f}")
        return our.coach_title(points=tr.count.points(n=table.position.score), best=best)

    def ending(self, row: api.CoachRow) -> Lines:
        roll, left = self.where(row), move_text(row.seen.open)
        if row.is_choice:
            return (our.coach_box_shut(),)
        ended = our.coach_given_up if row.move == api.QUIT else our.coach_no_match
        return (ended(roll=roll, left=left),)


COACH: Final = BoxCoach()
