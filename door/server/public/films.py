"""Films of games that are drawn when somebody asks for one."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable
from pathlib import Path

from door.net.web.site import Found, Kept, Refused
from door.ui.catalogue import tr
from door.web.drawing import Drawing

LOG = logging.getLogger("door.board")


class Films:
    """Draws films, and keeps them in a folder."""

    def __init__(self, folder: Path, drawing: Drawing) -> None:
        self._folder, self._drawing = folder, drawing

    def film(self, lines: Kept, board: str, address: str) -> Found | Awaitable[Found]:
        """Return the film of a game, whose lines are in that file. `board` is the board's name."""
        name = hashlib.sha256(f"{lines.path} {lines.stamp}".encode()).hexdigest()[:24]
        film = Kept(self._folder / f"{name}.cast", name)
        if film.path.is_file():
            return film
        if not self._drawing.admits(address):
            return Refused(tr.public.films_busy())
        return self._drawn(film, lines, board)

    async def _drawn(self, film: Kept, lines: Kept, board: str) -> Found:
        from door.web.films import draw_film

        try:
            async with self._drawing.turn():
                if not film.path.is_file():
                    work = self._drawing.workers.submit(draw_film, lines.path, board, film.path)
                    await asyncio.wrap_future(work)
            return film
        except Exception as error:
            LOG.warning("the film of %s can't be drawn: %r", lines.path.parent.name, error)
            return Refused(tr.public.film_failed())
