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
from door.term.canvas import BLACK, CYAN, GREY, WHITE, Canvas, picture
from door.ui.lettering import INKS, drawing, drawings, paint
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

_MIRROR: Final = str.maketrans("/()[]|'", "\\)(][|`")


@picture
def switch(right: bool, loaded: bool, of: Tier) -> Canvas:
    """Draw a switch, 8 columns × 3 rows, that leans left or right, with or without a ball."""
    name, canvas = "switch_loaded" if loaded else "switch", Canvas(2 * COLUMN, ROWS_A_LEVEL)
    if of == "ascii":
        for y, row in enumerate(drawings(__file__)[f"{name}_lines"]):
            line = row.ljust(2 * COLUMN)
            canvas.put(0, y, line[::-1].translate(_MIRROR) if right else line, WHITE if loaded else GREY)
        return canvas
    # the shade stays on the right, whichever way the switch leans
    rows = [row[::-1].replace("syyy", "yyys") if right else row for row in drawings(__file__)[name]]
    paint(canvas, 0, 0, rows, INKS, BLACK)
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
    if of != "ascii":
        return drawing(__file__, "ball")
    canvas = Canvas(COLUMN, 2)
    canvas.put(0, 0, " __ ", WHITE)
    canvas.put(0, 1, "(##)", WHITE)
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


@picture
def arrow(right: bool, of: Tier) -> Canvas:
    """Draw the arrow that points at a card, 5 columns × 3 rows."""
    canvas = Canvas(5, 3)
    if of == "ascii":
        canvas.put(0, 1, "--->>" if right else "<<---", WHITE)
        return canvas
    rows = [row[::-1] if right else row for row in drawings(__file__)["arrow"]]
    paint(canvas, 0, 0, rows, INKS, BLACK)
    return canvas


@picture
def balls(at: int, of: Tier) -> Canvas:
    """Draw falling balls, 9 columns × 6 rows.  Every other picture moves them down three rows of pixels."""
    canvas, at = Canvas(9, 6), at // 2
    rows = drawings(__file__)["balls_apart" if at // 4 % 2 else "balls"]
    step = at % 4 * 3
    paint(canvas, 0, 0, [*rows[len(rows) - step :], *rows[: len(rows) - step]], INKS, BLACK)
    return canvas
