"""What a key costs at a table, beside the same key of a game alone.

    python tests/bench/bench_tables.py [--callers 600] [--turns 8] [--seconds 10]

Callers in pairs race at Shut The Box, so many tables by days and then as many on a live clock; as many
callers play it alone.  Each moves the cursor once a second, as in bench_load.py: the same board, the same
keys.  A board of tables and one of callers alone are there together and have their turns, one playing while
the other rests: a machine that is slower for a minute is so for both.  What a second of rest costs is told
beside it.  All is on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import statistics
import sys
import tempfile
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import board
import callers
from bench_load import AT_ONCE, Crowd
from process import Server, serving

from door.games.chance import commitment
from door.midend.doors import find
from door.midend.match.values import Terms
from door.records.journal.lines import stamp
from door.records.tables.table_files import TableFiles

SETTLE = 8.0
"""Seconds until what a log-on tells has gone from all status lines again."""

ALONE = "alone"
CLOCKS = ("3d", "60+10", "5+10")
"""By days; on a live clock of an hour; in its last ten minutes, whose seconds are drawn."""

HEAD = f"{'callers':<10}{'calls':>6}{'fail':>5}{'p50 ms':>8}{'p99 ms':>8}{'CPU ms':>8}{'rest ms':>9}   ratio"


def set_tables(folder: Path, count: int, clock: str) -> None:
    """Pairs of callers sit down, and their races begin."""
    door = find("shutbox")
    assert door is not None and door.game.info.race is not None
    (folder / "data" / "tables").mkdir(parents=True)
    files = TableFiles(folder / "data" / "tables", {"shutbox": door.game})
    for number in range(1, count, 2):
        now, seed = stamp(datetime.now(UTC)), secrets.token_bytes(32)
        options = {**door.INFO.defaults(), **door.game.info.race}
        terms = Terms(
            door="shutbox", options=options, clock=clock, race=True, id=secrets.token_hex(8),
            by=f"Bot{number}", seed=seed.hex(), commit=commitment(seed), t=now,
        )  # fmt: skip
        table = files.create(terms)
        table.add({"do": "sit", "seat": 1, "who": f"Bot{number + 1}"}, lambda now=now: now)
        table.add({"do": "begin"}, lambda now=now: now)


async def sit_down(crowd: Crowd, name: str) -> None:
    """From the menu to the table that waits, until the dice lie."""
    line = crowd.lines[name]
    line.data.clear()
    line.type(b"r")
    await callers.walk(line, name, (("to match", ""),))


async def seated(port: int, count: int, alone: bool) -> Crowd:
    """Callers with a board before them."""
    crowd, names = Crowd("telnet", port), [f"Bot{number}" for number in range(1, count + 1)]
    for step in (crowd.connect, crowd.log_on):
        await crowd.each(step, names, AT_ONCE)
    await crowd.each(crowd.open_door if alone else lambda name: sit_down(crowd, name), names, AT_ONCE)
    await asyncio.sleep(SETTLE)
    return crowd


class Crew:
    """A board and those who play there; milliseconds of its CPU for a key in each of their turns, and for a
    second of a caller's rest."""

    def __init__(self, server: Server, crowd: Crowd) -> None:
        self.server, self.crowd = server, crowd
        self.costs: list[float] = []
        self.rests: list[float] = []

    async def play(self, seconds: float, resting: Crew) -> None:
        """A turn of so many seconds, while the other rests."""
        names, keys = list(self.crowd.lines), len(self.crowd.times)
        cpu, rest = self.server.cpu, resting.server.cpu
        await self.crowd.each(lambda who: self.crowd.play(who, seconds), names, len(names))
        self.costs.append((self.server.cpu - cpu) * 1000 / max(1, len(self.crowd.times) - keys))
        resting.rests.append((resting.server.cpu - rest) * 1000 / seconds / len(names))

    def row(self, name: str) -> str:
        """Its row of the table."""
        cuts, mean = statistics.quantiles(self.crowd.times, n=100), statistics.mean
        times = f"{cuts[49] * 1000:>8.2f}{cuts[98] * 1000:>8.2f}"
        costs = f"{mean(self.costs):>8.3f}{mean(self.rests):>9.4f}"
        return f"{name:<10}{len(self.crowd.lines):>6}{self.crowd.failed:>5}{times}{costs}"


def run(clock: str, count: int, turns: int, seconds: float) -> None:
    """Two rows of the table; how many times as much a key costs at a table, with the error of the mean."""

    async def play() -> None:
        alone, tables = crews = [
            Crew(server, await seated(server.ports["telnet"], count, server is servers[0]))
            for server in servers
        ]
        for turn in range(turns):
            first, last = (alone, tables) if turn % 2 else (tables, alone)
            await first.play(seconds, last)
            await last.play(seconds, first)
        ratios = [at / by for by, at in zip(alone.costs, tables.costs, strict=True)]
        error = statistics.stdev(ratios) / turns**0.5
        print(alone.row(ALONE))
        print(f"{tables.row(clock)}   {statistics.mean(ratios):.2f} ± {error:.2f}", flush=True)
        for crew in crews:
            for line in crew.crowd.lines.values():
                line.close()

    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        servers = []
        for name in (ALONE, clock):
            made = Path(folder) / name
            board.make(made, count)
            if name == clock:
                set_tables(made, count, clock)
            command = ("-m", "door", "serve", "--board", str(made))
            servers.append(running.enter_context(serving(*command, lines=2)))
        asyncio.run(play())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--callers", type=int, default=600)
    parser.add_argument("--turns", type=int, default=8, help="two or more")
    parser.add_argument("--seconds", type=float, default=10.0, help="of a turn")
    told = parser.parse_args()
    board.many_files()
    print(HEAD)
    for clock in CLOCKS:
        run(clock, told.callers, told.turns, told.seconds)


if __name__ == "__main__":
    main()
