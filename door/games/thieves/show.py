"""The pictures of the cards, and the screen.

Playing cards, 7 columns × 7 rows, in two looks: "3D" (lit and casting a shadow) and "2D".  No background is
brighter than 7.  A card shows its rank and suit in characters (A♠), so colour is never needed to read it.
On mono terminals the felt is black and the cards are in reverse or in outline.

Still parts are cached, with one picture for each arrangement of a stack.  So a frame only copies a few
pictures and draws a few words.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games import api
from door.games.thieves.play import (
    FRAMES,
    LOOKS,
    STACK_KEYS,
    STOCK,
    STOCK_KEY,
    CardMotion,
    ThievesBoard,
    solid,
)
from door.games.thieves.rules import STACKS, ThievesGame, rank, suit
from door.term.canvas import (
    BLACK,
    BRIGHT_RED,
    BROWN,
    CODE,
    DARK,
    DEEP,
    GREEN,
    GREY,
    LIGHT,
    RED,
    SHIFT,
    SOFT,
    WHITE,
    YELLOW,
    Canvas,
    Sprite,
    letter_picture,
    picture,
    style,
)
from door.term.keys import Key
from door.ui.lettering import bitmap, paint
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import cache_by_language, tr
from door.ui.widgets import cut, wrap
from door.ui.words import Lines, seal

# -- cards -----------------------------------------------------------------------------------------

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


_LIT: Final = (LIGHT, LIGHT, LIGHT, SOFT, SOFT, 0, 0)
"""A card's rows: light falls from above."""


@picture
def face(card: int, look: Skin) -> Canvas:
    canvas = Canvas(W, H)
    _blank(canvas, look)
    text, colour = short(card), style(ink(card, look), look.body)
    canvas.put(1, 0, text, colour)
    canvas.right(W - 2, H - 1, text, colour)
    _middle(canvas, card, look)
    if look.felt and look.body:
        canvas.shade(0, 0, W, _LIT)
    return canvas


def strip(card: int, look: Skin) -> Canvas:
    """Draw the visible strip of a card that lies under another one."""
    canvas = Canvas(W, STRIP)
    canvas.blit(face(card, look))
    canvas.fill(1, 1, W - 2, 1, " ", style(look.black, look.body))
    if look.felt and look.body:
        canvas.shade(0, 0, W, _LIT)
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


def empty_spot(look: Skin) -> Canvas:
    canvas = Canvas(W, H)
    if look.weave == " ":
        canvas.fill(0, 0, W, H, " ", style(BLACK, look.felt))
        canvas.box(0, 0, W, H, style(DARK if look.felt == BLACK else BLACK, look.felt))
    else:
        canvas.fill(0, 0, W, H, "▓", style(BLACK, look.felt))
    return canvas


def _light_felt(canvas: Canvas, y: int = 0) -> None:
    """Shade the felt of a canvas that lies on row `y` of the screen: the lamp hangs above the table."""
    shades = [0 if row < 7 else SOFT if row < 14 else DEEP for row in range(y, y + canvas.rows)]
    canvas.shade(0, 0, canvas.cols, shades)


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
def draw_stack(cards: tuple[int, ...], look: Skin, pitch: int = STRIP) -> Canvas:
    """Draw one or more cards on bare felt, overlapping downwards `pitch` rows apart, the last one whole.

    The picture belongs on row `TOP`.
    """
    pile = Canvas(W, (len(cards) - 1) * pitch + H)
    for at, card in enumerate(cards[:-1]):
        pile.blit(strip(card, look), 0, at * pitch)
    pile.blit(face(cards[-1], look), 0, pile.rows - H)
    return _on_felt(pile, look, TOP)


@picture
def pack(look: Skin) -> Canvas:
    """Draw the stock: a card face down, on bare felt."""
    return _on_felt(back(look), look, STOCK_AT[1])


def _on_felt(picture: Canvas, look: Skin, y: int) -> Canvas:
    canvas = Canvas(W + look.shadow, picture.rows + look.shadow)
    canvas.fill(0, 0, canvas.cols, canvas.rows, look.weave, style(BLACK, look.felt))
    lay(canvas, 0, 0, picture, look)
    _light_felt(canvas, y)
    canvas.blit(picture)
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
        colours = {"r": RED, "s": BROWN, "k": BLACK, "w": WHITE}
        if look.felt == BLACK:
            colours = {"r": look.black, "k": look.black}
        _pixels(canvas, ("", *THIEF), colours, look)
    elif kind in PIPS:
        for y, row in enumerate(PIPS[kind].split()):
            for x, pip in enumerate(row):
                if pip == "#":
                    canvas.put(1 + 2 * x, 1 + y, GLYPHS[of], style(ink(card, look), look.body))
    else:
        rows = ACES[of] if kind == 1 else bitmap(SHORT[kind])
        drop = ("",) if len(rows) < 8 else ()
        _pixels(canvas, (*drop, *rows), {"#": ink(card, look)}, look)


