"""Measure what two hosts of one database carry on one machine, beside one host, in turns.

    python tests/bench/bench_hosts.py

The callers and the database take CPU as well, so we compute what two idle cores would carry: keys for each
CPU second of the busiest host. Each figure is the middle of five. Takes about two minutes.
"""

import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import bench_load
import board
import callers
from bench_store import ROUNDS, row
from process import Server, serving

sys.path.append(str(Path(__file__).parent.parent / "support"))
import postgres_kit

CALLERS, SECONDS = 120, 4.0


def hosts(folder: Path, url: str) -> None:
    """Measure, and print the rows."""
    first, second = folder / "a", folder / "b"
    board.make(first, CALLERS, level="info")
    shutil.copytree(first, second, ignore=shutil.ignore_patterns("data"))
    migrate = ("-m", "door", "migrate", "--board", str(first), "--to", url)
    subprocess.run([sys.executable, *migrate], check=True, stdout=subprocess.DEVNULL)
    for host in (first, second):
        with (host / "config" / "board.yaml").open("a") as file:
            file.write(f'board: {{store: "{url}", host: {host.name}}}\n')
    carried: dict[int, list[float]] = {1: [], 2: []}
    memory: list[float] = []
    for _ in range(ROUNDS):
        for count in carried:
            with ExitStack() as stack:
                words = ("-m", "door", "serve", "--ssh", "off", "--board")
                servers = [
                    stack.enter_context(serving(*words, str(host))) for host in (first, second)[:count]
                ]
                keys, spent = asyncio.run(_keys(servers))
                carried[count].append(keys / max(spent))
                memory += [server.memory / 2**20 for server in servers]
    two, one = statistics.median(carried[2]), statistics.median(carried[1])
    row("keys a second that two hosts carry / one", f"{two:,.0f}", f"{one:,.0f}", two / one, least=1.7)
    row("memory of a host, MB", f"{statistics.median(memory):.0f}")


async def _keys(servers: list[Server]) -> tuple[int, list[float]]:
    """Return how many keys callers in a game have pressed, and the CPU seconds of each host meanwhile."""
    crowds = [bench_load.Crowd("telnet", server.ports["telnet"]) for server in servers]
    names = [[f"Bot{n}" for n in range(CALLERS)][at :: len(servers)] for at in range(len(servers))]
    for step in ("connect", "log_on", "open_door"):
        await asyncio.gather(
            *(crowd.each(getattr(crowd, step), some, 10) for crowd, some in zip(crowds, names, strict=True))
        )
    before, until = [server.cpu for server in servers], time.monotonic() + SECONDS

    async def press(line: callers.Line, crowd: bench_load.Crowd) -> None:
        while time.monotonic() < until:
            crowd.times.append(await callers.press(line, b"6"))
            await asyncio.sleep(0.02)

    await asyncio.gather(*(press(line, crowd) for crowd in crowds for line in crowd.lines.values()))
    spent = [server.cpu - was for server, was in zip(servers, before, strict=True)]
    for crowd in crowds:
        if crowd.failed:
            raise RuntimeError(f"{crowd.failed} callers have failed")
        for line in crowd.lines.values():
            line.close()
    return sum(len(crowd.times) for crowd in crowds), spent


def main() -> None:
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    begun, programs = time.monotonic(), postgres_kit.programs()
    if programs is None:
        raise SystemExit("needs a PostgreSQL server: apt-get install postgresql")
    with tempfile.TemporaryDirectory() as name:
        server = postgres_kit.Server(programs, durable=True)
        hosts(Path(name), server.database(Path(name)))
    print(f"load {os.getloadavg()[0]:.1f}, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
