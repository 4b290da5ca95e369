"""The box as pictures: switches, levels, balls, the casing, figures, and the door's name.

Law: a picture depends only on its arguments and the tier, and is never drawn upon.  In mono, the same shapes
replace colour.

A column of the box is four cells wide, a level three rows high.  A switch spans two columns.  On its
platform's side it has a low flat shelf with a lip, which holds a ball if the switch is loaded.  On the
trigger's side an arm points up.
"""

from __future__ import annotations

from typing import Final

from door.games.switchbox.box import EXITS, FIRST_ENTRY, LEVELS, SWITCHES
from door.term.canvas import BLACK, BROWN, CYAN, DARK, GREY, WHITE, YELLOW, Canvas, picture
from door.ui.lettering import paint
from door.ui.screen import Tier

COLUMN: Final = 4
ROWS_A_LEVEL: Final = 3
LEFT: Final = 8
"""The screen column of the box's column 0."""
TOP: Final = 2
"""The row of the first level."""
EXIT_ROW: Final = TOP + LEVELS * ROWS_A_LEVEL + 1


def column_x(column: int) -> int:
    """Return the first screen column of the box's column 0..15."""
    return LEFT + COLUMN * column


def level_x(level: int) -> int:
    """Return the first screen column of a level's switches."""
    return column_x(FIRST_ENTRY - level)


# -- switches ------------------------------------------------------------------------------------

# leaning left: the shelf on the left with its lip, the arm up on the right
_SHAPE: Final = ("........", "......a.", ".....aa.", "....aa..", ".sssa...", "...mm...")
_LOADED: Final = (".bb.....", "bbbo..a.", "bbbo.aa.", ".bb.aa..", ".sssa...", "...mm...")
_LINES: Final = ("        ", "      / ", "|__]-'  ")
_LINES_LOADED: Final = (" __     ", "(##)  / ", "|__]-'  ")
_MIRROR: Final = str.maketrans("/()[]|'", "\\)(][|`")


@picture
def switch(right: bool, loaded: bool, of: Tier) -> Canvas:
    """Draw a switch, 8 columns × 3 rows, that leans left or right, with or without a ball."""
    canvas = Canvas(2 * COLUMN, ROWS_A_LEVEL)
    if of == "ascii":
        for y, row in enumerate(_LINES_LOADED if loaded else _LINES):
            canvas.put(0, y, row[::-1].translate(_MIRROR) if right else row, WHITE if loaded else GREY)
        return canvas
    shape = _LOADED if loaded else _SHAPE
    rows = tuple(row[::-1] for row in shape) if right else shape
    # the shade stays on the right, whichever way the switch leans
    rows = tuple(row.replace("obbb", "bbbo") for row in rows)
    paint(canvas, 0, 0, rows, {"s": WHITE, "a": CYAN, "b": YELLOW, "o": BROWN, "m": DARK}, BLACK)
    return canvas


@picture
def level_picture(level: int, lean: int, load: int, of: Tier) -> Canvas:
    """Draw a whole level.  `lean` and `load` have one bit for each switch, the leftmost lowest."""
    canvas = Canvas(2 * COLUMN * SWITCHES[level], ROWS_A_LEVEL)
    for at in range(SWITCHES[level]):
        canvas.blit(switch(bool(lean >> at & 1), bool(load >> at & 1), of), 2 * COLUMN * at, 0)
    return canvas


@picture
def ball(of: Tier) -> Canvas:
    """Draw a ball in the air, 4 columns × 2 rows."""
    canvas = Canvas(COLUMN, 2)
    if of == "ascii":
        canvas.put(0, 0, " __ ", WHITE)
        canvas.put(0, 1, "(##)", WHITE)
        return canvas
    paint(canvas, 0, 0, (".bb.", "bbbo", "bbbo", ".bb."), {"b": WHITE, "o": DARK}, BLACK)
    return canvas


# -- the casing --------------------------------------------------------------------------------------


@picture
def casing(of: Tier) -> Canvas:
    """Draw the empty box on a screen of 80×23: its walls, and the partitions between the exits."""
    canvas = Canvas(80, 23)
    for level in range(LEVELS):
        left, right, y = level_x(level) - 1, 80 - level_x(level), TOP + ROWS_A_LEVEL * level
        for row in range(y, y + ROWS_A_LEVEL):
            canvas.put(left, row, "║", CYAN)
            canvas.put(right, row, "║", CYAN)
        if level:
            canvas.put(left, y - 1, "╔═══╝", CYAN)
            canvas.put(right - 4, y - 1, "╚═══╗", CYAN)
    canvas.put(level_x(0) - 1, TOP - 1, "╥", CYAN)
    canvas.put(80 - level_x(0), TOP - 1, "╥", CYAN)
    _exits(canvas, of)
    return canvas


def _exits(canvas: Canvas, of: Tier) -> None:
    """Draw the partitions between the exits, and the floor with their numbers."""
    width = COLUMN * EXITS
    for row in (EXIT_ROW - 1, EXIT_ROW):
        canvas.put(LEFT - 1, row, "║", CYAN)
        canvas.put(LEFT + width, row, "║", CYAN)
    canvas.put(LEFT - 1, EXIT_ROW + 1, "╚" + "═" * width + "╝", CYAN)
    for column in range(EXITS):
        if column and of != "ascii":
            canvas.put(column_x(column) - 1, EXIT_ROW + 1, "╧", CYAN)
        canvas.put(column_x(column) + 1, EXIT_ROW + 1, f"{column + 1}", GREY)


# -- figures and arrows ----------------------------------------------------------------------------


_ARROW: Final = ("....#", "..###", "#####", "#####", "..###", "....#")


@picture
def arrow(right: bool, of: Tier) -> Canvas:
    """Draw the arrow that points at a card, 5 columns × 3 rows."""
    canvas = Canvas(5, 3)
    if of == "ascii":
        canvas.put(0, 1, "--->>" if right else "<<---", WHITE)
        return canvas
    rows = tuple(row[::-1] for row in _ARROW) if right else _ARROW
    paint(canvas, 0, 0, rows, {"#": YELLOW}, BLACK)
    return canvas


_BALLS: Final = (
    (".yy......", "yyyo..yy.", "yyyo.yyyo", ".yy..yyyo", "......yy.", "..yy.....", ".yyyo....", ".yyyo.yy.",
     "..yy.yyyo", ".....yyyo", "......yy.", "........."),
    ("..yy.....", ".yyyo....", ".yyyo.yy.", "..yy.yyyo", ".....yyyo", "......yy.", ".yy......", "yyyo..yy.",
     "yyyo.yyyo", ".yy..yyyo", "......yy.", "........."),
)  # fmt: skip


@picture
def balls(at: int, of: Tier) -> Canvas:
    """Draw falling balls, 9 columns × 6 rows.  Every other picture moves them down three rows of pixels."""
    canvas, at = Canvas(9, 6), at // 2
    rows = _BALLS[at // 4 % 2]
    step = at % 4 * 3
    fallen = (*rows[-step:], *rows[:-step]) if step else rows
    paint(canvas, 0, 0, fallen, {"y": YELLOW, "o": BROWN}, BLACK)
    return canvas
