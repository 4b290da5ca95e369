"""How well and how fast MindBuster's computer guesses.  Run: python tests/bench/bench_mindbuster.py

Einstein's game over a size is a tree: a history, its guess, and a branch for each mark that
some code would give.  The walk asks the real `guess` at every history, so the averages are
over every code of a size, not a sample.  With `levels` it plays the six levels against the
same random codes at 4×6 instead, ten guesses each.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from random import Random

import numpy as np

from door.games.mindbuster.computer import Bytes, all_codes, guess, mark_all, to_row
from door.games.mindbuster.rules import GUESSES, LETTERS, LEVELS, Marks, mark

BEST_KNOWN = {
    (4, 3): 3.0370, (4, 4): 3.5352, (4, 5): 3.9408, (4, 6): 4.3403, (4, 7): 4.676, (4, 8): 4.998,
    (5, 3): 3.3580, (5, 4): 3.861, (5, 5): 4.320, (5, 6): 4.769, (5, 7): 5.151, (5, 8): 5.489,
}  # fmt: skip
History = tuple[tuple[str, Marks], ...]


@dataclass
class Tally:
    """Guesses in all over the codes seen, the longest game, the slowest move in seconds."""

    guesses: int = 0
    longest: int = 0
    slowest: float = 0.0


def walk(holes: int, colours: int, left: Bytes, history: History, tally: Tally) -> None:
    """Every game of Einstein's against the codes `left`, which are those the history allows."""
    began = time.perf_counter()
    pegs = guess(holes, colours, history)
    tally.slowest = max(tally.slowest, time.perf_counter() - began)
    tally.guesses += len(left)
    tally.longest = max(tally.longest, len(history) + 1)
    marks = mark_all(to_row(pegs)[None, :], left, colours)[0]
    for number in map(int, np.unique(marks)):
        total, black = divmod(number, holes + 1)
        if black < holes:
            walk(holes, colours, left[marks == number], (*history, (pegs, (black, total - black))), tally)


def sizes(chosen: list[str]) -> None:
    print("size   codes  average  best known   over  max  slowest move")
    for (holes, colours), best in BEST_KNOWN.items():
        if chosen and f"{holes}x{colours}" not in chosen:
            continue
        tally, codes = Tally(), all_codes(holes, colours)
        walk(holes, colours, codes, (), tally)
        average = tally.guesses / len(codes)
        print(
            f"{holes}x{colours}  {len(codes):6}   {average:.4f}      {best:.4f}  {average / best - 1:+.2%}"
            f"  {tally.longest:3}      {tally.slowest:.3f} s",
            flush=True,
        )


def play(code: str, colours: int, level: str, salt: str) -> int:
    """Guesses used against the code, 11 if ten were not enough."""
    history: list[tuple[str, Marks]] = []
    while len(history) < GUESSES:
        pegs = guess(len(code), colours, history, level, salt)
        history.append((pegs, mark(pegs, code)))
        if pegs == code:
            return len(history)
    return GUESSES + 1


def levels(games: int) -> None:
    rng = Random(1)
    codes = ["".join(rng.choices(LETTERS[:6], k=4)) for _ in range(games)]
    print(f"4x6, {games} random codes (11 stands for not broken in ten)\nlevel     average  +-     broken")
    for level in LEVELS:
        used = np.array([play(code, 6, level, f"game {n}") for n, code in enumerate(codes)])
        error = used.std() / len(used) ** 0.5
        print(f"{level:9} {used.mean():.3f}  {error:.3f}  {(used <= GUESSES).mean():7.1%}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["levels"]:
        levels(int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
    else:
        sizes(sys.argv[1:])
