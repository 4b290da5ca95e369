"""Open pages, go back, and hang up."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from door.call.api import Call, Services
from door.call.feature import Features
from door.call.handlers import Handlers
from door.call.stack import Follows, Layer
from door.games.game import KEY_SET
from door.games.seating import GENTLE
from door.pages import api as board
from door.pages.page import Page
from door.play import api
from door.play.match.values import Refusal
from door.settings.forms import MENU
from door.term.profile import UPRIGHT
from door.ui import screen
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.call")
HANDLERS: Final = Handlers()


def fresh(call: Call) -> board.Lobby:
    """Return the board as the screen on top shows it now."""
    return call.services[Features].lobby_of(call, call.stack.top.screen)


def _page(call: Call, name: str) -> Page[Any]:
    if (page := call.services[Features].pages.get(name)) is None:
        LOG.error("node=%d no feature has the page %r", call.node, name)
        raise Refusal(tr.refused.missing_here())
    return page


def open_page(call: Call, name: str, arg: str = "", seen: board.Lobby | None = None) -> None:
    """Open a page of the board on top. `seen` is the board as the caller sees it, if it is known."""
    page = _page(call, name)
    state, effects = page.start(seen or call.services[Features].lobby_of(call, page), arg)
    call.stack.open(Layer(page, state, page.TITLE()), effects)


def lay_over(call: Call, name: str, of: str = "") -> None:
    """Open a page on top, such as the tables `of` a door. If it is already open, bring it to the top.

    The screens below pause, including their timers, and come back unchanged.
    """
    page = _page(call, name)
    below = [one for one in call.stack if one.screen is page and one.state.arg == of]
    if below:
        call.stack.down_to(below[-1])
        call.stack.feed(below[-1], call.services[Features].lobby_of(call, page))
    else:
        open_on_top(call, lambda: open_page(call, name, of))


def open_on_top(call: Call, opens: Callable[[], object]) -> None:
    """Open a screen on top of the others, which pause until it closes."""
    held = call.stack.hold()
    opens()
    call.stack.top.ends.append(partial(call.stack.go_on, held))


@HANDLERS.on(board.Visit)
def _visit(call: Call, layer: Layer, effect: board.Visit) -> None:
    open_page(call, effect.page, effect.arg)


@HANDLERS.on(screen.Took)
def _took(call: Call, layer: Layer, effect: screen.Took) -> None:
    if isinstance(layer.link, Follows):
        layer.link.took()


@HANDLERS.on(screen.Leave)
def _leave(call: Call, layer: Layer, effect: screen.Leave) -> None:
    call.stack.drop(layer)
    if not call.stack:
        call.leave("left")
    elif call.stack.top.slug not in call.services.doors:
        # the window may have changed while a program ran
        call.stack.feed(call.stack.top, fresh(call))


@HANDLERS.on(board.Pass)
def _pass(call: Call, layer: Layer, effect: board.Pass) -> None:
    _leave(call, layer, screen.Leave())
    if call.stack:
        call.stack.feed(call.stack.top, effect.event)


@HANDLERS.on(board.HangUp)
def _hang_up(call: Call, layer: Layer, effect: board.HangUp) -> None:
    if effect.farewell:
        call.leave(effect.farewell.in_english, effect.farewell)
    else:
        call.leave("goodbye")


def key_of(services: Services, command: str) -> str:
    """Return a command's key in the main menu, such as "M". Without one, return the shipped key."""
    return dict(services.settings().board.commands).get(command, MENU[command]).upper()


def setup_for(call: Call, slug: str) -> api.Setup:
    """Return the setup for any screen of that door: the caller and their choices."""
    services, terminal = call.services, call.terminal
    tables = services.settings().tables.enabled and slug in services.store.tables.games
    return api.Setup(
        caller=call.who.handle,
        options=services.settings().doors[slug].options,
        prefs=_door_prefs(call, slug),
        plain=terminal.plain,
        may_join=call.who.guest and services.settings().callers.new != "closed",
        tables=tables and not call.who.console,
        upright=terminal.view.profile.term == UPRIGHT,
    )


def _door_prefs(call: Call, slug: str) -> dict[str, str]:
    """Return the caller's saved choices for that door, and the choices that hold at all doors.

    The caller's key set provides the default for the door's keys.
    """
    numpad, keys = call.services.doors[slug].INFO.numpad, call.terminal.prefs.get("keys", "numbers")
    asked = dict([numpad]) if numpad and keys == "numpad" else {}
    kept = call.who.caller.doors.get(slug, {}) if call.who.caller else {}
    chosen = {key: call.terminal.prefs.get(key, value) for key, value in api.EVERYWHERE.items()}
    guest = {api.SUGGEST: "off"} if call.who.guest else {}
    return {GENTLE: "on", KEY_SET: keys, **asked, **kept, **chosen, **guest}
