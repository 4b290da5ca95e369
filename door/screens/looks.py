"""The coach's look at a finished game, in the background: the same for its end page and for a replay.

The coach looks at one part at a time, so that nobody's move waits for all of them.
"""

from __future__ import annotations

from door.games.contract import Door
from door.games.game import EVERYBODY, GameView
from door.play.api import Think, Thought
from door.screens.state import CoachLook, State


def ask(game: Door, state: State) -> tuple[Think, ...]:
    """Ask for the next part, if there is one."""
    table, part = _looked_at(state), len(state.look.parts)
    if table is None or game.coach is None or part >= game.coach.steps(table):
        return ()
    return (Think(game.coach.look, (table.course.record, part), _name(table, part)),)


def is_part(state: State, thought: Thought) -> bool:
    """True if the thought is the part that was asked for last."""
    table = _looked_at(state)
    return table is not None and thought.name == _name(table, len(state.look.parts))


def add(game: Door, state: State, part: object) -> State:
    """Return the state with one more part. The last one brings the verdict."""
    table, parts = _looked_at(state), (*state.look.parts, part)
    assert table is not None and game.coach is not None
    if len(parts) < game.coach.steps(table):
        return state._replace(look=CoachLook(parts))
    verdict = game.coach.verdict(parts, table._replace(eyes=EVERYBODY, frame=None))
    return state._replace(look=CoachLook(parts, verdict))


def _looked_at(state: State) -> GameView | None:
    return state.replay.tables[-1] if state.replay is not None else state.table


def _name(table: GameView, part: int) -> str:
    record = table.course.record
    return f"coach {record.id} {part} {','.join(record.seats)} {','.join(record.moves)}"
