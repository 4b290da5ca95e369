"""The pages around a game: the title, the standings, and what a game came to."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from door.games.shutbox import art
from door.games.shutbox.art import Tier
from door.games.shutbox.card import ALIKE
from door.games.shutbox.coach import average, look_back
from door.games.shutbox.record import roll_text
from door.games.shutbox.rules import Game
from door.games.shutbox.state import State, looked_at
from door.midend.books import Books
from door.midend.daily import SEED_TOMORROW, draw_daily, outcome, teaser
from door.midend.ranks import draw_ranks
from door.midend.words import turns_line
from door.term.canvas import BRIGHT_GREEN, BROWN, DARK, GREY, WHITE, YELLOW, Canvas
from door.term.keys import Key
from door.ui.widgets import Column, Hint, Page, cut, draw_page, keys_line, month_name, ordinal, panel, table
from door.ui.words import counted

COLS: Final = 80
ROWS: Final = 23
ACCENT: Final = BRIGHT_GREEN

_TITLE_KEYS: Final = (Hint("enter", "play"), Hint("h", "help"), Hint("t", "top"), Hint("q", "leave"))
_DAILY_KEYS: Final = (_TITLE_KEYS[0], Hint("d", "daily deal"), *_TITLE_KEYS[1:])
_WIDE: Final = (Column("", 4, True), Column("caller", 20), Column("score", 8, True), Column("games", 6, True))
_BEST: Final = (Column("", 5, True), Column("", 20))
_GOLD: Final = (YELLOW, WHITE, WHITE)


@lru_cache(maxsize=8)
def _sign(tiles: int, of: Tier) -> Canvas:
    """The title page without what changes: the name, and a row of tiles lying in the box."""
    canvas = Canvas(COLS, ROWS)
    logo = art.logo(of)
    canvas.blit(logo, (COLS - logo.cols) // 2, 1)
    cols = art.tile_cols(tiles)
    for number in range(1, tiles + 1):
        face: art.Face = "counted" if number % 4 == 2 else "pulled"
        canvas.blit(art.tile(number, cols, face, of), 4 + (number - 1) * (cols + 1), 6)
    return canvas


def title(state: State, of: Tier) -> Canvas:
    """The title page: last month's first, this month's standing, turns, keys."""
    canvas = _sign(int(str(state.setup.options["tiles"])), of).copy()
    books = state.books
    draw_ranks(canvas, 10, books, BROWN if of == "colour" else GREY)
    canvas.centre(19, turns_line(books), WHITE)
    canvas.centre(20, cut(state.note or _invitation(state), 78), YELLOW if state.note else GREY)
    if books.daily:
        canvas.centre(18, teaser(books.daily, ALIKE), ACCENT)
        canvas.hot(0, 18, COLS, 1, Key("d"))
    keys_line(canvas, _DAILY_KEYS if books.daily else _TITLE_KEYS, ACCENT)
    return canvas


def _invitation(state: State) -> str:
    if state.scene == "opening":
        return "The dice are being sealed."
    if state.setup.waiting and state.game is None:
        return "A game of yours is waiting: ENTER goes on with it."
    if not state.books.may_play:
        return "New turns come at midnight, board time."
    return "The dice are sealed before the first roll. Press ENTER to play."


def standings(state: State) -> Canvas:
    """This month's places, last month's winners, and the best games ever."""
    canvas, books = Canvas(COLS, ROWS), state.books
    panel(canvas, 1, 0, 78, 21, "Shut The Box", ACCENT, WHITE, "double-top")
    canvas.put(4, 2, f"{month_name(books.month, 'This month')} so far", ACCENT)
    rows = [(f"{row.place}", row.caller, f"{row.score}", f"{row.games}") for row in books.standing[:10]]
    inks = [ACCENT if row.place == books.rank else GREY for row in books.standing[:10]]
    below = table(canvas, 4, 3, _WIDE, rows, inks)
    if not rows:
        canvas.put(10, below, "No game finished yet.", DARK)
    if books.rank > len(rows):
        canvas.put(10, below, f"You are {ordinal(books.rank)} with {books.score}.", ACCENT)
    canvas.put(4, 15, f"{month_name(books.last_month, 'Last month')}: the winners", YELLOW)
    for at, row in enumerate(books.winners[:3]):
        canvas.put(4, 16 + at, f"{row.place:>4}  {row.caller:<20}  {row.score:>8}", _GOLD[at])
    _records(canvas, books)
    keys_line(canvas, (Hint("enter", "back"),), ACCENT)
    return canvas


def _records(canvas: Canvas, books: Books) -> None:
    """The best single games ever, beside the standing."""
    tally = books.tally
    if not tally or not tally.get("games"):
        return
    canvas.put(50, 2, "Best games ever", YELLOW)
    rows = [(f"{score}", caller) for score, caller, _ in tally["best"]]
    table(canvas, 50, 4, _BEST, rows, _GOLD)
    canvas.put(50, 8, f"{counted(tally['games'], 'game')} finished", GREY)
    canvas.put(50, 9, f"{counted(tally['shut'], 'box')} shut", GREY)


def coach(state: State) -> Canvas:
    """The coach's page: a row a roll, with the best tiles and what the choice cost."""
    canvas, game = Canvas(COLS, ROWS), state.game
    if game is not None:
        lines = look_back(looked_at(state), game.variant)
        head = f"The coach on your {game.score} points (the best play averages {average(game.variant):.2f})"
        draw_page(canvas, (Page(head, lines),), 0, ACCENT, "Shut The Box", keys=False)
    keys_line(canvas, (Hint("enter", "back"),), ACCENT)
    return canvas


