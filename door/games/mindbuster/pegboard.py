"""Pegs, the boards that hold them (ten rows of holes with their scores), and Show Scoring.

Law: a still board is a cached picture, and the row in hand is drawn over it.  A board is 31 columns × 21
rows: its header, then two screen rows for each guess.  The caller's score appears peg by peg, then the
computer's row and its score.

A peg is 4 columns × 2 rows: a square of 4 × 3 pixels and a gap, so that pegs of one colour in adjacent rows
stay apart.  In mono and ASCII, its letter or number identifies it.

Show Scoring has a guess above the code, with lines between matching pegs.  Solid lines join direct hits,
dashed lines near misses, as in the rules' `links`.  Lines are drawn in pixels, two to a cell, in two colours
that no peg has, and explained in words below.  `Board.shown` is the row on display.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from door.games import api
from door.games.mindbuster.play import NUMBERS, EarlierRow, Hole, RowInHand
from door.games.mindbuster.record import ACCENT
from door.games.mindbuster.rules import GUESSES, MINE, NO_PEG, THEIRS, UNSET, Marks, links, mark
from door.games.mindbuster.words import knows, left_side, links_text, marks_text, name
from door.term.canvas import (
    BLACK,
    CYAN,
    DARK,
    GREY,
    LIGHT,
    MAGENTA,
    ORANGE,
    WHITE,
    YELLOW,
    Canvas,
    Sprite,
    letter_picture,
    picture,
    style,
)
from door.ui import lettering
from door.ui.lettering import paint
from door.ui.screen import COLS, ROWS, Tier
from door.ui.texts import tr
from door.ui.widgets import cut, page_frame

our: Final = tr.mindbuster
BOARD_COLS: Final = 31
BOARD_ROWS: Final = 21
# -- pegs and boards -------------------------------------------------------------------------------

MARKS: Final = 28
BAR: Final = style(WHITE, MAGENTA)
Rows = tuple[tuple[str, Marks | None], ...]


class Look(NamedTuple):
    """The style of pegs: the tier, and True if each shows its number."""

    tier: Tier
    numbers: bool


INKS: Final = dict(zip("RWBGYKV", map(lettering.INKS.__getitem__, "rwbGydM"), strict=True)) | {"O": ORANGE}
DIGITS: Final = {peg: digit for digit, peg in NUMBERS.items() if peg != NO_PEG}

PEG_ROWS: Final = 2


@picture
def big_peg(letter: str, look: Look) -> Canvas:
    """Draw a peg, NO PEG (a dash) or an unset hole (a small dent), 4 columns × 2 rows."""
    canvas = Canvas(4, PEG_ROWS)
    if look.tier != "colour":
        lettered = " --" if letter == NO_PEG else f"({label(letter, look)})"
        canvas.put(0, 0, " ." if letter == UNSET else lettered, GREY if letter == UNSET else WHITE)
        return canvas
    if letter not in INKS:
        canvas.put(1, 0, "──" if letter == NO_PEG else "▄▄", GREY if letter == NO_PEG else DARK)
        return canvas
    canvas.put(0, 0, "████", INKS[letter])
    canvas.shade(1, 0, 2, (LIGHT,))  # where a round peg catches the light
    if look.numbers:
        canvas.put(1, 1, DIGITS[letter], WHITE)
    else:
        canvas.put(0, 1, "▀▀▀▀", INKS[letter])
    return canvas


def label(letter: str, look: Look) -> str:
    """Return the number or letter that identifies a peg without colour."""
    return DIGITS.get(letter, letter) if look.numbers else letter


def small_peg(canvas: Canvas, x: int, y: int, letter: str, look: Look) -> None:
    """Draw a peg in three columns of one row, with its number in the last; "?" is an unknown peg."""
    if look.tier != "colour":
        canvas.put(x, y, "( )" if letter == UNSET else f"({label(letter, look)})", WHITE)
    elif letter == "?":
        canvas.put(x, y, " ? ", WHITE)
    elif letter not in INKS:
        canvas.put(x, y, " x " if letter == NO_PEG else " ∙ ", GREY)
    else:
        canvas.put(x, y, "▐█▌", INKS[letter])
        if look.numbers:
            canvas.put(x + 2, y, DIGITS[letter], WHITE)


@picture
def score_pegs(black: int, white: int, look: Look, odd: bool = False) -> Canvas:
    """Draw the pegs of a score on their plate, 4 columns × 2 rows; `odd` alternates the plate's colour.
    Without colour, draw the letters "b" and "w".
    """
    canvas = Canvas(4, 2)
    plain = look.tier != "colour"
    plate = BLACK if plain else MAGENTA if odd else GREY
    canvas.put_lines(0, 0, () if plain else ("▐██▌",) * 2, plate)
    blacks, whites = ("b", "w") if plain else ("■", "o" if look.numbers else "■")
    marks = [(blacks, WHITE if plain else BLACK)] * black + [(whites, WHITE)] * white
    for at, (char, ink) in enumerate(marks):
        x, y = (1 + at % 2, at // 2) if at < 4 else (3, 0)
        canvas.put(x, y, char, style(ink, plate))
    return canvas


# -- boards ---------------------------------------------------------------------------------


def hole_x(hole: int, holes: int) -> int:
    return 3 + 5 * hole if holes == 5 else 4 + 6 * hole


def row_y(row: int) -> int:
    """Return the first screen row of guess `row` (from 0)."""
    return 1 + 2 * row


def rows_shown(table: api.GameView, side: int) -> Rows:
    """Return one side's rows.  The last is empty while its pegs and marks arrive."""
    frame, rows = table.frame, table.position.history(side)
    if frame is None or frame.side != side or not rows:
        return tuple(rows)
    return (*rows[:-1], (UNSET * len(rows[-1][0]), None))


