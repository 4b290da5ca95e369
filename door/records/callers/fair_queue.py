"""Work that costs much, a few pieces at a time, and whose is next.

Law: nobody's many pieces come before anybody's one.  Next is whoever has the least under way, of
those whoever was served longest ago, of those who came first.  A name may have parts (an address, then
a handle): the address is compared first, and the handles of one address share what it gets.
Who was served is remembered, of so many names; a piece whose asker is gone counts until it is done.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import Final, TypeVar

T = TypeVar("T")
MOST: Final = 10_000
"""Names, and first parts of names, of which it is known when they were served last."""

Name = tuple[str, ...]


class FairQueue:
    """Runs work in threads, `at_once` pieces at a time, of which so many are `free`; `under_way` counts
    pieces by name and its first parts, `served` tells which of those were served before which."""

    def __init__(self, at_once: int) -> None:
        self.free = at_once
        self._waiting: dict[asyncio.Future[None], Name] = {}
        self.under_way: Counter[Name] = Counter()
        self.served: dict[Name, int] = {}
        self._numbers = count(1)

    def __len__(self) -> int:
        """Pieces that wait."""
        return len(self._waiting)

    async def run(self, name: Name, work: Callable[[], T]) -> T:
        """What `work` gives, done for `name` when it is its turn."""
        loop = asyncio.get_running_loop()
        await self._turn(name)
        try:
            job = loop.run_in_executor(None, work)
        except BaseException:
            self._done(name)
            raise
        job.add_done_callback(lambda _: self._done(name))
        return await asyncio.shield(job)

    async def _turn(self, name: Name) -> None:
        """Returns when it is `name`'s turn."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting[turn] = name
        self._serve()
        try:
            await turn
        except asyncio.CancelledError:
            self._waiting.pop(turn, None)
            if not turn.cancelled():  # it had come
                self._done(name)
            raise

    def _serve(self) -> None:
        while self.free and self._waiting:
            turn = min(self._waiting, key=lambda turn: self._standing(self._waiting[turn]))
            name = self._waiting.pop(turn)
            if turn.cancelled():
                continue
            self.free -= 1
            self.under_way.update(_parts(name))
            self._remember(name)
            turn.set_result(None)

    def _standing(self, name: Name) -> list[tuple[int, int]]:
        return [(self.under_way[part], self.served.get(part, 0)) for part in _parts(name)]

    def _remember(self, name: Name) -> None:
        for part in _parts(name):
            self.served.pop(part, None)  # the latest last, so that the earliest is forgotten first
            self.served[part] = next(self._numbers)
        while len(self.served) > MOST:
            del self.served[next(iter(self.served))]

    def _done(self, name: Name) -> None:
        self.free += 1
        self.under_way -= Counter(_parts(name))  # leaves none that have nothing
        self._serve()


def _parts(name: Name) -> Iterator[Name]:
    """The name from its first part on, ever longer."""
    return (name[:length] for length in range(1, len(name) + 1))
