"""The pages around a game: title, high scores, the choices for practice, how a game ended."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from door.games.thieves import cards
from door.games.thieves import tables as high
from door.games.thieves.cards import Skin
from door.games.thieves.rules import MOST_JOKERS
from door.games.thieves.state import Play, State, jokers_of, may_choose
from door.games.thieves.words import ALIKE, UNREADABLE, best_line, month_line, place_line, why_over
from door.midend.daily import SEED_TOMORROW, draw_daily, outcome, teaser
from door.midend.ranks import draw_ranks
from door.midend.words import turns_line
from door.term.canvas import (
    BLACK,
    BRIGHT_RED,
    CODE,
    DARK,
    GREY,
    RED,
    SHIFT,
    WHITE,
    YELLOW,
    Canvas,
    style,
)  # fmt: skip
from door.term.keys import Key
from door.ui.lettering import bitmap, paint
from door.ui.widgets import Column, Hint, cut, keys_line, month_name, panel, table, wrap
from door.ui.words import counted

COLS: Final = 80
HEIGHT: Final = 23
ACCENT: Final = BRIGHT_RED
GOLD: Final = (YELLOW, WHITE, WHITE)

_TITLE_KEYS: Final = (
    Hint("enter", "play"), Hint("p", "practice"), Hint("t", "top"), Hint("l", "look"),
    Hint("h", "help"), Hint("q", "leave"),
)  # fmt: skip
_DAILY_KEYS: Final = (*_TITLE_KEYS[:2], Hint("d", "daily deal"), *_TITLE_KEYS[2:])
_HIGH: Final = (Column("", 2, True), Column("score", 5, True), Column("caller", 20), Column("date", 10))
_MONTH: Final = (Column("", 1, True), Column("", 20), Column("", 5, True))
_PRACTICE_KEYS: Final = (
    Hint("left", "", "←"), Hint("right", "jokers", "→"), Hint("w", "stock"), Hint("enter", "deal"),
    Hint("esc", "back"),
)  # fmt: skip
_OVER_KEYS: Final = (
    Hint("enter", "again"), Hint("j", "jokers"), Hint("b", "best possible"),
    Hint("s", "same deal"), Hint("t", "top"), Hint("q", "leave"),
)  # fmt: skip
_DRILL_KEYS: Final = (
    Hint("enter", "new deal"), Hint("s", "same deal"), Hint("u", "undo"), Hint("b", "best possible"),
    Hint("q", "back"),
)  # fmt: skip


# -- the title page ---------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _sign(look: Skin, hints: tuple[Hint, ...]) -> Canvas:
    """The title page without what changes: the name on felt, and a hand of cards."""
    canvas = Canvas(COLS, HEIGHT)
    canvas.fill(0, 0, COLS, 10, look.weave, style(BLACK, look.felt))
    ink = BRIGHT_RED if look.felt else WHITE
    if look.ascii:
        canvas.put(9, 4, "F O R T Y     T H I E V E S", style(BLACK if look.felt else WHITE, look.felt))
        canvas.put(9, 5, "===========================", style(RED if look.felt else WHITE, look.felt))
    else:
        large(canvas, 3, 1, "FORTY", ink, look)
        large(canvas, 3, 5, "THIEVES", ink, look)
    for at, card in enumerate((12, 24, 37, 10, 52)):
        cards.lay(canvas, 50 + at * 5, 1 + (at % 2), cards.face(card, look), look)
    keys_line(canvas, hints, ACCENT)
    return canvas


def large(canvas: Canvas, x: int, y: int, text: str, ink: int, look: Skin) -> None:
    """Large letters, 4 rows, on the felt, casting a shadow to the left."""
    rows = [f" {row}" for row in bitmap(text)] + [""]
    cast = ["", *bitmap(text)] if look.felt else []
    letters = Canvas(len(rows[0]), 4)
    paint(letters, 0, 0, rows, {"#": ink}, BLACK)
    for at in range(4):
        inked = [*rows[2 * at : 2 * at + 2], *cast[2 * at : 2 * at + 2]]
        for column, cell in enumerate(letters.cells[at]):
            if any(row[column : column + 1].strip() for row in inked):
                canvas.put(x + column, y + at, chr(cell & CODE), cell >> SHIFT)


def title(state: State, look: Skin) -> Canvas:
    """The title page: last month's first, this month's standing, turns, keys."""
    books = state.books
    canvas = _sign(look, _DAILY_KEYS if books.daily else _TITLE_KEYS).copy()
    draw_ranks(canvas, 11, books, RED if look.felt else GREY)
    _turns(canvas, state)
    if books.daily:
        canvas.centre(21, teaser(books.daily, ALIKE), ACCENT)
        canvas.hot(0, 21, COLS, 1, Key("d"))
    mark = "! " if state.bad else ""
    canvas.centre(20, cut(mark + state.note, 78) or _invitation(state), YELLOW if state.note else GREY)
    return canvas


def _turns(canvas: Canvas, state: State) -> None:
    """The jokers of the next game, where they are the caller's to choose, and the turns."""
    turns = turns_line(state.books)
    if not may_choose(state):
        canvas.centre(19, turns, WHITE)
        return
    x = (COLS - NUMBERS - 5 - len(turns)) // 2
    canvas.put(numbers(canvas, x, 19, jokers_of(state)) + 3, 19, turns, WHITE)


