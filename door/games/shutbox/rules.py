"""The rules of Shut The Box, for the BBS door and for MicroLink.

The two games differ by a `Variant`.  The door plays one box in a game, with bonuses.  MicroLink plays five
boxes for each player, and its only bonus is five points for a shut box.

Tiles are a bit mask: bit 0 is tile 1.  Any set of open tiles that adds up to the roll matches it, so
everything follows from `legal(open, total)`.  Rolls are 2 to 12, so the sets are few (12 has fifteen) and
are listed once.

A game is always at a decision or at its end: `begin` and `enter` roll the next dice, and end the game if
they can't be matched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final

from door.games import api
from door.ui.texts import MaybeSaid, tr

our: Final = tr.shutbox
MOST: Final = 12
QUIT: Final = "quit"

Dice = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Variant:
    """The differences between the games: the number of tiles, and the bonuses of a box."""

    tiles: int = 9
    bonus_per_tile: int = 10
    shut_bonus: int = 300
    free_turn: bool = True


MICROLINK: Final = Variant(bonus_per_tile=0, shut_bonus=5, free_turn=False)


# -- sets of tiles ---------------------------------------------------------------------


def mask_of(tiles: Sequence[int]) -> int:
    mask = 0
    for tile in tiles:
        mask |= 1 << tile - 1
    return mask


@lru_cache(maxsize=1 << MOST)
def tiles_of(mask: int) -> tuple[int, ...]:
    """Return the tile numbers of a mask, ascending."""
    return tuple(tile for tile in range(1, MOST + 1) if mask >> tile - 1 & 1)


@lru_cache(maxsize=1 << MOST)
def total_of(mask: int) -> int:
    return sum(tiles_of(mask))


def all_tiles(tiles: int) -> int:
    return (1 << tiles) - 1


def move_text(mask: int) -> str:
    """Return a move as it is recorded: the tiles ascending, "2 6"."""
    return " ".join(map(str, tiles_of(mask)))


def roll_text(dice: Dice) -> str:
    """Return a roll as a sum: "3 + 5 = 8"."""
    return f"{dice[0]} + {dice[1]} = {sum(dice)}"


def _sets() -> tuple[tuple[int, ...], ...]:
    """Return every set of tiles by its sum 0..12, in the order of their texts."""
    totals = [0]
    for tile in range(1, MOST + 1):
        totals += [total + tile for total in totals]
    sums: list[list[int]] = [[] for _ in range(MOST + 1)]
    for mask, total in enumerate(totals):
        if 0 < total <= MOST:
            sums[total].append(mask)
    return tuple(tuple(sorted(sets, key=tiles_of)) for sets in sums)


_SETS: Final = _sets()
_NUMBERS: Final = {str(tile): tile for tile in range(1, MOST + 1)}


@lru_cache(maxsize=1 << MOST)
def _mask_of_move(text: str) -> int:
    """Return the mask of a move's tiles, 0 if the text is not tiles in ascending order."""
    tiles = [_NUMBERS.get(word, 0) for word in text.split(" ", MOST)]
    mask = mask_of(tiles) if all(tiles) else 0
    return mask if move_text(mask) == text else 0


@cache
def legal(open_tiles: int, total: int) -> tuple[int, ...]:
    """Return the masks of open tiles that add up to `total` (2..12), in order."""
    sets = _SETS[total] if 0 <= total <= MOST else ()
    return tuple([mask for mask in sets if mask & open_tiles == mask])


@dataclass(frozen=True, slots=True)
class Step:
    """A roll: the open tiles before it, the dice, and the tiles shut with it (masks).

    `shut` is 0 for a roll that could not be matched.
    """

    open: int
    dice: Dice
    shut: int

    @property
    def total(self) -> int:
        return self.dice[0] + self.dice[1]


# -- a game ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoxGame:
    """A box.  `open` is the mask of standing tiles, `points` the total of the tiles entered.

    `why` is the reason of the end: "shut" (every tile is closed), "stuck" (the dice can't be matched),
    "quit" (given up), or "" while the game goes on.
    """

    variant: Variant
    chance: api.Chance
    open: int
    dice: Dice
    points: int = 0
    why: str = ""

    @property
    def over(self) -> bool:
        return self.why != ""

    @property
    def total(self) -> int:
        return self.dice[0] + self.dice[1]

    @property
    def closed_count(self) -> int:
        return self.variant.tiles - self.open.bit_count()

    @property
    def tile_bonus(self) -> int:
        """The bonus for closed tiles, 0 before the end or if the game was given up."""
        return self.closed_count * self.variant.bonus_per_tile if self.why in ("shut", "stuck") else 0

    @property
    def shut_bonus(self) -> int:
        return self.variant.shut_bonus if self.why == "shut" else 0

    @property
    def score(self) -> int:
        """The current score.  A game given up keeps its points and earns no bonus."""
        return self.points + self.tile_bonus + self.shut_bonus


def begin(variant: Variant, chance: api.Chance) -> BoxGame:
    """Return a new box with its first roll, which can always be matched."""
    dice, chance = chance.roll()
    return BoxGame(variant, chance, all_tiles(variant.tiles), dice)


def refusal(game: BoxGame, chosen: int) -> MaybeSaid:
    """Return the reason why these tiles can't be entered, or ""."""
    if game.over:
        return tr.play.game_over()
    if not chosen:
        return our.no_tile_down()
    if away := chosen & ~game.open:
        return our.tile_not_in_play(tile=tiles_of(away)[0])
    if total_of(chosen) != game.total:
        return our.wrong_sum(sum=total_of(chosen), total=game.total)
    return ""


def enter(game: BoxGame, chosen: int) -> BoxGame:
    """Close the chosen tiles and roll again.  Raises IllegalMove with the reason."""
    total = game.total
    if game.over or chosen not in legal(game.open, total):
        raise api.IllegalMove(refusal(game, chosen))
    left, points = game.open & ~chosen, game.points + total
    if not left:
        return BoxGame(game.variant, game.chance, left, game.dice, points, "shut")
    dice, chance = game.chance.roll()
    why = "" if legal(left, dice[0] + dice[1]) else "stuck"
    return BoxGame(game.variant, chance, left, dice, points, why)


def read_move(text: str) -> int:
    """Return the mask of a recorded move ("2 6").  Raises IllegalMove unless it is ascending tiles."""
    mask = _mask_of_move(text)
    if not mask:
        raise api.IllegalMove(our.not_a_move(text=text[:40], quit=QUIT))
    return mask


def apply(game: BoxGame, move: str) -> BoxGame:
    if move != QUIT:
        return enter(game, read_move(move))
    if game.over:
        raise api.IllegalMove(tr.play.game_over())
    return replace(game, why="quit")


def shuts(tiles: int, moves: Sequence[str]) -> bool:
    """True if these moves, which must be legal, close every tile."""
    entered = 0
    for move in moves:
        entered |= _mask_of_move(move)
    return entered == all_tiles(tiles)
