"""Show Scoring: a guess above the code, with lines between matching pegs.

Law: solid lines join direct hits, dashed lines near misses, as in the rules' `links`.  Lines are drawn in
pixels, two to a cell, in two colours that no peg has, and explained in words below.  `Board.shown` is the
row on display.
"""

from __future__ import annotations

from typing import Final

from door.games.game import WATCHER, Act, GameView, Refuse, Show, reader
from door.games.mindbuster.card import ACCENT
from door.games.mindbuster.pegboard import Look, big_peg, score_pegs
from door.games.mindbuster.rules import Game, links, mark
from door.games.mindbuster.words import left_side, links_text, marks_text, name
from door.term.canvas import BLACK, CYAN, GREY, WHITE, Canvas
from door.ui import navigation
from door.ui.lettering import paint
from door.ui.texts import MaybeSaid, tr
from door.ui.widgets import cut, page_frame

our: Final = tr.mindbuster

COLS: Final = 80
ROWS: Final = 23
LEFT: Final = 14
PITCH: Final = 11
ABOVE: Final = 4  # the guess's first row
LINES: Final = 7  # rows between the pegs
BELOW: Final = ABOVE + 2 + LINES


_CLOSES: Final = frozenset(["enter", "esc", "l", "f5"])


def refusal(table: GameView) -> MaybeSaid:
    """Return the reason why a score cannot be explained now, or ""."""
    game = table.position
    if table.eyes == WATCHER or table.board is None:
        return our.scoring_no_score()
    if game.over:
        return "" if game.guesses or game.answers else our.scoring_no_guess()
    if not game.duel:
        return our.scoring_not_in_solo()
    other = 1 - left_side(table)
    return "" if game.rows(other) else our.scoring_no_guess_yet(name=name(table, other))


def open_page(table: GameView) -> Act:
    """Open Show Scoring at the other side's last guess.  After the end, any row can be shown."""
    if reason := refusal(table):
        return Refuse(reason)
    side = last_side(table)
    return Show(table.board._replace(shown=(side, len(table.position.rows(side)) - 1)))


def last_side(table: GameView) -> int:
    """Return the side whose last guess is shown: the other one, if it has guessed."""
    side = left_side(table)
    return 1 - side if table.position.rows(1 - side) else side


def other_side(game: Game, side: int) -> int | None:
    """Return the side that Tab switches to, None before the end or if it has no rows."""
    return 1 - side if game.over and game.rows(1 - side) else None


def key(table: GameView, shown: tuple[int, int], name: str) -> Act | None:
    side, row = shown
    game, other = table.position, other_side(table.position, side)
    if name in _CLOSES:
        return Show(table.board._replace(shown=None))
    if name in ("tab", "backtab"):
        turned = shown if other is None else (other, len(game.rows(other)) - 1)
        return Show(table.board._replace(shown=turned))
    to = navigation.sheet("pgup" if name == "backspace" else name, row, len(game.rows(side)))
    return None if to is None else Show(table.board._replace(shown=(side, to)))


# -- the picture -------------------------------------------------------------------------------


def draw(table: GameView, side: int, row: int, look: Look) -> Canvas:
    game, canvas = table.position, Canvas(COLS, ROWS)
    guess, code = game.rows(side)[row], game.code(side)
    marks = mark(guess, code)
    page_frame(canvas, our.title_scoring(), ACCENT)
    whose = (
        our.scoring_your_guess() if side == reader(table) else our.scoring_guess_of(name=name(table, side))
    )
    canvas.put(4, 2, our.scoring_line(whose=whose, row=row + 1, marks=marks_text(marks)), ACCENT)
    canvas.put(3, ABOVE, our.label_guess(), WHITE)
    canvas.put(3, BELOW, our.label_your_code() if side == 1 - reader(table) else our.label_the_code(), WHITE)
    for hole, (above, below) in enumerate(zip(guess, code, strict=True)):
        canvas.blit(big_peg(above, look), LEFT + hole * PITCH, ABOVE)
        canvas.blit(big_peg(below, look), LEFT + hole * PITCH, BELOW)
    _draw_links(canvas, guess, code, look)
    canvas.blit(score_pegs(*marks, look), LEFT + 5 * PITCH + 1, ABOVE)
    words = links_text(guess, code)
    for at, line in enumerate(words):
        canvas.put(4, BELOW + 3 - (len(words) > 4) + at, cut(line, COLS - 6), GREY)
    solid, dashed = ("||", ": :") if look.tier == "ascii" else ("█", "▀▄")
    canvas.right(COLS - 5, 1, our.scoring_legend(solid=solid, dashed=dashed), GREY)
    return Canvas(COLS, ROWS - 2, canvas.share_rows()[:-2])


def _draw_links(canvas: Canvas, guess: str, code: str, look: Look) -> None:
    high = LINES if look.tier == "ascii" else LINES * 2 - 1  # a gap above the code, as below the guess
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
    inside = ["".join(row[2 : COLS - 2]) for row in pixels]
    paint(canvas, 2, ABOVE + 2, inside, {"#": GREY, "o": CYAN}, BLACK)


def _line(pixels: list[list[str]], start: int, end: int, ink: str) -> None:
    """Draw a line two pixels wide from the upper row's column to the lower one's; dashed for `o`."""
    high, wide = len(pixels), abs(end - start)
    steps = max(high - 1, wide)
    for step in range(steps + 1):
        y = round(step * (high - 1) / steps)
        x = start + round(step * (end - start) / steps)
        dash = y if wide < high else step
        if ink == "#" or dash % 4 < 2:
            pixels[y][x] = pixels[y][x + 1] = ink
