"""Questions over the board: leave the game, start another one instead, do this at the table?

Pure. `play` or the table carries out the answers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.contract import Door
from door.games.game import Do
from door.games.keys import Binding, hints_of
from door.screens.seat import menu
from door.screens.state import State, seat_of
from door.term.canvas import Canvas
from door.ui.screen import View
from door.ui.texts import tr
from door.ui.widgets import keys_line, message

our: Final = tr.play
KEYS: Final = tr.door_keys
_ON: Final = Binding(
    Do("close"), ("esc", "enter", "n", "p", "q", "ctrl-c"), ("no", "quit", "back"), KEYS.play_on
)  # fmt: skip
_GIVE_UP: Final = Binding(Do("give-up"), ("g",), ("give up",), KEYS.give_up)
_NEW: Final = Binding(Do("another"), ("y",), ("yes",), KEYS.new_game)
_LATER: Final = (Binding(Do("later"), ("l",), ("later",), KEYS.for_later), _GIVE_UP, _ON)
_END: Final = (_GIVE_UP._replace(label=KEYS.end_game), _ON)
_SURE: Final = (
    Binding(Do("confirm"), ("y",), ("yes",), KEYS.answer_yes), _ON._replace(label=KEYS.answer_no)
)  # fmt: skip


class TableQuestion(NamedTuple):
    """A question over the table: title, lines, keys, and plain mode's prompt."""

    title: str
    lines: tuple[str, ...]
    ways: tuple[Binding, ...]
    prompt: str


def _ask(game: Door, state: State) -> TableQuestion:
    given_up, practice = game.info.given_up(), state.practised
    if state.page.name == "sure":
        row = seat_of(state).sure
        asked = row.sure if row else ""
        return TableQuestion(menu.TITLE(), (asked,), _SURE, f"{asked} (y/n)")
    if state.page.name == "leave" and practice:
        return TableQuestion(our.title_end_game(), (our.practice_not_kept(),), _END, our.plain_confirm_end())
    if state.page.name == "leave":
        later = our.game_kept_for_later(alike=game.info.alike())
        return TableQuestion(our.title_leave_game(), (later, given_up), _LATER, our.plain_confirm_leave())
    if practice:
        ends = (our.practice_ends_here(),)
        return TableQuestion(our.title_new_deal(), ends, (_NEW, _ON), our.plain_confirm_new_deal())
    if state.books.may_play:
        lines = (our.must_give_up_first(), given_up)
        return TableQuestion(our.title_new_game(), lines, (_NEW, _ON), our.plain_confirm_new_game())
    lines = (our.no_turns_for_new_game(), given_up)
    return TableQuestion(our.title_give_up(), lines, (_GIVE_UP, _ON), our.plain_confirm_give_up())


def ways(game: Door, state: State) -> tuple[Binding, ...]:
    return _ask(game, state).ways


def draw(game: Door, state: State, canvas: Canvas, view: View) -> None:
    title, lines, keys, _ = _ask(game, state)
    hints = hints_of(keys)
    canvas.spots.clear()
    message(canvas, title, lines, hints, game.info.accent, shadow=not view.mono)
    if state.page.name != "sure":
        canvas.fill(0, canvas.rows - 1, canvas.cols - 1, 1)
        keys_line(canvas, hints, game.info.accent)


def prompt(game: Door, state: State) -> str:
    return _ask(game, state).prompt
