"""Pegs and boards as pictures: small canvases, drawn once and copied, never drawn upon.

Law: nothing here knows a game.  A peg is 4 columns × 2 rows: a square of 4 × 3 pixels and a gap, so that
pegs of one colour in adjacent rows stay apart.  In colour, a peg may have its number below it.  In mono and
ASCII, its letter or number identifies it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.mindbuster.hand import NUMBERS
from door.games.mindbuster.rules import NO_PEG, UNSET
from door.term.canvas import (
    BLACK,
    BRIGHT_BLUE,
    BRIGHT_GREEN,
    BRIGHT_MAGENTA,
    BRIGHT_RED,
    DARK,
    GREY,
    MAGENTA,
    ORANGE,
    WHITE,
    YELLOW,
    Canvas,
    picture,
    style,
)
from door.ui.screen import Tier


class Look(NamedTuple):
    """The style of pegs: the tier, and True if each shows its number."""

    tier: Tier
    numbers: bool


INKS: Final = dict(
    zip(
        "RWBGYKOV",
        (BRIGHT_RED, WHITE, BRIGHT_BLUE, BRIGHT_GREEN, YELLOW, DARK, ORANGE, BRIGHT_MAGENTA),
        strict=True,
    )
)
DIGITS: Final = {peg: digit for digit, peg in NUMBERS.items() if peg != NO_PEG}

PEG_COLS: Final = 4
PEG_ROWS: Final = 2
SMALL: Final = "▐█▌"
FLAT: Final = "▄▄ "


@picture
def peg(letter: str, look: Look) -> Canvas:
    """Draw a peg, NO PEG (a dash) or an unset hole (a small dent), 4 columns × 2 rows."""
    canvas = Canvas(PEG_COLS, PEG_ROWS)
    if look.tier != "colour":
        return _lettered(canvas, letter, look)
    if letter not in INKS:
        canvas.put(1, 0, "──" if letter == NO_PEG else "▄▄", GREY if letter == NO_PEG else DARK)
        return canvas
    canvas.put(0, 0, "████", INKS[letter])
    if look.numbers:
        canvas.put(1, 1, DIGITS[letter], WHITE)
    else:
        canvas.put(0, 1, "▀▀▀▀", INKS[letter])
    return canvas


def label(letter: str, look: Look) -> str:
    """Return the number or letter that identifies a peg without colour."""
    return DIGITS.get(letter, letter) if look.numbers else letter


def _lettered(canvas: Canvas, letter: str, look: Look) -> Canvas:
    if letter == UNSET:
        canvas.put(1, 0, ".", GREY)
    else:
        canvas.put(0, 0, " --" if letter == NO_PEG else f"({label(letter, look)})", WHITE)
    return canvas


def small_peg(canvas: Canvas, x: int, y: int, letter: str, look: Look, shape: str = SMALL) -> None:
    """Draw a peg in three columns of one row, with its number in the last; "?" is an unknown peg.  Use
    `FLAT` if other pegs lie directly above.
    """
    if look.tier != "colour":
        canvas.put(x, y, "( )" if letter == UNSET else f"({label(letter, look)})", WHITE)
    elif letter == "?":
        canvas.put(x, y, " ? ", WHITE)
    elif letter not in INKS:
        canvas.put(x, y, " x " if letter == NO_PEG else " ∙ ", GREY)
    else:
        canvas.put(x, y, shape, INKS[letter])
        if look.numbers:
            canvas.put(x + 2, y, DIGITS[letter], WHITE)


@picture
def score(black: int, white: int, look: Look, odd: bool = False) -> Canvas:
    """Draw the pegs of a score on their plate, 4 columns × 2 rows; `odd` alternates the plate's colour.
    Without colour, draw the letters "b" and "w".
    """
    canvas = Canvas(4, 2)
    plain = look.tier != "colour"
    plate = BLACK if plain else MAGENTA if odd else GREY
    for row in (0, 1):
        canvas.put(0, row, "" if plain else "▐██▌", plate)
    blacks, whites = ("b", "w") if plain else ("■", "o" if look.numbers else "■")
    marks = [(blacks, WHITE if plain else BLACK)] * black + [(whites, WHITE)] * white
    for at, (char, ink) in enumerate(marks):
        x, y = (1 + at % 2, at // 2) if at < 4 else (3, 0)
        canvas.put(x, y, char, style(ink, plate))
    return canvas
