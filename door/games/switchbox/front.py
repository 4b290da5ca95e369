"""The pages around a game: title, set-up, tables, and what a game came to."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from door.games.switchbox import art
from door.games.switchbox.art import Tier, inks
from door.games.switchbox.plan import EXIT_ROWS, rows
from door.games.switchbox.play import next_line, planned, summary
from door.games.switchbox.record import best_rows, level_rows
from door.games.switchbox.rules import Game, winner
from door.games.switchbox.setup import LABELS, means, value
from door.games.switchbox.state import RowSpot, State, sitter
from door.games.switchbox.turns import Figures
from door.games.switchbox.words import full_name, name, round_name, verdict
from door.midend.ranks import draw_ranks
from door.midend.words import turns_line
from door.term.canvas import BLACK, BLUE, WHITE, YELLOW, Canvas, style
from door.ui.widgets import Column, Field, Hint, cell, cut, draw_field, keys_line, ordinal, panel, table

COLS: Final = 80
ROWS: Final = 23
ACCENT: Final = YELLOW

_TITLE: Final = (
    Hint("enter", "play"), Hint("s", "set-up"), Hint("d", "demo"), Hint("t", "tables"), Hint("h", "help"),
    Hint("q", "leave"),
)  # fmt: skip
_SETUP: Final = (
    Hint("enter", "begin"), Hint("down", "row", "↑↓"), Hint("right", "change", "←→"), Hint("e", "edit"),
    Hint("r", "reset"), Hint("f1", "help"), Hint("esc", "back"),
)  # fmt: skip
_FIELD: Final = (Hint("enter", "keep these"), Hint("esc", "as they were"))
_DONE: Final = (
    Hint("enter", "play again"), Hint("s", "set-up"), Hint("t", "tables"), Hint("h", "help"),
    Hint("q", "leave"),
)  # fmt: skip
_LEVELS: Final = (
    Column("against", 10), Column("played", 6, True), Column("won", 5, True), Column("tied", 5, True),
    Column("you won", 7, True), Column("most won by", 24),
)  # fmt: skip
_BEST: Final = (Column("", 5, True), Column("", 20), Column("", 8))


# -- the title page --------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _sign(of: Tier) -> Canvas:
    """The title page without what changes: the name over a level of switches."""
    canvas = Canvas(COLS, ROWS)
    logo = art.logo(of)
    canvas.blit(logo, (COLS - logo.cols) // 2, 1)
    canvas.blit(art.level_picture(4, 0b01101001, 0b01000101, of), art.LEFT, 6)
    return canvas


def title(state: State, of: Tier) -> Canvas:
    """The title page: last month's first, this month's standing, the game that is set up, keys."""
    canvas, books, ink = _sign(of).copy(), state.books, inks(of)
    draw_ranks(canvas, 10, books, ink.edge)
    canvas.centre(18, turns_line(books), ink.bright)
    canvas.centre(19, cut(_invitation(state), 78), ink.text)
    canvas.centre(20, cut(state.note, 78), ink.bad if state.refused else ink.accent)
    keys_line(canvas, _TITLE, ACCENT)
    return canvas


def _invitation(state: State) -> str:
    if state.scene == "opening":
        return "The switches are being sealed."
    if state.waiting:
        return "A game of yours is waiting: ENTER goes on with it."
    return f"ENTER: {planned(state)}"


# -- the set-up page -------------------------------------------------------------------------------


def setup(state: State, of: Tier) -> Canvas:
    """Who plays and by which rules: a row each, the bar on one of them."""
    canvas, ink = Canvas(COLS, ROWS), inks(of)
    panel(canvas, 1, 0, 78, 21, "Switchbox: what shall it be?", ink.accent, ink.bright, "double-top")
    every = rows(state.plan)
    for at, row in enumerate(every):
        _row(canvas, state, at, row, of)
    row = every[state.row % len(every)]
    if state.field is not None:
        _field(canvas, state.field, of)
    else:
        canvas.centre(17, cut(means(state, row), 74), ink.text)
    why = state.practice_why
    canvas.centre(19, cut(summary(state), 74), ink.text if why else ink.good)
    if state.note:
        canvas.centre(21, cut(f"! {state.note}", 78), ink.bad)
    on_exits = row in EXIT_ROWS
    hints = tuple(hint for hint in _SETUP if on_exits or hint.key != "e")
    keys_line(canvas, _FIELD if state.field is not None else hints, ACCENT)
    return canvas


def _row(canvas: Canvas, state: State, at: int, row: str, of: Tier) -> None:
    ink, here, y = inks(of), at == state.row, 2 + at
    ground = BLUE if here and of == "colour" else BLACK
    canvas.fill(4, y, 72, 1, " ", style(WHITE, ground))
    mark = ">" if of == "ascii" else "►"
    canvas.put(5, y, mark if here else " ", style(ink.accent, ground))
    canvas.put(7, y, LABELS[row], style(ink.bright if here else ink.text, ground))
    text = value(state, row)
    if row == "name" and here:
        text += "_"
    changed = text == "yes" or row in ("against", "level", "first", "name")
    canvas.put(30, y, cell(text, Column("", 45)), style(ink.accent if changed else ink.text, ground))
    canvas.hot(4, y, 72, 1, RowSpot(at))


def _field(canvas: Canvas, field: Field, of: Tier) -> None:
    canvas.centre(16, "16 numbers for exits 1 to 16, or 8 from the middle outwards", inks(of).text)
    draw_field(canvas, 8, 17, 64, field, style(WHITE, BLUE) if of == "colour" else WHITE)


# -- the tables --------------------------------------------------------------------------------------


def tables(state: State, of: Tier) -> Canvas:
    """Games won against each level, the highest grand totals, the biggest drops."""
    canvas, ink, known = Canvas(COLS, ROWS), inks(of), state.books.tally
    panel(canvas, 1, 0, 78, 21, "Switchbox: the tables", ink.accent, ink.bright, "double-top")
    canvas.put(4, 2, "Games won against each computer", ink.accent)
    levels = level_rows(known, state.setup.caller)
    below = table(canvas, 4, 3, _LEVELS, levels, (), ink.dim)
    if not (known or {}).get("games"):
        canvas.put(4, below + 1, "No game is on the books yet.", ink.text)
    for x, which, head in ((3, "totals", "Highest grand totals"), (41, "drops", "Biggest single drops")):
        canvas.put(x + 1, 13, head, ink.accent)
        cells = [(f"{points}", who, level or "a person") for points, who, _, level in best_rows(known, which)]
        table(canvas, x, 14, _BEST, cells, (ink.bright,))
        if not cells:
            canvas.put(x + 7, 14, "None yet.", ink.dim)
    keys_line(canvas, (Hint("enter", "back"),), ACCENT)
    return canvas


# -- what a game came to -------------------------------------------------------------------------------

_FIGURES: Final = ("score", "+goal", "diff", "TOTAL")


def result(state: State, game: Game, of: Tier) -> Canvas:
    """The winner, every round's four figures for both sides, the month, the proof."""
    canvas, ink = Canvas(COLS, ROWS), inks(of)
    big = art.banner(_headline(game), of)
    canvas.blit(big, (COLS - big.cols) // 2, 1)
    canvas.centre(5, cut(verdict(game), 78), ink.bright)
    panel(canvas, 1, 6, 78, 8, "", ink.edge, ink.bright)
    for seat, x in ((0, 22), (1, 51)):
        head = ink.accent if winner(game) == seat else ink.bright
        canvas.put(x, 7, cut(full_name(game, seat), 26), head)
        canvas.put(x, 8, "".join(f"{word:>6}" for word in _FIGURES), ink.dim)
    for at, pair in enumerate(game.rounds):
        canvas.put(3, 9 + at, f"{at + 1}  {round_name(game, at)}", ink.text)
        for seat, x in ((0, 22), (1, 51)):
            canvas.put(x, 9 + at, _figures(pair[seat]), ink.text)
            canvas.right(x + 23, 9 + at, f"{pair[seat].total}", ink.bright)
    if not game.rounds:
        canvas.centre(10, "No round was finished.", ink.dim)
    for at, line in enumerate(_afterwards(state, game)):
        canvas.centre(15 + at, cut(line, 78), ink.bright if at == 0 else ink.text)
    _proof(canvas, state, of)
    if state.booked is not None:
        canvas.centre(20, cut(state.booked.note, 78), ink.bad)
    keys_line(canvas, _DONE, ACCENT)
    return canvas


def _figures(card: Figures) -> str:
    return f"{card.points:>6}{card.with_goal:>6}{card.difference:>+6}{card.total:>6}"


def _headline(game: Game) -> str:
    """The end in a word or two, for large letters."""
    if game.given_up:
        return "GIVEN UP"
    won = winner(game)
    if won is None:
        return "A TIE!"
    people = [seat for seat in (0, 1) if not sitter(game, seat)]
    if people == [0]:
        return "YOU WIN!" if won == 0 else "YOU LOSE"
    return f"{name(game, won).upper()} WINS!"


def _afterwards(state: State, game: Game) -> list[str]:
    """The biggest drops, and what the game did for the caller's month."""
    drops = (f"{name(game, seat)} {game.best_drop[seat]}" for seat in (0, 1))
    lines = [f"Biggest drops: {', '.join(drops)}"]
    books = state.books
    if not state.ranked:
        return [*lines, "This game does not count."]
    month = f"Your month: {books.score}, {ordinal(books.rank)} place.  " if books.rank else ""
    return [*lines, month + turns_line(books), next_line(state)]


def _proof(canvas: Canvas, state: State, of: Tier) -> None:
    ink = inks(of)
    if state.booked is None:
        canvas.put(2, 18, "The game is being put on the books.", ink.dim)
        return
    canvas.put(2, 18, "Seed", ink.text)
    canvas.put(7, 18, state.booked.seed, ink.accent)
    if state.ranked:
        canvas.put(
            2, 19, f"Its SHA-256 is the seal you saw. Check it: door replay {state.booked.id}"[:77], ink.text
        )
