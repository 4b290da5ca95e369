"""The way to the best possible result, stepped through on the table, or told move by move in plain mode."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, islice, pairwise
from typing import Any, Final

from door.games.contract import Game
from door.games.game import Table
from door.games.luck import Way
from door.midend.replay import position_after
from door.midend.state import State, Step, say, table_of
from door.term.canvas import GREY, Canvas
from door.term.keys import Key
from door.ui import navigation
from door.ui.screen import View
from door.ui.texts import tr
from door.ui.widgets import Hint, keys_line, turn_page

TITLE: Final = tr.play.best_line_title

SEE: Final = Hint("w", tr.door_keys.best_line)
_KEYS: Final = (
    Hint("right", tr.door_keys.next, "►"),
    Hint("left", tr.door_keys.back, "◄"),
    Hint("esc", tr.door_keys.back_to_the_coach),
)


def shown_way(state: State) -> Way | None:
    """Return the way if the coach has found one."""
    return state.verdict.way if state.verdict and state.verdict.way and state.verdict.way.moves else None


def open_way(game: Game, state: State) -> Step:
    """Show the position where it starts. Plain mode tells all of it."""
    way = shown_way(state)
    if way is None:
        return state, ()
    if not state.setup.plain:
        return state._replace(over="way", page=0, note="", bad=False), ()
    lines = [_said(way, 0)]
    for move, (before, after) in zip(way.moves, pairwise(_positions(game, state, way)), strict=True):
        lines += game.describe(before, move, after)
    return say(state._replace(over=""), lines), ()


def _positions(game: Game, state: State, way: Way) -> Iterator[Any]:
    """Return the first position, and the position after each move."""
    begun = state.begun
    assert begun is not None
    table = table_of(state)
    start = position_after(game, begun.options, table.seats, begun.chance, table.moves[: way.at])
    return accumulate(way.moves, game.apply, initial=start)


def _table(game: Game, state: State, way: Way) -> Table:
    """Return the table at that step, without a player."""
    *_, before, position = None, *islice(_positions(game, state, way), state.page + 1)
    table = table_of(state)._replace(
        position=position, before=before, frame=None, board=None, caller="",
        moves=(*table_of(state).moves[: way.at], *way.moves[: state.page]),
    )  # fmt: skip
    return table._replace(board=game.board(table))


def _said(way: Way, step: int) -> str:
    if not step:
        after = (
            tr.play.best_line_after_moves(moves=tr.count.moves(n=way.at))
            if way.at
            else tr.play.best_line_from_deal()
        )
        return TITLE(after=after, moves=tr.count.moves(n=len(way.moves)))
    return tr.play.best_line_move(step=step, moves=len(way.moves), move=way.moves[step - 1])


def key(game: Game, state: State, key: Key) -> Step:
    """Step forward and back, and out at the end."""
    way = shown_way(state)
    assert way is not None
    name = {"right": "pgdn", "left": "pgup"}.get(navigation.direction(key.name), key.name)  # it doesn't wrap
    page = turn_page(state.page, len(way.moves) + 1, Key(name))
    return (state._replace(over="coach", page=0) if page is None else state._replace(page=page)), ()


def draw(game: Game, state: State, view: View) -> Canvas:
    """Draw the table at that step."""
    way = shown_way(state)
    assert way is not None
    canvas = game.draw(_table(game, state, way), view)
    canvas.centre(canvas.rows - 2, _said(way, state.page), GREY)
    keys_line(canvas, _KEYS, game.info.accent)
    return canvas
