"""Playing cards, 7 columns × 7 rows, in two looks: "3D" (lit and casting a shadow) and "2D".

Law: cached pictures, copied and never drawn upon.  No background is brighter than 7.  A card shows its rank
and suit in characters (A♠), so colour is never needed to read it.  On mono terminals the felt is black and
the cards are in reverse or in outline.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.thieves.rules import rank, suit
from door.term.canvas import (
    BLACK,
    BRIGHT_RED,
    BROWN,
    DARK,
    GREEN,
    GREY,
    RED,
    WHITE,
    Canvas,
    Sprite,
    picture,
    style,
)  # fmt: skip
from door.ui.lettering import bitmap, paint
from door.ui.screen import View

W: Final = 7
H: Final = 7
STRIP: Final = 2
"""Visible rows of a card that lies under another one."""

GLYPHS: Final = "♠♥♦♣"
SHORT: Final = ("JOKER", "A", *map(str, range(2, 11)), "J", "Q", "K")

PIPS: Final = {
    2: ".#. ... ... ... .#.",
    3: ".#. ... .#. ... .#.",
    4: "#.# ... ... ... #.#",
    5: "#.# ... .#. ... #.#",
    6: "#.# ... #.# ... #.#",
    7: "#.# .#. #.# ... #.#",
    8: "#.# .#. #.# .#. #.#",
    9: "#.# #.# .#. #.# #.#",
    10: "#.# #.# #.# #.# #.#",
}
ACES: Final = (
    ("..#..", ".###.", "#####", "#####", "#.#.#", "..#..", ".###."),
    (".....", ".#.#.", "#####", "#####", ".###.", "..#.."),
    ("..#..", ".###.", "#####", "#####", ".###.", "..#.."),
    (".###.", ".###.", "#####", "#####", "#.#.#", "..#..", ".###."),
)
THIEF: Final = ("r.r.r", "rrrrr", ".sss.", "kkkkk", "kwkwk", ".sss.", ".srs.", "..s..")


class Skin(NamedTuple):
    """The style of cards and table: `felt` and `body` are backgrounds 0-7, and `weave` fills the felt."""

    felt: int
    body: int
    black: int
    red: int
    edge: int
    solid: bool
    shadow: bool
    weave: str
    ascii: bool = False


COLOUR_3D: Final = Skin(GREEN, GREY, BLACK, RED, DARK, True, True, "▒")
COLOUR_2D: Final = Skin(GREEN, GREY, BLACK, RED, BLACK, False, False, "▒")
COLOUR_ASCII: Final = Skin(BLACK, GREY, BLACK, RED, BLACK, False, False, " ", ascii=True)
MONO_3D: Final = Skin(BLACK, GREY, BLACK, BLACK, BLACK, True, False, " ")
MONO_2D: Final = Skin(BLACK, BLACK, WHITE, WHITE, GREY, False, False, " ")
MONO_ASCII: Final = MONO_2D._replace(ascii=True)


def skin(view: View, solid: bool) -> Skin:
    """Return the skin for the terminal.  Without shading characters there is only the flat look."""
    if view.ascii:
        return MONO_ASCII if view.mono else COLOUR_ASCII
    if view.mono:
        return MONO_3D if solid else MONO_2D
    return COLOUR_3D if solid else COLOUR_2D


def short(card: int) -> str:
    """Return a card's short name: "10♥", "K♠", "JOKER"."""
    of = suit(card)
    return SHORT[rank(card)] + ("" if of is None else GLYPHS[of])


def ink(card: int, look: Skin) -> int:
    return look.red if suit(card) in (1, 2, None) else look.black


@picture
def face(card: int, look: Skin) -> Canvas:
    """Draw the whole card, face up."""
    canvas = Canvas(W, H)
    _blank(canvas, look)
    text, colour = short(card), style(ink(card, look), look.body)
    canvas.put(1, 0, text, colour)
    canvas.right(W - 2, H - 1, text, colour)
    _middle(canvas, card, look)
    return canvas


def strip(card: int, look: Skin) -> Canvas:
    """Draw the visible strip of a card that lies under another one."""
    canvas = Canvas(W, STRIP)
    canvas.blit(face(card, look))
    canvas.fill(1, 1, W - 2, 1, " ", style(look.black, look.body))
    return canvas


@picture
def back(look: Skin) -> Canvas:
    canvas = Canvas(W, H)
    if look.shadow:
        canvas.fill(0, 0, W, H, "█", style(BRIGHT_RED, RED))
        canvas.fill(1, 1, W - 2, H - 2, "▒", style(BRIGHT_RED, RED))
        canvas.fill(W - 1, 0, 1, H, "▌", style(BRIGHT_RED, RED))
        return canvas
    cloth = BLACK if look.red in (BLACK, WHITE) else RED
    canvas.fill(0, 0, W, H, "▒" if cloth == BLACK else "░", style(GREY, cloth))
    canvas.box(0, 0, W, H, style(WHITE, cloth))
    return canvas


