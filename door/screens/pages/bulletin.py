"""The bulletin at every door: this month's places, last month's winners, and the game's own records.

Pure. Page 0 has the month, with the game's first sheet beside it if that is narrow enough. The other sheets
have a page each.
"""

from __future__ import annotations

from typing import Final

from door.games.contract import Door
from door.games.game import Sheet
from door.play.books import month_heading, month_order, standing_lines
from door.screens.state import CLOSED, State, Step, front, with_page
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas
from door.term.keys import Key
from door.ui import navigation
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import tr
from door.ui.widgets import BACK, Column, Hint, cut, keys_line, page_frame, row_told, table
from door.ui.words import month_name, ordinal

_WIDE: Final = (
    Column("", 2, True),
    Column(tr.door_heads.caller, 20),
    Column(tr.door_heads.score, 7, True),
    Column("", 4),
)
_GOLD: Final = (YELLOW, WHITE, WHITE)
_RIGHT: Final = 43
_ROOM: Final = 34


def _pages(game: Door, state: State) -> tuple[tuple[Sheet, ...], ...]:
    sheets = game.honours.sheets(front(state))
    columns = sheets[0].columns if sheets else ()
    if columns and sum(column.width for column in columns) + 2 * (len(columns) - 1) <= _ROOM:
        return (sheets[:1], *((sheet,) for sheet in sheets[1:]))
    return ((), *((sheet,) for sheet in sheets))


def key(game: Door, state: State, key: Key) -> Step:
    at = navigation.sheet(key.name, state.page.at, len(_pages(game, state)))
    return (state._replace(page=CLOSED) if at is None else with_page(state, at=at)), ()


def draw(game: Door, state: State, view: View) -> Canvas:
    canvas, accent = Canvas(COLS, ROWS), game.info.accent
    pages = _pages(game, state)
    at = min(state.page.at, len(pages) - 1)
    page_frame(canvas, game.info.name(), accent)
    if len(pages) > 1:
        canvas.right(76, 0, f" {at + 1}/{len(pages)} ", accent)
    if at == 0:
        _month(canvas, game, state, accent)
    for sheet in pages[at]:
        _sheet(canvas, sheet, _RIGHT if at == 0 else 4, accent)
    more = (Hint("right", tr.door_keys.more, "◄ ►"),) if len(pages) > 1 else ()
    keys_line(canvas, (*more, BACK), accent)
    return canvas


def _month(canvas: Canvas, game: Door, state: State, accent: int) -> None:
    books = state.books
    heading = month_heading(game.info, state.setup.options, books.month)
    canvas.put(4, 2, cut(heading, _RIGHT - 5 if _pages(game, state)[0] else 72), accent)
    rows = [(f"{row.place}", row.caller, f"{row.score}", f"x{row.games}") for row in books.standing[:10]]
    mine = [at for at, row in enumerate(books.standing) if row.place == books.rank]
    below = table(canvas, 3, 3, _WIDE, rows, mine, accent)
    if not rows:
        canvas.put(6, below + 1, tr.play.no_game_finished(), DARK)
    if books.rank > len(rows):
        canvas.put(6, below, tr.play.your_place(place=ordinal(books.rank), score=books.score), accent)
    canvas.put(4, 15, tr.play.month_winners(month=month_name(books.last_month, tr.play.last_month())), YELLOW)
    for at, row in enumerate(books.winners[:3]):
        canvas.put(3, 16 + at, f"{row.place:>2}  {cut(row.caller, 20):<20}  {row.score:>7}", _GOLD[at])
    if not books.winners:
        canvas.put(6, 16, tr.play.nobody_played(), DARK)


def _sheet(canvas: Canvas, sheet: Sheet, x: int, accent: int) -> None:
    canvas.put(x, 2, cut(sheet.title, 77 - x), YELLOW)
    below = table(canvas, x, 4, sheet.columns, sheet.rows[:13], sheet.mine, accent)
    if not sheet.rows:
        canvas.put(x, below, tr.play.no_games_recorded(), DARK)
    for at, note in enumerate(sheet.notes[: 20 - below]):
        canvas.put(x, below + 1 + at, cut(note, 77 - x), GREY)


def lines(game: Door, state: State) -> tuple[str, ...]:
    said = list(standing_lines(state.books, month_order(game.info, state.setup.options)))
    for sheet in game.honours.sheets(front(state)):
        said.append(tr.common.heading(text=sheet.title))
        said += [_row_line(sheet, row) for row in sheet.rows] or [tr.play.no_games_recorded()]
        said += sheet.notes
    return tuple(said)


def _row_line(sheet: Sheet, row: tuple[str, ...]) -> str:
    said = [text for text in row if text not in ("", "-")]
    told = row_told(sheet.columns, row)
    return tr.play.row_nothing_yet(row=told) if len(said) == 1 < len(row) else tr.common.full_stop(text=told)
