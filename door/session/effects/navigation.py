"""Open pages and doors, go back, and hang up."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from door.board import api as board
from door.board import pages
from door.board.tables.effects import TablesOpened
from door.games.seating import GENTLE
from door.midend import api
from door.midend.runaway import limited
from door.records.ledger.standings import best_of
from door.session.call import lobby
from door.session.call.api import Call
from door.session.call.stack import Layer
from door.session.clock import access
from door.session.effects.handlers import Handlers, check
from door.ui import screen
from door.ui.texts import MaybeSaid, tr

LOG: Final = logging.getLogger("door.call")
HANDLERS: Final = Handlers()


def open_page(call: Call, name: str, arg: str = "", seen: board.Lobby | None = None) -> None:
    """Open a page of the board on top. `seen` is the board as the caller sees it, if it is known."""
    page = pages.PAGES[name]
    state, effects = page.start(seen or lobby.of(call, page), arg)
    call.stack.open(Layer(page, state, page.TITLE()), effects)


def open_door(
    call: Call, slug: str, argv: tuple[str, ...] = (), straight: bool = False, first: str = ""
) -> MaybeSaid:
    """Open a door below its title art. Return the reason if hours or levels forbid it, else "".

    `argv` are the words of a command line. `straight` starts play at once, `first` is a key pressed on
    the title page.
    """
    if reason := access.may_enter(call, slug):
        return reason
    door = call.services.doors[slug]
    known = slug in call.history.doors
    call.history.visit(slug)
    setup = replace(
        setup_for(call, slug),
        books=call.services.store.books(slug, call.who.handle),
        waiting=call.services.store.waiting(slug, call.who.handle),
        straight=straight,
        argv=argv,
        first=first,
    )
    setup = replace(setup, new=not known and not first and _is_new(call, slug))
    try:
        state, effects = limited(door.start, setup)
    except Exception as error:
        LOG.error("node=%d door=%s cannot be started: %r", call.node, slug, error, exc_info=error)
        call.services.failed(slug)
        return tr.play.game_has_fault(door=door.INFO.name())
    call.stack.open(
        Layer(door, state, door.INFO.name(), slug, books=setup.books, options=setup.options), effects
    )
    still = setup.plain or setup.prefs[api.MOTION] == "off"
    if not (still or setup.straight or setup.waiting or setup.first):
        splash = pages.PAGES["splash"]
        art, wake = splash.start(lobby.of(call, splash), slug)
        call.stack.open(Layer(splash, art, door.INFO.name()), wake)
    return ""


def lay_over(call: Call, name: str, of: str = "") -> None:
    """Open a page on top, such as the tables `of` a door. If it is already open, bring it to the top.

    The screens below pause, including their timers, and come back unchanged.
    """
    page = pages.PAGES[name]
    below = [one for one in call.stack if one.screen is page and one.state.arg == of]
    if below:
        call.stack.down_to(below[-1])
        call.stack.feed(below[-1], lobby.of(call, page))
    else:
        over(call, lambda: open_page(call, name, of))
    if name == "tables":
        told = call.messages.notices[0].about if call.messages.notice else ""
        call.stack.feed(below[-1] if below else call.stack.top, TablesOpened(told))


def _is_new(call: Call, slug: str) -> bool:
    """True if the caller has not been at that door, nor finished a game there."""
    prefs, info = setup_for(call, slug).prefs, call.services.doors[slug].INFO
    return api.MET not in prefs and call.services.store.ledger.read(
        lambda ledger: best_of(ledger, info, call.who.handle) is None
    )


def over(call: Call, opens: Callable[[], object]) -> None:
    """Open a screen on top of the others, which pause until it closes."""
    held = call.stack.hold()
    opens()
    call.stack.top.ends.append(partial(call.stack.go_on, held))


def setup_for(call: Call, slug: str) -> api.Setup:
    """Return the setup for any screen of that door: the caller and their choices."""
    services, terminal = call.services, call.terminal
    tables = services.settings().tables.enabled and slug in services.tables.tables.games
    return api.Setup(
        caller=call.who.handle,
        options=services.settings().doors[slug].options,
        prefs=_door_prefs(call, slug),
        plain=terminal.plain,
        tables=tables and not call.who.console,
        keys=terminal.prefs.get("keys", "numbers"),
    )


def _door_prefs(call: Call, slug: str) -> dict[str, str]:
    """Return the caller's saved choices for that door, and the choices that hold at all doors.

    The caller's key set provides the default for the door's keys.
    """
    numpad = call.services.doors[slug].INFO.numpad
    asked = dict([numpad]) if numpad and call.terminal.prefs.get("keys") == "numpad" else {}
    kept = call.who.caller.doors.get(slug, {}) if call.who.caller else {}
    chosen = {key: call.terminal.prefs.get(key, value) for key, value in api.EVERYWHERE.items()}
    guest = {api.SUGGEST: "off"} if call.who.guest else {}
    return {GENTLE: "on", **asked, **kept, **chosen, **guest}


@HANDLERS.at_once(board.Visit)
def _visit(call: Call, layer: Layer, effect: board.Visit) -> None:
    open_page(call, effect.page, effect.arg)


@HANDLERS.at_once(board.Play)
def _play(call: Call, layer: Layer, effect: board.Play) -> None:
    check(open_door(call, effect.slug, first=effect.first))


@HANDLERS.at_once(screen.Leave)
def _leave(call: Call, layer: Layer, effect: screen.Leave) -> None:
    call.stack.drop(layer)
    if not call.stack:
        call.leave("left")
    elif call.stack.top.slug not in call.services.doors:
        # the window may have changed while a program ran
        call.stack.feed(call.stack.top, lobby.of(call, call.stack.top.screen))


@HANDLERS.at_once(board.Pass)
def _pass(call: Call, layer: Layer, effect: board.Pass) -> None:
    _leave(call, layer, screen.Leave())
    if call.stack:
        call.stack.feed(call.stack.top, effect.event)


@HANDLERS.at_once(board.HangUp)
def _hang_up(call: Call, layer: Layer, effect: board.HangUp) -> None:
    if effect.farewell:
        call.leave(effect.farewell.shipped, effect.farewell)
    else:
        call.leave("goodbye")
