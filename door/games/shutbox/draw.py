"""The door's screens on a grid of 80×23, in the middle of whatever there is.

Law: `draw` is pure, and whatever stays as it is comes from a cache, in strips as wide as the
screen: a picture is put together of rows that all pictures share, so that it costs little time
and a caller little memory.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from door.games.game import Front, Table
from door.games.shutbox import art
from door.games.shutbox.art import Tier, tier
from door.games.shutbox.board import SHUT_STEPS, Count, Roll, Tile
from door.games.shutbox.rules import Dice, Game, all_tiles, tiles_of, total_of
from door.term.canvas import (
    BRIGHT_GREEN,
    BRIGHT_RED,
    BROWN,
    GREY,
    WHITE,
    YELLOW,
    Canvas,
    Row,
    Spot,
    inked,
    style,
)
from door.ui.screen import View
from door.ui.widgets import centred, panel, pips

Strip = tuple[Row, ...]
"""Rows as wide as the screen, that many pictures share: nobody draws on them."""

COLS: Final = 80
ROWS: Final = 23
ACCENT: Final = BRIGHT_GREEN
LEFT: Final = 4  # the first tile's column


def draw(table: Table, view: View) -> Canvas:
    """The box, the dice and the score: 80×23, the last two rows blank."""
    of, game, frame = tier(view), table.position, table.frame
    if isinstance(frame, Roll):
        canvas = _rolling(table, frame, of)
    elif isinstance(frame, Count):
        canvas = _counting(table, frame, of)
    else:
        canvas = _resting(table, of)
    _seal(canvas, game.variant.tiles, table, of)
    return canvas if (view.cols, view.rows) == (COLS, ROWS) else centred(canvas, view.cols, view.rows)


def last(table: Table, view: View) -> Canvas:
    """The box as the game left it."""
    game, of = table.position, tier(view)
    counted = all_tiles(game.variant.tiles) if game.tile_bonus else 0
    canvas = _box(game.variant.tiles, game.open, 0, counted, of)
    canvas.spots.clear()
    _celebrate(canvas, game, YELLOW, of)
    _seal(canvas, game.variant.tiles, table, of)
    return canvas


@lru_cache(maxsize=8)
def _sign(tiles: int, of: Tier) -> Canvas:
    canvas = Canvas(COLS, 10)
    logo = art.logo(of)
    canvas.blit(logo, (COLS - logo.cols) // 2, 1)
    cols = art.tile_cols(tiles)
    for number in range(1, tiles + 1):
        face: art.Face = "counted" if number % 4 == 2 else "pulled"
        canvas.blit(art.tile(number, cols, face, of), 4 + (number - 1) * (cols + 1), 6)
    return canvas


def sign(front: Front, view: View) -> Canvas:
    """The door's name over a row of tiles lying in the box."""
    return _sign(int(str(front.options["tiles"])), tier(view))


# -- the box -----------------------------------------------------------------------------


def _box(tiles: int, open_tiles: int, pulled: int, counted: int, of: Tier) -> Canvas:
    """The box with its tiles: standing, pulled down, out of play, or counted for the bonus."""
    canvas = Canvas(COLS, ROWS)
    canvas.strip(0, _empty(tiles, of))
    canvas.strip(2, _standing(tiles, open_tiles & ~pulled, of))
    canvas.strip(8, _lying(tiles, open_tiles, open_tiles & pulled, counted & ~open_tiles, of))
    canvas.spots += _places(tiles, open_tiles)
    return canvas


@lru_cache(maxsize=16)
def _empty(tiles: int, of: Tier) -> Strip:
    """The box without tiles, the door's name carved into its edge."""
    canvas = Canvas(COLS, 13)
    canvas.blit(art.box(tiles, of), 1, 0)
    canvas.put(4, 0, "═" * 72, style(YELLOW, BROWN) if of == "colour" else WHITE)
    canvas.put(4, 0, " SHUT THE BOX ", style(WHITE, BROWN) if of == "colour" else WHITE)
    return tuple(canvas.cells)