NUMBERS: Final = 8 + 4 * (MOST_JOKERS + 1)


def numbers(canvas: Canvas, x: int, y: int, at: int) -> int:
    """ "Jokers" and the numbers 0 to 5, one of them marked, each a hot spot; the column after them."""
    x = canvas.put(x, y, "Jokers", WHITE) + 2
    for jokers in range(MOST_JOKERS + 1):
        here = jokers == at
        canvas.put(x, y, f"►{jokers}◄" if here else f" {jokers} ", YELLOW if here else GREY)
        canvas.hot(x, y, 3, 1, Key(str(jokers)))
        x += 4
    return x


def _invitation(state: State) -> str:
    if state.page == "wait":
        return "The cards are being shuffled."
    if state.setup.waiting and state.play is None:
        return "A game of yours is waiting: ENTER goes on with it."
    if not state.books.may_play:
        return "New turns come at midnight, board time. Practice is always open."
    if may_choose(state):
        return "Press ENTER to play. The arrow keys, or 0 to 5, choose the jokers."
    return f"The contest is played with {counted(jokers_of(state), 'joker')}. Press ENTER to play."


# -- high scores ----------------------------------------------------------------------------------


def tables(state: State) -> Canvas:
    """One of the six tables, and the month's standing beside it."""
    canvas, books = Canvas(COLS, HEIGHT), state.books
    panel(canvas, 1, 0, 78, 21, "Forty Thieves", ACCENT, WHITE, "double-top")
    _tabs(canvas, state.at)
    every, readable = high.read(books.tally)
    rows = every[state.at]
    cells = [(f"{at}", f"{row.score}", row.caller, row.date) for at, row in enumerate(rows, 1)]
    cells += [(f"{at}", "-", "", "") for at in range(len(rows) + 1, high.PLACES + 1)]
    inks = [ACCENT if row.caller == state.setup.caller else GREY for row in rows]
    table(canvas, 2, 6, _HIGH, cells, inks + [DARK] * (high.PLACES - len(rows)))
    if not readable:
        canvas.put(4, 18, "! " + UNREADABLE[:74], YELLOW)
    canvas.put(47, 3, f"{month_name(books.month, 'This month')} so far", ACCENT)
    for y, top in ((5, books.standing[:6]), (14, books.winners[:3])):
        table(canvas, 47, y, _MONTH, [(f"{r.place}", r.caller, f"{r.score}") for r in top], GOLD)
        if not top:
            canvas.put(50, y, "Nobody yet.", DARK)
    canvas.put(47, 12, f"{month_name(books.last_month, 'Last month')}: the winners", ACCENT)
    hints = (Hint("left", "", "←"), Hint("right", "other tables", "→"), Hint("enter", "back"))
    keys_line(canvas, hints, ACCENT)
    return canvas


