"""The paths of the public pages. A path says what it shows: a month, a game, a door or a day."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

ROOT: Final = "api/v1/"
"""The folder of the JSON documents."""

LIVE: Final = "games/live/"
"""The folder of the pages of games in progress."""

MONTH: Final = r"(?P<month>\d{4}-(?:0[1-9]|1[0-2]))"
DAY: Final = r"(?P<day>\d{4}-(?:0[1-9]|1[0-2])-\d\d)"
ID: Final = r"(?P<id>[0-9A-Za-z_-]{1,64})"
_PATTERNS: Final = {kind: re.compile(pattern) for kind, pattern in {
    "games": "games/", "month": f"games/{MONTH}/", "game": f"games/{MONTH}/{ID}/", "hall": "hall/",
    "ladder": r"ladder/(?P<door>[a-z0-9][a-z0-9_-]{0,19})/", "days": "daily/", "day": f"daily/{DAY}/",
    "showcase": r"doors/(?P<door>[a-z0-9][a-z0-9_-]{0,19})\.png",
    "lines": rf"games/{MONTH}/{ID}/lines\.jsonl", "picture": rf"games/{MONTH}/{ID}/picture\.png",
    "film": rf"games/{MONTH}/{ID}/film\.cast", "feed": r"feed\.atom",
    "months.json": rf"{ROOT}months\.json", "month.json": rf"{ROOT}months/{MONTH}\.json",
    "ladders.json": rf"{ROOT}ladders\.json", "hall.json": rf"{ROOT}hall\.json",
    "days.json": rf"{ROOT}daily\.json", "day.json": rf"{ROOT}daily/{DAY}\.json",
    "games.json": rf"{ROOT}games\.json", "schema.json": rf"{ROOT}schema\.json",
}.items()}  # fmt: skip


class Route(NamedTuple):
    """A page: its `kind`, and the month, game, door or day that its path names, "" for none."""

    kind: str
    month: str = ""
    id: str = ""
    door: str = ""
    day: str = ""

    @property
    def is_of_game(self) -> bool:
        """True for everything about one game, which its callers may hide."""
        return bool(self.id)


def route(path: str) -> Route | None:
    """Return what is at a path without its leading slash, or None. No other path has a page."""
    for kind, pattern in _PATTERNS.items():
        if found := pattern.fullmatch(path):
            return Route(kind, **found.groupdict())
    return None


def game_path(month: str, id: str) -> str:
    return f"games/{month}/{id}/"


def is_safe_id(id: str) -> bool:
    """True if a game's id can stand in a path. A journal may come from anybody."""
    return re.fullmatch(ID, id) is not None
