"""The coach of MicroLink: the box's coach, turn by turn.

Each turn is a box of its own, so par is the best play's average in the turns that were finished.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from door.games.analysis import costliest
from door.games.coaching import CoachRow, Worth
from door.games.game import AT_TABLE, GameView, computer_level, reader
from door.games.info import Options
from door.games.luck import Dear
from door.games.microlink.choices import who
from door.games.microlink.rules import Game, apply, new_game
from door.games.record import Record, play
from door.games.shutbox import rules as box_rules
from door.games.shutbox.coach import BoxCoach
from door.games.shutbox.odds import average
from door.games.shutbox.rules import MICROLINK, move_text
from door.ui.texts import tr
from door.ui.widgets import Column, TextPage, heads, page_of, row_text
from door.ui.words import hundredths

our: Final = tr.microlink
_TURNS: Final = (
    Column(tr.door_heads.turn, 4, True), Column(tr.door_heads.points, 6, True),
    Column(tr.door_heads.luck, 7, True), Column(tr.door_heads.cost, 7, True),
)  # fmt: skip


class _WholeGameRules:
    """The whole game's.  The coach's own rules are those of a turn, which is a box."""

    new = staticmethod(new_game)
    apply = staticmethod(apply)


class TurnsCoach(BoxCoach):
    """The coach of a game whose turns are boxes."""

    clear = 1.5
    opened = our.coach_doors_open

    def rank(self, position: Any) -> Sequence[Worth]:
        return super().rank(position.box if isinstance(position, Game) else position)

    def look(self, record: Record, step: int) -> tuple[CoachRow, ...]:
        """Return every roll in a person's turns, in the order of play.  A demonstration returns all turns."""
        game = play(_WholeGameRules, record).position
        return tuple(row for number in _of_people(game) for row in self.turn(game, number))

    def turn(self, game: Game, number: int) -> tuple[CoachRow, ...]:
        return tuple(self.follow(_rolls(game, number), average(MICROLINK)))

    def par(self, options: Options, rows: Sequence[CoachRow]) -> float:
        return average(MICROLINK) * len(_by_turn(rows))

    def own(self, parts: Sequence[Any], table: GameView) -> tuple[CoachRow, ...]:
        seat = -1 if table.kind == "demo" else reader(table) if table.kind == AT_TABLE else 0
        return tuple(row for row in parts[0] if row.seat == seat)

    def score(self, table: GameView) -> float:
        totals: Sequence[int] = table.position.totals
        return totals[reader(table) if table.kind == AT_TABLE else 0]

    def pages(self, parts: Sequence[Any], table: GameView, plain: bool) -> tuple[TextPage, ...]:
        game, own = table.position, self.own(parts, table)
        everybody, dear = table.kind in ("practice", "demo") or not own, costliest(own)
        pages = [
            page
            for number, rows in zip(_of_people(game), _by_turn(parts[0]), strict=True)
            if everybody or rows[0].seat == own[0].seat
            for page in self.turn_pages(game, number, rows, dear, plain)
        ]
        return (*self._whole(own, table, plain), *pages) or (page_of(our.coach_nothing()),)

    def _whole(self, own: Sequence[CoachRow], table: GameView, plain: bool) -> Iterator[TextPage]:
        if not own:
            return
        made = self.account(own, table.options, self.score(table))
        best = our.coach_averages(average=f"{average(MICROLINK):.2f}")
        turns = (_turn_row(at, rows) for at, rows in enumerate(_by_turn(own), 1))
        table_of_turns = () if plain else ("", heads(_TURNS), *turns)
        title = tr.shutbox.coach_title(score=f"{made.score:g}", best=best)
        yield TextPage(title, (*self.sums(own, made, plain), *table_of_turns))

    def turn_pages(
        self, game: Game, number: int, rows: Sequence[CoachRow], dear: Sequence[Dear], plain: bool
    ) -> tuple[TextPage, ...]:
        turn = game.turns[number]
        title = our.coach_title(
            who=who(game, turn.seat), number=number // len(game.seats) + 1, score=turn.score
        )
        head = self.sums(rows, self.account(rows, {}, turn.score), plain)
        return self.table_pages(title, head, rows, dear, plain)


def _turn_row(at: int, rows: Sequence[CoachRow]) -> str:
    luck, cost = sum(row.luck for row in rows), sum(row.cost for row in rows)
    points = round(average(MICROLINK) + luck - cost)
    return row_text(_TURNS, (at, points, hundredths(luck, "+"), f"{cost:.2f}"))


def _of_people(game: Game) -> list[int]:
    """Return the numbers of people's finished turns, or of all turns if only computers play."""
    people = {seat for seat, name in enumerate(game.seats) if not computer_level(name)}
    return [number for number, turn in enumerate(game.turns) if not people or turn.seat in people]


def _rolls(game: Game, number: int) -> Iterator[tuple[int, int, box_rules.Game, str]]:
    first = sum(step.shut > 0 for turn in game.turns[:number] for step in turn.steps)
    turn, points = game.turns[number], 0
    for at, step in enumerate(turn.steps, first):
        why = "" if step.shut else "stuck"
        box = box_rules.Game(MICROLINK, game.box.chance, step.open, step.dice, points, why)
        yield at, turn.seat, box, move_text(step.shut)
        points += step.total


def _by_turn(rows: Sequence[CoachRow]) -> list[tuple[CoachRow, ...]]:
    """Split the rows into turns.  Each turn begins with all doors open."""
    starts = [at for at, row in enumerate(rows) if not row.seen.closed_count]
    return [tuple(rows[at:end]) for at, end in pairwise([*starts, len(rows)])]


COACH: Final = TurnsCoach()


def last_turn(game: Game, plain: bool = False) -> TextPage | None:
    """Return the page of the last turn that a person finished, None before there is one."""
    numbers = _of_people(game)
    if not numbers:
        return None
    rows = COACH.turn(game, numbers[-1])
    return COACH.turn_pages(game, numbers[-1], rows, (), plain)[0]
