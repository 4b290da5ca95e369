"""The caller's board: the cursor, the tiles pulled down, keys, typed lines, and animation.

Law: pure.  Only an entered move reaches the rules.
"""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from door.games.frames import Frame, Moment, fanfare, film
from door.games.game import Act, Enter, GameView, Refuse, Show, has_hand
from door.games.keys import NO_KEYS, Binding, Keys
from door.games.shutbox.rules import MOST, Game, mask_of, move_text, refusal, roll_text, tiles_of
from door.term.keys import Key
from door.ui.texts import Said, Sentence, tr
from door.ui.widgets import Hint

our: Final = tr.shutbox
SHUT_STEPS: Final = 10
BELOW: Final = 13
"""The first row below the box."""

LID: Final = film(__file__, "lid_open", "lid_open", "lid_half", "lid_half", "lid_shut", dark="w")
SHUT: Final = Moment(our.banner_shut, BELOW, LID)
BUST: Final = Moment(our.banner_bust, BELOW, left=43)
"""Shown beside the roll that could not be matched."""
DIGITS: Final = frozenset("1234567890")
ROLL_SECONDS: Final = 0.09
COUNT_SECONDS: Final = 0.09

_SKIP: Final = (Hint("enter", tr.door_keys.skip, tr.door_keys.any_key),)


class Typed(NamedTuple):
    """The refusals of a typed line that is not a set of tiles."""

    type_them: Sentence
    no_such: Sentence
    twice: Sentence


TYPED: Final = Typed(our.typed_not_tiles, our.typed_no_such_tile, our.typed_tile_twice)


class Board(NamedTuple):
    """The tile at the cursor, and the mask of tiles pulled down but not entered."""

    cursor: int = 1
    pulled: int = 0


class Roll(NamedTuple):
    """A picture of the tumbling dice, from 0."""

    at: int


class BonusCount(NamedTuple):
    """A picture of the bonus being counted, from 0."""

    at: int


def board(table: GameView) -> Board:
    tiles = tiles_of(table.position.open)
    cursor = table.board.cursor if table.board is not None else 1
    return Board(next((tile for tile in tiles if tile >= cursor), tiles[0] if tiles else cursor))


# -- animation --------------------------------------------------------------------------------


def count_steps(game: Game) -> int:
    """Return how many frames count the bonus: one for each closed tile, and more for a shut box."""
    if not game.tile_bonus and not game.shut_bonus:
        return 0
    return game.closed_count + (SHUT_STEPS if game.why == "shut" else 0)


def frames(before: GameView | None, after: GameView) -> tuple[Frame, ...]:
    game = after.position
    if game.why == "quit":
        return ()
    if not game.over:
        return _ROLL
    coming = fanfare(SHUT, BonusCount(0)) if game.why == "shut" else (*_ROLL, *fanfare(BUST, BonusCount(0)))
    steps = count_steps(game)
    counts = (Frame(COUNT_SECONDS * (9 if at == steps else 1), BonusCount(at)) for at in range(1, steps + 1))
    return (*coming, *counts)


THROW: Final = (
    ((33, 15), (37, 17)), ((24, 17), (31, 14)), ((14, 14), (25, 17)), (None, (20, 15)),
)  # fmt: skip
"""The path of the dice (`frames.flying_dice`)."""

_ROLL: Final = tuple(Frame(ROLL_SECONDS, Roll(at)) for at in range(len(THROW)))


def message(table: GameView) -> str:
    game, frame = table.position, table.frame
    if not isinstance(frame, BonusCount):
        asked = frame is None and not game.over and has_hand(table)
        return our.pick_tiles(total=game.total) if asked else ""
    tiles = min(frame.at, game.closed_count)
    if game.why == "shut" and not tiles:
        return our.box_shut()
    if game.why == "stuck" and not tiles:
        return our.no_match(roll=roll_text(game.dice), total=game.total)
    bonus = our.bonus_so_far(
        tiles=tiles, each=game.variant.bonus_per_tile, bonus=tiles * game.variant.bonus_per_tile
    )
    if frame.at > game.closed_count and game.shut_bonus:
        return our.bonus_with_shut_box(bonus=bonus, more=game.shut_bonus)
    return our.bonus_line(bonus=bonus)


# -- keys ------------------------------------------------------------------------------------


def _move(table: GameView, step: int) -> Act:
    tiles, at = tiles_of(table.position.open), table.board
    place = tiles.index(at.cursor) if at.cursor in tiles else 0
    return Show(at._replace(cursor=tiles[(place + step) % len(tiles)]))


def _to_end(table: GameView, place: int) -> Act:
    return Show(table.board._replace(cursor=tiles_of(table.position.open)[place]))


