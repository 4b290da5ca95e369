"""The two questions during a game: leave it, or start another one instead?

Pure. `play` carries out the answers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.contract import Game
from door.midend import play
from door.midend.state import PRACTICE, Action, State, Step
from door.term.canvas import Canvas
from door.term.keys import Key
from door.ui.screen import Leave, View
from door.ui.texts import tr
from door.ui.widgets import Hint, keys_line, message

_LATER: Final = (
    Hint("l", tr.door_keys.for_later),
    Hint("g", tr.door_keys.give_up),
    Hint("esc", tr.door_keys.play_on),
)
_END: Final = (Hint("g", tr.door_keys.end_game), Hint("esc", tr.door_keys.play_on))
_GIVE_UP: Final = (Hint("g", tr.door_keys.give_up), Hint("esc", tr.door_keys.play_on))
_NEW: Final = (Hint("y", tr.door_keys.new_game), Hint("esc", tr.door_keys.play_on))
_ON: Final = frozenset(["esc", "enter", "n", "p"])


def _practice(state: State) -> bool:
    return state.table is not None and state.table.kind in PRACTICE


class Question(NamedTuple):
    """A question over the table: title, lines, keys, and plain mode's prompt."""

    title: str
    lines: tuple[str, ...]
    hints: tuple[Hint, ...]
    prompt: str


def ask(game: Game, state: State) -> Question:
    """Return the question for the present state."""
    given_up, practice = game.info.given_up(), _practice(state)
    if state.over == "leave" and practice:
        return Question(
            tr.play.title_end_game(), (tr.play.practice_not_kept(),), _END, tr.play.plain_confirm_end()
        )
    if state.over == "leave":
        later = tr.play.game_kept_for_later(alike=game.info.alike())
        return Question(tr.play.title_leave_game(), (later, given_up), _LATER, tr.play.plain_confirm_leave())
    if practice:
        return Question(
            tr.play.title_new_deal(), (tr.play.practice_ends_here(),), _NEW, tr.play.plain_confirm_new_deal()
        )
    if state.books.may_play:
        return Question(
            tr.play.title_new_game(),
            (tr.play.must_give_up_first(), given_up),
            _NEW,
            tr.play.plain_confirm_new_game(),
        )
    return Question(
        tr.play.title_give_up(),
        (tr.play.no_turns_for_new_game(), given_up),
        _GIVE_UP,
        tr.play.plain_confirm_give_up(),
    )


def draw(game: Game, state: State, canvas: Canvas, view: View) -> None:
    """Draw the question over the table's picture."""
    title, lines, hints, _ = ask(game, state)
    canvas.spots.clear()
    message(canvas, title, lines, hints, game.info.accent, shadow=not view.mono)
    canvas.fill(0, canvas.rows - 1, canvas.cols - 1, 1)
    keys_line(canvas, hints, game.info.accent)


def key(game: Game, state: State, key: Key) -> Step:
    """Handle a key that is shown. Enter, N and P play on too. Other keys do nothing."""
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
