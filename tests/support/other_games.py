"""Tables of games that no moves lead to: another position, or other facts of the record."""

from typing import Any

from door.games.game import GameView
from door.games.record import Course, Record

SAME: Any = object()


def standing(table: GameView, position: Any = SAME, before: Any = SAME, **record: Any) -> GameView:
    """The table as if its game stood like this."""
    course = table.course
    position = course.position if position is SAME else position
    before = course.before if before is SAME else before
    return table._replace(course=Course(course.record._replace(**record), position, before))


def table_of(
    position: Any,
    board: Any = None,
    eyes: int = 0,
    options: Any = None,
    seats: tuple[str, ...] = (),
    moves: tuple[str, ...] = (),
    before: Any = None,
    kind: str = "contest",
    commit: str = "",
    chance: Any = None,
    **looks: Any,
) -> GameView:
    """A table of that position."""
    record = Record({} if options is None else options, seats, chance, moves, kind=kind, commit=commit)
    return GameView(Course(record, position, before), board, eyes, **looks)
