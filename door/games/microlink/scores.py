"""The pages of scores: the result of a game, all scorecards side by side, the Top Ten."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from door.games.microlink.art import Tier, inks
from door.games.microlink.front import title
from door.games.microlink.lastline import Valid, valid_keys
from door.games.microlink.pages import coach_pages
from door.games.microlink.record import range_of_ten, top_ten
from door.games.microlink.rules import PERFECT_GAME, TURNS, Game, dots, level_of
from door.games.microlink.state import State, sight, who
from door.midend.books import Books
from door.midend.words import turns_line
from door.term.canvas import Canvas
from door.term.keys import Key
from door.ui.lettering import lettering
from door.ui.widgets import Column, Hint, cut, keys_line, month_name, ordinal, panel, table
from door.ui.words import counted

COLS: Final = 80
ROWS: Final = 23

_DONE_LOOK: Final = (Valid("t", "Ten"), Valid("s", "Stats"), Valid("b", "Boss"), Valid("h", "Help"))
_ANY: Final = (Hint("enter", "back", "any key"),)


# -- the result -------------------------------------------------------------------------------------


def result(state: State, of: Tier) -> Canvas:
    """What a game came to: the cards, the month, and the proof of the dice."""
    canvas, ink, game = Canvas(COLS, ROWS), inks(of), state.game
    if game is None:
        return title(state, of)
    canvas.put(3, 0, " MicroLink Shut The Box ", ink.bright)
    canvas.centre(1, verdict(game, COLS - 2), ink.note)
    _cards(canvas, 2, game, game.totals, not game.given_up, of)
    panel(canvas, 2, 13, 76, 8, "", ink.edge)
    for row, (text, strong) in enumerate(_proof(state)):
        canvas.put(5, 14 + row, text[:72], ink.bright if strong else ink.text)
    if state.back:
        canvas.centre(21, "ENTER goes back to your contest game.", ink.note)
    elif state.note:
        canvas.centre(21, cut(state.note, 78), ink.note)
    coach = (Valid("c", "Coach"),) if coach_pages(state) else ()
    look = (Valid("a", "All"), *coach, *_DONE_LOOK)
    canvas.blit(valid_keys(((Valid("enter", "Again"),), look, (Valid("esc", "Leave"),)), of), 0, ROWS - 1)
    return canvas


def verdict(game: Game, room: int = 200) -> str:
    """Who has won, one sentence of at most `room` characters."""
    if game.given_up:
        turns = sum(turn.seat == 0 for turn in game.turns)
        return f"Given up after {turns} of {TURNS} turns."
    if len(game.seats) == 1:
        total = game.totals[0]
        return "A perfect game!" if total == PERFECT_GAME else f"Five turns, {total} points."
    names = [who(game, seat) for seat in game.winners]
    if len(names) == 1:
        return f"{names[0]} wins with {max(game.totals)}!"
    return shared(names, max(game.totals), room)


def shared(names: Sequence[str], best: int, room: int) -> str:
    """That several share the win, by name where there is room."""
    said = f"{', '.join(names[:-1])} and {names[-1]} share the win with {best}!"
    return said if len(said) <= room else f"{counted(len(names), 'player')} share the win with {best}!"


def _proof(state: State) -> list[tuple[str, bool]]:
    """The month, the turns, and how the dice are checked: texts, and whether they stand out."""
    booked = state.booked
    if booked is None:
        return [("The board is writing the game down.", False)]
    if not state.ranked:
        what = "A demonstration" if state.demo else "A practice game"
        return [(f"{what}: it costs no turn and counts for nothing.", True), (f"Seed {booked.seed}", False)]
    books = booked.books
    this = f"{month_name(books.month, 'This month')}: {books.score} points"
    rank = f", {ordinal(books.rank)} place." if books.rank else "."
    return [
        (this + rank, True), (turns_line(books), False), ("", False),
        (f"The seed of these dice: {booked.seed[:32]}", False),
        (f"                        {booked.seed[32:]}", False),
        (f"Check them: door replay {booked.id}", False),
    ]  # fmt: skip


# -- all scorecards ------------------------------------------------------------------------------------


def _cards(canvas: Canvas, y: int, game: Game, totals: Sequence[int], lit: bool, of: Tier) -> None:
    """Every player's card side by side, an arrow above the highest."""
    ink, many = inks(of), len(game.seats)
    w = 19 if many > 3 else 24
    x = (COLS - many * w - (many - 1)) // 2
    best = max(totals)
    for seat, total in enumerate(totals):
        first = total == best
        panel(canvas, x, y + 1, w, 9, "", ink.accent if first else ink.edge)
        canvas.centre(y + 2, _named(game, seat, w - 2), ink.bright if first else ink.text, x, w)
        if first and lit and many > 1:
            canvas.centre(y, "▼ highest ▼", ink.note, x, w)
        figure = _figure(total, ink.note if first else ink.text, of)
        canvas.blit(figure, x + (w - figure.cols) // 2, y + 4)
        canvas.centre(y + 8, f"{dots(total)} of 50 dots", ink.dim if of == "colour" else ink.text, x, w)
        x += w + 1


def _named(game: Game, seat: int, room: int) -> str:
    """A seat's name in `room` columns, a computer's by its level where there is no more room."""
    name = who(game, seat)
    if level_of(game.seats[seat]):
        name = name.replace("(", "").replace(")", "")
        name = name if len(name) <= room else name.removeprefix("computer ")
    return cut(name, room)


@lru_cache(maxsize=256)
def _figure(number: int, tint: int, of: Tier) -> Canvas:
    if of != "ascii":
        return lettering(str(number), tint)
    canvas = Canvas(len(str(number)) + 4, 4)
    canvas.put(0, 1, f"[ {number} ]", tint)
    return canvas


def all_scores(state: State, of: Tier) -> Canvas:
    """Every player's card, and below the graphs on one scale with the Top Ten's range marked."""
    canvas, ink, game = Canvas(COLS, ROWS), inks(of), state.game
    if game is None:
        return title(state, of)
    totals = sight(state, game).totals if state.scene != "done" else game.totals
    canvas.put(4, 11, "AllScores", ink.accent)
    canvas.put(14, 11, "a dot for every five points, 250 at most", ink.text)
    _cards(canvas, 0, game, totals, state.lit, of)
    _compared(canvas, state, game, totals, of)
    keys_line(canvas, _ANY, ink.accent)
    canvas.hot(0, 0, COLS, ROWS - 1, Key("enter"))
    return canvas


def _compared(canvas: Canvas, state: State, game: Game, totals: Sequence[int], of: Tier) -> None:
    ink, many = inks(of), len(totals)
    left, top = 24, 12
    panel(canvas, 1, top, 78, many + 4, "", ink.edge)
    full, empty = ("#", ".") if of == "ascii" else ("■", "·")
    for seat, total in enumerate(totals):
        y, first = top + 2 + seat, total == max(totals)
        canvas.put(2, y, "►" if first and state.lit else " ", ink.note)
        canvas.put(3, y, _named(game, seat, 20), ink.bright if first else ink.text)
        filled = dots(total)
        canvas.put(left, y, full * filled, ink.note if first else ink.accent)
        canvas.put(left + filled, y, empty * (50 - filled), ink.dim)
        canvas.right(77, y, str(total), ink.bright)
    _marks(canvas, state, left, top, top + many + 3, of)


def _marks(canvas: Canvas, state: State, left: int, top: int, bottom: int, of: Tier) -> None:
    """Lines that jut in from above and below at the ends of the Top Ten's range."""
    ink, span = inks(of), range_of_ten(state.books.tally)
    if span is None:
        canvas.put(4, bottom + 1, "The Top Ten is empty as yet.", ink.text)
        return
    low, high = (left + max(dots(points) - 1, 0) for points in span)
    for x in (low, high):
        canvas.put(x, top, "╥", ink.good)
        canvas.put(x, top + 1, "║", ink.good)
        canvas.put(x, bottom - 1, "║", ink.good)
        canvas.put(x, bottom, "╨", ink.good)
    canvas.put(low + 1, top, "─" * (high - low - 1), ink.good)
    canvas.put(low + 1, bottom, "─" * (high - low - 1), ink.good)
    canvas.put(4, bottom + 1, f"║ the range of the Top Ten: {span[0]} to {span[1]}", ink.good)


def top_ten_lines(books: Books) -> tuple[str, ...]:
    """The Top Ten as lines, best first."""
    rows = top_ten(books.tally)
    return tuple(f"{place}. {name}, {score}, {day}" for place, (score, name, day) in enumerate(rows, 1))


_TEN: Final = (Column("", 3, True), Column("", 40), Column("score", 5, True), Column("day", 10))


def top_ten_screen(state: State, of: Tier) -> Canvas:
    """The ten highest scores ever made at this door."""
    return _ten(tuple(top_ten(state.books.tally)), of)


@lru_cache(maxsize=8)
def _ten(rows: tuple[tuple[int, str, str], ...], of: Tier) -> Canvas:
    canvas, ink = Canvas(COLS, ROWS), inks(of)
    panel(canvas, 1, 0, COLS - 2, ROWS - 2, "MicroLink Shut The Box", ink.accent, ink.bright, "double-top")
    if of == "ascii":
        canvas.put(6, 2, "Top Ten", ink.accent)
    else:
        canvas.blit(lettering("TOP TEN", ink.accent), 6, 2)
    texts = [(f"{place}.", name, str(score), day) for place, (score, name, day) in enumerate(rows, 1)]
    if texts:
        table(canvas, 6, 7, _TEN, texts, (ink.note, ink.bright, ink.bright), ink.dim)
    else:
        canvas.put(6, 8, "Nobody is in it yet. A whole game puts you there.", ink.text)
    keys_line(canvas, _ANY, ink.accent)
    canvas.hot(0, 0, COLS, ROWS - 1, Key("enter"))
    return canvas
