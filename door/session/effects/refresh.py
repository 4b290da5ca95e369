"""Bring changes by other callers to open pages: standings and daily deals in a door, turns in the menu.

It is cheap with many callers. A door gets `News` only if its standings or options have changed, and a page
of the board only if its caller's turns have. `server.background` calls it at most once a second, and other
work runs between two calls.
"""

from __future__ import annotations

import asyncio

from door.midend.api import News
from door.records.callers.callers import CallerError
from door.session.call import lobby
from door.session.call.api import Call
from door.session.call.events import Failed
from door.session.call.roster import Roster
from door.session.call.stack import Layer
from door.ui.texts import speaking, tr


async def spread(roster: Roster[Call]) -> None:
    """Update every call after a change of the standings."""
    for call in roster.on():
        try:
            follow(call)
        except Exception as error:  # must not keep the other calls from their update
            call.post(None, Failed(error))
        await asyncio.sleep(0)


def news(call: Call) -> None:
    """Update the call after a large change: midnight, a new month, an act of the sysop."""
    call.terminal.follow_settings()
    follow(call)
    call.timers.look()


def follow(call: Call) -> None:
    """Send the call's doors their news. End the call if its handle is gone."""
    if has_lost_handle(call):
        call.evict(tr.call.handle_changed())
        return
    settings = call.services.settings()
    for layer in call.stack.layers:
        if layer.slug in call.services.doors and layer.books is not None:
            books = call.services.store.books(layer.slug, call.who.handle)
            options = settings.doors[layer.slug].options
            if books != layer.books or options != layer.options:
                layer.books, layer.options = books, options
                call.post(layer, News(books, options))
    if call.stack and _has_other_turns(call, call.stack.top):
        with speaking(call.terminal.language):
            call.post(call.stack.top, lobby.of(call))


def _has_other_turns(call: Call, layer: Layer) -> bool:
    """True if the page shows an old number of turns."""
    store, listings = call.services.store, layer.lobby.doors if layer.lobby else ()
    return any(
        listing.books.turns_left != store.turns_left(listing.slug, call.who.handle) for listing in listings
    )


def has_lost_handle(call: Call) -> bool:
    """True if the caller was renamed or removed since the log-on."""
    try:
        return call.who.caller is not None and call.services.callers.gone(call.who.handle)
    except CallerError:
        return False
