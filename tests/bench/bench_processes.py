"""What a board in two processes carries, beside one in one process, at a real board in turns.

    python tests/bench/bench_processes.py

The callers take CPU as well, so what two idle cores would carry is worked out: keys by the busiest process's
CPU seconds, or by half of all processes' if that is more. Each figure is the middle of five. Takes about two
minutes.
"""

from __future__ import annotations

import asyncio
import os
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import bench_load
import board
import callers
from bench_store import ROUNDS, row
from process import Server, cpu_of, serving

CALLERS, CONNECTS, SECONDS = 120, 200, 4.0
READY = re.compile(r"process \d+ is ready \(pid (\d+)\)")


def processes(folder: Path) -> None:
    """Measure, and print the rows."""
    board.make(folder, CALLERS, level="info")
    carried: dict[int, list[float]] = {1: [], 2: []}
    connects, starts, serves = [], [], []
    for _ in range(ROUNDS):
        for count in carried:
            told = folder / "stderr"
            told.unlink(missing_ok=True)
            words = ("-m", "door", "serve", "--processes", str(count), "--board", str(folder), "--ssh", "off")
            with serving(*words, errors=told) as server:
                pids = [int(pid) for pid in READY.findall(told.read_text())]
                if count == 1:
                    asyncio.run(_called(server))
                    serves.append(server.cpu)
                else:
                    starts += map(cpu_of, pids)
                    connects.append(asyncio.run(_connects(server)))
                keys, spent = asyncio.run(_keys(server, [server.pid, *pids]))
                carried[count].append(keys / max(*spent, sum(spent) / 2) if count > 1 else keys / spent[0])
    two, one = statistics.median(carried[2]), statistics.median(carried[1])
    row("keys a second that two processes carry / one", f"{two:,.0f}", f"{one:,.0f}", two / one, least=1.7)
    cost = statistics.median(connects)
    row("CPU of a connect in the parent, ms", f"{cost:.3f} ms", "", cost, 0.1)
    start, serve = statistics.median(starts), statistics.median(serves)
    what = "CPU of a child's start / `door serve` to a first screen"
    row(what, f"{start:.2f} s", f"{serve:.2f} s", start / serve, 1.0)


async def _called(server: Server) -> None:
    """Call the board up to its first screen."""
    crowd = bench_load.Crowd("telnet", server.ports["telnet"])
    await crowd.connect("Bot0")
    crowd.lines["Bot0"].close()


async def _connects(server: Server) -> float:
    """Milliseconds of the parent's CPU a connect, less what it uses in the same time without one."""
    crowd = bench_load.Crowd("telnet", server.ports["telnet"])
    before, begun = server.cpu, time.monotonic()
    await asyncio.sleep(SECONDS / 2)
    idle, middle = server.cpu, time.monotonic()
    await crowd.each(crowd.connect, [f"Bot{n}" for n in range(CONNECTS)], 10)
    took, spent = time.monotonic() - middle, server.cpu - idle
    for line in crowd.lines.values():
        line.close()
    return 1000 * (spent - took * (idle - before) / (middle - begun)) / len(crowd.lines)


async def _keys(server: Server, pids: list[int]) -> tuple[int, list[float]]:
    """Keys of callers in a game, and the CPU seconds of each process meanwhile."""
    crowd = bench_load.Crowd("telnet", server.ports["telnet"])
    for step in (crowd.connect, crowd.log_on, crowd.open_door):
        await crowd.each(step, list(crowd.lines) or [f"Bot{n}" for n in range(CALLERS)], 10)
    before, until = list(map(cpu_of, pids)), time.monotonic() + SECONDS

    async def press(name: str) -> None:
        while time.monotonic() < until:
            crowd.times.append(await callers.press(crowd.lines[name], b"6"))
            await asyncio.sleep(0.02)

    await crowd.each(press, list(crowd.lines), CALLERS)
    spent = [cpu_of(pid) - was for pid, was in zip(pids, before, strict=True)]
    for line in crowd.lines.values():
        line.close()
    return len(crowd.times), spent


def main() -> None:
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        processes(Path(name, "board"))
    print(f"load {os.getloadavg()[0]:.1f}, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
