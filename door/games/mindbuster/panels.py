"""What stands beside the boards: palette and buttons, the card of a solo game, and what it came to.

Law: cached pictures, keyed by what they show.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.mindbuster import art
from door.games.mindbuster.art import Look
from door.games.mindbuster.board import Palette
from door.games.mindbuster.card import ACCENT
from door.games.mindbuster.record import Best
from door.games.mindbuster.rules import LETTERS, NO_PEG
from door.term.canvas import BRIGHT_MAGENTA, DARK, GREY, MAGENTA, WHITE, YELLOW, Canvas, picture, style
from door.ui.widgets import Hint, button, cut
from door.ui.words import seal

COLS: Final = 18
CARD_COLS: Final = 31
ROWS: Final = 21
SHORT: Final = dict(zip(LETTERS, ("Red", "Whi", "Blu", "Grn", "Yel", "Blk", "Org", "Vio"), strict=True))
KINDS: Final = {"practice": "practice", "free": "a free turn", "daily": "the daily deal"}
_BUTTONS: Final = (
    Hint("enter", "OK"), Hint("f4", "Random", "F4 A"), Hint("=", "Copy a row"), Hint("-", "No peg"),
    Hint("backspace", "Empty", "BkSp"),
)  # fmt: skip
_GOLD: Final = (YELLOW, WHITE, WHITE)


class Side(NamedTuple):
    """What the panel at the right shows: the size, whether a code or a guess is being made (else
    neither), whether the row is full and there is one to copy, and what is sealed."""

    holes: int
    colours: int
    making: str
    full: bool
    copy: bool
    commit: str
    kind: str


@picture
def side(of: Side, look: Look) -> Canvas:
    """What is played, the palette and the buttons: 18 columns × 21 rows."""
    canvas = Canvas(COLS, ROWS)
    hiding = of.making == "code"
    bar = style(BRIGHT_MAGENTA, MAGENTA) if look.tier == "colour" else WHITE
    canvas.fill(0, 0, COLS, 1, " ", bar)
    canvas.put(1, 0, "MindBuster!", bar)
    canvas.right(COLS - 2, 0, f"{of.holes}x{of.colours}", bar)
    for at, letter in enumerate(LETTERS[: of.colours]):
        _dish(canvas, at % 2 * 9, 2 + at // 2 * 2, letter, f"{at + 1}", SHORT[letter], look)
    if not hiding:
        _dish(canvas, 0, 2 + (of.colours + 1) // 2 * 2, NO_PEG, "0", "NO PEG", look)
    for at, hint in enumerate(_BUTTONS):
        if hint.key != NO_PEG or not hiding:
            _button(canvas, 1, 13 + at, hint, _lit(of, hint))
    canvas.put(1, 18, KINDS.get(of.kind, ""), YELLOW)
    canvas.put(1, 19, "codes sealed:", DARK)
    canvas.put(1, 20, seal(of.commit, 3), GREY)
    return canvas


def _dish(canvas: Canvas, x: int, y: int, peg: str, number: str, name: str, look: Look) -> None:
    """A peg of the palette, to be dragged or clicked."""
    canvas.blit(art.peg(peg, look), x, y)
    canvas.put(x + 5, y, number, GREY)
    canvas.put(x + 7, y, peg, ACCENT)
    canvas.put(x + 5, y + 1, name, GREY)
    canvas.hot(x, y, 5 + max(len(name), 3), 2, Palette(peg))


def _lit(of: Side, hint: Hint) -> bool:
    """Whether a button would do something now."""
    if not of.making:
        return False
    return of.full if hint.key == "enter" else of.copy if hint.key == "=" else True


def _button(canvas: Canvas, x: int, y: int, hint: Hint, lit: bool) -> None:
    button(canvas, x, y, hint, ACCENT if lit else DARK)
    if not lit:
        canvas.tint(x, y, len(hint.shown) + 3 + len(hint.word), 1, DARK)


# -- beside a solo board -------------------------------------------------------------------------


@picture
def card(best: Best, holes: int, colours: int, look: Look) -> Canvas:
    """How a score reads, and the fewest guesses of this size: 31 columns × 21 rows."""
    canvas = _legend(holes, colours, look)
    for at, (guesses, caller) in enumerate(best):
        canvas.put(3, 13 + at, f"{guesses:>2}  {cut(caller, 22)}", _GOLD[min(at, 2)])
    if not best:
        canvas.put(3, 13, "None on the books yet.", DARK)
    return canvas


def _legend(holes: int, colours: int, look: Look) -> Canvas:
    canvas = Canvas(CARD_COLS, ROWS)
    bar = style(WHITE, MAGENTA) if look.tier == "colour" else WHITE
    canvas.fill(0, 0, CARD_COLS, 1, " ", bar)
    canvas.put(1, 0, "Solo", bar)
    canvas.right(29, 0, f"{colours**holes:,} codes", bar)
    canvas.put(2, 2, "How a score reads", WHITE)
    lines = (((1, 0), "right colour,", "right hole"), ((0, 1), "right colour,", "another hole"))
    for at, (marks, first, second) in enumerate(lines):
        canvas.blit(art.score(*marks, look), 3, 4 + at * 3)
        canvas.put(8, 4 + at * 3, first, GREY)
        canvas.put(8, 5 + at * 3, second, GREY)
    canvas.put(2, 11, f"Fewest guesses, {holes}x{colours} solo", WHITE)
    return canvas


# -- what a game came to -------------------------------------------------------------------------


def over(result: str, codes: tuple[tuple[str, str], ...], look: Look) -> Canvas:
    """The panel of a game that is over: how it went, and each code with a word above it, 18 columns × 21
    rows."""
    canvas = Canvas(COLS, ROWS)
    bar = style(WHITE, MAGENTA) if look.tier == "colour" else WHITE
    canvas.fill(0, 0, COLS, 1, " ", bar)
    canvas.put(1, 0, result, bar)
    for at, (word, code) in enumerate(codes):
        canvas.put(1, 3 + 4 * at, cut(word, COLS - 1), GREY)
        for hole, peg in enumerate(code):
            art.small_peg(canvas, 1 + 3 * hole, 4 + 4 * at, peg, look)
    return canvas
