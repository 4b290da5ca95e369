"""What others do reaches what a caller has open: ranks, tables and the daily deal a door, turns that
the sysop gave or a new day brought the menu.

Law: cheap, however many are on.  A door hears `News` only where its books say something else
than before, a page of the board only where its caller's turns do; `server.background` asks once a second at
most, and the loop goes on between two calls.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from door.midend.api import News
from door.records.callers.callers import CallerError

if TYPE_CHECKING:
    from door.session.call.loop import Session
    from door.session.call.roster import Roster
    from door.session.call.stack import Layer

NO_HANDLE: Final = "Your handle has been changed or removed by the sysop. Please call again."


async def spread(roster: Roster) -> None:
    """The books have changed: every call looks at what its doors show of them."""
    for session in roster.sessions():
        session.follow()
        await asyncio.sleep(0)


def bring(session: Session) -> None:
    """Tells the call's doors what is new to them; ends it where its handle is nobody's any more."""
    if has_lost_handle(session):
        session.evict(NO_HANDLE)
        return
    for layer in session.stack.layers:
        if layer.slug in session.services.doors:
            books = session.services.store.books(layer.slug, session.handle)
            if books != layer.books:
                layer.books = books
                session.post(layer, News(books))
    if session.stack and _has_other_turns(session, session.stack.top):
        session.post(session.stack.top, session.lobby())


def _has_other_turns(session: Session, layer: Layer) -> bool:
    """Whether the page shows other turns than its caller has."""
    store, cards = session.services.store, layer.lobby.doors if layer.lobby else ()
    return any(card.books.turns_left != store.turns_left(card.slug, session.handle) for card in cards)


def has_lost_handle(session: Session) -> bool:
    """Whether the caller was renamed or removed since they logged on."""
    try:
        return session.caller is not None and session.services.callers.gone(session.handle)
    except CallerError:
        return False