def _tabs(canvas: Canvas, at: int) -> None:
    x = canvas.put(4, 3, "Jokers", GREY) + 2
    for jokers in range(MOST_JOKERS + 1):
        here = jokers == at
        canvas.put(x, 3, f"►{jokers}◄" if here else f" {jokers} ", YELLOW if here else GREY)
        canvas.hot(x, 3, 3, 1, Key(str(jokers)))
        x += 5
    canvas.put(4, 4, "─" * 41, DARK)


def daily(state: State) -> Canvas:
    """The daily deal: what it is, today's table and the month's."""
    canvas, deal = Canvas(COLS, HEIGHT), state.books.daily
    if deal is not None:
        draw_daily(canvas, deal, ALIKE, "Forty Thieves", state.setup.caller, ACCENT)
    return canvas


# -- practice ---------------------------------------------------------------------------------------


def practice(canvas: Canvas, state: State) -> None:
    """The choices for a practice game, in a box."""
    x, y, w, h = 16, 7, 48, 9
    canvas.tint(x + 2, y + 1, w, h, DARK)
    panel(canvas, x, y, w, h, "A practice game", ACCENT, WHITE, "double")
    canvas.put(x + 3, y + 2, "No turn is spent and no score is kept.", GREY)
    numbers(canvas, x + 3, y + 4, state.prefs.jokers)
    at = canvas.put(x + 3, y + 6, "Stock", WHITE) + 3
    will = state.prefs.at_will
    canvas.put(at, y + 6, "►turn at will◄" if will else "►turn when nothing fits◄", YELLOW)
    canvas.hot(x + 3, y + 6, 40, 1, Key("w"))
    canvas.fill(0, HEIGHT - 1, COLS - 1, 1)
    keys_line(canvas, _PRACTICE_KEYS, ACCENT)


# -- the end of a game --------------------------------------------------------------------------------


def result(canvas: Canvas, state: State, play: Play) -> None:
    """How the game ended and what the books say, in a box on the table."""
    game, booked = play.game, state.booked
    lines: list[tuple[str, int]] = [(why_over(game), WHITE)]
    deals = f" in {counted(game.deal, 'deal')}" if game.deal > 1 else ""
    lines.append((f"Score {game.score}{deals}", YELLOW))
    if play.practice:
        lines.append(("Practice: nothing is kept.", GREY))
    elif play.begun.daily:
        lines += [(f"{line}.", YELLOW) for line in (outcome(play.begun, booked) if booked else ())]
        lines.append((SEED_TOMORROW, GREY))
    else:
        lines.append((place_line(state.place, play.first.jokers), YELLOW))
        lines.append((f"{month_line(state.books)} {turns_line(state.books)}".strip(), GREY))
    lines.append((best_line(state.best, game.score), WHITE))
    if booked and booked.note:
        lines += [(line, ACCENT) for line in wrap(f"! {booked.note}", 70)]
    lines = [line for line in lines if line[0]]
    proof = booked is not None and bool(booked.seed)
    h = 2 * len(lines) + 1 + 3 * proof
    w, y = 76, max((HEIGHT - 1 - h) // 2, 1)
    panel(canvas, 2, y, w, h, "Game over", ACCENT, WHITE, "double")
    for at, (line, ink) in enumerate(lines):
        canvas.centre(y + 1 + 2 * at, line[: w - 4], ink, 2, w)
    if booked is not None and proof:
        canvas.centre(y + h - 4, "─" * (w - 4), DARK, 2, w)
        canvas.put(5, y + h - 3, f"Seed {booked.seed}", GREY)
        check = "" if play.practice else f" Check it: door replay {booked.id}"
        canvas.put(5, y + h - 2, f"Its SHA-256 is the seal you saw.{check}"[: w - 4], DARK)
    canvas.fill(0, HEIGHT - 2, COLS, 2)
    keys_line(canvas, _DRILL_KEYS if play.practice else _OVER_KEYS, ACCENT)
