"""Opening doors: who may enter, and what a door's screen is told of its caller."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

from door.call import access
from door.call.api import Call
from door.call.handlers import Handlers, check
from door.call.setup import setup_for
from door.call.stack import Layer
from door.pages import api as board
from door.play import api
from door.play.runaway import limited
from door.records.ledger.standings import best_of
from door.ui.texts import MaybeSaid, tr

LOG: Final = logging.getLogger("door.call")
HANDLERS: Final = Handlers()


def open_door(
    call: Call, slug: str, argv: tuple[str, ...] = (), straight: bool = False, first: str = ""
) -> MaybeSaid:
    """Open a door below its title art. Return the reason if hours or levels forbid it, else "".

    `argv` are the words of a command line. `straight` starts play at once, `first` is a key pressed on
    the title page.
    """
    waiting = call.services.store.waiting(slug, call.who.handle)
    if reason := access.may_enter(call, slug) or ("" if waiting else access.why_no_new_game(call, slug)):
        return reason
    door = call.services.doors[slug]
    known = slug in call.history.doors
    call.history.visit(slug)
    setup = replace(
        setup_for(call, slug),
        books=call.services.store.books(slug, call.who.handle),
        waiting=waiting,
        straight=straight,
        argv=argv,
        first=first,
    )
    setup = replace(setup, new=not known and not first and _is_new(call, slug))
    try:
        state, effects = limited(door.start, setup)
    except Exception as error:
        LOG.error("node=%d door=%s cannot be started: %r", call.node, slug, error, exc_info=error)
        access.note_fault(call, slug)
        return tr.play.game_has_fault(door=door.INFO.name())
    call.stack.open(
        Layer(door, state, door.INFO.name(), slug, books=setup.books, options=setup.options), effects
    )
    still = setup.plain or setup.prefs[api.MOTION] == "off"
    if not (still or setup.straight or setup.waiting or setup.first):
        splash = call.services.features.pages["splash"]
        art, wake = splash.start(call.services.features.seen(call, splash), slug)
        call.stack.open(Layer(splash, art, door.INFO.name()), wake)
    return ""


def _is_new(call: Call, slug: str) -> bool:
    """True if the caller has not been at that door, nor finished a game there."""
    prefs, info = setup_for(call, slug).prefs, call.services.doors[slug].INFO
    return api.MET not in prefs and call.services.store.ledger.read(
        lambda ledger: best_of(ledger, info, call.who.handle) is None
    )


@HANDLERS.on(board.Play)
def _play(call: Call, layer: Layer, effect: board.Play) -> None:
    check(open_door(call, effect.slug, first=effect.first))
