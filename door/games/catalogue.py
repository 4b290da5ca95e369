"""The games of this board: one line each.  docs/doors.md is the guide to adding one."""

from __future__ import annotations

from typing import Any, Final

from door.games import microlink, mindbuster, shutbox, switchbox, thieves

GAMES: Final[tuple[Any, ...]] = (shutbox.GAME, microlink, mindbuster.GAME, thieves, switchbox)
