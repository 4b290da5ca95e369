"""Show Scoring: a guess above the code it is at, and the lines between their pegs.

Law: solid lines join direct hits, dashed lines near misses; which pegs are joined is the
rules' `links`.  The lines are drawn in pixels, two a cell, in two colours, and said in words
beside them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from door.games.mindbuster import art
from door.games.mindbuster.art import Look
from door.games.mindbuster.card import ACCENT
from door.games.mindbuster.rules import Marks, links, mark
from door.games.mindbuster.state import THEIRS, State, code_of, rows_of
from door.games.mindbuster.words import links_text, marks_text
from door.term.canvas import BLACK, DARK, GREY, WHITE, Canvas
from door.ui.lettering import paint
from door.ui.widgets import Hint, keys_line, panel

COLS: Final = 80
ROWS: Final = 23
LEFT: Final = 14
PITCH: Final = 11
ABOVE: Final = 4  # the guess's first row
LINES: Final = 7  # rows between the pegs
BELOW: Final = ABOVE + 2 + LINES

_NEXT: Final = (Hint("up", "row before"), Hint("down", "row after"))
_TAB: Final = Hint("tab", "other side")


def draw(state: State, look: Look) -> Canvas:
    """The page for row `state.page` of side `state.side`."""
    game = state.game
    assert game is not None
    rows = rows_of(game, state.side)
    row = min(state.page, len(rows) - 1)
    guess, code = rows[row], code_of(game, state.side)
    canvas = _picture(guess, code, look).copy()
    theirs = state.side == THEIRS
    whose = f"{state.rival}'s guess" if theirs else "Your guess"
    title = f"{whose} {row + 1} scores {marks_text(mark(guess, code))}"
    canvas.put(4, 2, title, ACCENT)
    canvas.put(3, ABOVE, "Guess", WHITE)
    canvas.put(3, BELOW, "Your code" if theirs else "The code", WHITE)
    hints = _NEXT if len(rows) > 1 else ()
    other = (_TAB,) if game.over and game.guesses and game.answers else ()
    keys_line(canvas, (*hints, *other, Hint("enter", "back")), ACCENT)
    return canvas


@lru_cache(maxsize=64)
def _picture(guess: str, code: str, look: Look) -> Canvas:
    canvas = Canvas(COLS, ROWS)
    panel(canvas, 1, 0, COLS - 2, ROWS - 2, "Show Scoring", ACCENT, WHITE, "double-top")
    for hole, (above, below) in enumerate(zip(guess, code, strict=True)):
        canvas.blit(art.peg(above, look), LEFT + hole * PITCH, ABOVE)
        canvas.blit(art.peg(below, look), LEFT + hole * PITCH, BELOW)
    _joined(canvas, guess, code, look)
    marks: Marks = mark(guess, code)
    canvas.blit(art.score(*marks, look), LEFT + 5 * PITCH + 1, ABOVE)
    words = links_text(guess, code)
    for at, line in enumerate(words):
        canvas.put(4, BELOW + 3 - (len(words) > 4) + at, line, GREY)
    solid, dashed = ("||", ": :") if look.tier == "ascii" else ("█", "▀▄")
    canvas.right(COLS - 5, 1, f"solid {solid} direct hit   dashed {dashed} near miss", DARK)
    return canvas


def _joined(canvas: Canvas, guess: str, code: str, look: Look) -> None:
    """The lines: near misses first, so that the solid ones stay whole."""
    high = LINES if look.tier == "ascii" else LINES * 2
    pixels = [[" "] * COLS for _ in range(high)]
    for here, there in sorted(links(guess, code), key=lambda pair: pair[0] == pair[1]):
        start, end = (LEFT + hole * PITCH + 1 for hole in (here, there))
        _line(pixels, start, end, "#" if here == there else "o")
    if look.tier == "ascii":
        for at, row in enumerate(pixels):
            for x, pixel in enumerate(row):
                if pixel != " ":
                    canvas.put(x, ABOVE + 2 + at, "|" if pixel == "#" else ":", WHITE)
        return
    near = ACCENT if look.tier == "colour" else WHITE
    inside = ["".join(row[2 : COLS - 2]) for row in pixels]
    paint(canvas, 2, ABOVE + 2, inside, {"#": WHITE, "o": near}, BLACK)


def _line(pixels: list[list[str]], start: int, end: int, ink: str) -> None:
    """A line two pixels wide from the upper row's column to the lower one's; dashed for `o`."""
    high, wide = len(pixels), abs(end - start)
    steps = max(high - 1, wide)
    for step in range(steps + 1):
        y = round(step * (high - 1) / steps)
        x = start + round(step * (end - start) / steps)
        dash = y if wide < high else step
        if ink == "#" or dash % 4 < 2:
            pixels[y][x] = pixels[y][x + 1] = ink
