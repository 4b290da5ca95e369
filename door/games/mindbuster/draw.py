"""The door's screens on a grid of 80×23, in the middle of whatever there is.

Law: `draw` is pure.  What stands between two keys comes from a cache (`table`); the row in
hand and a few words are drawn over it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from door.games.mindbuster import art, board, front, views
from door.games.mindbuster.art import Look, look_of
from door.games.mindbuster.card import ACCENT
from door.games.mindbuster.rules import GUESSES, mark
from door.games.mindbuster.state import State
from door.games.mindbuster.table import COLS, PANEL, ROWS, SECOND, table
from door.games.mindbuster.words import marks_text
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas
from door.ui.screen import View
from door.ui.widgets import Hint, centred, cut, keys_line, message, panel

NOTE_ROW: Final = 21

_ASK_KEYS: Final = (Hint("l", "for later"), Hint("g", "give it up"), Hint("esc", "play on"))
_YES_KEYS: Final = (Hint("y", "yes"), Hint("esc", "play on"))


def draw(state: State, view: View) -> Canvas:
    """The state on columns × rows of `view`."""
    look = look_of(view, state.worn.numbers)
    over = views.OVER.get(state.over)
    canvas = over(state, look) if over else _SCENES[state.scene](state, look)
    if state.over in _ASKED:
        title, lines, hints = _ASKED[state.over]
        canvas.spots.clear()
        message(canvas, title, lines, hints, ACCENT)
        canvas.fill(0, ROWS - 1, COLS - 1, 1)
        keys_line(canvas, hints, ACCENT)
    canvas = centred(canvas, view.cols, view.rows)
    if state.hand.held and state.in_hand and not state.over:
        x, y = state.hand.at
        canvas.blit(art.peg(state.hand.held, look), x - 1, min(y, canvas.rows - 1 - art.PEG_ROWS))
    return canvas


_ASKED: Final[dict[str, tuple[str, tuple[str, ...], tuple[Hint, ...]]]] = {
    "ask": (
        "Leave this game?",
        ("A game left for later waits here with the same codes.", "One given up counts as not broken: 11."),
        _ASK_KEYS,
    ),
    "quit": ("Quit this game?", ("It ends here and counts as not broken: 11.",), _YES_KEYS),
    "again": (
        "A new game?",
        ("The game under way has to be given up first.", "It counts as not broken: 11."),
        _YES_KEYS,
    ),
}


# -- scenes ---------------------------------------------------------------------------------


def _noted(canvas: Canvas, state: State, otherwise: str) -> Canvas:
    """The message line: the note, or what there is to say without one."""
    canvas.centre(NOTE_ROW, cut(state.note or otherwise, 78), YELLOW if state.note else GREY)
    return canvas


def _hiding(state: State, look: Look) -> Canvas:
    """A duel begins: the caller's own code is made on the computer's board."""
    canvas, top = table(state, look), 7
    panel(canvas, SECOND, top, board.COLS, 8, "Your hidden code", ACCENT, WHITE, "double")
    canvas.hot(SECOND, top, board.COLS, 8, None)
    canvas.centre(top + 1, f"{state.rival} will try to break it", GREY, SECOND, board.COLS)
    board.in_hand(canvas, SECOND, top + 3, state, look)
    canvas.centre(top + 6, "a colour in every hole", DARK, SECOND, board.COLS)
    return _noted(canvas, state, "Hide a code: choose colours, then ENTER. ENTER alone picks one at random.")


def _guessing(state: State, look: Look) -> Canvas:
    canvas, game = table(state, look), state.game
    assert game is not None
    row = len(game.guesses)
    board.in_hand(canvas, 0, board.row_y(row), state, look)
    board.arrow(canvas, 0, row, look)
    last = f"Your guess {row} scored {marks_text(mark(game.guesses[-1], game.hidden))}.  " if row else ""
    return _noted(canvas, state, f"{last}Guess {row + 1} of {GUESSES}.")


def _marking(state: State, look: Look) -> Canvas:
    return _noted(table(state, look), state, "")


def _answering(state: State, look: Look) -> Canvas:
    """The computer thinks, or sets its pegs."""
    canvas, game = table(state, look), state.game
    assert game is not None
    board.arrow(canvas, SECOND, min(len(game.guesses), GUESSES) - 1, look)
    return _noted(canvas, state, f"{state.rival} {'is thinking' if state.scene == 'waiting' else 'guesses'}.")


def _done(state: State, look: Look) -> Canvas:
    canvas = table(state, look)
    front.result(canvas, PANEL, state, look)
    return _noted(canvas, state, "")


_SCENES: Final[dict[str, Callable[[State, Look], Canvas]]] = {
    "title": front.title,
    "opening": front.title,
    "code": _hiding,
    "guess": _guessing,
    "marking": _marking,
    "waiting": _answering,
    "answering": _answering,
    "done": _done,
}