def _pixels(canvas: Canvas, rows: tuple[str, ...], colours: dict[str, int], look: Skin) -> None:
    inside = Canvas(5, 5)
    inside.fill(0, 0, 5, 5, " ", style(look.black, look.body))
    paint(inside, 0, 0, [row.ljust(5) for row in rows], colours, look.body)
    canvas.blit(inside, 1, 1)


our: Final = tr.thieves
# -- the screen ------------------------------------------------------------------------------------

ACCENT: Final = BRIGHT_RED
TOP: Final = 3
PITCH: Final = 9
CURRENT: Final = (68, TOP)
STOCK_AT: Final = (68, 12)
FELT_ROWS: Final = 21


def draw(table: api.GameView, view: View) -> Canvas:
    look, frame = skin(view, solid(table)), table.frame
    motion = frame if isinstance(frame, CardMotion) else None
    game = motion.game if motion else table.position
    current = game.current if motion is None or motion.kind != "deal" else None
    stacks, keys = game.stacks, bool(table.caller)
    if motion is not None and motion.kind == "deal":
        dealt = motion.at + STACKS
        stacks = tuple(stack[: max((dealt - at) // STACKS, 0)] for at, stack in enumerate(stacks))
    canvas = _draw_felt(stacks, current, len(game.stock), _head(table, game, look), look, keys).copy()
    if motion is None and game.over:
        canvas.spots.clear()
    if motion is not None and motion.kind in ("fly", "turn"):
        for sprite in _flying(motion, look):
            canvas.blit(*sprite)
    return canvas


def beside(table: api.GameView) -> tuple[str, Lines]:
    runs = " ".join(move for move in table.moves if move != api.QUIT).split("turn")
    return our.label_stacks_taken(), tuple(line for run in runs for line in wrap(run.strip(), 15))


def last(table: api.GameView, view: View) -> Canvas:
    look, game = skin(view, solid(table)), table.position
    canvas = _cloth(look, bool(table.caller)).copy()
    _header(canvas, _head(table, game, look))
    for at, stack in enumerate(game.stacks):
        if stack:
            canvas.blit(draw_stack(stack, look, 1), _stack_column(at), TOP)
    canvas.blit(draw_stack((game.current,), look), *CURRENT)
    canvas.fill(*STOCK_AT, W, H, look.weave, style(BLACK, look.felt))
    if game.stock:
        canvas.put(STOCK_AT[0], STOCK_AT[1] - 1, our.label_stock(stock=len(game.stock)), _words(look, WHITE))
    canvas.spots.clear()
    return canvas


# -- the title -------------------------------------------------------------------------------


def sign(front: api.Front, view: View) -> Canvas:
    return _sign(skin(view, front.chosen.get("look", front.options["look"]) != "2d"))


@picture
def _sign(look: Skin) -> Canvas:
    canvas = Canvas(COLS, 10)
    canvas.fill(0, 0, COLS, 10, look.weave, style(BLACK, look.felt))
    ink = WHITE if look.red in (BLACK, WHITE) else BRIGHT_RED
    if look.ascii:
        canvas.put(9, 4, "F O R T Y     T H I E V E S", WHITE)
        canvas.put(9, 5, "===========================", ink)
    else:
        _large(canvas, 3, 1, "FORTY", ink, look)
        _large(canvas, 3, 5, "THIEVES", ink, look)
    for at, card in enumerate((12, 24, 37, 10, 52)):
        x, y = 48 + at * 6, 1 + at % 2
        lay(canvas, x, y, face(card, look), look)
        if look.solid and not look.shadow:  # half a column separates it from the card before
            canvas.fill(x, y, 1, H, "▐", style(look.body, look.felt))
    return canvas


def _large(canvas: Canvas, x: int, y: int, text: str, ink: int, look: Skin) -> None:
    """Draw large letters, 4 rows, on the felt, casting a shadow to the left."""
    rows = [f" {row}" for row in bitmap(text)] + [""]
    cast = ["", *bitmap(text)] if look.felt else []
    letters = Canvas(len(rows[0]), 4)
    paint(letters, 0, 0, rows, {"#": ink}, BLACK)
    for at in range(4):
        inked = [*rows[2 * at : 2 * at + 2], *cast[2 * at : 2 * at + 2]]
        for column, cell in enumerate(letters.cells[at]):
            if any(row[column : column + 1].strip() for row in inked):
                canvas.put(x + column, y + at, chr(cell & CODE), cell >> SHIFT)


# -- the table -------------------------------------------------------------------------------


@cache_by_language
def _cloth(look: Skin, keys: bool) -> Canvas:
    """Draw the table without cards, with its labels; `keys` marks the stacks' numbers as keys."""
    canvas = Canvas(COLS, ROWS)
    canvas.fill(0, 2, COLS, FELT_ROWS - 2, look.weave, style(BLACK, look.felt))
    _light_felt(canvas)
    for at in range(STACKS):
        canvas.blit(empty_spot(look), _stack_column(at), TOP)
        canvas.put(_stack_column(at) + 2, 2, f"[{at + 1}]" if keys else f" {at + 1} ", _words(look, GREY))
        canvas.hot(_stack_column(at), 2, PITCH - 1, FELT_ROWS - 2, STACK_KEYS[at])
    canvas.put(CURRENT[0], 2, our.label_current(), _words(look, WHITE))
    canvas.blit(empty_spot(look), *CURRENT)
    canvas.blit(empty_spot(look), *STOCK_AT)
    canvas.hot(CURRENT[0], 2, W + 1, STOCK_AT[1] + H - 2, STOCK_KEY)
    return canvas


@cache_by_language
def _draw_felt(
    stacks: tuple[tuple[int, ...], ...], current: int | None, stock: int, head: Head, look: Skin, keys: bool
) -> Canvas:
    canvas = _cloth(look, keys).copy()
    _header(canvas, head)
    for at, stack in enumerate(stacks):
        if stack:
            canvas.blit(draw_stack(stack, look), _stack_column(at), TOP)
    if current is not None:
        canvas.blit(draw_stack((current,), look), *CURRENT)
    if stock:
        canvas.blit(pack(look), *STOCK_AT)
    canvas.put(STOCK_AT[0], STOCK_AT[1] - 1, our.label_stock(stock=stock), _words(look, WHITE))
    return canvas


def _stack_column(at: int) -> int:
    return 2 + PITCH * at


def _words(look: Skin, colour: int) -> int:
    return style(colour, look.felt if look.weave == " " else BLACK)


class Head(NamedTuple):
    """The contents of the first two rows; `look` is "" if it can't be changed."""

    score: int
    deal: int
    jokers: int
    kind: str
    look: str
    seal: str


def _head(table: api.GameView, game: ThievesGame, look: Skin) -> Head:
    one = not table.caller or look.ascii or table.position.over  # ASCII has only one look
    kind = api.kind_name(table)
    shown = "" if one else LOOKS["3d" if solid(table) else "2d"]()
    return Head(game.score, game.deal, game.jokers, kind, shown, table.commit and seal(table.commit))


def _header(canvas: Canvas, head: Head) -> None:
    canvas.put(2, 0, "FORTY THIEVES", ACCENT)
    at = 18
    for label, value in (
        (our.label_score, head.score),
        (our.label_deal, head.deal),
        (our.label_jokers, head.jokers),
    ):
        at = canvas.put(at, 0, f"{label()} ", GREY)
        at = canvas.put(at, 0, f"{value}", YELLOW if label is our.label_score else WHITE) + 3
    look = f"[L] {head.look}" if head.look else ""
    start = 78 - len(look)
    canvas.put(at, 0, cut(head.kind, start - bool(look) - at), DARK)
    if look:
        canvas.put(start, 0, look, GREY)
        canvas.hot(start, 0, len(look), 1, Key("l"))
    if head.seal:
        canvas.put(2, 1, our.deck_sealed(seal=head.seal), DARK)


def _marked_piles(game: ThievesGame) -> tuple[tuple[int, str], ...]:
    """Return the piles to take from (numbered from 0) with their marks: fitting stacks, or else the stock."""
    if game.fitting or not game.stock:
        return tuple((stack - 1, our.mark_fits()) for stack in game.fitting)
    return ((STOCK, our.mark_turn()),)


def _cursor(board: ThievesBoard, game: ThievesGame, look: Skin) -> tuple[Sprite, ...]:
    """Return the cursor: ▲▲▲ below the pile, or around the mark there.  A stack's number is highlighted."""
    at, hints = board.cursor, dict(_marked_piles(game)) if board.hint else {}
    hint = hints.get(at, "")
    text, ink = (f"▲{hint}▲", YELLOW) if hint else ("▲▲▲", WHITE)
    marks = (_mark(at, game, text, ink, look),) if at == STOCK or game.stacks[at] else ()
    if at == STOCK:
        return marks
    return Sprite(letter_picture(f"►[{at + 1}]◄", _words(look, WHITE)), _stack_column(at) + 1, 2), *marks


def _mark(at: int, game: ThievesGame, text: str, ink: int, look: Skin) -> Sprite:
    x, y = STOCK_AT if at == STOCK else (_stack_column(at), TOP + (len(game.stacks[at]) - 1) * STRIP)
    return Sprite(letter_picture(text, _words(look, ink)), x + (W - len(text) + 1) // 2, y + H + look.shadow)


# -- animation ------------------------------------------------------------------------------------


def _flying(motion: CardMotion, look: Skin) -> tuple[Sprite, ...]:
    part, start = (motion.at + 1) / (FRAMES[motion.kind] + 1), STOCK_AT
    if motion.kind == "fly":
        start = (_stack_column(motion.stack), TOP + (motion.height - 1) * STRIP)
    x, y = (round(a + (b - a) * part) for a, b in zip(start, CURRENT, strict=True))
    shown = motion.kind == "fly" or part > 0.5
    return card_sprites(face(motion.card, look) if shown else back(look), x, y, look)


def hand(table: api.GameView, view: View) -> tuple[Sprite, ...]:
    if table.frame is not None or not api.has_hand(table) or table.position.over:
        return ()
    look, game = skin(view, solid(table)), table.position
    hints = _marked_piles(game) if table.board.hint else ()
    return (*(_mark(at, game, text, YELLOW, look) for at, text in hints), *_cursor(table.board, game, look))
