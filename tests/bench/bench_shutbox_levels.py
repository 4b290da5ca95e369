"""Every computer level of MicroLink Shut The Box over 20,000 turns, beside its exact mean.

    python tests/bench/bench_shutbox_levels.py [TURNS]

Whole games of four seats are played through the rules, chance and all.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
import box_odds

from door.games.chance import Chance
from door.games.microlink import computer, rules

SEATS = 4
A_GAME = SEATS * rules.TURNS


def turn_scores(name: str, turns: int) -> list[int]:
    """The points of that many turns (rounded up to whole games), every seat at this level."""
    scores: list[int] = []
    while len(scores) < turns:
        seed = f"bench {name} {len(scores)}".encode().ljust(32, b".")
        game = rules.new_game({}, (f"computer:{name}",) * SEATS, Chance(seed))
        while not game.over:
            game = rules.apply(game, computer.choose(game, name))
        scores += [turn.score for turn in game.turns]
    return scores


def main(turns: int) -> None:
    heads = ("turns", "mean", "exact", "off by", "st.err", "shut", "exact", "seconds")
    print("level     " + "".join(f"{head:>9}" for head in heads))
    for level in computer.LEVELS:
        start = time.perf_counter()
        scores = turn_scores(level.name, turns)
        seconds = time.perf_counter() - start
        mean, exact = statistics.fmean(scores), float(box_odds.mean(level.name))
        error = statistics.stdev(scores) / len(scores) ** 0.5
        shut = scores.count(rules.PERFECT_TURN) / len(scores)
        numbers = (mean, exact, mean - exact, error, shut, float(box_odds.shut_chance(level.choose)))
        print(
            f"{level.name:<10}{len(scores):>9}" + "".join(f"{n:>9.4f}" for n in numbers) + f"{seconds:>9.1f}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
