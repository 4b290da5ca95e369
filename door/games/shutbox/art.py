"""The box, its tiles and the dice as pictures: small canvases, drawn once and copied.

A picture depends only on its arguments and the tier.  Pictures are shared, so never draw on them.  In mono,
shapes and shading replace the colours.  In ASCII, numerals are in boxes of lines.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from door.term.canvas import BLACK, BRIGHT_GREEN, BROWN, GREEN, GREY, WHITE, YELLOW, Canvas, picture, style
from door.ui.lettering import bitmap, paint
from door.ui.screen import Tier

Face = Literal["up", "pulled", "entered", "counted"]

UP_ROWS: Final = 5
DOWN_ROWS: Final = 3
SPAN: Final = 72  # columns the tiles take up, gaps included


class Wood(NamedTuple):
    """A tile's colours: its face, a standing tile's numeral and edge, and a lying tile's grain."""

    face: int
    ink: int = BLACK
    edge: int = BLACK
    grain: str = "█"


_COLOURS: Final[dict[Face, Wood]] = {
    "up": Wood(BROWN, WHITE, YELLOW), "pulled": Wood(YELLOW), "entered": Wood(GREEN),
    "counted": Wood(BRIGHT_GREEN),
}  # fmt: skip
_MONO: Final[dict[Face, Wood]] = {
    "up": Wood(BLACK, WHITE, WHITE), "pulled": Wood(WHITE), "entered": Wood(GREY, grain="▒"),
    "counted": Wood(WHITE),
}  # fmt: skip


def tile_cols(tiles: int) -> int:
    """Return a tile's width in columns, without the gap to the next one."""
    return SPAN // tiles - 1


@picture
def tile(number: int, cols: int, face: Face, of: Tier) -> Canvas:
    """Draw a tile: standing (5 rows) if its face is "up", else lying (3 rows)."""
    rows = UP_ROWS if face == "up" else DOWN_ROWS
    if of == "ascii":
        return _draw_in_lines(number, cols, rows, face)
    wood = (_COLOURS if of == "colour" else _MONO)[face]
    return _standing(number, cols, wood, of) if face == "up" else _lying(number, cols, wood)


def _standing(number: int, cols: int, wood: Wood, of: Tier) -> Canvas:
    """Draw a standing tile with the largest numeral that leaves a column free on both sides."""
    canvas = Canvas(cols, UP_ROWS)
    digits = next(
        (bits for small in (False, True) if len((bits := bitmap(str(number), small))[0]) <= cols - 2), ()
    )
    above = (UP_ROWS * 2 - len(digits) + 1) // 2
    pixels = ["-" * cols, *[" " * cols] * (above - 1), *(row.center(cols) for row in digits)]
    pixels += [" " * cols] * (UP_ROWS * 2 - len(pixels))
    paint(canvas, 0, 0, pixels, {"#": wood.ink, "-": wood.edge}, wood.face)
    if not digits:
        canvas.centre(UP_ROWS // 2, str(number), style(wood.ink, wood.face))
    if of == "mono":  # sides replace the colour; the rod of the hinges is the lower edge
        for y in range(UP_ROWS):
            canvas.put(0, y, "▌" if y else "█", wood.edge)
            canvas.put(cols - 1, y, "▐" if y else "█", wood.edge)
    return canvas


def _lying(number: int, cols: int, wood: Wood) -> Canvas:
    """Draw a tile pulled down, with its number in a window.  Three rows have no room for a large numeral,
    and text never has a bright background.
    """
    canvas = Canvas(cols, DOWN_ROWS)
    canvas.fill(0, 0, cols, DOWN_ROWS, wood.grain, wood.face)
    canvas.centre(DOWN_ROWS // 2, str(number).center(min(len(str(number)) + 2, cols - 2)), wood.face)
    return canvas


def _draw_in_lines(number: int, cols: int, rows: int, face: Face) -> Canvas:
    """Draw a tile in lines.  A pulled tile has its number in brackets, an entered one is dotted."""
    canvas, entered = Canvas(cols, rows), face == "entered"
    canvas.box(0, 0, cols, rows, GREY if entered else WHITE)
    if entered:
        canvas.fill(1, 1, cols - 2, rows - 2, ":", GREY)
    said = {"up": f"{number}", "entered": f" {number} "}.get(face, f"[{number}]")
    canvas.centre(rows // 2, said, GREY if entered else WHITE)
    return canvas


def box(of: Tier) -> Canvas:
    """Draw the empty box, 78 columns × 13 rows: a wooden frame, felt, and the rod of the hinges."""
    canvas = Canvas(78, 13)
    wood = style(YELLOW, BROWN)
    if of == "colour":
        canvas.fill(2, 8, 74, 3, "░", style(GREEN))  # rows 1 and 11 are the cursor's rails
    canvas.fill(0, 0, 2, 13, " ", wood)
    canvas.fill(76, 0, 2, 13, " ", wood)
    canvas.fill(0, 0, 78, 1, " ", wood)
    canvas.fill(0, 12, 78, 1, " ", wood)
    canvas.box(1, 0, 76, 13, wood, "double")
    canvas.put(2, 7, "─" * 74 if of == "ascii" else "═" * 74, BROWN)
    return canvas
