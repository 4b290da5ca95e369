"""Draw the door's pictures on a grid of 80×23, centred on larger screens.

Law: pure.  Still parts are cached, with one picture for each arrangement of a stack.  So a frame only copies
a few pictures and draws a few words.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.game import QUIT, Front, GameView, has_hand, kind_name
from door.games.thieves import cards
from door.games.thieves.board import FRAMES, STACK_KEYS, STOCK, STOCK_KEY, Board, CardMotion, solid
from door.games.thieves.cards import STRIP, H, Skin, W
from door.games.thieves.rules import STACKS, Game
from door.games.thieves.words import LOOKS
from door.term.canvas import (
    BLACK,
    BRIGHT_RED,
    CODE,
    DARK,
    GREY,
    SHIFT,
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
from door.ui.screen import View
from door.ui.texts import cache_by_language, tr
from door.ui.widgets import cut, wrap
from door.ui.words import Lines, seal

our: Final = tr.thieves
COLS: Final = 80
ROWS: Final = 23
ACCENT: Final = BRIGHT_RED
TOP: Final = 3
PITCH: Final = 9
CURRENT: Final = (68, TOP)
STOCK_AT: Final = (68, 12)
FELT_ROWS: Final = 21


def draw(table: GameView, view: View) -> Canvas:
    look, frame = cards.skin(view, solid(table)), table.frame
    motion = frame if isinstance(frame, CardMotion) else None
    game = motion.game if motion else table.position
    current = game.current if motion is None or motion.kind != "deal" else None
    keys = bool(table.caller)
    canvas = _draw_felt(
        _visible_stacks(motion, game), current, len(game.stock), _head(table, game, look), look, keys
    ).copy()
    if motion is None and game.over:
        canvas.spots.clear()
    if motion is not None and motion.kind in ("fly", "turn"):
        for sprite in _flying(motion, look):
            canvas.blit(*sprite)
    return canvas


def beside(table: GameView) -> tuple[str, Lines]:
    runs = " ".join(move for move in table.moves if move != QUIT).split("turn")
    return our.label_stacks_taken(), tuple(line for run in runs for line in wrap(run.strip(), 15))


def last(table: GameView, view: View) -> Canvas:
    look, game = cards.skin(view, solid(table)), table.position
    canvas = _cloth(look, bool(table.caller)).copy()
    _header(canvas, _head(table, game, look))
    for at, stack in enumerate(game.stacks):
        if stack:
            canvas.blit(cards.stack(stack, look, 1), _stack_column(at), TOP)
    canvas.blit(cards.stack((game.current,), look), *CURRENT)
    canvas.fill(*STOCK_AT, W, H, look.weave, style(BLACK, look.felt))
    if game.stock:
        canvas.put(STOCK_AT[0], STOCK_AT[1] - 1, our.label_stock(stock=len(game.stock)), _words(look, WHITE))
    canvas.spots.clear()
    return canvas


# -- the title -------------------------------------------------------------------------------


def sign(front: Front, view: View) -> Canvas:
    return _sign(cards.skin(view, front.chosen.get("look", front.options["look"]) != "2d"))


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
        cards.lay(canvas, x, y, cards.face(card, look), look)
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
    for at in range(STACKS):
        canvas.blit(cards.place(look), _stack_column(at), TOP)
        canvas.put(_stack_column(at) + 2, 2, f"[{at + 1}]" if keys else f" {at + 1} ", _words(look, GREY))
        canvas.hot(_stack_column(at), 2, PITCH - 1, FELT_ROWS - 2, STACK_KEYS[at])
    canvas.put(CURRENT[0], 2, our.label_current(), _words(look, WHITE))
    canvas.blit(cards.place(look), *CURRENT)
    canvas.blit(cards.place(look), *STOCK_AT)
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
            canvas.blit(cards.stack(stack, look), _stack_column(at), TOP)
    if current is not None:
        canvas.blit(cards.stack((current,), look), *CURRENT)
    if stock:
        canvas.blit(cards.pack(look), *STOCK_AT)
    canvas.put(STOCK_AT[0], STOCK_AT[1] - 1, our.label_stock(stock=stock), _words(look, WHITE))
    return canvas


def _stack_column(at: int) -> int:
    """Return the first column of stack `at` (0-6)."""
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


def _head(table: GameView, game: Game, look: Skin) -> Head:
    one = not table.caller or look.ascii or table.position.over  # ASCII has only one look
    kind = kind_name(table)
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


def _visible_stacks(motion: CardMotion | None, game: Game) -> tuple[tuple[int, ...], ...]:
    if motion is None or motion.kind != "deal":
        return game.stacks
    dealt = motion.at + STACKS
    return tuple(stack[: max((dealt - at) // STACKS, 0)] for at, stack in enumerate(game.stacks))


def _marked_piles(game: Game) -> tuple[tuple[int, str], ...]:
    """Return the piles to take from (numbered from 0) with their marks: fitting stacks, or else the stock."""
    if game.fitting or not game.stock:
        return tuple((stack - 1, our.mark_fits()) for stack in game.fitting)
    return ((STOCK, our.mark_turn()),)


def _cursor(board: Board, game: Game, look: Skin) -> tuple[Sprite, ...]:
    """Return the cursor: ▲▲▲ below the pile, or around the mark there.  A stack's number is highlighted."""
    at, hints = board.cursor, dict(_marked_piles(game)) if board.hint else {}
    hint = hints.get(at, "")
    text, ink = (f"▲{hint}▲", YELLOW) if hint else ("▲▲▲", WHITE)
    marks = (_mark(at, game, text, ink, look),) if at == STOCK or game.stacks[at] else ()
    if at == STOCK:
        return marks
    return Sprite(letter_picture(f"►[{at + 1}]◄", _words(look, WHITE)), _stack_column(at) + 1, 2), *marks


def _mark(at: int, game: Game, text: str, ink: int, look: Skin) -> Sprite:
    x, y = STOCK_AT if at == STOCK else (_stack_column(at), TOP + (len(game.stacks[at]) - 1) * STRIP)
    return Sprite(letter_picture(text, _words(look, ink)), x + (W - len(text) + 1) // 2, y + H + look.shadow)


# -- animation ------------------------------------------------------------------------------------


def _flying(motion: CardMotion, look: Skin) -> tuple[Sprite, ...]:
    part, start = (motion.at + 1) / (FRAMES[motion.kind] + 1), STOCK_AT
    if motion.kind == "fly":
        start = (_stack_column(motion.stack), TOP + (motion.height - 1) * STRIP)
    x, y = (round(a + (b - a) * part) for a, b in zip(start, CURRENT, strict=True))
    shown = motion.kind == "fly" or part > 0.5
    return cards.card_sprites(cards.face(motion.card, look) if shown else cards.back(look), x, y, look)


def hand(table: GameView, view: View) -> tuple[Sprite, ...]:
    if table.frame is not None or not has_hand(table) or table.position.over:
        return ()
    look, game = cards.skin(view, solid(table)), table.position
    hints = _marked_piles(game) if table.board.hint else ()
    return (*(_mark(at, game, text, YELLOW, look) for at, text in hints), *_cursor(table.board, game, look))
