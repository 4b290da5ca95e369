"""Apply a caller's settings at once, and save them in their file.

A setting holds for this call even if the disk refuses it. Writes run in the background, in order.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from door.midend import api
from door.records.callers.caller_file import Caller
from door.records.callers.callers import CallerError
from door.session.call import lobby
from door.session.call.api import Call
from door.session.call.stack import Layer
from door.session.effects.handlers import Handlers
from door.ui.texts import tr

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()


@HANDLERS.at_once(api.Remember)
def _remember(call: Call, layer: Layer, effect: api.Remember) -> None:
    if layer.slug and effect.key not in api.EVERYWHERE:
        edit(call, lambda caller: caller.remember(layer.slug, effect.key, effect.value))
        return
    prefer(call, effect.key, effect.value)
    if not layer.slug:
        call.stack.feed(layer, lobby.of(call))


def prefer(call: Call, key: str, value: str) -> None:
    """Apply a setting for the whole board."""
    call.terminal.prefer({key: value})
    call.who.choose(key, value)
    remember(call, key, value)


def remember(call: Call, key: str, value: str) -> None:
    """Save a setting in the caller's file. A guest has no file."""
    edit(call, lambda caller: caller.prefer(key, value))


def edit(call: Call, change: Callable[[Caller], Caller]) -> None:
    """Change the caller's file in the background. The change holds for this call even if the disk fails.

    Changes that come while one waits to be written are written together.
    """
    if call.who.caller is not None:
        call.who.known(change(call.who.caller))
        call.who.unsaved.append(change)
        if len(call.who.unsaved) == 1:
            call.services.writes.add(call.who.handle, _write(call, call.who.handle))


async def _write(call: Call, handle: str) -> None:
    changes, call.who.unsaved = call.who.unsaved, []

    def changed(caller: Caller) -> Caller:
        for change in changes:
            caller = change(caller)
        return caller

    try:
        caller = await call.services.callers.edit(handle, changed, at_once=False)
        if caller == call.who.caller:
            call.who.known(caller)  # the object that the records know, not an equal copy
    except CallerError as error:
        LOG.error("caller %r could not be saved: %s", handle, error)
        call.messages.notify(tr.settings.not_saved())
