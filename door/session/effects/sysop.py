"""Sysops, and effects that only they may use.

Law: each effect checks the caller's file as it is now, whatever page it came from. A console is trusted,
because its socket can be opened only by the board's own account.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from door.board import pages
from door.board.api import Denied
from door.records.callers.caller_file import Caller
from door.records.journal.lines import RecordsError
from door.session.call.api import Call
from door.session.call.stack import Layer
from door.session.effects.handlers import Answered, E, Handlers
from door.settings import SettingsError
from door.settings.change import KeyRefused
from door.ui.screen import Reply
from door.ui.texts import reason_of, tr

CONSOLE: Final = "the command line"
DESK: Final = tuple(page for name, page in pages.PAGES.items() if name.partition("-")[0] == "sysop")


def is_sysop(call: Call) -> bool:
    """True if the call is a console of the board's own account, or a sysop's by their file as it is now."""
    return has_rights(call, call.services.callers.find(call.who.handle) if call.who.caller else None)


def has_rights(call: Call, caller: Caller | None) -> bool:
    """True if the call has a sysop's rights, given the caller's file as just read."""
    return call.who.console or bool(caller and caller.sysop)


def at_desk(call: Call) -> bool:
    """True if a sysop has one of the sysop's pages open, which doesn't count as idle."""
    return any(layer.screen in DESK for layer in call.stack.layers) and is_sysop(call)


def name_of(call: Call) -> str:
    """Return a sysop's name for the log."""
    return CONSOLE if call.who.console else call.who.handle


def for_sysops(handlers: Handlers, effect: type[E]) -> Callable[[Answered[E]], Answered[E]]:
    """Register a handler for sysops only. Errors of the records or the disk are answered with `Denied`."""

    def register(handler: Answered[E]) -> Answered[E]:
        @handlers.answered(effect)
        async def guarded(call: Call, layer: Layer, asked: E) -> Reply | None:
            if not is_sysop(call):
                return Denied(tr.sysop.sysops_only())
            try:
                return await handler(call, layer, asked)
            except (RecordsError, KeyRefused) as error:
                return Denied(reason_of(error))
            except SettingsError as error:
                folder = call.services.settings().folder  # paths are relative to it, as in `door check`
                lines = "\n".join(line.removeprefix(f"{folder}/") for line in error.errors)
                return Denied(tr.common.as_it_is(text=lines))
            except OSError as error:
                where = error.filename or tr.sysop.source_disk()
                return Denied(tr.sysop.disk_error(source=where, error=error.strerror or error))

        return guarded

    return register
