"""The doors of this board: one line each.  README.md here is the guide to adding one."""

from __future__ import annotations

from typing import Final

from door.games import microlink, mindbuster, shutbox, switchbox, thieves
from door.games.info import Info
from door.midend.api import Door

DOORS: Final[tuple[Door, ...]] = (shutbox, microlink, mindbuster, thieves, switchbox)


def find(slug: str) -> Door | None:
    """The door of that slug, or None."""
    return next((door for door in DOORS if door.INFO.slug == slug), None)


def infos() -> dict[str, Info]:
    """Every door's card by its slug, in the catalogue's order."""
    return {door.INFO.slug: door.INFO for door in DOORS}
