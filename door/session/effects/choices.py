"""What a caller chooses is put in force at once, and kept in their file.

Law: a choice holds for this call even where the disk refuses it; the file is written aside, in
the order of the choices.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from door.board import api as board
from door.midend import api
from door.records.callers.caller_file import Caller
from door.records.callers.callers import CallerError
from door.session.call.stack import Layer

if TYPE_CHECKING:
    from door.session.call.loop import Session

LOG = logging.getLogger("door.call")


def _remember(session: Session, layer: Layer, effect: api.Remember) -> None:
    if session.caller is None:
        return
    edit(session, lambda caller: caller.remember(layer.slug, effect.key, effect.value))


def _prefer(session: Session, layer: Layer, effect: board.Prefer) -> None:
    session.owed += session.terminal.prefer({effect.key: effect.value})
    if not session.admitted:
        session.chosen[effect.key] = effect.value
    remember(session, effect.key, effect.value)
    session.post(layer, session.lobby())


def remember(session: Session, key: str, value: str) -> None:
    """Keeps a choice in the caller's file; a guest has none."""
    edit(session, lambda caller: caller.prefer(key, value))


def edit(session: Session, change: Callable[[Caller], Caller]) -> None:
    """Changes the caller's file, aside; the change holds for this call even if the disk refuses it."""
    if session.caller is not None:
        session.caller = change(session.caller)
        session.services.writes.add(session.handle, _write(session, session.handle, change))


async def _write(session: Session, handle: str, change: Callable[[Caller], Caller]) -> None:
    try:
        caller = await session.services.callers.edit(handle, change)
        if caller == session.caller:
            session.caller = caller  # the one that the records know, not another like it
    except CallerError as error:
        LOG.error("caller %r could not be saved: %s", handle, error)
        session.time.notify("Your settings could not be saved just now; they hold for this call.")


AT_ONCE: Final[dict[type, Any]] = {api.Remember: _remember, board.Prefer: _prefer}
