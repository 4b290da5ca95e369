"""Panels around the board if there is room: the month, today's deal once played, and the game's own notes.

Pure. A game adds a heading and lines, latest last (`Game.beside`). In a tall window the standings are above
the board, side by side. Otherwise they take what they need beside it, and the game gets the rest. A board
that is played grows by a half, or to twice its size, if the window has the room.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from door.games.contract import Door
from door.games.game import covered
from door.play.books import PlaceRow
from door.play.match.values import is_live, time_left
from door.play.match.view import digits, name
from door.screens import company
from door.screens.state import Seat, State, seat_of
from door.term.canvas import DARK, GREY, WHITE, Canvas
from door.term.keys import Key
from door.ui import look
from door.ui.magnify import LARGER, ONCE, TWICE, Growth, magnify
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import cache_by_language, tr
from door.ui.widgets import cut, panel, wrap
from door.ui.words import Talk, month_name

WIDE: Final = 100
"""Columns from which on panels are shown: 80 for the board, a free one, and at least 19."""

ABOVE: Final = 15
"""Most rows of standings above the board, with a free one."""

_MOST: Final = 33
_NARROW: Final = 37
"""Most columns beside the board, and least columns of a standing above it."""

TITLE_ROWS: Final = 18
PAGE_ROWS: Final = 21
"""Rows of a title page, and of a page in a frame, above their keys and messages."""

_LOW: Final = 7
"""Least rows of standings above a board that has grown."""

END_ROW: Final = 13
NOTE_ROW: Final = 20
"""The first row of the result on an end page, and the row of its message."""

_MONTH: Final = 12
_HALF: Final = 6
_TODAY: Final = 4
"""Lines of the month alone, of the month beside today, and of today."""

Inked = tuple[str, int]
"""A line and its ink."""

Rows = tuple[PlaceRow, ...]


class PlacesPanel(NamedTuple):
    """A table of places: its name, the first places, the caller's own place, and the lines it may take.

    `own` is the caller's place with the one before it, if further down.
    """

    heading: str
    rows: Rows
    own: Rows = ()
    most: int = _MONTH


class PanelRoom(NamedTuple):
    """Columns beside the picture, rows above it, and the picture's size in halves of its own."""

    width: int = 0
    above: int = 0
    size: int = ONCE

    @property
    def cols(self) -> int:
        """The picture's columns."""
        return COLS * self.size // ONCE


def room(game: Door, state: State, view: View) -> PanelRoom:
    """Return the room for panels around a board. Games between callers and watched games have none above."""
    table, alone = state.table, state.seat is None and state.watch is None
    if table is None or state.scene not in ("play", "done") or covered(table):
        return PanelRoom()
    if view.cols < COLS * LARGER // ONCE and view.rows < ROWS + ABOVE:
        return PanelRoom(columns(state, view))
    lines = [len(_places(*one[1:])) for one in _standings(state, True, False)] if alone else []
    for size in (TWICE, LARGER) if not view.ascii else ():
        spare = view.rows - ROWS - game.picture.upper * (size - ONCE) // ONCE
        if view.cols >= COLS * size // ONCE and spare >= 0:
            above = min(3 + max((_HALF, *lines)), spare) if alone and spare >= _LOW else 0
            room = PanelRoom(columns(state, view, size), above, size)
            if any(room[:2]) or (size == TWICE and alone):
                return room
    tall = len(lines) > 1 and view.rows >= ROWS + ABOVE
    return PanelRoom(columns(state, view), 3 + max(1, *lines) if tall else 0)


