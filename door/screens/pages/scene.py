"""The board with its message and keys, a fanfare over it, and the panels around it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from door.games.contract import Door
from door.games.frames import UNROLLED, Frame, Moment
from door.games.game import GameView, Show, covered
from door.screens import company
from door.screens.layouts import close
from door.screens.pages import beside, result
from door.screens.state import State, Step, table_of, with_table
from door.term.canvas import BRIGHT_RED, DARK, GREY, WHITE, YELLOW, Canvas, picture
from door.term.keys import Key, Mouse
from door.ui.blocks import DoorFrame, Layout, PictureBody
from door.ui.commands import Command, hint_command, nothing
from door.ui.lettering import fits, lettering
from door.ui.screen import COLS, ROWS, View
from door.ui.widgets import BACK, Hint, cut, keys_picture


def board(game: Door, table: GameView, view: View) -> Canvas:
    """Return the game's picture without the caller's hand, which `draw_hand` draws over it."""
    bare = table if covered(table) else table._replace(board=None)
    canvas = game.picture.draw(bare, view)
    if not covered(table) and (canvas.cols, canvas.rows) != (COLS, ROWS):
        raise TypeError(f"draw made {canvas.cols}x{canvas.rows}, not {COLS}x{ROWS}")
    return canvas


def draw_hand(game: Door, table: GameView, canvas: Canvas, view: View, beside_it: int = 0) -> None:
    """Draw a cursor, a half-made choice or an open page of the game's own over its picture.

    The lower rows are in the middle of the board and the columns `beside_it`.
    """
    if covered(table):
        return
    left, top = canvas.origin
    for sprite, x, y in game.picture.hand(table, view):
        if sprite.cols == COLS and not y:
            canvas.spots = [spot for spot in canvas.spots if spot.y >= top + sprite.rows]
        lower = beside_it // 2 if y >= game.picture.upper else 0
        canvas.blit(sprite, left + lower + x, top + y)


def whole_board(game: Door, table: GameView, view: View) -> Canvas:
    """Return the game's picture with the caller's hand."""
    canvas = board(game, table, view)
    draw_hand(game, table, canvas, view)
    return canvas


def draw(game: Door, state: State, view: View) -> Canvas:
    """Return the board with a computer's face and a fanfare: without the hand, message line and keys."""
    table = table_of(state)
    canvas = board(game, table, view)
    if not covered(table):
        company.draw_face(game, state, canvas, view)
        if state.frames:
            draw_fanfare(canvas, state.frames[state.at], game.info.accent, view)
    return canvas


