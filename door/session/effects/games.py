"""A door's dealings with the books: a game begun, moved on, finished; a thought, a tick, a bell.

Law: every function carries out one effect of `door.midend.api`.  What a caller is shown as done
is on the books before the answer goes to their screen.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from door.midend import api
from door.midend.books import Books
from door.session.call.stack import Layer
from door.session.effects import refresh
from door.ui import screen

if TYPE_CHECKING:
    from door.session.call.loop import Session

LOG = logging.getLogger("door.call")
BELL: Final = b"\x07"


async def _begin(session: Session, layer: Layer, effect: api.Begin) -> api.Begun | api.Refused:
    if refresh.has_lost_handle(session):
        session.evict(refresh.NO_HANDLE)
        return api.Refused(refresh.NO_HANDLE, layer.books or Books())
    answer = await session.services.store.begin(
        layer.slug, session.handle, dict(effect.options), effect.seats,
        effect.ranked and not session.guest, effect.daily and not session.guest,
    )  # fmt: skip
    layer.books = answer.books
    if isinstance(answer, api.Begun):
        if layer.game not in ("", answer.id):  # another game of this door's begins in front of it
            session.services.store.forget(layer.game)
        layer.game = answer.id
        if layer not in session.stack:  # the call dropped meanwhile: the game waits
            session.services.store.forget(answer.id)
        LOG.info(
            "game %s node=%d caller=%r door=%s id=%s", "resumed" if answer.resumed else "started",
            session.node, session.handle, layer.slug, answer.id,
        )  # fmt: skip
    return answer


def _moved(session: Session, layer: Layer, effect: api.Moved) -> None:
    note = session.services.store.moved(layer.game, effect.move)
    if note:
        session.time.notify(note)


async def _finish(session: Session, layer: Layer, effect: api.Finish) -> api.Booked:
    booked = await session.services.store.finish(layer.game, effect.score, effect.result)
    layer.game, layer.books = "", booked.books
    door = session.services.doors[layer.slug].INFO
    session.ended_games.append((door.name, effect.score))
    LOG.info("game ended node=%d caller=%r door=%s id=%s score=%d", session.node, session.handle,
             layer.slug, booked.id, effect.score)  # fmt: skip
    if booked.note:
        session.time.notify(booked.note)
    return booked


async def _think(session: Session, layer: Layer, effect: api.Think) -> api.Thought:
    loop = asyncio.get_running_loop()
    try:
        value = await loop.run_in_executor(session.services.workers, effect.task, *effect.args)
    except Exception as error:
        LOG.error("thinking failed node=%d door=%s: %r", session.node, layer.slug, error)
        return api.Thought(effect.name, None, "The computer could not work that out.")
    return api.Thought(effect.name, value)


def _wake(session: Session, layer: Layer, effect: screen.Wake) -> None:
    session.stack.wake(layer, effect.seconds, effect.name)


def _bell(session: Session, layer: Layer, effect: screen.Bell) -> None:
    if session.terminal.prefs.get("bell") != "off":
        session.owed += BELL


AT_ONCE: Final[dict[type, Any]] = {api.Moved: _moved, screen.Wake: _wake, screen.Bell: _bell}
ERRANDS: Final[dict[type, Any]] = {api.Begin: _begin, api.Finish: _finish, api.Think: _think}
