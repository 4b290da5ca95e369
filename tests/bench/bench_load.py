"""From a key to the redrawn screen, beside the least servers there are.

    python tests/bench/bench_load.py [--quick] [--ssh] [--counts 1,100,500]

Each caller connects, logs on, waits in the menu, opens Shut The Box, waits there, and then moves
the cursor once a second, at a moment of the second drawn with a fixed seed.  The floors send a
fixed full screen of 1.3 KB for every key.  All on loopback; the callers are one process of their
own, which shares the machine with the server, and that goes for the floors as well.  Where that
process is busy it is the callers who are slow, and the table says so; and it says what share of the
machine others took meanwhile (a virtual machine's neighbours), since no server answers in such a
moment.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import board
import callers
from floors import SCREEN
from process import Server, serving, stolen

AT_ONCE = 20  # connects or log-ons under way
SETTLE = 2.0
BUSY = 0.85
TELNET = (("telnetlib3", "telnetlib3"), ("streams", "streams"), ("door", "telnet"))
SSH = (("asyncssh", "asyncssh"), ("door", "ssh"))
COUNTS, SSH_COUNTS = (1, 100, 500, 1000, 2000), (100, 300)


@dataclass
class Result:
    """One server under one number of callers.  Times are milliseconds, memory is KiB a caller,
    `own` the share of a core that the callers' process used, `stolen` the share of the whole machine
    that other machines on its processor used; a floor's memory is all in `menu`."""

    server: str
    count: int
    failed: int = 0
    p50: float = 0.0
    p99: float = 0.0
    cpu: float = 0.0
    menu: float = 0.0
    inside: float = 0.0
    connects: float = 0.0
    first: float = 0.0
    size: float = 0.0
    own: float = 0.0
    stolen: float = 0.0

    def row(self, floor: Result | None) -> str:
        """A line of the table; ratios to the floor in the last columns."""
        text = (
            f"{self.server:<12}{self.count:>6}{self.failed:>5}{self.p50:>8.2f}{self.p99:>8.2f}{self.cpu:>8.3f}"
            f"{self.menu:>7.1f}{self.inside:>7.1f}{self.connects:>8.0f}{self.first:>8.1f}{self.size:>7.0f}"
            f"{self.own:>6.0%}{self.stolen:>8.0%}"
        )
        if floor:
            text += f"  {self.cpu / max(floor.cpu, 0.001):>6.2f} {self.p99 / max(floor.p99, 0.001):>6.2f}"
        return text + ("  callers busy" if self.own > BUSY else "")


HEAD = (
    f"{'server':<12}{'calls':>6}{'fail':>5}{'p50 ms':>8}{'p99 ms':>8}{'CPU ms':>8}{'menu':>7}{'door':>7}"
    f"{'conn/s':>8}{'1st ms':>8}{'B/key':>7}{'own':>6}{'stolen':>8}  {'CPU x':>6} {'p99 x':>6}"
)


def address_of(name: str) -> str:
    """An address for each, as callers have: of one address, one is let in after the other."""
    number = int(name[3:])
    return f"127.1.{number // 250}.{number % 250 + 1}"


@dataclass
class Crowd:
    """Callers of one server, and how many of them failed somewhere."""

    kind: str
    port: int
    lines: dict[str, callers.Line] = field(default_factory=dict)
    firsts: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    failed: int = 0

    @property
    def at_a_board(self) -> bool:
        """Whether there is anything to log on to."""
        return self.kind in ("telnet", "ssh")

    async def each(self, what: Callable[[str], Awaitable[None]], names: Sequence[str], most: int) -> None:
        """Does it for all, at most so many at a time; says what went wrong first."""
        room = asyncio.Semaphore(most)

        async def one(name: str) -> None:
            async with room:
                try:
                    await what(name)
                except OSError as error:
                    self.failed += 1
                    if self.failed == 1:
                        print(f"  {self.kind}: {name}: {error!r}", file=sys.stderr)

        await asyncio.gather(*(one(name) for name in names))

    async def connect(self, name: str) -> None:
        """Up to the first screen."""
        begun = time.perf_counter()
        over_ssh = self.kind in ("asyncssh", "ssh")
        address = address_of(name)
        line = await (
            callers.ssh(self.port, name, address) if over_ssh else callers.telnet(self.port, address)
        )
        async with asyncio.timeout(60):
            while line.bytes_in < len(SCREEN) // 2:
                line.came.clear()
                await line.came.wait()
                if line.gone:
                    raise ConnectionError("hung up before the first screen")
        self.firsts.append(time.perf_counter() - begun)
        self.lines[name] = line

    async def log_on(self, name: str) -> None:
        """To the menu, where a door is to be chosen."""
        line = self.lines[name]
        if self.kind == "telnet":
            await callers.walk(line, name, callers.TO_THE_MENU)
        if await callers.sees(line, name, callers.MENU, callers.NEWS) == callers.NEWS:
            await callers.walk(line, name, ((callers.NEWS, "\r"), (callers.MENU, "")))

    async def open_door(self, name: str) -> None:
        """Into a game of Shut The Box, until the dice lie."""
        line = self.lines[name]
        line.data.clear()
        line.type(b"1")
        if await callers.sees(line, name, callers.SPLASH, callers.TITLE) == callers.SPLASH:
            line.type(b" ")  # a game that waits is gone on with at once
        await callers.walk(line, name, callers.IN_THE_DOOR)

    async def play(self, name: str, seconds: float) -> None:
        """A key a second for so long, each caller at a moment of the second that is its own.

        The moments are the clock's, not a second after the last key: after one hitch, callers who
        were held up by it would press together from then on, and the hitch would be measured again
        every second.
        """
        due = time.perf_counter() + random.Random(name).random()
        end = due + seconds
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self.times.append(await callers.press(self.lines[name], b"6"))
            due += 1.0


