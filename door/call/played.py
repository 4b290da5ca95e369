"""Counts a visit to a door when its screen closes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from door.call.api import Call
from door.records.access import played
from door.records.journal.lines import day_of


def counts(call: Call, slug: str) -> Callable[[], None]:
    """Return what a door's screen does at its end: it notes the visit, in the background. The sysop's own
    terminal doesn't count."""
    services, began = call.services, asyncio.get_running_loop().time()

    def end() -> None:
        seconds = int(asyncio.get_running_loop().time() - began)
        day = day_of(services.now(), services.settings().zone)
        store, who = services.store.journal.store, call.who.handle
        services.keep(asyncio.to_thread(played.note, store, slug, who, day, seconds))

    return (lambda: None) if call.who.local else end
