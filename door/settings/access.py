"""Who may come in, and into which door, by the settings: hours and access levels as sentences.

Law: pure.  The level None is a sysop's, and of whoever has rules of their own: never kept out.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from door.settings import hours
from door.settings.load import Settings
from door.ui.texts import MaybeSaid, Sentence, tr

DOOR: Final = tr.hours.this_door


def closed(settings: Settings, now: datetime) -> MaybeSaid:
    """Why nobody is let in at `now`, a sentence or two; "" where the board is open."""
    return shut(tr.hours.the_board(), settings.board.hours, now)


def barred(settings: Settings, slug: str, level: int | None, now: datetime) -> MaybeSaid:
    """Why a caller of that level may not enter the door at `now`, or ""."""
    door = settings.doors.get(slug) or settings.externals.get(slug)
    if door is None or level is None:
        return ""
    if level < door.access_level:
        return tr.hours.level_too_low(level=door.access_level, yours=level)
    return shut(DOOR(), door.hours, now)


def shut(
    what: str, texts: tuple[str, ...], now: datetime, says: Sentence = tr.hours.is_closed_now
) -> MaybeSaid:
    """ "WHAT is closed just now. It opens at 18:00 (CET)."; "" where it is open."""
    state = hours.look(texts, now)
    if state.open:
        return ""
    opens = hours.opens_words(state, now)
    return says(what=what, opens=opens) if opens else tr.hours.never_open(what=what)
