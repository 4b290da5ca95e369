"""Opening hours and access levels: check who may log on and enter which door.

Pure functions. Each returns a sentence that gives the reason, or "". The level None is never kept out: a
sysop, or a caller with rules of their own.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from door.settings import hours
from door.settings.load import Settings
from door.settings.models import ALL_DOORS
from door.ui.texts import MaybeSaid, Sentence, tr

DOOR: Final = tr.hours.this_door
FAR: Final = timedelta(days=7)
"""The longest time ahead that anybody has to know of."""


def why_closed(settings: Settings, now: datetime) -> MaybeSaid:
    """Return why the board is closed at `now`, a sentence or two; "" if it is open."""
    return shut(tr.hours.the_board(), settings.board.hours, now)


def why_barred(settings: Settings, slug: str, level: int | None, now: datetime) -> MaybeSaid:
    """Return why a caller of that level may not enter the door at `now`, or ""."""
    door = settings.doors.get(slug) or settings.externals.get(slug)
    if door is None or level is None:
        return ""
    if level < door.access_level:
        return tr.hours.level_too_low(level=door.access_level, yours=level)
    return shut(DOOR(), door.hours, now)


def let_in_for(settings: Settings, slug: str, level: int | None, now: datetime) -> timedelta:
    """Return for how long from `now` a caller of that level may play at the door's tables: zero if they may
    not, at most `FAR`."""
    door = settings.doors.get(slug)
    if door is None or not door.enabled or not settings.tables.enabled:
        return timedelta()
    if level is None:
        return FAR
    if why_closed(settings, now) or why_barred(settings, slug, level, now):
        return timedelta()
    ends = (hours.look(texts, now).until for texts in (settings.board.hours, door.hours))
    return min((end - now for end in ends if end), default=FAR)


def goes_straight(settings: Settings, slug: str) -> bool:
    """True if `ssh SLUG@` and `/play/SLUG` lead straight into that door."""
    door, named = settings.doors.get(slug) or settings.externals.get(slug), settings.callers.straight
    return door is not None and door.enabled and (ALL_DOORS in named or slug in named)


def reserved_handles(settings: Settings) -> tuple[str, ...]:
    """Return the handles that nobody may take: the sysop's, and the names that go straight into a door."""
    slugs = (*settings.doors, *settings.externals)
    return *settings.callers.reserved, *(slug for slug in slugs if goes_straight(settings, slug))


def shut(
    what: str, texts: tuple[str, ...], now: datetime, says: Sentence = tr.hours.is_closed_now
) -> MaybeSaid:
    """Return "WHAT is closed just now. It opens at 18:00 (CET).", or "" if it is open."""
    state = hours.look(texts, now)
    if state.open:
        return ""
    opens = hours.opens_words(state, now)
    return says(what=what, opens=opens) if opens else tr.hours.never_open(what=what)
