"""The box, its doors and the logo as pictures: small canvases, drawn once and copied.

Law: a picture depends only on its arguments and the tier, and is never drawn upon.  Tiers: colour; mono,
where shapes replace colour; plain ASCII, with numerals in boxes of lines.  An open door is in the upper row,
a shut one in the lower, so position alone tells them apart.
"""

from __future__ import annotations

from typing import Final, Literal

from door.term.canvas import (
    BLACK,
    BLUE,
    BRIGHT_BLUE,
    BRIGHT_CYAN,
    CYAN,
    DARK,
    GREY,
    WHITE,
    YELLOW,
    Canvas,
    picture,
    style,
)
from door.ui.lettering import bitmap, paint
from door.ui.screen import Tier
from door.ui.widgets import die

Face = Literal["up", "shut", "gone"]

DOORS: Final = 9
DOOR_COLS: Final = 7
DOOR_ROWS: Final = 4
STEP: Final = 8  # columns from one door to the next
LEFT: Final = 4  # the first door's column
UP_ROW: Final = 2
DOWN_ROW: Final = 7
BOX_COLS: Final = 78
BOX_ROWS: Final = 13


def ground(of: Tier) -> int:
    return BLUE if of == "colour" else BLACK


def door_x(number: int) -> int:
    return LEFT + (number - 1) * STEP


_FACES: Final[dict[Face, tuple[int, int]]] = {
    "up": (CYAN, WHITE),
    "shut": (YELLOW, BLACK),
    "gone": (BLACK, BRIGHT_BLUE),
}
"""Each face's own colour and its numeral's colour."""


@picture
def door(number: int, face: Face, of: Tier) -> Canvas:
    """Draw a door, 7 columns × 4 rows: up, shut since the last roll, or gone (shut for the turn)."""
    canvas = Canvas(DOOR_COLS, DOOR_ROWS)
    if of == "ascii":
        canvas.box(0, 0, DOOR_COLS, DOOR_ROWS, WHITE if face != "gone" else GREY)
        canvas.put(2, 1, f"[{number}]" if face == "shut" else f" {number} ", WHITE)
        canvas.put(3, 2, "-" if face == "gone" else " ", GREY)
        return canvas
    if of == "mono":
        return _draw_outline(canvas, number, face)
    paper, ink = _FACES[face]
    small = face == "shut"  # black on bright, so it keeps off the edges
    rows = [row.center(DOOR_COLS) for row in bitmap(str(number), small)]
    paint(canvas, 0, 0, [" " * DOOR_COLS] * (1 + small) + rows, {"#": ink}, paper)
    return canvas


def _draw_outline(canvas: Canvas, number: int, face: Face) -> Canvas:
    """Draw a door without colours: a frame around a smaller numeral.  Monochrome screens would show solid
    ground in reverse.  A door shut for the turn has no frame.
    """
    pixels = [" " * DOOR_COLS] * 2 + [row.center(DOOR_COLS) for row in bitmap(str(number), small=True)]
    if face != "gone":
        edge = "#" * DOOR_COLS
        pixels = [edge, *(f"#{row[1:-1]}#" for row in pixels[1:]), edge]
    paint(canvas, 0, 0, pixels, {"#": GREY if face == "gone" else WHITE}, BLACK)
    return canvas


@picture
def box(of: Tier) -> Canvas:
    """Draw the empty box, 78 columns × 13 rows: a frame, the doorways above, the rail between."""
    canvas = Canvas(BOX_COLS, BOX_ROWS)
    canvas.fill(1, 1, BOX_COLS - 2, BOX_ROWS - 2, " ", style(BRIGHT_BLUE, ground(of)))
    canvas.box(0, 0, BOX_COLS, BOX_ROWS, style(BRIGHT_CYAN, ground(of)), "double")
    for number in range(1, DOORS + 1):
        x = door_x(number) - 1
        canvas.fill(x, UP_ROW, DOOR_COLS, DOOR_ROWS, "░" if of == "colour" else " ", BLUE)
        canvas.put(x + 3, UP_ROW + 1, "·", DARK)
    canvas.put(0, 6, "╟" + "─" * (BOX_COLS - 2) + "╢", style(BRIGHT_CYAN, ground(of)))
    return canvas


def dice_face(face: int, pips: bool, of: Tier) -> Canvas:
    """Draw a die with pips or a numeral.  Face 0 is blank and dim, as before the roll."""
    body, edge = (WHITE, GREY) if face else (CYAN, BLUE)
    if of != "colour":
        body = edge = WHITE if face else GREY
    return die(face, pips or not face, body, edge, of == "ascii")
