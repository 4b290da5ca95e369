"""The pages around a game: the title, the card beside a solo board, and what a game came to."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from door.games.mindbuster import art
from door.games.mindbuster.art import Look
from door.games.mindbuster.card import ACCENT, player
from door.games.mindbuster.record import Best, record_of
from door.games.mindbuster.rules import Game, score
from door.games.mindbuster.rules import result as outcome
from door.games.mindbuster.state import State
from door.games.mindbuster.words import headline, played
from door.midend.books import Books
from door.midend.ranks import draw_ranks
from door.midend.words import turns_line
from door.term.canvas import DARK, GREY, MAGENTA, WHITE, YELLOW, Canvas, style
from door.ui.widgets import Hint, cut, keys_line, ordinal

COLS: Final = 80
ROWS: Final = 23
GOLD: Final = (YELLOW, WHITE, WHITE)

_TITLE_KEYS: Final = (
    Hint("enter", "play"), Hint("s", "settings"), Hint("t", "top"), Hint("h", "help"), Hint("q", "leave"),
)  # fmt: skip


@lru_cache(maxsize=8)
def _sign(look: Look) -> Canvas:
    """The title page without what changes: the name, and a row of pegs that asks a question."""
    canvas = Canvas(COLS, ROWS)
    logo = art.logo(look.tier)
    canvas.blit(logo, (COLS - logo.cols) // 2, 1)
    for at, letter in enumerate("RWBGYKOV"):
        canvas.blit(art.peg(letter, look), 18 + at * 6 - (2 if at < 4 else -2), 6)
    return canvas


def title(state: State, look: Look) -> Canvas:
    """The title page: last month's first, this month's standing, what is played, turns, keys."""
    canvas = _sign(look).copy()
    books = state.books
    draw_ranks(canvas, 9, books, MAGENTA if look.tier == "colour" else GREY)
    canvas.centre(18, played(state.choice), WHITE)
    canvas.centre(19, turns_line(books), GREY)
    canvas.centre(20, cut(state.note or _invitation(state), 78), YELLOW if state.note else GREY)
    keys_line(canvas, _TITLE_KEYS, ACCENT)
    return canvas


def _invitation(state: State) -> str:
    if state.scene == "opening":
        return "The code is being sealed."
    if state.setup.waiting and state.game is None:
        return "A game of yours is waiting: ENTER goes on with it."
    if not state.books.may_play:
        return "New turns come at midnight, board time."
    return "The code is sealed before the first guess. Press ENTER to play."


# -- beside a solo board -----------------------------------------------------------------------


def card(best: Best, holes: int, colours: int, look: Look) -> Canvas:
    """How a score reads, and the fewest guesses of this size: 31 columns × 21 rows."""
    canvas = _legend(holes, colours, look).copy()
    for at, (guesses, caller) in enumerate(best):
        canvas.put(3, 13 + at, f"{guesses:>2}  {cut(caller, 22)}", GOLD[min(at, 2)])
    if not best:
        canvas.put(3, 13, "None on the books yet.", DARK)
    return canvas


@lru_cache(maxsize=32)
def _legend(holes: int, colours: int, look: Look) -> Canvas:
    canvas = Canvas(31, 21)
    bar = style(WHITE, MAGENTA) if look.tier == "colour" else WHITE
    canvas.fill(0, 0, 31, 1, " ", bar)
    canvas.put(1, 0, "Solo", bar)
    canvas.right(29, 0, f"{colours**holes:,} codes", bar)
    canvas.put(2, 2, "How a score reads", WHITE)
    lines = (((1, 0), "right colour,", "right hole"), ((0, 1), "right colour,", "another hole"))
    for at, (marks, first, second) in enumerate(lines):
        canvas.blit(art.score(*marks, look), 3, 4 + at * 3)
        canvas.put(8, 4 + at * 3, first, GREY)
        canvas.put(8, 5 + at * 3, second, GREY)
    canvas.put(2, 11, f"Fewest guesses, {holes}x{colours} solo", WHITE)
    return canvas


# -- what a game came to -----------------------------------------------------------------------


def result(canvas: Canvas, x: int, state: State, look: Look) -> None:
    """The panel of 18 columns: the codes, the score, the record, turns, and the proof."""
    game = state.game
    assert game is not None
    bar = style(WHITE, MAGENTA) if look.tier == "colour" else WHITE
    canvas.fill(x, 0, COLS - x, 1, " ", bar)
    canvas.put(x + 1, 0, _WORDS[outcome(game)], bar)
    canvas.put(x + 1, 2, "Your score", GREY)
    canvas.right(COLS - 3, 2, f"{score(game)}", YELLOW)
    for at, line in enumerate(_record(state, game)):
        canvas.put(x + 1, 4 + at, line[:17], GREY)
    _proof(canvas, x + 1, state)
    if not state.note:
        canvas.centre(21, headline(state), YELLOW)


_WORDS: Final = {"won": "You have won!", "lost": "You have lost.", "drawn": "A draw."}


def _record(state: State, game: Game) -> list[str]:
    """The caller's month, turns and record against this opponent."""
    books: Books = state.books
    kind = state.level if game.duel else "solo"
    mine = record_of(books.tally, state.setup.caller, kind)
    lines = [f"Month: {ordinal(books.rank)}, {books.score}"] if books.rank else []
    lines.append("Turns: no limit" if books.turns_left is None else f"Turns left: {books.turns_left}")
    if mine:
        against = f"v. {player(kind).short}" if game.duel else "Solo"
        lines += ["", f"{against}:", f"{mine['won']} won {mine['lost']} lost", f"{mine['drawn']} drawn"]
        lines.append(f"streak {mine['streak']}, best {mine['longest']}")
    return lines


def _proof(canvas: Canvas, x: int, state: State) -> None:
    """The game's id and its seed, 64 digits in four lines."""
    if state.booked is None:
        canvas.put(x, 13, "Being booked.", DARK)
        return
    canvas.put(x, 12, "Game", DARK)
    canvas.put(x, 13, state.booked.id[:17], GREY)
    canvas.put(x, 14, "Seed", DARK)
    for at in range(4):
        canvas.put(x, 15 + at, state.booked.seed[at * 16 : at * 16 + 16], ACCENT)
    canvas.put(x, 19, "Check it: door", DARK)
    canvas.put(x, 20, "replay <game>", DARK)
