"""What watchers cost the caller whom they watch: a key's time to its bytes without and with them.

    python tests/bench/bench_watch.py [--watchers 50] [--keys 2000]

One board in memory, one player at Shut The Box who moves the cursor twenty times a second and enters
tiles every three seconds; watchers on terminals like the player's.  Drawings are counted for each frame
that there was to see.  A key's time is the process's own, whatever else the machine does meanwhile: with one
event loop, what a key waits for is what the process works.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from boardroom import Boardroom, boardroom
from callline import XTERM, CallDouble

from door.games.shutbox.rules import legal, move_text
from door.session.call.loop import Session
from door.term.keys import Line

A_MOVE = 60  # keys between two moves
PAUSE = 0.05  # seconds between two keys


async def on(board: Boardroom, handle: str) -> CallDouble:
    await board.register(handle, expert="on")
    line, _ = board.proved_call(handle, XTERM)
    await line.shows("Tables")
    return line


async def begins(board: Boardroom, line: CallDouble) -> None:
    line.type("p")
    await line.shows("Tile Total")


def moves(session: Session) -> bool:
    """The player enters tiles; False where the game is over."""
    layer = session.stack.top
    if layer.state.scene != "play":
        return False
    position = layer.state.table.position
    session.stack.feed(layer, Line(move_text(next(iter(legal(position.open, position.total))))))
    return True


async def keys(board: Boardroom, line: CallDouble, count: int) -> tuple[list[float], int]:
    """Seconds that each cursor key took, and how many moves were made meanwhile."""
    took, made, session = [], 0, board.sessions[0]
    for at in range(count):
        if at % A_MOVE == 0:
            if moves(session):
                made += 1
            else:
                line.type("\r")
                await line.shows("Press Enter to play")
                await begins(board, line)
        await asyncio.sleep(PAUSE)
        if session.stack.top.state.scene != "play":
            continue
        sent, start = len(line.sent), time.process_time()
        line.type("6")
        while len(line.sent) == sent and time.process_time() - start < 1:  # noqa: ASYNC110 - no news are missed
            await asyncio.sleep(0)
        took.append(time.process_time() - start)
    return sorted(took), made


def told(name: str, took: list[float]) -> None:
    p50, p99 = (took[int(len(took) * part)] * 1000 for part in (0.5, 0.99))
    print(
        f"{name:<14} {len(took)} keys: p50 {p50:.2f} ms, p99 {p99:.2f} ms, longest {took[-1] * 1000:.2f} ms"
    )


async def main(watchers: int, count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with boardroom(Path(folder)) as board:
            board.limits(idle_minutes=0)
            line = await on(board, "Ann")
            line.type("1")
            await line.shows("Press Enter to play")
            await begins(board, line)
            await keys(board, line, 200)
            alone, _ = await keys(board, line, count)
            if board.sessions[0].stack.top.state.scene != "play":
                line.type("\r")
                await line.shows("Press Enter to play")
                await begins(board, line)
            lines = [await on(board, f"Watcher {at}") for at in range(watchers)]
            for one in lines:
                one.type("t")
                await one.shows("New table")
                one.type("w")
                await one.shows("Played by.*Ann")
                one.type("\r")
                await one.shows("Watching Ann")
            screen = board.services.tables.watched["shutbox"]
            drawn, draw = 0, screen.draw

            def counted(*args: Any) -> Any:
                nonlocal drawn
                drawn += 1
                return draw(*args)

            screen.draw = counted  # type: ignore[method-assign]
            watched, made = await keys(board, line, count)
    told("alone", alone)
    told(f"{watchers} watchers", watched)
    print(f"{made} moves, {drawn} drawings: {drawn / max(made, 1) / max(watchers, 1):.1f} a move and watcher")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=50)
    parser.add_argument("--keys", type=int, default=2000)
    asked = parser.parse_args()
    asyncio.run(main(asked.watchers, asked.keys))
