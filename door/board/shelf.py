"""The board's art: files read once, read again when they change, filled in for each caller."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path

from door.term.art import Art, ArtError, fill_in, read_art
from door.term.canvas import Canvas

LOG = logging.getLogger("door.art")


class Shelf:
    """The art folder.  A missing or broken file is logged once and simply not shown."""

    def __init__(self, folder: Callable[[], Path]) -> None:
        self.folder = folder
        self._read: dict[str, tuple[tuple[int, int] | None, Art | None]] = {}

    def art(self, name: str) -> Art | None:
        """The piece of that name, or None."""
        path = self.folder() / f"{name}.ans"
        try:
            stat = path.stat()
            stamp = (stat.st_mtime_ns, stat.st_size)
        except OSError:
            stamp = None
        known = self._read.get(name)
        if known is None or known[0] != stamp:
            known = self._read[name] = (stamp, self._load(path) if stamp else self._missing(path))
        return known[1]

    def _load(self, path: Path) -> Art | None:
        try:
            return read_art(path.read_bytes())
        except (OSError, ArtError) as error:
            LOG.warning("art %s is not shown: %s", path.name, error)
            return None

    def _missing(self, path: Path) -> Art | None:
        LOG.warning("art %s is missing, its screen is shown without", path.name)
        return None

    def canvas(self, name: str, values: Mapping[str, str]) -> Canvas | None:
        """The piece with its placeholders filled in, or None."""
        art = self.art(name)
        return None if art is None else fill_in(art, values)
