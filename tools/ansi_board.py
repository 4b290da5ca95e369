"""The board's own screens: a night street, a door ajar, and one warm light that falls out of it.

Law: everything is lit from the door.  Faces are cold blue, whatever looks at the door has an
amber rim, and no other colour appears unless something glows by itself (a moon, a window).
"""

from __future__ import annotations

from math import hypot

from ansi_font import BOLD, COMPACT, GRAND, Font, letters
from ansi_kit import AMBER, Brush, Paint, Point, Sheet, ramp, solid, step

ICE = ramp(
    ("█", 15, 0), ("▓", 15, 3), ("█", 11, 0), ("▓", 11, 3),
    ("▒", 11, 1), ("█", 9, 0), ("▓", 9, 1), ("▒", 9, 1),
)  # fmt: skip
DUSK = ramp(("█", 11, 0), ("█", 9, 0), ("▓", 9, 1), ("▒", 9, 1))
STARS = (
    (2, 0, "·", 9), (9, 2, "·", 8), (14, 0, "∙", 7), (19, 1, "·", 9), (26, 2, "·", 8), (30, 0, "+", 11),
    (35, 3, "·", 9), (41, 0, "·", 8), (46, 4, "·", 9), (50, 1, "·", 7), (55, 0, "·", 9), (1, 3, "·", 8),
    (38, 1, "·", 8), (27, 5, "·", 9), (76, 0, "·", 9), (79, 1, "·", 8), (33, 6, "·", 8), (43, 6, "·", 9),
    (58, 1, "·", 8), (1, 6, "·", 9), (75, 1, "∙", 7), (52, 7, "·", 9), (51, 10, "·", 8), (51, 13, "·", 9),
    (25, 1, "·", 8), (30, 6, "·", 9), (40, 5, "+", 9), (37, 7, "·", 8), (22, 7, "·", 8), (12, 7, "·", 9),
)  # fmt: skip


