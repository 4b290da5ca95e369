"""The peg boards: ten rows of holes with their scores, the row in hand, and the cursor.

Law: what stands is a cached picture, keyed by what it shows; the row in hand is drawn over it.
A board is 31 columns × 21 rows: its header, then two rows of the screen for each guess.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from door.games.mindbuster import art
from door.games.mindbuster.art import Look
from door.games.mindbuster.rules import GUESSES, UNSET, Game, Marks
from door.games.mindbuster.state import MINE, THEIRS, Back, Hole, Scene, State
from door.term.canvas import BLACK, BRIGHT_MAGENTA, DARK, GREY, MAGENTA, WHITE, YELLOW, Canvas, style

COLS: Final = 31
ROWS: Final = 21
MARKS: Final = 28
Rows = tuple[tuple[str, Marks | None], ...]


def hole_x(hole: int, holes: int) -> int:
    """The first column of a hole's peg."""
    return 3 + 5 * hole if holes == 5 else 4 + 6 * hole


def row_y(row: int) -> int:
    """The first screen row of guess `row` (from 0)."""
    return 1 + 2 * row


@lru_cache(maxsize=64)
def _empty(holes: int, look: Look) -> Canvas:
    """A board without a guess."""
    canvas = Canvas(COLS, ROWS)
    colour = look.tier == "colour"
    strip = style(BRIGHT_MAGENTA, MAGENTA) if colour else GREY
    canvas.fill(0, 0, COLS, 1, " ", style(WHITE, MAGENTA) if colour else WHITE)
    canvas.fill(0, 1, 2, ROWS - 1, " ", strip)
    for row in range(GUESSES):
        y = row_y(row)
        canvas.right(1, y, f"{row + 1}", strip)
        for hole in range(holes):
            canvas.blit(art.peg(UNSET, look), hole_x(hole, holes), y)
        if colour:
            canvas.fill(MARKS, y, 3, 2, "░", DARK)
        else:
            canvas.put(MARKS - 1, y, "│  ", DARK)
            canvas.put(MARKS - 1, y + 1, "│", DARK)
    return canvas


@lru_cache(maxsize=512)
def _standing(rows: Rows, holes: int, look: Look, spots: bool) -> Canvas:
    """A board with these rows; with `spots` each of them can be clicked to be copied."""
    if not rows:
        return _empty(holes, look)
    canvas = _standing(rows[:-1], holes, look, spots).copy()
    at = len(rows) - 1
    y, (pegs, marks) = row_y(at), rows[at]
    canvas.right(1, y, f"{at + 1}", style(WHITE, MAGENTA) if look.tier == "colour" else WHITE)
    for hole, peg in enumerate(pegs):
        if peg != UNSET:
            canvas.blit(art.peg(peg, look), hole_x(hole, holes), y)
    if marks is not None:
        canvas.blit(art.score(*marks, look, bool(at % 2)), MARKS - 1, y)
    if spots:
        canvas.hot(0, y, COLS, 2, Back(at))
    return canvas


def standing(game: Game, scene: Scene, frame: int, side: int, look: Look) -> Canvas:
    """One side's board as far as it is shown: pegs and marks come one by one while they move."""
    if side == MINE:
        rows = list(zip(game.guesses, game.marks(), strict=True))
    else:
        rows = list(game.history()[: answers_shown(game, scene)])
    moving = scene == ("marking" if side == MINE else "answering")
    shown: Rows = (*rows[:-1], _partly(*rows[-1], frame, side)) if moving and rows else tuple(rows)
    return _standing(shown, game.holes, look, side == MINE and scene == "guess")


def answers_shown(game: Game, scene: Scene) -> int:
    """How many of the computer's guesses the caller sees: the last one not before its turn."""
    answers = len(game.answers)
    return min(answers, len(game.guesses) - 1) if scene == "marking" else answers


def _partly(pegs: str, marks: Marks, frame: int, side: int) -> tuple[str, Marks | None]:
    """A row of which `frame` pieces are there: the computer's pegs first, then black, then white."""
    there = pegs
    if side == THEIRS:
        there, frame = pegs[:frame].ljust(len(pegs)), frame - len(pegs)
    if frame < 0:
        return there, None
    black = min(marks[0], frame)
    return there, (black, min(marks[1], frame - black))


def header(canvas: Canvas, x: int, name: str, code: str, look: Look) -> None:
    """A board's first row: whose guesses, and the code they are at."""
    bar = style(WHITE, MAGENTA) if look.tier == "colour" else WHITE
    canvas.put(x + 1, 0, name, bar)
    at = x + COLS - 3 * len(code) - (len(code) < 5)
    for hole, peg in enumerate(code):
        art.small_peg(canvas, at + 3 * hole, 0, peg, look)


def in_hand(canvas: Canvas, x: int, y: int, state: State, look: Look) -> None:
    """The row in hand with the cursor's brackets, its holes answering the mouse."""
    game, hand = state.game, state.hand
    assert game is not None
    for hole, peg in enumerate(hand.pegs):
        at = x + hole_x(hole, game.holes)
        canvas.blit(art.peg(peg, look), at, y)
        canvas.hot(at - 1, y, 6, 2, Hole(hole))
    at = x + hole_x(hand.cursor, game.holes)
    ink = style(YELLOW)
    left, right = ("[", "]") if look.tier == "ascii" else ("▌", "▐")
    for row in (y, y + 1):
        canvas.put(at - 1, row, left if look.tier == "ascii" else right, ink)
        canvas.put(at + 4, row, right if look.tier == "ascii" else left, ink)


def arrow(canvas: Canvas, x: int, row: int, look: Look) -> None:
    """Marks the row whose turn it is, on the strip of numbers."""
    ink = style(YELLOW, MAGENTA) if look.tier == "colour" else style(WHITE, BLACK)
    canvas.put(x, row_y(row) + 1, "=>" if look.tier == "ascii" else "═►", ink)
    canvas.right(x + 1, row_y(row), f"{row + 1}", ink)
