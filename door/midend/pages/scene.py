"""The board with its message and keys, the page over it, and the panels around it.

Pure. The caller supplies the board and its keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from door.games.contract import Game
from door.games.game import BLACK_AND_WHITE, YES
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
    """Return a picture of 80×23 with its panels, if any, in black and white if the caller chose that."""
    white = is_white(state)
    view = replace(view, mono=True) if white else view
    room = beside.room(game, state, view)
    if (at := corner(room, view)) != view.at:
        view = replace(view, at=at)
    canvas = joined(inside(view), room, view)
    return canvas.grey() if white else canvas


def is_white(state: State) -> bool:
    """True if the caller has chosen black and white."""
    return state.chosen.get(BLACK_AND_WHITE) == YES


def corner(room: beside.Room, view: View) -> tuple[int, int]:
    """Return where the picture of 80×23 is on a screen of that size."""
    x, y = origin(COLS + room.width, ROWS + room.above, view.cols, view.rows)
    return x, y + room.above


def rested(game: Game, state: State, before: State | None, view: View) -> State | None:
    """Return the state without its moving parts, or None to draw everything.

    Return `before` itself if that looks the same.
    """
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
    """True if the surroundings look the same. News of standings are only visible in panels."""
    if around(before) == around(state):
        return True
    told = before.books is not state.books and not any(beside.room(game, state, view))
    return told and around(before._replace(books=state.books)) == around(state)


def rested_in(game: Game, whole: Any, before: Any, view: View) -> Any:
    """Do the same for a frozen value whose first field is a door's `state`."""
    still = rested(game, whole.state, before and before.state, view)
    if before is not None and still is before.state and whole[1:] == before[1:]:
        return before
    return still and whole._replace(state=still)


def sprites(game: Game, state: State, view: View) -> Iterator[Sprite]:
    """Return the moving parts at their place on a screen of that size."""
    x, y = corner(beside.room(game, state, view), view)
    return (Sprite(one.picture, x + one.x, y + one.y) for one in game.moving(table_of(state), view))


def board(
    game: Game, state: State, view: View, hints: Sequence[Hint], line: str = "",
    standing: Iterable[str] = (),
) -> Canvas:  # fmt: skip
    """Return the game's picture with the message line and the keys below it.

    A `line` replaces the game's message. `standing` is always shown at the right end, in its longest form
    that fits.
    """
    table = table_of(state)
    canvas = game.draw(table, view)
    if game.covered(table):
        return canvas
    if (canvas.cols, canvas.rows) != (COLS, ROWS):
        raise TypeError(f"draw made {canvas.cols}x{canvas.rows}, not {COLS}x{ROWS}")
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
    """Draw the message line, as wide as the canvas; see `board`.

    A computer's words are not repeated if a panel `beside_it` shows them.
    """
    canvas.blit(note(game, state, line, standing, canvas.cols, beside_it), 0, canvas.rows - 2)


def note(game: Game, state: State, line: str, standing: Iterable[str], cols: int, beside_it: int) -> Canvas:
    """Return the message line alone, in so many columns."""
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
    """True if nothing was done since the game appeared, so the note still tells how it began.

    Moving parts such as the cursor don't count, because the fixed picture is drawn without them.
    """
    table = table_of(state)
    if state.begun is None or len(table.moves) != len(state.begun.moves):
        return False
    fresh = table._replace(board=game.board(table._replace(board=None)))
    return bool((game.rested(table) or table).board == (game.rested(fresh) or fresh).board)


@picture
def _note(text: str, ink: int, standing: str, cols: int) -> Canvas:
    """Return a message line of one row."""
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
        keys_line(canvas, (*game.looking(result.shown(table)), BACK), game.info.accent)
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
"""Pages that can lie over a scene."""
