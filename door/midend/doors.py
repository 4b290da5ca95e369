"""The doors of this board: the games of the catalogue and of installed packages, each with the midend."""

from __future__ import annotations

from typing import Final

from door.games import catalogue
from door.games.info import Info
from door.midend.door import GameDoor
from door.midend.outside import found

OWN: Final = tuple(map(GameDoor, catalogue.GAMES))
OUTSIDE, REFUSED = found(door.INFO.slug for door in OWN)
DOORS: Final[tuple[GameDoor, ...]] = (*OWN, *OUTSIDE)
_BY_SLUG: Final = {door.INFO.slug: door for door in DOORS}


def find(slug: str) -> GameDoor | None:
    return _BY_SLUG.get(slug)


def infos() -> dict[str, Info]:
    """Return every door's card by slug, in the catalogue's order."""
    return {door.INFO.slug: door.INFO for door in DOORS}
