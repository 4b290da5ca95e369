"""Bytes on the wire for each thing a caller does in Shut The Box, beside a full redraw.

python tests/bench/bench_bytes.py
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
from boardroom import boardroom
from callline import SYNCTERM, XTERM, CallDouble

from door.session.line import Hints

DICE = re.compile(r"(\d) \+ (\d) = (\d+)")
PAUSE = 0.25


async def typed(line: CallDouble, keys: str, pause: float = PAUSE) -> int:
    """Types, waits for the board to come to rest; the bytes that came."""
    before = len(line.sent)
    line.type(keys)
    await asyncio.sleep(pause)
    return len(line.sent) - before


async def measure(name: str, hints: Hints) -> None:
    """One kind of terminal: a line of the table."""
    with tempfile.TemporaryDirectory() as folder:
        async with boardroom(Path(folder)) as board:
            await board.callers.register("Eve", "secret1")
            line, _ = board.proved_call("Eve", hints)
            await asyncio.sleep(PAUSE)
            while b"Bulletins" not in line.sent:
                await typed(line, "\r")
            await typed(line, "1")
            await typed(line, " ")
            await typed(line, "\r", 2.5)
            line.resize(80, 24)
            whole = await typed(line, "")
            moves = [await typed(line, "6") for _ in range(4)]
            pulled = [await typed(line, "2"), await typed(line, "8")]
            rolled = await roll(line)
            print(
                f"{name:<10}{max(moves):>8}{max(pulled):>8}{rolled:>8}{whole:>8}   "
                f"{whole / max(moves):>6.0f} x {whole / max(pulled):>6.1f} x"
            )


async def roll(line: CallDouble) -> int:
    """Enters tiles that fit, so that the dice roll; the bytes of the whole roll, skipped through."""
    text = re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]", " ", line.sent.decode("cp437"))
    total = int(DICE.findall(text)[-1][2])
    low = total - 9 if total > 9 else 0
    await typed(line, "4" * 12 + "6" * 5)
    for tile in [low, total - low] if low else [total]:
        for _ in range(9):
            await typed(line, "4", 0.02)
        await typed(line, "6" * (tile - 1), 0.1)
        await typed(line, "2", 0.1)
    before = len(line.sent)
    await typed(line, "\r", 0.03)
    await typed(line, " ", 1.0)
    return len(line.sent) - before


async def main() -> None:
    print(f"{'terminal':<10}{'cursor':>8}{'tile':>8}{'roll':>8}{'screen':>8}   screen in cursors, tiles")
    await measure("cp437", SYNCTERM)
    await measure("utf-8", XTERM)


if __name__ == "__main__":
    asyncio.run(main())
