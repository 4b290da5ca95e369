"""The door around a game, for the session to play and the records to replay.

It holds a game and nothing else. Every function takes a state and returns one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from door.games.contract import Game
from door.midend import flow, keys, plain, play
from door.midend.api import Begun, Booked, News, OnWall, Past, PuzzleFound, Refused, Sealed, Setup, Thought
from door.midend.pages import again, beside, coach, help, leave, over, puzzle, result, scene, title, word
from door.midend.replay import OnTheBooks
from door.midend.state import State, Step, table_of
from door.term.canvas import Canvas, Sprite
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Event, Speech, Tick, View
from door.ui.texts import tr
from door.ui.widgets import Hint, keys_line

_LEAVE: Final = Hint("q", tr.door_keys.leave)
_SKIP: Final = (Hint("enter", tr.door_keys.skip, tr.door_keys.any_key),)


class GameDoor(OnTheBooks):
    """One game as a door."""

    def __repr__(self) -> str:
        return f"<door {self.INFO.slug}>"

    def start(self, setup: Setup) -> Step:
        """Return the first screen, or the game itself if `setup.straight` asks for it."""
        return play.start(self.game, setup)

    def refused_words(self, setup: Setup) -> str:
        """Return why the words of a command line (`setup.argv`) are invalid, or ""."""
        return play.refused_words(self.game, setup)

    def update(self, state: State, event: Event) -> Step:
        """Return the next state and effects. Any event is fine in any state."""
        handler = _EVENTS.get(type(event))
        if handler is None:
            return state, ()
        after, effects = handler(self.game, state, event)
        if self.INFO.attract and after.scene == "title" and isinstance(event, (Key, Mouse)):
            effects = (*flow.idle(self.game, after), *effects)
        return after, effects

    def draw(self, state: State, view: View) -> Canvas:
        """Draw the state on 80×23 with side panels on a wide screen, or on all of the view."""
        game = self.game

        def inside(view: View) -> Canvas:
            over = scene.OVER.get(state.over)
            canvas = over(game, state, view) if over else _scene(game, state, view)
            if state.over in ("leave", "new"):
                leave.draw(game, state, canvas, view)
            return canvas

        def joined(canvas: Canvas, room: beside.Room, view: View) -> Canvas:
            return beside.joined(game, state, canvas, room, view) if any(room) else canvas

        return scene.drawn(game, state, view, inside, joined)

    def rested(self, state: State, before: State | None, view: View) -> State | None:
        """Return the state without its moving parts."""
        return scene.rested(self.game, state, before, view)

    def sprites(self, state: State, view: View) -> Iterator[Sprite]:
        """Return the moving parts."""
        return scene.sprites(self.game, state, view)

    def tell(self, before: State | None, after: State) -> Speech:
        """Describe the state in words."""
        return plain.tell(self.game, before, after)


def games_of(doors: Mapping[str, Any]) -> dict[str, Game]:
    """Return the games of doors that have one, by slug."""
    return {slug: door.game for slug, door in doors.items() if isinstance(door, GameDoor)}


# -- events ------------------------------------------------------------------------------


def _thought(game: Game, state: State, thought: Thought) -> Step:
    if thought.name.startswith("coach "):
        return coach.on_thought(game, state, thought)
    if thought.name.startswith(again.NAME):
        return again.on_thought(game, state, thought)
    return flow.on_thought(game, state, thought)


_EVENTS: Final[dict[type, Callable[[Game, State, Any], Step]]] = {
    Key: keys.on_key,
    Mouse: keys.on_mouse,
    Line: keys.on_line,
    Begun: play.on_begun,
    Sealed: word.on_sealed,
    Refused: play.on_refused,
    Booked: play.on_booked,
    Thought: _thought,
    Tick: flow.on_tick,
    News: play.on_news,
    OnWall: over.on_wall,
    PuzzleFound: puzzle.on_found,
    Past: play.on_past,
}


# -- pictures ----------------------------------------------------------------------------


def _scene(game: Game, state: State, view: View) -> Canvas:
    if state.scene == "word":
        return word.draw(game, state)
    if state.table is None or state.scene in ("title", "opening"):
        return title.draw(game, state, view)
    if state.scene == "done":
        return result.draw(game, state, view)
    canvas = scene.board(game, state, view, _hints(game, state))
    if state.attract:
        keys_line(canvas, _SKIP, game.info.accent)
    return canvas


def _hints(game: Game, state: State) -> tuple[Hint, ...]:
    """Return the available keys, or none if the game draws the last row itself."""
    mine = game.hints(table_of(state))
    if not mine:
        return ()
    undo = (Hint("u", tr.door_keys.undo),) if state.past else ()
    return (*mine, *undo, help.hint(mine), _LEAVE)