@lru_cache(maxsize=512)
def _standing(tiles: int, up: int, of: Tier) -> Strip:
    """The rows of the tiles that are up."""
    canvas, cols = _felt(tiles, 2, art.UP_ROWS, of), art.tile_cols(tiles)
    for number in tiles_of(up):
        canvas.blit(art.tile(number, cols, "up", of), _left_of(number, cols), 0)
    return tuple(canvas.cells)


@lru_cache(maxsize=512)
def _lying(tiles: int, open_tiles: int, pulled: int, counted: int, of: Tier) -> Strip:
    """The rows of the tiles that are down."""
    canvas, cols = _felt(tiles, 8, art.DOWN_ROWS, of), art.tile_cols(tiles)
    for number in tiles_of(pulled | all_tiles(tiles) & ~open_tiles):
        bit = 1 << number - 1
        face: art.Face = "pulled" if pulled & bit else "counted" if counted & bit else "entered"
        canvas.blit(art.tile(number, cols, face, of), _left_of(number, cols), 0)
    return tuple(canvas.cells)


def _felt(tiles: int, y: int, rows: int, of: Tier) -> Canvas:
    """Rows of the empty box, to lay tiles on."""
    return Canvas(COLS, rows, list(_empty(tiles, of)[y : y + rows]))


@lru_cache(maxsize=512)
def _places(tiles: int, open_tiles: int) -> tuple[Spot, ...]:
    """Where the mouse finds the open tiles."""
    cols = art.tile_cols(tiles)
    return tuple(Spot(_left_of(number, cols), 2, cols, 9, Tile(number)) for number in tiles_of(open_tiles))


def _left_of(number: int, cols: int) -> int:
    return LEFT + (number - 1) * (cols + 1)


def _cursor(canvas: Canvas, tiles: int, number: int, down: bool, of: Tier) -> None:
    """The block cursor: three cells on the bare rail above a tile that is up, or below one pulled
    down.  A moved cursor is forty bytes on a slow line; a frame around the tile was two hundred."""
    canvas.lay(11 if down else 1, _rail(tiles, number, down, of))


