"""The doors' title pages: one accent and one picture each, the light from the right as on the street.

Law: a page is 80 × 22; the two rows under it belong to whoever shows it.
"""

from __future__ import annotations

from ansi_board import banded, lettering
from ansi_font import BOLD, SLIM, letters
from ansi_kit import Paint, Sheet, ramp, solid

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
    lettering(sheet, "SHUT", BOLD, 7, 2, banded(LEAF, 2), side=6)
    lettering(sheet, "THE", SLIM, 40, 4, solid(6), side=0, gap=1)
    lettering(sheet, "BOX", BOLD, 54, 2, banded(LEAF, 2), side=6)
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


# -- MicroLink ---------------------------------------------------------------------------

SEA = ramp(("█", 15, 0), ("█", 11, 0), ("▓", 11, 3), ("▒", 11, 3))


def small_die(sheet: Sheet, x: int, y: int, value: int, ink: int) -> None:
    """A die on a screen, 7 × 7 pixels."""
    sheet.rect(x, y, 7, 7, ink)
    for i, j in PIPS[value]:
        sheet.dot(x + 1 + 2 * i, y + 1 + 2 * j, 0)


def monitor(sheet: Sheet, x: int, y: int) -> None:
    """A computer of the period, 48 × 30 pixels, the game on its screen."""
    sheet.rect(x, y, 46, 25, 7)
    sheet.rect(x, y, 1, 25, 8)
    sheet.rect(x + 45, y, 1, 25, 15)
    sheet.rect(x + 3, y + 2, 40, 20, 0)
    for i in range(9):
        left, shut = x + 5 + 4 * i, i in (1, 3, 4, 8)
        sheet.rect(left, y + 5, 3, 6, 11 if not shut else 1)
        sheet.cell(left + 1, (y + 3) // 2, str(i + 1), 15 if not shut else 3, 0)
    small_die(sheet, x + 5, y + 13, 6, 15)
    small_die(sheet, x + 14, y + 13, 1, 15)
    for row in range(4):
        filled = min(max(34 - 10 * row, 0), 10)
        sheet.text(x + 30, (y + 14) // 2 + row, "■" * filled + "·" * (10 - filled), 11, 0)
    sheet.rect(x + 38, y + 23, 4, 1, 10)
    sheet.rect(x + 17, y + 25, 12, 1, 8)
    keyboard(sheet, x - 2, y + 26)


def keyboard(sheet: Sheet, x: int, y: int) -> None:
    """A keyboard, 50 × 5 pixels."""
    sheet.rect(x, y, 50, 5, 7)
    sheet.rect(x + 49, y, 1, 5, 15)
    for j in (1, 3):
        sheet.spots(((i, y + j) for i in range(x + 1 + j // 2, x + 36, 2)), 8)
        sheet.spots(((i, y + j) for i in range(x + 39, x + 48, 2)), 8)
    sheet.rect(x + 10, y + 3, 16, 1, 8)


def modem(sheet: Sheet, x: int, y: int) -> None:
    """A modem, 20 × 6 pixels, its lamps lit, a cord leaving to the right."""
    sheet.rect(x, y, 20, 6, 8)
    sheet.rect(x + 1, y + 1, 18, 3, 0)
    sheet.rect(x + 19, y, 1, 6, 7)
    for i in range(8):
        sheet.dot(x + 2 + 2 * i, y + 2, 12 if i in (0, 1, 2, 4, 7) else 4)


CAPTIONS = (
    (7, "SHUT THE BOX", 15), (9, "one to four players", 11), (10, "five turns each", 3),
    (11, "computers to beat", 3), (12, "250 is perfect", 3), (16, "CONNECT 2400", 8),
)  # fmt: skip


def microlink() -> Sheet:
    """The computer game: its screen, its keyboard and the modem it came through."""
    sheet = Sheet(22)
    lettering(sheet, "MICROLINK", BOLD, 7, 2, banded(SEA, 2))
    monitor(sheet, 6, 13)
    modem(sheet, 58, 36)
    for y, words, ink in CAPTIONS:
        sheet.text(58, y, words, ink)
    return sheet


# -- MindBuster! ---------------------------------------------------------------------------

PLUM = ramp(("█", 15, 0), ("█", 13, 0), ("▓", 13, 5), ("▒", 13, 5))
PEGS = {"R": 12, "W": 15, "B": 9, "G": 10, "Y": 14, "K": 8, "O": 6, "V": 13}
# the code behind the question marks is YBOG: each score is what that code gives
PEG = (".##.", "####", "####", ".##.")
GUESSES = (("RWBG", 1, 1), ("YRBV", 1, 1), ("YBGR", 2, 1), ("YBOR", 3, 0))


def peg(sheet: Sheet, x: int, y: int, ink: int) -> None:
    """A code peg, 4 × 4 pixels, its left side in shade."""
    sheet.picture(x, y, PEG, {"#": ink})


def mindbuster() -> Sheet:
    """A board of pegs, four guesses deep, and the question they are asked."""
    sheet = Sheet(22)
    lettering(sheet, "MINDBUSTER!", BOLD, 4, 2, banded(PLUM, 2), gap=1)
    sheet.rect(6, 13, 46, 31, 5)
    sheet.rect(51, 13, 1, 31, 13)
    sheet.rect(9, 14, 31, 5, 0)
    sheet.rect(41, 14, 8, 5, 0)
    sheet.spots(letters("10", SLIM, 42, 14), 13)
    for i in range(4):
        sheet.spots(letters("?", SLIM, 12 + 7 * i, 14), 15)
    for row, (code, black, white) in enumerate(GUESSES):
        y = 20 + 6 * row
        sheet.rect(9, y, 31, 5, 0)
        sheet.rect(41, y, 8, 5, 7)
        for i, colour in enumerate(code):
            peg(sheet, 12 + 7 * i, y, PEGS[colour])
        for i in range(4):
            if i < black + white:
                sheet.rect(42 + 4 * (i % 2), y + 1 + 2 * (i // 2), 2, 1, 0 if i < black else 15)
    question(sheet, 57, 13)
    return sheet


def question(sheet: Sheet, x: int, y: int) -> None:
    """A question mark whose point is a peg, 18 × 30 pixels."""
    face = banded((*PLUM, PLUM[3], *ramp(("█", 5, 0))), y)
    sheet.disc(x + 8.5, y + 8.5, 8.9, face)
    sheet.disc(x + 8.5, y + 8.5, 4, 0)
    sheet.rect(x, y + 8, 9, 12, 0)
    sheet.rect(x + 7, y + 13, 5, 9, face)
    sheet.disc(x + 9.5, y + 27.5, 3, 14)


# -- Forty Thieves ---------------------------------------------------------------------------

BLOOD = ramp(("█", 15, 0), ("█", 12, 0), ("▓", 12, 4), ("█", 4, 0))
STACKS = (
    "9♠ 4♥ K♣ 2♦ 7♠", "A♥ 8♣ 6♦ J♠ 3♥", "Q♦ 5♠ 10♥ 7♣ K♦", "2♠ 9♦ 4♣ A♦ 8♥", "J♥ 3♣ 6♠ 10♦ Q♣",
    "5♥ K♠ 8♦ 2♣ 9♥", "7♦ A♣ Q♠ 6♥ 4♠",
)  # fmt: skip
JOKER = (
    ".yy..........yy.",
    ".yyr...rr...ryy.",
    "...rr.rrrr.rr...",
    "...rrrrrrrrrr...",
    "....rrrrrrrr....",
    "....ssssssss....",
    "...kkkkkkkkkk...",
    ".kkkwwkkkkwwkkk.",
    ".kkkwwkkkkwwkkk.",
    "...kkkkkkkkkk...",
    "....ssssssss....",
    "....sssrrsss....",
    "....rsssssr.....",
    ".....rrrrr......",
    "......sss.......",
    "....rryyyrr.....",
)


def stack(sheet: Sheet, x: int, y: int, names: list[str]) -> None:
    """Five overlapping cards from cell row `y`, 8 columns wide; the last lies open."""
    tall = 2 * len(names) + 4
    sheet.rect(x - 1, 2 * y + 1, 1, tall, 0)
    sheet.rect(x, 2 * y, 8, tall, 7)
    for row, name in enumerate(names):
        ink = 4 if name[-1] in "♥♦" else 0
        if row:
            sheet.text(x, y + row, "▀" * 8, 8, 7)
        sheet.text(x, y + row, name, ink, 7)
    low = y + len(names) + 1
    sheet.text(x + 8 - len(names[-1]), low, names[-1], 4 if names[-1][-1] in "♥♦" else 0, 7)


def thieves() -> Sheet:
    """Green felt, seven stacks of five, and the joker with a mask on."""
    sheet = Sheet(22, 2)
    for words, y in (("FORTY", 2), ("THIEVES", 12)):
        for shift in (2, 1):
            sheet.spots(letters(words, BOLD, 5 - shift, y + shift), 0)
        sheet.spots(letters(words, BOLD, 5, y), banded(BLOOD, y))
    for i, names in enumerate(STACKS):
        stack(sheet, 4 + 9 * i, 13, names.split())
    sheet.rect(68, 29, 8, 12, 0)
    sheet.rect(69, 28, 8, 12, 12)
    sheet.rect(70, 30, 6, 8, Paint(4, "▒", 12, 4))
    sheet.rect(54, 4, 17, 20, 0)
    sheet.rect(55, 3, 17, 20, 12)
    sheet.rect(56, 4, 15, 18, Paint(4, "▒", 12, 4))
    sheet.rect(57, 2, 20, 20, 0)
    sheet.rect(58, 1, 19, 20, 15)
    sheet.picture(60, 3, JOKER, {"y": 14, "r": 4, "s": 6, "k": 0, "w": 15})
    return sheet


# -- Switchbox ---------------------------------------------------------------------------------

BRASS = ramp(("█", 15, 0), ("█", 14, 0), ("▓", 14, 6), ("▒", 14, 6))
# leaning left: the platform low on the left, the trigger in the air on the right
SEESAW = (".....pp", "w..ppp.", "wwwpp..", "..^^^..")
LEANS = ("0110", "10010", "011010", "1001101", "01101001")
BALLS = ((0, 1), (1, 3), (2, 0), (2, 4), (3, 5), (4, 2), (4, 7))


def switch(sheet: Sheet, x: int, y: int, right: bool, ball: bool) -> None:
    """A switch two columns wide, 7 × 4 pixels, a ball on its platform or none."""
    rows = [row[::-1] if right else row for row in SEESAW]
    sheet.picture(x, y, rows, {"w": 15, "p": 7, "^": 8})
    if ball:
        left = x + (4 if right else 1)
        sheet.rect(left, y, 2, 2, 14)
        sheet.rect(left, y + 2, 2, 1, 7)


def casing(sheet: Sheet, level: int) -> None:
    """The machine's walls beside one level, stepping outwards below it."""
    left, right, y = 8 + 4 * (4 - level), 8 + 4 * (12 + level), 15 + 5 * level
    for x, ink in ((left - 4, 8), (right + 1, 7)):
        sheet.rect(x, y, 2, 5, ink)
    if level < 4:
        sheet.rect(left - 8, y + 4, 6, 1, 8)
        sheet.rect(right + 1, y + 4, 6, 1, 7)


def switchbox() -> Sheet:
    """The machine from the front: five levels of switches, sixteen ways out, a ball on its way."""
    sheet = Sheet(22)
    lettering(sheet, "SWITCHBOX", BOLD, 6, 2, banded(BRASS, 2), side=8)
    for level, leans in enumerate(LEANS):
        casing(sheet, level)
        for i, lean in enumerate(leans):
            x, y = 8 + 4 * (4 - level + 2 * i), 16 + 5 * level
            switch(sheet, x, y, lean == "1", (level, i) in BALLS)
    for i in range(17):
        sheet.rect(8 + 4 * i - 1, 40, 1, 2, 7 if i > 8 else 8)
    for i in range(8):
        sheet.cell(8 + 4 * (i + 4) + 1, 6, str(i + 1), 14 if i == 3 else 6)
    for i in range(16):
        sheet.text(8 + 4 * i, 21, f"{i + 1:>2}", 14 if i in (7, 8) else 7)
    return sheet
