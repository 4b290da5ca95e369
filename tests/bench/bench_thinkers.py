"""One caller's keys while eight Einsteins think at 5×8, beside the same keys on a quiet board.

python tests/bench/bench_thinkers.py
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
from boardroom import boardroom
from callline import SYNCTERM, CallDouble

from door.games.mindbuster import computer, rules
from door.thinkers import thinkers

EINSTEINS = 8
KEYS = 300
CODE, FIRST = "OVKGB", "RRWBG"


async def keys(line: CallDouble) -> list[float]:
    """Milliseconds from each key to its redrawn bytes, thirty keys a second."""
    times = []
    for _ in range(KEYS):
        count, begun = len(line.sent), time.perf_counter()
        line.type("6")
        while len(line.sent) == count:  # noqa: ASYNC110  the first byte is to be seen at once
            await asyncio.sleep(0)
        times.append((time.perf_counter() - begun) * 1000)
        await asyncio.sleep(1 / 30)
    return times


def shown(what: str, times: list[float]) -> None:
    cuts = statistics.quantiles(times, n=100)
    print(
        f"{what:<36}p50 {cuts[49]:6.2f} ms   p99 {cuts[98]:6.2f} ms   worst {max(times):6.2f} ms", flush=True
    )


async def main() -> None:
    pool, thoughts = thinkers(), 0
    history = [(FIRST, rules.mark(FIRST, CODE))]

    async def einstein(number: int) -> None:
        nonlocal thoughts
        loop = asyncio.get_running_loop()
        while True:
            await loop.run_in_executor(pool, computer.guess, 5, 8, history, "einstein", f"salt {number}")
            thoughts += 1

    with tempfile.TemporaryDirectory() as folder:
        async with boardroom(Path(folder)) as board:
            board.services = replace(board.services, thinkers=pool)
            await board.callers.register("Eve", "secret1")
            line, _ = board.proved_call("Eve", SYNCTERM)
            for typed in ("1", " ", "\r", " "):
                await asyncio.sleep(0.5)
                line.type(typed)
            await asyncio.sleep(2)
            shown("a quiet board", await keys(line))
            players = [asyncio.create_task(einstein(number)) for number in range(EINSTEINS)]
            await asyncio.sleep(2)
            begun, before = time.perf_counter(), thoughts
            shown(f"{EINSTEINS} Einsteins thinking at 5×8", await keys(line))
            pace = (thoughts - before) / (time.perf_counter() - begun)
            print(f"their guesses meanwhile: {pace:.1f} a second")
            for player in players:
                player.cancel()
    pool.shutdown(wait=False, cancel_futures=True)


if __name__ == "__main__":
    asyncio.run(main())
