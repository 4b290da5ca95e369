"""The paths that events take through the code: how many calls, functions and files, in one process.

    python tests/bench/bench_paths.py [--game] [--files] [--tv]

- a ranked game through the records: its begin, a move, its end, and its audit; with `--game` nothing else
- a line from Ann to Bob, on one host and on two
- a watcher's update of a game that is played alone
- with `--tv` (a minute): what ten sets of Board TV cost beside 60 games played alone and a ladder of 500

A newcomer reads that many functions to follow an event, so each path has a bound. The exit code is 1 if one
passes more. Only this project's code counts, without `term` and `ui`; of a ranked game, that of the records.
With `--files` each path's files are listed with their functions. The path over two hosts has the pulse that
hosts send each other every second.
"""

import argparse
import asyncio
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
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
from door.play.api import Begun
from door.records.audit.audit import audit
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.records.store.files import Folder
from door.screens.doors import DOORS

EVERY = {door.INFO.slug: door for door in DOORS}
HOME = f"{Path(door.__file__).parent}/"
RECORDS = (f"{HOME}records/",)
LEFT_OUT = (f"{HOME}term/", f"{HOME}ui/")
SETTLED = 6.0
"""Seconds in which a board that has just begun comes to rest: calls that were ended are gone after five."""

SECONDS = 1.0
"""How long a path is followed: longer than any of its timers."""


@dataclass
class Trail:
    """The functions under `within` that were called, by file, with the number of calls."""

    within: tuple[str, ...] = (HOME,)
    called: Counter[tuple[str, str]] = field(default_factory=Counter)

    def note(self, frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        ours = event == "call" and code.co_filename.startswith(self.within)
        if ours and not code.co_filename.startswith(LEFT_OUT) and not code.co_qualname.endswith(">"):
            self.called[code.co_filename.removeprefix(HOME), code.co_qualname] += 1

    @property
    def files(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for (file, name), calls in self.called.items():
            found[file].append(f"{name}×{calls}" if calls > 1 else name)
        return found


trails = list[Trail]()
"""The one that is being followed, if any."""


def look(frame: FrameType, event: str, arg: object) -> None:
    """Note a call of any thread: each has this from its first step on."""
    for trail in trails:
        trail.note(frame, event, arg)


@contextmanager
def followed(*within: str) -> Iterator[Trail]:
    trails.append(path := Trail(within or (HOME,)))
    try:
        yield path
    finally:
        trails.clear()


too_long = list[str]()
"""The paths that pass more than they should."""


def report(title: str, path: Trail, functions: int, files: int, listed: bool) -> None:
    """Print a path beside the most functions and files that it should pass."""
    got = len(path.called), len(path.files)
    met = got[0] <= functions and got[1] <= files
    too_long.extend([] if met else [title])
    calls = path.called.total()
    print(f"{title:46} {calls:6} calls {got[0]:5} functions {got[1]:4} files"
          f"   (at most {functions} in {files}){'' if met else '  more than that'}", flush=True)  # fmt: skip
    for file, names in sorted(path.files.items()) if listed else ():
        print(f"    {len(names):4} {file}: {' '.join(names)}")


async def ranked_game(data: Path) -> dict[str, Trail]:
    """Return the paths of a board's second game: the first one fills its caches."""
    options = {slug: one.INFO.defaults() for slug, one in EVERY.items()}
    store = GameStore(Folder(data), EVERY, options.__getitem__, UTC, lambda: datetime.now(UTC))
    await store.open(bulletins=False)
    for caller in ("Ann", "Bob"):
        with followed(*RECORDS) as begin:
            begun = await store.games.begin(store.ranked, GameWish("shutbox", caller))
        assert isinstance(begun, Begun)
        with followed(*RECORDS) as move:
            said = store.games.add_move(begun.record.id, "quit")
            assert not (said if isinstance(said, str) else await said)
        with followed(*RECORDS) as end:
            await store.games.finish(begun.record.id)
    await store.close()
    with followed(*RECORDS) as audited:
        assert not [one for one in audit(data / "journal", EVERY).faults if "score" not in one.reason]
    return {"begin": begin, "move": move, "end": end, "audit": audited}


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


MOST = {"begin": (99, 15), "move": (21, 5), "end": (95, 18), "audit": (89, 15)}
"""Functions of the records, and their files, that each step of a ranked game passes."""


async def main(only_game: bool, listed: bool, with_tv: bool) -> None:
    def boards(folder: str) -> Any:
        return boardroom(Path(folder))

    if with_tv:
        print(f"ten TV sets, 60 games alone, a ladder of 500:  {await tv(60, 500, 10):.2f} % of a core"
              "   (at most 0.1 %)")  # fmt: skip
    threading.setprofile(look)
    sys.setprofile(look)
    with tempfile.TemporaryDirectory() as folder:
        for step, path in (await ranked_game(Path(folder))).items():
            report(f"a ranked game: {step}", path, *MOST[step], listed)
    if only_game:
        return
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


async def one(board: Boardroom, handle: str) -> CallDouble:
    return await board.at_menu(handle, motion="off")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="store_true")
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--tv", action="store_true")
    asked = parser.parse_args()
    asyncio.run(main(asked.game, asked.files, asked.tv))
    sys.exit(bool(too_long))
