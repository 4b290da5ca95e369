"""Score = par + luck - choices over many games of both boxes, and how long each coach looks at a game.

    python tests/bench/bench_luck.py [GAMES]

Choices are made at random, or (a tenth as many games) mostly the best.  What is printed is the largest
difference between the two sides, the mean luck with its standard error, and the processor time a game.
"""

from __future__ import annotations

import contextlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from door.games.chance import Chance
from door.games.game import IllegalMove
from door.games.luck import Account, Review
from door.games.shutbox import odds
from door.games.shutbox.rules import Game, legal, move_text
from door.midend.door import GameDoor
from door.midend.doors import find

MOSTLY: Final = 0.8


def box_move(dice: random.Random, position: Any, played: bool) -> str:
    box: Game = getattr(position, "box", position)
    if played and dice.random() < MOSTLY:
        return move_text(odds.best_sets(box.variant, box.open, box.total)[0][0])
    return move_text(dice.choice(legal(box.open, box.total)))


def code(dice: random.Random, position: Any, played: bool) -> str:
    pegs = "".join(dice.choice(position.palette) for _ in range(position.holes))
    return f"code {pegs}" if position.phase == "code" else pegs


MOVES: Final[dict[str, Callable[[random.Random, Any, bool], str]]] = {
    "shutbox": box_move,
    "microlink": box_move,
    "mindbuster": code,
    "switchbox": lambda dice, position, played: dice.choice("12345678"),
    "thieves": lambda dice, position, played: dice.choice([*"1234567", "turn"]),
}


def game_of(slug: str, number: int, played: bool) -> tuple[Review, int]:
    """A whole game with its score."""
    door = find(slug)
    assert isinstance(door, GameDoor)
    dice, game = random.Random(f"{slug} {number}"), door.game
    review = Review(game.info.complete({}), ("Ann",), Chance(dice.randbytes(32)), ())
    moves, positions = zip(*moves_of(game, dice, game.rules.new(*review[:3]), played), strict=True)
    return review._replace(moves=moves), game.rules.status(positions[-1]).scores[0]


def moves_of(game: Any, dice: random.Random, position: Any, played: bool) -> Iterator[tuple[str, Any]]:
    """Moves to the game's end, and the position after each."""
    while not game.rules.status(position).over:
        with contextlib.suppress(IllegalMove):
            move = MOVES[game.info.slug](dice, position, played)
            position = game.rules.apply(position, move)
            yield move, position


def adds_up(slug: str, games: int, played: bool) -> str:
    """How far the two sides are apart, at most, and the mean luck."""
    door = find(slug)
    assert isinstance(door, GameDoor) and door.game.coach
    apart, lucks = 0.0, []
    for number in range(games):
        review, score = game_of(slug, number, played)
        made: Account = door.game.coach.account_of(review, score)
        apart = max(apart, abs(made.score - (made.par + made.luck - made.cost)), abs(made.score - score))
        lucks.append(made.luck)
    error = statistics.stdev(lucks) / len(lucks) ** 0.5
    how = "played" if played else "random"
    return (
        f"{slug:<11}{games:>7} {how}  apart {apart:.1e}  luck {statistics.mean(lucks):+.3f} (± {error:.3f})"
    )


def seconds(slug: str, games: int = 40) -> str:
    """Processor time of all of the coach's parts, a game: median, 95 %, most."""
    door = find(slug)
    assert isinstance(door, GameDoor) and door.game.coach
    game, took = door.game, []
    for number in range(games):
        review, _ = game_of(slug, number, False)
        steps = len([move for move in review.moves if " " not in move]) if slug == "mindbuster" else 1
        steps = -(-len(review.moves) // 8) if slug == "switchbox" else steps
        began = time.process_time()
        for step in range(steps):
            game.coach.look(review, step)
        took.append(time.process_time() - began)
    took.sort()
    late, most = took[int(0.95 * (games - 1))], took[-1]
    return f"{slug:<11} coach {statistics.median(took):.4f} s, 95 % {late:.4f} s, most {most:.4f} s"


def main(games: int) -> None:
    for slug in ("shutbox", "microlink"):
        print(adds_up(slug, games, False))
        print(adds_up(slug, games // 10, True))
    for slug in MOVES:
        print(seconds(slug, 40 if slug != "switchbox" else 5))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