@lru_cache(maxsize=256)
def _rail(tiles: int, number: int, down: bool, of: Tier) -> Row:
    """The rail with the cursor on it."""
    cols = art.tile_cols(tiles)
    rail = _felt(tiles, 11 if down else 1, 1, of)
    mark = ("^^^" if down else "vvv") if of == "ascii" else "▲▲▲" if down else "▼▼▼"
    rail.put(_left_of(number, cols) + (cols - 3) // 2, 0, mark, WHITE)
    return rail.cells[0]


def _counted(game: Game, count: Count) -> int:
    """The closed tiles whose bonus has been counted so far."""
    closed = tiles_of(all_tiles(game.variant.tiles) & ~game.open)
    return sum(1 << number - 1 for number in closed[: count.at])


# -- the panels below ----------------------------------------------------------------------


@lru_cache(maxsize=8)
def _tray(of: Tier) -> Strip:
    """The frames of the dice and of the score, empty."""
    canvas = Canvas(COLS, 8)
    edge = BROWN if of == "colour" else GREY
    panel(canvas, 1, 0, 57, 8, "The dice", edge, YELLOW)
    panel(canvas, 58, 0, 21, 8, "Score", edge, YELLOW)
    for row in range(1, 7):
        canvas.put(43, row, "│", edge)
    canvas.put(43, 0, "┬", edge)
    canvas.put(43, 7, "┴", edge)
    canvas.put(44, 0, " Tile Total ", YELLOW)
    return tuple(canvas.cells)


def _tumbling(frame: int, die: int, start: int, end: int) -> int:
    """What a tumbling die shows: out of the tick's number, never out of the game's chance.

    The dice turn one after the other and lie still one after the other, each by way of one face
    that shares most pips with both: a roll is small on a slow line.
    """
    if frame >= die + 2:
        return end
    return start if frame < die else _between(start, end)


@cache
def _between(start: int, end: int) -> int:
    """Another face, by way of which fewest pips change."""
    others = (face for face in range(1, 7) if face not in (start, end))
    return min(others, key=lambda face: len(pips(start) ^ pips(face)) + len(pips(face) ^ pips(end)))


def _tumble(canvas: Canvas, frame: int, before: Dice | None, after: Dice, of: Tier) -> None:
    """The dice on their way; the figures are those of the roll before until they lie."""
    if before is None:
        canvas.strip(13, _tray(of))
        canvas.put(11, 19, "rolling", GREY)
    else:
        canvas.strip(13, _lie(before, False, of))
        canvas.blit(_tile_total(sum(before), sum(before), of), 45, 14)
    for at, (start, end) in enumerate(zip(before or (1, 6), after, strict=True)):
        canvas.blit(art.dice_face(_tumbling(frame, at, start, end), of), 3 + at * 13, 14)


def _figure(canvas: Canvas, x: int, y: int, number: int, ink: int, of: Tier) -> None:
    """A number whose last column is x: its digits keep their places as it grows.  All panels have
    them equally large: what the tiles make is compared with what the dice do, and higher digits
    took a roll above 400 bytes."""
    figure = art.figure(number, ink, of, small=True)
    canvas.blit(figure, x - figure.cols + 1, y)


@lru_cache(maxsize=256)
def _lie(dice: Dice, stuck: bool, of: Tier) -> Strip:
    """The panels with the dice at rest."""
    canvas = Canvas(COLS, 8, list(_tray(of)))
    for at, face in enumerate(dice):
        canvas.blit(art.dice_face(face, of), 3 + at * 13, 1)
    total = sum(dice)
    canvas.put(11, 6, f"{dice[0]} + {dice[1]} = {total}", GREY)
    _figure(canvas, 41, 1, total, BRIGHT_RED if stuck else WHITE, of)
    if stuck:
        canvas.put(46, 3, "no match", BRIGHT_RED)
    return tuple(canvas.cells)


@lru_cache(maxsize=1024)
def _tile_total(pulled: int, total: int, of: Tier) -> Canvas:
    """What the tiles pulled down make, beside the dice: 11 columns × 6 rows."""
    ink = BRIGHT_GREEN if pulled == total else BRIGHT_RED if pulled > total else GREY
    off = f"{pulled - total} too much" if pulled > total else f"{total - pulled} to match"
    word = "matches √" if pulled == total else off
    canvas = Canvas(11, 6)
    if pulled:
        _figure(canvas, 10, 0, pulled, ink, of)
    canvas.right(10, 5, word, ink)
    return canvas


@lru_cache(maxsize=1024)
def _score(score: int, closed: int, tiles: int, of: Tier) -> Canvas:
    """The score and how many tiles are closed: 17 columns × 6 rows."""
    canvas = Canvas(17, 6)
    _figure(canvas, 16, 0, score, ACCENT, of)
    canvas.right(16, 5, f"{closed} of {tiles} closed", GREY)
    return canvas


@lru_cache(maxsize=512)
def _panels(
    dice: Dice, stuck: bool, sums: tuple[int, int] | None, score: tuple[int, int, int], of: Tier
) -> Strip:
    """The panels with the dice at rest, the sums of the tiles pulled down and of the dice while a
    game goes on, and the score: points, tiles closed, tiles."""
    canvas = Canvas(COLS, 8, list(_lie(dice, stuck, of)))
    if sums:
        canvas.blit(_tile_total(*sums, of), 45, 1)
    canvas.blit(_score(*score, of), 60, 1)
    return tuple(canvas.cells)


def _so_far(game: Game, count: Count) -> int:
    """The score while the bonus is being counted up."""
    tiles = min(count.at, game.closed)
    steps = max(count.at - game.closed, 0)
    shut = game.shut_bonus * min(steps, SHUT_STEPS) // SHUT_STEPS
    return game.points + tiles * game.variant.bonus_per_tile + shut


_KINDS: Final = {"practice": "practice: not counted", "free": "a free turn", "daily": "the daily deal"}


def _seal(canvas: Canvas, tiles: int, table: Table, of: Tier) -> None:
    """Carves the seal of the dice and whatever is special about the game into the frame."""
    if table.commit:
        canvas.lay(0, _top_edge(tiles, table.commit, of))
    if table.kind in _KINDS:
        canvas.lay(12, _low_edge(tiles, _KINDS[table.kind], of))


def _top_edge(tiles: int, commit: str, of: Tier) -> Row:
    """The frame's first row with a game's seal: each game has its own, so that all else of its
    table can be another one's, too."""
    figures = f" dice sealed {commit[:4]} {commit[4:8]} {commit[8:12]} {commit[12:16]} "
    row = _bare_edge(tiles, of)[:]
    row[76 - len(figures) : 76] = inked(figures, style(YELLOW, BROWN) if of == "colour" else GREY)
    return row


@lru_cache(maxsize=16)
def _bare_edge(tiles: int, of: Tier) -> Row:
    return _felt(tiles, 0, 1, of).cells[0]


@lru_cache(maxsize=64)
def _low_edge(tiles: int, what: str, of: Tier) -> Row:
    """The frame's last row, with what is special about a game."""
    edge = _felt(tiles, 12, 1, of)
    edge.right(75, 0, f" {what} ", style(WHITE, BROWN) if of == "colour" else WHITE)
    return edge.cells[0]


# -- the table ----------------------------------------------------------------------------------


def _resting(table: Table, of: Tier) -> Canvas:
    """The dice lie: the caller's choice, or the end."""
    game, board = table.position, table.board
    tiles = game.variant.tiles
    canvas = Canvas(
        COLS, ROWS, list(_at_rest((tiles, game.open, board.pulled, 0), game.dice, game.why, game.points, of))
    )
    if not game.over:
        canvas.spots += _places(tiles, game.open)
        _cursor(canvas, tiles, board.cursor, bool(board.pulled >> board.cursor - 1 & 1), of)
    return canvas


def _rolling(table: Table, roll: Roll, of: Tier) -> Canvas:
    """The table as it will be, but for the dice."""
    game = table.position
    tiles = game.variant.tiles
    canvas = _box(tiles, game.open, 0, 0, of)
    canvas.spots.clear()
    _tumble(canvas, roll.at, table.before.dice if table.before is not None else None, game.dice, of)
    canvas.blit(_score(game.points, game.closed, tiles, of), 60, 14)
    if not game.over:
        _cursor(canvas, tiles, table.board.cursor, False, of)
    return canvas


def _counting(table: Table, count: Count, of: Tier) -> Canvas:
    """The bonus is counted up, tile by tile."""
    game = table.position
    tiles = game.variant.tiles
    box = (tiles, game.open, 0, _counted(game, count))
    canvas = Canvas(COLS, ROWS, list(_at_rest(box, game.dice, game.why, _so_far(game, count), of)))
    _celebrate(canvas, game, (YELLOW, WHITE)[count.at % 2], of)
    return canvas


@lru_cache(maxsize=512)
def _at_rest(box: tuple[int, int, int, int], dice: Dice, why: str, points: int, of: Tier) -> Strip:
    """The table with the dice at rest, but for its seal and for the cursor, which most keys move.
    `box` is what `_box` takes."""
    tiles, open_tiles, pulled, _ = box
    canvas = _box(*box, of)
    sums = None if why else (total_of(pulled), sum(dice))
    score = (points, tiles - open_tiles.bit_count(), tiles)
    canvas.strip(13, _panels(dice, why == "stuck", sums, score, of))
    return tuple(canvas.cells)


def _celebrate(canvas: Canvas, game: Game, ink: int, of: Tier) -> None:
    """A shut box says so, in the place where its tiles stood."""
    if game.why == "shut":
        banner = art.banner(ink, of)
        canvas.fill(3, 1, 74, 6)
        canvas.blit(banner, (COLS - banner.cols) // 2, 2)
