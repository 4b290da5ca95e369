"""The board with its message and its keys, what lies over it, and what stands beside it.

Law: pure; whose board it is and what its keys are is said by whoever draws it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from door.games.game import BLACK_AND_WHITE, YES, Game
from door.midend import company
from door.midend.pages import (
    again,
    beside,
    bulletin,
    coach,
    daily,
    fanfare,
    help,
    proof,
    result,
    settings,
    way,
)
from door.midend.state import State, around, table_of
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas, Sprite, picture
from door.ui.screen import COLS, ROWS, View
from door.ui.widgets import BACK, Hint, cut, keys_line, origin

Inside = Callable[[View], Canvas]
Beside = Callable[[Canvas, beside.Room, View], Canvas]


def drawn(game: Game, state: State, view: View, inside: Inside, joined: Beside) -> Canvas:
    """A picture of 80×23, joined with what there is room for around it (or nothing); in
    black and white where the caller has chosen that."""
    white = is_white(state)
    view = replace(view, mono=True) if white else view
    room = beside.room(game, state, view)
    if (at := corner(room, view)) != view.at:
        view = replace(view, at=at)
    canvas = joined(inside(view), room, view)
    return canvas.grey() if white else canvas


def is_white(state: State) -> bool:
    """Whether the caller has chosen black and white."""
    return state.chosen.get(BLACK_AND_WHITE) == YES


def corner(room: beside.Room, view: View) -> tuple[int, int]:
    """Where the picture of 80×23 stands on a screen of that size."""
    x, y = origin(COLS + room.width, ROWS + room.above, view.cols, view.rows)
    return x, y + room.above


def rested(game: Game, state: State, before: State | None, view: View) -> State | None:
    """The state without what moves over its board; `before` where that looks the same; None where the whole
    is to be drawn."""
    table = state.table
    if table is None or state.scene != "play" or state.over or is_white(state) or game.covered(table):
        return None
    rest = None if state.frames and state.frames[state.at].moment else game.rested(table)
    if rest is None:
        return None
    if before is not None and before.table == rest and _alike_around(game, before, state, view):
        return before
    return state._replace(table=rest)


def _alike_around(game: Game, before: State, state: State, view: View) -> bool:
    """Whether the same is seen around the board.  News of the books are seen only where there is room beside
    it: one frame in seven of a full board was drawn for them, and was the same."""
    if around(before) == around(state):
        return True
    told = before.books is not state.books and not any(beside.room(game, state, view))
    return told and around(before._replace(books=state.books)) == around(state)


def rested_in(game: Game, whole: Any, before: Any, view: View) -> Any:
    """The same of a frozen value whose first field is a door's `state`."""
    still = rested(game, whole.state, before and before.state, view)
    if before is not None and still is before.state and whole[1:] == before[1:]:
        return before
    return still and whole._replace(state=still)


def sprites(game: Game, state: State, view: View) -> Iterator[Sprite]:
    """What moves over the board, where it is on a screen of that size."""
    x, y = corner(beside.room(game, state, view), view)
    return (Sprite(one.picture, x + one.x, y + one.y) for one in game.moving(table_of(state), view))


def board(
    game: Game, state: State, view: View, hints: Sequence[Hint], line: str = "",
    standing: Iterable[str] = (),
) -> Canvas:  # fmt: skip
    """The game's picture, with the message line and the keys below it.  A `line` takes the place of the
    game's message; `standing` is always there, at the right end: the first of them that fits beside it, or
    the last."""
    table = table_of(state)
    canvas = game.draw(table, view)
    if game.covered(table):
        return canvas
    company.join(game, state, canvas, view)
    for sprite in game.moving(table, view):
        canvas.blit(*sprite)
    if state.frames:
        fanfare.draw(canvas, state.frames[state.at], game.info.accent, view)
    note_row(game, state, canvas, line, standing, beside.room(game, state, view).width)
    if hints:
        keys_line(canvas, hints, game.info.accent)
    return canvas


def note_row(
    game: Game, state: State, canvas: Canvas, line: str, standing: Iterable[str], beside_it: int = 0
) -> None:
    """The message line, as wide as the canvas; see `board`.  A computer's words are not repeated where the
    columns `beside_it` have room for them."""
    canvas.blit(note(game, state, line, standing, canvas.cols, beside_it), 0, canvas.rows - 2)


def note(game: Game, state: State, line: str, standing: Iterable[str], cols: int, beside_it: int) -> Canvas:
    """The message line alone, in so many columns."""
    words, ink = _message(game, state, line, beside_it)
    if not standing and state.note and not state.bad and _is_untouched(game, state):
        asked = game.message(table_of(state))
        words += f"  {asked}" if asked and len(words) + len(asked) + 4 <= cols else ""
    shown = ""
    for shown in standing:
        if len(words) + len(shown) + 4 <= cols:
            break
    return _note(words, ink, shown, cols)


def _is_untouched(game: Game, state: State) -> bool:
    """True if nothing was done since the game came on the screen: the note still tells how it began.

    What moves over the board, such as the cursor, does not count: the picture that stays is drawn without it.
    """
    table = table_of(state)
    if state.begun is None or len(table.moves) != len(state.begun.moves):
        return False
    fresh = table._replace(board=game.board(table._replace(board=None)))
    return bool((game.rested(table) or table).board == (game.rested(fresh) or fresh).board)


@picture
def _note(text: str, ink: int, standing: str, cols: int) -> Canvas:
    """A message line, one row high."""
    row, room = Canvas(cols, 1), cols - 2
    if standing:
        standing = cut(standing, max(room // 2, room - len(text) - 2))
        row.right(cols - 2, 0, standing, WHITE)
        row.put(1, 0, cut(text, room - len(standing) - 2), ink)
    else:
        row.centre(0, cut(text, room), ink)
    return row


def _message(game: Game, state: State, line: str, beside_it: int) -> tuple[str, int]:
    if state.note:
        return f"! {state.note}" if state.bad else state.note, YELLOW
    if line:
        return line, YELLOW
    moving = state.frames and state.frames[state.at].seconds
    words = game.message(table_of(state)) or company.named(game, state, beside_it)
    return words, DARK if moving else GREY


def _looked_at(game: Game, state: State, view: View) -> Canvas:
    table = table_of(state)
    canvas = game.draw(result.shown(table), view)
    if not game.covered(table):
        keys_line(canvas, (*game.looking(table), BACK), game.info.accent)
    return canvas


OVER: Final[dict[str, Callable[[Game, State, View], Canvas]]] = {
    "help": help.draw,
    "bulletin": bulletin.draw,
    "settings": settings.draw,
    "daily": daily.draw,
    "coach": coach.draw,
    "again": again.draw,
    "way": way.draw,
    "proof": proof.draw,
    "board": _looked_at,
}
"""What lies over a scene."""
