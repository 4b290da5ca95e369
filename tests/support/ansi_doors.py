"""The doors' title pages: one accent and one picture each, the light from the right as on the street.

Law: a page is 80 × 22; the two rows under it belong to whoever shows it.
"""

from __future__ import annotations

from support.ansi_board import banded, lettering
from support.ansi_font import BOLD, SLIM, letters, width
from support.ansi_kit import Paint, Sheet, ramp

LEAF = ramp(("█", 15, 0), ("█", 10, 0), ("▓", 10, 2), ("▒", 10, 2))
FELT = ramp(("▒", 0, 2), ("░", 0, 2), (" ", 0, 2))
SHADE = Paint(0, "▓", 0, 2)
WOOD = ramp(("░", 0, 6), (" ", 0, 6), ("░", 14, 6), ("▒", 14, 6))

PIPS = {
    1: ((1, 1),), 2: ((0, 0), (2, 2)), 3: ((0, 0), (1, 1), (2, 2)), 4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)), 6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}  # fmt: skip


def grain(x: int, y: int) -> Paint:
    """Wood: long streaks in a cell row, paler to the right."""
    row = y // 2
    streak = (x + row * 23) // (5 + row % 4 * 3) * 7 + row * 3
    return WOOD[min(streak % 3 % 2 + (x > 56) + (x > 68 and streak % 2), 3)]


def felt(x: int, y: int) -> Paint:
    """Green cloth, darker to the left."""
    return FELT[(x > 26) + (x > 44)]


def die(sheet: Sheet, x: int, y: int, value: int) -> None:
    """A die on felt, 10 × 10 pixels with its dark left side and its shadow; `y` even."""
    sheet.rect(x - 7, y + 4, 5, 8, SHADE)
    sheet.rect(x - 2, y + 10, 8, 2, SHADE)
    sheet.rect(x - 2, y, 2, 10, 8)
    sheet.rect(x, y, 10, 10, 15)
    for i, j in PIPS[value]:
        sheet.rect(x + 1 + 3 * i, y + 1 + 3 * j, 2, 2, 0)


def tile(sheet: Sheet, x: int, name: str, up: bool) -> None:
    """A numbered tile of the box, 5 × 12 pixels standing, or lying flat before its hinge."""
    if up:
        sheet.rect(x - 1, 14, 1, 12, 0)
        sheet.rect(x, 14, 5, 12, 14)
        sheet.spots(letters(name, SLIM, x + 1, 18), 0)
    else:
        sheet.rect(x - 1, 26, 1, 8, 0)
        sheet.rect(x, 26, 5, 8, 6)
        sheet.cell(x + 2, 14, name, 14, 6)


def shutbox() -> Sheet:
    """A wooden box with nine tiles, and a throw of eight that shut the two and the six."""
    sheet = Sheet(22)
    for words, font, x, y, ink in (("SHUT", BOLD, 8, 1, banded(LEAF, 2)), ("THE", SLIM, 39, 3, 6), ("BOX", BOLD, 54, 1, banded(LEAF, 2))):
        lettering(sheet, words, font, x, y, ink, None, 6 if font is BOLD else 0)
    sheet.rect(5, 12, 71, 32, grain)
    sheet.rect(5, 40, 71, 4, 6)
    sheet.rect(9, 12, 63, 29, 0)
    sheet.rect(9, 12, 63, 14, Paint(0, "░", 6, 0))
    sheet.rect(9, 26, 63, 14, felt)
    for i, name in enumerate("123456789"):
        tile(sheet, 10 + i * 7, name, name not in "26")
    die(sheet, 31, 28, 5)
    die(sheet, 58, 28, 3)
    sheet.centre(21, " nine tiles, two dice, one month to win it ", 14, 6)
    return sheet
