"""One replay: the page asks for the game, and then becomes its replay screen (`door.midend.replays`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Lobby
from door.board.replays.replays import REPLAY, ReplayFound
from door.board.widgets import look
from door.midend import state as midend
from door.midend.doors import find
from door.midend.replay import CANNOT
from door.midend.replays.screen import ReplayScreen
from door.term.canvas import WHITE, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Bell, Effects, Event, Leave, No, Speech, View
from door.ui.texts import tr
from door.ui.widgets import BACK, keys_line, wrap

TITLE: Final = tr.replay.title


@dataclass(frozen=True, slots=True)
class State:
    """`replay` is missing until the game is found. `why` is the reason if that fails."""

    screen: ReplayScreen | None = None
    replay: midend.State | None = None
    why: str = ""


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    """Open the game with the id `arg`, which may be abbreviated."""
    return State(), (REPLAY(arg),)


def update(state: State, event: Event) -> Next:
    if (found := REPLAY.answered(event)) is not None:
        return _found(found)
    if isinstance(event, No):
        return replace(state, why=event.why), (Bell(),)
    if state.screen is not None and state.replay is not None:
        watched, effects = state.screen.update(state.replay, event)
        return (state, effects) if watched is state.replay else (replace(state, replay=watched), effects)
    if isinstance(event, (Key, Line)) or (isinstance(event, Mouse) and event.action == "press"):
        return state, (Leave(),)
    return state, ()


def _found(found: ReplayFound) -> Next:
    door = find(found.finished.door)
    assert door is not None  # the session refuses unknown doors
    screen = ReplayScreen(door.game)
    try:
        replay, effects = screen.start(found.setup, found.finished)
    except CANNOT:
        return State(why=tr.replay.game_damaged(id=found.finished.id)), (Bell(),)
    return State(screen, replay), effects


def draw(state: State, view: View) -> Canvas:
    if state.screen is not None and state.replay is not None:
        return state.screen.draw(state.replay, view)
    canvas = look.backdrop(view, None, TITLE())
    for at, text in enumerate(wrap(state.why or tr.common.one_moment(), 72)):
        canvas.put(4, 5 + at, text, style(WHITE))
    keys_line(canvas, (BACK,))
    return canvas


def tell(before: State | None, after: State) -> Speech:
    if after.screen is not None and after.replay is not None:
        return after.screen.tell(before.replay if before else None, after.replay)
    if not after.why:
        return Speech()
    return Speech(
        (after.why,) if before is None or before.why != after.why else (), tr.common.plain_prompt_go_back()
    )
