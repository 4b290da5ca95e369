"""The paths that events take through the code: how many calls, functions and files, in one process.

    python tests/bench/bench_paths.py [--files] [--tv]

- a line from Ann to Bob, on one host and on two
- a watcher's update of a game that is played alone
- with `--tv` (a minute): what ten sets of Board TV cost beside 60 games played alone and a ladder of 500

Only this project's code counts, without `term` and `ui`. With `--files` each path's files are listed, too.
The path over two hosts has the pulse that hosts send each other every second.
"""

import argparse
import asyncio
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
from boardroom import Boardroom, boardroom
from callline import CallDouble
from hosts import hosts

import door
from door.features.doors.handlers import open_door
from door.features.tables.hub import TableHub
from door.features.watching.tv import Tv
from door.pages.api import LadderRow
from door.screens.doors import DOORS

HOME = f"{Path(door.__file__).parent}/"
LEFT_OUT = (f"{HOME}term/", f"{HOME}ui/")
SETTLED = 6.0
"""Seconds in which a board that has just begun comes to rest: calls that were ended are gone after five."""

SECONDS = 1.0
"""How long a path is followed: longer than any of its timers."""


@dataclass
class Trail:
    """The functions that were called, by file, with the number of calls."""

    called: Counter[tuple[str, str]] = field(default_factory=Counter)

    def note(self, frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        ours = event == "call" and code.co_filename.startswith(HOME)
        if ours and not code.co_filename.startswith(LEFT_OUT):
            self.called[code.co_filename.removeprefix(HOME), code.co_qualname] += 1

    @property
    def files(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for file, _ in self.called:
            found[file] += 1
        return found


@contextmanager
def followed() -> Iterator[Trail]:
    """Follow what is called, in all threads."""
    path = Trail()
    threading.setprofile(path.note)
    sys.setprofile(path.note)
    try:
        yield path
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]


def report(title: str, path: Trail, functions: int, files: int, listed: bool) -> None:
    """Print a path beside the most functions and files that it should pass."""
    got = len(path.called), len(path.files)
    met = "" if got <= (functions, files) and got[1] <= files else "  more than that"
    calls = path.called.total()
    print(f"{title:46} {calls:6} calls {got[0]:5} functions {got[1]:4} files"
          f"   (at most {functions} in {files}){met}", flush=True)  # fmt: skip
    for file, count in sorted(path.files.items()) if listed else ():
        print(f"    {count:4} {file}")


async def line_to_bob(ann: CallDouble, bob: CallDouble) -> Trail:
    """Ann opens Who's online, and sends Bob a line. The path begins with Enter."""
    await ann.press("w", "Bob")
    await asyncio.sleep(0.3)
    ann.type("m")
    await ann.shows("To Bob|Bob:")
    ann.type("hello there")
    await asyncio.sleep(0.5)
    with followed() as path:
        ann.type("\r")
        await asyncio.sleep(SECONDS)
    await bob.shows("hello there")
    return path


async def watchers_update() -> Trail:
    with tempfile.TemporaryDirectory() as folder:
        async with boardroom(Path(folder)) as board:
            ann = await board.at_menu("Ann", expert="on", motion="off")
            await ann.press("1", "Enter to play")
            await ann.press("\r", "Tile Total|Total")
            bob = await board.at_menu("Bob", expert="on", motion="off")
            await bob.press("t", "New table")
            await bob.press("v", "Ann")
            await bob.press("\r", "Watching Ann")
            await asyncio.sleep(SETTLED)
            gallery = board.sessions[0].stack.top.gallery
            with followed() as path:
                gallery.hear("Ann", "a line")
                await asyncio.sleep(SECONDS)
            await bob.shows("a line")
            return path


async def tv(callers: int, rows: int, sets: int, seconds: float = 6.0) -> float:
    """Return what that many sets cost, in per cent of a core."""
    with tempfile.TemporaryDirectory() as folder:
        async with boardroom(Path(folder), doors=tuple(DOORS)) as board:
            for n in range(callers + sets):
                await board.at_menu(f"Caller {n}", motion="off")
            for session in board.sessions[:callers]:
                open_door(session, "shutbox", straight=True)
            await asyncio.sleep(SETTLED)
            ladder = tuple(LadderRow(n, f"Player {n}", 1500, 50, 20, "WLD") for n in range(1, rows + 1))
            board.services[TableHub].ladders.rows = lambda slug: ladder
            idle = await _used(seconds)
            on = [Tv(session).on() for session in board.sessions[callers:]]
            assert all(on)
            await asyncio.sleep(SETTLED)
            return max(0.0, await _used(seconds) - idle) / seconds * 100


async def _used(seconds: float) -> float:
    before = time.process_time()
    await asyncio.sleep(seconds)
    return time.process_time() - before


async def main(listed: bool, with_tv: bool) -> None:
    def boards(folder: str) -> Any:
        return boardroom(Path(folder))

    with tempfile.TemporaryDirectory() as folder:
        async with boards(folder) as board:
            ann, bob = [await one(board, who) for who in ("Ann", "Bob")]
            await asyncio.sleep(SETTLED)
            report("a line from Ann to Bob, one host", await line_to_bob(ann, bob), 110, 30, listed)
    with tempfile.TemporaryDirectory() as folder:
        async with hosts(Path(folder), callers=("Ann", "Bob")) as (first, second):
            ann, bob = await one(first, "Ann"), await one(second, "Bob")
            await asyncio.sleep(SETTLED)
            report("a line from Ann to Bob, two hosts", await line_to_bob(ann, bob), 140, 36, listed)
    report("a watcher's update", await watchers_update(), 110, 30, listed)
    if with_tv:
        print(f"ten TV sets, 60 games alone, a ladder of 500:  {await tv(60, 500, 10):.2f} % of a core"
              "   (at most 0.1 %)")  # fmt: skip


async def one(board: Boardroom, handle: str) -> CallDouble:
    return await board.at_menu(handle, motion="off")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--tv", action="store_true")
    asked = parser.parse_args()
    asyncio.run(main(asked.files, asked.tv))
