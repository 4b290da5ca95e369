"""Which functions of the records a ranked game passes: its begin, a move, its end, and its audit.

    python tests/bench/bench_path.py [begin|move|end|audit]

prints how many functions in how many files, and with a step's name each of them. A newcomer reads that many
to follow a game, so each step has a bound, `MOST`. The exit code is 1 if a step passes more.
"""

import asyncio
import logging
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any

from door.play.api import Begun
from door.records.audit.audit import audit
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.records.store.files import Folder
from door.screens.doors import DOORS

EVERY = {door.INFO.slug: door for door in DOORS}
MOST = {"begin": (98, 15), "move": (21, 5), "end": (95, 18), "audit": (89, 15)}
"""Functions, and the files that they are in."""

Passed = dict[str, dict[str, int]]


class Tracer:
    """Counts calls of functions in door/records, in every thread, while it `is_on`."""

    def __init__(self) -> None:
        self.is_on, self.calls = False, Passed()
        threading.setprofile(self._look)
        sys.setprofile(self._look)

    def _look(self, frame: FrameType, event: str, arg: Any) -> None:
        if self.is_on and event == "call":
            _, found, file = frame.f_code.co_filename.partition("/door/records/")
            name = frame.f_code.co_qualname
            if found and not name.endswith(">"):
                names = self.calls.setdefault(file, {})
                names[name] = names.get(name, 0) + 1

    async def path(self, work: Callable[[], Awaitable[Any]]) -> tuple[Passed, Any]:
        """Return the functions that `work` passes, by their files, and what it returns."""
        self.calls, self.is_on = {}, True
        try:
            return self.calls, await work()
        finally:
            self.is_on = False


async def paths(data: Path) -> dict[str, Passed]:
    """Return the paths of a board's second game: the first one fills its caches."""
    board, tracer, found = _board(data), Tracer(), dict[str, Passed]()
    await board.open(bulletins=False)
    for caller in ("Ann", "Bob"):
        found["begin"], begun = await tracer.path(
            lambda caller=caller: board.games.begin(board.ranked, GameWish("shutbox", caller))
        )
        assert isinstance(begun, Begun)
        id = begun.record.id

        async def move(id: str = id) -> None:
            said = board.games.add_move(id, "quit")
            if not isinstance(said, str):
                await said

        found["move"], _ = await tracer.path(move)
        found["end"], _ = await tracer.path(lambda id=id: board.games.finish(id))
    await board.close()

    async def audited() -> None:
        assert not [fault for fault in audit(data / "journal", EVERY).faults if "score" not in fault.reason]

    found["audit"], _ = await tracer.path(audited)
    return found


def _board(data: Path) -> GameStore:
    return GameStore(
        Folder(data), EVERY, lambda slug: EVERY[slug].INFO.defaults(), UTC, lambda: datetime.now(UTC)
    )


def size(path: Passed) -> tuple[int, int]:
    """Return how many functions there are, and in how many files."""
    return sum(map(len, path.values())), len(path)


def main(asked: str = "") -> int:
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        found, rc = asyncio.run(paths(Path(folder))), 0
    for step, path in found.items():
        functions, files = size(path)
        calls = sum(sum(names.values()) for names in path.values())
        rc |= functions > MOST[step][0] or files > MOST[step][1]
        print(f"{step}: {functions} functions in {files} files, {calls} calls; at most {MOST[step]}")
        for file, names in path.items() if step == asked else ():
            print(f"  {file}: {' '.join(f'{name}×{n}' if n > 1 else name for name, n in names.items())}")
    return rc


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
