"""Questions over the board: leave the game, start another one instead, do this at the table?

Pure. `play` or the table carries out the answers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.contract import Door
from door.midend import play
from door.midend.seat import menu
from door.midend.state import PRACTICE, State, Step, seat_of
from door.term.canvas import Canvas
from door.term.keys import Key
from door.ui.screen import Leave, View
from door.ui.texts import tr
from door.ui.widgets import Hint, keys_line, message

our: Final = tr.play
_LATER: Final = (
    Hint("l", tr.door_keys.for_later),
    Hint("g", tr.door_keys.give_up),
    Hint("esc", tr.door_keys.play_on),
)
_END: Final = (Hint("g", tr.door_keys.end_game), Hint("esc", tr.door_keys.play_on))
_GIVE_UP: Final = (Hint("g", tr.door_keys.give_up), Hint("esc", tr.door_keys.play_on))
_NEW: Final = (Hint("y", tr.door_keys.new_game), Hint("esc", tr.door_keys.play_on))
_YES_NO: Final = (Hint("y", tr.door_keys.answer_yes), Hint("esc", tr.door_keys.answer_no))
_ON: Final = frozenset(["esc", "enter", "n", "p", "q", "ctrl-c"])


class Question(NamedTuple):
    """A question over the table: title, lines, keys, and plain mode's prompt."""

    title: str
    lines: tuple[str, ...]
    hints: tuple[Hint, ...]
    prompt: str


def _practice(state: State) -> bool:
    return state.table is not None and state.table.kind in PRACTICE


def _ask(game: Door, state: State) -> Question:
    given_up, practice = game.info.given_up(), _practice(state)
    if state.over == "sure":
        row = seat_of(state).sure
        asked = row.sure if row else ""
        return Question(menu.TITLE(), (asked,), _YES_NO, f"{asked} (y/n)")
    if state.over == "leave" and practice:
        return Question(our.title_end_game(), (our.practice_not_kept(),), _END, our.plain_confirm_end())
    if state.over == "leave":
        later = our.game_kept_for_later(alike=game.info.alike())
        return Question(our.title_leave_game(), (later, given_up), _LATER, our.plain_confirm_leave())
    if practice:
        ends = (our.practice_ends_here(),)
        return Question(our.title_new_deal(), ends, _NEW, our.plain_confirm_new_deal())
    if state.books.may_play:
        lines = (our.must_give_up_first(), given_up)
        return Question(our.title_new_game(), lines, _NEW, our.plain_confirm_new_game())
    lines = (our.no_turns_for_new_game(), given_up)
    return Question(our.title_give_up(), lines, _GIVE_UP, our.plain_confirm_give_up())


def draw(game: Door, state: State, canvas: Canvas, view: View) -> None:
    title, lines, hints, _ = _ask(game, state)
    canvas.spots.clear()
    message(canvas, title, lines, hints, game.info.accent, shadow=not view.mono)
    if state.over != "sure":
        canvas.fill(0, canvas.rows - 1, canvas.cols - 1, 1)
        keys_line(canvas, hints, game.info.accent)


def prompt(game: Door, state: State) -> str:
    return _ask(game, state).prompt


def key(game: Door, state: State, key: Key) -> Step:
    """Handle a key that is shown. Enter, N, P and Q play on too. Other keys do nothing."""
    name = key.name.lower()
    if name in _ON:
        return state._replace(over=""), ()
    if name not in [hint.key for hint in _ask(game, state).hints]:
        return state, ()
    if name == "l":
        return state._replace(over=""), (Leave(),)
    if name == "g":
        return play.give_up(game, state)
    if state.over == "sure":
        return menu.confirm(state)
    return play.give_up(game, state, "practice" if _practice(state) else "contest")
