"""Real calls, step by step: what each costs the board, beside a bare telnetlib3 that sends the same.

    python tests/bench/bench_calls.py [--callers 1,100] [--doors 12345]

Each caller connects, logs on, plays each of the doors whole with its motion on (MicroLink against one
computer), reads the bulletins and says goodbye; nobody begins a step before all have done the last.  CPU is
the process's own clock, less what the board uses in the same time while they only look at the menu; a key
waits until the screen has been still.  What a caller in the middle was sent, in packets, is then sent by a
bare telnetlib3 to as many callers, each packet after a timer of its own, and keys as far apart: the floor.
Callers without a pause, in step, would find its code in the processor's caches: 0.03 ms a packet.

A game's packets are its keys' as well as its motion's.  So as many callers play with motion off, too: what
they cost a key, taken from what the same keys cost with motion on, leaves what a frame of it costs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
import board
from board import PASSWORD
from callers import Telnet
from glass import Glass
from painters import END, MOST_KEYS, TITLE, Painter
from players import Tally
from process import Server, serving

STILL = 0.45  # seconds without a byte: whatever moved has come to rest
BEAT = 1.0  # a page that has just come does not hear ENTER
LONG_WAIT = 60  # times STILL without being asked for anything
IDLE = 5.0  # seconds to see what the board uses by itself
NAMES = {"1": "Shut The Box", "2": "MicroLink", "3": "MindBuster", "4": "Forty Thieves", "5": "Switchbox"}
ONE_COMPUTER = {"doors": {"microlink": {"seat2": "expert"}}}
STILL_GAMES = {"prefs": {"motion": "off"}}


class Recorded(Telnet):
    """A line that keeps how large each packet was, and after which key it came."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[list[int]] = []

    def data_received(self, data: bytes) -> None:
        before = self.bytes_in
        super().data_received(data)
        if self.bytes_in > before and self.sent:
            self.sent[-1].append(self.bytes_in - before)

    def type(self, keys: bytes) -> None:
        self.sent.append([])
        super().type(keys)


class Caller(Painter):
    """One caller, led step by step."""

    def __init__(self, number: int) -> None:
        super().__init__(f"Bot{number}", Random(number), Tally())
        self.line = Recorded()

    async def press(self, keys: str, timed: bool = True) -> None:
        """Presses, and waits until the screen is still."""
        self._keys += 1
        self.line.type(keys.encode())
        await self.rest()

    async def rest(self) -> None:
        while True:
            self.line.came.clear()
            try:
                async with asyncio.timeout(STILL):
                    await self.line.came.wait()
            except TimeoutError:
                return
            if self.line.gone:
                raise ConnectionError(f"{self.name}: hung up")

    async def goes(self, keys: str, pattern: str) -> str:
        """Presses, and waits for what then is on the screen."""
        self.line.type(keys.encode())
        return await self.sees(pattern)

    async def connect(self, port: int) -> None:
        self.glass = Glass()
        await asyncio.get_running_loop().create_connection(lambda: self.line, "127.0.0.1", port)
        await self.sees("handle")

    async def log_on(self) -> None:
        await self.goes(f"{self.name}\r", "assword")
        if await self.goes(f"{PASSWORD}\r", "Last callers|Write on the wall") != "Last callers":
            await self.goes("\r", "Last callers")

    async def open(self, door: str) -> None:
        self.door, self._keys = door, 0
        if await self.goes(door, rf"Go on|{TITLE}") == "Go on":
            await self.goes(" ", TITLE)

    async def begin(self) -> None:
        await self.press("\r")

    async def game(self) -> None:
        waited = 0
        while END not in (screen := self.look()):
            if self._keys > MOST_KEYS or waited > LONG_WAIT:
                raise RuntimeError(f"{self.name} does not come to an end:\n{screen}")
            if key := self.move(screen):
                waited = 0
                await self.press(key)
            else:
                waited += 1
                await self.rest()

    async def leave(self) -> None:
        await asyncio.sleep(BEAT)
        await self.goes("\r", TITLE)
        await self.goes("q", "Last callers")

    async def bulletins(self) -> None:
        await self.goes("b", "Hall of fame")
        await self.press("\x1b[C")
        await self.goes("q", "Last callers")

    async def goodbye(self) -> None:
        await self.goes("g", "Hang up")
        self.line.type(b"\r")
        while not self.line.gone:
            self.line.came.clear()
            await self.line.came.wait()


@dataclass
class Step:
    """What a step cost all callers together: milliseconds of CPU of the board, of its helpers, of the floor.
    `sent` has, for each caller, the sizes of the packets after each key."""

    name: str
    cpu: float
    helpers: float
    sent: list[list[list[int]]]
    floor: float = 0.0

    @property
    def keys(self) -> int:
        return sum(map(len, self.sent))

    @property
    def packets(self) -> list[int]:
        return [size for sent in self.sent for after in sent for size in after]

    def motion(self, still: Step) -> str:
        """What a key costs without motion, and a frame of it."""
        share = self.keys / still.keys
        frames = len(self.packets) - share * len(still.packets)
        frame, key = (self.cpu - share * still.cpu) / frames, still.cpu / still.keys
        return f"{key:>9.3f} ms a key, {frame:.3f} ms a frame of {frames / len(self.sent):.0f}"

    def row(self) -> str:
        count, packets = len(self.sent), self.packets
        keys, frames = self.keys / count, len(packets) / count
        return (
            f"{self.name:<24}{keys:>6.0f}{frames:>8.0f}{sum(packets) / count:>8.0f}{self.cpu / count:>9.2f}"
            f"{self.cpu / max(len(packets), 1):>9.3f}{self.helpers / count:>9.1f}{self.floor / count:>8.2f}"
            f"{self.cpu / max(self.floor, 0.001):>7.1f}"
        )


