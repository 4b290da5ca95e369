"""The coach's page: it looks back on a game that is over, part by part, worked out aside.

Law: pure.  It is silent until the end, and says what the game's own coach has found.
"""

from __future__ import annotations

from door.games.game import Game, Review
from door.midend.api import Think, Thought
from door.midend.pages.result import shown
from door.midend.replay import looks_back
from door.midend.state import State, Step, refuse, say
from door.term.canvas import Canvas
from door.term.keys import Key
from door.ui.screen import COLS, ROWS, View
from door.ui.widgets import BACK, Page, draw_page, fitted, keys_line, turn_page

WORKING = "The coach is looking at the game."


def open_page(game: Game, state: State) -> Step:
    """The coach's page, once there is something to look back on."""
    table = state.table
    if game.coach is None:
        return refuse(state, "This door has no coach.")
    if table is None or not looks_back(game, table):
        return refuse(state, "The coach has nothing to look back on.")
    state = state._replace(over="coach", page=0, note="", bad=False)
    return say(state, lines(game, state)), _ask(game, state)


def _name(state: State) -> str:
    return f"coach {state.begun.id if state.begun else ''} {len(state.parts)}"


def _ask(game: Game, state: State) -> tuple[Think, ...]:
    """The next part, where one is left: a part at a time, so that nobody's move waits for all of them."""
    table, begun = state.table, state.begun
    if table is None or begun is None or game.coach is None or len(state.parts) >= game.steps(table):
        return ()
    review = Review(begun.options, begun.seats, begun.chance, table.moves)
    return (Think(game.coach, (review, len(state.parts)), _name(state)),)


def on_thought(game: Game, state: State, thought: Thought) -> Step:
    """A part has been found out; the next is asked for while the caller looks on."""
    table = state.table
    if thought.name != _name(state) or table is None:
        return state, ()
    if thought.value is None:
        return refuse(state._replace(over=""), thought.error or "The coach could not look at this game.")
    state = state._replace(parts=(*state.parts, thought.value))
    if state.over != "coach":
        return state, ()
    done = len(state.parts) >= game.steps(table)
    return (say(state, lines(game, state)) if done else state), _ask(game, state)


def pages(game: Game, state: State, plain: bool = False) -> tuple[Page, ...]:
    """What has been found out so far."""
    if state.table is None or not state.parts or game.coached is None:
        return (Page("The coach", (WORKING,)),)
    found = game.coached(state.parts, shown(state.table), plain)
    return found if plain else fitted(found)


def key(game: Game, state: State, key: Key) -> Step:
    """Turns the pages, or closes them."""
    page = turn_page(state.page, len(pages(game, state)), key)
    return (state._replace(over="", page=0) if page is None else state._replace(page=page)), ()


def draw(game: Game, state: State, view: View) -> Canvas:
    """The page on 80×23."""
    every = pages(game, state)
    if game.coach_picture is not None and state.parts and state.table is not None:
        canvas = game.coach_picture(state.parts, shown(state.table), state.page, view)
    else:
        canvas = Canvas(COLS, ROWS)
        draw_page(canvas, every, state.page, game.info.accent, game.info.name, keys=len(every) > 1)
    if len(every) <= 1:
        keys_line(canvas, (BACK,), game.info.accent)
    return canvas


def lines(game: Game, state: State) -> tuple[str, ...]:
    """All of it in words."""
    if not state.parts:
        return (WORKING,)
    every = pages(game, state, plain=True)
    return tuple(line for page in every for line in (f"{page.title}:", *page.lines) if line)
