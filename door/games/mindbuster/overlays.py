"""What lies over the board: rules, tables, settings, the scoring's lines, the solver's eye, and
the boxes that ask.

Law: each overlay is a table of keys; what it decides about the game goes through `flow`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from door.games.mindbuster.card import BY_KEY, SETTINGS, Setting, chosen, next_value, value_of
from door.games.mindbuster.flow import give_up, look
from door.games.mindbuster.help import pages
from door.games.mindbuster.row import refuse
from door.games.mindbuster.state import MINE, THEIRS, Answer, Over, Pick, State, rows_of
from door.midend.api import Remember
from door.term.keys import Key, Mouse
from door.ui.screen import Leave
from door.ui.widgets import turn_page

TABLES: Final = 12  # a page of the tables for each size
_ON: Final = frozenset(["right", "down", "pgdn", "6", "2", " ", "tab"])
_BACK: Final = frozenset(["left", "up", "pgup", "4", "8", "backtab", "backspace"])


def open_over(over: Over) -> Callable[[State], Answer]:
    """What opens that overlay at its first page."""
    return lambda state: (replace(state, over=over, page=0, side=MINE, note=""), ())


def closed(state: State) -> Answer:
    """The scene below again."""
    return replace(state, over="", page=0), ()


def open_tables(state: State) -> Answer:
    """The tables, at the size that is being played or chosen."""
    of = state.game if state.playing and state.game else state.choice
    return replace(state, over="tables", page=(of.holes - 4) * 6 + of.colours - 3, note=""), ()


def scoring_refused(state: State) -> str:
    """Why the lines of a score cannot be shown now, or an empty text."""
    game = state.game
    if game is None or state.scene in ("title", "opening"):
        return "There is no score to show yet."
    if game.over:
        return "" if game.guesses or game.answers else "No guess was made: there is no score to show."
    if not game.duel:
        return "In a solo game the lines would give the code away until it is over."
    return "" if game.answers else f"{state.rival} has made no guess yet whose score could be shown."


def open_scoring(state: State) -> Answer:
    """Show Scoring: of the computer's last guess, or once the game is over of any row."""
    if reason := scoring_refused(state):
        return refuse(state, reason)
    assert state.game is not None
    side = THEIRS if state.game.answers else MINE
    return replace(state, over="scoring", side=side, page=len(rows_of(state.game, side)) - 1, note=""), ()


def open_eye(state: State) -> Answer:
    """The solver's eye, once the game is over: the caller's rows first."""
    game = state.game
    if game is None or not game.over:
        return refuse(state, "The solver's eye opens when the game is over.")
    side = MINE if game.guesses else THEIRS
    if not rows_of(game, side):
        return refuse(state, "No guess was made: there is nothing to look at.")
    return replace(state, over="eye", side=side, page=0, note=""), look(state, side)


# -- each overlay's keys ------------------------------------------------------------------------


def _in_help(state: State, key: Key) -> Answer:
    page = turn_page(state.page, len(pages(state.setup.options, state.setup.plain)), key)
    return closed(state) if page is None else (replace(state, page=page), ())


def _in_tables(state: State, key: Key) -> Answer:
    step = (key.name in _ON) - (key.name in _BACK)
    return (replace(state, page=(state.page + step) % TABLES), ()) if step else closed(state)


def other_side(state: State) -> int | None:
    """The side Tab turns to: the other one, once the game is over and it has rows."""
    game, other = state.game, THEIRS if state.side == MINE else MINE
    return other if game is not None and game.over and rows_of(game, other) else None


def _in_scoring(state: State, key: Key) -> Answer:
    other = other_side(state) if key.name == "tab" else None
    if state.game is None:
        return closed(state)
    if other is not None:
        return replace(state, side=other, page=len(rows_of(state.game, other)) - 1), ()
    step = (key.name in _ON) - (key.name in _BACK)
    rows = len(rows_of(state.game, state.side))
    return (replace(state, page=(state.page + step) % rows), ()) if step and rows else closed(state)


def _in_eye(state: State, key: Key) -> Answer:
    other = other_side(state) if key.name in _ON | _BACK else None
    if other is not None:
        return replace(state, side=other), look(state, other)
    return (state, ()) if key.name in _ON | _BACK else closed(state)


_MOVES: Final = {"up": -1, "8": -1, "backtab": -1, "down": 1, "2": 1, "tab": 1}
_CHANGES: Final = {"left": -1, "4": -1, "-": -1, "right": 1, "6": 1, "+": 1, " ": 1}


def _in_settings(state: State, key: Key) -> Answer:
    if key.name in _MOVES:
        return replace(state, page=(state.page + _MOVES[key.name]) % len(SETTINGS)), ()
    if key.name in _CHANGES:
        setting = SETTINGS[state.page % len(SETTINGS)]
        return set_to(state, setting, next_value(state.choice, setting, _CHANGES[key.name]))
    return closed(state) if key.name in ("enter", "esc", "q", "d", "s", "f3") else (state, ())


def set_to(state: State, setting: Setting, text: str) -> Answer:
    """A setting changed, and remembered; it holds from the next game on."""
    choice = chosen(state.choice, setting, text)
    if choice == state.choice:
        return state, ()
    note = "The game under way stays as it is: this holds from the next one on." if state.playing else ""
    remember = Remember(setting.key, value_of(choice, setting))
    return replace(state, choice=choice, note=note), (remember,)


def _in_ask(state: State, key: Key) -> Answer:
    name = key.name.lower()
    if name == "l":
        return replace(state, over=""), (Leave(),)
    return give_up(state) if name == "g" else _unless_other(state, name)


def _in_quit(state: State, key: Key) -> Answer:
    name = key.name.lower()
    return give_up(state) if name in ("y", "g", "ctrl-q") else _unless_other(state, name)


def _in_again(state: State, key: Key) -> Answer:
    name = key.name.lower()
    return give_up(state, another=True) if name in ("y", "g", "f2") else _unless_other(state, name)


def _unless_other(state: State, name: str) -> Answer:
    """ESC, ENTER or N: play on; any other key leaves the question open."""
    return closed(state) if name in ("esc", "enter", "n", "p") else (state, ())


def _in_board(state: State, key: Key) -> Answer:
    return closed(state)


_OVER: Final[dict[str, Callable[[State, Key], Answer]]] = {
    "help": _in_help,
    "tables": _in_tables,
    "settings": _in_settings,
    "scoring": _in_scoring,
    "eye": _in_eye,
    "board": _in_board,
    "ask": _in_ask,
    "quit": _in_quit,
    "again": _in_again,
}


def over_key(state: State, key: Key) -> Answer:
    """A key while something lies over the scene; CTRL-X leaves from anywhere."""
    if key.name == "ctrl-x":
        return replace(state, over=""), (Leave(),)
    return _OVER[state.over](state, key)


def over_mouse(state: State, mouse: Mouse) -> Answer:
    """A click on a value of the settings page chooses it."""
    if mouse.action != "press" or state.over != "settings" or not isinstance(mouse.target, Pick):
        return state, ()
    setting = BY_KEY.get(mouse.target.key)
    if setting is None:
        return state, ()
    return set_to(replace(state, page=SETTINGS.index(setting)), setting, mouse.target.text)