async def first_call(crowd: Crowd, name: str) -> None:
    """Somebody comes and goes: what is loaded for the first caller is nobody else's memory."""
    steps = (crowd.connect, *((crowd.log_on, crowd.open_door) if crowd.at_a_board else ()))
    for step in steps:
        await step(name)
    crowd.lines[name].close()
    await asyncio.sleep(SETTLE)


async def measure(name: str, kind: str, server: Server, count: int, seconds: float) -> Result:
    """Connects, logs on, waits, plays, and hangs up."""
    crowd, names = Crowd(kind, server.ports[kind]), [f"Bot{number}" for number in range(1, count + 1)]
    await first_call(Crowd(kind, server.ports[kind]), names[0])
    before, begun = server.memory, time.perf_counter()

    def memory() -> float:
        return (server.memory - before) / 1024 / max(1, len(crowd.lines))

    await crowd.each(crowd.connect, names, AT_ONCE)
    result = Result(name, count, connects=len(crowd.lines) / (time.perf_counter() - begun))
    if crowd.at_a_board:
        await crowd.each(crowd.log_on, list(crowd.lines), AT_ONCE)
    await asyncio.sleep(SETTLE)
    result.menu = memory()
    if crowd.at_a_board:
        await crowd.each(crowd.open_door, list(crowd.lines), AT_ONCE)
        await asyncio.sleep(SETTLE)
        result.inside = memory()
    for line in crowd.lines.values():
        line.bytes_in = 0
    cpu, own, lost, begun = server.cpu, time.process_time(), stolen(), time.perf_counter()
    await crowd.each(lambda who: crowd.play(who, seconds), list(crowd.lines), count)
    keys = max(1, len(crowd.times))
    took = time.perf_counter() - begun
    result.own, result.stolen = (time.process_time() - own) / took, (stolen() - lost) / took
    result.cpu = (server.cpu - cpu) * 1000 / keys
    result.size = sum(line.bytes_in for line in crowd.lines.values()) / keys
    result.first = statistics.median(crowd.firsts or [0.0]) * 1000
    if keys > 1:
        cuts = statistics.quantiles(crowd.times, n=100)
        result.p50, result.p99 = cuts[49] * 1000, cuts[98] * 1000
    for line in crowd.lines.values():
        line.close()
    await asyncio.sleep(1.0)
    result.failed = crowd.failed
    return result


@contextmanager
def server_of(name: str, count: int) -> Iterator[Server]:
    """A board for so many callers, or the floor of that name."""
    with ExitStack() as stack:
        if name == "door":
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "board"
            board.make(folder, count)
            yield stack.enter_context(serving("-m", "door", "serve", "--board", str(folder), lines=2))
        else:
            yield stack.enter_context(serving(str(Path(__file__).parent / "floors.py"), name))


def run(kinds: Sequence[tuple[str, str]], counts: Sequence[int], seconds: float, out: Any) -> list[Result]:
    """A row for each server and count; the first server is the floor of the ratios."""
    print(HEAD, file=out)
    results = []
    for count in counts:
        floor: Result | None = None
        for name, kind in kinds:
            with server_of(name, count) as server:
                result = asyncio.run(measure(name, kind, server, count, seconds))
            print(result.row(floor), file=out, flush=True)
            floor = floor or result
            results.append(result)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer callers, a few seconds each")
    parser.add_argument("--ssh", action="store_true", help="SSH instead of telnet")
    parser.add_argument("--counts", help="numbers of callers, such as 1,100,500")
    given = parser.parse_args()
    board.many_files()
    full = SSH_COUNTS if given.ssh else COUNTS
    quick = (1, 20) if given.ssh else (1, 100)
    counts = [int(n) for n in given.counts.split(",")] if given.counts else quick if given.quick else full
    run(SSH if given.ssh else TELNET, counts, 5.0 if given.quick else 15.0, sys.stdout)


if __name__ == "__main__":
    main()
