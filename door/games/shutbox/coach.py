"""The coach of Shut The Box.  Worths are exact, because `odds` computes them for every set of open tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from door.games.coaching import Coach, CoachRow, Worth
from door.games.game import QUIT, GameView
from door.games.info import Options
from door.games.shutbox import record, rules
from door.games.shutbox.card import variant
from door.games.shutbox.odds import average, best_sets
from door.games.shutbox.rules import Game, move_text
from door.ui.texts import tr
from door.ui.widgets import Column
from door.ui.words import Lines

our: Final = tr.shutbox


class BoxCoach(Coach):
    """The coach of one box, used for this door and for MicroLink's turns."""

    new = staticmethod(record.new)
    apply = staticmethod(rules.apply)
    status = staticmethod(record.status)
    exact = True
    chosen = Column(tr.door_heads.shut, 7)
    clear, ways = 5.0, 3
    opened = our.coach_tiles_open

    def rank(self, position: Any) -> Sequence[Worth]:
        ranked = best_sets(position.variant, position.open, position.total)
        return [Worth(move_text(mask), position.points + worth) for mask, worth in ranked]

    def par(self, options: Options, rows: Sequence[CoachRow]) -> float:
        return average(variant(options))

    def final(self, position: Game) -> float:
        return position.score

    def ended_by_draw(self, position: Game) -> bool:
        return position.why == "stuck"

    def columns(self, rows: Sequence[CoachRow]) -> tuple[Column, ...]:
        tiles = rows[0].seen.variant.tiles if rows else 0
        width = max(2 * tiles - 1, 12) + 3 * (tiles > 9)
        return Column(tr.door_heads.roll, 5), Column(self.opened, width)

    def cells(self, row: CoachRow) -> tuple[object, ...]:
        return "{} + {}".format(*row.seen.dice), move_text(row.seen.open)

    def where(self, row: CoachRow) -> str:
        return rules.roll_text(row.seen.dice)

    def title(self, table: GameView) -> str:
        best = our.coach_averages(average=f"{average(table.position.variant):.2f}")
        return our.coach_title(score=table.position.score, best=best)

    def ending(self, row: CoachRow) -> Lines:
        roll, left = self.where(row), move_text(row.seen.open)
        if row.is_choice:
            return (our.coach_box_shut(),)
        ended = our.coach_given_up if row.move == QUIT else our.coach_no_match
        return (ended(roll=roll, left=left),)


COACH: Final = BoxCoach()
