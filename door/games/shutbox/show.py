"""The pictures of the box, and the screen.

In mono, shapes and shading replace the colours.  In ASCII, numerals are in boxes of lines.

The box with its tiles is one cached picture, and the panels below it are another.  Dice in the air, and the
words carved into the frame, are drawn on top; so is the hand: the cursor and the pulled tiles.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from door.games import api
from door.games.shutbox.play import BELOW, SHUT, SHUT_STEPS, THROW, TILES, BonusCount, Roll
from door.games.shutbox.rules import BoxGame, Dice, all_tiles, roll_text, tiles_of, total_of
from door.term.canvas import (
    BLACK,
    BRIGHT_GREEN,
    BRIGHT_RED,
    BROWN,
    DEEP,
    GREEN,
    GREY,
    LIGHT,
    SOFT,
    WHITE,
    YELLOW,
    Canvas,
    Sprite,
    letter_picture,
    picture,
    style,
)
from door.ui.lettering import banner, bitmap, figure, paint, signboard
from door.ui.screen import COLS, ROWS, Tier, View
from door.ui.texts import cache_by_language, tr
from door.ui.widgets import die, panel
from door.ui.words import Lines, seal

# -- tiles, box and dice ---------------------------------------------------------------------------

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
    canvas = _standing(number, cols, wood, of) if face == "up" else _lying(number, cols, wood)
    if of == "colour":  # light falls from above
        canvas.shade(0, 0, cols, (LIGHT, SOFT, 0, 0, DEEP) if face == "up" else (LIGHT,))
    return canvas


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
    if of == "colour":
        canvas.shade(0, 0, 78, (SOFT,))
        canvas.shade(0, 12, 78, (DEEP,))
    return canvas


our: Final = tr.shutbox
# -- the screen ------------------------------------------------------------------------------------

ACCENT: Final = BRIGHT_GREEN
LEFT: Final = 4  # the first tile's column
DIE_X: Final = 3
DIE_PITCH: Final = 13


def draw(table: api.GameView, view: View) -> Canvas:
    of, game, frame = view.tier, table.position, table.frame
    canvas = _table(game, _tiles_counted(game, frame), of)
    canvas.strip(BELOW, _below(table, 0, of).cells)
    if isinstance(frame, (Roll, BonusCount)) or game.over:
        canvas.spots.clear()
    if isinstance(frame, Roll):
        lying = [
            Sprite(_die(face, of), DIE_X + at * DIE_PITCH, BELOW + 1) for at, face in enumerate(game.dice)
        ]
        for sprite in api.flying_dice(THROW, frame.at, lying, of):
            canvas.blit(*sprite)
    if isinstance(frame, BonusCount) and frame.at:
        _celebrate(canvas, game, (YELLOW, WHITE)[frame.at % 2], of)
    _seal(canvas, table)
    return canvas


def last(table: api.GameView, view: View) -> Canvas:
    game, of = table.position, view.tier
    canvas = _table(game, _tiles_counted(game, None), of)
    canvas.spots.clear()
    _celebrate(canvas, game, YELLOW, of)
    _seal(canvas, table)
    return canvas


@picture
def _sign(tiles: int, of: Tier) -> Canvas:
    canvas = Canvas(COLS, 10)
    canvas.blit_centred(signboard("SHUT THE BOX", BRIGHT_GREEN, GREEN, of == "ascii"), 0)
    cols = tile_cols(tiles)
    for number in range(1, tiles + 1):
        canvas.blit(tile(number, cols, "up", of), _left_of(number, cols), 5)
    return canvas


def sign(front: api.Front, view: View) -> Canvas:
    return _sign(int(str(front.options["tiles"])), view.tier)


def beside(table: api.GameView) -> tuple[str, Lines]:
    """Return each roll with the tiles shut, and the roll that lies there or has ended the game."""
    game, moves = table.position, [move.split() for move in table.moves if move != api.QUIT]
    lines = [f"{sum(map(int, tiles)):>2}: {' '.join(tiles)}" for tiles in moves]
    if table.frame is None and game.why != "shut":
        told = {"stuck": our.side_no_match(), "quit": tr.coach.gave_up()}
        lines.append(f"{sum(game.dice):>2}: {told.get(game.why, '?')}")
    return our.label_rolls(), tuple(lines)


# -- the box -----------------------------------------------------------------------------


def _table(game: BoxGame, counted: int, of: Tier) -> Canvas:
    canvas, box = Canvas(COLS, ROWS), _box(game.variant.tiles, game.open, 0, counted, of)
    canvas.strip(0, box.cells)
    canvas.spots += box.spots
    return canvas


@picture
def _box(tiles: int, open_tiles: int, pulled: int, counted: int, of: Tier) -> Canvas:
    """Draw the box with its tiles: standing, pulled down, out of play, or counted for the bonus."""
    canvas, cols = _empty(of).copy(), tile_cols(tiles)
    for number in range(1, tiles + 1):
        bit, x = 1 << number - 1, _left_of(number, cols)
        face: Face = "counted" if counted & bit else "entered"
        if open_tiles & bit:
            face = "pulled" if pulled & bit else "up"
            canvas.hot(x, 2, cols, 9, TILES[number - 1])
        canvas.blit(tile(number, cols, face, of), x, 2 if face == "up" else 8)
    return canvas


@picture
def _inside(tiles: int, open_tiles: int, pulled: int, of: Tier) -> Canvas:
    return Canvas(COLS, BELOW - 2, _box(tiles, open_tiles, pulled, 0, of).cells[1 : BELOW - 1])


@picture
def _empty(of: Tier) -> Canvas:
    canvas = Canvas(COLS, BELOW)
    canvas.blit(box(of), 1, 0)
    canvas.put(4, 0, "═" * 72, style(YELLOW, BROWN))
    canvas.put(4, 0, " SHUT THE BOX ", style(WHITE, BROWN))
    return canvas


def _left_of(number: int, cols: int) -> int:
    return LEFT + (number - 1) * (cols + 1)


def _cursor(tiles: int, number: int, down: bool, framed: bool, of: Tier) -> tuple[Sprite, ...]:
    """Return the cursor above a standing tile, or below a pulled one: three marks, or with `framed` a frame.

    Marks send a fifth of the bytes.  Frames of adjacent tiles share a side.
    """
    cols = tile_cols(tiles)
    x, edge = _left_of(number, cols), 11 if down else 1
    if not framed:
        return (Sprite(letter_picture("▲▲▲" if down else "▼▼▼", WHITE), x + (cols - 3) // 2, edge),)
    (above, below, left, right), (y, rows) = _FRAMES[of], (8, 3) if down else (2, 5)
    sides = (
        Sprite(letter_picture(left, WHITE, rows), x - 1, y),
        Sprite(letter_picture(right, WHITE, rows), x + cols, y),
    )
    return (*sides, Sprite(letter_picture((below if down else above) * (cols + 2), WHITE), x - 1, edge))


_FRAMES: Final[dict[Tier, tuple[str, ...]]] = {
    "colour": ("▄", "▀", "█", "█"), "mono": ("▼", "▲", "►", "◄"), "ascii": ("v", "^", ">", "<"),
}  # fmt: skip
"""The frame of a tile: above, below, left and right of it."""


def _tiles_counted(game: BoxGame, frame: object) -> int:
    """Return the closed tiles whose bonus has been counted so far: all of them once the animation is over."""
    every = all_tiles(game.variant.tiles) & ~game.open
    if not isinstance(frame, BonusCount):
        return every if frame is None and game.tile_bonus else 0
    closed = tiles_of(every)
    return sum(1 << number - 1 for number in closed[: frame.at])


def _seal(canvas: Canvas, table: api.GameView) -> None:
    if table.commit:
        canvas.right(75, 0, our.dice_sealed(seal=seal(table.commit)), style(YELLOW, BROWN))
    if table.kind in api.KINDS:
        kind = our.practice_not_counted() if table.kind == "practice" else api.KINDS[table.kind]()
        canvas.right(75, 12, f" {kind} ", style(WHITE, BROWN))


def _celebrate(canvas: Canvas, game: BoxGame, ink: int, of: Tier) -> None:
    if game.why == "shut":
        canvas.fill(3, 1, 74, 6)
        canvas.blit_centred(banner(SHUT.title(), ink, SPAN, of == "ascii"), 2)


# -- the panels below ----------------------------------------------------------------------


def _below(table: api.GameView, pulled: int, of: Tier) -> Canvas:
    """Draw the panels.  While the dice roll, they show the score alone."""
    game, frame = table.position, table.frame
    closed = (game.closed_count, game.variant.tiles)
    if isinstance(frame, Roll):
        return _panels((), None, None, False, (game.points, *closed), of)
    points = _so_far(game, frame) if isinstance(frame, BonusCount) else game.score
    sum_of = None if game.over else total_of(pulled)
    return _panels(game.dice, game.dice, sum_of, game.why == "stuck", (points, *closed), of)


@cache_by_language
def _panels(
    faces: tuple[int, ...],
    roll: Dice | None,
    pulled: int | None,
    stuck: bool,
    score: tuple[int, int, int],
    of: Tier,
) -> Canvas:
    """Draw the panels: dice, roll, and score (points, tiles closed, tiles).

    `roll` is None while the dice tumble.  `pulled` is the sum of pulled tiles, None if no tile can be
    pulled.
    """
    canvas, (points, closed, tiles) = _tray(of).copy(), score
    for at, face in enumerate(faces):
        canvas.blit(_die(face, of), DIE_X + at * DIE_PITCH, 1)
    if roll is None:
        canvas.put(11, 6, our.dice_rolling(), GREY)
    else:
        canvas.put(11, 6, roll_text(roll), GREY)
        _figure(canvas, 41, sum(roll), BRIGHT_RED if stuck else WHITE, of)
        _draw_sum(canvas, pulled, sum(roll), of)
    if stuck:
        canvas.put(46, 3, our.side_no_match(), BRIGHT_RED)
    _figure(canvas, 76, points, ACCENT, of)
    canvas.right(76, 6, our.tiles_closed_of(closed=closed, tiles=tiles), GREY)
    return canvas


def _draw_sum(canvas: Canvas, pulled: int | None, total: int, of: Tier) -> None:
    if pulled is None:
        return
    ink, word = BRIGHT_GREEN, our.side_matches()
    if pulled > total:
        ink, word = BRIGHT_RED, our.points_too_much(points=pulled - total)
    elif pulled < total:
        ink, word = GREY, our.points_to_match(points=total - pulled)
    if pulled:
        _figure(canvas, 55, pulled, ink, of)
    canvas.right(55, 6, word, ink)


def _figure(canvas: Canvas, x: int, number: int, ink: int, of: Tier) -> None:
    """Draw a number whose last column is x, so that its digits keep their places as it grows.  Players
    compare the panels' numbers, so all have the same size.
    """
    digits = figure(number, ink, of == "ascii", small=True, drop=2)
    canvas.blit(digits, x - digits.cols + 1, 1)


@cache_by_language
def _tray(of: Tier) -> Canvas:
    canvas = Canvas(COLS, 8)
    edge = BROWN
    panel(canvas, 1, 0, 57, 8, our.chance_the_dice(), edge, head=YELLOW)
    panel(canvas, 58, 0, 21, 8, our.label_score(), edge, head=YELLOW)
    canvas.put_lines(43, 0, "┬││││││┴", edge)
    canvas.put(44, 0, our.label_tile_total(), YELLOW)
    return canvas


def _die(face: int, of: Tier) -> Canvas:
    return die(face, True, WHITE, WHITE, of == "ascii")


def hand(table: api.GameView, view: View) -> tuple[Sprite, ...]:
    if table.position.over or not api.has_hand(table):
        return ()
    (cursor, pulled), tiles, of = table.board, table.position.variant.tiles, view.tier
    pulled = pulled if table.frame is None else 0
    down, framed = bool(pulled >> cursor - 1 & 1), table.choices.get("cursor") == "frame"
    pointer = _cursor(tiles, cursor, down, framed, of)
    if not pulled:
        return pointer
    box = Sprite(_inside(tiles, table.position.open, pulled, of), 0, 1)
    return (box, Sprite(_below(table, pulled, of), 0, BELOW), *pointer)


def _so_far(game: BoxGame, count: BonusCount) -> int:
    tiles = min(count.at, game.closed_count)
    steps = max(count.at - game.closed_count, 0)
    shut = game.shut_bonus * min(steps, SHUT_STEPS) // SHUT_STEPS
    return game.points + tiles * game.variant.bonus_per_tile + shut
