"""Switchbox's levels against each other.  Run: python tests/bench/bench_switchbox.py [GAMES] [LEVEL LEVEL]

Every pair of games has the same switches, each level sitting first once.  A number stands for
a plain search that deep.  Variants are set by name: --lowball, --go_on, --limited_passes,
--gifts, --double_goals.  The seconds are of the wall clock and of the process, a move.

`bench_switchbox.py hand [BUSY]` asks the board's own thinkers for master's moves instead, while
BUSY processes (2) do nothing but work: the time until a move is back at the board.

`bench_switchbox.py crowd [GAMES] [SECONDS]` has so many games (20) at once, each of whose callers drops
a ball so many seconds (5, on the average) after master's last: the time until its move is back.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import random
import statistics
import sys
import time
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise

from door.games.chance import Chance
from door.games.game import IllegalMove
from door.games.info import Info, Value
from door.games.switchbox.computer import Thought, choose, gives_ball, think
from door.games.switchbox.rules import GIFT, LEVELS, OPTIONS, Game, apply, new_game, random_ball, winner
from door.server.worker_pool import WORKERS, end, wake, workers

INFO = Info("switchbox", "Switchbox", "", 0, OPTIONS)
LONGEST = 2_000
HEAD = (
    "level     beats      won   lost  tied  unfinished  margin   moves  mean move"
    "  slowest: wall    process\n" + "-" * 100
)


@dataclass
class Pace:
    """A level's moves: how many, and seconds by the wall clock and of the process."""

    moves: int = 0
    wall: float = 0.0
    slowest: float = 0.0
    slowest_process: float = 0.0

    def took(self, wall: float, process: float) -> None:
        self.moves += 1
        self.wall += wall
        self.slowest, self.slowest_process = max(self.slowest, wall), max(self.slowest_process, process)


def timed(game: Game, level: str, pace: Pace) -> str:
    wall, process = time.perf_counter(), time.process_time()
    plain = Thought(int(level)) if level.isdigit() else None
    move = think(game.terms, game.stand, plain).move if plain else choose(game, level)
    pace.took(time.perf_counter() - wall, time.process_time() - process)
    return move


def play(options: dict[str, Value], levels: tuple[str, str], seed: str, paces: dict[str, Pace]) -> Game:
    """A game between two levels to its end (or to 2,000 moves)."""
    game = new_game(INFO.complete(options), levels, Chance(sha256(seed.encode()).digest()))
    for _ in range(LONGEST):
        if game.over:
            break
        mover = game.stand.mover
        level = levels[mover]
        game = apply(game, timed(game, level, paces[level]))
        if not game.over and game.stand.mover != mover and gives_ball(game, level):
            game = apply(game, GIFT + random_ball(game))
    return game


def match(options: dict[str, Value], weaker: str, stronger: str, games: int) -> None:
    won = {stronger: 0, weaker: 0, "": 0}
    paces = {level: Pace() for level in (weaker, stronger)}
    margin, unfinished = 0, 0
    for n in range(games):
        seats = (stronger, weaker) if n % 2 else (weaker, stronger)
        game = play(options, seats, f"pair {n // 2}", paces)
        unfinished += not game.over
        first = winner(game)
        won["" if first is None else seats[first]] += 1
        mine, other = game.stand.totals
        margin += (mine - other) * (1 if seats[0] == stronger else -1)
    pace = paces[stronger]
    print(
        f"{stronger:9} {weaker:9} {won[stronger] / games:6.1%} {won[weaker]:5} {won['']:5} {unfinished:11}"
        f" {margin / games:+7.1f} {pace.moves:7} {pace.wall / pace.moves:8.3f} s"
        f" {pace.slowest:12.3f} s {pace.slowest_process:8.3f} s",
        flush=True,
    )


def _work() -> None:
    while True:
        sum(range(10_000))


def hand(busy: int, moves: int = 60) -> None:
    """Master's moves by the thinkers beside `busy` processes that never rest."""
    idle = [multiprocessing.Process(target=_work, daemon=True) for _ in range(busy)]
    pool = workers()
    game = new_game(INFO.complete({}), ("master", "master"), Chance(sha256(b"hand").digest()))
    for process in idle:
        process.start()
    times: list[float] = []
    while len(times) < moves and not game.over:
        began = time.perf_counter()
        move = pool.submit(choose, game, "master").result()
        times.append(time.perf_counter() - began)
        game = apply(game, move)
    first, *rest = times
    rest.sort()
    print(f"{busy} busy processes, {len(times)} moves of master's: the first {first:.3f} s (the thinkers")
    print(f"start with it), then median {rest[len(rest) // 2]:.3f} s, slowest {rest[-1]:.3f} s")
    for process in idle:
        process.terminate()
    pool.shutdown()


async def crowd(games: int, seconds: float, each: int = 12) -> None:
    """Times of master's moves in so many games that are played at once."""
    pool, times, loop = workers(), list[float](), asyncio.get_running_loop()
    wake(pool)

    async def one(number: int) -> None:
        dice = random.Random(number)
        game = new_game(INFO.complete({}), ("Ann", "master"), Chance(dice.randbytes(32)))
        for _ in range(each):
            await asyncio.sleep(2 * seconds * dice.random())
            with contextlib.suppress(IllegalMove):
                game = apply(game, dice.choice("12345678"))
            while not game.over and game.stand.mover:
                began = time.perf_counter()
                game = apply(game, await loop.run_in_executor(pool, choose, game, "master"))
                times.append(time.perf_counter() - began)

    await asyncio.gather(*map(one, range(games)))
    p50, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
    print(f"{games} games, a ball each {seconds:g} s, {len(times)} moves of master's by {WORKERS} processes:")
    print(f"p50 {p50:.3f} s, p99 {p99:.3f} s, most {max(times):.3f} s")
    end(pool)


def main(arguments: list[str]) -> None:
    options: dict[str, Value] = {word[2:]: True for word in arguments if word.startswith("--")}
    words = [word for word in arguments if not word.startswith("--")]
    if words[:1] == ["hand"]:
        hand(int(words[1]) if len(words) > 1 else 2)
        return
    if words[:1] == ["crowd"]:
        games, seconds = (*map(float, words[1:]), *(20, 5)[len(words) - 1 :])
        asyncio.run(crowd(int(games), seconds))
        return
    games = int(words[0]) if words else 200
    pairs = [(words[1], words[2])] if len(words) > 2 else list(pairwise(LEVELS))
    print(f"{games} games a pair\n{HEAD}", flush=True)
    for weaker, stronger in pairs:
        match(options, weaker, stronger, games)


if __name__ == "__main__":
    main(sys.argv[1:])
