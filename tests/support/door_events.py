"""The doors of the catalogue, and the blank one."""

from collections.abc import Iterable
from typing import Any

import pytest

from door.games.blank import DOOR as BLANK
from door.screens import doors
from door.screens.door import GameDoor
from door.testing import playable


def by_slug(doors: Iterable[GameDoor]) -> Any:
    """Parametrizes a test with each `door` of these."""
    listed = list(doors)
    return pytest.mark.parametrize("door", listed, ids=[door.INFO.slug for door in listed])


DOORS: tuple[GameDoor, ...] = (*doors.OWN, playable(BLANK))
BY_SLUG = by_slug(DOORS)