def daily(state: State) -> Canvas:
    """The daily deal: what it is, today's table and the month's."""
    canvas, deal = Canvas(COLS, ROWS), state.books.daily
    if deal is not None:
        draw_daily(canvas, deal, ALIKE, "Shut The Box", state.setup.caller, ACCENT)
    return canvas


# -- what a game came to ------------------------------------------------------------------


def result(canvas: Canvas, state: State, game: Game, of: Tier) -> None:
    """The score and how it came about, the month, the turns, and the proof of the dice."""
    edge = BROWN if of == "colour" else GREY
    panel(canvas, 1, 13, 23, 6, "Final score", edge, YELLOW)
    figure = art.figure(game.score, ACCENT, of)
    canvas.blit(figure, 1 + (23 - figure.cols) // 2, 14)
    panel(canvas, 25, 13, 54, 6, _headline(game), edge, YELLOW)
    for at, (label, value) in enumerate(_sums(game)):
        canvas.put(28, 14 + at, label, GREY)
        canvas.right(49, 14 + at, f"{value}", WHITE)
    for at, line in enumerate(_month_lines(state)):
        canvas.put(53, 14 + at, line[:25], WHITE if at else ACCENT)
    _proof(canvas, state)
    if state.note:
        canvas.centre(NOTE_ROW, cut(state.note, 78), YELLOW)


NOTE_ROW: Final = 21


def _headline(game: Game) -> str:
    return {
        "shut": "The box is shut!",
        "stuck": f"{roll_text(game)} could not be matched",
        "quit": "Given up",
    }.get(game.why, "")


def _sums(game: Game) -> list[tuple[str, int]]:
    """The parts of a score, the shut box's bonus only where it was earned."""
    parts = [("Tiles entered", game.points), (f"{counted(game.closed, 'tile')} closed", game.tile_bonus)]
    return [*parts, ("Box shut", game.shut_bonus)] if game.shut_bonus else parts


def _month_lines(state: State) -> list[str]:
    """The caller's month and turns after the game."""
    books = state.books
    free = state.game is not None and state.game.why == "shut" and state.game.variant.free_turn
    lines = ["A FREE TURN IS YOURS!"] if free else []
    if state.begun and state.booked and state.begun.daily:
        return [*outcome(state.begun, state.booked), _turns(books)]
    if books.rank:
        lines.append(f"Month {books.score}, {ordinal(books.rank)} place")
    return [*lines, _turns(books)]


def _turns(books: Books) -> str:
    """The caller's turns in at most 25 columns."""
    if not books.free_turns or books.turns_left is None:
        return turns_line(books)
    left = f"Turns {books.turns_left}, and {books.free_turns} free"
    return left if books.turns_left else f"Free turns: {books.free_turns}"


def _proof(canvas: Canvas, state: State) -> None:
    if state.booked is None:
        canvas.put(2, 19, "The game is being put on the books.", DARK)
        return
    check = f"Its SHA-256 is the seal you saw. Check it: door replay {state.booked.id}"
    if state.booked.seed:
        canvas.put(2, 19, "Seed", GREY)
        canvas.put(7, 19, state.booked.seed, ACCENT)
    elif state.begun and state.begun.daily:
        canvas.put(2, 19, SEED_TOMORROW, ACCENT)
        check = check.replace("Check it", "Check it then")
    canvas.put(2, 20, check[:77], GREY)