def note_row(
    game: Door, state: State, canvas: Canvas, view: View, line: str = "", standing: Iterable[str] = (),
    is_wide: bool = False,
) -> None:  # fmt: skip
    """Draw the message line below the board. With `is_wide` it is as wide as board and panels.

    A `line` replaces the game's message. `standing` is always shown at the right end, in its longest form
    that fits. A computer's words are not repeated if a panel shows them.
    """
    width = beside.columns(state, view)
    cols, x = (COLS + width, 0) if is_wide else (COLS, width // 2)
    row = note(game, state, line, standing, cols, width)
    canvas.blit(row, canvas.origin[0] + x, canvas.origin[1] + ROWS - 2)


def keys_row(state: State, canvas: Canvas, view: View, hints: Sequence[Hint], accent: int) -> None:
    """Draw the keys line below the board."""
    line = keys_picture(tuple(hints), COLS, accent)
    canvas.blit(line, canvas.origin[0] + beside.columns(state, view) // 2, canvas.origin[1] + ROWS - 1)


def note(game: Door, state: State, line: str, standing: Iterable[str], cols: int, beside_it: int) -> Canvas:
    """Return the message line alone, in so many columns."""
    words, ink = state.note.line or line, YELLOW
    if not words:
        words = game.words.message(table_of(state)) or company.message_words(game, state, beside_it)
        ink = DARK if state.frames and state.frames[state.at].seconds else GREY
    if not standing and state.note.text and not state.note.wrong and _is_untouched(game, state):
        asked = game.words.message(table_of(state))
        words += f"  {asked}" if asked and len(words) + len(asked) + 4 <= cols else ""
    shown = ""
    for shown in standing:
        if len(words) + len(shown) + 4 <= cols:
            break
    return _note(words, ink, shown, cols)


def _is_untouched(game: Door, state: State) -> bool:
    """True if nothing was done since the game appeared, so the note still tells how it began."""
    table = table_of(state)
    fresh = game.board.start(table._replace(board=None))
    return len(table.moves) == state.run.since and bool(table.board == fresh)


@picture
def _note(text: str, ink: int, standing: str, cols: int) -> Canvas:
    row, room = Canvas(cols, 1), cols - 2
    if standing:
        standing = cut(standing, max(room // 2, room - len(text) - 2))
        row.right(cols - 2, 0, standing, WHITE)
        row.put(1, 0, cut(text, room - len(standing) - 2), ink)
    else:
        row.centre(0, cut(text, room), ink)
    return row


BAND_ROWS: Final = 8
_LETTERS: Final = 58
"""Columns of large letters between the two pictures."""

_SPARKS: Final = ((3, 1), (14, 6), (22, 1), (31, 6), (39, 1), (48, 6), (56, 1), (64, 6), (76, 1))
"""Column and row of each spark on the band."""

_GLOW: Final = ("∙", "+", "*", "+")
"""A spark's glyphs, frame by frame."""


def draw_fanfare(canvas: Canvas, frame: Frame, accent: int, view: View) -> None:
    """Draw a frame with a moment, over the board's 80 columns."""
    moment = frame.moment
    if moment is None:
        return
    canvas.spots.clear()
    ink, edge = (YELLOW, accent) if moment.art else (BRIGHT_RED, BRIGHT_RED)
    if view.tier != "colour":
        ink = edge = WHITE
    whole = COLS - moment.left
    width = whole * min(frame.at + 1, UNROLLED + 1) // (UNROLLED + 1)
    x, y = moment.left + (whole - width) // 2, moment.row
    canvas.fill(x, y, width, BAND_ROWS)
    for row in (y, y + BAND_ROWS - 1):
        canvas.put(x, row, "═" * width, edge)
    if frame.at >= UNROLLED:
        _title(canvas, moment, frame.at - UNROLLED, ink, view)


def _title(canvas: Canvas, moment: Moment, at: int, ink: int, view: View) -> None:
    x, y, whole = moment.left, moment.row, COLS - moment.left
    title = moment.title()
    letters = lettering(title, ink)
    if view.ascii or not fits(title, min(_LETTERS, whole)):
        canvas.centre(y + 3, f"*  *   {' '.join(title)}   *  *", ink, x, whole)
    else:
        fall = 0 if moment.art or at > 1 else -1  # a bust's drop into place
        canvas.blit_centred(letters, y + 2 + fall, x, whole)
        if moment.art:
            picture = moment.art(at, view.tier)
            gap = (whole - letters.cols) // 4 - picture.cols // 2
            canvas.blit(picture, x + gap, y + 1)
            canvas.blit(picture, COLS - gap - picture.cols, y + 1)
    for number, (column, row) in enumerate(_SPARKS if moment.art else ()):
        glow = _GLOW[(number + at) % len(_GLOW)]
        canvas.put(x + column, y + row, glow, WHITE if glow == "*" or view.tier != "colour" else GREY)


_CLOSES: Final = ("enter", "esc", "l", " ")


def of_game(game: Door, state: State, event: Key | Mouse) -> Step | None:
    """Show what a key of the game's shows on the board after the end, such as a page of its own."""
    act = game.board.key(table_of(state), event) if isinstance(event, Key) else None
    return (with_table(state, board=act.board), ()) if isinstance(act, Show) else None


def board_commands(game: Door, state: State) -> tuple[Command[State], ...]:
    """Return the keys below the board after the end: the game's own, and the way back."""
    table = result.revealed_at_end(game, state)
    hints = () if covered(table) else game.board.hints(table)
    back = Command("back", BACK.key, BACK.word, close, also=_CLOSES)
    return (*(hint_command(one, close if back.pressed(one.key) else nothing) for one in hints), back)


def board_layout(game: Door, state: State) -> Layout:
    """Return the board after the end, with nothing hidden."""
    table = result.revealed_at_end(game, state)
    picture = PictureBody(
        partial(whole_board, game, table), lambda: game.words.say(None, table), covers=covered(table)
    )
    return Layout(
        game.info.name(),
        picture,
        board_commands(game, state),
        back=None,
        frame=DoorFrame("", game.info.accent),
    )