def code_shown(table: api.GameView, side: int) -> str:
    """Return a board's code as this viewer may see it; blank until it is set."""
    game, code = table.position, table.position.code(side)
    if not code:
        return UNSET * int(game.holes)
    return code if knows(table, side) else "?" * int(game.holes)


@picture
def _empty(holes: int, look: Look) -> Canvas:
    canvas = Canvas(BOARD_COLS, BOARD_ROWS)
    strip = style(BLACK, MAGENTA)
    bar(canvas)
    canvas.fill(0, 1, 2, BOARD_ROWS - 1, " ", strip)
    for row in range(GUESSES):
        y = row_y(row)
        canvas.right(1, y, f"{row + 1}", strip)
        for hole in range(holes):
            canvas.blit(big_peg(UNSET, look), hole_x(hole, holes), y)
        canvas.fill(MARKS, y, 2, 2, "░", DARK)
    return canvas


@picture
def standing(rows: Rows, holes: int, look: Look, spots: bool = False, first: int = 0) -> Canvas:
    """Draw a board with these rows, numbered from `first` + 1.  With `spots`, a click copies a row."""
    if not rows:
        return _empty(holes, look)
    canvas = standing(rows[:-1], holes, look, spots, first).copy()
    at = len(rows) - 1
    y, (pegs, marks) = row_y(at), rows[at]
    canvas.right(1, y, f"{first + at + 1:>2}", BAR)
    for hole, peg in enumerate(pegs):
        if peg != UNSET:
            canvas.blit(big_peg(peg, look), hole_x(hole, holes), y)
    if marks is not None:
        canvas.blit(score_pegs(*marks, look, bool((first + at) % 2)), MARKS - 1, y)
    if spots:
        canvas.hot(0, y, BOARD_COLS, 2, EarlierRow(first + at))
    return canvas


def bar(canvas: Canvas, left: str = "", right: str = "") -> None:
    """Draw the first row of a board or panel, as wide as its canvas."""
    canvas.fill(0, 0, canvas.cols, 1, " ", BAR)
    canvas.put(1, 0, left, BAR)
    canvas.right(canvas.cols - 2, 0, right, BAR)


def header(canvas: Canvas, x: int, name: str, code: str, look: Look) -> None:
    """Draw a board's first row: the guesser's name and the code."""
    canvas.put(x + 1, 0, name, BAR)
    at = x + BOARD_COLS - 3 * len(code) - (len(code) < 5)
    for hole, peg in enumerate(code):
        small_peg(canvas, at + 3 * hole, 0, peg, look)


def in_hand(canvas: Canvas, x: int, y: int, holes: int, look: Look) -> None:
    """Draw the row being made as empty holes that answer the mouse."""
    for hole in range(holes):
        at = x + hole_x(hole, holes)
        canvas.blit(big_peg(UNSET, look), at, y)
        canvas.hot(at - 1, y, 6, 2, Hole(hole))


def hand_pegs(x: int, y: int, hand: RowInHand, look: Look) -> Iterator[Sprite]:
    """Yield the pegs of the row in hand, and the cursor's brackets."""
    holes = len(hand.pegs)
    for hole, peg in enumerate(hand.pegs):
        if peg != UNSET:
            yield Sprite(big_peg(peg, look), x + hole_x(hole, holes), y)
    at = x + hole_x(hand.cursor, holes)
    left, right = "[]" if look.tier == "ascii" else "▐▌"
    yield Sprite(letter_picture(left, YELLOW, PEG_ROWS), at - 1, y)
    yield Sprite(letter_picture(right, YELLOW, PEG_ROWS), at + 4, y)


