"""Carry out what others do to a call: notices, an end by the board, and changes for open pages.

Changes are cheap with many callers. A door gets `News` only if its standings or options have changed, and a
page of the board only if its caller's turns have. `server.background` spreads them at most once a second, and
other work runs between two calls.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from door.call.api import Call
from door.call.handlers import Handlers
from door.call.messages import PLAIN_KEYS
from door.call.navigation import fresh
from door.call.roster import BigMoment, CallMessage, Evict, Notify, Roster
from door.call.stack import Layer
from door.pages.api import DoorsLobby
from door.play.api import News
from door.records.callers.caller_file import CallerError
from door.records.journal.lines import caller_key
from door.ui.texts import tr

HANDLERS: Final = Handlers()


@dataclass(frozen=True, slots=True)
class Refresh(CallMessage[None]):
    """Show changes. `look`: they are large (midnight, a new month), so check the hours too."""

    look: bool = False


async def spread(roster: Roster) -> None:
    """Update every call of this host after a change of the standings."""
    for call in roster.here():
        if call.info().admitted:
            call.receive(Refresh())
        await asyncio.sleep(0)


@HANDLERS.on(Refresh)
def _refresh(call: Call, message: Refresh) -> None:
    follow(call)
    if message.look:
        call.timers.check()


@HANDLERS.on(Evict)
def _evict(call: Call, message: Evict) -> None:
    call.evict(message.reason, message.saved, message.why)


@HANDLERS.on(Notify)
def _notify(call: Call, message: Notify) -> None:
    if message.bell:
        call.terminal.ring()
    said = message.sentence
    keys = {name: said.args[name] for name in ("key", "no") if said.args.get(name) in PLAIN_KEYS}
    if keys and call.terminal.plain:
        said = said.again(**{name: PLAIN_KEYS[key] for name, key in keys.items()})
    call.messages.notify(said, message.about)


@HANDLERS.on(BigMoment)
def _big_moment(call: Call, message: BigMoment) -> None:
    """Show a moment to callers who hear of others: not to those in it, or who ignore one of those."""
    who, callers = call.who, message.callers
    is_theirs = caller_key(who.handle) in map(caller_key, callers)
    if not is_theirs and call.info().takes_messages and not any(map(who.ignores, callers)):
        call.messages.show_moment(message.sentence)


def follow(call: Call) -> None:
    """Send the call's doors their news. End the call if its handle is gone."""
    # On a store with several hosts, the call's host is notified of each rename.
    if call.services.callers.store.never_waits and has_lost_handle(call):
        call.evict(tr.call.handle_changed())
        return
    settings = call.services.settings()
    for layer in call.stack:
        if layer.slug in call.services.doors and layer.books is not None:
            books = call.services.store.standings.books(layer.slug, call.who.handle)
            options = settings.doors[layer.slug].options
            if books != layer.books or options != layer.options:
                layer.books, layer.options = books, options
                call.post(layer, News(books, options))
    if call.stack and _has_other_turns(call, call.stack.top):
        call.post(call.stack.top, fresh(call))


def _has_other_turns(call: Call, layer: Layer) -> bool:
    store, lobby = call.services.store, layer.lobby
    listings = lobby.doors if isinstance(lobby, DoorsLobby) else ()
    return any(
        listing.books.turns_left != store.standings.turns_left(listing.slug, call.who.handle)
        for listing in listings
    )


def has_lost_handle(call: Call) -> bool:
    """True if the caller was renamed or removed since the log-on. Asks the store."""
    try:
        return call.who.caller is not None and call.services.callers.gone(call.who.handle)
    except CallerError:
        return False