def _pull(table: GameView, down: bool, tile: int | None = None) -> Act:
    """Pull a tile down, or put it back; refuse a tile that is out of play."""
    at = table.board
    tile = at.cursor if tile is None else tile
    bit = 1 << tile - 1
    if not table.position.open & bit:
        return Refuse(our.tile_is_shut(tile=tile))
    return Show(Board(tile, at.pulled | bit if down else at.pulled & ~bit))


def _toggle(table: GameView, tile: int) -> Act:
    return _pull(table, not table.board.pulled >> tile - 1 & 1, tile)


def enter(table: GameView, chosen: int) -> Act:
    """Enter these tiles, or refuse them."""
    reason = refusal(table.position, chosen)
    return Refuse(reason) if reason else Enter(move_text(chosen))


_CURSOR: Final = (
    Binding(partial(_move, step=-1), ("4", "a", "left"), label=tr.door_keys.left, about=our.help_key_left),
    Binding(partial(_move, step=1), ("6", "d", "right"), label=tr.door_keys.right, about=our.help_key_right),
    Binding(
        partial(_pull, down=True), ("2", "x", "s", "down"), label=tr.door_keys.down, about=our.help_key_down
    ),
    Binding(partial(_pull, down=False), ("8", "w", "up"), label=tr.door_keys.up, about=our.help_key_up),
    Binding(partial(_to_end, place=0), ("home",)),
    Binding(partial(_to_end, place=-1), ("end",)),
)
_SPACE: Final = Binding(lambda table: _toggle(table, table.board.cursor), (" ",), about=our.help_key_turn)
_ENTER: Final = Binding(
    lambda table: enter(table, table.board.pulled),
    ("enter",),
    label=tr.door_keys.enter,
    about=our.help_key_enter,
)
KEYS: Final = Keys(*_CURSOR, _SPACE, _ENTER)
_LETTERS: Final = Keys(*(one._replace(keys=(*one.keys[1:], *one.keys[:1])) for one in KEYS.bindings))
"""The same keys; the keys line names the letters."""

TILES: Final = tuple(Binding(partial(_toggle, tile=tile), (str(tile),)) for tile in range(1, MOST + 1))
_DIGITS: Final = Keys(
    TILES[0]._replace(label=tr.door_keys.turn_a_tile, shown="1-9"), *TILES[1:9],
    _SPACE._replace(label=tr.door_keys.turn), _ENTER, *(one._replace(label=None) for one in _CURSOR),
)  # fmt: skip
"""Each digit turns the tile of its number instead of moving the cursor."""


def _bindings(table: GameView) -> Keys:
    if table.choices.get("keys") == "numbers":
        return _DIGITS
    return _LETTERS if table.keys == "letters" else KEYS


def keys(table: GameView) -> Keys:
    return NO_KEYS if table.position.over else _bindings(table)


def hints(table: GameView) -> tuple[Hint, ...]:
    if isinstance(table.frame, BonusCount):
        return _SKIP
    return () if table.position.over and table.frame is None else _bindings(table).hints


def other_key(table: GameView, key: Key) -> Act | None:
    if table.position.over or key.name not in DIGITS:
        return None
    return Refuse(TYPED.no_such(number=0) if _bindings(table) is _DIGITS else our.digits_move_cursor())


# -- lines: plain mode ------------------------------------------------------------------------


def read_tiles(text: str, tiles: int, said: Typed = TYPED) -> int | Said:
    """Return the mask of a typed line, or the reason for refusing it.  Accept "2 6", "2,6" or "2+6", and
    with nine tiles "26".
    """
    words = text.replace(",", " ").replace("+", " ").split()
    if not all(word.isascii() and word.isdigit() for word in words):
        return said.type_them(tiles=tiles)
    numbers: list[int] = []
    for word in words:
        several = list(map(int, [word[:4]] if tiles > 9 else word[:10]))
        pair = len(several) == 2 and several[0] == several[1]  # 11, not 1 twice
        if pair or not all(1 <= number <= tiles for number in several):
            return said.no_such(number=word[:4])
        numbers += several
    if twice := [number for number in numbers if numbers.count(number) > 1]:
        return said.twice(number=twice[0])
    return mask_of(numbers)


def line(table: GameView, text: str) -> Act | None:
    if not text:
        return None
    chosen = read_tiles(text, table.position.variant.tiles)
    return Refuse(chosen) if isinstance(chosen, str) else enter(table, chosen)


def say(before: GameView | None, after: GameView) -> tuple[str, ...]:
    game = after.position
    score = (our.plain_score(points=game.points),) if game.points and game.why != "quit" else ()
    if game.over:
        return score
    return (
        *score,
        our.plain_roll(roll=roll_text(game.dice)),
        our.plain_open_tiles(tiles=" ".join(map(str, tiles_of(game.open)))),
    )


def prompt(table: GameView) -> str:
    return "" if table.position.over else our.plain_prompt()