HEAD = (
    f"{'a caller':<24}{'keys':>6}{'packets':>8}{'bytes':>8}{'CPU ms':>9}{'each':>9}{'helpers':>9}"
    f"{'floor':>8}{'ratio':>7}"
)


class Meter:
    """Takes all callers through a step, and reads the server's clocks around it."""

    def __init__(self, server: Server, callers: list[Caller]) -> None:
        self.server, self.callers, self.steps = server, callers, list[Step]()
        self._idle = 0.0

    async def idle(self) -> None:
        """What it uses while they only look at the menu."""
        before = self.server.cpu
        await asyncio.sleep(IDLE)
        self._idle = (self.server.cpu - before) / IDLE

    async def step(self, name: str, does: Callable[[Caller], Awaitable[None]]) -> None:
        for caller in self.callers:
            caller.line.sent = [] if self.steps else [[]]
        cpu, helpers, begun = self.server.cpu, self.server.helpers_cpu, time.perf_counter()
        await asyncio.gather(*map(does, self.callers))
        spent = self.server.cpu - cpu - self._idle * (time.perf_counter() - begun)
        helped = self.server.helpers_cpu - helpers
        sent = [caller.line.sent for caller in self.callers]
        self.steps.append(Step(name, spent * 1000, helped * 1000, sent))
        print(self.steps[-1].row(), file=sys.stderr, flush=True)


async def calls(server: Server, count: int, doors: str) -> list[Step]:
    """All steps of all callers."""
    meter = Meter(server, [Caller(number) for number in range(1, count + 1)])
    await asyncio.sleep(IDLE)  # a start's own work
    await meter.step("connect", lambda caller: caller.connect(server.ports["telnet"]))
    await meter.step("log on", Caller.log_on)
    await meter.idle()
    for door in doors:
        await meter.step(f"{NAMES[door]}: title", partial(Caller.open, door=door))
        await meter.step("  begin", Caller.begin)
        await meter.step("  game", Caller.game)
        await meter.step("  leave", Caller.leave)
    await meter.step("bulletins", Caller.bulletins)
    await meter.step("goodbye", Caller.goodbye)
    return meter.steps


def middle(steps: list[Step]) -> int:
    """Who of the callers was sent a middling number of bytes."""
    sizes = [
        sum(size for step in steps for after in step.sent[at] for size in after)
        for at in range(len(steps[0].sent))
    ]
    return sizes.index(statistics.median_low(sizes))


async def floor(server: Server, steps: list[Step], who: int) -> None:
    """As many callers of the bare server, who do what that one did."""
    lines, random = [Telnet() for _ in steps[0].sent], Random(1)

    async def does(line: Telnet, step: Step) -> None:
        await asyncio.sleep(random.uniform(0, STILL))
        if step is steps[0]:
            await asyncio.get_running_loop().create_connection(
                lambda: line, "127.0.0.1", server.ports["telnetlib3"]
            )
        for at, after in enumerate(step.sent[who]):
            wanted = line.expected = line.expected + sum(after)
            if at or step is not steps[0]:
                line.type(b"x")
            while line.bytes_in < wanted and not line.gone:
                line.came.clear()
                await line.came.wait()
            await asyncio.sleep(STILL)

    for step in steps:
        before = server.cpu
        await asyncio.gather(*(does(line, step) for line in lines))
        step.floor = (server.cpu - before) * 1000
    for line in lines:
        line.close()


def played(folder: Path, count: int, doors: str, chosen: dict[str, Any]) -> list[Step]:
    """All steps on a board of its own; `chosen` is what its callers' files have."""
    board.make(folder, count, chosen=chosen)
    with serving("-m", "door", "serve", "--board", str(folder), "--ssh", "off", "--web", "off") as server:
        return asyncio.run(calls(server, count, doors))


def told(steps: list[Step], still: list[Step]) -> None:
    """The table, a call in which Shut The Box is played once, and what motion costs."""
    print(HEAD, *(step.row() for step in steps), sep="\n")
    door = ""
    for step, rested in zip(steps, still, strict=True):
        door = step.name.removesuffix(": title") if step.name.endswith("title") else door
        if step.name.endswith("game"):
            print(f"{door:<24}", step.motion(rested))
    doors = [at for at, step in enumerate(steps) if step.name.endswith("title")]
    if steps[doors[0]].name.startswith(NAMES["1"]):
        whole = [*steps[: doors[0] + 4], *steps[-2:]]
        count = len(steps[0].sent)
        sent = [[after for step in whole for after in step.sent[at]] for at in range(count)]
        call = Step(
            "a Shut The Box call", sum(step.cpu for step in whole), sum(step.helpers for step in whole), sent,
            sum(step.floor for step in whole),
        )  # fmt: skip
        print(call.row(), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--callers", default="1,100", help="how many, such as 1,100")
    parser.add_argument("--doors", default="12345", help="which doors, by their numbers in the menu")
    given = parser.parse_args()
    board.many_files()
    for count in map(int, given.callers.split(",")):
        print(f"{count} callers", flush=True)
        with tempfile.TemporaryDirectory() as place:
            script = Path(place) / "script.json"
            steps = played(Path(place) / "board", count, given.doors, ONE_COMPUTER)
            still = played(Path(place) / "still", count, given.doors, ONE_COMPUTER | STILL_GAMES)
            who = middle(steps)
            script.write_text(json.dumps([after for step in steps for after in step.sent[who]]))
            with serving(str(Path(__file__).parent / "floors.py"), "telnetlib3", str(script)) as server:
                asyncio.run(floor(server, steps, who))
        told(steps, still)


if __name__ == "__main__":
    main()
