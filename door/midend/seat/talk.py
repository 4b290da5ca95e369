"""Talk at a table: in a line over the board, or on a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.games.contract import Game
from door.games.game import WATCHER
from door.midend.api import Remark
from door.midend.seat.state import Row, Seat, SeatStep, ask
from door.term.canvas import DARK, GREY, WHITE, Canvas
from door.term.keys import Key
from door.ui.screen import COLS
from door.ui.texts import tr
from door.ui.widgets import Field, Hint, draw_field, keys_line, page_frame, panel, type_key, wrap
from door.ui.words import Talk

SAY_WIDTH: Final = 70
"""Most characters said at once."""

HEARD: Final = 8
"""Lines of talk shown over the board."""

_MORE: Final = Hint("pgup", tr.door_keys.all_talk, "PgUp")
_EDGE: Final = 3


def line_row() -> Row:
    """Return the command that opens the line."""
    return Row("t", "talk", tr.match.act_say_something(), over="talk")


def page_row() -> Row:
    """Return the command that opens the page."""
    return Row("c", "chat", tr.match.title_talk(), over="chat")


# -- keys and lines -------------------------------------------------------------------------------


def on_key(game: Game, seat: Seat, key: Key) -> SeatStep:
    """Handle a key while typing. Enter says it, PgUp opens the page."""
    if key.name == "esc" or seat.field is None:
        return seat._replace(over="", field=None), ()
    if key.name == "enter":
        return _entered(seat, seat.field.value)
    if key.name == "pgup":
        return seat._replace(over="chat"), ()
    return seat._replace(field=type_key(seat.field, key)), ()


def _entered(seat: Seat, text: str) -> SeatStep:
    """Say it. The page stays open."""
    stays = seat.over == "chat"
    return said(
        seat._replace(over=seat.over if stays else "", field=Field(limit=SAY_WIDTH) if stays else None), text
    )


def on_line(seat: Seat, text: str) -> SeatStep:
    """Say a line in plain mode. An empty one closes the page."""
    return _entered(seat if text else seat._replace(over="talk"), text)


def said(seat: Seat, text: str) -> SeatStep:
    """Say it at the table, or to the other watchers."""
    text = text.strip()[:SAY_WIDTH]
    if seat.me == WATCHER:
        return seat, (Remark(text),) if text else ()
    return ask(seat, ("do", "say"), ("text", text)) if text else (seat, ())


# -- pictures -------------------------------------------------------------------------------------


def draw(seat: Seat, canvas: Canvas, accent: int) -> None:
    """Draw the line being typed and the talk, over the board's picture or instead of it."""
    if seat.field is not None and seat.over == "chat":
        _page(canvas, seat, seat.field, accent)
    elif seat.field is not None:
        draw_line(canvas, _every(seat), seat.field, accent, (_MORE,))


def draw_line(canvas: Canvas, said: Talk, field: Field, accent: int, more: tuple[Hint, ...] = ()) -> None:
    """Draw the latest talk over the board, and below it the line being typed with `more` keys."""
    row = canvas.rows - 2
    lines = _lines(said, canvas)[-HEARD:]
    if lines and canvas.cols == COLS:  # a wide screen shows it beside the board
        panel(
            canvas, 0, row - len(lines) - 2, canvas.cols, len(lines) + 2, tr.match.title_talk_short(), accent
        )
        _put(canvas, row - len(lines) - 1, lines)
    _say(canvas, field, more, accent)


def _page(canvas: Canvas, seat: Seat, field: Field, accent: int) -> None:
    """Draw the page of talk."""
    canvas.spots.clear()
    canvas.fill(0, 0, canvas.cols, canvas.rows)
    page_frame(canvas, tr.match.title_talk(), accent)
    canvas.put(_EDGE, 1, seat.followed.fitted(canvas.cols - 2 * _EDGE), accent)
    _put(
        canvas,
        3,
        _lines(_every(seat), canvas, seat.state.setup.caller)[-(canvas.rows - 7) :]
        or [(tr.match.panel_nothing_said(), DARK)],
    )
    _say(canvas, field, (), accent)


def _every(seat: Seat) -> Talk:
    """Return the talk of the table and of its watchers."""
    return (*seat.match.talk, *seat.followed.aside)


def _lines(said: Talk, canvas: Canvas, me: str = "") -> list[tuple[str, int]]:
    """Return coloured rows, with `me` highlighted."""
    return [
        (line, WHITE if who == me else GREY)
        for who, text in said
        for line in wrap(f"{who}: {text}", canvas.cols - 2 * _EDGE)
    ]


def _put(canvas: Canvas, y: int, lines: Sequence[tuple[str, int]]) -> None:
    for at, (line, ink) in enumerate(lines, y):
        canvas.put(_EDGE, at, line, ink)


def _say(canvas: Canvas, field: Field, more: tuple[Hint, ...], accent: int) -> None:
    """Draw the line being typed and its keys."""
    row = canvas.rows - 2
    canvas.fill(0, row, canvas.cols, 2)
    draw_field(canvas, canvas.put(1, row, tr.match.label_say(), WHITE), row, SAY_WIDTH + 1, field)
    keys_line(canvas, (Hint("enter", tr.door_keys.say_it), *more, Hint("esc", tr.door_keys.back)), accent)


# -- plain mode -----------------------------------------------------------------------------------


def lines(seat: Seat) -> tuple[str, ...]:
    """Return the latest talk, or all of it on the page."""
    every = _every(seat) if seat.over == "chat" else _every(seat)[-HEARD:]
    return tuple(f"{who}: {text}" for who, text in every)


def prompt(seat: Seat) -> str:
    """Return plain mode's question."""
    return tr.match.ask_say_more() if seat.over == "chat" else tr.match.ask_say()
