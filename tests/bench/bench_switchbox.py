"""Switchbox's levels against each other.  Run: python tests/bench/bench_switchbox.py [GAMES] [LEVEL LEVEL]

Every pair of games has the same switches, each level sitting first once.  `--option=value`
sets a variant: --lowball, --go_on, --limited_passes, --gifts, --double_goals.
"""

from __future__ import annotations

import sys
import time
from hashlib import sha256
from itertools import pairwise

from door.games.api import Info, Value
from door.games.chance import Chance
from door.games.switchbox.computer import choose, gives_ball
from door.games.switchbox.rules import GIFT, LEVELS, OPTIONS, Game, apply, new_game, random_ball, winner

INFO = Info("switchbox", "Switchbox", "", 0, OPTIONS)
LONGEST = 2_000


def play(options: dict[str, Value], levels: tuple[str, str], seed: str, slowest: dict[str, float]) -> Game:
    """A game between two levels to its end (or to 2,000 moves)."""
    game = new_game(INFO.complete(options), levels, Chance(sha256(seed.encode()).digest()))
    for _ in range(LONGEST):
        if game.over:
            break
        level, mover = levels[game.stand.mover], game.stand.mover
        began = time.perf_counter()
        move = choose(game, level)
        slowest[level] = max(slowest.get(level, 0.0), time.perf_counter() - began)
        game = apply(game, move)
        if not game.over and game.stand.mover != mover and gives_ball(game, level):
            game = apply(game, GIFT + random_ball(game))
    return game


def match(options: dict[str, Value], weaker: str, stronger: str, games: int) -> None:
    won = {stronger: 0, weaker: 0, "": 0}
    slowest: dict[str, float] = {}
    margin, unfinished = 0, 0
    for n in range(games):
        seats = (stronger, weaker) if n % 2 else (weaker, stronger)
        game = play(options, seats, f"pair {n // 2}", slowest)
        unfinished += not game.over
        first = winner(game)
        won["" if first is None else seats[first]] += 1
        mine, other = game.stand.totals
        margin += (mine - other) * (1 if seats[0] == stronger else -1)
    odd = f"ties {won['']}, unfinished {unfinished}"
    print(
        f"{stronger:9} beats {weaker:9} {won[stronger] / games:6.1%}  ({odd})"
        f"  mean margin {margin / games:+7.1f}  slowest {slowest[stronger]:.3f} s",
        flush=True,
    )


def main(arguments: list[str]) -> None:
    options: dict[str, Value] = {word[2:]: True for word in arguments if word.startswith("--")}
    words = [word for word in arguments if not word.startswith("--")]
    games = int(words[0]) if words else 200
    pairs = [(words[1], words[2])] if len(words) > 2 else list(pairwise(LEVELS))
    for weaker, stronger in pairs:
        match(options, weaker, stronger, games)


if __name__ == "__main__":
    main(sys.argv[1:])