def place(look: Skin) -> Canvas:
    canvas = Canvas(W, H)
    if look.weave == " ":
        canvas.fill(0, 0, W, H, " ", style(BLACK, look.felt))
        canvas.box(0, 0, W, H, style(DARK if look.felt == BLACK else BLACK, look.felt))
    else:
        canvas.fill(0, 0, W, H, "▓", style(BLACK, look.felt))
    return canvas


def lay(canvas: Canvas, x: int, y: int, picture: Canvas, look: Skin) -> None:
    """Draw a picture of cards at (x, y), with its shadow in the shaded look."""
    for sprite in card_sprites(picture, x, y, look):
        canvas.blit(*sprite)


def card_sprites(picture: Canvas, x: int, y: int, look: Skin) -> tuple[Sprite, ...]:
    """Return a picture of cards at (x, y), and its shadow in the shaded look, as sprites."""
    card = Sprite(picture, x, y)
    if not look.shadow:
        return (card,)
    right, below = _shadow(1, picture.rows, look), _shadow(picture.cols - 1, 1, look)
    return card, Sprite(right, x + picture.cols, y + 1), Sprite(below, x + 1, y + picture.rows)


@picture
def _shadow(cols: int, rows: int, look: Skin) -> Canvas:
    canvas = Canvas(cols, rows)
    canvas.fill(0, 0, cols, rows, "▓", style(BLACK, look.felt))
    return canvas


@picture
def stack(cards: tuple[int, ...], look: Skin, pitch: int = STRIP) -> Canvas:
    """Draw one or more cards on bare felt, overlapping downwards `pitch` rows apart, the last one whole."""
    pile = Canvas(W, (len(cards) - 1) * pitch + H)
    for at, card in enumerate(cards[:-1]):
        pile.blit(strip(card, look), 0, at * pitch)
    pile.blit(face(cards[-1], look), 0, pile.rows - H)
    return _on_felt(pile, look)


@picture
def pack(look: Skin) -> Canvas:
    """Draw the stock: a card face down, on bare felt."""
    return _on_felt(back(look), look)


def _on_felt(picture: Canvas, look: Skin) -> Canvas:
    canvas = Canvas(W + look.shadow, picture.rows + look.shadow)
    canvas.fill(0, 0, canvas.cols, canvas.rows, look.weave, style(BLACK, look.felt))
    lay(canvas, 0, 0, picture, look)
    return canvas


def _blank(canvas: Canvas, look: Skin) -> None:
    canvas.fill(0, 0, W, H, " ", style(look.black, look.body))
    if not look.solid:
        canvas.box(0, 0, W, H, style(look.edge, look.body))
    elif look.shadow:
        canvas.fill(0, 0, 1, H, "▌", style(WHITE, look.body))
        canvas.fill(0, 0, W, 1, "▀", style(WHITE, look.body))
        canvas.fill(W - 1, 1, 1, H - 1, "▐", style(look.edge, look.body))
        canvas.put(0, 0, "█", style(WHITE, look.body))
    else:
        canvas.put(0, 0, "▀" * W, style(look.black, look.body))


def _middle(canvas: Canvas, card: int, look: Skin) -> None:
    of, kind = suit(card), rank(card)
    if look.ascii and kind not in PIPS:
        canvas.centre(H // 2, "* * *" if of is None else GLYPHS[of], style(ink(card, look), look.body))
    elif of is None:
        _thief(canvas, look)
    elif kind in PIPS:
        for y, row in enumerate(PIPS[kind].split()):
            for x, pip in enumerate(row):
                if pip == "#":
                    canvas.put(1 + 2 * x, 1 + y, GLYPHS[of], style(ink(card, look), look.body))
    else:
        rows = ACES[of] if kind == 1 else bitmap(SHORT[kind])
        drop = ("",) if len(rows) < 8 else ()
        _pixels(canvas, (*drop, *rows), {"#": ink(card, look)}, look)


def _thief(canvas: Canvas, look: Skin) -> None:
    colours = {"r": RED, "s": BROWN, "k": BLACK, "w": WHITE}
    if look.felt == BLACK:
        colours = {"r": look.black, "k": look.black}
    _pixels(canvas, ("", *THIEF), colours, look)


def _pixels(canvas: Canvas, rows: tuple[str, ...], colours: dict[str, int], look: Skin) -> None:
    inside = Canvas(5, 5)
    inside.fill(0, 0, 5, 5, " ", style(look.black, look.body))
    paint(inside, 0, 0, [row.ljust(5) for row in rows], colours, look.body)
    canvas.blit(inside, 1, 1)