def banded(paints: tuple[Paint, ...], top: int) -> Brush:
    """A paint for every cell row, the first at pixel row `top`."""
    return lambda x, y: paints[min(max((y // 2) - top // 2, 0), len(paints) - 1)]


def lettering(
    sheet: Sheet,
    words: str,
    font: Font,
    x: int,
    y: int,
    face: Brush,
    rim: Brush | None = None,
    side: int = 1,
    gap: int = 2,
) -> None:
    """Letters cut loose from what is behind, shaded away from the light, `gap` pixels apart.

    Letters two pixels apart have their shaded side below and to the left, closer ones only
    below, or it would fill what parts them.  `rim` colours the edges that look at the light.
    """
    points = list(letters(words, font, x, y, gap))
    solid = set(points)
    around = {(i + dx, j + dy) for i, j in points for dx in (-2, -1, 0, 1) for dy in (-1, 0, 1, 2)}
    sheet.spots(around - solid, 0)
    sheet.spots({(i - (gap > 1), j + 1) for i, j in points} - solid, side)
    sheet.spots(points, face)
    if rim is not None:
        sheet.spots([(i, j) for i, j in points if (i + 1, j) not in solid], rim)


def glow(sheet: Sheet, x: int, y: int, w: int, h: int, gap: tuple[int, int, int], reach: float) -> None:
    """Stones of a wall, lit from an upright slit `gap` (column, first and last pixel row)."""

    def stone(i: int, j: int) -> Paint | int:
        course = j // 2
        block = (i + 3 * (course % 2)) // 6
        middle = block * 6 + 3 - 3 * (course % 2)
        far = hypot(abs(middle - gap[0]) * 0.75, max(gap[1] - j, j - gap[2], 0))
        rough = ((block * 7 + course * 5) % 4) / 2
        return AMBER[min(max(round((1 - far / reach) * 4 + rough), 0), 3)] if far < reach else 0

    sheet.rect(x, y, w, h, stone)


def spill(sheet: Sheet, shape: list[Point], source: Point, reach: float) -> None:
    """Light on the ground inside `shape`, gone `reach` pixels from `source`."""

    def lit(i: int, j: int) -> Paint:
        far = hypot(i - source[0], (j // 2 * 2 + 1 - source[1]) * 1.6) / reach
        return step(AMBER, max(0.98 - far, 0.12))

    sheet.poly(shape, lit)


def ajar(sheet: Sheet, x: int, y: int, w: int, h: int, open_by: int) -> None:
    """A door in its frame, `open_by` pixels ajar at the left; the frame's outside is w × h pixels."""
    foot = y + h
    sheet.rect(x - 1, y - 1, w + 2, h + 1, 0)
    sheet.rect(x, y, w, h, solid(6))
    sheet.rect(x + 1, y + 2, w - 2, h - 2, 14)
    if open_by > 4:
        sheet.rect(x + 3, y + 4, open_by - 4, h - 4, 15)
    free, hinge = x + 1 + open_by, x + w - 1
    lean = 2 if open_by > 2 else 0
    slab = [(free, y + 2 + lean), (hinge, y + 2), (hinge, foot), (free, foot - lean)]
    sheet.poly(slab, 1)
    high = h - 2
    left, right = free + 2 + (hinge - free) // 8, hinge - 2
    for top, low in ((0.14, 0.44), (0.56, 0.86)):
        first, last = round(high * top), round(high * low)
        sheet.rect(left, y + 2 + first, right - left, last - first, 0)
    sheet.rect(free, y + 2 + lean, 1, high - 2 * lean, 6)
    sheet.dot(free + 1, y + h // 2 + 1, 14)


CAT = (
    "..#..o",
    "..###o",
    "..e#e#",
    "...#o.",
    "..##o.",
    ".###o.",
    ".####o",
    "#####o",
    "#.###o",
)


def cat(sheet: Sheet, x: int, y: int, eyes: Brush = 0, rim: Brush = 0) -> None:
    """The board's cat, sitting, 6 × 9 pixels: a silhouette, or in the dark its eyes and its lit side."""
    sheet.picture(x, y, CAT, {"#": 0, "e": eyes, "o": rim})


MOON = (".###.", "###..", "##...", "##...", "###..", ".###.")


def moon(sheet: Sheet, x: int, y: int) -> None:
    """A crescent, 5 × 6 pixels, its top left at (x, y)."""
    sheet.picture(x, y, MOON, {"#": 15})


def stars(sheet: Sheet, rows: int, left: int = 0, right: int = 80) -> None:
    """Stars in the empty cells of the first rows."""
    for x, y, char, colour in STARS:
        if y < rows and left <= x < right:
            sheet.cell(x, y, char, colour)


def welcome() -> Sheet:
    """The first thing a caller sees; rows 0-19, what is below belongs to the log-on."""
    sheet = Sheet(20)
    stars(sheet, 16)
    house(sheet)
    cobbles(sheet, 17, 20)
    spill(sheet, [(62, 32), (71, 32), (71, 34), (66, 40), (2, 40), (2, 39)], (65, 33), 68)
    sheet.poly([(63, 34), (68, 34), (52, 40), (40, 40)], 6)
    lettering(sheet, "THE", BOLD, 2, 4, banded(ICE[:4], 4))
    lettering(sheet, "DOOR", GRAND, 2, 16, banded(ICE, 16), 6)
    cat(sheet, 62, 25)
    moon(sheet, 47, 4)
    for x in (40, 43):  # no star among the words
        sheet.cell(x, 5 + (x > 40), " ", 7)
    sheet.text(28, 5, "@BOARD-L24@", 15)
    sheet.text(28, 6, "one light left on", 6)
    return sheet


def cobbles(sheet: Sheet, top: int, end: int, left: int = 0) -> None:
    """Paving that only shows where a stone's edge catches something."""
    for y in range(top, end):
        for x in range(left + (y * 5) % 7, 80, 9):
            sheet.cell(x + (x * y) % 4, y, "·", 8, 0)


def house(sheet: Sheet, open_by: int = 8) -> None:
    """The house at the right of the street, its attic awake and its door ajar."""
    sheet.poly([(53, 10), (68, -3), (83, 10), (83, 32), (53, 32)], 0)
    glow(sheet, 54, 10, 26, 22, (65, 12, 32), 6 + open_by)
    sheet.line(51, 12, 68, -2, 8)
    sheet.rect(65, 3, 7, 5, 3)
    sheet.rect(66, 4, 5, 3, 11)
    sheet.rect(68, 3, 1, 5, 3)
    ajar(sheet, 60, 10, 18, 22, open_by)


def rule(sheet: Sheet, x: int, y: int, words: str, lamp: int) -> None:
    """A horizontal edge of a frame, blue, warming where it passes under the lamp at column `lamp`."""
    for i, char in enumerate(words):
        far = abs(x + i - lamp)
        sheet.cell(x + i, y, char, 14 if far < 5 else 6 if far < 14 else 9 if far < 26 else 1, 0)


def wordmark(sheet: Sheet, x: int, y: int) -> None:
    """The board's name in the compact alphabet, 56 × 6 pixels."""
    tints = (15, 11, 11, 9, 9, 9)
    for words, at in (("THE", x), ("DOOR", x + 26)):
        lettering(sheet, words, COMPACT, at, y, lambda i, j: tints[(j - y) % 6])


def menu() -> Sheet:
    """The main menu: header in rows 0-3, frame in rows 4-21; rows 5-20, columns 3-76 stay empty."""
    sheet = Sheet(22)
    wordmark(sheet, 2, 1)
    small_door(sheet, 70, 0)
    for y, words in enumerate(("node @NODE@", "@DATE-L10@", "@TIME-L8@"), start=1):
        sheet.text(59, y, words, (7, 6, 6)[y - 1])
    rule(sheet, 2, 4, "╔" + "═" * 74 + "╗", 71)
    for y in range(5, 21):
        sheet.cell(2, y, "║", 1, 0)
        sheet.cell(77, y, "║", 6 if y < 8 else 9 if y < 12 else 1, 0)
    sheet.text(2, 21, "╚" + "═" * 74 + "╝", 1, 0)
    sheet.text(18, 21, "╡" + " " * 42 + "╞", 1, 0)
    sheet.text(20, 21, "@BOARD-C40@", 15, 0)
    for x, y, char, colour in (
        (0, 1, "·", 9),
        (25, 0, "·", 8),
        (66, 0, "+", 9),
        (79, 1, "·", 8),
        (78, 3, "·", 9),
    ):
        sheet.cell(x, y, char, colour)
    return sheet


def small_door(sheet: Sheet, x: int, y: int) -> None:
    """The door as a sign, 7 × 8 pixels."""
    sheet.rect(x, y, 7, 8, solid(6))
    sheet.rect(x + 1, y + 1, 5, 7, 14)
    sheet.poly([(x + 3, y + 2), (x + 6, y + 1), (x + 6, y + 8), (x + 3, y + 7)], 1)
    sheet.dot(x + 3, y + 5, 14)


# -- leaving ---------------------------------------------------------------------------------


def goodbye() -> Sheet:
    """The same street, the door about to close; rows 0-21."""
    sheet = Sheet(22)
    stars(sheet, 16)
    house(sheet, 2)
    cobbles(sheet, 17, 20, 39)
    spill(sheet, [(61, 32), (63, 32), (40, 40), (31, 40)], (62, 33), 48)
    lettering(sheet, "GOOD", BOLD, 4, 10, banded(ICE[:4], 10))
    lettering(sheet, "NIGHT", BOLD, 4, 22, banded(DUSK, 22))
    cat(sheet, 43, 26, 14, 6)
    moon(sheet, 47, 4)
    sheet.text(5, 17, "@BOARD-L30@", 7)
    sheet.text(5, 18, "the turns are back tomorrow", 6)
    sheet.text(5, 20, "NO CARRIER", 8)
    return sheet


# -- the month -------------------------------------------------------------------------------

GOLD = ramp(("█", 6, 0), ("░", 14, 6), ("▒", 14, 6), ("▓", 14, 6), ("█", 14, 0), ("█", 15, 0), ("█", 14, 0))


def gilt(left: int, wide: int) -> Brush:
    """Polished metal between two columns, its highlight near the right."""
    return lambda x, y: step(GOLD, (x - left + 0.5) / wide)


def trophy(sheet: Sheet, x: int, y: int) -> None:
    """A cup with two handles on a plinth, 28 × 34 pixels."""
    metal = gilt(x + 4, 20)
    for centre, ink in ((x + 4, solid(6)), (x + 23, 14)):
        sheet.disc(centre, y + 7, 4.5, ink, 5.5)
        sheet.disc(centre, y + 7, 2.5, 0, 3.5)
    sheet.poly(
        [(x + 4, y), (x + 24, y), (x + 23, y + 9), (x + 17, y + 17), (x + 11, y + 17), (x + 5, y + 9)], metal
    )
    sheet.rect(x + 12, y + 17, 4, 6, gilt(x + 9, 8))
    sheet.rect(x + 9, y + 22, 10, 2, metal)
    sheet.rect(x + 5, y + 24, 18, 8, 1)
    sheet.rect(x + 22, y + 24, 1, 8, 9)
    sheet.rect(x + 3, y + 30, 22, 2, 1)
    sheet.rect(x + 24, y + 30, 1, 2, 9)


CONFETTI = (
    (3, 1, "·", 9), (9, 3, "∙", 6), (14, 0, "·", 11), (22, 0, "·", 14), (12, 5, "·", 6), (2, 8, "·", 6),
    (34, 9, "·", 9), (33, 14, "+", 6), (1, 13, "+", 9), (1, 18, "·", 9), (34, 18, "·", 6), (77, 2, "+", 6),
    (74, 0, "·", 9), (60, 0, "·", 6), (46, 0, "·", 9), (78, 9, "·", 9), (70, 6, "·", 9), (77, 17, "·", 6),
    (52, 20, "·", 9), (66, 0, "·", 8), (6, 5, "·", 9), (72, 3, "∙", 9), (67, 5, "·", 14), (30, 7, "·", 11),
)  # fmt: skip


def winner() -> Sheet:
    """The month's winner and a cup; rows 0-21."""
    sheet = Sheet(22)
    for x, y, char, ink in CONFETTI:
        sheet.cell(x, y, char, ink)
    trophy(sheet, 4, 12)
    lettering(sheet, "WINNER", BOLD, 17, 2, banded(GOLD[4:0:-1], 2))
    rule(sheet, 36, 10, "╔" + "═" * 36 + "╗", 73)
    for y in range(11, 17):
        sheet.cell(36, y, "║", 1, 0)
        sheet.cell(73, y, "║", 6 if y < 14 else 1, 0)
    sheet.text(36, 17, "╚" + "═" * 36 + "╝", 1, 0)
    sheet.text(40, 7, "@DOOR-C30@", 11)
    sheet.text(45, 8, "@MONTH-C20@", 6)
    sheet.text(40, 12, "@WINNER-C30@", 15)
    sheet.centre(14, "wins with", 6, None, 37, 36)
    sheet.text(49, 15, "@SCORE-C12@", 14)
    sheet.centre(20, "the door stays open for the next", 8, None, 37, 36)
    return sheet


# -- headers ---------------------------------------------------------------------------------


def header(words: str, rows: int, under: str, gap: int = 2) -> Sheet:
    """A strip of `rows` rows: a word in the compact alphabet, the small door, a warm rule."""
    sheet = Sheet(rows)
    tints = (15, 11, 11, 9, 9, 9)
    lettering(sheet, words, COMPACT, 2, 1, lambda i, j: tints[j - 1], gap=gap)
    small_door(sheet, 72, 0)
    rule(sheet, 0, rows - 1, "═" * 80, 75)
    sheet.text(2, rows - 2, under, 6)
    return sheet


def bulletin() -> Sheet:
    """The head of every bulletin page; 5 rows."""
    return header("BULLETINS", 5, "")


def newcaller() -> Sheet:
    """The head of a new caller's form; 6 rows."""
    return header("NEW CALLER", 6, "sign the book once, and the door knows you", 1)
