"""Films of games that are drawn when somebody asks for one."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import Final

from door.net.guard.gate import ConnectRate
from door.net.web.site import Found, Kept, Refused
from door.ui.catalogue import tr

LOG = logging.getLogger("door.board")
PER_MINUTE: Final = 6
"""Films that one address may have drawn a minute."""

MOST: Final = 5
"""Most requests that wait for their film."""


class Films:
    """Draws films one at a time with the `workers`, and keeps them in a folder. An address may have
    `PER_MINUTE` drawn; `spared` addresses are not counted."""

    def __init__(self, folder: Path, workers: Executor, spared: Callable[[str], bool]) -> None:
        self._folder, self._workers = folder, workers
        self._rate = ConnectRate(lambda: PER_MINUTE, spared)
        self._turn, self._waiting = asyncio.Lock(), 0

    def film(self, lines: Kept, board: str, address: str) -> Found | Awaitable[Found]:
        """Return the film of a game, whose lines are in that file. `board` is the board's name."""
        name = hashlib.sha256(f"{lines.path} {lines.stamp}".encode()).hexdigest()[:24]
        film = Kept(self._folder / f"{name}.cast", name)
        if film.path.is_file():
            return film
        now = asyncio.get_running_loop().time()
        if self._waiting >= MOST or not self._rate.admits(address, now):
            return Refused(tr.public.films_busy())
        return self._drawn(film, lines, board)

    async def _drawn(self, film: Kept, lines: Kept, board: str) -> Found:
        from door.web.films import draw_film

        self._waiting += 1
        try:
            async with self._turn:
                if not film.path.is_file():
                    work = self._workers.submit(draw_film, lines.path, board, film.path)
                    await asyncio.wrap_future(work)
            return film
        except Exception as error:
            LOG.warning("the film of %s can't be drawn: %r", lines.path.parent.name, error)
            return Refused(tr.public.film_failed())
        finally:
            self._waiting -= 1
