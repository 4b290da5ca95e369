"""Memory after everybody has hung up, again and again, beside a bare telnetlib3's.

    python tests/bench/bench_leak.py [--callers 500] [--rounds 3]

Each round all callers log on, open Shut The Box, play a little and drop their lines.  What a
board needs once (code, tables, drawn art) it takes in the first round; what grows with every
round after that would be a leak.  CPython gives a megabyte back to the system only once nothing in
it is in use: that is why the bare server, which keeps nothing, does not come back either.
"""

import argparse
import asyncio
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import board
from bench_load import AT_ONCE, Crowd, server_of
from process import Server

SECONDS = 4.0  # of play in a round
QUIET = 6.0  # before memory is looked at
MOST = 20.0  # percent above the start
GROWTH = 3.0  # percent from one round to the next, once warm


@dataclass
class Leak:
    """Bytes before anybody called, at the height of each round, and after it; and of the server with
    its helper processes, before and after."""

    start: int
    whole_start: int
    full: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)
    whole_after: list[int] = field(default_factory=list)
    failed: int = 0

    @property
    def above(self) -> float:
        """Percent above the start after the second round."""
        return (self.after[1] / self.start - 1) * 100

    @property
    def whole_above(self) -> float:
        """The same of the server with its helpers."""
        return (self.whole_after[1] / self.whole_start - 1) * 100

    @property
    def growth(self) -> float:
        """Percent from the last round but one to the last."""
        return (self.after[-1] / self.after[-2] - 1) * 100


async def measure(name: str, server: Server, count: int, rounds: int) -> Leak:
    """That many rounds, at a board or at the floor of that name."""
    await asyncio.sleep(2)
    leak = Leak(server.memory, server.whole_memory)
    for _ in range(rounds):
        kind = "telnet" if name == "door" else name
        crowd = Crowd(kind, server.ports[kind])
        await crowd.each(crowd.connect, [f"Bot{number}" for number in range(1, count + 1)], AT_ONCE)
        if crowd.at_a_board:
            await crowd.each(crowd.log_on, list(crowd.lines), AT_ONCE)
            await crowd.each(crowd.open_door, list(crowd.lines), AT_ONCE)
        await crowd.each(lambda who, crowd=crowd: crowd.play(who, SECONDS), list(crowd.lines), count)
        leak.full.append(server.memory)
        leak.failed += crowd.failed
        for line in crowd.lines.values():
            line.close()
        await asyncio.sleep(QUIET)
        leak.after.append(server.memory)
        leak.whole_after.append(server.whole_memory)
    return leak


def run(name: str, count: int, rounds: int) -> Leak:
    """A board of its own, or the floor of that name, and the rounds on it."""
    with server_of(name, count) as server:
        return asyncio.run(measure(name, server, count, rounds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--callers", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    board.many_files()
    leak = run("door", given.callers, max(2, given.rounds))
    floor = run("telnetlib3", given.callers, 2)
    print(f"start      {leak.start / 2**20:7.1f} MiB")
    for number, (full, after) in enumerate(zip(leak.full, leak.after, strict=True), 1):
        print(f"round {number}    {full / 2**20:7.1f} MiB full, {after / 2**20:7.1f} MiB after")
    print(f"after two rounds {leak.above:+.1f} % of the start, from the last but one {leak.growth:+.1f} %")
    print(
        f"with its helpers {leak.whole_start / 2**20:.1f} MiB, after two rounds "
        f"{leak.whole_after[1] / 2**20:.1f} MiB, {leak.whole_above:+.1f} %"
    )
    print(
        f"a bare telnetlib3: {floor.start / 2**20:.1f} MiB, after two rounds "
        f"{floor.after[1] / 2**20:.1f} MiB, {floor.above:+.1f} %"
    )
    print(f"callers {given.callers}, failed {leak.failed}")
    sys.exit(leak.above > MOST or leak.failed > 0)


if __name__ == "__main__":
    main()
