"""One caller's keys while eight Einsteins think at 5×8, beside the same keys on a quiet board.

python tests/bench/bench_worker_pool.py
"""

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
from boardroom import boardroom
from callline import SYNCTERM, CallDouble

from door.call.api import Workers
from door.games.mindbuster import computer, rules
from door.server.worker_pool import workers

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


def told(times: list[float]) -> str:
    """The middle, the tail and the worst of them."""
    cuts = statistics.quantiles(times, n=100)
    return f"p50 {cuts[49]:6.2f} ms   p99 {cuts[98]:6.2f} ms   worst {max(times):6.2f} ms"


async def measure() -> tuple[list[float], list[float], float]:
    """Milliseconds a key on a quiet board and on one that thinks, and the thoughts a second."""
    pool, thoughts = workers(), 0
    history = [(FIRST, rules.mark(FIRST, CODE))]

    async def einstein(number: int) -> None:
        nonlocal thoughts
        loop = asyncio.get_running_loop()
        while True:
            await loop.run_in_executor(pool, computer.guess, 5, 8, history, "einstein", f"salt {number}")
            thoughts += 1

    with tempfile.TemporaryDirectory() as folder:
        async with boardroom(Path(folder)) as board:
            board.services.parts[Workers] = Workers(pool)
            await board.callers.register("Eve", "secret1")
            line, _ = board.proved_call("Eve", SYNCTERM)
            for typed in ("1", " ", "\r", " "):
                await asyncio.sleep(0.5)
                line.type(typed)
            await asyncio.sleep(2)
            quiet = await keys(line)
            players = [asyncio.create_task(einstein(number)) for number in range(EINSTEINS)]
            await asyncio.sleep(2)
            begun, before = time.perf_counter(), thoughts
            busy = await keys(line)
            pace = (thoughts - before) / (time.perf_counter() - begun)
            for player in players:
                player.cancel()
    pool.shutdown(wait=False, cancel_futures=True)
    return quiet, busy, pace


async def main() -> None:
    quiet, busy, pace = await measure()
    print(f"{'a quiet board':<36}{told(quiet)}")
    print(f"{f'{EINSTEINS} Einsteins thinking at 5×8':<36}{told(busy)}")
    print(f"their guesses meanwhile: {pace:.1f} a second")


if __name__ == "__main__":
    asyncio.run(main())
