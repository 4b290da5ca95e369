"""From C to the coach's whole page on a board that runs, and what others' keys take meanwhile.

    python tests/bench/bench_coach.py [--games 20] [--callers 100]

So many games a door wait for their callers, played at random to their end; each caller calls by telnet, has
the end shown, and presses C, one caller after another.  The page is there when all parts are, the dearest
choices or the way to the best among its keys.  Others move the cursor once a second at Shut The Box, first
with nobody at the coach, then all the while.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
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

WHOLE = ("dearest once more", "the way to the best")
QUIET, LONG = 10.0, 3600.0


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
            position = game.new(begun.options, begun.seats, begun.chance)
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


async def measure(port: int, games: int, crowd: Crowd) -> None:
    took: dict[str, list[float]] = {door.INFO.slug: [] for door in DOORS}
    others = list(crowd.lines)
    await crowd.each(lambda who: crowd.play(who, QUIET), others, len(others))
    quiet, crowd.times = crowd.times, []
    playing = asyncio.create_task(crowd.each(lambda who: crowd.play(who, LONG), others, len(others)))
    for number in range(1, games + 1):
        name = f"Bot{number}"
        caller = Caller(await callers.telnet(port), name)
        await callers.walk(caller.line, name, callers.TO_THE_MENU)
        if callers.NEWS in await caller.shows(callers.MENU, callers.NEWS):
            await caller.keys("\r", callers.MENU)
        for place, slug in enumerate(took, 1):
            took[slug].append(await caller.asks(place))
        caller.line.close()
    playing.cancel()
    for slug, times in took.items():
        times.sort()
        late = times[int(0.95 * (len(times) - 1))]
        print(f"{slug:<11} {len(times)} pages: p50 {statistics.median(times):.3f} s, p95 {late:.3f} s, "
              f"most {times[-1]:.3f} s")  # fmt: skip
    for what, times in (("nobody at the coach", quiet), ("meanwhile", crowd.times)):
        cuts = statistics.quantiles(times, n=100)
        print(
            f"others' keys, {what}: {len(times)}, p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms"
        )


async def run(port: int, games: int, count: int) -> None:
    crowd = Crowd("telnet", port)
    names = [f"Bot{number}" for number in range(games + 1, games + count + 1)]
    for step in (crowd.connect, crowd.log_on, crowd.open_door):
        await crowd.each(step, names, AT_ONCE)
    await asyncio.sleep(SETTLE)
    await measure(port, games, crowd)


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
