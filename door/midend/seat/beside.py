"""Panels beside a table's board: the players, and their talk."""

from __future__ import annotations

from typing import Final

from door.games.contract import Game
from door.midend.match.values import is_live, time_left
from door.midend.match.view import digits, name
from door.midend.pages.beside import SIDE, Room, added, block, upper, wide, width
from door.midend.pages.title import edge_of
from door.midend.seat.state import Seat
from door.term.canvas import DARK, GREY, WHITE, Canvas
from door.term.keys import Key
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import tr
from door.ui.widgets import cut, wrap
from door.ui.words import Talk

TITLE: Final = tr.match.panel_title


def joined(game: Game, seat: Seat, board: Canvas, room: Room, view: View) -> Canvas:
    """Return the board's picture of 80×23 with panels on its right: players, the game's own, talk."""
    canvas, edge = wide(game, seat.state, board, room), edge_of(game, view)
    y = _seats(game, seat, canvas, edge)
    end = upper(game, seat.state)
    y = added(game, seat.state, canvas, y, (end - y) // 2, edge)
    table, key = seat.state.table, "T"
    if table is not None and seat.plays and game.key(table, Key("t")) is not None:
        key = "Esc"
    talk(canvas, y, end - y, (*seat.match.talk, *seat.followed.aside), edge, key)
    return canvas


def seats(game: Game, seat: Seat, room: Room, view: View) -> Canvas:
    """Return the panel of players alone."""
    canvas = Canvas(COLS + room.width, ROWS)
    y = _seats(game, seat, canvas, edge_of(game, view))
    return Canvas(room.width - 1, y, [row[SIDE:] for row in canvas.cells[:y]])


def _seats(game: Game, seat: Seat, canvas: Canvas, edge: int) -> int:
    """Draw the players in a panel. Return the row below it."""
    seats = [(name(seat.match, at), _told(seat, at, width(canvas))) for at in range(len(seat.match.seats))]
    rows = 1 if all(len(who) + len(told) + 3 <= width(canvas) for who, told in seats) else 2
    y = block(canvas, 0, rows * len(seats) + 2, TITLE(), (), edge)
    for at, (who, told) in enumerate(seats):
        canvas.put(SIDE + 2, 1 + at * rows, "►" if at in seat.match.movers else " ", WHITE)
        ink = game.info.accent if at == seat.me else GREY
        canvas.put(SIDE + 4, 1 + at * rows, cut(who, width(canvas) - 2), ink)
        canvas.right(canvas.cols - 3, at * rows + rows, told, WHITE)
    return y


def talk(canvas: Canvas, y: int, height: int, said: Talk, edge: int, key: str = "T") -> None:
    """Draw a panel of that many rows from `y` with the latest talk. `key` opens the line."""
    lines = [(line, GREY) for who, text in said for line in wrap(f"{who}: {text}", width(canvas))]
    block(
        canvas,
        y,
        height,
        tr.match.panel_talk(key=key),
        lines or [(tr.match.panel_nothing_said(), DARK)],
        edge,
    )


def _told(seat: Seat, at: int, most: int) -> str:
    """Describe a seat in so many columns: the rating if it fits, a live clock, and if its caller is here."""
    match = seat.match
    rating = seat.followed.ratings[at] if at < len(seat.followed.ratings) else ""
    left = time_left(match, at, seat.followed.ms) if is_live(match.clock) else None
    told = " ".join(filter(None, (digits(left) if left is not None else "", _line(seat, at))))
    return f"{rating} {told}".strip() if len(rating) + 1 + len(told) <= most else told


def _line(seat: Seat, at: int) -> str:
    """Return "here", "away" or "gone" for a seat, or "" for the caller's own and computers."""
    if at == seat.me or at not in seat.match.people:
        return ""
    return (
        tr.match.player_gone()
        if at in seat.followed.dropped
        else tr.match.player_here()
        if at in seat.followed.present
        else tr.match.player_away()
    )
