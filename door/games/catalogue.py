"""The games of this board: one line each.  docs/doors.md is the guide to adding one."""

from __future__ import annotations

from typing import Final

from door.games import microlink, mindbuster, shutbox, switchbox, thieves
from door.games.contract import Door

GAMES: Final[tuple[Door, ...]] = (shutbox.DOOR, microlink.DOOR, mindbuster.DOOR, thieves.DOOR, switchbox.DOOR)
