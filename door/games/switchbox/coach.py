"""The coach of Switchbox.  Its worths are estimates, because it looks only `DEPTH` balls ahead.

A worth is the lead in grand totals, in points, if both sides play their best as far as the coach looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.games.coaching import Coach, CoachRow, Worth
from door.games.game import GameView
from door.games.switchbox import rules
from door.games.switchbox.box import ENTRIES
from door.games.switchbox.computer import rank_moves
from door.games.switchbox.rules import PASS, Game
from door.ui.texts import tr
from door.ui.widgets import Column

DEPTH: Final = 4


class BallsCoach(Coach):
    """The coach of drops; passes, gifts and random balls are not examined."""

    new = staticmethod(rules.new_game)
    apply = staticmethod(rules.apply)
    status = staticmethod(rules.status)
    chosen = Column(tr.door_heads.drop, 5, True)
    digits, clear, ways, chunk = 0, 20.0, 2, 8

    def rank(self, position: Game) -> Sequence[Worth]:
        return self.compare(position, "")[0]

    def compare(self, position: Game, move: str) -> tuple[Sequence[Worth], int]:
        worths = rank_moves(position.terms, position.stand, DEPTH, move)
        return [Worth(*one) for one in worths], ENTRIES

    def examines(self, move: str) -> bool:
        return move.isdecimal()

    def sharp(self, position: Game) -> float:
        best = self.rank(position)[:1]
        return super().sharp(position) if best and best[0].move != PASS else 0.0

    def row_view(self, position: Game) -> int:
        return position.stand.round + 1

    def columns(self, rows: Sequence[CoachRow]) -> tuple[Column, ...]:
        return Column(tr.door_heads.round, 5, True), Column(tr.door_heads.move, 5, True)

    def cells(self, row: CoachRow) -> tuple[object, ...]:
        return row.seen, row.at + 1

    def where(self, row: CoachRow) -> str:
        return tr.switchbox.coach_where(round=row.seen, move=row.at + 1)

    def move_name(self, move: str) -> str:
        return tr.switchbox.coach_passing() if move == PASS else move

    def title(self, table: GameView) -> str:
        return tr.switchbox.coach_title(depth=DEPTH)


COACH: Final = BallsCoach()
