"""What it costs the board that a caller comes in: connect, welcome, log-on, menu; and how soon all are
back after a restart.

    python tests/bench/bench_logons.py [--callers 200] [--times 3] [--only telnet,ssh,restart]

Each server is measured `--times` times, in turn with its floor: a bare telnetlib3, and an asyncssh that
asks a password and has an Ed25519 key alone, each sending 1.3 KB.  CPU is the server process's own, in
milliseconds: the least of all crowds of twenty, which other work of the machine spoils least, and their
median.  Passwords cost next to nothing but in `restart`, where they are hashed as a board's are by
default, and whoever is in presses a key each second until all are.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import board
import callers
from bench_load import AT_ONCE, SETTLE, Crowd
from process import Server, serving

SERVERS = {
    "telnet": (("telnetlib3", "telnetlib3"), ("door", "telnet")),
    "ssh": (("asyncssh-password", "asyncssh"), ("door", "ssh")),
}


async def came_in(kind: str, server: Server, count: int) -> tuple[list[float], list[float], int]:
    """Milliseconds of CPU a connect (by SSH a whole log-on) and a log-on after it, each in the mean of
    AT_ONCE callers at once, and how many failed."""
    crowd = Crowd(kind, server.ports[kind])
    await crowd.connect("Bot0")  # what is loaded or read once is not a caller's
    if crowd.at_a_board:
        await crowd.log_on("Bot0")
        await asyncio.sleep(SETTLE)
    connects, log_ons = [], []
    for first in range(1, count + 1, AT_ONCE):
        names, cpu = [f"Bot{number}" for number in range(first, first + AT_ONCE)], server.cpu
        await crowd.each(crowd.connect, names, AT_ONCE)
        if kind == "ssh":
            await crowd.each(crowd.log_on, names, AT_ONCE)
        between = server.cpu
        if kind == "telnet":
            await crowd.each(crowd.log_on, names, AT_ONCE)
        connects.append((between - cpu) * 1000 / AT_ONCE)
        log_ons.append((server.cpu - between) * 1000 / AT_ONCE)
    for line in crowd.lines.values():
        line.close()
    return connects, log_ons, crowd.failed


async def all_back(kind: str, server: Server, count: int) -> tuple[list[float], list[float], int]:
    """Seconds until each is in the menu, milliseconds of each key meanwhile, and how many failed."""
    crowd, names = Crowd(kind, server.ports[kind]), [f"Bot{n}" for n in range(1, count + 1)]
    begun, back, keys, pressing = time.perf_counter(), [], [], []

    async def press(name: str) -> None:
        while len(back) + crowd.failed < count:
            keys.append(await callers.press(crowd.lines[name], b"6") * 1000)
            await asyncio.sleep(1.0)

    async def come(name: str) -> None:
        await crowd.connect(name)
        await crowd.log_on(name)
        back.append(time.perf_counter() - begun)
        pressing.append(asyncio.create_task(press(name)))

    await crowd.each(come, names, count)
    await asyncio.gather(*pressing)
    for line in crowd.lines.values():
        line.close()
    return back, keys, crowd.failed


def measure(server_name: str, kind: str, count: int) -> None:
    """A row of connects and log-ons."""
    with ExitStack() as stack:
        if server_name == "door":
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "board"
            board.make(folder, count + AT_ONCE)
            server = stack.enter_context(serving("-m", "door", "serve", "--board", str(folder), lines=2))
        else:
            server = stack.enter_context(serving(str(Path(__file__).parent / "floors.py"), server_name))
        connects, log_ons, failed = asyncio.run(came_in(kind, server, count))
    text = "".join(f"{min(each):>10.2f}{statistics.median(each):>8.2f}" for each in (connects, log_ons))
    print(f"{server_name:<20}{kind:<12}{text}{failed:>8}", flush=True)


def restart(kind: str, count: int) -> None:
    """A row of all callers coming back at once."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "board"
        board.make(folder, count, passwords=None)
        with serving("-m", "door", "serve", "--board", str(folder), lines=2) as server:
            back, keys, failed = asyncio.run(all_back(kind, server, count))
            cpu = server.cpu
    cuts = statistics.quantiles(keys, n=100)
    print(
        f"{count} back by {kind}: median {statistics.median(back):.1f} s, all {max(back):.1f} s,"
        f" {cpu:.1f} s of CPU, {failed} failed; {len(keys)} keys:"
        f" p50 {cuts[49]:.1f} p99 {cuts[98]:.1f} worst {max(keys):.1f} ms",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--callers", type=int, default=200)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--only", default="telnet,ssh,restart")
    given = parser.parse_args()
    board.many_files()
    only = given.only.split(",")
    print(f"{'server':<20}{'':<12}{'connect':>10}{'median':>8}{'log-on':>10}{'median':>8}{'failed':>8}")
    for _ in range(given.times):
        for kind in ("telnet", "ssh"):
            for name, how in SERVERS[kind] if kind in only else ():
                measure(name, how, given.callers)
    for kind in ("telnet", "ssh") if "restart" in only else ():
        for _ in range(given.times):
            restart(kind, 250)


if __name__ == "__main__":
    main()
