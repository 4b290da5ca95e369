"""Pegs and boards as pictures: small canvases, made once and blitted, never drawn upon.

Law: nothing here knows a game.  A peg is 4 columns × 2 rows, a round of 4 × 4 pixels.  The
looks: colour, where a peg may carry its number on a darker cap (a bright colour cannot be a
background); mono and ASCII, where its letter or number says it all.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from door.games.mindbuster.hand import NUMBERS
from door.games.mindbuster.rules import NO_PEG, UNSET
from door.term.canvas import (
    BLACK,
    BLUE,
    BRIGHT_BLUE,
    BRIGHT_GREEN,
    BRIGHT_MAGENTA,
    BRIGHT_RED,
    BROWN,
    DARK,
    GREEN,
    GREY,
    MAGENTA,
    RED,
    WHITE,
    YELLOW,
    Canvas,
    style,
)  # fmt: skip
from door.ui.lettering import paint, signboard
from door.ui.screen import View

Tier = Literal["colour", "mono", "ascii"]


class Look(NamedTuple):
    """How pegs are drawn: the tier, and whether each shows its number."""

    tier: Tier
    numbers: bool


def look_of(view: View, numbers: bool) -> Look:
    """The look of a view."""
    return Look("ascii" if view.ascii else "mono" if view.mono else "colour", numbers)


INKS: Final = dict(
    zip(
        "RWBGYKOV",
        (BRIGHT_RED, WHITE, BRIGHT_BLUE, BRIGHT_GREEN, YELLOW, DARK, BROWN, BRIGHT_MAGENTA),
        strict=True,
    )
)
CAPS: Final = dict(
    zip(
        "RWBGYKOV",
        (style(WHITE, RED), style(BLACK, GREY), style(WHITE, BLUE), style(WHITE, GREEN), style(YELLOW, BROWN),
         style(WHITE, BLACK), style(WHITE, BROWN), style(WHITE, MAGENTA)),
        strict=True,
    )
)  # fmt: skip
DIGITS: Final = {peg: digit for digit, peg in NUMBERS.items() if peg != NO_PEG}

PEG_COLS: Final = 4
PEG_ROWS: Final = 2
_ROUND: Final = (".##.", "####", "####", ".##.")
_CROSS: Final = ("#..#", ".##.", ".##.", "#..#")


@lru_cache(maxsize=128)
def peg(letter: str, look: Look) -> Canvas:
    """A peg, NO PEG (a cross) or an unset hole (a small dent), 4 columns × 2 rows."""
    canvas = Canvas(PEG_COLS, PEG_ROWS)
    if look.tier != "colour":
        return _lettered(canvas, letter, look)
    if letter not in INKS:
        if letter == NO_PEG:
            paint(canvas, 0, 0, _CROSS, {"#": GREY}, BLACK)
        else:
            canvas.put(1, 0, "▄▄", DARK)
        return canvas
    paint(canvas, 0, 0, _ROUND, {"#": INKS[letter]}, BLACK)
    if look.numbers:
        canvas.put(1, 1, f"{DIGITS[letter]} ", CAPS[letter])
    return canvas


def label(letter: str, look: Look) -> str:
    """What tells a peg without colour: its number or its letter."""
    return DIGITS.get(letter, letter) if look.numbers else letter


def _lettered(canvas: Canvas, letter: str, look: Look) -> Canvas:
    if letter == UNSET:
        canvas.put(1, 0, ".", GREY)
    else:
        canvas.put(0, 0, " --" if letter == NO_PEG else f"({label(letter, look)})", WHITE)
    return canvas


def small_peg(canvas: Canvas, x: int, y: int, letter: str, look: Look, ground: int = BLACK) -> None:
    """A peg of three columns in one row; "?" is one that is not known."""
    if look.tier != "colour":
        canvas.put(x, y, "( )" if letter == UNSET else f"({label(letter, look)})", WHITE)
    elif letter == "?":
        canvas.put(x, y, " ? ", style(WHITE, ground))
    elif letter not in INKS:
        canvas.put(x, y, " x " if letter == NO_PEG else " ∙ ", style(GREY, ground))
    else:
        canvas.put(x, y, "▐█▌", style(INKS[letter], ground))
        if look.numbers:
            canvas.put(x + 1, y, DIGITS[letter], CAPS[letter])


@lru_cache(maxsize=128)
def score(black: int, white: int, look: Look, odd: bool = False) -> Canvas:
    """The pegs of a score on their plate, 4 columns × 2 rows; plates below each other differ."""
    canvas = Canvas(4, 2)
    plain = look.tier != "colour"
    plate = BLACK if plain else MAGENTA if odd else GREY
    canvas.fill(0, 0, 4, 2, " ", style(BLACK, plate))
    blacks, whites = {"colour": ("■", "■"), "mono": ("■", "o"), "ascii": ("*", "o")}[look.tier]
    if look.numbers and not plain:
        whites = "o"
    marks = [(blacks, BLACK)] * black + [(whites, WHITE)] * white
    for at, (char, ink) in enumerate(marks):
        x, y = (1 + at % 2, at // 2) if at < 4 else (3, 0)
        canvas.put(x, y, char, WHITE if plain else style(ink, plate))
    return canvas


@lru_cache(maxsize=8)
def logo(tier: Tier) -> Canvas:
    """The door's name."""
    return signboard("MINDBUSTER!", BRIGHT_MAGENTA, MAGENTA, tier == "ascii")
