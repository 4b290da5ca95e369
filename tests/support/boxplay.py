"""Playing Shut The Box from outside, as a caller does: keys for a screen, lines for plain mode."""

import re
import secrets
from functools import reduce
from types import SimpleNamespace
from typing import Final

import pytest
from boardroom import Boardroom
from callline import CallDouble
from records_kit import moved

from door.games.shutbox.computer import best_sets
from door.games.shutbox.rules import BoxGame, Variant, apply, begin, legal, move_text, tiles_of
from door.play.api import Begun
from door.records.play import game_store
from door.records.play.lifecycle import GameWish
from door.testing.stage import Stage

ENTER = "\r"
LONG: Final = (3).to_bytes(32, "big")
"""A seed whose dice a plain player can match for eight moves."""


def deal(monkeypatch: pytest.MonkeyPatch, seed: bytes = LONG) -> None:
    """Every turn has this seed: one game in 1,300 ends with its first move (2, and 2 again)."""
    chance = SimpleNamespace(token_bytes=lambda _: seed, token_hex=secrets.token_hex)
    monkeypatch.setattr(game_store, "secrets", chance)


def choice(open_tiles: int, total: int) -> tuple[int, ...]:
    """The tiles a plain player takes: as few as do, and of those the largest."""
    return max((tiles_of(mask) for mask in legal(open_tiles, total)), key=lambda t: (-len(t), t))


def move_for(said: str) -> str:
    """A line that enters tiles for the roll that was said last."""
    total = sum(map(int, re.findall(r"Roll: (\d) \+ (\d)", said)[-1]))
    open_tiles = sum(1 << int(tile) - 1 for tile in re.findall(r"Open: ([\d ]+)", said)[-1].split())
    return " ".join(map(str, choice(open_tiles, total)))


class Keys:
    """The keys that enter tiles; knows where the block cursor stands, as the caller sees it."""

    def __init__(self, game: BoxGame, left: str = "4", right: str = "6", down: str = "2") -> None:
        self.at = tiles_of(game.open)[0]
        self.left, self.right, self.down = left, right, down

    def enter(self, game: BoxGame, tiles: tuple[int, ...]) -> str:
        """Moves, pulls, and ENTER."""
        row, keys = tiles_of(game.open), ""
        for tile in tiles:
            steps = row.index(tile) - row.index(self.at)
            keys += (self.right if steps > 0 else self.left) * abs(steps) + self.down
            self.at = tile
        rest = [tile for tile in row if tile not in tiles]
        self.at = next((tile for tile in rest if tile >= self.at), rest[0] if rest else self.at)
        return keys + ENTER


def poor(open_tiles: int, total: int) -> tuple[int, ...]:
    """As many tiles as do, and of those the smallest: the long way to an early end."""
    return min((tiles_of(mask) for mask in legal(open_tiles, total)), key=lambda t: (-len(t), t))


async def play_one(board: Boardroom, caller: str, poorly: bool = False) -> int:
    """Plays a ranked game through the board's records, as a door would; its score."""
    begun = await board.store.games.begin(board.store.ranked, GameWish("shutbox", caller))
    assert isinstance(begun, Begun)
    game = reduce(apply, begun.record.moves, begin(Variant(), begun.record.chance))
    while not game.over:
        move = " ".join(map(str, (poor if poorly else choice)(game.open, game.total)))
        assert await moved(board.store, begun.record.id, move) == ""
        game = apply(game, move)
    assert (await board.store.games.finish(begun.record.id)).note == ""
    return game.score


async def type_lines(board: Boardroom, line: CallDouble, handle: str) -> int:
    """Types the rest of the caller's game ahead, as lines; the score it comes to."""
    game = board.game(handle)
    while not game.over:
        move = " ".join(map(str, choice(game.open, game.total)))
        line.type(move + ENTER)
        game = apply(game, move)
    return game.score


async def play_by_keys(board: Boardroom, line: CallDouble, handle: str, **keys: str) -> BoxGame:
    """Plays the game on screen (in fast mode) to its end, as the board shows it."""
    await line.shows("to match")
    game = board.game(handle)
    hands = Keys(game, **keys)
    while not game.over:
        tiles = choice(game.open, game.total)
        line.type(hands.enter(game, tiles))
        game = apply(game, " ".join(map(str, tiles)))
        if not game.over:
            await line.shows(
                rf"{game.dice[0]} \+ {game.dice[1]} = {game.total}.*{game.closed_count} of 9 closed"
            )
    await line.shows(r"\[V\] proof")
    return game


async def play_by_lines(line: CallDouble) -> int:
    """Plays the game at hand by lines of text; the score the board said."""
    while True:
        said = await line.hears(
            r"Roll: \d \+ \d.*?Tiles to shut\?|Game over\. Score: \d+.*?for the proof.*?again\?"
        )
        if over := re.search(r"Game over\. Score: (\d+)", said):
            return int(over[1])
        line.type(move_for(said) + ENTER)


def play_out(stage: Stage) -> list[str]:
    """Plays Shut The Box to the end by lines, the best tiles each time; everything that was said."""
    said: list[str] = []
    while stage.asked:
        game = stage.position
        said += stage.say(move_text(best_sets(game.variant, game.open, game.total)[0][0]))
    return said
