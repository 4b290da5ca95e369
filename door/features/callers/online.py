"""Who is online."""

from __future__ import annotations

from door.call.api import Services
from door.pages.api import Online
from door.ui.texts import again, tr


def everybody(services: Services) -> tuple[Online, ...]:
    leaving = tr.call.where_leaving()
    return tuple(
        Online(one.node, one.handle, again(one.where) if one.screens else leaving, one.minutes, open=one.open)
        for one in services.roster.on()
    )