def mark_row(canvas: Canvas, x: int, row: int) -> None:
    """Highlight the number of the row to be guessed, as a tab that opens to the board."""
    canvas.put(x, row_y(row), f"{row + 1:>2}", YELLOW)
    canvas.put(x, row_y(row) + 1, "  ")


# -- animation -------------------------------------------------------------------------------------

PEG_SECONDS: Final = 0.14
AT_LAST: Final = api.Moment(our.banner_at_last, 6, api.film(__file__, "lock", "lock", "lock_open"))
HELD: Final = api.Moment(our.banner_held, 6)
"""A code that held for ten guesses."""


class Peg(NamedTuple):
    """A picture of that side's last row, with so many of its pegs and marks visible."""

    side: int
    pegs: int
    marks: int


def frames(before: api.GameView | None, after: api.GameView) -> tuple[api.Frame, ...]:
    """Return a frame for every piece of the row just entered, first the board without it.  The guesser's
    own pegs don't appear one by one.
    """
    game = after.position
    if before is None or not after.moves or after.moves[-1] == api.QUIT or not game.guesses:
        return ()
    side = THEIRS if len(game.answers) > len(before.position.answers) else MINE
    rows = game.rows(side)
    black, white = mark(rows[-1], game.code(side))
    scored = black + white
    coming = [Peg(side, pegs, 0) for pegs in range(game.holes)] if side != left_side(after) else []
    if coming or scored:
        coming += [Peg(side, game.holes, marks) for marks in range(scored + 1)]
    one_by_one = tuple(api.Frame(PEG_SECONDS, peg) for peg in coming)
    if len(rows) < GUESSES or (black < game.holes and game.duel):
        return one_by_one
    moment = AT_LAST if black == game.holes else HELD
    return (*one_by_one, *api.fanfare(moment, Peg(side, game.holes, scored)))


def arriving_pegs(table: api.GameView, x: int, look: Look) -> tuple[Sprite, ...]:
    """Return the visible part of a board's last row at column `x`: first pegs, then black, then white."""
    peg, rows = table.frame, table.position.history(table.frame.side)
    (pegs, marks), y = rows[-1], row_y(len(rows) - 1)
    out = [
        Sprite(big_peg(letter, look), x + hole_x(hole, len(pegs)), y)
        for hole, letter in enumerate(pegs[: peg.pegs])
    ]
    if peg.pegs < len(pegs):
        return tuple(out)
    black = min(marks[0], peg.marks)
    score = score_pegs(black, min(marks[1], peg.marks - black), look, bool((len(rows) - 1) % 2))
    return (*out, Sprite(score, x + MARKS - 1, y))


# -- Show Scoring ----------------------------------------------------------------------------------

LEFT: Final = 14
PITCH: Final = 11
ABOVE: Final = 4  # the guess's first row
LINES: Final = 7  # rows between the pegs
BELOW: Final = ABOVE + 2 + LINES


def draw(table: api.GameView, side: int, row: int, look: Look) -> Canvas:
    game, canvas = table.position, Canvas(COLS, ROWS)
    guess, code = game.rows(side)[row], game.code(side)
    marks = mark(guess, code)
    page_frame(canvas, our.title_scoring(), ACCENT)
    whose = (
        our.scoring_your_guess()
        if side == api.reader(table)
        else our.scoring_guess_of(name=name(table, side))
    )
    canvas.put(4, 2, our.scoring_line(whose=whose, row=row + 1, marks=marks_text(marks)), ACCENT)
    canvas.put(3, ABOVE, our.label_guess(), WHITE)
    canvas.put(
        3, BELOW, our.label_your_code() if side == 1 - api.reader(table) else our.label_the_code(), WHITE
    )
    for hole, (above, below) in enumerate(zip(guess, code, strict=True)):
        canvas.blit(big_peg(above, look), LEFT + hole * PITCH, ABOVE)
        canvas.blit(big_peg(below, look), LEFT + hole * PITCH, BELOW)
    _draw_links(canvas, guess, code, look)
    canvas.blit(score_pegs(*marks, look), LEFT + 5 * PITCH + 1, ABOVE)
    words = [cut(line, COLS - 6) for line in links_text(guess, code)]
    canvas.put_lines(4, BELOW + 3 - (len(words) > 4), words)
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
