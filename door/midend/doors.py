"""The doors of this board: every game of the catalogue with the midend around it."""

from __future__ import annotations

from typing import Final

from door.games import catalogue
from door.games.info import Info
from door.midend.door import GameDoor

DOORS: Final[tuple[GameDoor, ...]] = tuple(map(GameDoor, catalogue.GAMES))
_BY_SLUG: Final = {door.INFO.slug: door for door in DOORS}


def find(slug: str) -> GameDoor | None:
    """Return the door of that slug, or None."""
    return _BY_SLUG.get(slug)


def infos() -> dict[str, Info]:
    """Return every door's card by slug, in the catalogue's order."""
    return {door.INFO.slug: door.INFO for door in DOORS}
