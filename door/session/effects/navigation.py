"""The ways of a call: to a page of the board, into a door, back, and out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from door.board import api as board
from door.board import pages
from door.midend import api
from door.session.call.stack import Layer
from door.session.clock import access
from door.ui import screen

if TYPE_CHECKING:
    from door.session.call.loop import Session


def visit(session: Session, layer: Layer | None, effect: board.Visit) -> None:
    """Opens a page of the board over what there is."""
    page = pages.PAGES[effect.page]
    state, effects = page.start(session.lobby(), effect.arg)
    session.open(Layer(page, state, page.TITLE), effects)


def play(session: Session, layer: Layer | None, effect: board.Play) -> None:
    """Opens a door, its title art before it, where its hours and the caller's level allow."""
    slug, door = effect.slug, session.services.doors[effect.slug]
    if reason := access.may_enter(session, slug):
        access.refuse(session, layer, reason)
        return
    session.visit(slug)
    setup = _setup(session, slug)
    state, effects = door.start(setup)
    session.open(Layer(door, state, door.INFO.name, slug, books=setup.books), effects)
    if not (setup.fast or setup.straight or setup.waiting):
        splash = pages.PAGES["splash"]
        art, wake = splash.start(session.lobby(), slug)
        session.open(Layer(splash, art, door.INFO.name), wake)


def _setup(session: Session, slug: str) -> api.Setup:
    """What the door is started with."""
    services, terminal = session.services, session.terminal
    return api.Setup(
        caller=session.handle,
        options=services.settings().doors[slug].options,
        books=services.store.books(slug, session.handle),
        prefs=_door_prefs(session, slug),
        fast=terminal.plain or terminal.prefs.get("fast") == "on",
        plain=terminal.plain,
        waiting=services.store.waiting(slug, session.handle),
        straight=bool(session.plan.slug),
        argv=session.plan.argv,
        keys=terminal.prefs.get("keys", "numbers"),
    )


def _door_prefs(session: Session, slug: str) -> dict[str, str]:
    """What the caller's earlier calls left for that door, over what their key set asks for."""
    numpad = session.services.doors[slug].INFO.numpad
    asked = dict([numpad]) if numpad and session.terminal.prefs.get("keys") == "numpad" else {}
    return asked | dict(session.caller.doors.get(slug, {}) if session.caller else {})


def _leave(session: Session, layer: Layer, effect: screen.Leave) -> None:
    session.stack.drop(layer)
    if not session.stack:
        session.leave("left")
    elif session.stack.top.slug not in session.services.doors:
        session.feed(session.stack.top, session.lobby())  # a program may have another window by now


def _pass(session: Session, layer: Layer, effect: board.Pass) -> None:
    _leave(session, layer, screen.Leave())
    if session.stack:
        session.feed(session.stack.top, effect.event)


def _hang_up(session: Session, layer: Layer, effect: board.HangUp) -> None:
    session.leave(effect.farewell or "goodbye", effect.farewell)


AT_ONCE: Final[dict[type, Any]] = {
    screen.Leave: _leave,
    board.Visit: visit,
    board.Pass: _pass,
    board.Play: play,
    board.HangUp: _hang_up,
}
