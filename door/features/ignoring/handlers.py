"""Ignoring callers: their messages, challenges and talk at tables don't reach the caller who ignores them.

Law: it is saved in the caller's file. If a guest ignores or is ignored, it lasts for the call. A sysop can't
be ignored.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from door.call import access
from door.call.api import Call
from door.call.feature import Feature, Features
from door.call.handlers import Handlers, Ignored
from door.pages.api import IGNORE
from door.records.access.limits import quota
from door.records.callers.caller_file import Caller, CallerError
from door.records.journal.lines import caller_key
from door.records.part import Part
from door.ui.texts import Said, tr

MOST: Final = 100
"""Callers whom one caller can ignore."""


HANDLERS: Final = Handlers()


class Ignoring(Part):
    """How often callers may change whom they ignore."""

    def __init__(self) -> None:
        self.quota = quota("ignore")


async def toggle(call: Call, text: str) -> Said:
    """Ignore a caller, or stop ignoring them. Return the result as a sentence.

    Raises CallerError with the reason for a refusal.
    """
    services, own = call.services, call.who
    there, file = services.roster.of(text.strip()), await services.callers.look_up(text.strip())
    who = there.handle if there else file.handle if file else text.strip()
    heard = own.ignores(who)
    if reason := services[Ignoring].quota.take(own.handle, services.now()):
        raise CallerError(reason)
    if not heard:
        _check(call, who, known=bool(there or file))
    lasting = own.caller is not None and (file is not None or heard)
    if lasting and own.caller is not None:
        own.set_caller(await services.callers.edit(own.handle, lambda caller: _with(caller, who, not heard)))
    if heard or not lasting:
        own.ignore_here(who, not heard)
    if heard is False:
        await asyncio.gather(*call.services[Features].tell(call, Ignored(who)))
    ignored = tr.people.now_ignored if lasting else tr.people.now_ignored_this_call
    return (tr.people.heard_again if heard else ignored)(who=who)


HANDLERS.on(IGNORE)(toggle)


def _check(call: Call, who: str, known: bool) -> None:
    if caller_key(who) == caller_key(call.who.handle):
        raise CallerError(tr.people.cannot_ignore_yourself())
    if not known:
        raise CallerError(tr.people.no_such_handle(who=who))
    if access.is_sysop_s(call.services, who):
        raise CallerError(tr.people.cannot_ignore_sysop(who=who))
    if call.who.caller is not None and len(call.who.caller.ignored) >= MOST:
        raise CallerError(tr.people.too_many_ignored(most=MOST))


def _with(caller: Caller, who: str, ignored: bool) -> Caller:
    others = tuple(name for name in caller.ignored if caller_key(name) != caller_key(who))
    return replace(caller, ignored=(*others, who) if ignored else others)


FEATURE: Final = Feature("ignoring", (HANDLERS,), makes=(lambda services: Ignoring(),))
