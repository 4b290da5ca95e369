"""Sysops, and effects that only they may use.

Law: each effect checks the caller's file as it is now, whatever page it came from. A console is trusted,
because its socket can be opened only by the board's own account.
"""

from __future__ import annotations

from typing import Final

from door.board import pages
from door.records.callers.caller_file import Caller
from door.records.journal.lines import RecordsError
from door.session.call.api import Call
from door.session.effects.handlers import Handlers
from door.settings import SettingsError
from door.settings.change import KeyRefused
from door.ui.texts import MaybeSaid, reason_of, tr

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


def sysops_only(call: Call) -> MaybeSaid:
    return "" if is_sysop(call) else tr.sysop.sysops_only()


def refusal(call: Call, error: Exception) -> MaybeSaid:
    """Return the reason of a refusal by the records, the settings or the disk, or "" for a fault."""
    if isinstance(error, (RecordsError, KeyRefused)):
        return reason_of(error)
    if isinstance(error, SettingsError):
        folder = call.services.settings().folder  # paths are relative to it, as in `door check`
        return tr.common.as_it_is(text="\n".join(line.removeprefix(f"{folder}/") for line in error.errors))
    if isinstance(error, OSError):
        where = error.filename or tr.sysop.source_disk()
        return tr.sysop.disk_error(source=where, error=error.strerror or error)
    return ""


def for_sysops() -> Handlers:
    """Return a register of handlers for sysops only."""
    return Handlers(may=sysops_only, refusal=refusal)
