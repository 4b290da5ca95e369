"""The table's own keys: over the board, before the game and after it.

As at any door the game is asked first, then the table. A watcher can only watch, and leave.
"""

from __future__ import annotations

from typing import Final

from door.games.contract import Door
from door.games.game import covered
from door.screens.seat import menu
from door.screens.seat.board import is_asked_to_wait, talks
from door.screens.seat.follow import without_board
from door.screens.state import OpenPage, State, Step, is_hiding, refuse, seat_of, with_seat
from door.term.keys import Key
from door.ui.screen import Leave
from door.ui.texts import tr

TALKS: Final = {"t": "talk", "c": "chat"}
_HELP: Final = frozenset(["h", "?", "f1"])
_WAIT: Final = frozenset(["w", "enter", "esc"])


def on_key(game: Door, state: State, key: Key, name: str) -> Step | None:
    """Handle a key while no overlay is open. Return None if it is the board's."""
    seat = seat_of(state)
    if state.table is None or state.scene != "play" or covered(state.table):
        return None
    if is_asked_to_wait(seat) and (step := _wait_or_claim(game, state, name)):
        return step
    if seat.plays and seat.match.adjourned and (step := _on_adjourned_key(game, state, key, name)):
        return step
    if name in TALKS and seat.talks and talks(game, seat, state.table, key):
        return menu.open_talk(state, TALKS[name]), ()
    return None


def _wait_or_claim(game: Door, state: State, name: str) -> Step | None:
    """Handle the choice of a caller whose opponent has gone: wait on, adjourn, or claim the game."""
    if name in _WAIT:
        return with_seat(state, waits=True), ()
    return _take_row(game, state, name) if name in ("a", "c") else None


def _on_adjourned_key(game: Door, state: State, key: Key, name: str) -> Step | None:
    """Start the clock again with G. The game's own keys are refused, because no move can be made."""
    if name == "g":
        return _take_row(game, state, name)
    if state.table is None or name in _HELP or name in ("q", "esc"):
        return None
    return refuse(state, tr.match.is_adjourned()) if game.board.key(state.table, key) is not None else None


def _take_row(game: Door, state: State, name: str) -> Step | None:
    row = next((row for row in menu.rows(game, seat_of(state)) if row.key == name), None)
    return row.run(state) if row else None


def leave_board(state: State) -> Step:
    """Open the table's list. A watcher leaves at once."""
    if is_hiding(state):
        return without_board(state), ()
    return (state._replace(page=OpenPage("menu")), ()) if seat_of(state).plays else (state, (Leave(),))
