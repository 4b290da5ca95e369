"""The bulletin at every door: this month's places, last month's winners, and the game's own records.

Pure. Page 0 has the month, with the game's first sheet beside it if that is narrow enough. The other sheets
have a page each.
"""

from __future__ import annotations

from itertools import chain
from typing import Final

from door.games.contract import Door
from door.games.game import Sheet
from door.play.books import month_heading, month_order, standing_lines
from door.screens.state import State, front
from door.term.canvas import DARK, GREY, WHITE, YELLOW
from door.ui.blocks import DoorFrame, Layout, Lines, Styled, Text, abreast, table, telling
from door.ui.texts import tr
from door.ui.widgets import BACK, PAGE_OUT, Column, row_text, row_told
from door.ui.words import month_name, ordinal, speakable

_WIDE: Final = (
    Column("", 2, True),
    Column(tr.door_heads.caller, 20),
    Column(tr.door_heads.score, 6, True),
    Column(tr.door_heads.games, 5, True),
)
_GOLD: Final = (YELLOW, WHITE, WHITE)
_RIGHT: Final = 40
_ROOM: Final = 33
"""First column of a sheet beside the month, and the columns that it has there."""

_WINNERS: Final = 13
"""Row of last month's winners."""


def layout(game: Door, state: State) -> Layout:
    """Return the sheet. In plain mode all of them are one, which is read out."""
    info = game.info
    sheets = game.honours.sheets(front(state))
    every = [_month(game, state), *(_sheet(info.accent, sheet) for sheet in sheets)]
    columns = sheets[0].columns if sheets else ()
    if columns and sum(column.width for column in columns) + 2 * (len(columns) - 1) <= _ROOM:
        every[:2] = [abreast(every[0], every[1], _RIGHT)]
    if state.setup.plain:
        every = [tuple(chain.from_iterable(every))]
    at, count = min(state.page.at, len(every) - 1), len(every)
    text = Text("", every[at], leaves=count, leaf=at)
    return Layout(
        info.name(), text, back=BACK if count == 1 else PAGE_OUT, frame=DoorFrame(info.name(), info.accent)
    )


def _month(game: Door, state: State) -> Lines:
    """Return this month's places and last month's winners."""
    books, accent, options = state.books, game.info.accent, state.setup.options
    rows = [(f"{row.place}", row.caller, f"{row.score}", f"{row.games}") for row in books.standing[:10]]
    mine = [at for at, row in enumerate(books.standing) if row.place == books.rank]
    lines: list[Styled] = [(month_heading(game.info, options, books.month), accent)]
    lines += table(_WIDE, rows, mine, accent) if rows else _nothing(tr.play.nobody_placed())
    if books.rank > len(rows):
        lines.append((f"   {tr.play.your_place(place=ordinal(books.rank), score=books.score)}", accent))
    lines += [("", GREY)] * (_WINNERS - len(lines))
    last = month_name(books.last_month, tr.play.last_month())
    lines.append((tr.play.month_winners(month=last), YELLOW))
    winners = [(f"{row.place}", row.caller, f"{row.score}") for row in books.winners[:3]]
    lines += zip((row_text(_WIDE, row) for row in winners), _GOLD, strict=False)
    lines += () if winners else _nothing(tr.play.nobody_played())
    return telling(lines, standing_lines(books, month_order(game.info, options)))


def _nothing(text: str) -> Lines:
    return (("", GREY), (f"   {text}", DARK))


def _sheet(accent: int, sheet: Sheet) -> Lines:
    rows, none = table(sheet.columns, sheet.rows[:13], sheet.mine, accent), tr.play.no_games_recorded()
    lines = [(sheet.title, YELLOW), ("", GREY), *(rows or [(none, DARK)]), ("", GREY)]
    lines += [(note, GREY) for note in sheet.notes]
    words = sheet.words or [_row_line(sheet, row) for row in sheet.rows] or [none]
    notes = () if sheet.words else sheet.notes
    return telling(lines, (tr.common.heading(text=sheet.title), *words, *notes))


def _row_line(sheet: Sheet, row: tuple[str, ...]) -> str:
    row = tuple(map(speakable, row))
    said = [text for text in row if text not in ("", "-")]
    told = row_told(sheet.columns, row)
    return tr.play.row_nothing_yet(row=told) if len(said) == 1 < len(row) else tr.common.full_stop(text=told)
