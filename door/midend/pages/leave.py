"""The two questions of a game under way: leave it, or begin another in its place?

Law: pure; what an answer does to the game is `play`'s.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.game import Game
from door.midend import play
from door.midend.state import PRACTICE, Action, State, Step
from door.term.canvas import Canvas
from door.term.keys import Key
from door.ui.screen import Leave, View
from door.ui.texts import Text, word
from door.ui.widgets import Hint, keys_line, message

NOT_KEPT: Final = Text("It is practice, and is not kept.")
END_GAME: Final = Text("End this game?")
ASK_END: Final = Text("End it (g), or play on (Enter)?")
LEFT_FOR_LATER: Final = Text("A game left for later waits here with the same {alike}.")
ASK_LEAVE: Final = Text("Leave it for later (l), give it up (g), or play on (Enter)?")
LEAVE_GAME: Final = Text("Leave this game?")
PRACTICE_ENDS: Final = Text("This practice game ends here.")
NEW_DEAL: Final = Text("A new deal?")
ASK_DEAL: Final = Text("Begin a new one (y), or play on (Enter)?")
GIVE_UP_FIRST: Final = Text("You must give up the game under way first.")
ASK_NEW: Final = Text("Give this one up and begin a new one (y), or play on (Enter)?")
NEW_GAME: Final = Text("A new game?")
NO_TURNS: Final = Text("You have no turns left today for a new game.")
GIVE_UP: Final = Text("Give this game up?")
ASK_GIVE_UP: Final = Text("Give it up (g), or play on (Enter)?")

_LATER: Final = (Hint("l", "for later"), Hint("g", "give it up"), Hint("esc", "play on"))
_END: Final = (Hint("g", "end it"), Hint("esc", "play on"))
_GIVE_UP: Final = (Hint("g", "give it up"), Hint("esc", "play on"))
_NEW: Final = (Hint("y", "new game"), Hint("esc", "play on"))
_ON: Final = frozenset(["esc", "enter", "n", "p"])


def _practice(state: State) -> bool:
    return state.table is not None and state.table.kind in PRACTICE


class Question(NamedTuple):
    """What lies over the table: title, lines, keys, and plain mode's prompt."""

    title: str
    lines: tuple[str, ...]
    hints: tuple[Hint, ...]
    prompt: str


def ask(game: Game, state: State) -> Question:
    """The question as things stand."""
    given_up, practice = game.info.given_up(), _practice(state)
    if state.over == "leave" and practice:
        return Question(END_GAME(), (NOT_KEPT(),), _END, ASK_END())
    if state.over == "leave":
        later = LEFT_FOR_LATER(alike=word(game.info.alike))
        return Question(LEAVE_GAME(), (later, given_up), _LATER, ASK_LEAVE())
    if practice:
        return Question(NEW_DEAL(), (PRACTICE_ENDS(),), _NEW, ASK_DEAL())
    if state.books.may_play:
        return Question(NEW_GAME(), (GIVE_UP_FIRST(), given_up), _NEW, ASK_NEW())
    return Question(GIVE_UP(), (NO_TURNS(), given_up), _GIVE_UP, ASK_GIVE_UP())


def draw(game: Game, state: State, canvas: Canvas, view: View) -> None:
    """The question over the table's picture."""
    title, lines, hints, _ = ask(game, state)
    canvas.spots.clear()
    message(canvas, title, lines, hints, game.info.accent, shadow=not view.mono)
    canvas.fill(0, canvas.rows - 1, canvas.cols - 1, 1)
    keys_line(canvas, hints, game.info.accent)


def key(game: Game, state: State, key: Key) -> Step:
    """The keys it shows; ENTER, N and P play on as well, and any other leaves it open."""
    name = key.name.lower()
    if name in _ON:
        return state._replace(over=""), ()
    if name not in [hint.key for hint in ask(game, state).hints]:
        return state, ()
    return _DOES[name](game, state)


def _later(game: Game, state: State) -> Step:
    return state._replace(over=""), (Leave(),)


def _another(game: Game, state: State) -> Step:
    return play.give_up(game, state, "practice" if _practice(state) else "contest")


_DOES: Final[dict[str, Action]] = {"l": _later, "g": play.give_up, "y": _another}
