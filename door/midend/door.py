"""The door around a game: what the call plays, and what the records replay.

Law: it holds a game and nothing else; every function takes a state and gives a state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from door.games.game import BLACK_AND_WHITE, YES, Game
from door.midend import flow, keys, plain, play
from door.midend.api import Begun, Booked, News, Refused, Setup, Thought
from door.midend.pages import beside, bulletin, coach, daily, help, leave, proof, result, settings, title
from door.midend.replay import OnTheBooks
from door.midend.state import State, Step, table_of
from door.term.canvas import DARK, GREY, YELLOW, Canvas
from door.term.keys import Key, Line, Mouse
from door.ui.screen import COLS, ROWS, Event, Speech, Tick, View
from door.ui.widgets import BACK, Hint, cut, keys_line, origin

_MINE: Final = (Hint("h", "help"), Hint("q", "leave"))
_SKIP: Final = (Hint("enter", "skip", "any key"),)


class GameDoor(OnTheBooks):
    """One game as a door."""

    def __repr__(self) -> str:
        return f"<door {self.INFO.slug}>"

    def start(self, setup: Setup) -> Step:
        """The first screen; the game at once where `setup.straight` asks for it."""
        return play.start(self.game, setup)

    def refused_words(self, setup: Setup) -> str:
        """Why the words of a command line (`setup.argv`) will not do, as a sentence, or ""."""
        return play.refused_words(self.game, setup)

    def update(self, state: State, event: Event) -> Step:
        """The next state and what the call shall do; any event is fine in any state."""
        handler = _EVENTS.get(type(event))
        if handler is None:
            return state, ()
        after, effects = handler(self.game, state, event)
        if self.INFO.attract and after.scene == "title" and isinstance(event, (Key, Mouse)):
            effects = (*effects, *flow.idle(self.game, after))
        return after, effects

    def draw(self, state: State, view: View) -> Canvas:
        """The state on 80×23, with what stands beside it on a wide screen; or all of the view."""
        white = state.chosen.get(BLACK_AND_WHITE) == YES
        view = replace(view, mono=True) if white else view
        width = beside.room(self.game, state, view)
        view = replace(view, at=origin(COLS + width, ROWS, view.cols, view.rows))
        over = _OVER.get(state.over)
        canvas = over(self.game, state, view) if over else _scene(self.game, state, view)
        if state.over in ("leave", "new"):
            leave.draw(self.game, state, canvas)
        if width:
            canvas = beside.joined(self.game, state, canvas, width, view)
        return canvas.grey() if white else canvas

    def tell(self, before: State | None, after: State) -> Speech:
        """The state in words."""
        return plain.tell(self.game, before, after)


def games_of(doors: Mapping[str, Any]) -> dict[str, Game]:
    """The games of those doors that have one, by slug."""
    return {slug: door.game for slug, door in doors.items() if isinstance(door, GameDoor)}


# -- events ------------------------------------------------------------------------------


def _thought(game: Game, state: State, thought: Thought) -> Step:
    if thought.name.startswith("coach "):
        return coach.on_thought(game, state, thought)
    return flow.on_thought(game, state, thought)


_EVENTS: Final[dict[type, Callable[[Game, State, Any], Step]]] = {
    Key: keys.on_key,
    Mouse: keys.on_mouse,
    Line: keys.on_line,
    Begun: play.on_begun,
    Refused: play.on_refused,
    Booked: play.on_booked,
    Thought: _thought,
    Tick: flow.on_tick,
    News: play.on_news,
}


# -- pictures ----------------------------------------------------------------------------


def _scene(game: Game, state: State, view: View) -> Canvas:
    if state.table is None or state.scene in ("title", "opening"):
        return title.draw(game, state, view)
    return result.draw(game, state, view) if state.scene == "done" else _board(game, state, view)


def _board(game: Game, state: State, view: View) -> Canvas:
    """The game's picture, with the message line and the keys below it."""
    table = table_of(state)
    canvas = game.draw(table, view)
    if game.covered(table):
        return canvas
    row = canvas.rows - 2
    if state.note:
        canvas.centre(row, cut(f"! {state.note}" if state.bad else state.note, canvas.cols - 2), YELLOW)
    elif message := game.message(table):
        moving = state.frames and state.frames[state.at].seconds
        canvas.centre(row, cut(message, canvas.cols - 2), DARK if moving else GREY)
    if hints := _hints(game, state):
        keys_line(canvas, hints, game.info.accent)
    return canvas


def _hints(game: Game, state: State) -> tuple[Hint, ...]:
    """The keys that work now: none where the game draws the last row itself."""
    if state.attract:
        return _SKIP
    mine = game.hints(table_of(state))
    if not mine:
        return ()
    undo = (Hint("u", "undo"),) if state.past else ()
    return (*mine, *undo, *_MINE)


def _looked_at(game: Game, state: State, view: View) -> Canvas:
    table = table_of(state)
    canvas = game.draw(result.shown(table), view)
    if not game.covered(table):
        keys_line(canvas, (*game.looking(table), BACK), game.info.accent)
    return canvas


_OVER: Final[dict[str, Callable[[Game, State, View], Canvas]]] = {
    "help": help.draw,
    "bulletin": bulletin.draw,
    "settings": settings.draw,
    "daily": daily.draw,
    "coach": coach.draw,
    "proof": proof.draw,
    "board": _looked_at,
}
