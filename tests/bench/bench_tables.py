"""What a key costs at a table, beside the same key of a game alone.

    python tests/bench/bench_tables.py [--callers 600] [--seconds 15]

Callers in pairs race at Shut The Box, so many tables by days and then as many on a live clock; as many
callers play it alone.  Each moves the cursor once a second, as in bench_load.py: the same board, the same
keys; what a second costs without any is told beside it.  Each kind has a board of its own, one after
the other, all on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import statistics
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import board
import callers
from bench_load import AT_ONCE, Crowd
from process import serving

from door.games.chance import commitment
from door.midend.doors import find
from door.midend.match.values import Terms
from door.records.journal.lines import stamp
from door.records.tables.table_files import TableFiles

SETTLE = 8.0
"""Seconds until what a log-on tells has gone from all status lines again."""

IDLE = 6.0
"""Seconds in which nobody presses a key: what a second costs for each caller, clocks drawn with it."""

MINUTE = 60.0
"""Seconds of play: in each of them the board looks at each caller's clock once, wherever in it they began."""

KINDS = (
    ("alone", ""),
    ("at tables, 3 days a move", "3d"),
    ("60+10", "60+10"),
    ("5+10, seconds shown", "5+10"),
)
HEAD = (
    f"{'callers':<28}{'calls':>6}{'fail':>5}{'p50 ms':>8}{'p99 ms':>8}{'CPU ms':>8}{'ratio':>8}{'idle ms':>9}"
)


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


def run(kind: str, clock: str, count: int, seconds: float, floor: float) -> float:
    """A row of the table; CPU milliseconds a key."""

    async def play() -> float:
        crowd = await seated(server.ports["telnet"], count, not clock)
        cpu = server.cpu
        await asyncio.sleep(IDLE)
        idle = (server.cpu - cpu) * 1000 / IDLE / count
        cpu = server.cpu
        await crowd.each(lambda who: crowd.play(who, seconds), list(crowd.lines), count)
        cost = (server.cpu - cpu) * 1000 / max(1, len(crowd.times))
        cuts = statistics.quantiles(crowd.times, n=100)
        ratio = f"{cost / floor:>8.2f}" if floor else ""
        times = f"{cuts[49] * 1000:>8.2f}{cuts[98] * 1000:>8.2f}"
        print(
            f"{kind:<28}{count:>6}{crowd.failed:>5}{times}{cost:>8.3f}{ratio or 8 * ' '}{idle:>9.3f}",
            flush=True,
        )
        for line in crowd.lines.values():
            line.close()
        return cost

    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "board"
        board.make(made, count)
        if clock:
            set_tables(made, count, clock)
        with serving("-m", "door", "serve", "--board", str(made), lines=2) as server:
            return asyncio.run(play())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--callers", type=int, default=600)
    parser.add_argument("--seconds", type=float, default=MINUTE)
    told = parser.parse_args()
    board.many_files()
    print(HEAD)
    floor = 0.0
    for kind, clock in KINDS:
        cost = run(kind, clock, told.callers, told.seconds, floor)
        floor = floor or cost


if __name__ == "__main__":
    main()
