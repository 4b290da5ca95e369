"""The coach's look at a finished game, in the background: the same for its end page and for a replay.

The coach looks at one part at a time, so that nobody's move waits for all of them.
"""

from __future__ import annotations

from typing import Final

from door.games.contract import Door
from door.games.game import DEMO, EVERYBODY, YES, GameView
from door.play.api import Think, Thought
from door.play.replay import looks_back
from door.screens.state import (
    PRACTICE,
    CoachLook,
    State,
    Step,
    Thinking,
    is_shared,
    notice,
    refuse,
    say,
    table_of,
)
from door.ui.texts import tr

HINT: Final = "coach hint "


def ask(game: Door, state: State) -> tuple[Think, ...]:
    """Ask for the next part, if there is one."""
    table, part = _last_table(state), len(state.look.parts)
    if table is None or game.coach is None or part >= game.coach.steps(table):
        return ()
    return (Think(game.coach.look, (table.course.record, part), _name(table, part)),)


def is_part(state: State, thought: Thought) -> bool:
    """True if the thought is the part that was asked for last."""
    table = _last_table(state)
    return table is not None and thought.name == _name(table, len(state.look.parts))


def add(game: Door, state: State, part: object) -> State:
    """Return the state with one more part. The last one brings the verdict."""
    table, parts = _last_table(state), (*state.look.parts, part)
    assert table is not None and game.coach is not None
    if len(parts) < game.coach.steps(table):
        return state._replace(look=CoachLook(parts))
    verdict = game.coach.verdict(parts, table._replace(eyes=EVERYBODY, frame=None))
    return state._replace(look=CoachLook(parts, verdict))


def _last_table(state: State) -> GameView | None:
    return state.replay.tables[-1] if state.replay is not None else state.table


def _name(table: GameView, part: int) -> str:
    record = table.course.record
    return f"coach {record.id} {part} {','.join(record.seats)} {','.join(record.moves)}"


# -- hints, and the end of a game ----------------------------------------------------------------


def ask_hint(game: Door, state: State) -> Step:
    """Ask the coach for a hint on the position, in practice only."""
    table = table_of(state)
    if game.coach is None or table.kind not in PRACTICE or table.eyes < 0:
        return refuse(state, tr.play.coach_practice_only())
    return state, (Think(game.coach.hint, (table.position, table.eyes), f"{HINT}{len(table.moves)}"),)


def hint_for_move(game: Door, state: State) -> tuple[Think, ...]:
    """Ask the coach for a hint on the next move of a guided game."""
    asked = ask_hint(game, state)[1] if table_of(state).kind in PRACTICE and game.coach else ()
    return tuple(one for one in asked if isinstance(one, Think))


def on_hint(game: Door, state: State, thought: Thought) -> Step:
    if state.table is None or thought.name != f"{HINT}{len(state.table.moves)}":
        return state, ()
    if thought.value is None:
        return refuse(state, thought.error)
    assert game.coach is not None
    return notice(state, game.coach.hint_line(thought.value)), ()


def at_end(game: Door, state: State) -> Step:
    """Tell the verdict once a game is recorded. Its proof has brought the look, or that is asked for."""
    asked = glance(game, state)
    booked = state.booked
    if asked and booked and booked.look is not None:
        state = add(game, state, booked.look)
        return (say(state, (state.look.verdict.line,)) if state.look.verdict else state), ()
    if asked and state.setup.plain:
        state = state._replace(thinking=Thinking(asked[0].name))
    return state, asked


def glance(game: Door, state: State) -> tuple[Think, ...]:
    """Ask for the first part for the end page, but only an exact coach, which is nearly free.

    A demonstration's choices are not the caller's, so they are not judged.
    """
    coach, table = game.coach, state.table
    at_once = coach is not None and coach.exact and table is not None and looks_back(game, table)
    at_once = at_once and table is not None and table.choices.get(DEMO) != YES
    return ask(game, state) if at_once and not is_shared(state) else ()
