"""Who may come in, and into which door, by the settings: hours and access levels as sentences.

Law: pure.  The level None is a sysop's, and of whoever has rules of their own: never kept out.
"""

from __future__ import annotations

from datetime import datetime

from door.settings import hours
from door.settings.load import Settings


def closed(settings: Settings, now: datetime) -> str:
    """Why nobody is let in at `now`, a sentence or two; "" where the board is open."""
    return shut("The board", settings.board.hours, now)


def barred(settings: Settings, slug: str, level: int | None, now: datetime) -> str:
    """Why a caller of that level may not enter the door at `now`, or ""."""
    door = settings.doors.get(slug) or settings.externals.get(slug)
    if door is None or level is None:
        return ""
    if level < door.access_level:
        return f"This door asks for access level {door.access_level}; yours is {level}."
    return shut("This door", door.hours, now)


def shut(what: str, texts: tuple[str, ...], now: datetime, does: str = "is closed just now") -> str:
    """ "WHAT is closed just now. It opens at 18:00 (CET)."; "" where it is open."""
    state = hours.look(texts, now)
    return "" if state.open else f"{what} {does}. {hours.opens_words(state, now)}".rstrip()
