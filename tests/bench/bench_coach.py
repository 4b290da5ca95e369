"""From C to the coach's whole page on a board that runs, and what others' keys take meanwhile.

    python tests/bench/bench_coach.py [--games 20] [--callers 100]

So many games a door wait for their callers, played at random to their end; each of them, logged on before,
has the end shown, and presses C, one caller after another, from a process of their own: what they make of a
screen holds up nobody whose keys are measured.  The page is there when all parts are, the dearest choices or
the way to the best among its keys.  Others move the cursor once a second at Shut The Box, all the while; each
caller at the coach is followed by as long a time with nobody there.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).parents[1] / "support"))
import board
import callers
from bench_load import AT_ONCE, SETTLE, Crowd
from bench_luck import moves_of
from process import serving
from terminal import Terminal

from door.midend.api import Begun
from door.midend.doors import DOORS
from door.records.play.game_store import GameStore

WHOLE = ("costly moves", "the best play averages", "was possible. You made")
LONG = 3600.0


async def lay_games(data: Path, games: int) -> None:
    """Each caller after the first has a game at every door whose last move is made."""
    doors = {door.INFO.slug: door for door in DOORS}
    store = GameStore(data, doors, lambda slug: doors[slug].INFO.defaults(), UTC, lambda: datetime.now(UTC))
    await store.open()
    for number in range(1, games + 1):
        for slug in doors:
            begun = await store.begin(slug, f"Bot{number}", {})
            assert isinstance(begun, Begun)
            game, dice = doors[slug].game, random.Random(f"{slug} {number}")
            position = game.rules.new(begun.options, begun.seats, begun.chance)
            for move, _ in moves_of(game, dice, position, False):
                store.moved(begun.id, move)
    await store.close()


class Caller:
    """One who asks the coach."""

    def __init__(self, line: callers.Telnet, name: str) -> None:
        self.line, self.name, self.screen = line, name, Terminal(charset="cp437")

    async def shows(self, *words: str) -> str:
        async with asyncio.timeout(60):
            while True:
                self.line.came.clear()
                self.screen.feed(bytes(self.line.data))
                self.line.data.clear()
                text = self.screen.text()
                if any(word in text for word in words):
                    return text
                await self.line.came.wait()

    async def keys(self, key: str, *words: str) -> str:
        self.line.type(key.encode())
        return await self.shows(*words)

    async def logs_on(self) -> None:
        await callers.walk(self.line, self.name, callers.TO_THE_MENU)
        if callers.NEWS in await self.shows(callers.MENU, callers.NEWS):
            await self.keys("\r", callers.MENU)

    async def asks(self, place: int) -> float:
        """Seconds from C to all of the page."""
        text = await self.keys(f"{place}", "Go on", "[B] bulletin", "[C] coach")
        if "[C] coach" not in text:
            await self.keys("\r", "[C] coach")
        began = time.perf_counter()
        await self.keys("c", *WHOLE)
        took = time.perf_counter() - began
        await self.keys("q", "[C] coach")
        await self.keys("q", callers.MENU)
        return took


async def ask(port: int, games: int, turns: Connection) -> None:
    """All of them, one after another as they are told; what each page took is told back."""
    called = [Caller(await callers.telnet(port), f"Bot{number}") for number in range(1, games + 1)]
    for caller in called:
        await caller.logs_on()
    for caller in called:
        turns.send(None)
        await asyncio.to_thread(turns.recv)
        turns.send([await caller.asks(place) for place in range(1, len(DOORS) + 1)])


async def measure(games: int, crowd: Crowd, turns: Connection) -> None:
    pages: list[list[float]] = []
    quiet, meanwhile = list[float](), list[float]()
    await asyncio.to_thread(turns.recv)
    others = list(crowd.lines)
    playing = asyncio.create_task(crowd.each(lambda who: crowd.play(who, LONG), others, len(others)))
    for _ in range(games):
        crowd.times, began = meanwhile, time.perf_counter()
        turns.send(None)
        pages.append(await asyncio.to_thread(turns.recv))
        crowd.times = quiet
        await asyncio.sleep(time.perf_counter() - began)
        if len(pages) < games:
            await asyncio.to_thread(turns.recv)
    playing.cancel()
    for door, took in zip(DOORS, zip(*pages, strict=True), strict=True):
        times = sorted(took)
        late = times[int(0.95 * (len(times) - 1))]
        told = f"p50 {statistics.median(times):.3f} s, p95 {late:.3f} s, most {times[-1]:.3f} s"
        print(f"{door.INFO.slug:<11} {len(times)} pages: {told}")
    for what, times in (("nobody at the coach", quiet), ("meanwhile", meanwhile)):
        cuts = statistics.quantiles(times, n=100)
        told = f"p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms, most {max(times) * 1000:.0f} ms"
        print(f"others' keys, {what}: {len(times)}, {told}")


async def run(port: int, games: int, count: int) -> None:
    crowd = Crowd("telnet", port)
    names = [f"Bot{number}" for number in range(games + 1, games + count + 1)]
    for step in (crowd.connect, crowd.log_on, crowd.open_door):
        await crowd.each(step, names, AT_ONCE)
    turns, theirs = multiprocessing.Pipe()
    asking = multiprocessing.get_context("spawn").Process(target=asker, args=(port, games, theirs))
    asking.start()
    await asyncio.sleep(SETTLE)
    await measure(games, crowd, turns)
    asking.join()


def asker(port: int, games: int, turns: Connection) -> None:
    """The process of those who ask."""
    asyncio.run(ask(port, games, turns))


def main(games: int, count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "board"
        board.make(made, games + count)
        asyncio.run(lay_games(made / "data", games))
        with serving("-m", "door", "serve", "--board", str(made), lines=2) as server:
            asyncio.run(run(server.ports["telnet"], games, count))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--callers", type=int, default=100)
    asked = parser.parse_args()
    main(asked.games, asked.callers)
