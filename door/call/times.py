"""The board's clock, as callers read it."""

from __future__ import annotations

from datetime import datetime

from door.call.api import Call
from door.ui.texts import tr
from door.ui.words import dated


def shown_time(call: Call, t: str) -> str:
    """Return a time (RFC 3339) on the board's clock, "21 Nov, 14:05", with the year unless it is this one.

    Return "" if it isn't a time.
    """
    now = call.services.now()
    try:
        moment = datetime.fromisoformat(t).astimezone(now.tzinfo)
    except (ValueError, OverflowError):
        return ""
    return dated(tr.common.day_and_time if moment.year == now.year else tr.common.full_date, moment)