def columns(state: State, view: View, size: int = ONCE) -> int:
    """Return the columns beside a board of that size."""
    width = min(view.cols - COLS * size // ONCE, _MOST)
    return width if width >= WIDE - COLS and state.scene in ("play", "done") else 0


def edge_of(game: Door, view: View) -> int:
    """Return the colour of this door's frames on that terminal."""
    return GREY if view.mono or view.ascii else game.info.face.edge


def surround(game: Door, board: Canvas, room: PanelRoom, panels: Canvas, end: int) -> Canvas:
    """Return a picture of 80×23 in its size, with space above it and the panels at its right.

    The rows from `end` on, messages and keys, are as they are, in the middle below both.
    """
    large = enlarge(game, _part(board, 0, end), room.size)
    canvas = Canvas(room.cols + room.width, room.above + large.rows + ROWS - end)
    canvas.blit(large, 0, room.above)
    canvas.blit(panels, room.cols, room.above)
    canvas.blit(_part(board, end, ROWS), lower_column(room), room.above + large.rows)
    if board.cursor and room.size == ONCE:
        x, y = board.cursor
        x += lower_column(room) if y >= end else 0
        canvas.cursor, canvas.field = (x, y + room.above), board.field
    canvas.above, canvas.origin = board.above, (0, room.above)
    return canvas


def surround_page(game: Door, state: State, page: Canvas, view: View) -> Canvas:
    """Return a page of 80×23 with the standings that it doesn't show at its right, in a wide window."""
    if view.cols < look.WIDE or (page.cols, page.rows) != (COLS, ROWS) or not state.books.month:
        return page
    if state.seat or state.watch or state.replay:
        return page
    is_title = state.scene in ("title", "opening") and not state.page.name
    end, width = TITLE_ROWS if is_title else PAGE_ROWS, min(view.cols - COLS, _MOST)
    shown, y = _of_page(state, is_title), 0
    panels = Canvas(width, end)
    for at, standing in enumerate(shown):
        rows = (end - y) // (len(shown) - at)
        one = standing._replace(most=rows - 2)
        panels.blit(_panel(one, width - 1, rows, game.info.accent, edge_of(game, view)), 1, y)
        y += rows
    return surround(game, page, PanelRoom(width), panels, end)


def _of_page(state: State, is_title: bool) -> list[PlacesPanel]:
    """Return the month, unless the title page shows it, the latest deal that may be seen, and the deals."""
    daily, caller = state.books.daily, state.setup.caller
    found = [] if is_title and daily else _standings(state, False, False)[:1]
    if daily is None:
        return found
    if daily.played:
        mine = (PlaceRow(daily.rank, caller, daily.score),) if daily.rank else ()
        found.append(PlacesPanel(tr.play.panel_todays_deal(), daily.today, mine))
    elif daily.last_day:
        found.append(PlacesPanel(tr.play.panel_last_deal(), daily.last))
    own = (PlaceRow(daily.month_rank, caller, daily.month_score),) if daily.month_rank else ()
    return [*found, PlacesPanel(tr.play.panel_deals_in(month=month_name(daily.day[:7])), daily.month, own)]


def enlarge(game: Door, part: Canvas, size: int) -> Canvas:
    """Return a part of the board's picture, from its first row on, in that size."""
    return part if size == ONCE else magnify(part, Growth(size, *game.picture.pairs))


def lower_column(room: PanelRoom) -> int:
    """Return the column of messages and keys."""
    return (room.cols + room.width - COLS) // 2


def replace_board(game: Door, board: Canvas, canvas: Canvas, room: PanelRoom) -> None:
    """Draw a board's picture of 80×23 in its size over the one on the canvas."""
    (left, top), end = canvas.origin, game.picture.upper
    large = enlarge(game, _part(board, 0, end), room.size)
    low = _part(board, end, ROWS)
    x, y = left + lower_column(room), top + large.rows
    canvas.spots = [
        spot
        for spot in canvas.spots
        if not (top <= spot.y < y and left <= spot.x < left + large.cols) and spot.y < y
    ]
    canvas.blit(large, left, top)
    canvas.blit(low, x, y)


def upper(game: Door, state: State, size: int) -> int:
    """Return how many of the picture's rows are above those that don't grow: messages, keys and a result."""
    if state.scene != "done" or state.page.name == "board":
        return game.picture.upper
    return NOTE_ROW if size == ONCE else END_ROW


def panels_for(game: Door, state: State, room: PanelRoom) -> Canvas:
    """Return an empty canvas for the panels beside a board in its size."""
    return Canvas(room.width, upper(game, state, room.size) * room.size // ONCE)


def block(canvas: Canvas, y: int, height: int, heading: str, lines: Sequence[Inked], edge: int) -> int:
    """Draw a panel of that many rows from `y` with the last of these lines. Return the row below it."""
    panel(canvas, 1, y, canvas.cols - 1, height, heading, edge)
    for at, (line, ink) in enumerate(lines[max(len(lines) - height + 2, 0) :], start=y + 1):
        canvas.put(3, at, cut(line, width(canvas)), ink)
    return y + height


def width(canvas: Canvas) -> int:
    """Return the columns of text in a panel beside the board."""
    return canvas.cols - 5


def draw_alone(game: Door, state: State, canvas: Canvas, room: PanelRoom, view: View) -> None:
    """Draw the panels beside a game that is played alone: standings if none are above, a face, and notes."""
    edge, y = edge_of(game, view), 0
    face = company.face_panel(game, state, view, canvas.cols - 5) if state.scene == "play" else None
    for standing in () if room.above else _standings(state, False, face is not None):
        drawn = _panel(standing, canvas.cols - 1, 0, game.info.accent, edge)
        canvas.blit(drawn, 1, y)
        y += drawn.rows
    if face is not None:
        y = block(canvas, y, face.rows + 2, "", (), edge)
        canvas.blit(face, 3, y - 1 - face.rows)
    draw_notes(game, state, canvas, y, canvas.rows - y, edge)


def draw_above(game: Door, state: State, canvas: Canvas, room: PanelRoom, view: View) -> None:
    """Draw the standings side by side above the board, and beside them the notes of a game that has grown
    and has nothing at its right.
    """
    edge, accent = edge_of(game, view), game.info.accent
    rows = room.above - 1
    standings = _standings(state, True, False)
    notes = game.picture.beside is not None and room.size != ONCE and not room.width
    shown = standings[: canvas.cols // _NARROW - notes]
    count = len(shown) + notes
    for at in range(count):
        x, right = canvas.cols * at // count, canvas.cols * (at + 1) // count
        if at < len(shown):
            part = _panel(shown[at]._replace(most=rows - 2), right - x, rows, accent, edge)
        else:
            notes_from_one = Canvas(right - x + 1, rows)
            draw_notes(game, state, notes_from_one, 0, rows, edge)
            part = Canvas(right - x, rows)
            part.blit(notes_from_one, -1)
        canvas.blit(part, x)


@cache_by_language
def _panel(standing: PlacesPanel, cols: int, rows: int, accent: int, edge: int) -> Canvas:
    """Draw a panel in so many rows, or 0 for as many as it needs."""
    lines = _lines(cols - 4, standing, accent)
    canvas = Canvas(cols, rows or len(lines) + 2)
    panel(canvas, 0, 0, cols, canvas.rows, standing.heading, edge)
    for at, (line, ink) in enumerate(lines, start=1):
        canvas.put(2, at, cut(line, cols - 4), ink)
    return canvas


def draw_notes(game: Door, state: State, canvas: Canvas, y: int, height: int, edge: int) -> int:
    """Draw the game's notes in that many rows from `y`, latest last. Return the row below."""
    if game.picture.beside is None:
        return y
    heading, lines = game.picture.beside(company.table_as_shown(state))
    return block(
        canvas,
        y,
        height,
        heading,
        [(line, GREY) for line in lines] or [(tr.play.panel_none_yet(), DARK)],
        edge,
    )


def _part(board: Canvas, first: int, end: int) -> Canvas:
    part = Canvas(COLS, end - first, board.share_rows()[first:end])
    part.spots = [spot._replace(y=spot.y - first) for spot in board.spots if first <= spot.y < end]
    return part


def _standings(state: State, tall: bool, faced: bool) -> list[PlacesPanel]:
    """Return the month, today's deal once played, and last month if there is room. Beside a face only the
    month.
    """
    books, caller = state.books, state.setup.caller
    daily = books.daily if books.daily and books.daily.played and (tall or not faced) else None
    own = (*filter(None, (books.rival,)), PlaceRow(books.rank, caller, books.score)) if books.rank else ()
    standings = []
    if books.month:
        room = _HALF if (daily or faced) and not tall else _MONTH
        standings.append(PlacesPanel(month_name(books.month), books.standing, own, room))
    if daily:
        mine = (PlaceRow(daily.rank, caller, daily.score),) if daily.rank else ()
        standings.append(
            PlacesPanel(tr.play.panel_todays_deal(), daily.today, mine, _MONTH if tall else _TODAY)
        )
    if tall and books.winners:
        last = month_name(books.last_month, tr.play.last_month())
        standings.append(PlacesPanel(tr.play.month_winners(month=last), books.winners))
    return standings


def _places(rows: Rows, own: Rows, most: int) -> Rows:
    """Return the first places. If the caller is further down, the last rows are theirs and the one before."""
    shown = rows[:most]
    if not own or own[-1].place <= len(shown):
        return shown
    by_place = {row.place: row for row in (*rows[: most - len(own)], *own)}
    return tuple(by_place[place] for place in sorted(by_place))


def _lines(width: int, standing: PlacesPanel, accent: int) -> list[Inked]:
    """Return as many places as fit."""
    own, lines = standing.own, list[Inked]()
    for places in range(standing.most, 1, -1):
        shown = _places(standing.rows, own, places)
        figures = max((len(f"{row.place}") for row in shown), default=0)
        lines = [
            (line, accent if own and row.place == own[-1].place else GREY)
            for row in shown
            for line in _place_rows(row, figures, width)
        ]
        if len(lines) <= standing.most:
            break
    return lines or [(tr.play.panel_nobody_yet(), DARK)]


def _place_rows(row: PlaceRow, figures: int, width: int) -> list[str]:
    """Return a place in that many columns, in two lines if the handle doesn't fit beside the score."""
    name, score, first = row.caller, f" {row.score}", 0
    for place in (f"{row.place:>{figures}} ", f"{row.place} "):
        first = width - len(place)
        if len(name + score) <= first:
            return [f"{place}{name:<{first - len(score)}}{score}"]
    name, *rest = wrap(name, first)
    return [f"{row.place} {name}", f"{cut(' '.join(rest), width - len(score))}{score}".rjust(width)]


def draw_table(game: Door, state: State, canvas: Canvas, view: View) -> None:
    """Draw the panels beside a game between callers: players, the game's own, talk."""
    seat, table, key, edge = seat_of(state), state.table, "T", edge_of(game, view)
    y = _seats(game, seat, canvas, edge)
    y = draw_notes(game, state, canvas, y, (canvas.rows - y) // 2, edge)
    if table is not None and seat.plays and game.board.key(table, Key("t")) is not None:
        key = "Esc"
    talk(canvas, y, canvas.rows - y, seat.talk, edge, key)


def _seats(game: Door, seat: Seat, canvas: Canvas, edge: int) -> int:
    seats = [
        (name(seat.match, at), _told_seat(seat, at, width(canvas))) for at in range(len(seat.match.seats))
    ]
    rows = 1 if all(len(who) + len(told) + 3 <= width(canvas) for who, told in seats) else 2
    y = block(canvas, 0, rows * len(seats) + 2, tr.match.panel_title(), (), edge)
    for at, (who, told) in enumerate(seats):
        canvas.put(3, 1 + at * rows, "►" if at in seat.match.movers else " ", WHITE)
        ink = game.info.accent if at == seat.me else GREY
        canvas.put(5, 1 + at * rows, cut(who, width(canvas) - 2), ink)
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


def _told_seat(seat: Seat, at: int, most: int) -> str:
    """Describe a seat in so many columns: the rating if it fits, a live clock, and if its caller is here."""
    match = seat.match
    rating = seat.followed.ratings[at] if at < len(seat.followed.ratings) else ""
    left = time_left(match, at, seat.followed.ms) if is_live(match.clock) else None
    told = " ".join(filter(None, (digits(left) if left is not None else "", _presence(seat, at))))
    return f"{rating} {told}".strip() if len(rating) + 1 + len(told) <= most else told


def _presence(seat: Seat, at: int) -> str:
    """Return "here", "away" or "gone" for a seat, or "" for the caller's own and computers."""
    if at == seat.me or at not in seat.match.people:
        return ""
    if at in seat.followed.drop_seconds:
        return tr.match.player_gone()
    if at in seat.followed.present:
        return tr.match.player_here()
    return tr.match.player_away()
