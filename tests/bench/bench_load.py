"""From a key to the redrawn screen, beside the least servers there are.

    python tests/bench/bench_load.py [--quick] [--ssh]

Each caller logs on, opens Shut The Box and moves the cursor once a second.  The floors send a
fixed full screen of 1.3 KB for every key.  All on loopback; the callers' own work shares the
machine, and that goes for the floors as well.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import board
import callers
from process import Server, serving

AT_ONCE = 20  # connects under way


@dataclass
class Result:
    """One server under one number of callers."""

    server: str
    count: int
    failed: int
    p50: float
    p99: float
    cpu: float
    idle: float
    connects: float
    first: float
    size: float

    def row(self, floor: Result | None) -> str:
        """A line of the table; ratios to the floor in the last columns."""
        ratios = (
            f"{self.cpu / max(floor.cpu, 0.001):>6.2f} {self.p99 / max(floor.p99, 0.001):>6.2f}"
            if floor
            else ""
        )
        return (
            f"{self.server:<12}{self.count:>6}{self.failed:>5}{self.p50:>8.2f}{self.p99:>8.2f}{self.cpu:>8.3f}"
            f"{self.idle:>8.1f}{self.connects:>8.0f}{self.first:>8.1f}{self.size:>8.0f}  {ratios}"
        )


HEAD = (
    f"{'server':<12}{'calls':>6}{'fail':>5}{'p50 ms':>8}{'p99 ms':>8}{'CPU ms':>8}{'KiB/c':>8}"
    f"{'conn/s':>8}{'1st ms':>8}{'B/key':>8}  {'CPU x':>6} {'p99 x':>6}"
)


async def call(kind: str, port: int, number: int) -> tuple[callers.Line, float]:
    """A connected caller, and seconds to the first byte of the board's."""
    name, begun = f"Bot{number}", time.perf_counter()
    line = await callers.ssh(port, name) if kind in ("asyncssh", "ssh") else await callers.telnet(port)
    if kind == "streams":
        line.type(b"x")
    async with asyncio.timeout(60):
        await line.came.wait()
    first = time.perf_counter() - begun
    if kind == "telnet":
        await callers.walk(line, name, callers.TO_THE_DOOR)
    elif kind == "ssh":
        await callers.walk(line, name, callers.TO_THE_DOOR[2:])
    return line, first


async def gather(kind: str, port: int, count: int) -> tuple[list[callers.Line], list[float], int]:
    """Everybody connected, a few at a time; how many could not be."""
    room, lines, firsts, failed = asyncio.Semaphore(AT_ONCE), [], [], 0

    async def one(number: int) -> None:
        nonlocal failed
        async with room:
            try:
                line, first = await call(kind, port, number)
                lines.append(line)
                firsts.append(first)
            except (OSError, TimeoutError, ConnectionError) as error:
                failed += 1
                if failed == 1:
                    print(f"  {kind}: {error!r}", file=sys.stderr)

    await asyncio.gather(*(one(number) for number in range(1, count + 1)))
    return lines, firsts, failed


async def measure(name: str, kind: str, server: Server, count: int, seconds: float) -> Result:
    """Connects, waits, plays, and hangs up."""
    before, begun = server.memory, time.perf_counter()
    lines, firsts, failed = await gather(kind, server.ports[kind], count)
    connecting = time.perf_counter() - begun
    await asyncio.sleep(2.0)
    idle = (server.memory - before) / 1024 / max(1, len(lines))
    for line in lines:
        line.bytes_in = 0
    times: list[float] = []
    lost = 0

    async def play(number: int, line: callers.Line) -> None:
        nonlocal lost
        await asyncio.sleep(number / max(1, len(lines)))
        end = time.perf_counter() + seconds
        try:
            while (now := time.perf_counter()) < end:
                times.append(await callers.press(line, b"6"))
                await asyncio.sleep(max(0.0, now + 1.0 - time.perf_counter()))
        except (TimeoutError, ConnectionError):
            lost += 1

    cpu = server.cpu
    await asyncio.gather(*(play(number, line) for number, line in enumerate(lines)))
    spent = (server.cpu - cpu) * 1000 / max(1, len(times))
    size = sum(line.bytes_in for line in lines) / max(1, len(times))
    for line in lines:
        line.close()
    await asyncio.sleep(1.0)
    cuts = statistics.quantiles(times, n=100) if len(times) > 1 else [0.0] * 99
    return Result(
        name, count, failed + lost, cuts[49] * 1000, cuts[98] * 1000, spent, idle, len(lines) / connecting,
        statistics.median(firsts) * 1000 if firsts else 0.0, size,
    )  # fmt: skip


def run(kinds: Sequence[tuple[str, str]], counts: Sequence[int], seconds: float) -> None:
    """A row for each server and count; the first server is the floor of the ratios."""
    here = Path(__file__).parent
    print(HEAD)
    for count in counts:
        floor: Result | None = None
        for name, kind in kinds:
            with ExitStack() as stack:
                if name == "door":
                    folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "board"
                    board.make(folder, count)
                    command = ["-m", "door", "serve", "--board", str(folder)]
                    server = stack.enter_context(serving(*command, lines=2))
                else:
                    server = stack.enter_context(serving(str(here / "floors.py"), name))
                result = asyncio.run(measure(name, kind, server, count, seconds))
            print(result.row(floor), flush=True)
            floor = floor or result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer callers, a few seconds each")
    parser.add_argument("--ssh", action="store_true", help="SSH instead of telnet")
    parser.add_argument("--counts", help="numbers of callers, such as 1,100,500")
    given = parser.parse_args()
    kinds = [("asyncssh", "asyncssh"), ("door", "ssh")] if given.ssh else [
        ("telnetlib3", "telnetlib3"), ("streams", "streams"), ("door", "telnet")]  # fmt: skip
    full = (100, 300) if given.ssh else (1, 100, 500, 1000, 2000)
    quick = (1, 20) if given.ssh else (1, 100)
    counts = [int(n) for n in given.counts.split(",")] if given.counts else quick if given.quick else full
    run(kinds, counts, 5.0 if given.quick else 15.0)


if __name__ == "__main__":
    main()
